/* packing.c -- loops whose lanes leave at different times, so that the remaining lanes are moved to
 * the first places (handlers/pack.c): values that are read later, in the loop and outside of it,
 * must have moved with them.
 *
 * Prints a checksum for each leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 700, LONGEST = 200 };

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define LEAF(name, ...)                                                                            \
	void name(unsigned *count, size_t count_bytes, unsigned *out, size_t out_bytes)            \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(2, count, out, 1, out);                                         \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                        \
		unsigned n = count[lane], x = lane * 2654435761u, y = n * 40503u, sum = 0;         \
		__VA_ARGS__;                                                                       \
		out[lane] = sum ^ x ^ y * 3;                                                       \
	}                                                                                          \
	void name##_root(unsigned *count, size_t count_bytes, unsigned *out, size_t out_bytes)     \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(2, count, out, 1, out);                                         \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3);                        \
	}

/* values read only in the loop, only after it, and in both */
LEAF(plain, for (unsigned i = 0, a = x, b = y; i < n; i++) {
	a = a * 5 + b;
	b = b ^ (a >> 3);
	sum += a ^ i;
})
/* lanes take two paths, and those on the longer one wait while others iterate */
LEAF(ways, for (unsigned i = 0, a = x, b = y; i < n; i++) {
	if (a & 4) {
		a = a * 7 + b;
		if (a & 8)
			continue;
		b += a >> 2;
	} else {
		a += b | 1;
	}
	sum += a ^ b;
})
/* inner loops that lanes leave at different times, with values that the outer loop still needs */
LEAF(nested, for (unsigned i = 0, a = x; i < n % 23; i++) {
	unsigned b = a ^ i;

	for (unsigned k = 0; k < (a >> 5) % 29; k++) {
		b = b * 3 + k;
		if (b % 31 == 7)
			break;
	}
	a = a * 13 + b;
	sum += b;
})
/* jumps back to the header from several places, and leaves by several */
LEAF(jumps, {
	unsigned i = 0, a = x, b = y;
again:
	a = a * 9 + i;
	if (i++ >= n)
		goto done;
	if (a & 16)
		goto again;
	b ^= a >> 4;
	if (b % 61 == 5) {
		sum = a;
		goto other;
	}
	while (b & 32 && b % 7) {
		b = b * 5 + 3;
		if (b & 64)
			goto again;
	}
	sum += b;
	goto again;
other:
	sum = sum * 3 + b;
done:
	sum ^= a;
})
/* elements of all sizes */
LEAF(sizes, {
	unsigned char c = (unsigned char)x;
	unsigned short s = (unsigned short)y;
	unsigned long l = x * 0x100000001ul;
	double d = n;

	for (unsigned i = 0; i < n; i++) {
		c = (unsigned char)(c * 3 + s);
		s = (unsigned short)(s + c);
		l = l * 7 + s;
		d = d * .5 + c;
		if (l & 2)
			sum += (unsigned)(l >> 32) + (unsigned)d;
	}
	sum += c + s + (unsigned)l;
})

typedef struct __attribute__((packed)) arguments {
	void *count;
	size_t count_bytes;
	void *out;
	size_t out_bytes;
} arguments;

static unsigned count[LANES], out[LANES];

/* KIND: how many iterations lanes make. */
static void run(const char *name, void *root, unsigned kind)
{
	arguments args = {count, sizeof(count), out, sizeof(out)};
	unsigned sum = 1;

	for (unsigned i = 0, state = kind; i < LANES; i++) {
		state = state * 1103515245 + 12345;
		count[i] = kind == 0   ? i % LONGEST
			   : kind == 1 ? (i % 4 ? 3 : LONGEST)
			   : kind == 2 ? (state >> 16) % LONGEST
				       : ((state >> 16) % 8 ? LONGEST : i % 50);
	}
	llvm_hpvm_track_mem(count, sizeof(count));
	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, root, &args));
	llvm_hpvm_request_mem(out, sizeof(out));
	for (unsigned i = 0; i < LANES; i++)
		sum = (sum ^ out[i]) * 16777619u;
	printf("%s %u %08x\n", name, kind, sum);
	llvm_hpvm_untrack_mem(count);
	llvm_hpvm_untrack_mem(out);
}

int main(void)
{
	__hpvm__init();
	for (unsigned kind = 0; kind < 4; kind++) {
		run("plain", plain_root, kind);
		run("ways", ways_root, kind);
		run("nested", nested_root, kind);
		run("jumps", jumps_root, kind);
		run("sizes", sizes_root, kind);
	}
	__hpvm__cleanup();
	return 0;
}
