/* backends/cuda/library/near_gamma.c -- error functions and gamma functions for devices, with an
 * error of some ULP.
 *
 * Owns:      nothing.
 * Not here:  the method (double_double.h). */
#include "backends/cuda/library/double_double.h"

/* x >= 0.5. */
static double erfc_part(double x)
{
	double t = (x - 3) / (x + 3), u = (t - ERFC_MIDDLE) / ERFC_HALF, last = 0, next = 0, now;

	if (x > 27.5)
		return 0;
	for (int i = 30; i > 0; i--) {
		now = fma_of(2 * u, next, ERFC[i] - last);
		last = next;
		next = now;
	}
	now = fma_of(u, next, ERFC[0] - last) / (x + 1);
	return hpvm_n_exp(minus(product(x, x))) * now;
}

/* |x| < 1. */
static double erf_part(double x)
{
	double z = x * x, term = x, made = 0;

	if (absolute(x) < 0x1p-30)
		return x * 1.1283791670955126;

	for (int n = 1; n < 22; n++) {
		term *= -z / n;
		made += term / (2 * n + 1);
	}
	return (x + made) * 1.1283791670955126;
}

double hpvm_m_erf(double x)
{
	double a = absolute(x);

	if (x != x)
		return x;
	return a < 0.7 ? erf_part(x) : a > 6 ? like(1, x) : like(1 - erfc_part(a), x);
}

double hpvm_m_erfc(double x)
{
	if (x != x)
		return x;
	if (x > 0.5)
		return erfc_part(x);
	return x > -1 ? 1 - erf_part(x) : 2 - (x < -6 ? 0 : erfc_part(-x));
}

/* Return the logarithm of gamma(x) for x >= 12: of x.hi, plus a correction for x.lo. */
static dd log_gamma(dd x)
{
	double z = 1 / (x.hi * x.hi), q = 0;
	dd l = hpvm_n_log(x.hi);
	double more = x.lo * (l.hi - 0.5 / x.hi);

	for (int i = 9; i >= 0; i--)
		q = fma_of(q, z, STIRLING[i]);
	l = times(l, sum(x.hi, -0.5));
	return plus(plus(l, (dd){-x.hi, 0}), plus(HALF_LN_2PI, (dd){q / x.hi + more, 0}));
}

/* x >= 0.5. */
static double gamma_part(dd x)
{
	dd below = {1, 0};

	if (x.hi > 172)
		return INF;
	for (; x.hi < 12; x = plus(x, (dd){1, 0}))
		below = times(below, x);
	return hpvm_n_exp(log_gamma(x)) / below.hi;
}

double hpvm_m_tgamma(double x)
{
	double s;
	dd other;

	if (x != x || x == INF)
		return x;
	if (x == 0)
		return like(INF, x);
	if (x >= 0.5)
		return gamma_part((dd){x, 0});
	if (x == -INF || __builtin_rint(x) == x)
		return QUIET;
	if (absolute(x) < 0x1p-60)
		return 1 / x;
	s = hpvm_n_sin_pi(x);
	other = sum(1, -x);
	if (x < -184)
		return like(0, s);
	if (x < -160) /* gamma(1 - x) may overflow */
		return like(
			hpvm_n_exp(plus(hpvm_n_log(PI.hi / absolute(s)), minus(log_gamma(other)))),
			s);
	return PI.hi / (s * gamma_part(other));
}

/* --- the logarithm of |gamma| ----------------------------------------------------------------- */

/* Return the logarithm of gamma(2 + t), |t| <= 0.5. */
static dd lgamma_rest(double t)
{
	double q = 0;

	for (int i = 28; i >= 0; i--)
		q = fma_of(q, t, LGAMMA[i]);
	return plus(times(ONE_MINUS_EULER, (dd){t, 0}), (dd){t * t * q, 0});
}

/* Return log(x) for x.hi > 0. */
static dd log_of(dd x)
{
	dd l = hpvm_n_log(x.hi);

	return sum(l.hi, l.lo + x.lo / x.hi);
}

/* x > 0. */
static dd lgamma_part(dd x)
{
	dd above = {1, 0};

	if (x.hi >= 12)
		return log_gamma(x);
	if (x.hi < 0.5) {
		dd l = log_of(plus((dd){1, 0}, x));

		return plus(plus(lgamma_rest(x.hi), minus(l)), minus(log_of(x)));
	}
	if (x.hi < 1.5) {
		dd t = plus(x, (dd){-1, 0});

		return plus(lgamma_rest(t.hi), minus(log_of(x)));
	}
	for (; x.hi >= 2.5; above = times(above, x))
		x = plus(x, (dd){-1, 0});
	return plus(lgamma_rest(x.hi - 2), above.hi == 1 ? (dd){0, 0} : log_of(above));
}

double hpvm_m_lgamma(double x)
{
	double a = absolute(x);

	if (x != x)
		return x;
	if (a == INF || (x <= 0 && __builtin_rint(x) == x))
		return INF;
	if (a < 0x1p-60)
		return -hpvm_n_log(a).hi;
	if (x > 0x1p60)
		return x * (hpvm_n_log(x).hi - 1);
	if (x > 0)
		return lgamma_part((dd){x, 0}).hi;
	/* gamma(x) gamma(1 - x) = pi / sin(pi x) */
	return plus(log_of(ratio(PI, (dd){absolute(hpvm_n_sin_pi(x)), 0})),
		    minus(lgamma_part(sum(1, -x))))
		.hi;
}

/* *SIGN is the sign of gamma. */
double hpvm_m_lgamma_r(double x, int *sign)
{
	double down = __builtin_floor(x);

	*sign = 1;
	if (x == 0)
		*sign = is_negative(x) ? -1 : 1;
	else if (x < 0 && down != x && __builtin_floor(down / 2) * 2 != down)
		*sign = -1;
	return hpvm_m_lgamma(x);
}

float hpvm_m_lgammaf_r(float x, int *sign)
{
	return (float)hpvm_m_lgamma_r(x, sign);
}

double hpvm_m_gamma(double x)
{
	return hpvm_m_lgamma(x);
}

EXPORT1(lgamma)
EXPORT1(gamma)
EXPORT1(erf)
EXPORT1(erfc)
EXPORT1(tgamma)
