//: out 160 0
// Wide integers are moved in parts, which need less alignment than the whole value.
#include "graph.h"

typedef unsigned _BitInt(200) wide;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	wide all[8] = {0}, *own = (wide *)((uintptr_t)p + 15 & ~(uintptr_t)15) + i;
	volatile wide one = (wide)i << 130;
	volatile unsigned _BitInt(40) odd = (unsigned _BitInt(40))i << 33;

	for (int k = 0; k < 8; k++)
		all[(k + i) % 8] = (wide)k << 190 | one;
	*own = (all[(5 + i) % 8] >> 185) + (one >> 130) + (odd >> 33);
}
ROOT_OF(Leaf)
MAIN(4)
