// S6: Replication and nesting work in streams as anywhere.
//: positive
//: out 10 20 30
#include "pipe.h"

static long partial[4];

/* Four instances in each of two groups, then a sum; by the edge after all of them. */
void Part(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));

	p[2 * group + __hpvm__getNodeInstanceID_x(self)] =
		n * (2 * group + __hpvm__getNodeInstanceID_x(self) + 1);
	__hpvm__return(1, bytes);
}
void Group(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Part, 2);

	BIND_IN(node, 3);
	__hpvm__bindOut(node, 0, 0, 0);
}
void Sum(long *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(1, p[0] + p[1] + p[2] + p[3]);
}
void Root(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *group = __hpvm__createNodeND(1, Group, 2);
	void *sum = __hpvm__createNodeND(0, Sum);

	__hpvm__bindIn(group, 0, 0, 1);
	__hpvm__bindIn(group, 1, 1, 1);
	__hpvm__bindIn(group, 2, 2, 1);
	__hpvm__bindIn(sum, 1, 0, 1);
	__hpvm__edge(group, sum, 1, 0, 1, 1);
	__hpvm__bindOut(sum, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, *p; size_t bytes; } item = {0, partial, sizeof partial};
	long results[3];
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(partial, sizeof partial);
	graph = __hpvm__launch(1, Root, &item);
	/* One at a time: the two stages share the buffer. */
	for (item.n = 1; item.n <= 3; item.n++) {
		__hpvm__push(graph, &item);
		results[item.n - 1] = pop_long(graph);
	}
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(partial);
	__hpvm__cleanup();
	print_longs(results, 3);
	return 0;
}
