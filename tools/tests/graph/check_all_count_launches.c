//: options --check=all --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr only barriers order the instances of one leaf
//: stderr (12 times) [data-race] (M4)
//: stderr (15 times) [write-through-in] (M5)
//: stderr (3 times) [partial-out] (M5)
//: no-stderr (1 times)
//: last trap or failed check (exit 121)
#include "graph.h"

/* A finding in each of three launches is reported once, with its total count. */
struct __attribute__((packed)) both {
	int *p;
	size_t bytes;
	int *q;
	size_t q_bytes;
};

static int other[64];

void Leaf(int *p, size_t bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = 1;
	q[0] = (int)i;
}
void Two(int *p, size_t bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)5);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}
int main(void)
{
	struct both both = {data, sizeof data, other, sizeof other};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(other, sizeof other);
	for (int i = 0; i < 3; i++)
		__hpvm__wait(__hpvm__launch(0, Two, &both));
	llvm_hpvm_untrack_mem(other);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
