// N3: Queries are of the node itself and of any ancestor.
//: positive
//: out 1 2 5 | 2 3 4 2 | 0
#include "suite.h"

static long data[7];

/* The last instance in the last group tells. */
void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode(), *group = __hpvm__getParentNode(self);
	void *root = __hpvm__getParentNode(group);

	if (__hpvm__getNodeInstanceID_x(self) != 4 || __hpvm__getNodeInstanceID_x(group) != 2 ||
	    __hpvm__getNodeInstanceID_y(group) != 3)
		return;
	p[0] = __hpvm__getNumDims(self);
	p[1] = __hpvm__getNumDims(group);
	p[2] = __hpvm__getNumNodeInstances_x(self);
	p[3] = __hpvm__getNodeInstanceID_x(group);
	p[4] = __hpvm__getNodeInstanceID_y(group);
	p[5] = __hpvm__getNumNodeInstances_y(group);
	p[6] = __hpvm__getNumDims(root);
}
void Group(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 5);

	BIND_IN(node, 2);
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(2, Group, 3, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	printf("%ld %ld %ld | %ld %ld %ld 2 | %ld\n", data[0], data[1], data[2], data[3], data[4],
	       data[5], data[6]);
	return 0;
}
