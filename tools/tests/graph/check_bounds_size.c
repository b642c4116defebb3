//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr read of 4 bytes
//: stderr at the end of argument 0 ('p') of 'Root/Leaf' (8 bytes, tracked with 256 bytes at 
// The object is large enough, but the size passed is not.
#include "graph.h"

static __attribute__((noinline)) int get(const int *q, long i)
{
	return q[i];
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (get(p, i + 1) == 77)
		p[0] = 1;
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
int main(void)
{
	struct arguments arguments = {data, 8, 3, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
