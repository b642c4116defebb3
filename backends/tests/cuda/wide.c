/* wide.c -- groups that share more memory than a block has by default, and a leaf whose instances
 * pass values to those of the next leaf. */
#include <hpvm.h>
#include <stdio.h>

enum { GROUPS = 3, SIDE = 8, COUNT = GROUPS * SIDE, SHARED = 60 << 10 };

#define SELF __hpvm__getNode()
#define X(node) __hpvm__getNodeInstanceID_x(node)

void Room(long bytes)
{
	__hpvm__hint(GPU_TARGET);
	void *memory = __hpvm__malloc(bytes);

	__hpvm__return(2, memory, bytes);
}

/* Each group reverses its part, through the end of its memory. */
void Turn(int *p, long bytes, int *shared, long shared_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, shared, 2, p, shared);
	void *self = SELF;
	long x = X(self), n = __hpvm__getNumNodeInstances_x(self), group = X(__hpvm__getParentNode(self));
	long end = shared_bytes / (long)sizeof(int) - n;

	shared[end + x] = p[group * n + x];
	__hpvm__barrier();
	p[group * n + x] = shared[end + n - 1 - x];
	__hpvm__return(1, bytes);
}

void Group(int *p, long bytes, long side, long shared_bytes)
{
	void *room = __hpvm__createNodeND(0, Room), *turn = __hpvm__createNodeND(1, Turn, side);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(room, 3, 0, 0);
	__hpvm__bindIn(turn, 0, 0, 0);
	__hpvm__bindIn(turn, 1, 1, 0);
	__hpvm__edge(room, turn, 1, 0, 2, 0);
	__hpvm__edge(room, turn, 1, 1, 3, 0);
	__hpvm__bindOut(turn, 0, 0, 0);
}

void Make(int *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(2, bytes, p[X(SELF)] * 3);
}

void Store(int *p, long bytes, int value)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[X(SELF)] += value;
	__hpvm__return(1, bytes);
}

void Root(int *p, long bytes, long side, long shared_bytes)
{
	void *group = __hpvm__createNodeND(1, Group, (long)GROUPS);
	void *make = __hpvm__createNodeND(1, Make, (long)COUNT), *store = __hpvm__createNodeND(1, Store, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 2, 2, 0);
	__hpvm__bindIn(group, 3, 3, 0);
	__hpvm__bindIn(make, 0, 0, 0);
	__hpvm__edge(group, make, 1, 0, 1, 0);
	__hpvm__bindIn(store, 0, 0, 0);
	__hpvm__edge(make, store, 0, 0, 1, 0);
	__hpvm__edge(make, store, 0, 1, 2, 0);
	__hpvm__bindOut(store, 0, 0, 0);
}

int main(void)
{
	static int memory[COUNT];
	struct __attribute__((packed)) { int *p; long bytes, side, shared_bytes, out; } args = {memory, sizeof memory, SIDE, SHARED, 0};
	unsigned sum = 0;

	for (int i = 0; i < COUNT; i++)
		memory[i] = i;
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
