//: exit 121
//: stderr tools/tests/graph/stream.h:35:
//: stderr [push-after-wait] (S5)
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	__hpvm__wait(graph);
	push(graph, 1);
	__hpvm__cleanup();
	return 0;
}
