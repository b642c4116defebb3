/* comparisons.c -- every comparison of words: of two arrays, of an array with one value for all
 * lanes, in both operand orders; the result used as a value and as a branch condition.
 *
 * Prints a checksum for each leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 700 };

/* bit K of the result is set if comparison K holds */
#define VALUE(k, test) bits |= (unsigned)(test) << (k);
#define WAY(k, test)                                                                               \
	if (test)                                                                                  \
		out[lane] ^= 1u << (k);
#define EACH(DO, from, a, b)                                                                       \
	DO(from, (a) == (b)) DO((from) + 1, (a) != (b)) DO((from) + 2, (a) < (b))                  \
	DO((from) + 3, (a) <= (b)) DO((from) + 4, (a) > (b)) DO((from) + 5, (a) >= (b))
/* those that also hold if an operand is NaN */
#define EACH_FLOAT(DO, a, b)                                                                       \
	EACH(DO, 0, a, b)                                                                          \
	DO(6, !((a) < (b))) DO(7, !((a) <= (b))) DO(8, !((a) > (b))) DO(9, !((a) >= (b)))          \
	DO(10, __builtin_isunordered(a, b)) DO(11, !__builtin_isunordered(a, b))                   \
	DO(12, __builtin_islessgreater(a, b)) DO(13, !__builtin_islessgreater(a, b))
#define EACH_INT(DO, a, b) EACH(DO, 0, a, b)

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define LEAF(name, T, BODY)                                                                        \
	void name(T *left, size_t left_bytes, T *right, size_t right_bytes, unsigned *out,         \
		  size_t out_bytes)                                                                \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, left, right, out, 1, out);                                   \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                        \
		unsigned bits = 0;                                                                 \
		BODY;                                                                              \
		out[lane] ^= bits;                                                                 \
	}                                                                                          \
	void name##_root(T *left, size_t left_bytes, T *right, size_t right_bytes, unsigned *out,  \
			 size_t out_bytes)                                                         \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, left, right, out, 1, out);                                   \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3), BIND(leaf, 4);         \
		BIND(leaf, 5);                                                                     \
	}
#define LEAVES(type, T, TESTS)                                                                     \
	LEAF(type##_value_both, T, TESTS(VALUE, left[lane], right[lane]))                          \
	LEAF(type##_value_left, T, TESTS(VALUE, left[lane], right[0]))                             \
	LEAF(type##_value_right, T, TESTS(VALUE, left[0], right[lane]))                            \
	LEAF(type##_way_both, T, TESTS(WAY, left[lane], right[lane]))                              \
	LEAF(type##_way_left, T, TESTS(WAY, left[lane], right[0]))                                 \
	LEAF(type##_way_right, T, TESTS(WAY, left[0], right[lane]))
LEAVES(int, int, EACH_INT)
LEAVES(unsigned, unsigned, EACH_INT)
LEAVES(long, long, EACH_INT)
LEAVES(ulong, unsigned long, EACH_INT)
/* of the lane's number plus or minus a value, with values that may be far from it */
#define UP(T, a)   ((T)((unsigned long)(a) + lane))
#define DOWN(T, a) ((T)((unsigned long)(a) - lane))
#define LEAVES_AFFINE(type, T)                                                                     \
	LEAF(type##_affine_up, T,                                                                  \
	     EACH(VALUE, 0, UP(T, left[0]), left[1]) EACH(VALUE, 6, UP(T, left[0]), left[5])       \
	     EACH(VALUE, 12, left[8], UP(T, left[0])))                                             \
	LEAF(type##_affine_down, T,                                                                \
	     EACH(WAY, 0, DOWN(T, left[0]), left[2]) EACH(WAY, 6, left[7], DOWN(T, left[0]))           \
	     EACH(WAY, 12, DOWN(T, left[0]), UP(T, left[3])))
LEAVES_AFFINE(long, long)
LEAVES_AFFINE(ulong, unsigned long)
LEAVES(float, float, EACH_FLOAT)
LEAVES(double, double, EACH_FLOAT)

typedef struct __attribute__((packed)) arguments {
	void *left;
	size_t left_bytes;
	void *right;
	size_t right_bytes;
	void *out;
	size_t out_bytes;
} arguments;

/* Few different values, so that all results occur: LEFT and RIGHT begin with each of them. */
static void run(const char *name, void *root, const void *values, size_t count, size_t size)
{
	unsigned char *left = malloc(LANES * size), *right = malloc(LANES * size);
	unsigned out[LANES], sum = 1;
	arguments args = {left, LANES * size, right, LANES * size, out, sizeof(out)};

	llvm_hpvm_track_mem(left, LANES * size);
	llvm_hpvm_track_mem(right, LANES * size);
	llvm_hpvm_track_mem(out, sizeof(out));
	for (size_t first = 0; first < count; first++) {
		llvm_hpvm_request_mem(left, LANES * size);
		llvm_hpvm_request_mem(right, LANES * size);
		llvm_hpvm_request_mem(out, sizeof(out));
		for (size_t i = 0; i < LANES; i++) {
			memcpy(left + i * size, (const char *)values + (i + first) % count * size, size);
			memcpy(right + i * size,
			       (const char *)values + (i / count + first) % count * size, size);
			out[i] = 0;
		}
		__hpvm__wait(__hpvm__launch(0, root, &args));
		llvm_hpvm_request_mem(out, sizeof(out));
		for (size_t i = 0; i < LANES; i++)
			sum = (sum ^ out[i]) * 16777619u;
	}
	printf("%s %08x\n", name, sum);
	llvm_hpvm_untrack_mem(left);
	llvm_hpvm_untrack_mem(right);
	llvm_hpvm_untrack_mem(out);
	free(left);
	free(right);
}

static const unsigned words[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000};
static const unsigned long longs[] = {0, 1, 0x80000000, 0xffffffff, 0x100000000, 1ul << 63,
				      (1ul << 63) - 1, -1ul, -1ul << 32, 350, 1ul << 61, (1ul << 61) + 1,
				      -(1ul << 61), -(1ul << 61) - 1};
static const float floats[] = {0, -0.0f, 1, -1, 1e-42f, __builtin_inff(), -__builtin_inff(),
			       __builtin_nanf(""), -__builtin_nanf("3")};
static const double doubles[] = {0, -0.0, 1, -1, 1e-320, __builtin_inf(), -__builtin_inf(),
				 __builtin_nan(""), -__builtin_nan("3")};

int main(void)
{
	__hpvm__init();
#define RUN(name, values) run(#name, name##_root, values, sizeof(values) / sizeof(*values), sizeof(*values))
#define RUN_TYPE(type, values)                                                                     \
	RUN(type##_value_both, values);                                                            \
	RUN(type##_value_left, values);                                                            \
	RUN(type##_value_right, values);                                                           \
	RUN(type##_way_both, values);                                                              \
	RUN(type##_way_left, values);                                                              \
	RUN(type##_way_right, values)
	RUN_TYPE(int, words);
	RUN_TYPE(unsigned, words);
	RUN_TYPE(long, longs);
	RUN_TYPE(ulong, longs);
	RUN(long_affine_up, longs);
	RUN(long_affine_down, longs);
	RUN(ulong_affine_up, longs);
	RUN(ulong_affine_down, longs);
	RUN_TYPE(float, floats);
	RUN_TYPE(double, doubles);
	__hpvm__cleanup();
	return 0;
}
