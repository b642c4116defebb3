//: exit 121
//: stderr tools/tests/graph/wait_twice.c:23:
//: stderr : error: wait: 0x
//: stderr is the handle of a graph that has already been waited for [bad-graph-handle] (H2)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i + 1;
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 8, {0}};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	graph = __hpvm__launch(0, Root, &arguments);
	__hpvm__wait(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	(void)graph;
	printf("%d\n", data[0]);
	return 5;
}
