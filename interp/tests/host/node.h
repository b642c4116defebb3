/* node.h -- a graph of two instances; the second calls act(). */
#include <hpvm.h>
#include <stdlib.h>

static void act(void);

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes;
};

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	if (__hpvm__getNodeInstanceID_x(__hpvm__getNode()) == 1)
		act();
}

void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)2);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

static void run_graph(void)
{
	static int data[2];
	struct arguments arguments = {data, sizeof data};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
}
