//: hosts jit
//: out 2492492492492492492492492
//: out 2.25 0.33333333333333331 5
//: out 0.33333333333333333334 1
//: out 285
#include <stdio.h>
#ifndef __FLT16_MANT_DIG__
#define _Float16 float   /* clang 14 supports it only for other processors */
#endif
__attribute__((target("avx2"))) static int squares(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i * i;
	return sum;
}
int main(int argc, char **argv)
{
	static _Alignas(16) __int128 shared;
	volatile __int128 wide = (__int128)argc << 100;
	__int128 quotient = wide / 7;
	volatile _Float16 half = (_Float16)(1.5f * (float)argc);
	volatile __float128 quad = (__float128)argc / 3;
	volatile long double extended = argc / 3.0L;
	volatile float single = 1.00390625f;
	(void)argv;
	printf("%llx%016llx\n", (unsigned long long)(quotient >> 64), (unsigned long long)quotient);
	__atomic_fetch_add(&shared, 5, __ATOMIC_SEQ_CST);
	printf("%g %.17g %d\n", (double)(half * half), (double)quad,
	       (int)__atomic_load_n(&shared, __ATOMIC_SEQ_CST));
	printf("%.20Lg %d\n", extended, (int)single);
	printf("%d\n", __builtin_cpu_supports("avx2") ? squares(10) : 285);
	return 0;
}
