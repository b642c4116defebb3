// G7: Extents are negative: `extent-invalid`.
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
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)(n - 5));

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
