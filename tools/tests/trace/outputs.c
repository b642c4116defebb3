// Root(p, bytes, n): Outer (n instances) -> Middle (2) -> Leaf (1), each output of which goes to one of its parent.
#include <hpvm.h>
#include <stdio.h>

struct __attribute__((packed)) arguments {
	long *p;
	size_t bytes, n;
	struct __attribute__((packed)) {
		long *p;
		size_t bytes;
		int sum;
	} result;
};

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0]++;
	__hpvm__return(3, p, bytes, 40 + (int)bytes);
}

void Middle(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
	__hpvm__bindOut(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 2, 2, 0);
}

void Outer(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *middle = __hpvm__createNodeND(1, Middle, (size_t)2);

	__hpvm__bindIn(middle, 0, 0, 0);
	__hpvm__bindIn(middle, 1, 1, 0);
	__hpvm__bindOut(middle, 0, 0, 0);
	__hpvm__bindOut(middle, 1, 1, 0);
	__hpvm__bindOut(middle, 2, 2, 0);
}

void Root(long *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *outer = __hpvm__createNodeND(1, Outer, n);

	__hpvm__bindIn(outer, 0, 0, 0);
	__hpvm__bindIn(outer, 1, 1, 0);
	__hpvm__bindOut(outer, 0, 0, 0);
	__hpvm__bindOut(outer, 1, 1, 0);
	__hpvm__bindOut(outer, 2, 2, 0);
}

int main(void)
{
	static long buffer[4];
	struct arguments arguments = {buffer, sizeof(buffer), 3, {0}};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(buffer, sizeof(buffer));
	graph = __hpvm__launch(0, Root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(buffer, sizeof(buffer));
	printf("%ld %d\n", buffer[0], arguments.result.sum);
	llvm_hpvm_untrack_mem(buffer);
	__hpvm__cleanup();
	return 0;
}
