//: options --check=uninit
//: exit 121
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from byte 16 of argument 0 ('p') of 'Root/Leaf' (
//: stderr by 'Root/Leaf' (2)
//: stderr ), which the host has not written since the allocation
#include "graph.h"

/* Words of 8 bytes: the host writes the first two of four. */
void Leaf(long *p, size_t bytes)
{
	LEAF_BEGIN
	if (p[i] == 12)
		p[i] = 1;
}
ROOT_OF((void (*)(int *, size_t))Leaf)

int main(void)
{
	long *p = malloc(32);
	struct arguments arguments = {(int *)p, 32, 3, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(p, 32);
	p[0] = p[1] = 2;
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	free(p);
	return 0;
}
