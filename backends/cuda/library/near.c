/* backends/cuda/library/near.c -- exponentials, logarithms, powers and hyperbolic functions for
 * devices, with an error of some ULP.
 *
 * Owns:      nothing.
 * Not here:  the method (double_double.h), exact functions (library.c). */
#include "backends/cuda/library/double_double.h"

/* --- exponentials ----------------------------------------------------------------------------- */

/* Return (exp(s) - 1 - s) / s^2 for |s| <= ln(2) / 2. */
static double exp_rest(double s)
{
	double q = 1.0 / 87178291200.0;

	q = fma_of(q, s, 1.0 / 6227020800.0);
	q = fma_of(q, s, 1.0 / 479001600.0);
	q = fma_of(q, s, 1.0 / 39916800.0);
	q = fma_of(q, s, 1.0 / 3628800.0);
	q = fma_of(q, s, 1.0 / 362880.0);
	q = fma_of(q, s, 1.0 / 40320.0);
	q = fma_of(q, s, 1.0 / 5040.0);
	q = fma_of(q, s, 1.0 / 720.0);
	q = fma_of(q, s, 1.0 / 120.0);
	q = fma_of(q, s, 1.0 / 24.0);
	q = fma_of(q, s, 1.0 / 6.0);
	return fma_of(q, s, 0.5);
}

/* Return exp(X - *K ln(2)) - 1, where *K ln(2) is the multiple nearest to X; |X| < 1100. */
static dd exp_part(dd x, int *k)
{
	double n = __builtin_rint(x.hi * INV_LN2.hi);
	dd r = plus(x, minus(times((dd){n, 0}, LN2)));
	dd square = product(r.hi, r.hi);

	*k = (int)n;
	return sum(r.hi, r.lo + (r.hi * r.lo + square.hi * exp_rest(r.hi)));
}

double hpvm_n_exp(dd x)
{
	dd p;
	int k;

	if (x.hi != x.hi)
		return x.hi;
	if (x.hi > 720)
		return INF;
	if (x.hi < -760)
		return 0;
	p = exp_part(x, &k);
	p = plus((dd){1, 0}, p);
	return scaled(p.hi, k); /* only subnormal results are rounded twice */
}

double hpvm_m_exp(double x)
{
	return hpvm_n_exp((dd){x, 0});
}

double hpvm_m_exp2(double x)
{
	if (x != x || absolute(x) > 1100)
		return x != x ? x : x > 0 ? INF : 0;
	return hpvm_n_exp(times((dd){x, 0}, LN2));
}

double hpvm_m_exp10(double x)
{
	if (x != x || absolute(x) > 400)
		return x != x ? x : x > 0 ? INF : 0;
	return hpvm_n_exp(times((dd){x, 0}, LN10));
}

static dd expm1_of(double x)
{
	dd p, power;
	int k;

	if (x > 720)
		return (dd){INF, 0};
	if (x < -50)
		return (dd){-1, 0};
	p = exp_part((dd){x, 0}, &k);
	if (k == 0)
		return p;
	power = (dd){scaled(1, k > 1000 ? 1000 : k), 0};
	if (k > 1000)
		return (dd){scaled(1 + p.hi, k), 0};
	return plus(plus(power, (dd){-1, 0}), (dd){p.hi * power.hi, p.lo * power.hi});
}

double hpvm_m_expm1(double x)
{
	if (x != x || absolute(x) < 0x1p-60)
		return x;
	return expm1_of(x).hi;
}

/* --- logarithms ------------------------------------------------------------------------------- */

/* X is positive. */
dd hpvm_n_log(double x)
{
	u64 bits;
	int exponent = 0, i;
	double m, q;
	dd r, made, square;

	if (x < 0x1p-1022) {
		x *= 0x1p54;
		exponent = -54;
	}
	bits = bits_of(x);
	i = (int)(bits >> 45 & 127);
	exponent += (int)(bits >> 52) - 1023 + (i >= 53);
	m = from_bits((bits & (((u64)1 << 52) - 1)) | (u64)1023 << 52);
	r = product(m, LOGS[i].inverse);
	r = sum(r.hi - 1, r.lo);
	q = -1.0 / 12;
	q = fma_of(q, r.hi, 1.0 / 11);
	q = fma_of(q, r.hi, -1.0 / 10);
	q = fma_of(q, r.hi, 1.0 / 9);
	q = fma_of(q, r.hi, -1.0 / 8);
	q = fma_of(q, r.hi, 1.0 / 7);
	q = fma_of(q, r.hi, -1.0 / 6);
	q = fma_of(q, r.hi, 1.0 / 5);
	q = fma_of(q, r.hi, -1.0 / 4);
	q = fma_of(q, r.hi, 1.0 / 3);
	square = times(r, r);
	made = plus(r, (dd){-0.5 * square.hi, fma_of(square.hi * r.hi, q, -0.5 * square.lo)});
	made = plus(plus(times((dd){exponent, 0}, LN2), LOGS[i].log), made);
	return made;
}

/* Return nonzero if X is 0, negative, infinite or NaN, and the logarithm of it in *MADE. */
static int is_no_argument(double x, double *made)
{
	if (x > 0 && x < INF)
		return 0;
	*made = x == 0 ? -INF : x < 0 ? QUIET : x + x;
	return 1;
}

double hpvm_m_log(double x)
{
	double made;

	return is_no_argument(x, &made) ? made : hpvm_n_log(x).hi;
}

double hpvm_m_log2(double x)
{
	double made;

	return is_no_argument(x, &made) ? made : times(hpvm_n_log(x), INV_LN2).hi;
}

double hpvm_m_log10(double x)
{
	double made;

	return is_no_argument(x, &made) ? made : times(hpvm_n_log(x), INV_LN10).hi;
}

/* Return log(1 + x) for x.hi > -1. */
static dd log1p_of(dd x)
{
	dd u = plus((dd){1, 0}, x), l = hpvm_n_log(u.hi);

	return sum(l.hi, l.lo + u.lo / u.hi);
}

double hpvm_m_log1p(double x)
{
	double made;

	if (absolute(x) < 0x1p-55)
		return x;
	return is_no_argument(1 + x, &made) ? made : log1p_of((dd){x, 0}).hi;
}

/* --- powers ----------------------------------------------------------------------------------- */

static int is_whole(double y)
{
	return absolute(y) >= 0x1p53 || __builtin_rint(y) == y;
}
static int is_odd(double y)
{
	return absolute(y) < 0x1p53 && __builtin_rint(y) == y && ((long)y & 1);
}

/* Return the power if X or Y is 0, infinite or NaN, or X is negative. */
static double odd_power(double x, double y)
{
	double sign = is_negative(x) && is_odd(y) ? -1 : 1;

	if (y == 0 || x == 1)
		return 1;
	if (x != x || y != y)
		return QUIET;
	if (absolute(y) == INF) {
		if (absolute(x) == 1)
			return 1;
		return (absolute(x) > 1) == (y > 0) ? INF : 0;
	}
	if (x == 0 || absolute(x) == INF)
		return sign * ((x == 0) == (y > 0) ? 0.0 : INF);
	return is_whole(y) ? 0 : QUIET;
}

double hpvm_m_pow(double x, double y)
{
	double sign = 1;
	dd l;

	if (y == 0 || x != x || y != y || x <= 0 || absolute(x) == INF || absolute(y) == INF ||
	    x == 1) {
		if (!(x < 0 && x > -INF && absolute(y) < INF && y != 0 && is_whole(y)))
			return odd_power(x, y);
		sign = is_odd(y) ? -1 : 1;
	}
	l = hpvm_n_log(absolute(x));
	if (absolute(l.hi * y) > 1000)
		return sign * (l.hi * y > 0 ? INF : 0.0);
	return sign * hpvm_n_exp(times(l, (dd){y, 0}));
}

double hpvm_m_cbrt(double x)
{
	double a = absolute(x), y, difference;
	dd square, cube;
	int by = 0;

	if (x != x || x == 0 || a == INF)
		return x;
	if (a < 0x1p-1000 || a > 0x1p1000) {
		by = a < 1 ? 300 : -300;
		a *= from_bits((u64)(1023 + by) << 52);
	}
	y = hpvm_n_exp(times(hpvm_n_log(a), (dd){1.0 / 3, 0}));
	square = product(y, y);
	cube = product(square.hi, y);
	difference = (a - cube.hi) - (cube.lo + square.lo * y);
	y += difference / (3 * square.hi);
	return like(y * from_bits((u64)(1023 - by / 3) << 52), x);
}

double hpvm_m_hypot(double x, double y)
{
	double a = absolute(x), b = absolute(y), least, most, by = 1;
	dd square;

	if (a == INF || b == INF)
		return INF;
	if (a != a || b != b)
		return QUIET;
	most = a > b ? a : b;
	least = a > b ? b : a;
	if (least == 0)
		return most;
	if (most > 0x1p500)
		by = 0x1p-600;
	else if (least < 0x1p-450)
		by = 0x1p600;
	if (most > 0x1p60 * least)
		return most + least;
	most *= by;
	least *= by;
	square = plus(product(most, most), product(least, least));
	return root(square).hi / by;
}

/* --- hyperbolic functions --------------------------------------------------------------------- */

double hpvm_m_sinh(double x)
{
	double a = absolute(x);
	dd t;

	if (x != x || a < 0x1p-30)
		return x;
	if (a > 22)
		return like(a > 800 ? INF : hpvm_n_exp(plus((dd){a, 0}, minus(LN2))), x);
	t = expm1_of(a);
	t = plus(t, ratio(t, plus(t, (dd){1, 0})));
	return like(0.5 * t.hi, x);
}

double hpvm_m_cosh(double x)
{
	double a = absolute(x);
	dd t;

	if (x != x)
		return x;
	if (a > 22)
		return a > 800 ? INF : hpvm_n_exp(plus((dd){a, 0}, minus(LN2)));
	t = plus(expm1_of(a), (dd){1, 0});
	return 0.5 * plus(t, ratio((dd){1, 0}, t)).hi;
}

double hpvm_m_tanh(double x)
{
	double a = absolute(x);
	dd t;

	if (x != x || a < 0x1p-30)
		return x;
	if (a > 22)
		return like(1, x);
	t = expm1_of(2 * a);
	return like(ratio(t, plus(t, (dd){2, 0})).hi, x);
}

double hpvm_m_asinh(double x)
{
	double a = absolute(x);
	dd s, t;

	if (x != x || a < 0x1p-30 || a == INF)
		return x;
	if (a > 0x1p30)
		return like(plus(hpvm_n_log(a), LN2).hi, x);
	s = root(plus((dd){1, 0}, product(a, a)));
	t = plus((dd){a, 0}, ratio(product(a, a), plus((dd){1, 0}, s)));
	return like(log1p_of(t).hi, x);
}

double hpvm_m_acosh(double x)
{
	double t = x - 1;

	if (!(x >= 1))
		return QUIET;
	if (x == INF)
		return x;
	if (x > 0x1p30)
		return plus(hpvm_n_log(x), LN2).hi;
	return t == 0 ? 0
		      : log1p_of(plus((dd){t, 0}, root(plus((dd){2 * t, 0}, product(t, t))))).hi;
}

double hpvm_m_atanh(double x)
{
	double a = absolute(x);

	if (x != x || a < 0x1p-30)
		return x;
	if (a >= 1)
		return a == 1 ? like(INF, x) : QUIET;
	return like(0.5 * log1p_of(ratio((dd){2 * a, 0}, sum(1, -a))).hi, x);
}

EXPORT1(exp)
EXPORT1(exp2)
EXPORT1(exp10)
EXPORT1(expm1)
EXPORT1(log)
EXPORT1(log2)
EXPORT1(log10)
EXPORT1(log1p)
EXPORT2(pow)
EXPORT1(cbrt)
EXPORT2(hypot)
EXPORT1(sinh)
EXPORT1(cosh)
EXPORT1(tanh)
EXPORT1(asinh)
EXPORT1(acosh)
EXPORT1(atanh)
