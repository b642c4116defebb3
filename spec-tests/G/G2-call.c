// G2: A branch, a load, a store or any other call: here a call: `internal-node-computes`.
//: negative
//: exit reject
//: diagnostic internal-node-computes error
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	puts("in Root");
	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {7, 0};

	RUN(Root, &arguments);
	return 0;
}
