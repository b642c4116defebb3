//: options --check=bounds
//: runs -O0:jit -O0:interp -O2:jit
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr write of 4 bytes (value 4) at
//: stderr at the end of
//: stderr the variable 'near' of 'Leaf' (16 bytes)
//: stderr instance (4), execution 0
// An array of the leaf has neighbours in its frame, so only this check detects the access.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile int near[4] = {0}, other[4] = {0};

	near[i] = (int)i;
	p[i] = near[i & 3] + other[i & 3];
}
ROOT_OF(Leaf)
MAIN(5)
