/* beside.h -- two leaves that are not ordered read the same elements of TYPE; then a third writes
 * some of them: ordered after the first only or, with CLEAN, after both.
 *
 * Leaf reads backwards, and Last writes a row; with ROWS it is the other way round; with SCATTERED
 * Last writes scattered elements. With PLAIN every element has one reader in each leaf, so that
 * batches report the same readers.
 *
 * All launches, or executions of a stream (STREAM), use BUFFERS buffers in turn; at most IN_FLIGHT
 * executions are in flight. Reads by leaves of a stream are recorded, whichever leaf writes
 * later. */
#ifndef BESIDE_H
#define BESIDE_H

#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1200, TIMES = 6 };
#ifndef BUFFERS
#define BUFFERS TIMES
#endif
#ifndef IN_FLIGHT
#define IN_FLIGHT 2
#endif
#ifdef STREAM
enum { STREAMING = 1 };
#else
enum { STREAMING = 0 };
#endif

struct __attribute__((packed)) arguments {
	TYPE *p;
	size_t p_bytes;
	TYPE *q;
	size_t q_bytes;
	TYPE *r;
	size_t r_bytes, n, result;
};

/* Elements that Leaf reads and Last writes. The first access at a place of the code takes another
 * path in the checker, so the elements of both leaves' first instances do not race. */
#ifdef ROWS
#define LEAF_READS  (i + 50)
#define LAST_WRITES (1100 - i)
#elif defined SCATTERED
#define LEAF_READS  (N - 1 - i)
#define LAST_WRITES (100 + i * 7 % (N / 2))
#else
#define LEAF_READS  (N - 1 - i)
#define LAST_WRITES (100 + i)
#endif
#define INSTANCE long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode())

static long nearest(long i)
{
	return i < 0 ? 0 : i >= N ? N - 1 : i;
}

void Fill(TYPE *p, size_t p_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	INSTANCE;

	p[i] = (TYPE)(i + 1);
	__hpvm__return(2, p_bytes, p_bytes);
}
void First(TYPE *p, size_t p_bytes, TYPE *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	INSTANCE;

#ifdef PLAIN
	q[i] = p[i];
#else
	q[i] = p[nearest(i - 1)] + p[i] + p[nearest(i + 1)];
#endif
	__hpvm__return(1, p_bytes);
}
void Leaf(TYPE *p, size_t p_bytes, TYPE *r, size_t r_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, r);
	INSTANCE;

#ifdef PLAIN
	r[i] = p[i];
#else
	r[i] = p[LEAF_READS];
#endif
	__hpvm__return(1, r_bytes);
}
void Last(TYPE *p, size_t p_bytes, size_t r_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	INSTANCE;

	p[LAST_WRITES] = 2;
	__hpvm__return(1, r_bytes);
}

void Root(TYPE *p, size_t p_bytes, TYPE *q, size_t q_bytes, TYPE *r, size_t r_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 3, p, q, r);
	void *fill = __hpvm__createNodeND(1, Fill, n), *first = __hpvm__createNodeND(1, First, n);
	void *leaf = __hpvm__createNodeND(1, Leaf, n - 200),
	     *last = __hpvm__createNodeND(1, Last, n / 2);

	__hpvm__bindIn(fill, 0, 0, STREAMING);
	__hpvm__bindIn(fill, 1, 1, STREAMING);
	__hpvm__bindIn(first, 0, 0, STREAMING);
	__hpvm__edge(fill, first, 1, 0, 1, STREAMING);
	__hpvm__bindIn(first, 2, 2, STREAMING);
	__hpvm__bindIn(first, 3, 3, STREAMING);
	__hpvm__bindIn(leaf, 0, 0, STREAMING);
	__hpvm__edge(fill, leaf, 1, 1, 1, STREAMING);
	__hpvm__bindIn(leaf, 4, 2, STREAMING);
	__hpvm__bindIn(leaf, 5, 3, STREAMING);
	__hpvm__bindIn(last, 0, 0, STREAMING);
	__hpvm__edge(first, last, 1, 0, 1, STREAMING);
#ifdef CLEAN
	__hpvm__edge(leaf, last, 1, 0, 2, STREAMING);
#else
	__hpvm__bindIn(last, 5, 2, STREAMING);
#endif
	__hpvm__bindOut(last, 0, 0, STREAMING);
}

static TYPE *p[BUFFERS], *q[BUFFERS], *r[BUFFERS];

static struct arguments arguments_of(int i)
{
	const size_t bytes = N * sizeof(TYPE);

	return (struct arguments){p[i], bytes, q[i], bytes, r[i], bytes, N, 0};
}

static void run_all(void)
{
	void *graph = NULL;

	for (int time = 0; time < TIMES; time++) {
		struct arguments arguments = arguments_of(time % BUFFERS);

		if (!STREAMING) {
			__hpvm__wait(__hpvm__launch(0, Root, &arguments));
			continue;
		}
		if (!graph)
			graph = __hpvm__launch(1, Root, &arguments);
		__hpvm__push(graph, &arguments);
		if (time + 1 >= IN_FLIGHT)
			free(__hpvm__pop(graph));
	}
	if (!STREAMING)
		return;
	for (int left = 1; left < IN_FLIGHT; left++)
		free(__hpvm__pop(graph));
	__hpvm__wait(graph);
}

int main(void)
{
	double sum = 0;

	__hpvm__init();
	for (int i = 0; i < BUFFERS; i++) {
		p[i] = calloc(N, sizeof(TYPE)), q[i] = calloc(N, sizeof(TYPE));
		r[i] = calloc(N, sizeof(TYPE));
		llvm_hpvm_track_mem(p[i], N * sizeof(TYPE));
		llvm_hpvm_track_mem(q[i], N * sizeof(TYPE));
		llvm_hpvm_track_mem(r[i], N * sizeof(TYPE));
	}
	run_all();
	for (int i = 0; i < BUFFERS; i++) {
		llvm_hpvm_request_mem(p[i], N * sizeof(TYPE));
		llvm_hpvm_request_mem(q[i], N * sizeof(TYPE));
		llvm_hpvm_request_mem(r[i], N * sizeof(TYPE));
		for (int k = 0; k < N; k++)
			sum += (k + 1) * (double)p[i][k] + (k % 7) * (double)q[i][k] + r[i][k];
		llvm_hpvm_untrack_mem(p[i]);
		llvm_hpvm_untrack_mem(q[i]);
		llvm_hpvm_untrack_mem(r[i]);
	}
	printf("%.0f\n", sum);
	__hpvm__cleanup();
	return 0;
}

#endif
