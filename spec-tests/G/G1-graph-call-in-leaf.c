// G1: A node function that contains graph-describing intrinsics is internal, any other is a leaf.
//: negative
//: exit reject
//: diagnostic graph-call-in-leaf error
#include "suite.h"

static long item;

/* A leaf, for it describes no graph, and so it cannot launch one. */
void Leaf(long n)
{
	NODE();
	__hpvm__wait((void *)n);
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {7, 0};

	RUN(Root, &arguments);
	return 0;
}
