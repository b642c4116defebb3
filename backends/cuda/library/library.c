/* backends/cuda/library/library.c -- the math library for devices, which is compiled to bitcode and
 * linked to kernels.
 *
 * hpvm_m_NAME implements NAME of <math.h>. The functions here are exact or correctly rounded; NaN
 * results are quiet. They are plain C: no tables, no state, and calls of each other only.
 * Owns:     nothing.
 * Not here: the functions available to kernels (backends/cuda/translate/math.c). */
typedef unsigned int u32;
typedef unsigned long u64;

_Static_assert(sizeof(u32) == 4 && sizeof(u64) == 8, "32-bit and 64-bit words");

/* The following is defined once for each format: F is the type, U its bits, FRACTION the number of
 * fraction bits. GET and PUT convert between them. */
#define FRACTION_f 23
#define FRACTION_d 52
#define BITS_f     32
#define BITS_d     64

typedef union view_f {
	float number;
	u32 bits;
} view_f;
typedef union view_d {
	double number;
	u64 bits;
} view_d;

static inline u32 get_f(float x)
{
	return ((view_f){.number = x}).bits;
}
static inline float put_f(u32 x)
{
	return ((view_f){.bits = x}).number;
}
static inline u64 get_d(double x)
{
	return ((view_d){.number = x}).bits;
}
static inline double put_d(u64 x)
{
	return ((view_d){.bits = x}).number;
}

/* clang-format off */
#define PER_FORMAT(t, F, U, suffix)                                                                \
	enum {                                                                                     \
		MOST_##t = (1 << (BITS_##t - 1 - FRACTION_##t)) - 1, /* exponent field of infinity */ \
		BIAS_##t = MOST_##t / 2,                                                           \
	};                                                                                         \
	static const U ONE_##t = (U)1 << FRACTION_##t, SIGN_##t = (U)1 << (BITS_##t - 1);          \
                                                                                                   \
	/* Return the exponent field of X, which must be finite and not zero, as if exponents were \
	 * unlimited downwards, and the mantissa, normalised so that its first bit is ONE, in      \
	 * *MANTISSA. */                                                                           \
	static inline int parts_##t(F x, U *mantissa)                                              \
	{                                                                                          \
		U bits = get_##t(x) & ~SIGN_##t;                                                   \
		int exponent = (int)(bits >> FRACTION_##t);                                        \
                                                                                                   \
		if (exponent) {                                                                    \
			*mantissa = (bits & (ONE_##t - 1)) | ONE_##t;                              \
			return exponent;                                                           \
		}                                                                                  \
		for (exponent = 1; !(bits & ONE_##t); exponent--)                                  \
			bits <<= 1;                                                                \
		*mantissa = bits;                                                                  \
		return exponent;                                                                   \
	}                                                                                          \
                                                                                                   \
	/* Return the number with MANTISSA, whose first bit is ONE, and exponent field EXPONENT,   \
	 * rounded if it has too many bits. */                                                     \
	static inline F whole_##t(U sign, U mantissa, long exponent)                               \
	{                                                                                          \
		U rest, half;                                                                      \
		int shift;                                                                         \
                                                                                                   \
		if (exponent >= MOST_##t)                                                          \
			return put_##t(sign | (U)MOST_##t << FRACTION_##t);                        \
		if (exponent >= 1)                                                                 \
			return put_##t(sign | (U)exponent << FRACTION_##t | (mantissa & (ONE_##t - 1))); \
		shift = exponent < -FRACTION_##t - 1 ? FRACTION_##t + 2 : (int)(1 - exponent);     \
		rest = mantissa & (((U)1 << shift) - 1);                                           \
		half = (U)1 << (shift - 1);                                                        \
		mantissa >>= shift;                                                                \
		mantissa += rest > half || (rest == half && (mantissa & 1));                       \
		return put_##t(sign | mantissa);                                                   \
	}                                                                                          \
                                                                                                   \
	static inline int is_special_##t(F x)                                                      \
	{                                                                                          \
		return (get_##t(x) >> FRACTION_##t & MOST_##t) == MOST_##t;                        \
	}                                                                                          \
                                                                                                   \
	/* Return the remainder of |X| divided by |Y|, and the last bits of the quotient in        \
	 * *TIMES. Both are finite, Y is not zero. */                                              \
	static inline F rest_##t(F x, F y, u32 *times)                                             \
	{                                                                                          \
		U a, b;                                                                            \
		int down, over, exponent, at;                                                      \
		u64 left, quotient = 0;                                                            \
                                                                                                   \
		*times = 0;                                                                        \
		if ((get_##t(x) & ~SIGN_##t) < (get_##t(y) & ~SIGN_##t))                           \
			return put_##t(get_##t(x) & ~SIGN_##t);                                    \
		at = parts_##t(x, &a);                                                             \
		exponent = parts_##t(y, &b);                                                       \
		left = a;                                                                          \
		for (down = at - exponent;; down -= over) {                                        \
			quotient += left / b;                                                      \
			left %= b;                                                                 \
			if (down == 0)                                                             \
				break;                                                             \
			over = down < 63 - FRACTION_##t ? down : 63 - FRACTION_##t;                \
			left <<= over;                                                             \
			quotient <<= over;                                                         \
		}                                                                                  \
		*times = (u32)quotient;                                                            \
		if (left == 0)                                                                     \
			return 0;                                                                  \
		while (left < ONE_##t) {                                                           \
			left <<= 1;                                                                \
			exponent--;                                                                \
		}                                                                                  \
		return whole_##t(0, (U)left, exponent);                                            \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_fmod##suffix(F x, F y)                                                            \
	{                                                                                          \
		u32 times;                                                                         \
                                                                                                   \
		if (x != x || y != y || is_special_##t(x) || y == 0)                               \
			return (x - x) / (y != y ? y : (F)0);                                      \
		if (is_special_##t(y) || x == 0)                                                   \
			return x;                                                                  \
		return put_##t(get_##t(rest_##t(x, y, &times)) | (get_##t(x) & SIGN_##t));         \
	}                                                                                          \
                                                                                                   \
	/* *LOW is the last three bits of the quotient, plus one if the remainder is negative,     \
	 * with the quotient's sign, as in the C library; it is undefined if there is no           \
	 * remainder. */                                                                           \
	F hpvm_m_remquo##suffix(F x, F y, int *low)                                                \
	{                                                                                          \
		F rest, by = put_##t(get_##t(y) & ~SIGN_##t);                                      \
		u32 times;                                                                         \
		int made;                                                                          \
                                                                                                   \
		if (x != x || y != y || is_special_##t(x) || y == 0)                               \
			return (x - x) / (y != y ? y : (F)0);                                      \
		if (is_special_##t(y) || x == 0) {                                                 \
			*low = 0;                                                                  \
			return x;                                                                  \
		}                                                                                  \
		rest = rest_##t(x, y, &times);                                                     \
		made = (int)(times & 7);                                                           \
		/* BY - REST is exact if REST is at least half of BY. */                           \
		if (rest > by - rest || (rest == by - rest && (times & 1))) {                      \
			rest = rest - by;                                                          \
			made++;                                                                    \
		}                                                                                  \
		*low = (get_##t(x) ^ get_##t(y)) & SIGN_##t ? -made : made;                        \
		return put_##t(get_##t(rest) ^ (get_##t(x) & SIGN_##t));                           \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_remainder##suffix(F x, F y)                                                       \
	{                                                                                          \
		int low;                                                                           \
                                                                                                   \
		return hpvm_m_remquo##suffix(x, y, &low);                                          \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_drem##suffix(F x, F y) { return hpvm_m_remainder##suffix(x, y); }                 \
                                                                                                   \
	/* The payload of a NaN is not preserved on devices. */                                    \
	F hpvm_m_nan##suffix(const char *bits)                                                     \
	{                                                                                          \
		(void)bits;                                                                        \
		return put_##t(~SIGN_##t & ~(ONE_##t / 2 - 1));                                    \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_fdim##suffix(F x, F y)                                                            \
	{                                                                                          \
		return x != x || y != y ? x + y : x > y ? x - y : (F)0;                            \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_nextafter##suffix(F x, F y)                                                       \
	{                                                                                          \
		U bits = get_##t(x);                                                               \
                                                                                                   \
		if (x != x || y != y)                                                              \
			return x + y;                                                              \
		if (x == y)                                                                        \
			return y;                                                                  \
		if (x == 0)                                                                        \
			return put_##t((get_##t(y) & SIGN_##t) | 1);                               \
		return put_##t((x < y) == (x > 0) ? bits + 1 : bits - 1);                          \
	}                                                                                          \
                                                                                                   \
	int hpvm_m_ilogb##suffix(F x)                                                              \
	{                                                                                          \
		U mantissa;                                                                        \
                                                                                                   \
		if (x == 0)                                                                        \
			return -__INT_MAX__ - 1;                                                   \
		if (is_special_##t(x))                                                             \
			return x != x ? -__INT_MAX__ - 1 : __INT_MAX__;                            \
		return parts_##t(x, &mantissa) - BIAS_##t;                                         \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_logb##suffix(F x)                                                                 \
	{                                                                                          \
		U mantissa;                                                                        \
                                                                                                   \
		if (x == 0)                                                                        \
			return -1 / (x * x);                                                       \
		if (is_special_##t(x))                                                             \
			return x * x;                                                              \
		return (F)(parts_##t(x, &mantissa) - BIAS_##t);                                    \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_scalbln##suffix(F x, long by)                                                     \
	{                                                                                          \
		U mantissa;                                                                        \
                                                                                                   \
		if (x == 0 || is_special_##t(x))                                                   \
			return x + x;                                                              \
		by = by > 1 << 20 ? 1 << 20 : by < -(1 << 20) ? -(1 << 20) : by;                   \
		by += parts_##t(x, &mantissa);                                                     \
		return whole_##t(get_##t(x) & SIGN_##t, mantissa, by);                             \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_scalbn##suffix(F x, int by) { return hpvm_m_scalbln##suffix(x, by); }             \
	F hpvm_m_ldexp##suffix(F x, int by) { return hpvm_m_scalbln##suffix(x, by); }              \
                                                                                                   \
	F hpvm_m_frexp##suffix(F x, int *exponent)                                                 \
	{                                                                                          \
		U mantissa;                                                                        \
                                                                                                   \
		*exponent = 0;                                                                     \
		if (x == 0 || is_special_##t(x))                                                   \
			return x + x;                                                              \
		*exponent = parts_##t(x, &mantissa) - BIAS_##t + 1;                                \
		return whole_##t(get_##t(x) & SIGN_##t, mantissa, BIAS_##t - 1);                   \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_modf##suffix(F x, F *whole)                                                       \
	{                                                                                          \
		F rest;                                                                            \
                                                                                                   \
		*whole = x != x ? x + x : __builtin_trunc##suffix(x);                              \
		rest = x != x ? x + x : is_special_##t(x) ? (F)0 : x - *whole;                     \
		return put_##t((get_##t(rest) & ~SIGN_##t) | (get_##t(x) & SIGN_##t));             \
	}                                                                                          \
                                                                                                   \
	/* Ties are rounded away from zero. */                                                     \
	F hpvm_m_round##suffix(F x)                                                                \
	{                                                                                          \
		F whole = __builtin_trunc##suffix(x), rest = x - whole;                            \
		F one = put_##t(get_##t((F)1) | (get_##t(x) & SIGN_##t));                          \
                                                                                                   \
		if (x != x || is_special_##t(x))                                                   \
			return x + x;                                                              \
		rest = put_##t(get_##t(rest) & ~SIGN_##t);                                         \
		return rest >= (F)0.5 ? whole + one : put_##t(get_##t(whole) | (get_##t(x) & SIGN_##t)); \
	}                                                                                          \
                                                                                                   \
	long hpvm_m_lrint##suffix(F x) { return (long)__builtin_rint##suffix(x); }                 \
	long hpvm_m_llrint##suffix(F x) { return (long)__builtin_rint##suffix(x); }                \
	long hpvm_m_lround##suffix(F x) { return (long)hpvm_m_round##suffix(x); }                  \
	long hpvm_m_llround##suffix(F x) { return (long)hpvm_m_round##suffix(x); }                 \
                                                                                                   \
	F hpvm_m_powi##suffix(F x, int by)                                                         \
	{                                                                                          \
		F made = 1;                                                                        \
                                                                                                   \
		for (int n = by;; x *= x) {                                                        \
			if (n & 1)                                                                 \
				made *= x;                                                         \
			n /= 2;                                                                    \
			if (n == 0)                                                                \
				return by < 0 ? 1 / made : made;                                   \
		}                                                                                  \
	}
/* clang-format on */

PER_FORMAT(f, float, u32, f)
PER_FORMAT(d, double, u64, )

int hpvm_m_abs(int x)
{
	return x < 0 ? (int)-(u32)x : x;
}
long hpvm_m_labs(long x)
{
	return x < 0 ? (long)-(u64)x : x;
}
long hpvm_m_llabs(long x)
{
	return x < 0 ? (long)-(u64)x : x;
}
