// G3: The child graph of every internal node is acyclic: `graph-cycle`, naming the nodes of the cycle.
//: negative
//: exit reject
//: diagnostic graph-cycle error
//: stderr Ping
//: stderr Pong
#include "suite.h"

void Ping(long n, long m)
{
	NODE();
	__hpvm__return(1, n + m);
}
void Pong(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}

void Root(long n)
{
	NODE();
	void *ping = __hpvm__createNodeND(0, Ping);
	void *pong = __hpvm__createNodeND(0, Pong);

	__hpvm__bindIn(ping, 0, 0, 0);
	__hpvm__edge(ping, pong, 0, 0, 0, 0);
	__hpvm__edge(pong, ping, 0, 0, 1, 0);
	__hpvm__bindOut(pong, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
