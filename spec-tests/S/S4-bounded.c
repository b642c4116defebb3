// S4: `push` blocks while the pipeline is full, `pop` while the next result is not ready: a capacity that is kept changes nothing.
//: positive
//: options --sem stream-capacity=2
//: out 2 3 4 5
#include "pipe.h"

void Increment(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Same(long n)
{
	NODE();
	__hpvm__return(1, n);
}
PIPELINE(Increment, Same)

int main(void)
{
	long launched = 0, results[4];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 1);
	for (long i = 0; i < 3; i++) {
		push_long(graph, i + 2);
		results[i] = pop_long(graph);
	}
	results[3] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 4);
	return 0;
}
