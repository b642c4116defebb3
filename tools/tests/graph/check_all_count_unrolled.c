//: options --check=race --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr check_all_count_unrolled.c:17:19: error: data race: a read of 1
//: stderr check_all_count_unrolled.c:24:8 by 'Root/Leaf' (1)
//: stderr both access byte 4 of argument 0
//: stderr only barriers order the instances of one leaf
//: stderr (4 times) [data-race] (M4)
#include "graph.h"

/* A loop that the compiler has unrolled is still one place in the source. */
static int sum(const int *p)
{
	int sum = 0;
#pragma clang loop unroll(full)
	for (int k = 1; k < 5; k++)
		sum = 3 * sum + p[k];
	return sum;
}
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i < 5)
		p[i] = (int)i;
	else
		p[5] = sum(p);
}
ROOT_OF(Leaf)
MAIN(6)
