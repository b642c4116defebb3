// S1: Inputs whose bind is not streaming keep the value they had at launch.
//: positive
//: out 101 102
#include "pipe.h"

void Add(long n, long base)
{
	NODE();
	__hpvm__return(1, n + base);
}
void Root(long n, long base)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Add);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, base; } arguments = {0, 100};
	long results[2];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &arguments);
	/* What a push says of them is not looked at, nor what becomes of the struct of launch. */
	arguments.base = 7;
	for (long i = 1; i <= 2; i++) {
		arguments.n = i;
		__hpvm__push(graph, &arguments);
	}
	results[0] = pop_long(graph);
	results[1] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 2);
	return 0;
}
