// G3: The child graph of every internal node is acyclic: paths may part and meet.
//: positive
//: out 10
#include "suite.h"

void Split(long n)
{
	NODE();
	__hpvm__return(2, n, n + 1);
}
void Twice(long n)
{
	NODE();
	__hpvm__return(1, 2 * n);
}
void Sum(long a, long b)
{
	NODE();
	__hpvm__return(1, a + b);
}

void Root(long n)
{
	NODE();
	void *sum = __hpvm__createNodeND(0, Sum);
	void *left = __hpvm__createNodeND(0, Twice);
	void *right = __hpvm__createNodeND(0, Twice);
	void *split = __hpvm__createNodeND(0, Split);

	__hpvm__edge(left, sum, 0, 0, 0, 0);
	__hpvm__edge(right, sum, 0, 0, 1, 0);
	__hpvm__edge(split, left, 0, 0, 0, 0);
	__hpvm__edge(split, right, 0, 1, 0, 0);
	__hpvm__bindIn(split, 0, 0, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	printf("%ld\n", arguments.result);
	return 0;
}
