// H5: Whatever a graph reads or writes in host memory on behalf of `launch` stays inside the object that the host passed.
//: negative
//: exit trap
//: diagnostic launch-layout error
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
	struct PACKED { int k; } arguments = {3};

	RUN(Root, &arguments);
	return 0;
}
