//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/First' (0)
//: stderr no edge orders these two instances
// There is no edge.
#include "graph.h"

void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
void Second(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i + 32] = p[i];
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, First, n), *b = __hpvm__createNodeND(1, Second, n);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__bindIn(b, 1, 1, 0);
}
MAIN(4)
