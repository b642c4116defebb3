/* stored.c -- math functions that store a second result. With UNSURE also one whose second result
 * may be a different integer if the first result is slightly off. */
#define _GNU_SOURCE
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
enum { N = 64, EACH = 12 };
#ifdef UNSURE
#define LAST remquo(exp(x), 0.37, &low)
#else
#define LAST remquo(x, 0.37, &low)
#endif
void Leaf(double *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	double *r = p + EACH * __hpvm__getNodeInstanceID_x(__hpvm__getNode()), x = r[0];
	float single_sine, single_cosine;
	int exponent, sign, low;
	sincos(x, &r[1], &r[2]);
	sincosf((float)x, &single_sine, &single_cosine);
	r[3] = single_sine, r[4] = single_cosine;
	r[5] = frexp(exp(x), &exponent), r[6] = exponent;
	r[7] = modf(cosh(x), &r[8]);
	r[9] = lgammaf_r((float)x, &sign), r[9] += sign;
	r[10] = LAST, r[11] = low;
}
void Root(double *p, long bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)N);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
int main(void)
{
	static double p[EACH * N];
	struct __attribute__((packed)) { double *p; long bytes; } args = {p, sizeof p};

	for (int i = 0; i < N; i++)
		p[EACH * i] = (i - N / 2) * 0.37 + 0.011;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	printf("%g\n", p[1]);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
