// H3: Or at the latest at `cleanup` (`graph-never-waited`), so that a missing `wait` shows.
//: negative
//: out -1
//: out 20
//: diagnostic graph-never-waited warning
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
	struct PACKED { long n, result; } arguments = {10, -1};

	__hpvm__init();
	__hpvm__launch(0, Root, &arguments);
	print_longs(&arguments.result, 1);
	__hpvm__cleanup();
	print_longs(&arguments.result, 1);
	return 0;
}
