// G4: Both ends of an edge are children of the same internal node: `edge-not-siblings`.
//: negative
//: exit reject
//: diagnostic edge-not-siblings error
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}

/* Edges to the function instead of the node. */
void Root(long n)
{
	NODE();
	void *a = __hpvm__createNodeND(0, Leaf);
	void *b = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__edge(a, (void *)Leaf, 0, 0, 0, 0);
	__hpvm__bindOut(b, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
