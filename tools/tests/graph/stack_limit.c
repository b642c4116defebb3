//: options --stack-limit 64K
//: exit 122
//: stderr stack overflow: the limit is 65536 bytes
//: stderr [stack-overflow]
#include "graph.h"

__attribute__((noinline)) static int deeper(int n)
{
	volatile int here[16] = {n};

	return n ? deeper(n - 1) + here[n & 15] : 0;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = deeper(2000);
}
ROOT_OF(Leaf)
MAIN(8)
