//: hosts jit
//: out host rounds to nearest
//: out 0 of 4096 values differ
/* A leaf sees and changes the floating-point environment as compiled code does; each instance begins
 * with that of the host. */
#include <fenv.h>
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#pragma STDC FENV_ACCESS ON

enum { N = 64, W = 64 };
double roundeven(double);
static const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

static void compute(unsigned i, double *o) {
  volatile double x = (i & 4 ? -1 : 1) * (1.0 + (i >> 3) * 0.37), y = 3.7 - i * 0.11; volatile float f = (float)x, g = (float)y; volatile long double l = x, m = y; volatile __float128 q = x, r = y;
  feclearexcept(FE_ALL_EXCEPT);
  fesetround(modes[i & 3]);
  int k = 0;

  o[k++] = x + y; o[k++] = x - y; o[k++] = x * y; o[k++] = x / y; o[k++] = sqrt(fabs(x)); o[k++] = fma(x, y, 0.1); o[k++] = rint(x * 2.5); o[k++] = nearbyint(y * 2.5); o[k++] = (double)lrint(x * 2.5);
  o[k++] = f + g; o[k++] = f * g; o[k++] = f / g; o[k++] = sqrtf(fabsf(f)); o[k++] = fmaf(f, g, 0.1f); o[k++] = (float)x; o[k++] = (float)(long)(x * 16777217); o[k++] = (float)(unsigned)(fabs(y) * 16777217); o[k++] = (double)((long)(x * 1e15) * 9 + 1);
  o[k++] = (double)(l / m); o[k++] = (double)(l * m); o[k++] = (double)sqrtl(fabsl(l)); o[k++] = (double)(q / r); o[k++] = (double)(q * r + q); o[k++] = (double)(float)(q / r);
  o[k++] = roundeven(x * 2.5); o[k++] = round(x * 2.5); o[k++] = floor(y); o[k++] = ceil(y); o[k++] = trunc(y);
  o[k++] = fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT) + 1; o[k++] = fetestexcept(FE_INEXACT) != 0;
  feclearexcept(FE_ALL_EXCEPT); volatile double z = nearbyint(x * 0.75); (void)z; o[k++] = fegetround() == modes[i & 3];
  feclearexcept(FE_ALL_EXCEPT); volatile double inf = x / (i & 1 ? 0.0 : 2.0); (void)inf; o[k++] = fetestexcept(FE_DIVBYZERO);
  feclearexcept(FE_ALL_EXCEPT); volatile double e = 0.5, n2 = nearbyint(e); o[k++] = fetestexcept(FE_INEXACT); (void)n2;
  feclearexcept(FE_ALL_EXCEPT); volatile double n3 = rint(e); o[k++] = fetestexcept(FE_INEXACT); (void)n3;
  volatile double nan = NAN; feclearexcept(FE_ALL_EXCEPT); volatile int c = isless(nan, x); o[k++] = fetestexcept(FE_INVALID); c = nan < x; o[k++] = fetestexcept(FE_INVALID); (void)c;
  feclearexcept(FE_ALL_EXCEPT); volatile double fx = fmin(nan, x); (void)fx; o[k++] = fetestexcept(FE_INVALID);
  feclearexcept(FE_ALL_EXCEPT); volatile float ov = (float)(1e300 * x), un = (float)(1e-300 * x); o[k++] = fetestexcept(FE_ALL_EXCEPT); o[k++] = ov; o[k++] = un;
  fenv_t hold; feholdexcept(&hold); fesetround(FE_UPWARD); o[k++] = x / 3; fesetenv(&hold); o[k++] = x / 3;
  o[k++] = exp(x); o[k++] = sin(x); o[k++] = pow(fabs(x), y); o[k++] = scalbn(x, -1073); o[k++] = ldexp(y, -1072);
}

void Leaf(double *p, size_t n)
{
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[i * W + W - 1] = fegetround() == FE_TONEAREST;
	compute((unsigned)i, p + i * W);
	__hpvm__return(1, n);
}

void Root(double *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)N);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	static double got[N * W], wanted[N * W];
	struct __attribute__((packed)) {
		double *p;
		size_t n, result;
	} arguments = {got, sizeof got, 0};
	int differ = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(got, sizeof got);
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &arguments));
	llvm_hpvm_request_mem(got, sizeof got);
	llvm_hpvm_untrack_mem(got);
	__hpvm__cleanup();
	printf("host rounds %s\n", fegetround() == FE_TONEAREST ? "to nearest" : "otherwise");
	for (int i = 0; i < N; i++) {
		wanted[i * W + W - 1] = 1;
		compute((unsigned)i, wanted + i * W);
		fesetround(FE_TONEAREST);
	}
	for (int i = 0; i < N * W; i++)
		if (memcmp(got + i, wanted + i, 8) && ++differ)
			fprintf(stderr, "instance %d value %d: leaf %a host %a\n", i / W, i % W, got[i], wanted[i]);
	printf("%d of %d values differ\n", differ, N * W);
	return 0;
}
