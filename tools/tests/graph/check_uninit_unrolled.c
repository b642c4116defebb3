//: options --check=uninit --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr check_uninit_unrolled.c:17:20: error: a branch depends on an uninitialised value
//: stderr check_uninit_unrolled.c:17:7: note: the value is read from memory
//: stderr execution 0
//: stderr (4 times) [uninitialised] (M6)
#include "graph.h"

/* A loop that the compiler has unrolled is still one place in the source. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	const int *unwritten = __hpvm__malloc(16);
#pragma clang loop unroll(full)
	for (int k = 0; k < 4; k++)
		if (unwritten[k] > 5)
			p[i] = __hpvm__atomic_add(p, k);
}
ROOT_OF(Leaf)
MAIN(1)
