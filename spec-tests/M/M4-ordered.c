// M4: Accesses that are atomic, or ordered by a barrier, by an edge or by nesting, are no race.
//: positive
//: needs --check=race
//: out 12 8
#include "suite.h"

static int data[10];

void First(int *p, size_t bytes)
{
	NODE_INOUT(p);
	int i = (int)X();

	p[i] = i;
	__hpvm__barrier();
	__hpvm__atomic_add(p + 8, p[(i + 1) % 4]);
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() == 0)
		p[8] += p[0] + p[1] + p[2] + p[3];
	__hpvm__atomic_add(p + 9, 2);
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *first = __hpvm__createNodeND(1, First, 4);
	void *second = __hpvm__createNodeND(1, Second, 4);

	BIND_IN(first, 2);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	printf("%d %d\n", data[8], data[9]);
	return 0;
}
