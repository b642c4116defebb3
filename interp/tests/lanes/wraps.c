/* wraps.c -- leaves whose 32-bit values wrap in the middle of a batch, between loads and their
 * uses: the loaded values must stay as they were loaded.
 *
 * Prints a checksum for each leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 2048, TURNS = 4 };

/* IN has an array for each iteration; lane numbers times STEP wrap at some places, or nowhere. */
#define LEAF(name, ...)                                                                            \
	void name(unsigned *in, size_t in_bytes, unsigned long *out, size_t out_bytes, unsigned step) \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, in, 1, out);                                                 \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                        \
		unsigned sum = 0;                                                                  \
		unsigned long wide = 0;                                                            \
		_Pragma("clang loop unroll(disable) vectorize(disable)")                           \
		for (int i = 0; i < TURNS; i++) {                                                  \
			__VA_ARGS__;                                                                \
		}                                                                                  \
		out[lane] = wide * 100003 + sum;                                                   \
	}                                                                                          \
	void name##_root(unsigned *in, size_t in_bytes, unsigned long *out, size_t out_bytes,      \
			 unsigned step)                                                            \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, in, 1, out);                                                 \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		__hpvm__bindIn(leaf, 0, 0, 0);                                                     \
		__hpvm__bindIn(leaf, 1, 1, 0);                                                     \
		__hpvm__bindIn(leaf, 2, 2, 0);                                                     \
		__hpvm__bindIn(leaf, 3, 3, 0);                                                     \
		__hpvm__bindIn(leaf, 4, 4, 0);                                                     \
	}

LEAF(one, unsigned x = in[lane + i * (long)LANES]; wide += (unsigned long)((unsigned)lane * step + i);
     sum = sum * 31 + x)
LEAF(two, unsigned x = in[lane + i * (long)LANES], y = in[LANES - 1 - lane + i * (long)LANES];
     wide += (unsigned long)((unsigned)lane * step + i); sum = sum * 31 + x - (y ^ x))
LEAF(twice, unsigned x = in[lane + i * (long)LANES]; wide += (unsigned long)((unsigned)lane * step + i);
     unsigned y = in[lane + (3 - i) * (long)LANES]; wide ^= (unsigned long)(long)(int)((unsigned)lane * (step + 2) - i);
     sum = sum * 31 + (x ^ y))
LEAF(apart, unsigned x = in[lane + i * (long)LANES];
     if (lane & 64) { wide += (unsigned long)((unsigned)lane * step + i); sum += x; } else sum ^= x * 3)
LEAF(index, unsigned x = in[lane + i * (long)LANES];
     unsigned long at = (unsigned long)((unsigned)lane * step + i); sum = sum * 31 + x + in[at % (LANES * TURNS)])

static unsigned *in;

static void run(const char *name, void (*root)(unsigned *, size_t, unsigned long *, size_t, unsigned), unsigned step)
{
	static unsigned long out[LANES];
	struct __attribute__((packed)) {
		unsigned *in;
		size_t in_bytes;
		unsigned long *out;
		size_t out_bytes;
		unsigned step;
	} arguments = {in, LANES * TURNS * sizeof(*in), out, sizeof(out), step};
	unsigned long sum = 0;

	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(out, sizeof(out));
	llvm_hpvm_untrack_mem(out);
	for (int i = 0; i < LANES; i++)
		sum = (sum ^ out[i]) * 1099511628211ul;
	printf("%s %08x %016lx\n", name, step, sum);
}

int main(void)
{
	static const unsigned steps[] = {1, 0x00400001, 0x01000001, 0xffffffff};

	in = malloc(LANES * TURNS * sizeof(*in));
	for (int i = 0; i < LANES * TURNS; i++)
		in[i] = (unsigned)i * 2654435761u >> 7;
	__hpvm__init();
	llvm_hpvm_track_mem(in, LANES * TURNS * sizeof(*in));
	for (int i = 0; i < 4; i++) {
		run("one", one_root, steps[i]);
		run("two", two_root, steps[i]);
		run("twice", twice_root, steps[i]);
		run("apart", apart_root, steps[i]);
		run("index", index_root, steps[i]);
	}
	llvm_hpvm_untrack_mem(in);
	__hpvm__cleanup();
	free(in);
	return 0;
}
