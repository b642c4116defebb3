/* again.c [ROUNDS [PARTS]] -- three leaves on a buffer that is resident on the device, repeated
 * with another number each time. The second leaf is in a node of PARTS instances. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 96 };

#define LEAF(name, body)                                                                            \
	void name(int *p, long bytes, long round)                                                   \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		void *node = __hpvm__getNode(), *parent = __hpvm__getParentNode(node);              \
		long i = __hpvm__getNodeInstanceID_x(node), part = 0;                               \
		body;                                                                               \
		__hpvm__return(1, bytes);                                                           \
	}
LEAF(First, p[i] = p[i] * 3 + (int)round)
LEAF(Second, part = __hpvm__getNodeInstanceID_x(parent); p[i] ^= (int)(i * part))
LEAF(Third, p[i] -= 7)

void Parts(int *p, long bytes, long round)
{
	void *second = __hpvm__createNodeND(1, Second, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindIn(second, 1, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}

void Root(int *p, long bytes, long round, long parts)
{
	void *first = __hpvm__createNodeND(1, First, (long)COUNT);
	void *second = __hpvm__createNodeND(1, Parts, parts);
	void *third = __hpvm__createNodeND(1, Third, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__bindIn(third, 0, 0, 0);
	__hpvm__edge(second, third, 1, 0, 1, 0);
	__hpvm__bindIn(third, 2, 2, 0);
	__hpvm__bindOut(third, 0, 0, 0);
}

int main(int count, char **arguments)
{
	static int memory[COUNT];
	struct __attribute__((packed)) { int *p; long bytes, round, parts, out; } args = {memory, sizeof memory, 0, 1, 0};
	int rounds = count > 1 ? atoi(arguments[1]) : 50;
	unsigned sum = 0;

	args.parts = count > 2 ? atoi(arguments[2]) : 1;
	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof memory);
	for (args.round = 0; args.round < rounds; args.round++)
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(memory, sizeof memory);
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)memory[i];
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
