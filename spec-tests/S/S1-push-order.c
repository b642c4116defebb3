// S1: A graph launched with isStream=1 runs once for each `push`, in push order.
//: positive
//: out 12 14 16 18 20
#include "pipe.h"

void Increment(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Twice(long n)
{
	NODE();
	__hpvm__return(1, 2 * n);
}
PIPELINE(Increment, Twice)

int main(void)
{
	long launched = 0, results[5];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 5);
	push_long(graph, 6);
	results[0] = pop_long(graph);
	push_long(graph, 7);
	results[1] = pop_long(graph);
	results[2] = pop_long(graph);
	push_long(graph, 8);
	results[3] = pop_long(graph);
	push_long(graph, 9);
	results[4] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 5);
	return 0;
}
