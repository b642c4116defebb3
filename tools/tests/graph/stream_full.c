//: options --sem stream-capacity=3
//: exit 121
//: stderr [stream-full] (S4)
//: stderr by profile (--sem stream-capacity): all: the push succeeds
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	for (long i = 1; i <= 100; i++)
		push(graph, i);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
