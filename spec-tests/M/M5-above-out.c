// M5: `out` alone: reading before writing is `read-through-out`, also where an internal node has the pointer: the leaves below may do both.
//: negative
//: needs --check=attributes
//: exit trap
//: diagnostic read-through-out error node Root/Add instance (2)
#include "suite.h"

static long data[3] = {1, 2, 3};

void Clear(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 0;
	__hpvm__return(1, 1l);
}
void Add(long *p, size_t bytes, long cleared)
{
	NODE_INOUT(p);
	p[X()] += cleared;
}
void Root(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	void *clear = __hpvm__createNodeND(1, Clear, 2), *add = __hpvm__createNodeND(1, Add, 3);

	BIND_IN(clear, 2);
	BIND_IN(add, 2);
	__hpvm__edge(clear, add, 1, 0, 2, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
