//: exit 121
//: stderr read of 1 byte
//: stderr byte 3 of memory from malloc (allocated by 'Root/Leaf' at 
//: stderr freed by 'Root/Leaf' at 
//: stderr check_blocks_freed.c:
//: stderr [use-after-free] (M6)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile char *block = malloc((size_t)p[i] + 24);

	block[3] = 4;
	free((void *)block);
	p[i] = block[3];
}
ROOT_OF(Leaf)
MAIN(4)
