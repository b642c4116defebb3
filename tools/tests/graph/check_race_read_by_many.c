//: options --check=race
//: exit 121
//: stderr a write of 
//: stderr and a read of
//: stderr at node Root/Leaf, instance (3)
// All instances have read the element when the last one writes it.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int sum = p[3];

	if (i == 3)
		p[3] = sum + 1;
	else
		p[i] = sum;
}
ROOT_OF(Leaf)
MAIN(4)
