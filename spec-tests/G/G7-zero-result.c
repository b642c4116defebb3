// G7: Extent 0: a result of the root that has no value is `edge-no-value`.
//: negative
//: exit trap
//: diagnostic edge-no-value error
//: diagnostic zero-extent warning
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {0, 0};

	RUN(Root, &arguments);
	return 0;
}
