// M6: An access ... or misaligned: `misaligned`.
//: negative
//: exit trap
//: diagnostic misaligned error node Root/Leaf instance (1)
#include "suite.h"

static unsigned char data[32];

/* Instance 1 writes a long at byte 12. */
void Leaf(unsigned char *p, size_t bytes)
{
	NODE_INOUT(p);
	*(long *)(p + 12 * X()) = 1;
}
void Root(unsigned char *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { unsigned char *p; size_t bytes; } arguments = {
		(unsigned char *)(((uintptr_t)data + 15) & ~(uintptr_t)15), 16};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
