/* backends/cuda/library/double_double.h -- double-double arithmetic, shared by near*.c.
 *
 * The functions in near*.c are math functions with an error of some ULP, for devices without
 * libdevice; like library.c they are compiled to bitcode. All computations are in double precision;
 * where the last bits depend on it, a second double holds the rounding error (dd). A function of
 * floats is the rounded function of doubles. Arguments are reduced to a short range by tables or
 * multiples of constants, and there the first terms of a series are evaluated. test_numbers.c
 * checks the error of each function. */
#ifndef HR_DOUBLE_DOUBLE_H
#define HR_DOUBLE_DOUBLE_H

typedef unsigned int u32;
typedef unsigned long u64;
typedef struct dd {
	double hi, lo; /* |lo| is at most about half a unit in the last place of hi */
} dd;

#include "backends/cuda/library/near_tables.h" /* needs dd */

#define INF   __builtin_inf()
#define QUIET __builtin_nan("")
#define EXPORT1(name)                                                                              \
	float hpvm_m_##name##f(float x)                                                            \
	{                                                                                          \
		return (float)hpvm_m_##name(x);                                                    \
	}
#define EXPORT2(name)                                                                              \
	float hpvm_m_##name##f(float x, float y)                                                   \
	{                                                                                          \
		return (float)hpvm_m_##name(x, y);                                                 \
	}

typedef union view {
	double number;
	u64 bits;
} view;

static inline u64 bits_of(double x)
{
	return ((view){.number = x}).bits;
}
static inline double from_bits(u64 x)
{
	return ((view){.bits = x}).number;
}
static inline double absolute(double x)
{
	return __builtin_fabs(x);
}
static inline double like(double x, double sign)
{
	return __builtin_copysign(x, sign);
}
static inline double fma_of(double a, double b, double c)
{
	return __builtin_fma(a, b, c);
}
static inline int is_negative(double x)
{
	return (int)(bits_of(x) >> 63);
}

/* --- double-doubles --------------------------------------------------------------------------- */

static inline dd sum(double a, double b)
{
	double s = a + b, back = s - a;

	return (dd){s, (a - (s - back)) + (b - back)};
}

static inline dd product(double a, double b)
{
	double p = a * b;

	return (dd){p, fma_of(a, b, -p)};
}

static inline dd plus(dd a, dd b)
{
	dd s = sum(a.hi, b.hi);

	return sum(s.hi, s.lo + (a.lo + b.lo));
}

static inline dd times(dd a, dd b)
{
	dd p = product(a.hi, b.hi);

	return sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline dd ratio(dd a, dd b)
{
	double q = a.hi / b.hi, rest = fma_of(-q, b.hi, a.hi) + (a.lo - q * b.lo);

	return sum(q, rest / b.hi);
}

static inline dd root(dd a)
{
	double s = __builtin_sqrt(a.hi);

	return a.hi > 0 ? sum(s, (fma_of(-s, s, a.hi) + a.lo) / (2 * s)) : (dd){s, 0};
}

static inline dd minus(dd a)
{
	return (dd){-a.hi, -a.lo};
}

/* Return X times 2 to the power BY, for |BY| < 2200. */
static inline double scaled(double x, int by)
{
	int half = by / 2, rest = by - half;
	int quarter = half / 2, other = half - quarter;

	if (by > -1022 && by < 1023)
		return x * from_bits((u64)(1023 + by) << 52);
	x *= from_bits((u64)(1023 + quarter) << 52);
	x *= from_bits((u64)(1023 + rest) << 52);
	return x * from_bits((u64)(1023 + other) << 52);
}

/* --- near.c ----------------------------------------------------------------------------------- */

double hpvm_n_exp(dd x);
dd hpvm_n_log(double x); /* of a positive number */

/* --- near_circle.c ---------------------------------------------------------------------------- */

double hpvm_n_sin_pi(double x);                      /* of x times pi */
void hpvm_n_sin_cos(double x, dd *sine, dd *cosine); /* of a number */

/* --- also used by other files -------------------------------------------------------------- */

double hpvm_m_cbrt(double x);
double hpvm_m_lgamma(double x);

#endif
