//: options --schedules 2
//: exit 121
//: stderr in the order reference and
//: stderr (0) in execution 2 at
//: stderr at node Root/Leaf, instance (0), execution 2
#include "graph.h"

struct __attribute__((packed)) item {
	int *p;
	size_t bytes, n;
};

/* A single instance in the first execution, two and three in the next ones. All are in flight
 * together, and the last of them writes last. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__atomic_xchg(p, (int)i);
	__hpvm__return(1, bytes);
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindIn(node, 1, 1, 1);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	struct item item = {data, sizeof data, 1};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	graph = __hpvm__launch(1, Root, &item);
	for (item.n = 1; item.n <= 3; item.n++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < 3; i++)
		free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
