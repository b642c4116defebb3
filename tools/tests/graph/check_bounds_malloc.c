//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr at the end of an object (16 bytes, allocated by 'Root/Leaf' at
//: stderr check_bounds_malloc.c:11:11)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *q = __hpvm__malloc(16);

	for (long k = 0; k < 4; k++)
		q[k] = (int)i;
	p[i] = q[i];
}
ROOT_OF(Leaf)
MAIN(5)
