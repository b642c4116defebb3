// G6: Every input of every child is fed by exactly one edge or input bind; every output of an internal node is bound.
//: positive
//: out -3 2.5 9000000000
#include "suite.h"

void Source(int i, double d, long l)
{
	NODE();
	__hpvm__return(3, l, i, d);
}
void Sink(double d, long l, int i)
{
	NODE();
	__hpvm__return(3, i, d, l);
}

void Root(int i, double d, long l)
{
	NODE();
	void *source = __hpvm__createNodeND(0, Source);
	void *sink = __hpvm__createNodeND(0, Sink);

	BIND_IN(source, 3);
	__hpvm__edge(source, sink, 0, 0, 1, 0);
	__hpvm__edge(source, sink, 0, 1, 2, 0);
	__hpvm__edge(source, sink, 0, 2, 0, 0);
	__hpvm__bindOut(sink, 0, 0, 0);
	__hpvm__bindOut(sink, 1, 1, 0);
	__hpvm__bindOut(sink, 2, 2, 0);
}

int main(void)
{
	struct PACKED {
		int i;
		double d;
		long l;
		struct PACKED { int i; double d; long l; } result;
	} arguments = {-3, 2.5, 9000000000, {0}};

	RUN(Root, &arguments);
	printf("%d %g %ld\n", arguments.result.i, arguments.result.d, arguments.result.l);
	return 0;
}
