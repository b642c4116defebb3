// S3: Execution k of a node comes before execution k+1 of the same node.
//: positive
//: out 1 3 6
#include "pipe.h"

static long sum[1];

/* Keeps its own sum from one execution to the next. */
void Sum(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] += n;
	__hpvm__return(1, p[0]);
}
void Root(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Sum);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, *p; size_t bytes; } item = {0, sum, sizeof sum};
	long results[3];
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(sum, sizeof sum);
	graph = __hpvm__launch(1, Root, &item);
	for (item.n = 1; item.n <= 3; item.n++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < 3; i++)
		results[i] = pop_long(graph);
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(sum);
	__hpvm__cleanup();
	print_longs(results, 3);
	return 0;
}
