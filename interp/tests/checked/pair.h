/* pair.h -- First writes elements of TYPE, or with READERS reads them; Second, at the end of a
 * one-to-one edge, reads the element of its own instance, or with WRITTEN changes it. If ODD is
 * defined, the last launch uses the element of the instance ODD further on, which is not ordered.
 * It is the last launch because the first access at a place of the code takes another path in the
 * checker.
 *
 * Instance I has element AT(I). First has far more places than Second, and so larger numbers. */
#ifndef PAIR_H
#define PAIR_H

#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, ELEMENTS = 4 * N };
#ifndef ODD
#define ODD 0
#endif
#ifdef WRITTEN
enum { WRITES = 1 };
#else
enum { WRITES = 0 };
#endif

struct __attribute__((packed)) arguments {
	TYPE *p;
	size_t p_bytes;
	int *q;
	size_t q_bytes, n, odd, result;
};

#define INSTANCE long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode())

void First(TYPE *p, size_t p_bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	INSTANCE;
	volatile int *own = &q[i];

#ifdef READERS
	*own = (int)p[AT(i)];
#else
	p[AT(i)] = (TYPE)(i % 100);
#endif
	*own += 1;
	*own += 2;
	*own += 3;
	*own += 4;
	*own += 5;
	*own += 6;
	*own += 7;
	*own += 8;
	__hpvm__return(1, q_bytes);
}

void Second(TYPE *p, size_t p_bytes, int *q, size_t q_bytes, size_t odd)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	INSTANCE;
	volatile TYPE *all = p;

	for (long k = odd && WRITES; k < 2; k++)
#ifdef WRITTEN
		all[AT(i + k * (long)odd)] += 1;
#else
		q[i] += (int)all[AT(i + k * (long)odd)];
#endif
	__hpvm__return(1, q_bytes);
}

void Root(TYPE *p, size_t p_bytes, int *q, size_t q_bytes, size_t n, size_t odd)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *first = __hpvm__createNodeND(1, First, n), *second = __hpvm__createNodeND(1, Second, n);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(first, 3, 3, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindIn(second, 1, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__edge(first, second, 0, 0, 3, 0);
	__hpvm__bindIn(second, 5, 4, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}

int main(void)
{
	TYPE *p = calloc(ELEMENTS, sizeof(TYPE));
	int *q = calloc(N, sizeof(int));
	struct arguments arguments = {p, ELEMENTS * sizeof(TYPE), q, N * sizeof(int), N - 2, 0, 0};
	double sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(p, ELEMENTS * sizeof(TYPE));
	llvm_hpvm_track_mem(q, N * sizeof(int));
	for (int launch = 0; launch < 3; launch++) {
		arguments.odd = launch == 2 ? ODD : 0;
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	}
	llvm_hpvm_request_mem(p, ELEMENTS * sizeof(TYPE));
	llvm_hpvm_request_mem(q, N * sizeof(int));
	for (int i = 0; i < N; i++)
		sum += (i + 1) * (double)p[AT(i)] + q[i];
	printf("%.0f\n", sum);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	__hpvm__cleanup();
	free(p);
	free(q);
	return 0;
}

#endif
