// H1: `cleanup` around everything else: a wait after it is `runtime-order`.
//: negative
//: exit trap
//: diagnostic runtime-order error
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
	struct PACKED { long n, result; } arguments = {7, 0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(0, Root, &arguments);
	__hpvm__cleanup();
	__hpvm__wait(graph);
	return 0;
}
