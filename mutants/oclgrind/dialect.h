/* dialect.h -- makes the cases HPVM leaves: two groups of eight instances, p and q of 16 ints, a
 * tile of 8. */
#include <hpvm.h>
#include <stdio.h>

#define KERNEL                                                                                     \
	void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes, int *tile, size_t tile_bytes)
#define ENTER                                                                                      \
	__hpvm__hint(GPU_TARGET);                                                                  \
	__hpvm__attributes(3, p, q, tile, 3, p, q, tile);                                          \
	void *self = __hpvm__getNode();                                                            \
	long LID = __hpvm__getNodeInstanceID_x(self);                                              \
	long GROUP = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));                     \
	long ID = 8 * GROUP + LID
#define LEAVE __hpvm__return(0)
#define BARRIER() __hpvm__barrier()
#define PTR(type) type *
#define ATOMIC_ADD(address, value) __hpvm__atomic_add(address, value)
#define ATOMIC_ADD_LOCAL(address, value) __hpvm__atomic_add(address, value)

struct pair {
	int first, second;
};
static const int table[4] = {4, 3, 2, 1};

KERNEL;

void Tile(void)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	__hpvm__return(2, __hpvm__malloc(8 * sizeof(int)), 8 * sizeof(int));
}
void Group(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *tile = __hpvm__createNodeND(0, Tile), *leaf = __hpvm__createNodeND(1, Leaf, (size_t)8);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__edge(tile, leaf, 1, 0, 4, 0);
	__hpvm__edge(tile, leaf, 1, 1, 5, 0);
}
void Root(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *group = __hpvm__createNodeND(1, Group, (size_t)2);

	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 2, 2, 0);
	__hpvm__bindIn(group, 3, 3, 0);
}

static int p[16], q[16];

int main(void)
{
	struct __attribute__((packed)) {
		int *p;
		size_t p_bytes;
		int *q;
		size_t q_bytes;
	} arguments = {p, sizeof p, q, sizeof q};

	for (int i = 0; i < 16; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(q, sizeof q);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof p);
	llvm_hpvm_request_mem(q, sizeof q);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	__hpvm__cleanup();
	return 0;
}
