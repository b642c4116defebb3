//: options --check=all --keep-going
//: runs -O0:interp -O0:jit -O2:jit -O2:interp
//: exit 121
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from argument 4
//: stderr check_uninit_argument.c:56
//: stderr an extent of the grid of 'Use/Leaf' is uninitialised
//: stderr the value comes from argument 2
//: stderr the size of argument 0 is uninitialised
//: stderr the value comes from argument 1
//: stderr (4 times) [uninitialised] (M6)
//: no-stderr 'unused'
//: no-stderr 'small'
#include "graph.h"

/* Some fields of the arguments of a launch are uninitialised. */
struct __attribute__((packed)) fields {
	int *p;
	size_t bytes, n;
	char small;
	int limit;
	long unused;
};

void Leaf(int *p, size_t bytes, char small, int limit, long unused)
{
	LEAF_BEGIN
	if (i > limit * 2 + 1)
		p[i] = 1;
}
void Use(int *p, size_t bytes, size_t n, char small, int limit, long unused)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 3, 2, 0);
	__hpvm__bindIn(node, 4, 3, 0);
	__hpvm__bindIn(node, 5, 4, 0);
}
int main(void)
{
	struct fields *heap = malloc(sizeof *heap), stack, all = {data, sizeof data, 4, 1, 2, 3};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	stack.p = data;
	stack.n = 4;
	stack.bytes = sizeof data;
	heap->p = data;
	heap->n = 4;
	heap->limit = 3;
	__hpvm__wait(__hpvm__launch(0, Use, &all));
	__hpvm__wait(__hpvm__launch(0, Use, &stack));
	__hpvm__wait(__hpvm__launch(0, Use, &all));
	__hpvm__wait(__hpvm__launch(0, Use, heap));
	all.limit = 5;
	free(heap);
	heap = malloc(sizeof *heap);
	heap->p = data;
	heap->bytes = sizeof data;
	heap->limit = 1;
	__hpvm__wait(__hpvm__launch(0, Use, heap));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
