/* cuda_bf16.h -- bfloat16 for CUDA C++ without a toolkit: __nv_bfloat16 and __nv_bfloat162.
 *
 * Each operation is computed exactly and rounded once (K8). hpvm_small_float.h has the functions. */
#ifndef HPVM_CUDA_BF16_H
#define HPVM_CUDA_BF16_H

#include "hpvm_cuda.h"

#define __CUDA_BF16_TYPES_EXIST__

struct __nv_bfloat16_raw {
	unsigned short x;
};
/* Round to nearest, ties to even, also below the normal numbers. */
HPVM_BOTH unsigned short hpvm_bfloat16_bits(double x)
{
	unsigned long long bits = __builtin_bit_cast(unsigned long long, x), kept, rest;
	unsigned sign = (unsigned)(bits >> 63) << 15;
	int exponent = (int)(bits >> 52 & 2047) - 1023 + 127, cut = 45;

	if (x != x)
		return 0x7fff;
	if (exponent == 1024 + 127) /* infinite */
		return sign | 0x7f80;
	kept = bits & ((1ull << 52) - 1);
	if (exponent <= 0) {
		cut += 1 - exponent;
		kept |= 1ull << 52;
		exponent = 0;
		if (cut > 54)
			return sign;
	}
	rest = kept & ((1ull << cut) - 1);
	kept = ((unsigned long long)exponent << 7) + (kept >> cut);
	if (rest > 1ull << (cut - 1) || (rest == 1ull << (cut - 1) && kept & 1))
		kept++;
	return sign | (kept < 0x7f80 ? kept : 0x7f80);
}
HPVM_BOTH float hpvm_bfloat16_value(unsigned short bits)
{
	return __builtin_bit_cast(float, (unsigned)bits << 16);
}

#define HPVM_T       __nv_bfloat16
#define HPVM_T2      __nv_bfloat162
#define HPVM_RAW     __nv_bfloat16_raw
#define HPVM_BITS    hpvm_bfloat16_bits
#define HPVM_VALUE   hpvm_bfloat16_value
#define HPVM_SIGN    0x8000
#define HPVM_INF     0x7f80
#define HPVM_NAN     0x7fff
#define HPVM_N(a, b) a##bfloat16##b
#include "hpvm_small_float.h"

/* The product is exact in binary64. The sum is rounded to odd there, and so once here. */
HPVM_BOTH __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
	double product = (double)(float)a * (double)(float)b, addend = (float)c;
	double sum = product + addend, part = sum - product;
	double error = (product - (sum - part)) + (addend - part);
	unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);

	if (error != 0 && !(bits & 1) && error == error)
		bits += (error > 0) == (sum > 0) ? 1 : -1;
	return __nv_bfloat16_raw{hpvm_bfloat16_bits(__builtin_bit_cast(double, bits))};
}
#include "hpvm_small_float_fma.h"

HPVM_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{
	return {a, a};
}
HPVM_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
	return {a, b};
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
