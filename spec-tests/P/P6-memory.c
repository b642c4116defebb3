// P6: An access outside of it, whatever way its address went (memory), is `out-of-bounds`.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (3)
#include "suite.h"

static long data[8];

struct view { long *at; };
static __attribute__((noinline)) void keep(struct view *v, long *p) { v->at = p; }

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {p[i], p[i], p[i], p[i]};
	struct view view;

	keep(&view, a);
	p[i] = view.at[i == 3 ? 4 : 3];
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
	return 0;
}
