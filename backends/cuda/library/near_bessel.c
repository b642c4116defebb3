/* backends/cuda/library/near_bessel.c -- Bessel functions for devices, with an error of some ULP.
 *
 * For small arguments: their power series, whose terms are much larger than the sum, in
 * double-doubles. For large arguments: Hankel's expansion (DLMF 10.17.3 and 10.17.4). For other
 * orders: the recurrence 10.6.1, upwards where that is stable, otherwise downwards.
 * Owns:      nothing.
 * Not here:  the method (double_double.h). */
#include "backends/cuda/library/double_double.h"

/* For larger arguments the terms of Hankel's expansion become small enough. */
#define FAR 26.0

/* x^2 / 4. */
static dd quarter_square(double x)
{
	dd z = product(x, x);

	return (dd){z.hi / 4, z.lo / 4};
}

/* Compute sums over k of (-z)^k / (k! (k + n)!) for n = 0 or 1: PLAIN, and HARMONIC, with the
 * factors H(k) + H(k + n). DLMF 10.2.2, 10.8.1. */
static void series(int n, dd z, dd *plain, dd *harmonic)
{
	dd term = {1, 0}, h = {n, 0};

	*plain = term;
	*harmonic = h;
	for (int k = 1; k < 200; k++) {
		double by = (double)k * (k + n);

		term = minus(ratio(times(term, z), (dd){by, 0}));
		h = plus(h, plus(ratio((dd){1, 0}, (dd){k, 0}), ratio((dd){1, 0}, (dd){k + n, 0})));
		*plain = plus(*plain, term);
		*harmonic = plus(*harmonic, times(term, h));
		if (by > z.hi && absolute(term.hi) < 0x1p-110)
			break;
	}
}

/* Compute *J and *Y of order n = 0 or 1 for x > FAR. The angle is x - (n / 2 + 1 / 4) pi; its
 * cosine and sine are sums of those of x. */
static void hankel(int n, double x, double *j, double *y)
{
	double p = 1, q = 0, term = 1, by = 1 / (8 * x),
	       root = __builtin_sqrt(x) * 1.7724538509055161;
	dd sine, cosine, both, less;

	for (int k = 1; k < 60; k++) {
		double next = term * (4.0 * n - (2.0 * k - 1) * (2.0 * k - 1)) * by / k;

		if (absolute(next) > absolute(term))
			break;
		term = next;
		if (k & 1)
			q += k & 2 ? -term : term;
		else
			p += k & 2 ? -term : term;
		if (absolute(term) < 0x1p-62)
			break;
	}
	hpvm_n_sin_cos(x, &sine, &cosine);
	both = plus(sine, cosine);
	less = plus(sine, minus(cosine));
	if (n == 0) {
		*j = (p * both.hi - q * less.hi) / root;
		*y = (p * less.hi + q * both.hi) / root;
	} else {
		*j = (p * less.hi + q * both.hi) / root;
		*y = (q * less.hi - p * both.hi) / root;
	}
}

/* x >= 0. */
static double j_part(int n, double x)
{
	double made, other;
	dd plain, harmonic;

	if (x == INF)
		return 0;
	if (x > FAR) {
		hankel(n, x, &made, &other);
		return made;
	}
	series(n, quarter_square(x), &plain, &harmonic);
	return n == 0 ? plain.hi : times((dd){x / 2, 0}, plain).hi;
}

static double y_part(int n, double x)
{
	double made, other;
	dd plain, harmonic, euler, l;

	if (x != x || x < 0)
		return QUIET;
	if (x == 0)
		return -INF;
	if (x == INF)
		return 0;
	if (x > FAR) {
		hankel(n, x, &other, &made);
		return made;
	}
	if (n == 1 && x < 0x1p-40)
		return -0.6366197723675814 / x;
	series(n, quarter_square(x), &plain, &harmonic);
	euler = plus((dd){1, 0}, minus(ONE_MINUS_EULER));
	l = plus(plus(hpvm_n_log(x), minus(LN2)), euler);
	l = plus(times(l, plain), (dd){-harmonic.hi / 2, -harmonic.lo / 2});
	if (n == 1)
		l = plus(times(l, (dd){x / 2, 0}), minus(ratio((dd){1, 0}, (dd){x, 0})));
	return ratio(l, PI_2).hi;
}

double hpvm_m_j0(double x)
{
	return x != x ? x : j_part(0, absolute(x));
}
double hpvm_m_j1(double x)
{
	return x != x ? x : like(1, x) * j_part(1, absolute(x));
}
double hpvm_m_y0(double x)
{
	return y_part(0, x);
}
double hpvm_m_y1(double x)
{
	return y_part(1, x);
}

/* --- other orders ----------------------------------------------------------------------------- */

/* If the order is greater than x, the recurrence is stable downwards: starting far enough up, the
 * start values are forgotten, and the result is too large by the same factor as order 0 or 1. */
static double j_down(long n, double x)
{
	double above = 0, at = 1, wanted = 0, j0 = j_part(0, x), j1 = j_part(1, x), below;
	long from = n + 10 + (long)(14 * hpvm_m_cbrt((double)n));

	for (long k = from; k > 0; k--) {
		below = at * (2.0 * (double)k / x) - above;
		above = at;
		at = below;
		if (k - 1 == n)
			wanted = at;
		if (absolute(at) > 0x1p600) {
			at *= 0x1p-600;
			above *= 0x1p-600;
			wanted *= 0x1p-600;
		}
	}
	return absolute(j0) > absolute(j1) ? wanted * (j0 / at) : wanted * (j1 / above);
}

/* Return nonzero if the result underflows: it is at most (x / 2)^n / n!. */
static int is_nothing(long n, double x)
{
	return n > 1 && (double)n * hpvm_n_log(x / 2).hi - hpvm_m_lgamma((double)n + 1) < -760;
}

double hpvm_m_jn(int order, double x)
{
	long n = order < 0 ? -(long)order : order;
	double a = absolute(x), below, at, next;
	int turned = (n & 1) && is_negative(x) != (order < 0);

	if (x != x)
		return x;
	if (a == 0 || a == INF)
		at = n == 0 && a == 0;
	else if (n < 2)
		at = j_part((int)n, a);
	else if ((double)n > a && is_nothing(n, a))
		at = 0;
	else if ((double)n > a)
		at = j_down(n, a);
	else {
		below = j_part(0, a);
		at = j_part(1, a);
		for (long k = 1; k < n; k++) {
			next = at * (2.0 * (double)k / a) - below;
			below = at;
			at = next;
		}
	}
	return turned ? -at : at;
}

double hpvm_m_yn(int order, double x)
{
	long n = order < 0 ? -(long)order : order;
	double below = y_part(0, x), at = n == 0 ? below : y_part(1, x), next;

	for (long k = 1; k < n && at > -INF; k++) {
		next = at * (2.0 * (double)k / x) - below;
		below = at;
		at = next;
	}
	return order < 0 && (n & 1) ? -at : at;
}

float hpvm_m_jnf(int n, float x)
{
	return (float)hpvm_m_jn(n, (double)x);
}
float hpvm_m_ynf(int n, float x)
{
	return (float)hpvm_m_yn(n, (double)x);
}

EXPORT1(j0)
EXPORT1(j1)
EXPORT1(y0)
EXPORT1(y1)
