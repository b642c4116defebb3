//: out 12
//: stderr warning: an edge from 'Chain/Twice' to 'Chain/Twice#2' is not streaming, but the graph is launched as a stream [edge-not-streaming] (S1)
//: stderr help: set the last argument of __hpvm__edge to 1
#include "stream.h"

void Chain(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	void *first = __hpvm__createNodeND(0, Twice), *second = __hpvm__createNodeND(0, Twice);

	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__bindOut(second, 0, 0, 1);
}

int main(void)
{
	struct item item = {3};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Chain, &item);
	push(graph, 3);
	printf("%ld\n", pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
