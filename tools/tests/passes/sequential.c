/* sequential.c -- leaves whose grids become loops, and others that stay grids. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 6, COUNT = 600 };

#define X __hpvm__getNodeInstanceID_x(__hpvm__getNode())
#define Y __hpvm__getNodeInstanceID_y(__hpvm__getNode())
#define Z __hpvm__getNodeInstanceID_z(__hpvm__getNode())

/* Makes every query, about itself and its parent; has a return in the middle and a variable; the
 * value of the last instance counts. */
void Ask(int *p, size_t bytes, int by)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *self = __hpvm__getNode(), *above = __hpvm__getParentNode(self);
	long x = __hpvm__getNodeInstanceID_x(self), y = __hpvm__getNodeInstanceID_y(self), z = Z;
	long nx = __hpvm__getNumNodeInstances_x(self), ny = __hpvm__getNumNodeInstances_y(self);
	long nz = __hpvm__getNumNodeInstances_z(self), group = __hpvm__getNodeInstanceID_x(above);
	int own[3] = {(int)x, (int)y, (int)z}, sum = 0;

	for (int i = 0; i < 3; i++)
		sum = sum * 10 + own[i];
	p[((group * nx + x) * ny + y) * nz + z] += sum * by + (int)__hpvm__getNumDims(self);
	if ((x + y + z) % 2)
		__hpvm__return(3, bytes, by, sum);
	else
		__hpvm__return(3, bytes, by, -sum);
}

/* For the processor: sequentialise leaves it unchanged. Its sum depends on the order of
 * instances. */
void Sum(int *p, size_t bytes, int by, int last)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = X;

	p[COUNT + 1] += __hpvm__atomic_add(&p[COUNT], last + by + (int)i);
	__hpvm__return(1, bytes);
}

/* One-to-one, but all instances receive and return the same. */
void Next(int *p, size_t bytes, int by)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[(X * __hpvm__getNumNodeInstances_y(__hpvm__getNode()) + Y) % COUNT] -= by;
	__hpvm__return(2, bytes, by);
}

/* Computed extents: from one input, from another, and a constant. */
void Group(int *p, size_t bytes, size_t n, int by)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *ask = __hpvm__createNodeND(3, Ask, n / 2 + 1, (size_t)5, n);
	void *sum = __hpvm__createNodeND(1, Sum, n);
	void *next = __hpvm__createNodeND(2, Next, n, n + 1), *again = __hpvm__createNodeND(2, Next, n, n + 1);

	__hpvm__bindIn(ask, 0, 0, 0);
	__hpvm__bindIn(ask, 1, 1, 0);
	__hpvm__bindIn(ask, 3, 2, 0);
	__hpvm__bindIn(sum, 0, 0, 0);
	__hpvm__edge(ask, sum, 1, 0, 1, 0);
	__hpvm__edge(ask, sum, 1, 1, 2, 0);
	__hpvm__edge(ask, sum, 1, 2, 3, 0);
	__hpvm__bindIn(next, 0, 0, 0);
	__hpvm__bindIn(next, 3, 2, 0);
	__hpvm__edge(sum, next, 1, 0, 1, 0);
	__hpvm__bindIn(again, 0, 0, 0);
	__hpvm__edge(next, again, 0, 0, 1, 0);
	__hpvm__edge(next, again, 0, 1, 2, 0);
	__hpvm__bindOut(again, 0, 0, 0);
	__hpvm__bindOut(ask, 2, 1, 0);
}

void Root(int *p, size_t bytes, size_t n, int by)
{
	void *group = __hpvm__createNodeND(1, Group, (size_t)3);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 2, 2, 0);
	__hpvm__bindIn(group, 3, 3, 0);
	__hpvm__bindOut(group, 0, 0, 0);
	__hpvm__bindOut(group, 1, 1, 0);
}

/* These stay grids: a barrier; different values for instances; code after a return. */
void Meet(int *p, size_t bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = X;

	p[i] = (int)i;
	__hpvm__barrier();
	int other = p[ROWS - 1 - i];
	__hpvm__barrier();
	p[i] += other;
	__hpvm__return(2, bytes, (int)i * 7);
}

void Own(int *p, size_t bytes, int value)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[X] += value;
	__hpvm__return(1, bytes);
}

void Late(int *p, size_t bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, bytes);
	p[X]++;
}

void Stays(int *p, size_t bytes)
{
	void *meet = __hpvm__createNodeND(1, Meet, (size_t)ROWS), *own = __hpvm__createNodeND(1, Own, (size_t)ROWS);
	void *late = __hpvm__createNodeND(1, Late, (size_t)ROWS);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(meet, 0, 0, 0);
	__hpvm__bindIn(meet, 1, 1, 0);
	__hpvm__bindIn(own, 0, 0, 0);
	__hpvm__edge(meet, own, 0, 0, 1, 0);
	__hpvm__edge(meet, own, 0, 1, 2, 0);
	__hpvm__bindIn(late, 0, 0, 0);
	__hpvm__edge(own, late, 1, 0, 1, 0);
	__hpvm__bindOut(late, 0, 0, 0);
}

/* A stream: the extent comes with each push, although no input is bound to it. */
void Count(int *p, size_t bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[Z + X]++;
	__hpvm__return(1, bytes);
}

void Stream(int *p, size_t bytes, size_t n)
{
	void *count = __hpvm__createNodeND(3, Count, n, (size_t)1, (size_t)2);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(count, 0, 0, 1);
	__hpvm__bindIn(count, 1, 1, 1);
	__hpvm__bindOut(count, 0, 0, 1);
}

static int memory[COUNT + 2];

static void print(void)
{
	unsigned sum = 0;

	llvm_hpvm_request_mem(memory, sizeof memory);
	for (int i = 0; i < COUNT + 2; i++)
		sum = sum * 31 + (unsigned)memory[i];
	printf("%u\n", sum);
}

int main(void)
{
	struct __attribute__((packed)) { int *p; size_t bytes, n; int by; size_t out; int last; } root = {
		memory, sizeof memory, 4, 3, 0, 0};
	struct __attribute__((packed)) { int *p; size_t bytes, out; } stays = {memory, sizeof memory, 0};
	struct __attribute__((packed)) { int *p; size_t bytes, n; } push = {memory, sizeof memory, 1};
	void *stream;

	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof memory);
	for (; root.n <= 6; root.n++) {
		__hpvm__wait(__hpvm__launch(0, Root, &root));
		printf("%zu %d ", root.out, root.last);
		print();
	}
	__hpvm__wait(__hpvm__launch(0, Stays, &stays));
	print();
	stream = __hpvm__launch(1, Stream, &push);
	for (; push.n < 5; push.n++) {
		__hpvm__push(stream, &push);
		free(__hpvm__pop(stream));
	}
	__hpvm__wait(stream);
	print();
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	return 0;
}
