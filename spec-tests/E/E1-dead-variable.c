// E1: An edge copies the value after its source instance has completed.
//: negative
//: exit trap
//: diagnostic use-after-free error function Second node Root/Second
#include "suite.h"

static long data[1];

/* When the address arrives, First has returned, and its variable is no more. */
void First(long n)
{
	NODE();
	long variable = n;

	__hpvm__return(2, &variable, sizeof variable);
}
void Second(long *p, size_t bytes, long *variable, size_t variable_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, variable, 1, p);
	p[0] = *variable;
}

void Root(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);

	__hpvm__bindIn(first, 2, 0, 0);
	BIND_IN(second, 2);
	__hpvm__edge(first, second, 0, 0, 2, 0);
	__hpvm__edge(first, second, 0, 1, 3, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long n; } arguments = {data, sizeof data, 2};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 1);
	return 0;
}
