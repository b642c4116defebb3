/* backends/tests/graphs.c -- graphs of every shape that a backend may run as one unit, and some
 * that it may not. Prints the results of each. */
#include <hpvm.h>
#include <stdbool.h>
#include <stdio.h>

enum { MOST = 2000 };

static long data[MOST];

#define NODE	     __hpvm__getNode()
#define PARENT	     __hpvm__getParentNode(NODE)
#define X(node)	     __hpvm__getNodeInstanceID_x(node)
#define Y(node)	     __hpvm__getNodeInstanceID_y(node)
#define EXTENT(node) __hpvm__getNumNodeInstances_x(node)
#define IN(child, from, to)	     __hpvm__bindIn(child, from, to, 0)
#define ONE(from, to, output, input) __hpvm__edge(from, to, 0, output, input, 0)
#define ALL(from, to, output, input) __hpvm__edge(from, to, 1, output, input, 0)
#define ROOT_BEGINS __hpvm__hint(CPU_TARGET), __hpvm__attributes(1, p, 1, p)
#define LEAF_BEGINS ROOT_BEGINS

/* --- chains: values of several types are passed from leaf to leaf -------------------------- */

void Make(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	long i = X(NODE);

	__hpvm__return(6, p, bytes, i * 3 + n, (float)i / 7, (short)(i * 301), (bool)(i % 3 == 0));
}

void Change(long *p, size_t bytes, long value, float fraction, short small, bool third)
{
	LEAF_BEGINS;
	__hpvm__return(5, p, bytes, value * 2 + small, fraction * 1.5f, (bool)!third);
}

void Store(long *p, size_t bytes, long value, float fraction, bool third)
{
	LEAF_BEGINS;
	p[X(NODE)] += value + (long)(fraction * 100) + third + EXTENT(NODE);
	__hpvm__return(1, bytes);
}

void Chain(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *make = __hpvm__createNodeND(1, Make, (size_t)n);
	void *change = __hpvm__createNodeND(1, Change, (size_t)n);
	void *store = __hpvm__createNodeND(1, Store, (size_t)n);

	IN(make, 0, 0), IN(make, 1, 1), IN(make, 2, 2);
	ONE(make, change, 0, 0), ONE(make, change, 1, 1), ONE(make, change, 2, 2);
	ONE(make, change, 3, 3), ONE(make, change, 4, 4), ONE(make, change, 5, 5);
	ONE(change, store, 0, 0), ONE(change, store, 1, 1), ONE(change, store, 2, 2);
	ONE(change, store, 3, 3), ONE(change, store, 4, 4);
	__hpvm__bindOut(store, 0, 0, 0);
}

/* --- all-to-all edges between, fan-out, a one-to-one edge past it -------------------------- */

void First(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	p[X(NODE)] += X(NODE) * n;
	__hpvm__return(3, p, bytes, X(NODE) * X(NODE));
}

/* Reads what its neighbour has written. */
void Second(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	long i = X(NODE), next = p[(i + 1) % n];

	__hpvm__return(1, next + i);
}

void Side(long *p, size_t bytes, long square)
{
	LEAF_BEGINS;
	__hpvm__return(1, square + 1);
}

void Join(long *p, size_t bytes, long next, long side, long square)
{
	LEAF_BEGINS;
	p[1000 + X(NODE)] = next * 10000 + side * 100 + square;
	__hpvm__return(0);
}

void Fan(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *first = __hpvm__createNodeND(1, First, (size_t)n);
	void *second = __hpvm__createNodeND(1, Second, (size_t)n);
	void *side = __hpvm__createNodeND(1, Side, (size_t)n);
	void *join = __hpvm__createNodeND(1, Join, (size_t)n);

	IN(first, 0, 0), IN(first, 1, 1), IN(first, 2, 2);
	ALL(first, second, 0, 0), ALL(first, second, 1, 1), IN(second, 2, 2);
	ONE(first, side, 0, 0), ONE(first, side, 1, 1), ONE(first, side, 2, 2);
	IN(join, 0, 0), IN(join, 1, 1);
	ONE(second, join, 0, 2), ONE(side, join, 0, 3), ONE(first, join, 2, 4);
}

/* --- nested nodes -------------------------------------------------------------------------- */

void Deep(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	void *node = NODE, *parent = __hpvm__getParentNode(node);
	void *above = __hpvm__getParentNode(parent);
	long cell = (X(above) * EXTENT(parent) + X(parent)) * EXTENT(node) + X(node);

	p[cell * 2 + Y(node)] += cell * 7 + Y(node) + n + EXTENT(above) + __hpvm__getNumDims(node);
	__hpvm__return(2, p, bytes);
}

void Count(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	__hpvm__atomic_add((int *)&p[1500], (int)(X(NODE) + X(PARENT) + n));
	__hpvm__return(1, bytes);
}

void Middle(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *deep = __hpvm__createNodeND(2, Deep, (size_t)n, (size_t)2);

	IN(deep, 0, 0), IN(deep, 1, 1), IN(deep, 2, 2);
	__hpvm__bindOut(deep, 0, 0, 0), __hpvm__bindOut(deep, 1, 1, 0);
}

void Outer(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *middle = __hpvm__createNodeND(1, Middle, (size_t)(n - 1));
	void *count = __hpvm__createNodeND(1, Count, (size_t)(n + 2));

	IN(middle, 0, 0), IN(middle, 1, 1), IN(middle, 2, 2);
	ALL(middle, count, 0, 0), ALL(middle, count, 1, 1), IN(count, 2, 2);
	__hpvm__bindOut(count, 0, 0, 0);
}

void Nested(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *outer = __hpvm__createNodeND(1, Outer, (size_t)n);

	IN(outer, 0, 0), IN(outer, 1, 1), IN(outer, 2, 2);
	__hpvm__bindOut(outer, 0, 0, 0);
}

/* --- an internal node whose instances get different values and pass them on ---------------- */

void Number(long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, X(NODE) * 11 + n);
}

void Add(long value, long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, value + n * X(PARENT));
}

void Double(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, value * 2);
}

void Group(long value, long n)
{
	__hpvm__hint(CPU_TARGET);
	void *add = __hpvm__createNodeND(0, Add), *twice = __hpvm__createNodeND(0, Double);

	IN(add, 0, 0), IN(add, 1, 1);
	ALL(add, twice, 0, 0);
	__hpvm__bindOut(twice, 0, 0, 0);
}

void Put(long *p, size_t bytes, long value)
{
	LEAF_BEGINS;
	p[X(NODE)] = value;
	__hpvm__return(1, bytes);
}

void Passed(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *number = __hpvm__createNodeND(1, Number, (size_t)n);
	void *group = __hpvm__createNodeND(1, Group, (size_t)n);
	void *put = __hpvm__createNodeND(1, Put, (size_t)n);

	IN(number, 2, 0);
	ONE(number, group, 0, 0), IN(group, 2, 1);
	IN(put, 0, 0), IN(put, 1, 1), ONE(group, put, 0, 2);
	__hpvm__bindOut(put, 0, 0, 0);
}

/* --- objects, barriers ------------------------------------------------------------------------------ */

void Local(long n)
{
	__hpvm__hint(CPU_TARGET);
	void *object = __hpvm__malloc(64 * sizeof(long));

	__hpvm__return(2, object, (size_t)(64 * sizeof(long)));
}

void Turn(long *p, size_t bytes, long *local, size_t local_bytes, long n)
{
	LEAF_BEGINS;
	long i = X(NODE), group = X(PARENT), sum = 0;

	local[i] = p[group * n + i] + i;
	__hpvm__barrier();
	for (long step = 1; step < n; step *= 2) {
		sum += local[(i + step) % n];
		__hpvm__barrier();
		local[i] += sum;
		__hpvm__barrier();
	}
	p[group * n + i] = local[n - 1 - i] + sum;
#ifdef DIVERGES
	if (i == 2 && group == 1)
		__hpvm__barrier();
#endif
	__hpvm__return(0);
}

void Gang(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *local = __hpvm__createNodeND(0, Local), *turn = __hpvm__createNodeND(1, Turn, (size_t)n);

	IN(local, 2, 0), IN(turn, 0, 0), IN(turn, 1, 1), IN(turn, 2, 4);
	ALL(local, turn, 0, 2), ALL(local, turn, 1, 3);
}

void Gangs(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *gang = __hpvm__createNodeND(1, Gang, (size_t)(n / 2));

	IN(gang, 0, 0), IN(gang, 1, 1), IN(gang, 2, 2);
}

/* The objects outlive the leaf: a list of them is in memory. */
void Keep(long *p, size_t bytes, long *object, size_t object_bytes)
{
	LEAF_BEGINS;
	object[0] = X(PARENT) * 5;
	((long **)p)[X(PARENT)] = object;
	__hpvm__return(2, p, bytes);
}

void Keeper(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *local = __hpvm__createNodeND(0, Local), *keep = __hpvm__createNodeND(0, Keep);

	IN(local, 2, 0), IN(keep, 0, 0), IN(keep, 1, 1);
	ALL(local, keep, 0, 2), ALL(local, keep, 1, 3);
	__hpvm__bindOut(keep, 0, 0, 0), __hpvm__bindOut(keep, 1, 1, 0);
}

void Sum(long *p, size_t bytes, long n)
{
	LEAF_BEGINS;
	long sum = 0;

	for (long i = 0; i < n; i++)
		sum += ((long **)p)[i][0];
	p[1999] = sum;
	__hpvm__return(0);
}

void Kept(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *keeper = __hpvm__createNodeND(1, Keeper, (size_t)n), *sum = __hpvm__createNodeND(0, Sum);

	IN(keeper, 0, 0), IN(keeper, 1, 1), IN(keeper, 2, 2);
	ALL(keeper, sum, 0, 0), ALL(keeper, sum, 1, 1), IN(sum, 2, 2);
}

/* --- graphs that cannot run as one --------------------------------------------------------- */

/* Instances return different values, of which a single one is taken (E3). */
void Ambiguous(long *p, size_t bytes, long n)
{
	ROOT_BEGINS;
	void *number = __hpvm__createNodeND(1, Number, (size_t)n);
	void *put = __hpvm__createNodeND(1, Put, (size_t)n);

	IN(number, 2, 0);
	IN(put, 0, 0), IN(put, 1, 1), ALL(number, put, 0, 2);
	__hpvm__bindOut(put, 0, 0, 0);
}

/* --- the program ------------------------------------------------------------------------------------ */

static void run(const char *name, void *root, long n, bool has_output)
{
	struct __attribute__((packed)) {
		long *p;
		size_t bytes;
		long n;
		size_t out;
	} arguments = {data, sizeof data, n, 1};
	unsigned long sum = 0;

	for (int i = 0; i < MOST; i++)
		data[i] = i % 13;
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	for (int i = 0; i < MOST; i++)
		if (data[i] < 1L << 40) /* not an address */
			sum = sum * 31 + (unsigned long)data[i];
	printf("%s %ld: %lx", name, n, sum);
	printf(has_output ? ", %zu\n" : "\n", arguments.out);
}

#define RUN(root, n, output) run(#root, (void *)(root), n, output)

int main(void)
{
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int again = 0; again < 2; again++) {
		RUN(Chain, 20, true), RUN(Chain, 1000, true);
		RUN(Fan, 12, false), RUN(Fan, 900, false);
		RUN(Nested, 5, true), RUN(Nested, 9, true);
		RUN(Passed, 12, true), RUN(Passed, 700, true);
		RUN(Gangs, 4, false), RUN(Gangs, 30, false);
		RUN(Kept, 6, false), RUN(Kept, 50, false);
#ifdef WARNS
		RUN(Ambiguous, 30, true);
		RUN(Chain, 0, false);
#endif
	}
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
