// G4: Both ends of an edge are children of the same internal node: two copies of a node have edges of their own.
//: positive
//: out 21 31
#include "suite.h"

void First(long n)
{
	NODE();
	__hpvm__return(1, 10 * n);
}
void Second(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Pair(long n)
{
	NODE();
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}
void Root(long n, long m)
{
	NODE();
	void *one = __hpvm__createNodeND(0, Pair);
	void *two = __hpvm__createNodeND(0, Pair);

	__hpvm__bindIn(one, 0, 0, 0);
	__hpvm__bindIn(two, 1, 0, 0);
	__hpvm__bindOut(one, 0, 0, 0);
	__hpvm__bindOut(two, 0, 1, 0);
}

int main(void)
{
	struct PACKED { long n, m, result[2]; } arguments = {2, 3, {0}};

	RUN(Root, &arguments);
	print_longs(arguments.result, 2);
	return 0;
}
