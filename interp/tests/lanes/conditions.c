/* conditions.c -- conditions on the lane's position, as trees of `and`, `or` and `xor`: of rows and
 * columns, with values that are the same for all lanes, used in other blocks, in loops that lanes
 * leave at different times, with values from memory, as values, and with values that turn out not
 * to be affine.
 *
 * Prints a checksum for each leaf, for grids of several shapes. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#define QUERY                                                                                      \
	void *node = __hpvm__getNode();                                                            \
	long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node);         \
	long nx = __hpvm__getNumNodeInstances_x(node), ny = __hpvm__getNumNodeInstances_y(node);   \
	long lane = x * ny + y;                                                                    \
	(void)nx, (void)ny

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define LEAF(name, ...)                                                                            \
	void name(const unsigned *in, size_t in_bytes, unsigned *out, size_t out_bytes, long n,    \
		  size_t rows, size_t columns)                                                     \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(2, in, out, 1, out);                                            \
		QUERY;                                                                             \
		unsigned sum = 1;                                                                  \
		__VA_ARGS__;                                                                              \
		out[lane] += sum;                                                                  \
	}                                                                                          \
	void name##_root(const unsigned *in, size_t in_bytes, unsigned *out, size_t out_bytes,     \
			 long n, size_t rows, size_t columns)                                      \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(2, in, out, 1, out);                                            \
		void *leaf = __hpvm__createNodeND(2, name, rows, columns);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3), BIND(leaf, 4);         \
		BIND(leaf, 5), BIND(leaf, 6);                                                      \
	}

/* code that compilers do not turn into a select */
#define STEP(k)                                                                                    \
	do {                                                                                       \
		sum = sum * 31 + (k);                                                              \
		*(volatile unsigned *)&out[lane] ^= sum;                                           \
	} while (0)

LEAF(edges, {
	if ((x == 0) | (y == 0) | (x == nx - 1) | (y == ny - 1))
		STEP(1);
	else
		STEP(2);
})
LEAF(parts, {
	if (((x < n) & (y >= 3)) ^ (x + y == 9))
		STEP(1);
	if (!((x > n) | (y != 4)))
		STEP(2);
	if (((x <= 5) ^ (y < n)) & !(y == 7))
		STEP(3);
})
LEAF(same_for_all, {
	const int whole = nx > 4, odd = n == 5;

	if ((y < 6) ^ whole)
		STEP(1);
	if ((x == 2) | (odd & whole))
		STEP(2);
	if ((y > 1) & (odd | !whole))
		STEP(3);
	if (((y == 3) ^ odd) | ((x >= 1) & whole))
		STEP(4);
})
LEAF(far_away, {
	const int top = x == 0, low = x == nx - 1, left = y == 0, right = y == ny - 1;

	if (top & left)
		STEP(1);
	else
		STEP(2);
	if (in[lane] % 3 == 0) {
		if (top & right)
			STEP(3);
		else if (low | left)
			STEP(4);
	}
	if ((low ^ right) | (top & !left))
		STEP(5);
	else
		STEP(6);
})
LEAF(with_memory, {
	const int inside = (x > 0) & (y > 0);

	if (inside & (in[lane] % 2))
		STEP(1);
	if ((y < n) | (in[lane] % 5 == 1))
		STEP(2);
	sum += (unsigned)(inside | (x == n)) * 77;
	if (inside | (y == n))
		STEP(3);
})
/* `and` and `or` that evaluate their second operand only if needed. */
LEAF(choices, {
	const unsigned value = in[lane];
	const float real = (float)(value % 256) / 16;

	STEP(value);
	if (y > 2 && value % 3 == 1)
		STEP(1);
	if (x < n || value % 5 == 2)
		STEP(2);
	if (!(real < 4 || (n == 5 && value % 7 > 4)))
		STEP(3);
	if ((real >= 2 && value % 11 < 6) || n == 6)
		STEP(4);
	if ((n == 4 || real != 3) && (signed char)value < y)
		STEP(5);
})
LEAF(in_loops, {
	const int later = (x > 1) & (y != 2);

	for (long i = 0; i < (long)(in[lane] % 40); i++) {
		if ((x + i < n) | (y == i))
			STEP(1);
		else if ((x > i) ^ (y > i))
			STEP(2);
		if (later & (in[(lane + i) % (nx * ny)] % 7 == 0))
			break;
	}
	if (later | (y == n))
		STEP(3);
})
/* Not packed with the lanes of the loop: read in it, before it and after it. */
LEAF(around_loops, {
	const int corner = (x == 0) | (y == 0), side = (x == n) ^ (y < 3);
	const unsigned end = in[lane] % 900;
	unsigned i = 0;

	if (corner)
		STEP(1);
	for (; i * i < end; i++)
		if (side)
			sum = sum * 31 + in[sum % (unsigned)(nx * ny)];
	sum += i;
	if (corner)
		STEP(3);
})
/* Computed before the loop, read only in it, and the same in the next batch. */
LEAF(remembered, {
	const int left = y < 11;
	const int first = x != 0;
	const unsigned end = in[lane] % 900;

	for (unsigned i = 0; i * i < end; i++) {
		if (left)
			sum = sum * 31 + in[sum % (unsigned)(nx * ny)];
		if (first)
			sum = sum * 7 + in[sum % (unsigned)(nx + ny)];
	}
})
/* An `or` counts as a sum until lanes have bits in common: conditions are computed before and used
 * after. */
LEAF(gives_up, {
	const int inside = (x != 3) & (y > 1), whole = (x < n) ^ (y == 6);
	const long mixed = (y + 8) | (x * 2 + n);

	STEP((unsigned)mixed);
	if (inside)
		STEP(1);
	if (whole)
		STEP(2);
	if (inside | whole)
		STEP((unsigned)mixed * 5);
})

typedef struct __attribute__((packed)) arguments {
	unsigned *in;
	size_t in_bytes;
	unsigned *out;
	size_t out_bytes;
	long n;
	size_t rows, columns;
} arguments;

static void run(const char *name, void *root, size_t rows, size_t columns)
{
	const size_t count = rows * columns, bytes = count * sizeof(unsigned);
	unsigned *in = malloc(bytes), *out = calloc(count, sizeof(unsigned)), sum = 1, state = 7;
	arguments args = {in, bytes, out, bytes, 5, rows, columns};

	for (size_t i = 0; i < count; i++)
		in[i] = (state = state * 1664525 + 1013904223) >> 8;
	llvm_hpvm_track_mem(in, bytes);
	llvm_hpvm_track_mem(out, bytes);
	for (long n = 4; n < 7; n++) {
		args.n = n;
		__hpvm__wait(__hpvm__launch(0, root, &args));
	}
	llvm_hpvm_request_mem(out, bytes);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	for (size_t i = 0; i < count; i++)
		sum = (sum ^ out[i]) * 16777619;
	printf("%s %zu x %zu: %08x\n", name, rows, columns, sum);
	free(in);
	free(out);
}

#define RUN(name) run(#name, name##_root, shapes[s][0], shapes[s][1])
int main(void)
{
	static const size_t shapes[][2] = {{1, 700}, {700, 1}, {5, 128}, {9, 40}, {33, 17}, {70, 16}, {3, 3}, {50, 40}};

	__hpvm__init();
	for (size_t s = 0; s < sizeof(shapes) / sizeof(*shapes); s++) {
		RUN(edges), RUN(parts), RUN(same_for_all), RUN(far_away);
		RUN(with_memory), RUN(choices), RUN(in_loops), RUN(around_loops), RUN(remembered), RUN(gives_up);
	}
	__hpvm__cleanup();
	return 0;
}
