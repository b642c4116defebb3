/* notes.c -- a stream of many items, values of all sizes: events noted first and written later.
 *
 * Root
 *	Make     a leaf: values of several types, some of them large
 *	Group    internal, one instance
 *		Leaf   of two instances
 *	Wide     a leaf that gets a value of 16 bytes
 *	End      writes beyond its buffer in two executions
 * HANGS: that execution never ends. Argument: a signal that ends host code with items in flight. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "hpvm.h"

#ifndef ITEMS
#define ITEMS 4000
#endif

typedef float four __attribute__((vector_size(16)));

void Make(long k)
{
	__hpvm__hint(CPU_TARGET);
	int small = (int)k;
	double half = (double)k / 2;
	long large = k % 3 ? -k << k % 60 : k;
	four wide = {(float)k, 1, 2, 3};
#ifdef HANGS
	volatile long here = k;

	while (here == HANGS)
		;
#endif
	__hpvm__return(4, small, half, large, wide);
}

void Leaf(int small, long large)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, small + large);
}

void Group(int small, long large)
{
	__hpvm__hint(CPU_TARGET);
	void *leaf = __hpvm__createNodeND(1, Leaf, 2ul);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

void Wide(four wide, double half)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, half + (double)wide[0]);
}

void End(long sum, double half, long *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	out[half == 1500 || half == 4503 ? 1 : 0] = sum;
	__hpvm__return(2, sum, half);
}

void Root(long k, long *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	void *make = __hpvm__createNodeND(0, Make);
	void *group = __hpvm__createNodeND(0, Group);
	void *wide = __hpvm__createNodeND(0, Wide);
	void *end = __hpvm__createNodeND(0, End);

	__hpvm__bindIn(make, 0, 0, 1);
	__hpvm__edge(make, group, 1, 0, 0, 1);
	__hpvm__edge(make, group, 1, 2, 1, 1);
	__hpvm__edge(make, wide, 1, 3, 0, 1);
	__hpvm__edge(make, wide, 1, 1, 1, 1);
	__hpvm__edge(group, end, 1, 0, 0, 1);
	__hpvm__edge(wide, end, 1, 0, 1, 1);
	__hpvm__bindIn(end, 1, 2, 1);
	__hpvm__bindIn(end, 2, 3, 1);
	__hpvm__bindOut(end, 0, 0, 1);
	__hpvm__bindOut(end, 1, 1, 1);
}

int main(int argc, char **argv)
{
	struct __attribute__((packed)) {
		long k;
		long *out;
		size_t bytes;
	} item = {0};
	long *out = malloc(sizeof(*out)), popped = 0;
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(out, sizeof(*out));
	item.out = out;
	item.bytes = sizeof(*out);
	graph = __hpvm__launch(1, Root, &item);
	for (item.k = 0; item.k < ITEMS; item.k++) {
		__hpvm__push(graph, &item);
		if (item.k % 500 > 200)
			continue; /* many are in flight */
		while (popped <= item.k - 2) {
			free(__hpvm__pop(graph));
			popped++;
		}
	}
	if (argc > 1)
		raise(atoi(argv[1]));
	for (; popped < ITEMS; popped++)
		free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	free(out);
	return 0;
}
