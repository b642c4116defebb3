// E2: One-to-one: instance i of the sink gets the value of instance i of the source.
//: positive
//: out 0 7 14 21 28 35
#include "suite.h"

static long data[6];

void Source(long *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(2, bytes, 7 * X());
}
void Sink(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	p[X()] = value;
}

void Root(long *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *source = __hpvm__createNodeND(1, Source, n);
	void *sink = __hpvm__createNodeND(1, Sink, n);

	BIND_IN(source, 2);
	__hpvm__bindIn(sink, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 1, 0);
	__hpvm__edge(source, sink, 0, 1, 2, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes, n; } arguments = {data, sizeof data, 6};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 6);
	return 0;
}
