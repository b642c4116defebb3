// G5: Two output binds to one output: `output-bound-twice`.
//: negative
//: exit reject
//: diagnostic output-bound-twice error
#include "suite.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(1, n);
}

void Root(long n)
{
	NODE();
	void *a = __hpvm__createNodeND(0, Leaf);
	void *b = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__bindOut(a, 0, 0, 0);
	__hpvm__bindOut(b, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
