// S1: A graph launched with isStream=1 runs once for each `push`, in push order, and stages overlap.
//: positive
//: needs --schedules 8
//: out 4 11 14 20 22 27 35 46 60 70 83 92
#include "pipe.h"

static long sums[2];

/* Each stage keeps a sum of its own from one execution to the next, and passes on what only its execution knows. */
void Sum(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] += n;
	__hpvm__return(1, p[0]);
}
void Count(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[1]++;
	__hpvm__return(1, n * p[1]);
}
void Both(long sum, long product)
{
	NODE();
	long *own = __hpvm__malloc(sizeof *own);

	*own = sum + product % 7;
	__hpvm__return(1, *own);
}
void Root(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *sum = __hpvm__createNodeND(0, Sum);
	void *count = __hpvm__createNodeND(0, Count);
	void *both = __hpvm__createNodeND(0, Both);

	__hpvm__bindIn(sum, 0, 0, 1);
	__hpvm__bindIn(sum, 1, 1, 0);
	__hpvm__bindIn(sum, 2, 2, 0);
	__hpvm__bindIn(count, 0, 0, 1);
	__hpvm__bindIn(count, 1, 1, 0);
	__hpvm__bindIn(count, 2, 2, 0);
	__hpvm__edge(sum, both, 0, 0, 0, 1);
	__hpvm__edge(count, both, 0, 0, 1, 1);
	__hpvm__bindOut(both, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, *p; size_t bytes; } item = {0, sums, sizeof sums};
	long results[12];
	void *graph;
	int popped = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(sums, sizeof sums);
	graph = __hpvm__launch(1, Root, &item);
	for (item.n = 2; item.n <= 13; item.n++) {
		if (item.n - 2 - popped == 5)
			results[popped++] = pop_long(graph);
		__hpvm__push(graph, &item);
	}
	while (popped < 12)
		results[popped++] = pop_long(graph);
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(sums);
	__hpvm__cleanup();
	print_longs(results, 12);
	return 0;
}
