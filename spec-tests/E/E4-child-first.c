// E4: `__hpvm__bindOut(N, oc, op, isStream)`: child output first.
//: positive
//: out 30 10 20
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(3, 10 * n, 20 * n, 30 * n);
}

void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 2, 0, 0);
	__hpvm__bindOut(node, 0, 1, 0);
	__hpvm__bindOut(node, 1, 2, 0);
}

int main(void)
{
	struct PACKED { long n, result[3]; } arguments = {1, {0}};

	RUN(Root, &arguments);
	print_longs(arguments.result, 3);
	return 0;
}
