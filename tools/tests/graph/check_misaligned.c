//: options --check=bounds
//: exit 121
//: stderr [misaligned] (M6)
//: stderr write of 8 bytes (value 1) at 0x
//: stderr the required alignment is 8
//: stderr byte 4 of argument 0 ('p') of 'Root/Leaf' (tracked at 
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	*(long *)(p + i) = 1;
}
ROOT_OF(Leaf)
MAIN(2)
