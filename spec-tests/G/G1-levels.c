// G1: Hierarchy depth is not limited.
//: positive
//: out 7 42
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(2, n, 6 * n);
}

#define LEVEL(name, child)                                                                         \
	void name(long n)                                                                          \
	{                                                                                          \
		NODE();                                                                            \
		void *node = __hpvm__createNodeND(0, child);                                       \
                                                                                                   \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindOut(node, 0, 0, 0);                                                    \
		__hpvm__bindOut(node, 1, 1, 0);                                                    \
	}
LEVEL(Fifth, Leaf)
LEVEL(Fourth, Fifth)
LEVEL(Third, Fourth)
LEVEL(Second, Third)
LEVEL(Root, Second)

int main(void)
{
	struct PACKED { long n, result[2]; } arguments = {7, {0}};

	RUN(Root, &arguments);
	print_longs(arguments.result, 2);
	return 0;
}
