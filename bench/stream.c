/* bench/stream.c -- items a second through a streaming graph of three nodes.
 * Prints items a second of wall time, of processor time, and of this thread's time. Argument:
 * number of items. With BENCH_EACH, this thread's nanoseconds for each EACH items follow, one in
 * each line.
 * WORK: rounds of arithmetic in each node, so that items take longer. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hpvm.h"
#include "matmul.h"

#ifdef BENCH_EACH
enum { EACH = 3000 };
#else
enum { EACH = 0 };
#endif

#ifndef WORK
#define WORK 0
#endif

/* Return VALUE after WORK rounds that do not change it. */
static inline long work(long value)
{
#if WORK
	volatile long kept = value;

	for (int i = 0; i < WORK; i++)
		kept = kept ^ i;
	for (int i = 0; i < WORK; i++)
		kept = kept ^ i;
	return kept;
#else
	return value;
#endif
}

void Add(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, work(value) + 1);
}

void Double(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, work(value) * 2);
}

void Minus(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, work(value) - 3);
}

void Root(long value)
{
	__hpvm__hint(CPU_TARGET);
	void *add = __hpvm__createNodeND(0, Add);
	void *twice = __hpvm__createNodeND(0, Double);
	void *minus = __hpvm__createNodeND(0, Minus);

	__hpvm__bindIn(add, 0, 0, 1);
	__hpvm__edge(add, twice, 1, 0, 0, 1);
	__hpvm__edge(twice, minus, 1, 0, 0, 1);
	__hpvm__bindOut(minus, 0, 0, 1);
}

static double own_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 500000, popped = 0, wrong = 0;
	struct __attribute__((packed)) {
		long value;
	} item = {0};
	double start, seconds, own, *each = NULL;
	clock_t began;
	void *graph;

	__hpvm__init();
	if (EACH)
		each = calloc((size_t)(count / EACH + 1), sizeof(double));
	graph = __hpvm__launch(1, Root, &item);
	began = clock();
	own = own_seconds();
	start = bench_seconds();
	for (long i = 0; i < count + 2; i++) {
		if (EACH && i % EACH == 0 && i <= count)
			each[i / EACH] = own_seconds();
		if (i < count) {
			item.value = i;
			__hpvm__push(graph, &item);
		}
		if (i >= 2) { /* three stages: keep three items in flight */
			long *result = __hpvm__pop(graph);

			wrong += *result != 2 * (popped + 1) - 3;
			popped++;
			free(result);
		}
	}
	seconds = bench_seconds() - start;
	own = own_seconds() - own;
	began = clock() - began;
	__hpvm__wait(graph);
	__hpvm__cleanup();
	printf("%.0f %.0f %.0f\n", (double)count / seconds,
	       (double)count / ((double)began / (double)CLOCKS_PER_SEC), (double)count / own);
	for (long i = 0; EACH && i < count / EACH; i++)
		printf("%.0f\n", (each[i + 1] - each[i]) * 1e9);
	free(each);
	return wrong != 0;
}
