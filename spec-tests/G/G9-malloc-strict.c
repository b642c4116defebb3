// G9: `strict` reports `edge-carries-pointer`, except for pointers from `malloc` (M1).
//: positive
//: options --sem strict
//: out 12
#include "suite.h"

void Allocate(size_t bytes)
{
	NODE();
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}
void Use(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[3] = 12;
	__hpvm__return(1, p[3]);
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
	struct PACKED { size_t bytes; long result; } arguments = {32, 0};

	RUN(Root, &arguments);
	print_longs(&arguments.result, 1);
	return 0;
}
