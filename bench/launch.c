/* bench/launch.c -- the cost of one launch of a graph with one node, including wait. Prints
 * nanoseconds for one launch. Argument: number of launches. */
#include <stdio.h>
#include <stdlib.h>

#include "hpvm.h"
#include "matmul.h"

void Leaf(int *data, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, data, 1, data);
	data[0]++;
	__hpvm__return(1, bytes);
}

void Root(int *data, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, data, 1, data);
	void *leaf = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 200000;
	int data[4] = {0};
	double start, seconds;
	struct __attribute__((packed)) {
		int *data;
		size_t bytes, result;
	} arguments = {data, sizeof(data), 0};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof(data));
	start = bench_seconds();
	for (long i = 0; i < count; i++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	seconds = bench_seconds() - start;
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%.1f\n", seconds * 1e9 / (double)count);
	return data[0] != count;
}
