// S5: `wait` ends a streaming graph; what was pushed has run, and another stream of the same root may begin.
//: positive
//: out 3 4
#include "pipe.h"

static long seen[1];

void Count(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] += n;
	__hpvm__return(1, n);
}
void Root(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Count);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, *p; size_t bytes; } item = {1, seen, sizeof seen};
	long results[2];
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(seen, sizeof seen);
	graph = __hpvm__launch(1, Root, &item);
	for (int i = 0; i < 3; i++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < 3; i++)
		pop_long(graph);
	__hpvm__wait(graph);
	results[0] = seen[0];
	graph = __hpvm__launch(1, Root, &item);
	__hpvm__push(graph, &item);
	pop_long(graph);
	__hpvm__wait(graph);
	results[1] = seen[0];
	llvm_hpvm_untrack_mem(seen);
	__hpvm__cleanup();
	print_longs(results, 2);
	return 0;
}
