// M4: Two accesses by different instances, not ordered by stream order: graphs that are in flight together may run in any order.
//: negative
//: exit trap
//: diagnostic data-race error node Root/Leaf
//: needs --check=race
#include "suite.h"

static long data[4];

void Leaf(long *p, size_t bytes, long by)
{
	NODE_INOUT(p);
	p[X()] = p[X()] * 2 + by;
}
void Root(long *p, size_t bytes, long by)
{
	NODE_INOUT(p);
	void *leaf = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(leaf, 3);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long by; } one = {data, sizeof data, 1}, two = {data, sizeof data, 2};
	void *first, *second;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	first = __hpvm__launch(0, Root, &one);
	second = __hpvm__launch(0, Root, &two);
	__hpvm__wait(first);
	__hpvm__wait(second);
	llvm_hpvm_request_mem(data, sizeof data);
	print_longs(data, 4);
	__hpvm__cleanup();
	return 0;
}
