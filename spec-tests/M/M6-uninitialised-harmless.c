// M6: Reading bytes nobody wrote is nothing as long as they decide no branch, address or output.
//: positive
//: needs --check=uninit
//: out 5
#include "suite.h"

void Allocate(size_t bytes)
{
	NODE();
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}
/* Copies four numbers, of which one was written. */
void Use(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = 5;
	for (int i = 0; i < 4; i++)
		p[4 + i] = p[i] * 2;
	__hpvm__return(1, p[4] / 2);
}

void Root(size_t bytes)
{
	NODE();
	void *allocate = __hpvm__createNodeND(0, Allocate);
	void *use = __hpvm__createNodeND(0, Use);

	__hpvm__bindIn(allocate, 0, 0, 0);
	__hpvm__edge(allocate, use, 0, 0, 0, 0);
	__hpvm__edge(allocate, use, 0, 1, 1, 0);
	__hpvm__bindOut(use, 0, 0, 0);
}

int main(void)
{
	struct PACKED { size_t bytes; long result; } arguments = {64, 0};

	RUN(Root, &arguments);
	print_longs(&arguments.result, 1);
	return 0;
}
