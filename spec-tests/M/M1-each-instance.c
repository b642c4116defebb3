// M1: `malloc` in a leaf gives one object for each instance that calls it, alive until its graph execution ends.
//: positive
//: out 0 1 2 3
#include "suite.h"

static long data[4];

void Allocate(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long *own = __hpvm__malloc(8);

	*own = X();
	__hpvm__return(4, p, bytes, own, (size_t)8);
}
void Use(long *p, size_t bytes, long *own, size_t own_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, own, 1, p);
	p[X()] = *own;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *allocate = __hpvm__createNodeND(1, Allocate, 4);
	void *use = __hpvm__createNodeND(1, Use, 4);

	BIND_IN(allocate, 2);
	__hpvm__edge(allocate, use, 0, 0, 0, 0);
	__hpvm__edge(allocate, use, 0, 1, 1, 0);
	__hpvm__edge(allocate, use, 0, 2, 2, 0);
	__hpvm__edge(allocate, use, 0, 3, 3, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 4);
	return 0;
}
