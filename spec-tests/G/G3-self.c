// G3: The child graph of every internal node is acyclic: an edge from a node to itself is a `graph-cycle`.
//: negative
//: exit reject
//: diagnostic graph-cycle error
//: stderr Echo
#include "suite.h"

void Echo(long n, long m)
{
	NODE();
	__hpvm__return(1, n + m);
}

void Root(long n)
{
	NODE();
	void *echo = __hpvm__createNodeND(0, Echo);

	__hpvm__bindIn(echo, 0, 0, 0);
	__hpvm__edge(echo, echo, 0, 0, 1, 0);
	__hpvm__bindOut(echo, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
