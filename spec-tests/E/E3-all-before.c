// E3: All-to-all: no sink instance begins before every source instance has completed. Every sink instance gets the same value.
//: positive
//: out 19 18 17
#include "suite.h"

static long data[8];

void Source(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	p[X()] = X();
	__hpvm__return(2, bytes, value);
}
/* 0 + 1 + ... + 4 = 10, whichever sink instance is the first. */
void Sink(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	long sum = 0;

	for (int i = 0; i < 5; i++)
		sum += p[i];
	p[5 + X()] = sum + value - X();
}

void Root(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	void *source = __hpvm__createNodeND(1, Source, 5);
	void *sink = __hpvm__createNodeND(1, Sink, 3);

	BIND_IN(source, 3);
	__hpvm__bindIn(sink, 0, 0, 0);
	__hpvm__edge(source, sink, 1, 0, 1, 0);
	__hpvm__edge(source, sink, 1, 1, 2, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long value; } arguments = {data, sizeof data, 9};

	RUN_ON(Root, &arguments, data);
	print_longs(data + 5, 3);
	return 0;
}
