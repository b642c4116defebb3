//: options --width 8
//: runs -O1:jit -O2:jit
//: out 7 0
#include "graph.h"

/* Selects of 128 bits: one that is the same for all instances, and one that differs. */
typedef unsigned __int128 wide;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	wide same = bytes > 100 ? (wide)9 << 70 | 1 : (wide)1 << 66;
	wide own = i & 1 ? same : (wide)i << 70 | 2;

	p[i] = (int)((same * (wide)(i + 1)) >> 70 == 9 * (unsigned)(i + 1)) + 2 * (int)((unsigned)own == (i & 1 ? 1 : 2)) + 4;
}
ROOT_OF(Leaf)
MAIN(40)
