/* src/arith/half.c -- the meaning of operations on IEEE half (f16) and bfloat16 (b16).
 *
 * Values are bit patterns, widened exactly to double (half.h) and narrowed with one rounding, by the rounding
 * mode of the processor. For + - * /
 * and sqrt a double is wide enough (53 >= 2 * 11 + 2 bits) that rounding twice does not change the
 * result; fma, and conversions from a wider format, round to odd in between. Functions of the C
 * library are computed in float, as compilers do. NaN: the payload is kept, and every operation
 * that computes makes it quiet.
 *
 * Owns:      nothing.
 * Not here:  f32 and f64 (float.h), which the machine computes. */
#include <fenv.h>

#include "src/arith/arith.h"

typedef struct format {
	unsigned fraction; /* bits */
	int emax;
	uint16_t infinity;
} format;

static const format f16 = {10, 15, 0x7c00}, b16 = {7, 127, 0x7f80};

/* Return true if a magnitude between ROUNDED and ROUNDED + 1 becomes the latter, by the rounding mode:
 * above the middle, below it, or at it, by the sign of ABOVE. */
static bool rounds_away(bool negative, uint64_t rounded, int above)
{
	switch (fegetround()) {
	case FE_UPWARD: return !negative;
	case FE_DOWNWARD: return negative;
	case FE_TOWARDZERO: return false;
	default: return above > 0 || (above == 0 && (rounded & 1));
	}
}

/* Return the 16-bit pattern that A rounds to. */
static uint16_t narrow(double a, const format *to)
{
	uint64_t bits = hr_bits_f64(a), fraction = bits & 0xfffffffffffff, rounded, rest, half;
	uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
	int exponent = (int)(bits >> 52 & 0x7ff) - 1023, emin = 1 - to->emax;
	unsigned shift = 52 - to->fraction;

	if (exponent == 1024 && fraction) /* quiet bit set, top of the payload kept */
		return (uint16_t)(sign | to->infinity | 1u << (to->fraction - 1) |
				  (uint16_t)(fraction >> shift));
	if (exponent > to->emax) /* infinity, or the largest finite value */
		return (uint16_t)((sign | to->infinity) -
				  (exponent < 1024 && !rounds_away(sign, 0, 1)));
	if (exponent < emin - (int)to->fraction - 1)
		return sign | (a != 0 && rounds_away(sign, 0, -1));
	if (exponent < emin)
		shift += (unsigned)(emin - exponent);
	fraction |= (uint64_t)1 << 52;
	rounded = fraction >> shift;
	rest = fraction & (((uint64_t)1 << shift) - 1);
	half = (uint64_t)1 << (shift - 1);
	if (rest && rounds_away(sign, rounded, (rest > half) - (rest < half)))
		rounded++;
	if (exponent >= emin) /* the leading 1 adds 1 to the exponent */
		rounded += (uint64_t)(exponent - emin) << to->fraction;
	return (uint16_t)(sign | rounded);
}

/* Return an exact value rounded to odd: NEAR is the double nearest to the exact value, and REST has
 * the sign of the difference. The result is the one of the two doubles around the exact value whose
 * last bit is set. Rounding it to fewer bits gives the same result as rounding the exact value. */
static double to_odd(double near, int rest)
{
	uint64_t bits = hr_bits_f64(near);

	if (rest == 0 || (bits & 1) || near - near != 0)
		return near;
	if (near == 0)
		return hr_from_bits_f64(rest < 0 ? (uint64_t)1 << 63 | 1 : 1);
	return hr_from_bits_f64((near > 0) == (rest > 0) ? bits + 1 : bits - 1);
}

/* a * b is exact in a double; the error of the sum is computed by Knuth's TwoSum, which needs rounding
 * to nearest. */
static double fma_odd_nearest(double a, double b, double c)
{
	double product = a * b, sum = product + c, part, rest;

	if (sum - sum != 0)
		return sum;
	part = sum - product;
	rest = (product - (sum - part)) + (c - part);
	return to_odd(sum, (rest > 0) - (rest < 0));
}

static double fma_odd(double a, double b, double c)
{
	int mode = fegetround();
	double result;

	if (mode != FE_TONEAREST)
		fesetround(FE_TONEAREST);
	result = fma_odd_nearest(a, b, c);
	if (mode != FE_TONEAREST)
		fesetround(mode);
	return result;
}

static double odd_f80(hr_f80 a)
{
	double near = (double)a;

	return to_odd(near, (a > near) - (a < near));
}

static double odd_f128(hr_f128 a)
{
	double near = (double)a;

	return to_odd(near, (a > near) - (a < near));
}

/* Return a double that rounds to fewer bits as the integer does: the top 32 bits, the last one
 * sticky. */
static double odd_integer(hr_u128 a)
{
	int bits = 128 - (int)hr_clz128(a), shift = bits > 32 ? bits - 32 : 0;
	uint32_t top = (uint32_t)(a >> shift);

	if ((hr_u128)top << shift != a)
		top |= 1;
	return (double)top * hr_power2_f64((uint32_t)shift);
}

static double odd_signed(hr_s128 a)
{
	return a < 0 ? -odd_integer(-(hr_u128)a) : odd_integer((hr_u128)a);
}

#define W(t, a) hr_a_fpconv_##t##_f64(a)
#define N(t, a) narrow(a, &t)

#define BIN(t, name, value)                                                                        \
	uint16_t hr_a_##name##_##t(uint16_t x, uint16_t y)                                         \
	{                                                                                          \
		double a = W(t, x), b = W(t, y);                                                   \
		return N(t, value);                                                                \
	}
/* exact in double */
#define UN(t, name)                                                                                \
	uint16_t hr_a_##name##_##t(uint16_t a)                                                     \
	{                                                                                          \
		return N(t, hr_a_##name##_f64(W(t, a)));                                           \
	}
/* the C library's, in float */
#define UNF(t, name)                                                                               \
	uint16_t hr_a_##name##_##t(uint16_t a)                                                     \
	{                                                                                          \
		return N(t, hr_a_##name##_f32((float)W(t, a)));                                    \
	}
#define BINF(t, name)                                                                              \
	uint16_t hr_a_##name##_##t(uint16_t a, uint16_t b)                                         \
	{                                                                                          \
		return N(t, hr_a_##name##_f32((float)W(t, a), (float)W(t, b)));                    \
	}
#define MIX(t, name, wide, F)                                                                      \
	uint16_t hr_a_##name##_##t(uint16_t a, uint32_t b)                                         \
	{                                                                                          \
		return N(t, hr_a_##name##_##wide((F)W(t, a), b));                                  \
	}
#define TWO(t, name)                                                                               \
	uint16_t hr_a_##name##_##t(uint16_t a, uint16_t *o)                                        \
	{                                                                                          \
		float other, first = hr_a_##name##_f32((float)W(t, a), &other);                    \
		*o = N(t, other);                                                                  \
		return N(t, first);                                                                \
	}
#define TEST(t, name)                                                                              \
	uint8_t hr_a_##name##_##t(uint16_t a, uint16_t b)                                          \
	{                                                                                          \
		return hr_a_##name##_f64(W(t, a), W(t, b));                                        \
	}

/* clang-format off */
#define ARITHMETIC(t)                                                                              \
	BIN(t, fadd, a + b)                                                                        \
	BIN(t, fsub, a - b)                                                                        \
	BIN(t, fmul, a * b)                                                                        \
	BIN(t, fdiv, a / b)                                                                        \
	BIN(t, frem, fmod(a, b))                                                                   \
	BIN(t, minnum, hr_a_minnum_f64(a, b))                                                      \
	BIN(t, maxnum, hr_a_maxnum_f64(a, b))                                                      \
	BIN(t, minimum, hr_a_minimum_f64(a, b))                                                    \
	BIN(t, maximum, hr_a_maximum_f64(a, b))                                                    \
	BIN(t, minimumnum, hr_a_minimumnum_f64(a, b))                                              \
	BIN(t, maximumnum, hr_a_maximumnum_f64(a, b))                                              \
	UN(t, sqrt) UN(t, floor) UN(t, ceil) UN(t, ftrunc) UN(t, rint) UN(t, round)                \
	uint16_t hr_a_fneg_##t(uint16_t a) { return a ^ 0x8000; }                                  \
	uint16_t hr_a_fabs_##t(uint16_t a) { return a & 0x7fff; }                                  \
	uint16_t hr_a_copysign_##t(uint16_t a, uint16_t b)                                         \
	{                                                                                          \
		return (a & 0x7fff) | (b & 0x8000);                                                \
	}                                                                                          \
	uint16_t hr_a_canonicalize_##t(uint16_t a)                                                 \
	{                                                                                          \
		bool nan = (a & 0x7fff) > t.infinity;                                              \
		return (uint16_t)(nan ? a | 1u << (t.fraction - 1) : a);                           \
	}                                                                                          \
	uint16_t hr_a_fma_##t(uint16_t a, uint16_t b, uint16_t c)                                  \
	{                                                                                          \
		return N(t, fma_odd(W(t, a), W(t, b), W(t, c)));                                   \
	}                                                                                          \
	uint16_t hr_a_fmuladd_##t(uint16_t a, uint16_t b, uint16_t c)                              \
	{                                                                                          \
		return hr_a_fadd_##t(hr_a_fmul_##t(a, b), c);                                      \
	}                                                                                          \
	uint64_t hr_a_lrint_##t(uint16_t a) { return hr_a_lrint_f64(W(t, a)); }                    \
	uint64_t hr_a_lround_##t(uint16_t a) { return hr_a_lround_f64(W(t, a)); }                  \
	uint8_t hr_a_fpclass_##t(uint16_t a, uint32_t i)                                           \
	{                                                                                          \
		unsigned fraction = a & ((1u << t.fraction) - 1), head = a & t.infinity;           \
		return (hr_class_bit(a >> 15, head == t.infinity, head == 0, fraction == 0,        \
				     fraction >> (t.fraction - 1)) & i) != 0;                      \
	}
/* clang-format on */

/* clang-format off */
#define FUNCTIONS(t)                                                                               \
	UNF(t, sin) UNF(t, cos) UNF(t, tan) UNF(t, asin) UNF(t, acos) UNF(t, atan) UNF(t, sinh)    \
	UNF(t, cosh) UNF(t, tanh) UNF(t, exp) UNF(t, exp2) UNF(t, exp10) UNF(t, log) UNF(t, log2)  \
	UNF(t, log10) BINF(t, atan2) BINF(t, pow)                                                  \
	TWO(t, sincos) TWO(t, modf)                                                                \
	MIX(t, powi, f32, float)                                                                   \
	MIX(t, ldexp, f64, double)                                                                 \
	uint16_t hr_a_frexp_##t(uint16_t a, uint32_t *o)                                           \
	{                                                                                          \
		return N(t, hr_a_frexp_f64(W(t, a), o));                                           \
	}
/* clang-format on */

/* clang-format off */
#define TESTS(t)                                                                                   \
	TEST(t, foeq) TEST(t, fogt) TEST(t, foge) TEST(t, folt) TEST(t, fole) TEST(t, fone)        \
	TEST(t, ford) TEST(t, funo) TEST(t, fueq) TEST(t, fugt) TEST(t, fuge) TEST(t, fult)        \
	TEST(t, fule) TEST(t, fune)
/* clang-format on */

/* clang-format off */
#define INTEGER(t, n, U, S)                                                                        \
	hr_trap hr_a_fptosi_##t##_##n(uint16_t a, uint32_t i, U *d)                                \
	{                                                                                          \
		return hr_a_fptosi_f64_##n(W(t, a), i, d);                                         \
	}                                                                                          \
	hr_trap hr_a_fptoui_##t##_##n(uint16_t a, uint32_t i, U *d)                                \
	{                                                                                          \
		return hr_a_fptoui_f64_##n(W(t, a), i, d);                                         \
	}                                                                                          \
	U hr_a_fptosiz_##t##_##n(uint16_t a, uint32_t i)                                           \
	{                                                                                          \
		return hr_a_fptosiz_f64_##n(W(t, a), i);                                           \
	}                                                                                          \
	U hr_a_fptouiz_##t##_##n(uint16_t a, uint32_t i)                                           \
	{                                                                                          \
		return hr_a_fptouiz_f64_##n(W(t, a), i);                                           \
	}                                                                                          \
	U hr_a_fptosi_sat_##t##_##n(uint16_t a, uint32_t i)                                        \
	{                                                                                          \
		return hr_a_fptosi_sat_f64_##n(W(t, a), i);                                        \
	}                                                                                          \
	U hr_a_fptoui_sat_##t##_##n(uint16_t a, uint32_t i)                                        \
	{                                                                                          \
		return hr_a_fptoui_sat_f64_##n(W(t, a), i);                                        \
	}                                                                                          \
	uint16_t hr_a_sitofp_##n##_##t(U a) { return N(t, odd_signed((S)a)); }                     \
	uint16_t hr_a_uitofp_##n##_##t(U a) { return N(t, odd_integer(a)); }
/* clang-format on */

/* clang-format off */
#define CONVERSIONS(t)                                                                             \
	uint8_t hr_a_fptosi_ok_##t(uint16_t a, uint32_t i)                                         \
	{                                                                                          \
		return hr_a_fptosi_ok_f64(W(t, a), i);                                             \
	}                                                                                          \
	uint8_t hr_a_fptoui_ok_##t(uint16_t a, uint32_t i)                                         \
	{                                                                                          \
		return hr_a_fptoui_ok_f64(W(t, a), i);                                             \
	}                                                                                          \
	INTEGER(t, i8, uint8_t, int8_t)                                                            \
	INTEGER(t, i16, uint16_t, int16_t)                                                         \
	INTEGER(t, i32, uint32_t, int32_t)                                                         \
	INTEGER(t, i64, uint64_t, int64_t)                                                         \
	INTEGER(t, i128, hr_u128, hr_s128)                                                         \
	hr_f80 hr_a_fpconv_##t##_f80(uint16_t a) { return W(t, a); }                               \
	hr_f128 hr_a_fpconv_##t##_f128(uint16_t a) { return W(t, a); }                             \
	uint16_t hr_a_fpconv_f32_##t(float a) { return N(t, a); }                                  \
	uint16_t hr_a_fpconv_f64_##t(double a) { return N(t, a); }                                 \
	uint16_t hr_a_fpconv_f80_##t(hr_f80 a) { return N(t, odd_f80(a)); }                        \
	uint16_t hr_a_fpconv_f128_##t(hr_f128 a) { return N(t, odd_f128(a)); }
/* clang-format on */

#define HALF(t)                                                                                    \
	ARITHMETIC(t)                                                                              \
	FUNCTIONS(t)                                                                               \
	TESTS(t)                                                                                   \
	CONVERSIONS(t)

HALF(f16)
HALF(b16)
