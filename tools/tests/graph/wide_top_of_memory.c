//: options --width 512
//: runs -O1:jit -O2:jit
//: exit 121
//: stderr no memory is mapped there [bad-access]
// Lanes in order up to the last bytes of the address space: prefetching ends there.
#include "graph.h"

enum { LANES = 512 };
static int many[2 * LANES];

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *nowhere = (int *)(long)p[LANES];

	p[i] = nowhere[p[i]];
}

ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {many, sizeof many, LANES, {0}};

	for (int i = 0; i < LANES; i++)
		many[i] = (i - (LANES - 16)) * 2 - 257; /* last group: 1028 bytes before the end */
	many[0]--;
	__hpvm__init();
	llvm_hpvm_track_mem(many, sizeof many);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(many, sizeof many);
	llvm_hpvm_untrack_mem(many);
	__hpvm__cleanup();
	return 0;
}
