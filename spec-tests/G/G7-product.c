// G7: A product of extents over 2^63-1: `extent-invalid`.
//: negative
//: exit trap
//: diagnostic extent-invalid error
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(3, Leaf, n, n, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	/* 2^21 to the power of 3 is 2^63. */
	struct PACKED { long n, result; } arguments = {1L << 21, 0};

	RUN(Root, &arguments);
	return 0;
}
