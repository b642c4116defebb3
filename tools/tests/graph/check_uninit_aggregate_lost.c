//: options --check=uninit --keep-going
//: runs -O0:interp -O0:jit -O1:jit -O2:jit
//: exit 121
//: stderr error: a result is uninitialised
//: stderr byte 48 of argument 0 ('p') of 'Root/Leaf' (
//: stderr error: a branch depends on an uninitialised value
//: stderr the value comes from byte 12 of argument 0 ('p') of 'Root/Leaf' (
//: no-stderr error: a result, byte 44
#include "graph.h"

/* An aggregate is wholly uninitialised, and a part of one decides a branch. */
struct pair { long a; int b; };

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct pair *from = (struct pair *)(void *)p, *to = from + 2, own;

	if (i < 2)
		to[i] = from[i];
	own = from[0];
	if (p[3] > 5)
		p[16 + i] = own.b;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(128);
	struct arguments arguments = {block, 128, 4, {0}};

	block[0] = block[1] = block[2] = 1;
	for (int k = 8; k < 32; k++)
		block[k] = k;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 128);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, 128);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	return 0;
}
