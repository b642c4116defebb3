// H1: `init` and `cleanup` once each, around everything else.
//: positive
//: out 14
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, 2 * n);
}
void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {7, 0};

	RUN(Root, &arguments);
	print_longs(&arguments.result, 1);
	return 0;
}
