//: options --check=uninit --keep-going
//: runs -O0:interp -O0:jit -O2:jit
//: exit 121
//: stderr which the host did not write before the push at
//: stderr check_uninit_pushed.c:60
//: stderr (8 times) [uninitialised] (M6)
//: stderr which the host did not write before the launch at
//: stderr check_uninit_pushed.c:56
//: stderr (12 times) [uninitialised] (M6)
//: stderr the value comes from byte 24 of argument 0
#include "graph.h"

/* A stream: values are missing in two of three pushes, in the launch, and in the host's array. */
struct __attribute__((packed)) item {
	int *p;
	size_t bytes;
	long pushed, launched;
};

void Leaf(int *p, size_t bytes, long pushed, long launched)
{
	LEAF_BEGIN
	if (pushed > 3)
		p[i] = 1;
	if (launched > 3)
		p[8 + i] = 1;
	if (p[4 + i] == -5)
		p[0] = 2;
	__hpvm__return(1, bytes);
}
void Stream(int *p, size_t bytes, long pushed, long launched)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)4);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindIn(node, 1, 1, 1);
	__hpvm__bindIn(node, 2, 2, 1);
	__hpvm__bindIn(node, 3, 3, 0);
	__hpvm__bindOut(node, 0, 0, 1);
}
int main(int count, char **arguments)
{
	int own[15 + count];
	struct item item;
	void *graph;

	for (int i = 0; i < 16; i++)
		if (i != 6)
			own[i] = i;
	item.p = own;
	item.bytes = sizeof own;
	__hpvm__init();
	llvm_hpvm_track_mem(own, sizeof own);
	graph = __hpvm__launch(1, Stream, &item);
	for (int i = 0; i < 3; i++) {
		if (i == 2)
			item.pushed = 1;
		__hpvm__push(graph, &item);
		free(__hpvm__pop(graph));
	}
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(own);
	__hpvm__cleanup();
	return 0;
}
