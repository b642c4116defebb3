//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr write of 257 bytes
//: stderr across the end of argument 0 ('p') of 'Root/Leaf' (256 bytes
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	memset(p, (int)i, bytes + 1);
}
ROOT_OF(Leaf)
MAIN(1)
