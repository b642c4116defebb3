// H2: A host object that the program's own types lay out otherwise is `launch-layout`, a warning where no bytes outside the object are used.
//: negative
//: diagnostic launch-layout warning
#include "suite.h"

void Leaf(int k)
{
	NODE();
	__hpvm__return(1, k + 0.5);
}
void Root(int k)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 1);
	__hpvm__bindOut(node, 0, 0, 0);
}

int main(void)
{
	struct { int k; double result; } arguments = {3, 0};

	RUN(Root, &arguments);
	return 0;
}
