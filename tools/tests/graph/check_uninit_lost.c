//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr a branch depends on an uninitialised value
#include "graph.h"

/* All of `data` was written, and is read at the same place, until instance 6 makes some of it
 * uninitialised. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int own[16];

	own[0] = 1;
	for (int round = 0; round < 2; round++) {
		if (p[i] == 3)
			p[32 + i] = 1;
		if (i == 6)
			memcpy(p + 4, own + 4, 16);
	}
}
ROOT_OF(Leaf)
MAIN(8)
