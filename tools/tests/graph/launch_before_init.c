//: exit 121
//: stderr tools/tests/graph/launch_before_init.c:18:
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

	graph = __hpvm__launch(0, Root, &arguments);
	(void)graph;
	printf("%d\n", data[0]);
	return 5;
}
