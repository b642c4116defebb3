//: options --width 16
//: runs -O0:interp -O1:jit -O2:jit
//: out 1 2 3
// Values shared by all batches of a grid are not those of the previous grid.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__getNode();
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node));

	p[16 * group + __hpvm__getNodeInstanceID_x(node)] = (int)group + 1;
}

void Group(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)16);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

ROOT_OF(Group)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 3, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d %d\n", data[0], data[31], data[47]);
	return 0;
}
