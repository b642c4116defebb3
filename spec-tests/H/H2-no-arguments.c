// H2: `launch(root, args, isStream)`: a root with arguments needs them.
//: negative
//: exit trap
//: diagnostic bad-launch error
#include "suite.h"

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
	RUN(Root, NULL);
	return 0;
}
