//: runs -O0:interp -O0:jit -O2:interp -O2:jit
//: exit 121
//: stderr write of 4 bytes (value 1) at 0x
//: stderr byte 0 of argument 0 ('p') of 'Root/Leaf' (tracked at 
//: stderr check_use_after_free_before.c:27)
//: stderr freed by the host at 
//: stderr check_use_after_free_before.c:29
//: stderr [use-after-free] (M6)
//: stderr instance (0), execution 0
#include "graph.h"

/* Freed before the graph is launched, although it is still tracked. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(64), *other;
	struct arguments arguments = {block, 64, 4, {0}};

	memset(block, 0, 64);
	__hpvm__init();

	llvm_hpvm_track_mem(block, 64);

	free(block);
	other = malloc(64);
	memset(other, 0, 64);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	printf("%d\n", other[0]);
	return 0;
}
