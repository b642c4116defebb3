// G6: Every input of every child is fed by exactly one edge or input bind (`input-unbound`).
//: negative
//: exit reject
//: diagnostic input-unbound error
#include "suite.h"

void Leaf(long n, long m)
{
	NODE();
	__hpvm__return(1, n + m);
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
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
