//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a read of 1 and a write of 1
//: stderr by 'Root/Leaf' (0)
//: stderr byte 0 of argument 0
// Writes to neighbouring bytes do not hide the writer of this byte.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile unsigned char *q = (unsigned char *)p;

	if (i < 4)
		q[i] = (unsigned char)(i + 1);
	else
		q[8] = q[0];
}
ROOT_OF(Leaf)
MAIN(5)
