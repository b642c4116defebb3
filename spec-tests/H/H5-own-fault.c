// H5: No fault that the program causes is ever reported as one of the tool.
//: negative
//: exit trap
//: diagnostic program-died error
#include "suite.h"

void Leaf(int k)
{
	NODE();
	__hpvm__return(1, k);
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
	struct PACKED { int k, result; } arguments = {3, 0};

	RUN(Root, &arguments);
	abort();
}
