//: options --check=none --width 8 -j 3
//: runs -O1:jit -O1:interp
//: exit 121
//: stderr at push 4 of 'Root'
//: stderr [stream-capacity] (S4)
//: stderr [pop-without-push] (S2)
//: last trap or failed check (exit 121)
//: out 15
// Threads that share grids do not belong to the program: no other thread can pop or push.
#include "graph.h"

enum { INSTANCES = 4096, PUSHES = 6 };

struct __attribute__((packed)) item {
	long *p;
	size_t bytes;
	long value;
};

void Fill(long *p, size_t bytes, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] = value;
	__hpvm__return(1, value);
}

void Root(long *p, size_t bytes, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	void *node = __hpvm__createNodeND(1, Fill, (long)INSTANCES);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 1);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	static long p[INSTANCES];
	struct item item = {p, sizeof(p), 0};
	long sum = 0;
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	graph = __hpvm__launch(1, Root, &item);
	for (; item.value < PUSHES; item.value++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < PUSHES; i++) {
		long *result = __hpvm__pop(graph);

		sum += *result;
		free(result);
	}
	printf("%ld\n", sum);
	fflush(stdout);
	__hpvm__pop(graph);
	return 0;
}
