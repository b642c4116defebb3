// M6: An access outside any live object: `out-of-bounds`.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Use
#include "suite.h"

void Allocate(size_t bytes)
{
	NODE();
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}
void Use(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[4] = 1;
	__hpvm__return(1, p[4]);
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
	return 0;
}
