// M6: Every access inside [pointer, pointer+size) of the argument it came from is right, to the last byte.
//: positive
//: out 8 255
#include "suite.h"

static unsigned char data[8];

void Leaf(unsigned char *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X();

	if (i == 0)
		*(unsigned *)(p + bytes - 4) = 0xff000000;
	else
		p[i - 1] += 1;
}
void Root(unsigned char *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 5);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { unsigned char *p; size_t bytes; } arguments = {data, sizeof data};
	int all = 0;

	RUN_ON(Root, &arguments, data);
	for (int i = 0; i < 4; i++)
		all += 2 * data[i];
	printf("%d %d\n", all, data[7]);
	return 0;
}
