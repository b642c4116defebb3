// P6: A local variable is an object, whatever way its address went (arithmetic, a call, memory, an integer).
//: positive
//: out 10 20 30 41 10 20 30 41
#include "suite.h"

static long data[8];

struct view { long *at; };

static __attribute__((noinline)) long *moved(long *p, long by) { return p + by; }
static __attribute__((noinline)) void swap(long **p, long **q)
{
	long *other = *p;

	*p = *q;
	*q = other;
}
static __attribute__((noinline)) void keep(struct view *v, long *p) { v->at = p; }

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {10, 20, 30, 40}, b[4] = {0}, *end, *low = b, *high = a;
	struct view view, *hidden = &view;

	end = moved(a, 4);                      /* the end of a variable is no other one */
	moved(end, -4)[3] += i >= 0;
	keep(&view, moved(a, 100));             /* no access: it comes back */
	hidden->at = moved(hidden->at, -100);
	swap(&low, &high);
	for (long *q = low; q != end; q++)
		*moved(high, q - low) = *q;
	p[i] = b[i % 4] + hidden->at[0] - *(long *)((uintptr_t)a + 0 * sizeof(long));
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 8);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 8);
	return 0;
}
