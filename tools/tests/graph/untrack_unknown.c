//: exit 5
//: stderr tools/tests/graph/untrack_unknown.c:22:
//: stderr [untrack-unknown] (M7)
//: out 1
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
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(&data[1]);
	__hpvm__cleanup();
	(void)graph;
	printf("%d\n", data[0]);
	return 5;
}
