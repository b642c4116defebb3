// M7: With `--memory split` a missing `requestMemory` shows as it would on hardware: `stale-host-read`.
//: negative
//: needs --memory split
//: exit trap
//: diagnostic stale-host-read error
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[X()] = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	print_longs(data, 2);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
