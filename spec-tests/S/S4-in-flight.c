// S4: The run reports how many pushes were in flight at most.
//: positive
//: options --stats
//: out 2 3
//: stderr at most 2 in flight
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
	long launched = 0, results[2];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 1);
	push_long(graph, 2);
	results[0] = pop_long(graph);
	results[1] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 2);
	return 0;
}
