//: options --check=race
//: out 50462976 0
// Neighbouring bytes are separate memory.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned char *q = (unsigned char *)p;

	q[i] = (unsigned char)(q[i] + i);
}
ROOT_OF(Leaf)
MAIN(64)
