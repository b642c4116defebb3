/* chain.c -- three leaves on one buffer: the results of one leaf stay on the device for the
 * next. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 4096 };

#define LEAF(name, body)                                                                            \
	void name(int *p, long bytes)                                                               \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                            \
		body;                                                                               \
		__hpvm__return(1, bytes);                                                           \
	}
LEAF(First, p[i] = p[i] * 3 + 1)
LEAF(Second, p[i] ^= (int)i)
LEAF(Third, p[i] -= 7)

void Root(int *p, long bytes)
{
	void *first = __hpvm__createNodeND(1, First, (long)COUNT);
	void *second = __hpvm__createNodeND(1, Second, (long)COUNT);
	void *third = __hpvm__createNodeND(1, Third, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindIn(third, 0, 0, 0);
	__hpvm__edge(second, third, 1, 0, 1, 0);
	__hpvm__bindOut(third, 0, 0, 0);
}

int main(void)
{
	static int memory[COUNT];
	struct __attribute__((packed)) { int *p; long bytes; long out; } args = {memory, sizeof memory, 0};
	unsigned sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof memory);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < COUNT; i++)
			memory[i] += i;
		__hpvm__wait(__hpvm__launch(0, Root, &args));
		llvm_hpvm_request_mem(memory, sizeof memory);
	}
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)memory[i];
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
