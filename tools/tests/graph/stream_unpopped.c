//: stderr warning: 
//: stderr [stream-unpopped] (S5)
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	push(graph, 1);
	push(graph, 2);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
