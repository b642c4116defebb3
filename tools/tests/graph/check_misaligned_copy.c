//: options --check=bounds
//: exit 121
//: stderr [misaligned] (M6)
//: stderr read of 24 bytes at 0x
//: stderr the required alignment is 8
//: stderr byte 28 of argument 0 ('p') of 'Root/Leaf' (tracked at 
//: stderr instance (1), execution 0
// Structures are copied with their alignment.
#include "graph.h"

struct three { long a, b; int c; };

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct three *to = (struct three *)(p + 32);

	to[0] = *(struct three *)(p + 7 * i);
}
ROOT_OF(Leaf)
MAIN(2)
