/* parameters.c -- leaves and functions that change their own parameters: every instance gets the
 * values of the edges, whatever earlier instances, also in other batches, have changed.
 *
 * Prints a checksum for each leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 700, WORDS = 64 };

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define LEAF(name, BODY)                                                                           \
	void name(unsigned char *in, size_t in_bytes, long *out, size_t out_bytes, long n, int seed, \
		  float f, double g, __int128 wide, unsigned short some)                           \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, in, 1, out);                                                 \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode()), sum = 0;               \
		BODY;                                                                              \
		out[lane] = sum + lane;                                                            \
	}                                                                                          \
	void name##_root(unsigned char *in, size_t in_bytes, long *out, size_t out_bytes, long n,  \
			 int seed, float f, double g, __int128 wide, unsigned short some)          \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, in, 1, out);                                                 \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3), BIND(leaf, 4);         \
		BIND(leaf, 5), BIND(leaf, 6), BIND(leaf, 7), BIND(leaf, 8), BIND(leaf, 9);         \
	}

static __attribute__((noinline)) long count_down(int from, unsigned char *at)
{
	long sum = 0;

	for (; from > 0; from -= 3)
		sum = sum * 3 + *at++ + from;
	return sum;
}

/* the same for all lanes, and consumed */
LEAF(shifted, while (seed) { sum += seed & 1; seed >>= 1; })
LEAF(divided, do { sum = sum * 7 + seed; seed /= 2; } while (n != 7 & seed > 3))
LEAF(euclid, unsigned a = n; for (unsigned b = seed; b;) { unsigned t = a % b; a = b; b = t; } sum = a)
LEAF(both, while (seed) { long t = n % seed; n = seed; seed = (int)t; sum += n; })
LEAF(pointer, for (unsigned char *p = in; *p != 77 && p < in + 300; p += 2) { sum += *p; in++; })
LEAF(along, for (int k = 0; k < 40; k++) sum = sum * 3 + *in++)
LEAF(floats, for (; f > 1; f /= 2) sum += (long)(f * 8))
LEAF(doubles, do { g = g * 0.75 - 1; sum++; } while (g > 0))
LEAF(large, for (; wide; wide >>= 9) sum = sum * 5 + (long)wide)
LEAF(small, for (; some; some &= some - 1) sum += some)
/* steps of an affine value, and a parameter that becomes affine */
LEAF(affine, for (int k = 0; k < 5; k++) { sum += n; n += lane; })
LEAF(swapped, for (int k = 0; k < 3; k++) { long t = n; n = lane + k; sum += t * (k + 1); })
/* different in each lane */
LEAF(varying, while (seed > 0) { sum += seed; seed -= in[(lane + seed) % 64] % 5 + 1; })
LEAF(some_lanes, if (lane % 3 == 0) { n = lane; seed = 1; } sum = n * 100 + seed)
LEAF(late, for (int k = 0; k < 6; k++) { sum += n; if (k == lane % 6) n = -n; })
/* after it has been read as an array, and where only some lanes change it in a branch */
LEAF(array, sum = in[(n + lane) % 64]; while (n > 2) { sum += in[(n * lane) & 63]; n /= 2; })
LEAF(seldom, if (lane == 650) while (n) n /= 2; sum = n)
/* in functions, called by all lanes and by some */
LEAF(called, sum = count_down(seed, in))
LEAF(called_twice, sum = count_down(seed, in); if (lane & 1) sum += count_down(seed + (int)lane % 3, in + 1))
LEAF(nested, while (seed > 0) { sum += count_down(seed, in); seed -= 9; in++; })

struct __attribute__((packed)) arguments {
	unsigned char *in;
	size_t in_bytes;
	long *out;
	size_t out_bytes;
	long n;
	int seed;
	float f;
	double g;
	__int128 wide;
	unsigned short some;
};

static void run(const char *name, void *root)
{
	unsigned char in[WORDS * 8];
	long out[LANES];
	unsigned long sum = 0;
	struct arguments arguments = {in,    sizeof(in), out, sizeof(out), 1071, 462,
				      900.5f, 1e6, (__int128)0x123456789abcdef << 40, 0xB6D3};

	for (unsigned i = 0; i < sizeof(in); i++)
		in[i] = (unsigned char)(i * 2654435761u >> 13);
	memset(out, 0, sizeof(out));
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(out, sizeof(out));
	for (int launch = 0; launch < 2; launch++)
		__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(out, sizeof(out));
	for (int i = 0; i < LANES; i++)
		sum = sum * 31 + (unsigned long)out[i];
	printf("%s %lx %ld %ld\n", name, sum, out[1], out[LANES - 1]);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
}

#define RUN(name) run(#name, name##_root)

int main(void)
{
	__hpvm__init();
	RUN(shifted), RUN(divided), RUN(euclid), RUN(both), RUN(pointer), RUN(along), RUN(floats);
	RUN(doubles), RUN(large), RUN(small), RUN(affine), RUN(swapped), RUN(varying);
	RUN(some_lanes), RUN(late), RUN(array), RUN(seldom), RUN(called), RUN(called_twice), RUN(nested);
	__hpvm__cleanup();
	return 0;
}
