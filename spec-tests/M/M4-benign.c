// M4: Equal values written: `data-race-benign`, off by default.
//: positive
//: needs --check=race
//: out 5
#include "suite.h"

static int data[1];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = 5;
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	printf("%d\n", data[0]);
	return 0;
}
