/* backends/cuda/library/near_circle.c -- trigonometric functions and their inverses for devices,
 * with an error of some ULP.
 *
 * Owns:      nothing.
 * Not here:  the method (double_double.h). */
#include "backends/cuda/library/double_double.h"

/* --- trigonometric functions --------------------------------------------------------------- */

/* Return 64 bits of 2 / pi starting with the bit of weight 2^-FROM; bits before the point are
 * zero. */
static u64 bits_from(int from)
{
	int at = from - 1, word = at >= 0 ? at / 64 : -1, shift = at - word * 64;
	u64 high = word >= 0 ? TWO_OVER_PI[word] : 0, low = TWO_OVER_PI[word + 1];

	return shift ? high << shift | low >> (64 - shift) : high;
}

static u64 high_product(u64 a, u64 b)
{
	return (u64)((unsigned __int128)a * b >> 64);
}

/* Return the remainder of a large X divided by pi / 2, and the quotient modulo 4 in *QUARTER. */
static dd far_rest(double x, u32 *quarter)
{
	u64 bits = bits_of(x), m = (bits & (((u64)1 << 52) - 1)) | (u64)1 << 52, a[3], p[3], carry;
	int e = (int)(bits >> 52 & 2047) - 1075, negative = is_negative(x);
	double high, low;
	dd rest;

	for (int i = 0; i < 3; i++)
		a[i] = bits_from(e - 1 + 64 * i);
	p[2] = m * a[2]; /* modulo 2^192, last word first */
	p[1] = m * a[1];
	carry = high_product(m, a[2]);
	p[1] += carry;
	p[0] = m * a[0] + high_product(m, a[1]) + (p[1] < carry);
	*quarter = (u32)(p[0] >> 62);
	p[0] = p[0] << 2 | p[1] >> 62; /* the fraction, 128 bits */
	p[1] = p[1] << 2 | p[2] >> 62;
	if (p[0] >> 63) { /* round to nearest */
		*quarter += 1;
		p[0] = ~p[0];
		p[1] = ~p[1];
		negative = !negative;
		*quarter = is_negative(x) ? -*quarter : *quarter;
	} else {
		*quarter = is_negative(x) ? -*quarter : *quarter;
	}
	high = (double)p[0];
	low = (double)(long)(p[0] - (u64)high) + (double)p[1] * 0x1p-64;
	rest = sum(high * 0x1p-64, low * 0x1p-64);
	rest = times(rest, PI_2);
	return negative ? minus(rest) : rest;
}

/* Return the remainder of X divided by pi / 2, and the quotient modulo 4 in *QUARTER. */
static dd rest_of(double x, u32 *quarter)
{
	double n, first;
	dd second;

	if (absolute(x) > 0x1p20)
		return far_rest(x, quarter);
	n = __builtin_rint(x * (1 / PI_2_PARTS[0]));
	*quarter = (u32)(int)n;
	first = fma_of(-n, PI_2_PARTS[0], x);
	second = product(n, PI_2_PARTS[1]);
	second = plus((dd){first, 0}, minus(second));
	return sum(second.hi, fma_of(-n, PI_2_PARTS[2], second.lo));
}

static dd sin_part(dd r)
{
	double z = r.hi * r.hi, q = 1.0 / 355687428096000.0;

	q = fma_of(q, z, -1.0 / 1307674368000.0);
	q = fma_of(q, z, 1.0 / 6227020800.0);
	q = fma_of(q, z, -1.0 / 39916800.0);
	q = fma_of(q, z, 1.0 / 362880.0);
	q = fma_of(q, z, -1.0 / 5040.0);
	q = fma_of(q, z, 1.0 / 120.0);
	q = fma_of(q, z, -1.0 / 6.0);
	return sum(r.hi, r.lo * (1 - 0.5 * z) + z * r.hi * q);
}

static dd cos_part(dd r)
{
	dd z = product(r.hi, r.hi), made;
	double q = 1.0 / 20922789888000.0;

	q = fma_of(q, z.hi, -1.0 / 87178291200.0);
	q = fma_of(q, z.hi, 1.0 / 479001600.0);
	q = fma_of(q, z.hi, -1.0 / 3628800.0);
	q = fma_of(q, z.hi, 1.0 / 40320.0);
	q = fma_of(q, z.hi, -1.0 / 720.0);
	q = fma_of(q, z.hi, 1.0 / 24.0);
	made = sum(1, -0.5 * z.hi);
	return sum(made.hi, made.lo + (z.hi * z.hi * q - 0.5 * z.lo - r.hi * r.lo));
}

/* Return the sine of QUARTER pi / 2 + R. */
static dd wave(dd r, u32 quarter)
{
	dd made = quarter & 1 ? cos_part(r) : sin_part(r);

	return quarter & 2 ? minus(made) : made;
}

static int is_angle(double x)
{
	return absolute(x) < INF;
}

double hpvm_m_sin(double x)
{
	u32 quarter;
	dd r;

	if (!is_angle(x) || absolute(x) < 0x1p-30)
		return is_angle(x) ? x : QUIET;
	r = rest_of(x, &quarter);
	return wave(r, quarter).hi;
}

double hpvm_m_cos(double x)
{
	u32 quarter;
	dd r;

	if (!is_angle(x))
		return QUIET;
	r = rest_of(x, &quarter);
	return wave(r, quarter + 1).hi;
}

double hpvm_m_tan(double x)
{
	u32 quarter;
	dd r;

	if (!is_angle(x) || absolute(x) < 0x1p-30)
		return is_angle(x) ? x : QUIET;
	r = rest_of(x, &quarter);
	return ratio(wave(r, quarter), wave(r, quarter + 1)).hi;
}

/* 0 <= t <= 1. */
static dd atan_part(dd t)
{
	double c = __builtin_rint(t.hi * 16) / 16, z, q;
	dd u = ratio(plus(t, (dd){-c, 0}), plus((dd){1, 0}, times(t, (dd){c, 0})));

	z = u.hi * u.hi;
	q = -1.0 / 15;
	q = fma_of(q, z, 1.0 / 13);
	q = fma_of(q, z, -1.0 / 11);
	q = fma_of(q, z, 1.0 / 9);
	q = fma_of(q, z, -1.0 / 7);
	q = fma_of(q, z, 1.0 / 5);
	q = fma_of(q, z, -1.0 / 3);
	return plus(ATANS[(int)(c * 16)], sum(u.hi, u.lo + u.hi * z * q));
}

/* Return the angle of the point (X, Y). Neither is negative, and one is not 0. */
static dd angle(dd y, dd x)
{
	if (y.hi <= x.hi)
		return atan_part(ratio(y, x));
	return plus(PI_2, minus(atan_part(ratio(x, y))));
}

double hpvm_m_atan(double x)
{
	if (x != x || absolute(x) < 0x1p-30)
		return x;
	if (absolute(x) > 0x1p60)
		return like(PI_2.hi, x);
	return like(angle((dd){absolute(x), 0}, (dd){1, 0}).hi, x);
}

/* One of the two is 0 or infinite. */
static double edge_angle(double y, double x)
{
	dd made = {0, 0};

	if (absolute(y) == INF)
		made = absolute(x) == INF ? times(PI_2, (dd){is_negative(x) ? 1.5 : 0.5, 0}) : PI_2;
	else if (y == 0 || absolute(x) == INF)
		made = is_negative(x) ? PI : made;
	else
		made = PI_2;
	return like(made.hi, y);
}

double hpvm_m_atan2(double y, double x)
{
	double a = absolute(y), b = absolute(x), by = 1;
	dd made;

	if (x != x || y != y)
		return QUIET;
	if (a == 0 || b == 0 || a == INF || b == INF)
		return edge_angle(y, x);
	if (a > 0x1p60 * b)
		return like(PI_2.hi, y);
	if (b > 0x1p60 * a && is_negative(x))
		return like(PI.hi, y);
	if (b > 0x1p60 * a)
		return y / x;
	if (a < 0x1p-900 || b < 0x1p-900)
		by = 0x1p200;
	else if (a > 0x1p900 || b > 0x1p900)
		by = 0x1p-200;
	made = angle((dd){a * by, 0}, (dd){b * by, 0});
	if (is_negative(x))
		made = plus(PI, minus(made));
	return like(made.hi, y);
}

/* Return the square root of 1 - x^2. */
static dd other_side(double x)
{
	return root(plus((dd){1, 0}, minus(product(x, x))));
}

double hpvm_m_asin(double x)
{
	if (!(absolute(x) <= 1))
		return QUIET;
	if (absolute(x) < 0x1p-30)
		return x;
	return like(angle((dd){absolute(x), 0}, other_side(x)).hi, x);
}

double hpvm_m_acos(double x)
{
	dd made;

	if (!(absolute(x) <= 1))
		return QUIET;
	if (absolute(x) < 0x1p-60)
		return PI_2.hi;
	made = angle(other_side(x), (dd){absolute(x), 0});
	return is_negative(x) ? plus(PI, minus(made)).hi : made.hi;
}

void hpvm_n_sin_cos(double x, dd *sine, dd *cosine)
{
	u32 quarter;
	dd r = rest_of(x, &quarter);

	*sine = wave(r, quarter);
	*cosine = wave(r, quarter + 1);
}

/* Return the sine of pi x. */
double hpvm_n_sin_pi(double x)
{
	double n = __builtin_rint(2 * x);

	return wave(times((dd){x - 0.5 * n, 0}, PI), (u32)(long)n).hi;
}

void hpvm_m_sincos(double x, double *sine, double *cosine)
{
	*sine = hpvm_m_sin(x);
	*cosine = hpvm_m_cos(x);
}

void hpvm_m_sincosf(float x, float *sine, float *cosine)
{
	*sine = (float)hpvm_m_sin(x);
	*cosine = (float)hpvm_m_cos(x);
}

EXPORT1(sin)
EXPORT1(cos)
EXPORT1(tan)
EXPORT1(atan)
EXPORT2(atan2)
EXPORT1(asin)
EXPORT1(acos)
