/* tiles.c -- nodes whose instances are work-groups of several leaves, which run one after the other
 * and meet in between. */
#include <hpvm.h>
#include <stdio.h>

enum { TILES = 12, SIDE = 16, COUNT = TILES * SIDE };

#define SELF __hpvm__getNode()
#define X __hpvm__getNodeInstanceID_x(SELF)
#define TILE __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(SELF))

void Room(long bytes)
{
	__hpvm__hint(GPU_TARGET);
	void *memory = __hpvm__malloc(bytes);

	__hpvm__return(2, memory, bytes);
}

/* Writes the group's memory, and returns a value for the same instance of the next leaf. */
void Load(const int *p, long bytes, int *tile, long tile_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, tile, 1, tile);
	long x = X, n = __hpvm__getNumNodeInstances_x(SELF);

	tile[x] = p[TILE * n + x] * 3;
	__hpvm__return(3, tile_bytes, (float)x / 4, x % 3 == 1);
}

void Scale(int *tile, long tile_bytes, float by, _Bool odd)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, tile, 1, tile);
	tile[X] += odd ? (int)(by * 8) : -1;
	__hpvm__return(1, tile_bytes);
}

/* Reads what other instances of its group have written, and what the first leaf returned. */
void Turn(const int *tile, long tile_bytes, int *to, long to_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, tile, to, 1, to);
	long x = X, n = __hpvm__getNumNodeInstances_x(SELF);

	to[TILE * n + n - 1 - x] += tile[(x * 5 + 1) % n] + (int)(tile_bytes / n);
	__hpvm__return(1, to_bytes);
}


/* All four nodes: a chain of two leaves, and one that depends on both. */
void Tiles(const int *p, long bytes, int *to, long to_bytes, long n, long tile_bytes)
{
	void *room = __hpvm__createNodeND(0, Room), *load = __hpvm__createNodeND(1, Load, n);
	void *scale = __hpvm__createNodeND(1, Scale, n), *turn = __hpvm__createNodeND(1, Turn, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, to, 1, to);
	__hpvm__bindIn(room, 5, 0, 0);
	__hpvm__bindIn(load, 0, 0, 0);
	__hpvm__bindIn(load, 1, 1, 0);
	__hpvm__edge(room, load, 1, 0, 2, 0);
	__hpvm__edge(room, load, 1, 1, 3, 0);
	__hpvm__edge(room, scale, 1, 0, 0, 0);
	__hpvm__edge(load, scale, 0, 0, 1, 0);
	__hpvm__edge(load, scale, 0, 1, 2, 0);
	__hpvm__edge(load, scale, 0, 2, 3, 0);
	__hpvm__edge(room, turn, 1, 0, 0, 0);
	__hpvm__edge(scale, turn, 1, 0, 1, 0);
	__hpvm__bindIn(turn, 2, 2, 0);
	__hpvm__bindIn(turn, 3, 3, 0);
	__hpvm__bindOut(turn, 0, 0, 0);
}

/* The last leaf has another grid, so the leaves are not the work-items of one group. */
void Apart(const int *p, long bytes, int *to, long to_bytes, long n, long tile_bytes, long half)
{
	void *room = __hpvm__createNodeND(0, Room), *load = __hpvm__createNodeND(1, Load, n);
	void *turn = __hpvm__createNodeND(1, Turn, half);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, to, 1, to);
	__hpvm__bindIn(room, 5, 0, 0);
	__hpvm__bindIn(load, 0, 0, 0);
	__hpvm__bindIn(load, 1, 1, 0);
	__hpvm__edge(room, load, 1, 0, 2, 0);
	__hpvm__edge(room, load, 1, 1, 3, 0);
	__hpvm__edge(room, turn, 1, 0, 0, 0);
	__hpvm__edge(load, turn, 1, 0, 1, 0);
	__hpvm__bindIn(turn, 2, 2, 0);
	__hpvm__bindIn(turn, 3, 3, 0);
	__hpvm__bindOut(turn, 0, 0, 0);
}

void Root(const int *p, long bytes, int *to, long to_bytes, long tiles, long n, long tile_bytes, long half)
{
	void *first = __hpvm__createNodeND(1, Tiles, tiles), *second = __hpvm__createNodeND(1, Apart, tiles);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, to, 1, to);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(first, 3, 3, 0);
	__hpvm__bindIn(first, 5, 4, 0);
	__hpvm__bindIn(first, 6, 5, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindIn(second, 1, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__edge(first, second, 1, 0, 3, 0);
	__hpvm__bindIn(second, 5, 4, 0);
	__hpvm__bindIn(second, 6, 5, 0);
	__hpvm__bindIn(second, 7, 6, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}

/* Inside the memory that the other pointer may read. */
static int memory[2 * COUNT], *const to = memory + COUNT;

int main(void)
{
	struct __attribute__((packed)) {
		const int *p;
		long bytes;
		int *to;
		long to_bytes, tiles, n, tile_bytes, half, out;
	} args = {memory, sizeof memory, to, COUNT * sizeof(int), TILES, SIDE, SIDE * sizeof(int), SIDE / 2, 0};
	unsigned sum = 0;

	for (int i = 0; i < COUNT; i++)
		memory[i] = i * 7;
	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof memory);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(memory, sizeof memory);
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)to[i];
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
