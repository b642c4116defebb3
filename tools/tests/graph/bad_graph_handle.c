//: exit 121
//: stderr tools/tests/graph/bad_graph_handle.c:20:
//: stderr is not the handle of a launched graph [bad-graph-handle] (H2)
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
	__hpvm__wait(&arguments);
	__hpvm__cleanup();
	(void)graph;
	printf("%d\n", data[0]);
	return 5;
}
