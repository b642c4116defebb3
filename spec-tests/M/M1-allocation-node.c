// M1: An allocation node is a leaf that only mallocs and returns (pointer, size): one object, shared by whoever gets the pointer.
//: positive
//: out 3 2 1 0 | 13 12 11 10
#include "suite.h"

static long data[8];

void Allocate(size_t bytes)
{
	NODE();
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}
/* Each group turns its own four numbers round, through its own tile. */
void Turn(long *p, size_t bytes, long *tile, size_t tile_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, tile, 2, p, tile);
	void *self = __hpvm__getNode();
	long i = __hpvm__getNodeInstanceID_x(self);
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));

	tile[3 - i] = 10 * group + i;
	__hpvm__barrier();
	p[4 * group + i] = tile[i];
}
void Group(long *p, size_t bytes, size_t tile_bytes)
{
	NODE_INOUT(p);
	void *allocate = __hpvm__createNodeND(0, Allocate);
	void *turn = __hpvm__createNodeND(1, Turn, 4);

	__hpvm__bindIn(allocate, 2, 0, 0);
	BIND_IN(turn, 2);
	__hpvm__edge(allocate, turn, 1, 0, 2, 0);
	__hpvm__edge(allocate, turn, 1, 1, 3, 0);
}
void Root(long *p, size_t bytes, size_t tile_bytes)
{
	NODE_INOUT(p);
	void *group = __hpvm__createNodeND(1, Group, 2);

	BIND_IN(group, 3);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes, tile_bytes; } arguments = {data, sizeof data, 32};

	RUN_ON(Root, &arguments, data);
	printf("%ld %ld %ld %ld | ", data[0], data[1], data[2], data[3]);
	print_longs(data + 4, 4);
	return 0;
}
