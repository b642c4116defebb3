//: options --check=order --keep-going --sem edge-value=schedule
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr order_count.c:16:7
//: stderr element 0 (byte 0) of argument 0 ('p') of 'Root'
//: stderr (3 times) [order-dependent] (N4)
//: no-stderr 'Other/Leaf'
//: stderr output 0 of 'Ambiguous'
//: stderr (2 times) [order-dependent] (N4)
#include "graph.h"

/* Each pair of places is one report, in whichever graphs and executions it occurs. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i;
}
ROOT_OF(Leaf)
void Other(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
void Index(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__return(1, i);
}
void Ambiguous(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Index, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct arguments arguments = {data, sizeof data, 5, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < 2; k++) {
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
		__hpvm__wait(__hpvm__launch(0, Ambiguous, &arguments));
	}
	__hpvm__wait(__hpvm__launch(0, Other, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
