// H5: Whatever a graph reads or writes in host memory on behalf of `launch`, `push`, `pop` stays inside the object that the host passed.
//: positive
//: out 3 3.5 77
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
	struct PACKED { int k; double result; int guard; } arguments = {3, 0, 77};

	RUN(Root, &arguments);
	printf("%d %g %d\n", arguments.k, arguments.result, arguments.guard);
	return 0;
}
