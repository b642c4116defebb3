// G8: A one-to-one edge needs equal extents: `edge-grid-mismatch`.
//: negative
//: exit trap
//: diagnostic edge-grid-mismatch error
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

void Root(long n, long m)
{
	NODE();
	void *source = __hpvm__createNodeND(2, Source, n, m);
	void *sink = __hpvm__createNodeND(2, Sink, m, n);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, m, result; } arguments = {2, 3, 0};

	RUN(Root, &arguments);
	return 0;
}
