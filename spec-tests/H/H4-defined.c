// H4: Undefined behaviour of the program is a diagnostic, and what is defined is none: arithmetic wraps where it is unsigned, and shifts reach to the width less one.
//: positive
//: out 4294967294 -2147483648 1 -2147483648
#include "suite.h"

static unsigned data[4];

void Leaf(unsigned *p, size_t bytes, int least, unsigned by)
{
	NODE_INOUT(p);
	p[0] = 0u - 2;
	p[1] = 1u << by;
	p[2] = p[1] >> by;
	p[3] = (unsigned)(least / 1 + least % -2);
}
void Root(unsigned *p, size_t bytes, int least, unsigned by)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 4);
}

int main(void)
{
	struct PACKED { unsigned *p; size_t bytes; int least; unsigned by; } arguments = {
		data, sizeof data, INT_MIN, 31};

	RUN_ON(Root, &arguments, data);
	printf("%u %d %u %d\n", data[0], (int)data[1], data[2], (int)data[3]);
	return 0;
}
