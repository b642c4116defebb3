/* bench/stages.c -- a streaming graph of three nodes that only compute, with ROUNDS_1 to ROUNDS_3
 * rounds. Prints microseconds for an item; on standard error a sum over the results. Argument:
 * number of items. */
#include <stdio.h>
#include <stdlib.h>

#include "hpvm.h"
#include "matmul.h"

enum { WINDOW = 32, WARM_UP = 200 };

#define STAGE(name, rounds)                                                                        \
	void name(long value)                                                                      \
	{                                                                                          \
		unsigned long x = (unsigned long)value;                                            \
                                                                                                   \
		__hpvm__hint(CPU_TARGET);                                                          \
		for (long i = 0; i < (rounds); i++)                                                \
			x = x * 6364136223846793005UL + (x >> 7);                                  \
		__hpvm__return(1, (long)x);                                                        \
	}
STAGE(First, ROUNDS_1)
STAGE(Second, ROUNDS_2)
STAGE(Third, ROUNDS_3)

void Root(long value)
{
	__hpvm__hint(CPU_TARGET);
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);
	void *third = __hpvm__createNodeND(0, Third);

	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__edge(first, second, 1, 0, 0, 1);
	__hpvm__edge(second, third, 1, 0, 0, 1);
	__hpvm__bindOut(third, 0, 0, 1);
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 5000;
	struct __attribute__((packed)) {
		long value;
	} item = {0};
	unsigned long sum = 0;
	double start = 0;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	for (long i = -WARM_UP; i < count + WINDOW; i++) {
		if (i == 0)
			start = bench_seconds();
		if (i < count) {
			item.value = i;
			__hpvm__push(graph, &item);
		}
		if (i >= WINDOW - WARM_UP) {
			long *result = __hpvm__pop(graph);

			sum = sum * 31 + (unsigned long)*result;
			free(result);
		}
	}
	start = bench_seconds() - start;
	__hpvm__wait(graph);
	__hpvm__cleanup();
	fprintf(stderr, "sum %lx\n", sum);
	printf("%.3f\n", start * 1e6 / (double)count);
	return 0;
}
