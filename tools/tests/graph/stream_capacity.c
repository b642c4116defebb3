//: stderr warning: 
//: stderr [stream-capacity] (S4)
//: stderr reference, hpvm-1.0-cpu, hpvm-1.0-gpu: the push succeeds; strict: an error; --sem stream-capacity=3: the push waits for a pop
//: out 200
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	for (long i = 1; i <= 100; i++)
		push(graph, i);
	for (long i = 1; i < 100; i++)
		pop(graph);
	printf("%ld\n", pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
