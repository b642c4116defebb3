// H3: The golden model runs the graph at `wait`, once: then its handle names nothing.
//: negative
//: exit trap
//: diagnostic bad-graph-handle error
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
	__hpvm__wait(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
