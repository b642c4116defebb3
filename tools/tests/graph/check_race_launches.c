//: options --check=race
//: exit 121
//: stderr a read of 2 and a write of 2
//: stderr by 'Root/Leaf' (0) in execution 0
//: stderr both access byte 0 of argument 0 ('p') of 'Root/Leaf'
//: stderr both graphs were in flight at the same time
//: stderr at node Root/Leaf, instance (0), execution 1
// The host launches again before it waits: the two launches are not ordered.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 2;
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 4, {0}};
	void *first, *second;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	first = __hpvm__launch(0, Root, &arguments);
	second = __hpvm__launch(0, Root, &arguments);
	__hpvm__wait(first);
	__hpvm__wait(second);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
