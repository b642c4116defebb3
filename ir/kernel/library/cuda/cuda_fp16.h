/* cuda_fp16.h -- half precision for CUDA C++ without a toolkit: __half and __half2.
 *
 * Each operation is computed exactly and rounded once (K8). hpvm_small_float.h has the functions. */
#ifndef HPVM_CUDA_FP16_H
#define HPVM_CUDA_FP16_H

#include "hpvm_cuda.h"

#define __CUDA_FP16_TYPES_EXIST__

struct __half_raw {
	unsigned short x;
};
struct __half2_raw {
	unsigned short x, y;
};
HPVM_BOTH unsigned short hpvm_half_bits(double x)
{
	return __builtin_bit_cast(unsigned short, (_Float16)x);
}
HPVM_BOTH float hpvm_half_value(unsigned short bits)
{
	return (float)__builtin_bit_cast(_Float16, bits);
}

#define HPVM_T       __half
#define HPVM_T2      __half2
#define HPVM_RAW     __half_raw
#define HPVM_BITS    hpvm_half_bits
#define HPVM_VALUE   hpvm_half_value
#define HPVM_SIGN    0x8000
#define HPVM_INF     0x7c00
#define HPVM_NAN     0x7fff
#define HPVM_N(a, b) a##half##b
#include "hpvm_small_float.h"

HPVM_BOTH __half __hfma(__half a, __half b, __half c)
{
	return __half_raw{__builtin_bit_cast(unsigned short,
					     __builtin_fmaf16(__builtin_bit_cast(_Float16, a),
							      __builtin_bit_cast(_Float16, b),
							      __builtin_bit_cast(_Float16, c)))};
}
#include "hpvm_small_float_fma.h"

HPVM_BOTH __half2 __half2half2(__half a)
{
	return {a, a};
}
HPVM_BOTH __half2 __halves2half2(__half a, __half b)
{
	return {a, b};
}

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;

#endif
