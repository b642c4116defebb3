// E3: If the source instances returned different values, `hpvm-1.0-gpu` takes one chosen by the schedule.
//: positive
//: options --sem hpvm-1.0-gpu
//: either
//: out 10
//: either
//: out 20
//: either
//: out 30
//: checked order-dependent
#include "suite.h"

void Source(long n)
{
	NODE();
	__hpvm__return(1, 10 * (X() + n));
}
void Sink(long value)
{
	NODE();
	__hpvm__return(1, value);
}

void Root(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(1, Source, 3);
	void *sink = __hpvm__createNodeND(0, Sink);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 1, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {1, 0};

	RUN(Root, &arguments);
	print_longs(&arguments.result, 1);
	return 0;
}
