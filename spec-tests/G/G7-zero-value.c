// G7: Extent 0: the outputs have no value (`edge-no-value`, an error, if one is used).
//: negative
//: exit trap
//: diagnostic edge-no-value error
//: diagnostic zero-extent warning
#include "suite.h"

void Source(long n)
{
	NODE();
	__hpvm__return(1, n);
}
void Sink(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(1, Source, n);
	void *sink = __hpvm__createNodeND(0, Sink);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 1, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {0, 0};

	RUN(Root, &arguments);
	return 0;
}
