//: options --keep-going --check=all
//: exit 121
//: stderr write of 4 bytes (value 1) at 0x
//: stderr at the end of argument 0 ('p') of 'Root/Leaf' (256 bytes, tracked with 256 bytes at
//: stderr keep_going_bounds.c:19)
//: stderr (6 times) [out-of-bounds] (M6)
//: stderr instance (64), execution 0
//: no-stderr instance (65), execution 0
//: out 1 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
/* Each place is reported once, with its count. */
MAIN(70)
