//: options -Wout-of-bounds
//: runs -O2:jit
//: out end
//: stderr (64000 times) [out-of-bounds] (M6)
#include "graph.h"

/* A warning that each instance repeats is counted at each of them, and costs as little. */
void Leaf(int *p, size_t bytes)
{
	volatile int sum = 0;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	sum += p[-1];
	__hpvm__return(0);
}

void Middle(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)32);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
ROOT_OF(Middle)

int main(void)
{
	struct arguments arguments = {data + 8, 32, 2000, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data + 8, 32);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data + 8);
	__hpvm__cleanup();
	puts("end");
	return 0;
}
