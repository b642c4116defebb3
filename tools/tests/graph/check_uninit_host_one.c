//: options --check=uninit
//: exit 121
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from byte 20 of argument 0
//: stderr which the host has not written since the allocation
//: stderr [uninitialised] (M6)
//: no-stderr times)
#include "graph.h"

/* All numbers except one have been written. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (p[i] == 500)
		p[0] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(64);
	struct arguments arguments = {block, 64, 16, {0}};

	for (int k = 0; k < 16; k++)
		if (k != 5)
			block[k] = k;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 64);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	return 0;
}
