//: hosts jit
//: out 0 of 720 results differ
/* Operations that name their rounding mode, in a leaf, give what compiled code gives after
 * fesetround(). */
#include <hpvm.h>
#include <stdio.h>
#include <string.h>

/* fenv.h makes macros of the names that FENV_ROUND takes. */
int fesetround(int mode);
enum { RESULTS = 15, INSTANCES = 16 };
/* FENV_ROUND applies to constants in the text as well. */
static const double given[] = {1.1, 3.7, 0.1, 1e-40, 0.3};
#if __clang_major__ > 14
typedef _Float16 HALF;
#else
typedef float HALF; /* has no half for x86-64 */
#endif
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));

#define OPERATIONS                                                                                 \
	volatile double a = (i & 1 ? -given[0] : given[0]) * (1 + i), b = given[1] - i;                           \
	volatile float f = (float)a, g = (float)b;                                                 \
	volatile long double l = a, m = b;                                                         \
	volatile __float128 q = a, r = b;                                                          \
	volatile v4f v = {f, g, (float)given[2], (float)given[3]};                                                     \
	volatile v2d w = {a, b};                                                                   \
	v4f x = v / 3.0f;                                                                          \
	v2d y = w * given[0] - given[4];                                                                     \
	out[0] = a + b;                                                                            \
	out[1] = a * b;                                                                            \
	out[2] = a / b;                                                                            \
	out[3] = f / g;                                                                            \
	out[4] = (float)(a / 3);                                                                   \
	out[5] = (double)(l / m);                                                                  \
	out[6] = (double)(q * r);                                                                  \
	out[7] = (float)(long long)(a * 1e12);                                                     \
	out[8] = x[0] + x[1];                                                                      \
	out[9] = x[2] + x[3];                                                                      \
	out[10] = y[0];                                                                            \
	out[11] = y[1];                                                                            \
	out[12] = __builtin_rint(a * 2.5);                                                         \
	out[13] = __builtin_fma(a, b, given[2]);                                                        \
	out[14] = (double)(HALF)f;

static void named_up(long i, double *out)
{
#pragma STDC FENV_ROUND FE_UPWARD
	OPERATIONS
}

static void named_down(long i, double *out)
{
#pragma STDC FENV_ROUND FE_DOWNWARD
	OPERATIONS
}

static void named_zero(long i, double *out)
{
#pragma STDC FENV_ROUND FE_TOWARDZERO
	OPERATIONS
}

static void dynamic(long i, double *out)
{
#pragma STDC FENV_ACCESS ON
	OPERATIONS
}

void Leaf(double *out, size_t bytes)
{
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	double *mine = out + i * 3 * RESULTS;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, out);
	named_up(i, mine);
	named_down(i, mine + RESULTS);
	named_zero(i, mine + 2 * RESULTS);
	__hpvm__return(1, bytes);
}

void Root(double *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, out);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)INSTANCES);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	static double out[INSTANCES][3][RESULTS], wanted[INSTANCES][3][RESULTS];
	static const int modes[] = {0x800, 0x400, 0xc00}; /* of x86-64 */
	struct __attribute__((packed)) {
		double *out;
		size_t bytes, result;
	} arguments = {&out[0][0][0], sizeof(out), 0};
	int differ = 0, all = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, (void *)Root, (void *)&arguments));
	llvm_hpvm_request_mem(out, sizeof(out));
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	for (int i = 0; i < INSTANCES; i++)
		for (int mode = 0; mode < 3; mode++) {
			fesetround(modes[mode]);
			dynamic(i, wanted[i][mode]);
			fesetround(0);
		}
	for (int i = 0; i < INSTANCES; i++)
		for (int mode = 0; mode < 3; mode++)
			for (int k = 0; k < RESULTS; k++, all++)
				if (memcmp(&out[i][mode][k], &wanted[i][mode][k], sizeof(double)) && ++differ)
					fprintf(stderr, "instance %d, mode %d, result %d: %a, wanted %a\n", i, mode, k, out[i][mode][k], wanted[i][mode][k]);
	printf("%d of %d results differ\n", differ, all);
	return 0;
}
