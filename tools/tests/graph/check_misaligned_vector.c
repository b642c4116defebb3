//: options --check=bounds
//: exit 121
//: stderr [misaligned] (M6)
//: stderr read of 4 bytes at 0x
//: stderr the required alignment is 16
//: stderr byte 20 of argument 0 ('p') of 'Root/Leaf' (tracked at 
//: stderr instance (1), execution 0
// The first part of a vector has the alignment of the vector.
#include "graph.h"

typedef float four __attribute__((ext_vector_type(4)));

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i > 0)
		*(four *)p += ((four *)(p + 1))[i];
	*(four *)(p + 8) = *(four *)(p + 12);
}
ROOT_OF(Leaf)
MAIN(2)
