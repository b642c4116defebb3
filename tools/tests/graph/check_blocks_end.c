//: exit 121
//: stderr write of 4 bytes (value 7) at 0x
//: stderr at the end of memory from malloc (20 bytes, allocated by 'Root/Leaf' at 
//: stderr check_blocks_end.c:
//: stderr [out-of-bounds] (M6)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile int *block = malloc((size_t)p[i] + 20);

	for (long k = 0; k <= 5; k++)
		block[k] = 7;
	p[i] = block[0];
}
ROOT_OF(Leaf)
MAIN(4)
