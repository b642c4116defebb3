/* places.c -- pointers that do not point to the beginnings of buffers, and extents that no group
 * size divides.
 *
 * Second gets parts of the memory that First has left on the device: one that is aligned, and one
 * that is not. Third gets two that overlap. */
#include <hpvm.h>
#include <stdio.h>

enum { HEIGHT = 13, WIDTH = 331, COUNT = HEIGHT * WIDTH, PART = 1021, ALIGNED = 1024, ODD = 2051 };

void First(int *all, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, all, 1, all);
	void *node = __hpvm__getNode();
	long y = __hpvm__getNodeInstanceID_x(node), x = __hpvm__getNodeInstanceID_y(node);

	all[y * __hpvm__getNumNodeInstances_y(node) + x] ^= (int)(y * 7 + x);
	__hpvm__return(1, bytes);
}

void Second(int *part, long bytes, int *other, long other_bytes, long order)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, part, other, 1, part);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	part[i] = part[i] * 3 + other[i] + (int)order;
	__hpvm__return(1, bytes);
}

void Third(int *part, long bytes, int *other, long other_bytes, long order)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, part, other, 1, part);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	part[2 * i] -= other[2 * i] + (int)order;
	__hpvm__return(1, bytes);
}

void Root(int *all, long bytes, int *aligned, long aligned_bytes, int *odd, long odd_bytes, int *next, long next_bytes)
{
	void *first = __hpvm__createNodeND(2, First, (long)HEIGHT, (long)WIDTH);
	void *second = __hpvm__createNodeND(1, Second, (long)PART);
	void *third = __hpvm__createNodeND(1, Third, (long)PART / 2);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(4, all, aligned, odd, next, 4, all, aligned, odd, next);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 2, 0, 0);
	__hpvm__bindIn(second, 3, 1, 0);
	__hpvm__bindIn(second, 4, 2, 0);
	__hpvm__bindIn(second, 5, 3, 0);
	__hpvm__edge(first, second, 1, 0, 4, 0);
	__hpvm__bindIn(third, 4, 0, 0);
	__hpvm__bindIn(third, 5, 1, 0);
	__hpvm__bindIn(third, 6, 2, 0);
	__hpvm__bindIn(third, 7, 3, 0);
	__hpvm__edge(second, third, 1, 0, 4, 0);
	__hpvm__bindOut(third, 0, 0, 0);
}

int main(void)
{
	static int memory[COUNT];
	struct __attribute__((packed)) {
		int *all;
		long bytes;
		int *aligned;
		long aligned_bytes;
		int *odd;
		long odd_bytes;
		int *next;
		long next_bytes, out;
	} args = {memory, sizeof memory, memory + ALIGNED, PART * 4, memory + ODD, PART * 4, memory + ODD + 1, PART * 4, 0};
	unsigned sum = 0;

	for (int i = 0; i < COUNT; i++)
		memory[i] = i * 2654435;
	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof memory);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(memory, sizeof memory);
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)memory[i];
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
