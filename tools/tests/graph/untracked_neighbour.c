//: runs -O0:interp -O0:jit -O2:jit
//: out 42 42
/* M6, M7: what a pointer in memory leads to may be an ordinary object of the host, which lies near
 * the tracked one: here another block of the heap, and another part of the same one. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
	struct item *next;
	float values[64];
};

struct __attribute__((packed)) arguments {
	struct item *item;
	size_t bytes;
};

void Leaf(struct item *item, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, item, 1, item);
	item->next->values[3] = 42;
	__hpvm__return(0);
}

void Root(struct item *item, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, item, 1, item);
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

static float run(struct item *item, struct item *next)
{
	struct arguments arguments = {item, sizeof(*item)};

	item->next = next;
	__hpvm__trackMemory(item, sizeof(*item));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__requestMemory(item, sizeof(*item));
	__hpvm__untrackMemory(item);
	return next->values[3];
}

int main(void)
{
	struct item *items[200], *pool = malloc(2 * sizeof(*pool));

	for (int i = 0; i < 200; i++)
		items[i] = malloc(sizeof(*items[i]));
	__hpvm__init();
	printf("%g ", run(items[198], items[199]));
	printf("%g\n", run(&pool[0], &pool[1]));
	__hpvm__cleanup();
	return 0;
}
