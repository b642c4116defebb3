// Chains of musttail calls need no more stack than one call: of a function to itself, and of two functions to each other, as host
// code and in a leaf.
//: runs -O0:interp -O2:interp
//: out host 50000005000000 1 0
//: out leaf 50000005000000 1 0
#include <stdio.h>

#include "graph.h"

#define TAIL __attribute__((musttail)) return

static __attribute__((noinline)) long sum(long n, long all)
{
	if (!n)
		return all;
	TAIL sum(n - 1, all + n);
}

static long is_odd(long n, long unused);
static __attribute__((noinline)) long is_even(long n, long unused)
{
	if (!n)
		return 1;
	TAIL is_odd(n - 1, unused);
}
static __attribute__((noinline)) long is_odd(long n, long unused)
{
	if (!n)
		return 0;
	TAIL is_even(n - 1, unused);
}

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0] = sum(p[0], 0);
	p[1] = is_even(p[1], 0);
	p[2] = is_even(p[2], 0);
}

void Root(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	long p[] = {10000000, 1000000, 1000001};
	struct __attribute__((packed)) { long *p; size_t bytes; } arguments = {p, sizeof p};

	printf("host %ld %ld %ld\n", sum(p[0], 0), is_even(p[1], 0), is_even(p[2], 0));
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof p);
	printf("leaf %ld %ld %ld\n", p[0], p[1], p[2]);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
