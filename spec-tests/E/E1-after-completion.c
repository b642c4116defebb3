// E1: An edge copies the value after its source instance has completed.
//: positive
//: out 3 9
#include "suite.h"

static long data[2];

/* What First does to memory is done when Second begins, and the value is that of its return. */
void First(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	long value = n;

	for (int i = 0; i < 2; i++) {
		value *= n;
		p[0] += 1;
	}
	p[0] += 1;
	__hpvm__return(2, bytes, value);
}
void Second(long *p, size_t bytes, long value)
{
	NODE_INOUT(p);
	p[1] = value + p[0] - 2;
}

void Root(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	void *second = __hpvm__createNodeND(0, Second);
	void *first = __hpvm__createNodeND(0, First);

	BIND_IN(first, 3);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 0, 0, 1, 0);
	__hpvm__edge(first, second, 0, 1, 2, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long n; } arguments = {data, sizeof data, 2};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 2);
	return 0;
}
