/* pipes.c -- chains whose leaves pass values to each other and share no memory, and other chains.
 * With -DCOMMON they share memory; -DINSIDE=N: pointers are N elements behind the beginnings of
 * buffers; -DLAUNCHES=N: the number of launches. */
#include <hpvm.h>
#include <stdio.h>

#ifndef INSIDE
#define INSIDE 0
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
enum { ROWS = 7, COLUMNS = 9, COUNT = ROWS * COLUMNS };

static const short steps[5] = {3, -1, 4, -1, -5};

static __attribute__((noinline)) int weigh(int value, int by)
{
	return __builtin_popcount((unsigned)value) * steps[by % 5];
}

/* Four outputs, one of which goes to two leaves. */
void Read(const float *from, long bytes, int by)
{
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode()), y = __hpvm__getNodeInstanceID_y(__hpvm__getNode());
	float value = from[x * COLUMNS + y];

	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, from, 0);
	__hpvm__return(4, bytes, value * 0.5f, (char)(x - y), weigh((int)x, by));
}

/* Uses no memory. */
void Middle(float half, char apart, int by)
{
	long n = __hpvm__getNumNodeInstances_y(__hpvm__getNode());

	__hpvm__hint(FPGA_TARGET);
	__hpvm__return(2, (double)half + n, weigh(apart, by) > 0);
}

void Write(long *to, long bytes, double sum, _Bool more, float half, int weight)
{
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode()), y = __hpvm__getNodeInstanceID_y(__hpvm__getNode());

	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(0, 1, to);
	to[x * COLUMNS + y] = (long)(sum * 1000) + (more ? 7 : 0) + (long)(half * 8) + weight;
	__hpvm__return(1, bytes);
}

void Chain(const float *from, long from_bytes, long *to, long to_bytes, long rows, long columns, int by)
{
	void *read = __hpvm__createNodeND(2, Read, rows, columns), *middle = __hpvm__createNodeND(2, Middle, rows, columns);
	void *write = __hpvm__createNodeND(2, Write, rows, columns);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	__hpvm__bindIn(read, 0, 0, 0);
	__hpvm__bindIn(read, 1, 1, 0);
	__hpvm__bindIn(read, 6, 2, 0);
	__hpvm__edge(read, middle, 0, 1, 0, 0);
	__hpvm__edge(read, middle, 0, 2, 1, 0);
	__hpvm__bindIn(middle, 6, 2, 0);
	__hpvm__bindIn(write, 2, 0, 0);
	__hpvm__bindIn(write, 3, 1, 0);
	__hpvm__edge(middle, write, 0, 0, 2, 0);
	__hpvm__edge(middle, write, 0, 1, 3, 0);
	__hpvm__edge(read, write, 0, 1, 4, 0);
	__hpvm__edge(read, write, 0, 3, 5, 0);
	__hpvm__bindOut(write, 0, 0, 0);
}

#ifdef COMMON
static long to[2 * (COUNT + INSIDE)];
static float *const from = (float *)(to + COUNT + INSIDE);
#else
static float from[COUNT + INSIDE];
static long to[COUNT + INSIDE];
#endif

int main(void)
{
	struct __attribute__((packed)) {
		const float *from;
		long from_bytes;
		long *to;
		long to_bytes, rows, columns;
		int by;
		long out;
	} args = {from + INSIDE, COUNT * sizeof(float), to + INSIDE, COUNT * sizeof(long), ROWS, COLUMNS, 2, 0};

#ifdef COMMON
	args.to_bytes = sizeof to;
#endif
	for (int i = 0; i < COUNT + INSIDE; i++)
		from[i] = (float)(i * i % 31) / 3;
	__hpvm__init();
#ifndef COMMON
	llvm_hpvm_track_mem(from, sizeof from);
#endif
	llvm_hpvm_track_mem(to, sizeof to);
	for (int i = 0; i < LAUNCHES; i++)
		__hpvm__wait(__hpvm__launch(0, Chain, &args));
	llvm_hpvm_request_mem(to, sizeof to);
#ifndef COMMON
	llvm_hpvm_untrack_mem(from);
#endif
	llvm_hpvm_untrack_mem(to);
	__hpvm__cleanup();
	for (int i = 0; i < COUNT; i++)
		printf("%ld\n", to[i + INSIDE]);
	return 0;
}
