// N2: Each instance of an internal node has its own instance of the child graph.
//: positive
//: out 0 11 22 33
#include "suite.h"

static long data[4];

/* What an edge carries in one group never reaches another. */
void Give(long *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(2, bytes, 10 * __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode())));
}
void Take(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode()));

	p[group] = value + group;
}
void Group(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *give = __hpvm__createNodeND(0, Give);
	void *take = __hpvm__createNodeND(0, Take);

	BIND_IN(give, 2);
	__hpvm__bindIn(take, 0, 0, 0);
	__hpvm__edge(give, take, 1, 0, 1, 0);
	__hpvm__edge(give, take, 1, 1, 2, 0);
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *group = __hpvm__createNodeND(1, Group, 4);

	BIND_IN(group, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 4);
	return 0;
}
