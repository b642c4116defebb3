// E4: An output bind from a replicated node follows E3.
//: negative
//: out 3
//: diagnostic edge-value-ambiguous warning
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n + X());
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(1, Leaf, 3);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {1, 0};

	RUN(Root, &arguments);
	print_longs(&arguments.result, 1);
	return 0;
}
