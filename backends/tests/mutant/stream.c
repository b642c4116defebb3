/* stream.c -- a stream whose first node executes BODY, for run-mutants.sh; the second node is
 * independent of it.
 *
 * First gets an item and computes `value` from it, which goes to Second over an edge. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 12 };

void First(long item)
{
	__hpvm__hint(CPU_TARGET);
	long value;

	BODY;
	__hpvm__return(1, value);
}

void Second(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, value ^ 5);
}

void Root(long item)
{
	__hpvm__hint(CPU_TARGET);
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);

	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__edge(first, second, 1, 0, 0, 1);
	__hpvm__bindOut(second, 0, 0, 1);
}

int main(void)
{
	struct __attribute__((packed)) { long item; } pushed = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &pushed);
	for (long i = 0; i < ITEMS; i++) {
		long *popped;

		pushed.item = i * i;
		__hpvm__push(graph, &pushed);
		popped = __hpvm__pop(graph);
		printf("%ld%c", *popped, i + 1 < ITEMS ? ' ' : '\n');
		free(popped);
	}
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
