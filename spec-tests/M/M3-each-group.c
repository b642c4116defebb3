// M3: `barrier` waits for the instances within one instance of the parent: groups may wait differently often.
//: positive
//: out 1 2 3
#include "suite.h"

static long data[6];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();
	long i = __hpvm__getNodeInstanceID_x(self);
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));

	for (long k = 0; k <= group; k++) {
		if (i == k % 2)
			p[2 * group] += 1;
		__hpvm__barrier();
	}
}
void Group(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Group, 3);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	printf("%ld %ld %ld\n", data[0], data[2], data[4]);
	return 0;
}
