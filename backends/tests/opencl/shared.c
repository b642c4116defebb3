/* shared.c -- two leaves and a grid of groups that use the same functions and the same table;
 * groups also share local memory. */
#include <hpvm.h>
#include <stdio.h>

enum { GROUPS = 3, SIDE = 4, COUNT = GROUPS * SIDE };

struct pair {
	float x;
	int n;
};

static const float table[5] = {1.5f, 2.25f, -3, 4, 5};

static __attribute__((noinline)) float weigh(float x, int n)
{
	float sum = 0;

	for (int i = 0; i < n; i++)
		sum = sum * x + table[(i + (int)x) & 3];
	return sum;
}

static __attribute__((noinline)) struct pair weighed(float x, int n)
{
	return (struct pair){weigh(x, n), n + 1};
}

void First(float *p, long bytes, int n)
{
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	struct pair got = weighed(p[x], n);

	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[x] = got.x + got.n;
	__hpvm__return(1, bytes);
}

void Second(float *p, long bytes, int n)
{
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	struct pair got = weighed(p[x], n + 1);

	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[x] = got.x - got.n;
	__hpvm__return(1, bytes);
}

void Buffer(long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}

/* Each group reverses its part. */
void Turn(float *p, long bytes, float *buffer, long buffer_bytes)
{
	void *self = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(self), n = __hpvm__getNumNodeInstances_x(self);
	long at = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self)) * n;

	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, buffer, 2, p, buffer);
	buffer[x] = weigh(p[at + x], 2);
	__hpvm__barrier();
	p[at + x] = buffer[n - 1 - x];
}

void Tile(float *p, long bytes, long side, long buffer_bytes)
{
	void *buffer = __hpvm__createNodeND(0, Buffer), *turn = __hpvm__createNodeND(1, Turn, side);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(buffer, 3, 0, 0);
	__hpvm__bindIn(turn, 0, 0, 0);
	__hpvm__bindIn(turn, 1, 1, 0);
	__hpvm__edge(buffer, turn, 1, 0, 2, 0);
	__hpvm__edge(buffer, turn, 1, 1, 3, 0);
}

void Root(float *p, long bytes, int n, long count, long groups, long side, long buffer_bytes)
{
	void *first = __hpvm__createNodeND(1, First, count), *second = __hpvm__createNodeND(1, Second, count);
	void *tile = __hpvm__createNodeND(1, Tile, groups);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__bindIn(tile, 0, 0, 0);
	__hpvm__edge(second, tile, 1, 0, 1, 0);
	__hpvm__bindIn(tile, 5, 2, 0);
	__hpvm__bindIn(tile, 6, 3, 0);
}

int main(void)
{
	static float p[COUNT];
	struct __attribute__((packed)) {
		float *p;
		long bytes;
		int n;
		long count, groups, side, buffer_bytes;
	} args = {p, sizeof p, 3, COUNT, GROUPS, SIDE, SIDE * sizeof *p};

	for (int i = 0; i < COUNT; i++)
		p[i] = (float)i / 4;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	for (int i = 0; i < COUNT; i++)
		printf("%g\n", p[i]);
	return 0;
}
