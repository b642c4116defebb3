// G8: A one-to-one edge needs equal dimension counts and equal extents: they may be computed in two ways.
//: positive
//: out 0 10 20 30 1 11 21 31
#include "suite.h"

static long data[8];

void Source(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();

	__hpvm__return(2, bytes, 10 * __hpvm__getNodeInstanceID_x(self) + __hpvm__getNodeInstanceID_y(self));
}
void Sink(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();

	p[4 * __hpvm__getNodeInstanceID_y(self) + __hpvm__getNodeInstanceID_x(self)] = value;
}

void Root(long *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *source = __hpvm__createNodeND(2, Source, n, 2);
	void *sink = __hpvm__createNodeND(2, Sink, 4, n / 2);

	BIND_IN(source, 2);
	__hpvm__bindIn(sink, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 1, 0);
	__hpvm__edge(source, sink, 0, 1, 2, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes, n; } arguments = {data, sizeof data, 4};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 8);
	return 0;
}
