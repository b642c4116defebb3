// H2: `args`: every argument of the root; each launch has arguments of its own, and several graphs may be under way.
//: positive
//: out 2 4 6
#include "suite.h"

struct PACKED arguments { long n, result; };

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, 2 * n);
}
void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct arguments arguments[3] = {{1, 0}, {2, 0}, {3, 0}};
	void *graphs[3];

	__hpvm__init();
	for (int i = 0; i < 3; i++)
		graphs[i] = __hpvm__launch(0, Root, &arguments[i]);
	for (int i = 2; i >= 0; i--)
		__hpvm__wait(graphs[i]);
	__hpvm__cleanup();
	printf("%ld %ld %ld\n", arguments[0].result, arguments[1].result, arguments[2].result);
	return 0;
}
