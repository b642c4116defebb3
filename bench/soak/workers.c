/* bench/soak/workers.c -- an HPVM program that launches a graph again and again and measures the
 * process that runs it (sample.h): hpvm-run or hpvm-diff, with backends in workers.
 *
 *	workers COUNT [KIB]
 *
 * It has 10^DIGITS leaves, which take turns; a backend that fails is not asked again for the same leaf, and
 * KIB is what a leaf may keep.
 * Exit status 0: all results are right and nothing has grown. Not here: what the backends do
 * (backends/tests/rogue.c), the runs (soak.py). */
#define _GNU_SOURCE 1
#include <hpvm.h>

#include "sample.h"

enum { ELEMENTS = 8 };

/* The graph of leaf N. */
#define GRAPH(N)                                                                                   \
	void Step##N(long *a, size_t a_bytes, long k)                                              \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, a, 1, a);                                                    \
                                                                                                   \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                           \
                                                                                                   \
		a[i] += i * k;                                                                     \
		__hpvm__return(1, a_bytes);                                                        \
	}                                                                                          \
	void Root##N(long *a, size_t a_bytes, long k)                                              \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, a, 1, a);                                                    \
                                                                                                   \
		void *step = __hpvm__createNodeND(1, Step##N, (size_t)ELEMENTS);                   \
                                                                                                   \
		__hpvm__bindIn(step, 0, 0, 0);                                                     \
		__hpvm__bindIn(step, 1, 1, 0);                                                     \
		__hpvm__bindIn(step, 2, 2, 0);                                                     \
		__hpvm__bindOut(step, 0, 0, 0);                                                    \
	}
#define ROOT(N) Root##N,

/* DO of 10^DIGITS numbers. */
#define DO_0(DO, N) DO(N)
#define DO_1(DO, N)                                                                                \
	DO_0(DO, N##0)                                                                             \
	DO_0(DO, N##1)                                                                             \
	DO_0(DO, N##2)                                                                             \
	DO_0(DO, N##3)                                                                             \
	DO_0(DO, N##4) DO_0(DO, N##5) DO_0(DO, N##6) DO_0(DO, N##7) DO_0(DO, N##8) DO_0(DO, N##9)
#define DO_2(DO, N)                                                                                \
	DO_1(DO, N##0)                                                                             \
	DO_1(DO, N##1)                                                                             \
	DO_1(DO, N##2)                                                                             \
	DO_1(DO, N##3)                                                                             \
	DO_1(DO, N##4) DO_1(DO, N##5) DO_1(DO, N##6) DO_1(DO, N##7) DO_1(DO, N##8) DO_1(DO, N##9)
#define DO_3(DO, N)                                                                                \
	DO_2(DO, N##0)                                                                             \
	DO_2(DO, N##1)                                                                             \
	DO_2(DO, N##2)                                                                             \
	DO_2(DO, N##3)                                                                             \
	DO_2(DO, N##4) DO_2(DO, N##5) DO_2(DO, N##6) DO_2(DO, N##7) DO_2(DO, N##8) DO_2(DO, N##9)
#define DO_4(DO, N)                                                                                \
	DO_3(DO, N##0)                                                                             \
	DO_3(DO, N##1)                                                                             \
	DO_3(DO, N##2)                                                                             \
	DO_3(DO, N##3)                                                                             \
	DO_3(DO, N##4) DO_3(DO, N##5) DO_3(DO, N##6) DO_3(DO, N##7) DO_3(DO, N##8) DO_3(DO, N##9)
#define DO_OF(DIGITS, DO)   DO_##DIGITS(DO, 1)
#define DO_EACH(DIGITS, DO) DO_OF(DIGITS, DO)

DO_EACH(DIGITS, GRAPH)

static void (*const roots[])(long *, size_t, long) = {DO_EACH(DIGITS, ROOT)};

/* Return whether the results are right. Arrays of different launches have different places. */
static int launch(long k)
{
	const size_t bytes = ELEMENTS * sizeof(long);
	long *a = calloc(1, bytes + (size_t)(k % 13) * 64);
	void *root;
	int right = 1;
	struct __attribute__((packed)) {
		long *a;
		size_t a_bytes;
		long k;
		size_t result;
	} arguments = {a, bytes, k, 0};

	llvm_hpvm_track_mem(a, bytes);
	root = (void *)roots[(size_t)k % (sizeof(roots) / sizeof(roots[0]))];
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(a, bytes);
	for (long i = 0; i < ELEMENTS; i++)
		right &= a[i] == i * k;
	llvm_hpvm_untrack_mem(a);
	free(a);
	return right && arguments.result == bytes;
}

int main(int argc, char **argv)
{
	const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;

	__hpvm__init();
	soak_begin(count);
	for (long i = 0; i < count; i++) {
		if (!launch(i)) {
			fprintf(stderr, "launch %ld: wrong results\n", i);
			return 2;
		}
		soak_step(i + 1);
	}
	__hpvm__cleanup();
	return soak_end(argc > 2 ? strtol(argv[2], NULL, 10) : 0);
}
