/* bench/launches.c -- the cost of launching nodes that do almost nothing: a graph of 1 or of 16
 * nodes in sequence, with 32 instances each. Arguments: 1 or 16; how often the graph is launched
 * and waited for. Prints the microseconds of a graph and of a node: the mean of all, and of the
 * fastest tenth.
 * Exit status 1: a node did not run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpvm.h"
#include "matmul.h"
#include "times.h"

/* whole pages stay on a device between launches */
enum { INSTANCES = 32, NODES = 16, PAGE = 4096 };

/* Each node has an input from the previous one, so that they are not one kernel; all instances
 * return the same. */
void Leaf(int *data, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, data, 1, data);
	data[__hpvm__getNodeInstanceID_x(__hpvm__getNode())]++;
	__hpvm__return(1, bytes);
}

#define FIRST(name)                                                                                \
	void *name = __hpvm__createNodeND(1, Leaf, (size_t)INSTANCES);                             \
	__hpvm__bindIn(name, 0, 0, 0);
#define NEXT(before, name)                                                                         \
	FIRST(name)                                                                                \
	__hpvm__edge(before, name, 1, 0, 1, 0);

void One(int *data, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, data, 1, data);
	FIRST(a)
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindOut(a, 0, 0, 0);
}

void Many(int *data, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, data, 1, data);
	FIRST(a)
	__hpvm__bindIn(a, 1, 1, 0);
	/* clang-format off */
	NEXT(a, b) NEXT(b, c) NEXT(c, d) NEXT(d, e) NEXT(e, f) NEXT(f, g) NEXT(g, h) NEXT(h, i)
	NEXT(i, j) NEXT(j, k) NEXT(k, l) NEXT(l, m) NEXT(m, n) NEXT(n, o) NEXT(o, p)
		/* clang-format on */
		__hpvm__bindOut(p, 0, 0, 0);
}

int main(int argc, char **argv)
{
	int nodes = argc > 1 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 1000,
	    warm = 200;
	int *data = memset(aligned_alloc(PAGE, PAGE), 0, PAGE);
	double *took = malloc((size_t)count * sizeof(double));
	bench_times found;
	struct __attribute__((packed)) {
		int *data;
		size_t bytes, result;
	} arguments = {data, PAGE, 0};

	if (count < 10 || (nodes != 1 && nodes != NODES))
		return 2;
	__hpvm__init();
	llvm_hpvm_track_mem(data, PAGE);
	for (int i = -warm; i < count; i++) {
		double begun = bench_seconds();

		__hpvm__wait(
			__hpvm__launch(0, nodes == 1 ? (void *)One : (void *)Many, &arguments));
		if (i >= 0)
			took[i] = (bench_seconds() - begun) * 1e6;
	}
	llvm_hpvm_request_mem(data, PAGE);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	found = bench_summary(took, count);
	printf("%.2f (best tenth %.2f), of a node %.2f (%.2f)\n", found.all, found.best,
	       found.all / nodes, found.best / nodes);
	for (int i = 0; i < INSTANCES; i++)
		if (data[i] != nodes * (count + warm))
			return 1;
	return 0;
}
