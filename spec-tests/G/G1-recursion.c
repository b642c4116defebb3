// G1: Hierarchy depth is not limited, but a node that contains itself has no depth.
//: negative
//: exit reject
//: diagnostic node-recursion error
#include "suite.h"

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Root);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {7, 0};

	RUN(Root, &arguments);
	return 0;
}
