// H2: The same for push and for what `pop` returns.
//: negative
//: diagnostic launch-layout warning
#include "suite.h"

void Leaf(int k)
{
	NODE();
	float half = k / 2.0f;

	__hpvm__return(1, half);
}
void Root(int k)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	struct PACKED { int k; } arguments = {3};
	struct PACKED { float half; } *result;
	volatile float read;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &arguments);
	__hpvm__push(graph, &arguments);
	result = __hpvm__pop(graph);
	read = result->half;
	free(result);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	(void)read;
	return 0;
}
