/* overlap.c [ROUNDS] -- in each execution, a leaf on the first half of one buffer, a leaf on
 * another buffer, and a leaf on the whole first buffer: the copy of the second buffer is
 * independent of the launch before it, and the half must be copied back from the device before the
 * whole buffer is copied there. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 96 };

#define LEAF(name, body)                                                                            \
	void name(int *p, long bytes)                                                               \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                            \
		body;                                                                               \
		__hpvm__return(1, bytes);                                                           \
	}
LEAF(Half, p[i] = p[i] * 3 + 1)
LEAF(Other, p[i] ^= (int)i)
LEAF(Whole, p[i] -= 7)

void Root(int *p, long half, int *q, long bytes, int *whole, long all)
{
	void *first = __hpvm__createNodeND(1, Half, (long)COUNT);
	void *second = __hpvm__createNodeND(1, Other, (long)COUNT);
	void *third = __hpvm__createNodeND(1, Whole, 2 * (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(3, p, q, whole, 3, p, q, whole);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 2, 0, 0);
	__hpvm__bindIn(second, 3, 1, 0);
	__hpvm__bindIn(third, 4, 0, 0);
	__hpvm__bindIn(third, 5, 1, 0);
	__hpvm__bindOut(third, 0, 0, 0);
}

int main(int count, char **arguments)
{
	static int memory[2 * COUNT], other[COUNT];
	struct __attribute__((packed)) { int *p; long half; int *q; long bytes; int *whole; long all, out; } args = {
		memory, sizeof memory / 2, other, sizeof other, memory, sizeof memory, 0};
	int rounds = count > 1 ? atoi(arguments[1]) : 5;
	unsigned sum = 0;

	__hpvm__init();
	for (int round = 0; round < rounds; round++)
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__cleanup();
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)memory[i] + (unsigned)other[i] + (unsigned)memory[COUNT + i];
	printf("%u\n", sum);
	return 0;
}
