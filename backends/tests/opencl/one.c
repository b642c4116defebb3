/* one.c -- leaves that are connected by one-to-one edges, and leaves that are not. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 4096 };

#define LEAF(name, body)                                                                            \
	void name(int *p, long bytes, long value)                                                   \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                            \
		long n = __hpvm__getNumNodeInstances_x(__hpvm__getNode());                          \
		body;                                                                               \
		__hpvm__return(2, bytes, value + p[i]);                                             \
	}
LEAF(First, p[i] = p[i] * 3 + (int)value)
LEAF(Second, p[i] ^= (int)(i + value % n))
LEAF(Third, p[i] -= (int)(value / 5))

/* Reads what another instance of the first leaf wrote. */
void Last(int *p, long bytes, long value)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long n = __hpvm__getNumNodeInstances_x(__hpvm__getNode());
	p[n - 1 - __hpvm__getNodeInstanceID_x(__hpvm__getNode())] ^= (int)value;
	__hpvm__return(1, bytes);
}

#define EDGES(from, to, all)                                                                        \
	__hpvm__edge(from, to, all, 0, 1, 0);                                                       \
	__hpvm__edge(from, to, all, 1, 2, 0)

/* Each instance gets a separate value from the previous leaf. */
void Chain(int *p, long bytes, long n, long value)
{
	void *first = __hpvm__createNodeND(1, First, n), *second = __hpvm__createNodeND(1, Second, n);
	void *third = __hpvm__createNodeND(1, Third, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 3, 2, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	EDGES(first, second, 0);
	__hpvm__bindIn(third, 0, 0, 0);
	EDGES(second, third, 0);
	__hpvm__bindOut(third, 0, 0, 0);
}

/* The second leaf must see everything that the first has written. */
void All(int *p, long bytes, long n, long value)
{
	void *first = __hpvm__createNodeND(1, First, n), *last = __hpvm__createNodeND(1, Last, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 3, 2, 0);
	__hpvm__bindIn(last, 0, 0, 0);
	__hpvm__edge(first, last, 1, 0, 1, 0);
	__hpvm__bindIn(last, 3, 2, 0);
	__hpvm__bindOut(last, 0, 0, 0);
}

/* No edge connects them. */
void Apart(int *p, long bytes, int *q, long q_bytes, long n, long value)
{
	void *first = __hpvm__createNodeND(1, First, n), *second = __hpvm__createNodeND(1, Second, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 5, 2, 0);
	__hpvm__bindIn(second, 2, 0, 0);
	__hpvm__bindIn(second, 3, 1, 0);
	__hpvm__bindIn(second, 5, 2, 0);
	__hpvm__bindOut(first, 0, 0, 0);
}

static int memory[2][COUNT];

int main(void)
{
	struct __attribute__((packed)) { int *p; long bytes, n, value, out; } args = {
		memory[0], sizeof memory[0], COUNT, 5, 0};
	struct __attribute__((packed)) { int *p; long bytes; int *q; long q_bytes, n, value, out; } apart = {
		memory[0], sizeof memory[0], memory[1], sizeof memory[1], COUNT, 5, 0};
	unsigned sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(memory[0], sizeof memory[0]);
	llvm_hpvm_track_mem(memory[1], sizeof memory[1]);
	for (int i = 0; i < 2 * COUNT; i++)
		memory[0][i] = i;
	for (int i = 0; i < 3; i++, args.value++, args.n -= 1000) {
		__hpvm__wait(__hpvm__launch(0, Chain, &args));
		__hpvm__wait(__hpvm__launch(0, All, &args));
		__hpvm__wait(__hpvm__launch(0, Apart, &apart));
	}
	llvm_hpvm_request_mem(memory[0], sizeof memory[0]);
	llvm_hpvm_request_mem(memory[1], sizeof memory[1]);
	for (int i = 0; i < 2 * COUNT; i++)
		sum = sum * 31 + (unsigned)memory[0][i];
	llvm_hpvm_untrack_mem(memory[0]);
	llvm_hpvm_untrack_mem(memory[1]);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
