// E3: If the source instances returned different values, `strict` makes `edge-value-ambiguous` an error.
//: negative
//: options --sem strict
//: exit trap
//: diagnostic edge-value-ambiguous error
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
	void *source = __hpvm__createNodeND(1, Source, 5);
	void *sink = __hpvm__createNodeND(0, Sink);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 1, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {1, 0};

	RUN(Root, &arguments);
	return 0;
}
