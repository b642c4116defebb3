// G8: A one-to-one edge needs equal extents: in one instance of the parent they may agree, in the next not.
//: negative
//: exit trap
//: diagnostic edge-grid-mismatch error
#include "suite.h"

void Number(long n)
{
	NODE();
	__hpvm__return(1, n + X());
}
void Source(long n)
{
	NODE();
	__hpvm__return(1, n);
}
void Sink(long n)
{
	NODE();
	__hpvm__return(1, 0 * n);
}
/* 2 instances to n instances. */
void Group(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(1, Source, 2);
	void *sink = __hpvm__createNodeND(1, Sink, n);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sink, 0, 0, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
}
void Root(long n)
{
	NODE();
	void *number = __hpvm__createNodeND(1, Number, 2);
	void *group = __hpvm__createNodeND(1, Group, 2);

	__hpvm__bindIn(number, 0, 0, 0);
	__hpvm__edge(number, group, 0, 0, 0, 0);
	__hpvm__bindOut(group, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
