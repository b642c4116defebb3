/* tasks.c -- two independent leaves, one that depends on both, and one that only reads what the
 * first has written. */
#include <hpvm.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 200
#endif
enum { COUNT = 3000 };

#define I __hpvm__getNodeInstanceID_x(__hpvm__getNode())

void Left(int *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (int k = 0; k < ROUNDS; k++)
		p[I] = p[I] * 3 + k;
	__hpvm__return(1, bytes);
}

void Right(int *q, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, q, 1, q);
	for (int k = 0; k < ROUNDS; k++)
		q[I] = q[I] * 5 - k;
	__hpvm__return(1, bytes);
}

void Both(const int *p, long bytes, int *q, long q_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, q, 1, q);
	q[I] ^= p[COUNT - 1 - I];
	__hpvm__return(1, q_bytes);
}

void Reader(const int *p, long bytes, int *r, long r_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, r, 1, r);
	r[I] += p[(I + 1) % COUNT];
	__hpvm__return(1, r_bytes);
}

void Root(int *p, long bytes, int *q, long q_bytes, int *r, long r_bytes, long n)
{
	void *left = __hpvm__createNodeND(1, Left, n), *right = __hpvm__createNodeND(1, Right, n);
	void *both = __hpvm__createNodeND(1, Both, n), *reader = __hpvm__createNodeND(1, Reader, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(3, p, q, r, 3, p, q, r);
	__hpvm__bindIn(left, 0, 0, 0);
	__hpvm__bindIn(left, 1, 1, 0);
	__hpvm__bindIn(right, 2, 0, 0);
	__hpvm__bindIn(right, 3, 1, 0);
	__hpvm__bindIn(both, 0, 0, 0);
	__hpvm__edge(left, both, 1, 0, 1, 0);
	__hpvm__bindIn(both, 2, 2, 0);
	__hpvm__edge(right, both, 1, 0, 3, 0);
	__hpvm__bindIn(reader, 0, 0, 0);
	__hpvm__edge(left, reader, 1, 0, 1, 0);
	__hpvm__bindIn(reader, 4, 2, 0);
	__hpvm__bindIn(reader, 5, 3, 0);
	__hpvm__bindOut(both, 0, 0, 0);
}

static int memory[3][COUNT];

int main(void)
{
	struct __attribute__((packed)) { int *p; long bytes; int *q; long q_bytes; int *r; long r_bytes, n, out; } args = {
		memory[0], sizeof memory[0], memory[1], sizeof memory[1], memory[2], sizeof memory[2], COUNT, 0};
	unsigned sum = 0;

	__hpvm__init();
	for (int i = 0; i < 3; i++)
		llvm_hpvm_track_mem(memory[i], sizeof memory[i]);
	for (int i = 0; i < 3 * COUNT; i++)
		memory[0][i] = i;
	for (int i = 0; i < 3; i++)
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	for (int i = 0; i < 3; i++) {
		llvm_hpvm_request_mem(memory[i], sizeof memory[i]);
		llvm_hpvm_untrack_mem(memory[i]);
	}
	for (int i = 0; i < 3 * COUNT; i++)
		sum = sum * 31 + (unsigned)memory[0][i];
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
