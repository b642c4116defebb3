// H2: `args` is packed: every argument of the root at its natural size, no padding; then the result struct, packed.
//: positive
//: out -5 1000 -70000 0.5 2.25 3 -5
#include "suite.h"

void Leaf(signed char c, short s, int i, float f, double d, long l)
{
	NODE();
	__hpvm__return(6, (int)c, (int)s, i, (double)f, d, l + c + 5 + 3);
}
void Root(signed char c, short s, int i, float f, double d, long l)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 4);
	__hpvm__bindIn(node, 4, 4, 0);
	__hpvm__bindIn(node, 5, 5, 0);
	__hpvm__bindOut(node, 0, 0, 0);
	__hpvm__bindOut(node, 1, 1, 0);
	__hpvm__bindOut(node, 2, 2, 0);
	__hpvm__bindOut(node, 3, 3, 0);
	__hpvm__bindOut(node, 4, 4, 0);
	__hpvm__bindOut(node, 5, 5, 0);
}

int main(void)
{
	struct PACKED {
		signed char c;
		short s;
		int i;
		float f;
		double d;
		long l;
		struct PACKED { int c, s, i; double f, d; long l; } result;
		signed char guard;
	} arguments = {-5, 1000, -70000, 0.5f, 2.25, 0, {0}, -5};

	RUN(Root, &arguments);
	printf("%d %d %d %g %g %ld %d\n", arguments.result.c, arguments.result.s,
	       arguments.result.i, arguments.result.f, arguments.result.d, arguments.result.l,
	       arguments.guard);
	return 0;
}
