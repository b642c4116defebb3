// Root(p, bytes, n): Make (n instances, returns its id) -> one-to-one -> Add (n) -> last sum -> all-to-all -> Show (1),
// and Group (2) with a leaf of 4 below it.
#include <hpvm.h>
#include <stdio.h>

#ifndef TIMES
#define TIMES 3
#endif

struct __attribute__((packed)) arguments {
	long *p;
	size_t bytes, n;
	struct __attribute__((packed)) {
		long shown;
	} result;
};

void Make(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__return(1, i * 2);
}

void Add(long *p, size_t bytes, long made)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = made + 1;
	__hpvm__return(3, p, bytes, (size_t)7);
}

void Show(long *p, size_t bytes, size_t seven)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, p[1] * 100 + (long)seven);
}

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__getNode();
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node));

	p[8 + 4 * group + __hpvm__getNodeInstanceID_x(node)] = 1;
}

void Group(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)4);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

void Root(long *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *make = __hpvm__createNodeND(1, Make, n);
	void *add = __hpvm__createNodeND(1, Add, n);
	void *show = __hpvm__createNodeND(0, Show);
	void *group = __hpvm__createNodeND(1, Group, (size_t)2);

	__hpvm__bindIn(make, 0, 0, 0);
	__hpvm__bindIn(make, 1, 1, 0);
	__hpvm__bindIn(add, 0, 0, 0);
	__hpvm__bindIn(add, 1, 1, 0);
	__hpvm__edge(make, add, 0, 0, 2, 0);
	__hpvm__edge(add, show, 1, 0, 0, 0);
	__hpvm__edge(add, show, 1, 1, 1, 0);
	__hpvm__edge(add, show, 1, 2, 2, 0);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindOut(show, 0, 0, 0);
}

static long data[16];

int main(int argc, char **argv)
{
	(void)argv;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < TIMES; k++) {
		struct arguments arguments = {data, sizeof data, 8, {0}};

		if (argc > 1 && k == 2)
			arguments.n = 4;
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
		printf("%ld\n", arguments.result.shown);
	}
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
