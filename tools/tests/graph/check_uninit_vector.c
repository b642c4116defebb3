//: options --check=all
//: runs -O0:interp -O1:interp -O1:jit -O2:jit
//: out 0 0
#include "graph.h"

/* The fourth element of a vector of three is padding, as the second of these pairs may be: ends of
 * structures are copied like this, one of them changed. */
typedef float three __attribute__((ext_vector_type(3)));
typedef int two __attribute__((ext_vector_type(2)));

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	((three *)(void *)(p + 4))[i] = ((three *)(void *)(p + 16))[i] * 2.0f;
	((two *)(void *)(p + 48))[i] = ((two *)(void *)(p + 32))[i] + (two){1, 0};
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(256);
	struct arguments arguments = {block, 256, 2, {0}};

	for (int k = 0; k < 64; k++)
		if (k < 32 || k % 2 == 0)
			block[k] = 0;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 256);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, 256);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	printf("%d %ld\n", block[0], arguments.result[0]);
	free(block);
	return 0;
}
