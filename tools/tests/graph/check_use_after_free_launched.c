//: runs -O0:interp -O2:jit
//: exit 121
//: stderr write of 4 bytes (value 1) at 0x
//: stderr byte 0 of argument 0 ('p') of 'Root/Leaf'
//: stderr tracked by the host at 
//: stderr check_use_after_free_launched.c:26 and freed at 
//: stderr check_use_after_free_launched.c:29
//: stderr [use-after-free] (M6)
#include "graph.h"

/* Untracked and freed while a launched graph uses it. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(64);
	struct arguments arguments = {block, 64, 4, {0}};
	void *graph;

	memset(block, 0, 64);
	__hpvm__init();
	llvm_hpvm_track_mem(block, 64);
	graph = __hpvm__launch(0, Root, &arguments);
	llvm_hpvm_untrack_mem(block);
	free(block);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
