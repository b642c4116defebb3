//: options --width 8 --stats
//: out 200 200
//: stderr width 8
//: no-stderr differ between instances
#include "graph.h"

/* Leaves pass on a pointer and its size over one-to-one edges: instances run together. */
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)(3 * i);
	__hpvm__return(2, p, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 200;
	__hpvm__return(1, (long)p[0]);
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, First, n), *b = __hpvm__createNodeND(1, Second, n);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__edge(a, b, 0, 0, 0, 0);
	__hpvm__edge(a, b, 0, 1, 1, 0);
	__hpvm__bindOut(b, 0, 0, 0);
}
MAIN(40)
