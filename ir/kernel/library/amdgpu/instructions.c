/* amdgpu/instructions.c -- instructions of AMDGPU for one lane: hpvm_amdgcn_NAME is llvm.amdgcn.NAME, with _ for each point.
 *
 * Approximations are exact and rounded once (K8).
 *
 * Source:    "AMD Instinct MI300 Instruction Set Architecture"; llvm/IR/IntrinsicsAMDGPU.td.
 * Not here:  instructions that move values between lanes (lanes.c), functions of C (cuda/libdevice.c). */
#include <stdint.h>

#define ONE __attribute__((always_inline))

typedef _Float16 half;
typedef half half2 __attribute__((ext_vector_type(2)));
typedef short short2 __attribute__((ext_vector_type(2)));
typedef unsigned short ushort2 __attribute__((ext_vector_type(2)));

float hpvm_c_sqrtf(float), hpvm_c_floorf(float), hpvm_c_exp2f(float), hpvm_c_log2f(float);
double hpvm_c_sqrt(double), hpvm_c_floor(double);
float __nv_rsqrtf(float), __nv_sinpif(float), __nv_cospif(float), __nv_frexpf(float, int *);
double __nv_rsqrt(double), __nv_frexp(double, int *);

/* --- floating point --------------------------------------------------------------------------- */

half ONE hpvm_amdgcn_rcp_f16(half x)
{
	return (half)(1.0 / (double)x);
}
float ONE hpvm_amdgcn_rcp_f32(float x)
{
	return 1 / x;
}
double ONE hpvm_amdgcn_rcp_f64(double x)
{
	return 1 / x;
}
half ONE hpvm_amdgcn_sqrt_f16(half x)
{
	return (half)hpvm_c_sqrt((double)x);
}
float ONE hpvm_amdgcn_sqrt_f32(float x)
{
	return hpvm_c_sqrtf(x);
}
double ONE hpvm_amdgcn_sqrt_f64(double x)
{
	return hpvm_c_sqrt(x);
}
half ONE hpvm_amdgcn_rsq_f16(half x)
{
	return (half)__nv_rsqrt((double)x);
}
float ONE hpvm_amdgcn_rsq_f32(float x)
{
	return __nv_rsqrtf(x);
}
double ONE hpvm_amdgcn_rsq_f64(double x)
{
	return __nv_rsqrt(x);
}
/* The operand counts turns. */
float ONE hpvm_amdgcn_sin_f32(float x)
{
	return __nv_sinpif(2 * x);
}
float ONE hpvm_amdgcn_cos_f32(float x)
{
	return __nv_cospif(2 * x);
}
float ONE hpvm_amdgcn_exp2_f32(float x)
{
	return hpvm_c_exp2f(x);
}
float ONE hpvm_amdgcn_log_f32(float x)
{
	return hpvm_c_log2f(x);
}
/* Less than 1 also for small negative numbers. */
float ONE hpvm_amdgcn_fract_f32(float x)
{
	const float part = x - hpvm_c_floorf(x);

	return part < 0x1.fffffep-1f || x != x ? part : 0x1.fffffep-1f;
}
double ONE hpvm_amdgcn_fract_f64(double x)
{
	const double part = x - hpvm_c_floor(x);

	return part < 0x1.fffffffffffffp-1 || x != x ? part : 0x1.fffffffffffffp-1;
}
float ONE hpvm_amdgcn_frexp_mant_f32(float x)
{
	int exponent;

	return __nv_frexpf(x, &exponent);
}
double ONE hpvm_amdgcn_frexp_mant_f64(double x)
{
	int exponent;

	return __nv_frexp(x, &exponent);
}
/* The exponent of an infinity and of a NaN is 0. */
int ONE hpvm_amdgcn_frexp_exp_i32_f32(float x)
{
	int exponent;

	__nv_frexpf(x, &exponent);
	return x - x == 0 ? exponent : 0;
}
int ONE hpvm_amdgcn_frexp_exp_i32_f64(double x)
{
	int exponent;

	__nv_frexp(x, &exponent);
	return x - x == 0 ? exponent : 0;
}
/* 0 times anything is 0. */
float ONE hpvm_amdgcn_fmul_legacy(float x, float y)
{
	return x == 0 || y == 0 ? 0 : x * y;
}

#define MEDIAN(T, suffix)                                                                          \
	T ONE hpvm_amdgcn_fmed3_##suffix(T x, T y, T z)                                            \
	{                                                                                          \
		const T most = x > y ? x : y, least = x > y ? y : x;                               \
                                                                                                   \
		if (x != x)                                                                        \
			return y < z || z != z ? y : z;                                            \
		if (y != y)                                                                        \
			return x < z || z != z ? x : z;                                            \
		return z != z || z < least ? least : z > most ? most : z;                          \
	}
MEDIAN(half, f16)
MEDIAN(float, f32)

/* The bits of MASK: signaling and quiet NaN, -infinity, -normal, -subnormal, -0, +0, +subnormal, +normal, +infinity. */
#define CLASS(T, suffix, U, bits, mantissa)                                                        \
	_Bool ONE hpvm_amdgcn_class_##suffix(T x, int mask)                                        \
	{                                                                                          \
		const U all = __builtin_bit_cast(U, x), one = 1;                                   \
		const U most = (one << (bits - 1 - mantissa)) - 1;                                 \
		const U exponent = all >> mantissa & most, rest = all & ((one << mantissa) - 1);   \
		const _Bool negative = all >> (bits - 1);                                          \
		int kind;                                                                          \
                                                                                                   \
		if (exponent == most && rest)                                                      \
			return mask >> (rest >> (mantissa - 1) & 1) & 1;                           \
		kind = exponent == most ? 0 : exponent ? 1 : rest ? 2 : 3;                         \
		return mask >> (negative ? 2 + kind : 9 - kind) & 1;                               \
	}
CLASS(float, f32, uint32_t, 32, 23)
CLASS(double, f64, uint64_t, 64, 52)

/* Rounded towards zero. */
static half ONE toward_zero(float x)
{
	half near = (half)x;
	const uint16_t bits = __builtin_bit_cast(uint16_t, near);
	const float got = (float)near;

	if ((got < 0 ? -got : got) > (x < 0 ? -x : x) && x - x == 0)
		near = __builtin_bit_cast(half, (uint16_t)(bits - 1));
	return near;
}

half2 ONE hpvm_amdgcn_cvt_pkrtz(float x, float y)
{
	return (half2){toward_zero(x), toward_zero(y)};
}

float ONE hpvm_amdgcn_fdot2(half2 x, half2 y, float sum, _Bool limited)
{
	const double exact = (double)x.x * (double)y.x + (double)x.y * (double)y.y + (double)sum;
	const float rounded = (float)exact;

	if (!limited)
		return rounded;
	return rounded > 0 ? rounded < 1 ? rounded : 1 : 0;
}

/* --- integers --------------------------------------------------------------------------------- */

uint32_t ONE hpvm_amdgcn_ubfe_i32(uint32_t x, uint32_t first, uint32_t width)
{
	first &= 31, width &= 31;
	return x >> first & ((1U << width) - 1);
}
int32_t ONE hpvm_amdgcn_sbfe_i32(int32_t x, uint32_t first, uint32_t width)
{
	const uint32_t part = hpvm_amdgcn_ubfe_i32((uint32_t)x, first, width);

	width &= 31;
	return width ? (int32_t)(part << (32 - width)) >> (32 - width) : 0;
}
/* The bits that follow the sign and are equal to it, and the sign; -1 of 0 and -1. */
int32_t ONE hpvm_amdgcn_sffbh_i32(int32_t x)
{
	return x == 0 || x == -1 ? -1 : __builtin_clz((uint32_t)(x < 0 ? ~x : x));
}
uint32_t ONE hpvm_amdgcn_mul_u24(uint32_t x, uint32_t y)
{
	return (x & 0xffffff) * (y & 0xffffff);
}
int32_t ONE hpvm_amdgcn_mul_i24(int32_t x, int32_t y)
{
	const int64_t a = (int32_t)((uint32_t)x << 8) >> 8, b = (int32_t)((uint32_t)y << 8) >> 8;

	return (int32_t)(a * b);
}
uint32_t ONE hpvm_amdgcn_mulhi_u24(uint32_t x, uint32_t y)
{
	return (uint32_t)((uint64_t)(x & 0xffffff) * (y & 0xffffff) >> 32);
}
uint32_t ONE hpvm_amdgcn_alignbyte(uint32_t high, uint32_t low, uint32_t by)
{
	return (uint32_t)(((uint64_t)high << 32 | low) >> 8 * (by & 3));
}
uint32_t ONE hpvm_amdgcn_lerp(uint32_t x, uint32_t y, uint32_t round)
{
	uint32_t result = 0;

	for (unsigned i = 0; i < 32; i += 8)
		result |= ((x >> i & 255) + (y >> i & 255) + (round >> i & 1)) >> 1 << i;
	return result;
}
uint32_t ONE hpvm_amdgcn_sad_u8(uint32_t x, uint32_t y, uint32_t sum)
{
	for (unsigned i = 0; i < 32; i += 8) {
		const int difference = (int)(x >> i & 255) - (int)(y >> i & 255);

		sum += (uint32_t)(difference < 0 ? -difference : difference);
	}
	return sum;
}
/* Selectors 0 to 7: bytes of LOW and HIGH; 8 to 11: the signs of the halves; 12: 0; others: 255. */
uint32_t ONE hpvm_amdgcn_perm(uint32_t high, uint32_t low, uint32_t selectors)
{
	const uint64_t both = (uint64_t)high << 32 | low;
	uint32_t result = 0;

	for (unsigned i = 0; i < 32; i += 8) {
		const uint32_t s = selectors >> i & 255;
		uint32_t byte = 255;

		if (s < 8)
			byte = (uint32_t)(both >> 8 * s & 255);
		else if (s < 12)
			byte = both >> (16 * (s - 8) + 15) & 1 ? 255 : 0;
		else if (s == 12)
			byte = 0;
		result |= byte << i;
	}
	return result;
}

/* --- dot products ----------------------------------------------------------------------------- */

static int64_t ONE in_range(int64_t sum, int64_t least, int64_t most, _Bool limited)
{
	return !limited ? sum : sum < least ? least : sum > most ? most : sum;
}

static int64_t ONE part(uint32_t x, unsigned at, unsigned bits, _Bool is_signed)
{
	const uint32_t up = x << (32 - bits - at);

	return is_signed ? (int32_t)up >> (32 - bits) : (int64_t)(up >> (32 - bits));
}

static int64_t ONE dot(uint32_t x, uint32_t y, unsigned bits, _Bool x_signed, _Bool y_signed)
{
	int64_t sum = 0;

	for (unsigned at = 0; at < 32; at += bits)
		sum += part(x, at, bits, x_signed) * part(y, at, bits, y_signed);
	return sum;
}

#define DOT(number, bits)                                                                          \
	int32_t ONE hpvm_amdgcn_sdot##number(uint32_t x, uint32_t y, int32_t sum, _Bool limited)   \
	{                                                                                          \
		return (int32_t)in_range(dot(x, y, bits, 1, 1) + sum, INT32_MIN, INT32_MAX,        \
					 limited);                                                 \
	}                                                                                          \
	uint32_t ONE hpvm_amdgcn_udot##number(uint32_t x, uint32_t y, uint32_t sum, _Bool limited) \
	{                                                                                          \
		return (uint32_t)in_range(dot(x, y, bits, 0, 0) + sum, 0, UINT32_MAX, limited);    \
	}                                                                                          \
	int32_t ONE hpvm_amdgcn_sudot##number(_Bool x_signed, uint32_t x, _Bool y_signed,          \
					      uint32_t y, int32_t sum, _Bool limited)              \
	{                                                                                          \
		return (int32_t)in_range(dot(x, y, bits, x_signed, y_signed) + sum, INT32_MIN,     \
					 INT32_MAX, limited);                                      \
	}
DOT(4, 8)
DOT(8, 4)

int32_t ONE hpvm_amdgcn_sdot2(short2 x, short2 y, int32_t sum, _Bool limited)
{
	return (int32_t)in_range((int64_t)x.x * y.x + (int64_t)x.y * y.y + sum, INT32_MIN,
				 INT32_MAX, limited);
}
uint32_t ONE hpvm_amdgcn_udot2(ushort2 x, ushort2 y, uint32_t sum, _Bool limited)
{
	return (uint32_t)in_range((int64_t)((uint64_t)x.x * y.x + (uint64_t)x.y * y.y + sum), 0,
				  UINT32_MAX, limited);
}
