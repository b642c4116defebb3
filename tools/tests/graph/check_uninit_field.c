//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr the value comes from byte 120 of argument 0 ('p') of 'Root/Leaf' (
//: no-stderr it comes from byte 80 of
#include "graph.h"

/* Two words of a large aggregate are uninitialised; only the second is used. */
struct large { int a[32]; };

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct large own = *(struct large *)(void *)p;

	if (own.a[30] > 3)
		p[40 + i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(256);
	struct arguments arguments = {block, 256, 1, {0}};

	for (int k = 0; k < 64; k++)
		if (k != 20 && k != 30)
			block[k] = k;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 256);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, 256);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	return 0;
}
