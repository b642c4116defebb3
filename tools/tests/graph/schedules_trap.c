//: options --schedules 2
//: exit 121
//: stderr [div-by-zero]
//: stderr the order reverse ends with an error, and the order reference does not
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = i ? 100 / p[0] : 1;
}
ROOT_OF(Leaf)
MAIN(8)
