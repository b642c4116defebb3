//: exit 121
//: stderr tools/tests/graph/stream.h:40:
//: stderr [pop-without-push] (S2)
//: last trap or failed check (exit 121)
//: out 2
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	push(graph, 1);
	printf("%ld\n", pop(graph));
	printf("%ld\n", pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
