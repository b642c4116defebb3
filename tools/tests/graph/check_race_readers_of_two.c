//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a write of 7 and a read of 0
//: stderr by 'Root/Second' (0)
//: stderr no edge orders these two instances
// Two nodes read, and a third writes, ordered after only the first.
#include "graph.h"

long First(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__return(1, (long)p[i]);
}
void Second(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i + 32] = p[i];
}
void Third(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	p[i] = 7 + (int)value;
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, First, n), *b = __hpvm__createNodeND(1, Second, n);
	void *c = __hpvm__createNodeND(1, Third, n);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__bindIn(b, 1, 1, 0);
	__hpvm__bindIn(c, 0, 0, 0);
	__hpvm__bindIn(c, 1, 1, 0);
	__hpvm__edge(a, c, 1, 0, 2, 0);
}
MAIN(4)
