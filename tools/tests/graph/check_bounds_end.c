//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr write of 4 bytes (value 64) at
//: stderr at the end of argument 0 ('p') of 'Root/Leaf' (256 bytes, tracked with 256 bytes at 
//: stderr instance (64), execution 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i;
}
ROOT_OF(Leaf)
MAIN(65)
