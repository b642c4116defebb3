/* src/arith/float.h -- the meaning of the floating-point operations. Included by arith.h.
 *
 * One set of macros makes the operations of a format: f32 and f64 inline here, the wide formats in
 * f80.c and f128.c, and f16 and bf16 through f64 in half.c. Arithmetic is the host's: IEEE 754,
 * round to nearest even, never contracted (-ffp-contract=off); functions are the C library's. If an
 * operand is a NaN, the host's hardware determines which NaN results.
 * Clauses: H4 (what traps). */
#ifndef HR_FLOAT_H
#define HR_FLOAT_H

#include "src/arith/int.h"

static inline uint32_t hr_bits_f32(float a)
{
	uint32_t bits;

	memcpy(&bits, &a, sizeof(bits));
	return bits;
}

static inline float hr_from_bits_f32(uint32_t bits)
{
	float a;

	memcpy(&a, &bits, sizeof(a));
	return a;
}

static inline uint64_t hr_bits_f64(double a)
{
	uint64_t bits;

	memcpy(&bits, &a, sizeof(bits));
	return bits;
}

static inline double hr_from_bits_f64(uint64_t bits)
{
	double a;

	memcpy(&a, &bits, sizeof(a));
	return a;
}

/* Return 2 to the power of n, 0 <= n <= 128; infinity if the format has no such value. */
static inline float hr_power2_f32(uint32_t n)
{
	return hr_from_bits_f32((127 + n) << 23);
}

static inline double hr_power2_f64(uint32_t n)
{
	return hr_from_bits_f64((uint64_t)(1023 + n) << 52);
}

/* Return the bit of LLVM's is.fpclass mask for a value with these properties. */
static inline uint32_t hr_class_bit(bool negative, bool exponent_max, bool exponent_0,
				    bool fraction_0, bool quiet)
{
	if (exponent_max && !fraction_0)
		return quiet ? 1u << 1 : 1u << 0;
	if (exponent_max)
		return negative ? 1u << 2 : 1u << 9;
	if (exponent_0 && fraction_0)
		return negative ? 1u << 5 : 1u << 6;
	if (exponent_0)
		return negative ? 1u << 4 : 1u << 7;
	return negative ? 1u << 3 : 1u << 8;
}

static inline uint8_t hr_a_fpclass_f32(float a, uint32_t i)
{
	uint32_t bits = hr_bits_f32(a), exponent = (bits >> 23) & 0xff;

	return (hr_class_bit(bits >> 31, exponent == 0xff, exponent == 0, !(bits & 0x7fffff),
			     bits >> 22 & 1) &
		i) != 0;
}

static inline uint8_t hr_a_fpclass_f64(double a, uint32_t i)
{
	uint64_t bits = hr_bits_f64(a), exponent = (bits >> 52) & 0x7ff;

	return (hr_class_bit(bits >> 63, exponent == 0x7ff, exponent == 0,
			     !(bits & 0xfffffffffffff), bits >> 51 & 1) &
		i) != 0;
}

static inline float hr_a_canonicalize_f32(float a)
{
	return a != a ? hr_from_bits_f32(hr_bits_f32(a) | 1u << 22) : a;
}

static inline double hr_a_canonicalize_f64(double a)
{
	return a != a ? hr_from_bits_f64(hr_bits_f64(a) | (uint64_t)1 << 51) : a;
}

/* Two fused operations; each one rounds. */
#define HR_A_BOTH(ident, t, F, first, second)                                                      \
	static inline F hr_a_##ident##_##t(F a, F b, F c)                                          \
	{                                                                                          \
		F x = first;                                                                       \
		return second;                                                                     \
	}
#define HR_A_FUSED(t, F)                                                                           \
	HR_A_BOTH(faddadd, t, F, a + b, x + c)                                                     \
	HR_A_BOTH(fsubadd, t, F, a - b, x + c)                                                     \
	HR_A_BOTH(faddsub, t, F, a + b, x - c)                                                     \
	HR_A_BOTH(fsubsub, t, F, a - b, x - c)                                                     \
	HR_A_BOTH(fmulsub, t, F, (a * b), x - c)                                                   \
	HR_A_BOTH(faddfrom, t, F, a + b, c - x)                                                    \
	HR_A_BOTH(fsubfrom, t, F, a - b, c - x)                                                    \
	HR_A_BOTH(fmulfrom, t, F, (a * b), c - x)                                                  \
	HR_A_BOTH(faddmul, t, F, a + b, x * c)                                                     \
	HR_A_BOTH(fsubmul, t, F, a - b, x * c)

/* LINK is `static inline` or nothing, t the format's name, F its C type, m the suffix of its
 * functions in the C library. */
/* clang-format off */
#define HR_A_FLOAT_ARITHMETIC(LINK, t, F, m)                                                       \
	LINK F hr_a_fadd_##t(F a, F b) { return a + b; }                                           \
	LINK F hr_a_fsub_##t(F a, F b) { return a - b; }                                           \
	LINK F hr_a_fmul_##t(F a, F b) { return a * b; }                                           \
	LINK F hr_a_fdiv_##t(F a, F b) { return a / b; }                                           \
	LINK F hr_a_frem_##t(F a, F b) { return fmod##m(a, b); }                                   \
	LINK F hr_a_fneg_##t(F a) { return -a; }                                                   \
	LINK F hr_a_fma_##t(F a, F b, F c) { return fma##m(a, b, c); }                             \
	LINK F hr_a_fmuladd_##t(F a, F b, F c)                                                     \
	{                                                                                          \
		F product = a * b;                                                                 \
		return product + c;                                                                \
	}                                                                                          \
	LINK F hr_a_sqrt_##t(F a) { return sqrt##m(a); }                                           \
	LINK F hr_a_floor_##t(F a) { return floor##m(a); }                                         \
	LINK F hr_a_ceil_##t(F a) { return ceil##m(a); }                                           \
	LINK F hr_a_ftrunc_##t(F a) { return trunc##m(a); }                                        \
	LINK F hr_a_rint_##t(F a) { return rint##m(a); }                                           \
	LINK F hr_a_round_##t(F a) { return round##m(a); }                                         \
	LINK uint64_t hr_a_lrint_##t(F a) { return (uint64_t)llrint##m(a); }                       \
	LINK uint64_t hr_a_lround_##t(F a) { return (uint64_t)llround##m(a); }
/* clang-format on */

/* Requires hr_a_copysign_<t>, since a sign bit decides between zeros. */
/* clang-format off */
#define HR_A_FLOAT_MINMAX(LINK, t, F)                                                              \
	static inline bool hr_a_below_##t(F a, F b) /* -0 < +0 */                                  \
	{                                                                                          \
		return a < b || (a == b && hr_a_copysign_##t(1, a) < hr_a_copysign_##t(1, b));     \
	}                                                                                          \
	LINK F hr_a_minnum_##t(F a, F b) { return a != a ? b : hr_a_below_##t(b, a) ? b : a; }     \
	LINK F hr_a_maxnum_##t(F a, F b) { return a != a ? b : hr_a_below_##t(a, b) ? b : a; }     \
	LINK F hr_a_minimum_##t(F a, F b)                                                          \
	{                                                                                          \
		return a != a || b != b ? a + b : hr_a_below_##t(b, a) ? b : a;                    \
	}                                                                                          \
	LINK F hr_a_maximum_##t(F a, F b)                                                          \
	{                                                                                          \
		return a != a || b != b ? a + b : hr_a_below_##t(a, b) ? b : a;                    \
	}                                                                                          \
	LINK F hr_a_minimumnum_##t(F a, F b)                                                       \
	{                                                                                          \
		if (a != a)                                                                        \
			return b != b ? a + b : b;                                                 \
		return b != b ? a : hr_a_below_##t(b, a) ? b : a;                                  \
	}                                                                                          \
	LINK F hr_a_maximumnum_##t(F a, F b)                                                       \
	{                                                                                          \
		if (a != a)                                                                        \
			return b != b ? a + b : b;                                                 \
		return b != b ? a : hr_a_below_##t(a, b) ? b : a;                                  \
	}
/* clang-format on */

/* clang-format off */
#define HR_A_FLOAT_FUNCTIONS(LINK, t, F, m)                                                        \
	LINK F hr_a_sin_##t(F a) { return sin##m(a); }                                             \
	LINK F hr_a_cos_##t(F a) { return cos##m(a); }                                             \
	LINK F hr_a_tan_##t(F a) { return tan##m(a); }                                             \
	LINK F hr_a_asin_##t(F a) { return asin##m(a); }                                           \
	LINK F hr_a_acos_##t(F a) { return acos##m(a); }                                           \
	LINK F hr_a_atan_##t(F a) { return atan##m(a); }                                           \
	LINK F hr_a_atan2_##t(F a, F b) { return atan2##m(a, b); }                                 \
	LINK F hr_a_sinh_##t(F a) { return sinh##m(a); }                                           \
	LINK F hr_a_cosh_##t(F a) { return cosh##m(a); }                                           \
	LINK F hr_a_tanh_##t(F a) { return tanh##m(a); }                                           \
	LINK F hr_a_exp_##t(F a) { return exp##m(a); }                                             \
	LINK F hr_a_exp2_##t(F a) { return exp2##m(a); }                                           \
	LINK F hr_a_exp10_##t(F a) { return exp10##m(a); }                                         \
	LINK F hr_a_log_##t(F a) { return log##m(a); }                                             \
	LINK F hr_a_log2_##t(F a) { return log2##m(a); }                                           \
	LINK F hr_a_log10_##t(F a) { return log10##m(a); }                                         \
	LINK F hr_a_pow_##t(F a, F b) { return pow##m(a, b); }                                     \
	LINK F hr_a_sincos_##t(F a, F *o)                                                          \
	{                                                                                          \
		*o = cos##m(a);                                                                    \
		return sin##m(a);                                                                  \
	}                                                                                          \
	LINK F hr_a_modf_##t(F a, F *o) { return modf##m(a, o); }                                  \
	LINK F hr_a_ldexp_##t(F a, uint32_t b) { return scalbn##m(a, (int)b); }                    \
	LINK F hr_a_frexp_##t(F a, uint32_t *o)                                                    \
	{                                                                                          \
		int exponent = 0;                                                                  \
		F mantissa = frexp##m(a, &exponent);                                               \
		*o = a - a != 0 ? 0 : (uint32_t)exponent; /* none for infinities and NaN */        \
		return mantissa;                                                                   \
	}                                                                                          \
	/* By squaring, as in compiler runtimes, so that results are rounded alike. */             \
	LINK F hr_a_powi_##t(F a, uint32_t b)                                                      \
	{                                                                                          \
		uint32_t n = (int32_t)b < 0 ? 0u - b : b;                                          \
		F power = n & 1 ? a : 1;                                                           \
		while (n >>= 1) {                                                                  \
			a *= a;                                                                    \
			if (n & 1)                                                                 \
				power *= a;                                                        \
		}                                                                                  \
		return (int32_t)b < 0 ? 1 / power : power;                                         \
	}
/* clang-format on */

/* The result is 0 or 1 for scalars, 0 or -1 in each element for vectors
 * (interp/lanes/handlers/lane_tests.h). S is unused; integers have it. */
#define HR_TEST_foeq(a, b, S) ((a) == (b))
#define HR_TEST_fogt(a, b, S) ((a) > (b))
#define HR_TEST_foge(a, b, S) ((a) >= (b))
#define HR_TEST_folt(a, b, S) ((a) < (b))
#define HR_TEST_fole(a, b, S) ((a) <= (b))
#define HR_TEST_fone(a, b, S) (((a) < (b)) | ((a) > (b)))
#define HR_TEST_ford(a, b, S) (((a) == (a)) & ((b) == (b)))
#define HR_TEST_funo(a, b, S) (((a) != (a)) | ((b) != (b)))
#define HR_TEST_fueq(a, b, S) (HR_TEST_fone(a, b, S) == 0)
#define HR_TEST_fugt(a, b, S) (HR_TEST_fole(a, b, S) == 0)
#define HR_TEST_fuge(a, b, S) (HR_TEST_folt(a, b, S) == 0)
#define HR_TEST_fult(a, b, S) (HR_TEST_foge(a, b, S) == 0)
#define HR_TEST_fule(a, b, S) (HR_TEST_fogt(a, b, S) == 0)
#define HR_TEST_fune(a, b, S) ((a) != (b))

/* clang-format off */
#define HR_A_FLOAT_TESTS(LINK, t, F)                                                               \
	LINK uint8_t hr_a_foeq_##t(F a, F b) { return (bool)HR_TEST_foeq(a, b, F); }               \
	LINK uint8_t hr_a_fogt_##t(F a, F b) { return (bool)HR_TEST_fogt(a, b, F); }               \
	LINK uint8_t hr_a_foge_##t(F a, F b) { return (bool)HR_TEST_foge(a, b, F); }               \
	LINK uint8_t hr_a_folt_##t(F a, F b) { return (bool)HR_TEST_folt(a, b, F); }               \
	LINK uint8_t hr_a_fole_##t(F a, F b) { return (bool)HR_TEST_fole(a, b, F); }               \
	LINK uint8_t hr_a_fone_##t(F a, F b) { return (bool)HR_TEST_fone(a, b, F); }               \
	LINK uint8_t hr_a_ford_##t(F a, F b) { return (bool)HR_TEST_ford(a, b, F); }               \
	LINK uint8_t hr_a_funo_##t(F a, F b) { return (bool)HR_TEST_funo(a, b, F); }               \
	LINK uint8_t hr_a_fueq_##t(F a, F b) { return (bool)HR_TEST_fueq(a, b, F); }               \
	LINK uint8_t hr_a_fugt_##t(F a, F b) { return (bool)HR_TEST_fugt(a, b, F); }               \
	LINK uint8_t hr_a_fuge_##t(F a, F b) { return (bool)HR_TEST_fuge(a, b, F); }               \
	LINK uint8_t hr_a_fult_##t(F a, F b) { return (bool)HR_TEST_fult(a, b, F); }               \
	LINK uint8_t hr_a_fule_##t(F a, F b) { return (bool)HR_TEST_fule(a, b, F); }               \
	LINK uint8_t hr_a_fune_##t(F a, F b) { return (bool)HR_TEST_fune(a, b, F); }
/* clang-format on */

/* Return true if a value fits an integer of width i. The first comparison of the signed form
 * decides almost always; trunc() is for a in (-2^(i-1) - 1, -2^(i-1)). */
#define HR_A_FLOAT_FITS(LINK, t, F, m)                                                             \
	LINK uint8_t hr_a_fptosi_ok_##t(F a, uint32_t i)                                           \
	{                                                                                          \
		F bound = hr_power2_##t(i - 1);                                                    \
		return a < bound && (a >= -bound || trunc##m(a) >= -bound);                        \
	}                                                                                          \
	LINK uint8_t hr_a_fptoui_ok_##t(F a, uint32_t i)                                           \
	{                                                                                          \
		return a > -1 && a < hr_power2_##t(i);                                             \
	}

/* n is the integer container with C types U and S and BITS bits. */
/* clang-format off */
#define HR_A_FLOAT_INTEGER(LINK, t, F, n, U, S, BITS)                                              \
	static inline U hr_a_low_##t##_##n(U a, uint32_t i)                                        \
	{                                                                                          \
		return i < BITS ? hr_a_mask_##n(a, i) : a;                                         \
	}                                                                                          \
	LINK hr_trap hr_a_fptosi_##t##_##n(F a, uint32_t i, U *d)                                  \
	{                                                                                          \
		if (!hr_a_fptosi_ok_##t(a, i))                                                     \
			return HR_TRAP_OF(fp_to_int_range);                                        \
		*d = hr_a_low_##t##_##n((U)(S)a, i);                                               \
		return 0;                                                                          \
	}                                                                                          \
	LINK hr_trap hr_a_fptoui_##t##_##n(F a, uint32_t i, U *d)                                  \
	{                                                                                          \
		if (!hr_a_fptoui_ok_##t(a, i))                                                     \
			return HR_TRAP_OF(fp_to_int_range);                                        \
		*d = (U)a;                                                                         \
		return 0;                                                                          \
	}                                                                                          \
	LINK U hr_a_fptosiz_##t##_##n(F a, uint32_t i)                                             \
	{                                                                                          \
		return hr_a_fptosi_ok_##t(a, i) ? hr_a_low_##t##_##n((U)(S)a, i) : 0;              \
	}                                                                                          \
	LINK U hr_a_fptouiz_##t##_##n(F a, uint32_t i)                                             \
	{                                                                                          \
		return hr_a_fptoui_ok_##t(a, i) ? (U)a : 0;                                        \
	}                                                                                          \
	LINK U hr_a_fptosi_sat_##t##_##n(F a, uint32_t i)                                          \
	{                                                                                          \
		U min = (U)(1u * (U)1 << (i - 1));                                                 \
		if (hr_a_fptosi_ok_##t(a, i))                                                      \
			return hr_a_low_##t##_##n((U)(S)a, i);                                     \
		return a != a ? 0 : a < 0 ? min : (U)(min - 1u);                                   \
	}                                                                                          \
	LINK U hr_a_fptoui_sat_##t##_##n(F a, uint32_t i)                                          \
	{                                                                                          \
		if (hr_a_fptoui_ok_##t(a, i))                                                      \
			return (U)a;                                                               \
		return a > 0 ? hr_a_low_##t##_##n((U) ~(U)0, i) : 0;                               \
	}                                                                                          \
	LINK F hr_a_sitofp_##n##_##t(U a) { return (F)(S)a; }                                      \
	LINK F hr_a_uitofp_##n##_##t(U a) { return (F)a; }
/* clang-format on */

#define HR_A_FLOAT(LINK, t, F, m)                                                                  \
	HR_A_FLOAT_ARITHMETIC(LINK, t, F, m)                                                       \
	HR_A_FLOAT_MINMAX(LINK, t, F)                                                              \
	HR_A_FLOAT_FUNCTIONS(LINK, t, F, m)                                                        \
	HR_A_FLOAT_TESTS(LINK, t, F)                                                               \
	HR_A_FLOAT_FITS(LINK, t, F, m)                                                             \
	HR_A_FLOAT_INTEGER(LINK, t, F, i8, uint8_t, int8_t, 8)                                     \
	HR_A_FLOAT_INTEGER(LINK, t, F, i16, uint16_t, int16_t, 16)                                 \
	HR_A_FLOAT_INTEGER(LINK, t, F, i32, uint32_t, int32_t, 32)                                 \
	HR_A_FLOAT_INTEGER(LINK, t, F, i64, uint64_t, int64_t, 64)                                 \
	HR_A_FLOAT_INTEGER(LINK, t, F, i128, hr_u128, hr_s128, 128)

HR_A_FUSED(f32, float)
HR_A_FUSED(f64, double)

static inline float hr_a_fabs_f32(float a)
{
	return fabsf(a);
}
static inline double hr_a_fabs_f64(double a)
{
	return fabs(a);
}
static inline float hr_a_copysign_f32(float a, float b)
{
	return copysignf(a, b);
}
static inline double hr_a_copysign_f64(double a, double b)
{
	return copysign(a, b);
}
HR_A_FLOAT(static inline, f32, float, f)
HR_A_FLOAT(static inline, f64, double, )
static inline double hr_a_fpconv_f32_f64(float a)
{
	return a;
}
static inline float hr_a_fpconv_f64_f32(double a)
{
	return (float)a;
}

#endif
