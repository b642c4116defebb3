//: options --check=all
//: exit 121
//: stderr [data-race] (M4)
//: stderr [order-dependent] (N4)
// Executions of a stream also end the run.
#include "graph.h"

struct __attribute__((packed)) item {
	int *p;
	size_t bytes, n;
};

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i + 1;
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
	struct item item = {data, sizeof data, 4};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	graph = __hpvm__launch(1, Root, &item);
	__hpvm__push(graph, &item);
	free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
