// G6: Types agree (`edge-type-mismatch`).
//: negative
//: exit reject
//: diagnostic edge-type-mismatch error
#include "suite.h"

void Source(long n)
{
	NODE();
	__hpvm__return(1, (double)n);
}
void Sink(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(0, Source);
	void *sink = __hpvm__createNodeND(0, Sink);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
