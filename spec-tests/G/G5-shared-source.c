// G5: Two edges from one source output: accepted, and every destination gets the value.
//: positive
//: out 6 8
#include "suite.h"

void Source(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Twice(long n)
{
	NODE();
	__hpvm__return(1, 2 * n);
}
void Plus(long n)
{
	NODE();
	__hpvm__return(1, n + 5);
}

void Root(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(0, Source);
	void *twice = __hpvm__createNodeND(0, Twice);
	void *plus = __hpvm__createNodeND(0, Plus);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, twice, 0, 0, 0, 0);
	__hpvm__edge(source, plus, 0, 0, 0, 0);
	__hpvm__bindOut(twice, 0, 0, 0);
	__hpvm__bindOut(plus, 0, 1, 0);
}

int main(void)
{
	struct PACKED { long n, result[2]; } arguments = {2, {0}};

	RUN(Root, &arguments);
	print_longs(arguments.result, 2);
	return 0;
}
