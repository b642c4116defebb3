/* unused.c -- an internal node that uses few of its parameters, and edges over several ranks. */
#include <hpvm.h>

void Count(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0]++;
	__hpvm__return(1, bytes);
}

void Group(int *p, size_t bytes, int width, size_t rows)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Count, rows);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

void Filter(int *p, size_t bytes, int width, size_t rows)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(0, Count), *group = __hpvm__createNodeND(0, Group);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	for (unsigned i = 0; i < 3; i++)
		__hpvm__bindIn(group, i, i, 0);
	__hpvm__edge(first, group, 1, 0, 3, 0);
	__hpvm__bindOut(group, 0, 0, 0);
}

int main(void)
{
	return 0;
}
