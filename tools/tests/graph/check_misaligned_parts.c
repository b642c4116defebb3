//: options --check=bounds
//: exit 121
//: stderr [misaligned] (M6)
//: stderr write of 8 bytes (value 7) at 0x
//: stderr the required alignment is 8
//: stderr byte 4 of argument 0 ('p') of 'Root/Leaf' (tracked at 
// A value moved in parts is reported at its first part.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	*(unsigned _BitInt(200) *)(p + i) = (unsigned _BitInt(200))5 << 190 | 7;
}
ROOT_OF(Leaf)
MAIN(2)
