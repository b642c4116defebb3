// E2: It is not ordered after any other instance of the source.
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error
//: checked order-dependent
#include "suite.h"

static long data[8];

void Source(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = X();
	__hpvm__return(1, bytes);
}
/* Reads what the neighbour of its own source instance writes. */
void Sink(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[4 + X()] = p[(X() + 1) % 4];
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *source = __hpvm__createNodeND(1, Source, 4);
	void *sink = __hpvm__createNodeND(1, Sink, 4);

	BIND_IN(source, 2);
	__hpvm__bindIn(sink, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 1, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
