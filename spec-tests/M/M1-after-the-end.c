// M1: `malloc` in a leaf gives one object, alive until its graph execution ends: then it is `use-after-free`.
//: negative
//: exit trap
//: diagnostic use-after-free error node Root/Second
#include "suite.h"

static long *kept[1];

/* The first execution keeps the address; the second uses it. */
void First(long **p, size_t bytes, long again)
{
	NODE_INOUT(p);
	if (!again) {
		p[0] = __hpvm__malloc(64);
		p[0][0] = 5;
	}
	__hpvm__return(3, p, bytes, again);
}
void Second(long **p, size_t bytes, long again)
{
	NODE_INOUT(p);
	if (again)
		p[0][0] += 1;
}
void Root(long **p, size_t bytes, long again)
{
	NODE_INOUT(p);
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);

	BIND_IN(first, 3);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__edge(first, second, 0, 1, 1, 0);
	__hpvm__edge(first, second, 0, 2, 2, 0);
}

int main(void)
{
	struct PACKED { long **p; size_t bytes; long again; } arguments = {kept, sizeof kept, 0};

	__hpvm__init();
	llvm_hpvm_track_mem(kept, sizeof kept);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	arguments.again = 1;
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(kept);
	__hpvm__cleanup();
	return 0;
}
