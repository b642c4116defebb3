/* backends/tests/streams.c -- a stream with costly nodes: 500 items through a diamond of four
 * nodes, with an input that keeps the value of the launch. Prints a sum over the results, in
 * order. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 20000
#endif

static unsigned long mixed(unsigned long x, long rounds)
{
	for (long i = 0; i < rounds; i++)
		x = x * 6364136223846793005UL + (x >> 7) + 12345;
	return x;
}

/* Its memory is private to the node: executions of one node are in order (S3). */
void Source(long value, long *count, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, count, 1, count);
	count[0] = count[0] * 3 + value;
	__hpvm__return(2, mixed((unsigned long)value, ROUNDS), count[0]);
}

void Left(long value, long factor)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, mixed((unsigned long)(value * factor), ROUNDS / 2));
}

void Right(long count)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, (float)(mixed((unsigned long)count, ROUNDS / 2) % 1000) / 8);
}

void Sink(long left, float right, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(2, left + (long)(right * 8), right);
}

void Root(long value, long *count, size_t bytes, long factor)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, count, 1, count);
	void *source = __hpvm__createNodeND(0, Source), *left = __hpvm__createNodeND(0, Left);
	void *right = __hpvm__createNodeND(0, Right), *sink = __hpvm__createNodeND(0, Sink);

	__hpvm__bindIn(source, 0, 0, 1);
	__hpvm__bindIn(source, 1, 1, 1), __hpvm__bindIn(source, 2, 2, 1);
	__hpvm__edge(source, left, 1, 0, 0, 1), __hpvm__bindIn(left, 3, 1, 0);
	__hpvm__edge(source, right, 1, 1, 0, 1);
	__hpvm__edge(left, sink, 1, 0, 0, 1), __hpvm__edge(right, sink, 1, 0, 1, 1);
	__hpvm__bindIn(sink, 0, 2, 1);
	__hpvm__bindOut(sink, 0, 0, 1), __hpvm__bindOut(sink, 1, 1, 1);
}

struct __attribute__((packed)) item {
	long value, *count;
	size_t bytes;
	long factor;
};
struct result {
	long value;
	double right;
};

int main(int argc, char **argv)
{
	static long count[4];
	long items = 500, window = argc > 1 ? atol(argv[1]) : 20;
	struct item item = {7, count, sizeof count, 11};
	unsigned long sum = 0;
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(count, sizeof count);
	graph = __hpvm__launch(1, (void *)Root, &item);
	for (long i = 0; i < items + window; i++) {
		if (i < items) {
			item.value = i;
			item.factor = i; /* has no effect */
			__hpvm__push(graph, &item);
		}
		if (i >= window) {
			struct result *result = __hpvm__pop(graph);

			sum = sum * 31 + (unsigned long)(result->value * 3 + (long)(result->right * 8));
			free(result);
		}
#ifdef LEAVES
		if (i == 300)
			exit(printf("left\n") == 5 ? 3 : 4);
#endif
	}
	for (long i = 0; i < 100; i++) { /* they are never popped */
		item.value = i;
		__hpvm__push(graph, &item);
	}
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(count);
	__hpvm__cleanup();
	printf("%lx, %lx\n", sum, (unsigned long)count[0]);
	return 0;
}
