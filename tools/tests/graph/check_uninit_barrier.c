//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr a branch depends on an uninitialised value
//: stderr by 'Root/Leaf' (1)
#include "graph.h"

/* An uninitialised value is kept in a register across a barrier. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int own[4], kept;

	own[0] = 1;
	kept = own[i];
	__hpvm__barrier();
	if (kept == 3)
		p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(2)
