/* nests.c [ROWS [SIDE]] -- groups in nested nodes: every instance outputs its indices at all
 * levels. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLANES = 3, ROWS = 5, TILES = 2, SIDE = 8, WIDE = 2, MOST = 1 << 13 };

#define UP(node) __hpvm__getParentNode(node)
#define ID(node, d) __hpvm__getNodeInstanceID_##d(node)
#define OF(node, d) __hpvm__getNumNodeInstances_##d(node)

void Room(long bytes)
{
	__hpvm__hint(GPU_TARGET);
	void *memory = __hpvm__malloc(bytes);

	__hpvm__return(2, memory, bytes);
}

/* Three dimensions in total, memory shared by a group, a barrier. */
void Cell(int *p, long bytes, int *shared, long shared_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, shared, 2, p, shared);
	void *cell = __hpvm__getNode(), *tile = UP(cell), *plane = UP(tile);
	long x = ID(cell, x), row = ID(tile, x), column = ID(tile, y), z = ID(plane, x);
	long at = ((z * OF(tile, x) + row) * OF(tile, y) + column) * OF(cell, x);

	shared[x] = p[at + x] * 3 + (int)(shared_bytes / 4);
	__hpvm__barrier();
	p[at + x] += shared[(x + 1) % OF(cell, x)] + (int)(100 * z + 10 * row + column + 1000 * OF(plane, x));
	__hpvm__return(1, bytes);
}

void Tile(long shared_bytes, int *p, long bytes, long side)
{
	void *room = __hpvm__createNodeND(0, Room), *cell = __hpvm__createNodeND(1, Cell, side);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(room, 0, 0, 0);
	__hpvm__bindIn(cell, 1, 0, 0);
	__hpvm__bindIn(cell, 2, 1, 0);
	__hpvm__edge(room, cell, 1, 0, 2, 0);
	__hpvm__edge(room, cell, 1, 1, 3, 0);
	__hpvm__bindOut(cell, 0, 0, 0);
}

void Plane(int *p, long bytes, long side, long rows, long shared_bytes)
{
	void *tile = __hpvm__createNodeND(2, Tile, rows, (long)TILES);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(tile, 4, 0, 0);
	__hpvm__bindIn(tile, 0, 1, 0);
	__hpvm__bindIn(tile, 1, 2, 0);
	__hpvm__bindIn(tile, 2, 3, 0);
	__hpvm__bindOut(tile, 0, 0, 0);
}

/* Six dimensions and two nodes without dimensions; no shared memory. */
void Deep(int *p, long bytes, long wide)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *deep = __hpvm__getNode(), *group = UP(deep), *one = UP(group), *middle = UP(one), *outer = UP(middle);
	long at = ID(outer, x) * OF(outer, y) + ID(outer, y);

	at = at * OF(middle, x) + ID(middle, x);
	at = (at * OF(group, x) + ID(group, x)) * OF(group, y) + ID(group, y);
	at = at * OF(group, z) + ID(group, z);
	at = at * OF(deep, x) + ID(deep, x);
	p[at] = p[at] * 7 + (int)(at + wide);
}

void Group(long wide, int *p, long bytes)
{
	void *deep = __hpvm__createNodeND(1, Deep, 2 * wide + 1);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(deep, 1, 0, 0);
	__hpvm__bindIn(deep, 2, 1, 0);
	__hpvm__bindIn(deep, 0, 2, 0);
}

void One(int *p, long bytes, long wide)
{
	void *group = __hpvm__createNodeND(3, Group, wide, wide + 1, 3L);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(group, 2, 0, 0);
	__hpvm__bindIn(group, 0, 1, 0);
	__hpvm__bindIn(group, 1, 2, 0);
}

void Middle(int *p, long bytes, long wide)
{
	void *one = __hpvm__createNodeND(0, One);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(one, 0, 0, 0);
	__hpvm__bindIn(one, 1, 1, 0);
	__hpvm__bindIn(one, 2, 2, 0);
}

void Outer(int *p, long bytes, long wide)
{
	void *middle = __hpvm__createNodeND(1, Middle, wide * wide);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(middle, 0, 0, 0);
	__hpvm__bindIn(middle, 1, 1, 0);
	__hpvm__bindIn(middle, 2, 2, 0);
}

void Root(int *p, long bytes, int *q, long more, long rows, long side, long shared_bytes, long wide)
{
	void *plane = __hpvm__createNodeND(1, Plane, (long)PLANES), *outer = __hpvm__createNodeND(2, Outer, 2L, wide);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	__hpvm__bindIn(plane, 0, 0, 0);
	__hpvm__bindIn(plane, 1, 1, 0);
	__hpvm__bindIn(plane, 5, 2, 0);
	__hpvm__bindIn(plane, 4, 3, 0);
	__hpvm__bindIn(plane, 6, 4, 0);
	__hpvm__bindIn(outer, 2, 0, 0);
	__hpvm__bindIn(outer, 3, 1, 0);
	__hpvm__bindIn(outer, 7, 2, 0);
	__hpvm__bindOut(plane, 0, 0, 0);
}

static void print_sum(const char *name, const int *p)
{
	unsigned sum = 0;

	for (int i = 0; i < MOST; i++)
		sum = sum * 31 + (unsigned)p[i];
	printf("%s %u\n", name, sum);
}

int main(int argc, char **argv)
{
	static int p[MOST], q[MOST];
	struct __attribute__((packed)) {
		int *p; long bytes; int *q; long more; long rows, side, shared_bytes, wide, out;
	} args = {p, sizeof p, q, sizeof q, argc > 1 ? atol(argv[1]) : ROWS, argc > 2 ? atol(argv[2]) : SIDE, 0, WIDE, 0};

	args.shared_bytes = 4 * args.side;
	for (int i = 0; i < MOST; i++)
		p[i] = i, q[i] = 3 * i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(q, sizeof q);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	llvm_hpvm_request_mem(q, sizeof q);
	print_sum("planes", p);
	print_sum("deep", q);
	printf("%ld\n", args.out);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	__hpvm__cleanup();
	return 0;
}
