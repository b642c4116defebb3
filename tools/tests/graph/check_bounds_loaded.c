//: exit 121
//: stderr read of 4 bytes at
//: stderr at the end of tracked memory (64 bytes,
//: stderr [out-of-bounds] (M6)
//: stderr at node Root/Leaf, instance (15)
// The address is loaded from memory, not passed as an argument.
#include "graph.h"

struct row {
	int *first;
};

void Leaf(struct row *p, size_t bytes)
{
	LEAF_BEGIN
	p[1].first = (int *)(size_t)p->first[i + 1];
}
void Root(struct row *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, 16);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	static struct row rows[2];
	struct __attribute__((packed)) {
		struct row *p;
		size_t bytes;
	} arguments = {rows, sizeof rows};
	int *far = malloc(1 << 16), *row = far + (1 << 13);

	rows[0].first = row;
	memset(far, 0, 1 << 16);
	__hpvm__init();
	llvm_hpvm_track_mem(rows, sizeof rows);
	llvm_hpvm_track_mem(row, 64);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
