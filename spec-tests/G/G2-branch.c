// G2: A branch, a load, a store or any other call: here a branch: `internal-node-computes`.
//: negative
//: exit reject
//: diagnostic internal-node-computes error
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}
void Other(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}

void Root(long n)
{
	NODE();
	void *node;

	if (n > 3) {
		node = __hpvm__createNodeND(0, Leaf);
		__hpvm__bindIn(node, 0, 0, 0);
		__hpvm__bindOut(node, 0, 0, 0);
	} else {
		node = __hpvm__createNodeND(0, Other);
		__hpvm__bindIn(node, 0, 0, 0);
		__hpvm__bindOut(node, 0, 0, 0);
	}
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {7, 0};

	RUN(Root, &arguments);
	return 0;
}
