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

int main(int argc, char **argv)
{
	volatile intptr_t nowhere = 16 * (argc - 1);

	(void)argv;
	RUN(Root, (char *)nowhere + 64);
	return 0;
}
