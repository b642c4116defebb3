/* checked.h -- shared by these programs: a root with one leaf of N instances, and host code. */
#ifndef CHECKED_H
#define CHECKED_H

#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 600 };

struct __attribute__((packed)) arguments {
	int *p;
	size_t p_bytes;
	int *q;
	size_t q_bytes, n;
};

#define INSTANCE long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode())

/* Loops over K = 0, in which everything is correct, and K = 1. Compilers cannot know it, and both
 * have the same code places. */
#define TWICE(k) for (int k = 0; k < (int)(q_bytes / p_bytes) + 1; k++)

/* Attributes of root and leaf. */
#ifndef ATTRIBUTES
#define ATTRIBUTES __hpvm__attributes(2, p, q, 2, p, q)
#endif

#define LEAF                                                                                       \
	__hpvm__hint(CPU_TARGET);                                                                  \
	ATTRIBUTES

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes);

void Root(int *p, size_t p_bytes, int *q, size_t q_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	ATTRIBUTES;
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}

/* p is 0, 1, 2 ..., q is uninitialised. Launches twice and prints a sum of the results. */
int main(void)
{
	int *p = malloc(N * sizeof(int)), *q = malloc(N * sizeof(int));
	struct arguments arguments = {p, N * sizeof(int), q, N * sizeof(int), N};
	unsigned sum = 0;

	for (int i = 0; i < N; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, N * sizeof(int));
	llvm_hpvm_track_mem(q, N * sizeof(int));
	for (int launch = 0; launch < 2; launch++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, N * sizeof(int));
	llvm_hpvm_request_mem(q, N * sizeof(int));
	for (int i = 0; i < N; i++)
		sum = sum * 31 + (unsigned)p[i] + 7 * (unsigned)q[i];
	printf("%u %d %d\n", sum, p[N - 1], q[N - 1]);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	__hpvm__cleanup();
	free(p);
	free(q);
	return 0;
}

#endif
