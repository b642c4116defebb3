//: options --check=all
//: runs -O0:interp -O2:jit
//: out 1 1 1 1
#include "graph.h"

/* Blocks freed while tracked are released when tracking ends, or when there are too many. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	enum { MANY = 4000, BYTES = 32 * 1024 };

	__hpvm__init();
	for (int k = 0; k < MANY; k++) {
		int *block = malloc(BYTES);

		llvm_hpvm_track_mem(block, BYTES);
		free(block);
		if (k & 1)
			llvm_hpvm_untrack_mem(block);
	}
	int *block = calloc(1, BYTES);
	struct arguments arguments = {block, BYTES, 4, {0}};

	llvm_hpvm_track_mem(block, BYTES);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, BYTES);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	printf("%d %d %d %d\n", block[0], block[1], block[2], block[3]);
	free(block);
	return 0;
}
