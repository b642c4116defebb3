// M6: An access after free: `use-after-free`.
//: negative
//: exit trap
//: diagnostic use-after-free error node Root/Leaf
#include "suite.h"

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	long *data = malloc(4 * sizeof *data);
	struct PACKED { long *p; size_t bytes; } arguments = {data, 4 * sizeof *data};

	__hpvm__init();
	llvm_hpvm_track_mem(data, 4 * sizeof *data);
	free(data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
