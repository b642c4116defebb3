//: exit 121
//: stderr tools/tests/graph/launch_after_cleanup.c:21:
//: stderr [runtime-order] (H1)
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
	__hpvm__cleanup();
	graph = __hpvm__launch(0, Root, &arguments);
	(void)graph;
	printf("%d\n", data[0]);
	return 5;
}
