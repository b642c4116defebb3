//: options --schedules 2
//: exit 121
//: stderr element 0 (byte 0) of 'last' is 3.5 in the order reference and 0 in the order reverse
#include "graph.h"

float last;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	last = 0.5f * (float)i;
}
ROOT_OF(Leaf)
MAIN(8)
