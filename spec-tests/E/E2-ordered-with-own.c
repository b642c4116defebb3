// E2: Instance i of the sink may begin as soon as instance i of the source has completed, and sees what that one wrote.
//: positive
//: needs --check=race
//: out 1 2 3 4
#include "suite.h"

static long data[4];

void Source(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = X();
	__hpvm__return(1, bytes);
}
void Sink(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] += 1;
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
	print_longs(data, 4);
	return 0;
}
