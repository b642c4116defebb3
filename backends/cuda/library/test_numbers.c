/* backends/cuda/library/test_numbers.c -- tests the math library for devices on the host: exact
 * functions are compared with the C library's, the others with its long double functions, in
 * ULP. */
#define _GNU_SOURCE 1
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "src/base/test.h"

/* Check's assertions also record each success, which takes too long for millions of them. */
#define HOLDS(is, ...)                                                                             \
	do {                                                                                       \
		if (!(is))                                                                         \
			ck_abort_msg(__VA_ARGS__);                                                 \
	} while (0)
#define EXACT1(name)                                                                               \
	double hpvm_m_##name(double);                                                              \
	float hpvm_m_##name##f(float);
#define EXACT2(name)                                                                               \
	double hpvm_m_##name(double, double);                                                      \
	float hpvm_m_##name##f(float, float);
/* clang-format off */
#define ONE_ARGUMENT(X)                                                                            \
	X(exp, 0.75) X(exp2, 0.75) X(expm1, 0.9) X(log, 0.55) X(log2, 0.55) X(log10, 0.55) X(log1p, 0.65) \
	X(cbrt, 0.55) X(sin, 0.75) X(cos, 0.75) X(tan, 0.85) X(asin, 0.55) X(acos, 0.55) X(atan, 0.55) X(sinh, 0.8) \
	X(cosh, 0.65) X(tanh, 0.75) X(asinh, 0.55) X(acosh, 0.55) X(atanh, 0.55) X(erf, 1.5) X(erfc, 4) X(tgamma, 3.5)
/* clang-format on */
#define TWO_ARGUMENTS(X) X(pow, 0.8) X(atan2, 0.55) X(hypot, 0.55)

#define DECLARE1(name, limit) EXACT1(name)
#define DECLARE2(name, limit) EXACT2(name)
/* clang-format off */
ONE_ARGUMENT(DECLARE1)
TWO_ARGUMENTS(DECLARE2)
EXACT1(exp10) EXACT1(logb) EXACT1(round)
EXACT2(fmod) EXACT2(remainder) EXACT2(fdim) EXACT2(nextafter)
	/* clang-format on */
	double hpvm_m_ldexp(double, int);
float hpvm_m_ldexpf(float, int);
double hpvm_m_frexp(double, int *);
double hpvm_m_modf(double, double *);
/* clang-format off */
EXACT1(lgamma) EXACT2(drem)
	/* clang-format on */
	double hpvm_m_lgamma_r(double, int *),
	hpvm_m_remquo(double, double, int *);
float hpvm_m_lgammaf_r(float, int *), hpvm_m_remquof(float, float, int *);
double hpvm_m_nan(const char *);
float hpvm_m_nanf(const char *);
void hpvm_m_sincos(double, double *, double *);
void hpvm_m_sincosf(float, float *, float *);
int hpvm_m_ilogb(double);
/* clang-format off */
EXACT1(nextup) EXACT1(nextdown) EXACT1(significand) EXACT2(scalb) EXACT1(j0) EXACT1(j1) EXACT1(y0) EXACT1(y1) EXACT1(gamma)
EXACT2(fmaximum) EXACT2(fminimum) EXACT2(fmaximum_num) EXACT2(fminimum_num) EXACT2(fmaximum_mag) EXACT2(fminimum_mag)
EXACT2(fmaximum_mag_num) EXACT2(fminimum_mag_num) EXACT2(fmaxmag) EXACT2(fminmag)
	/* clang-format on */
	int hpvm_m_finite(double),
	hpvm_m_isinf(double), hpvm_m_isnan(double), hpvm_m_finitef(float), hpvm_m_isinff(float);
long hpvm_m_llogb(double);
double hpvm_m_jn(int, double), hpvm_m_yn(int, double);
float hpvm_m_jnf(int, float), hpvm_m_ynf(int, float);
long hpvm_m_lround(double), hpvm_m_lrint(double);

enum { ROUNDS = 60000 };

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double part(void)
{
	return (double)(draw() >> 11) * 0x1p-53;
}

/* Return arguments of several magnitudes and, now and then, special values. */
static double argument(int kind)
{
	static const double special[] = {
		0.0,        -0.0,    INFINITY, -INFINITY, NAN,
		1,          -1,      0.5,      -0.5,      0x1p-1074,
		-0x1p-1074, DBL_MAX, -DBL_MAX, DBL_MIN,   0.49999999999999994,
		2,          3,       -3,       0x1p53};
	uint64_t bits = draw();
	double any;

	memcpy(&any, &bits, sizeof(any));
	switch (kind % 9) {
	case 0: return (2 * part() - 1) * 2;
	case 1: return (2 * part() - 1) * 40;
	case 2: return (2 * part() - 1) * 800;
	case 3: return 1 + (2 * part() - 1) * 0x1p-6;
	case 4: return (2 * part() - 1) * 0x1p-20;
	case 5: return (2 * part() - 1) * 1e6;
	case 6: return special[bits % (sizeof(special) / sizeof(special[0]))];
	case 7: return rint((2 * part() - 1) * 300) / 4;
	default: return any;
	}
}

static bool is_same(double a, double b)
{
	return (a != a && b != b) || memcmp(&a, &b, sizeof(a)) == 0;
}

/* Return the distance of GOT from WANT, in ULP of the double nearest to WANT. */
static double distance(double got, long double want)
{
	double nearest = (double)want;
	int exponent;

	if (nearest != nearest || nearest - nearest != 0 || got != got || got - got != 0)
		return is_same(got, nearest) ? 0 : INFINITY;
	if (nearest == 0)
		return got == 0 && signbit(got) == signbit(nearest)
			       ? 0
			       : (double)fabsl(((long double)got - want) / 0x1p-1074L);
	frexp(nearest, &exponent);
	return (double)(fabsl((long double)got - want) /
			ldexpl(1, exponent - 53 > -1074 ? exponent - 53 : -1074));
}

/* --- near ------------------------------------------------------------------------------------- */

#if LDBL_MANT_DIG >= 64
#define CHECK1(name, limit)                                                                        \
	START_TEST(near_##name)                                                                    \
	{                                                                                          \
		for (int i = 0; i < ROUNDS; i++) {                                                 \
			double x = argument(i),                                                    \
			       off = distance(hpvm_m_##name(x), name##l((long double)x));          \
			float f = hpvm_m_##name##f((float)x),                                      \
			      right = (float)name((double)(float)x);                               \
                                                                                                   \
			HOLDS(off <= (limit), #name "(%a) is %g ULP off", x, off);                 \
			HOLDS(is_same((double)f, (double)right) ||                                 \
				      fabsf(f - right) <= fabsf(right) * 0x1p-22f,                 \
			      #name "f(%a) is %a", (double)(float)x, (double)f);                   \
		}                                                                                  \
	}                                                                                          \
	END_TEST
#define CHECK2(name, limit)                                                                        \
	START_TEST(near_##name)                                                                    \
	{                                                                                          \
		for (int i = 0; i < 2 * ROUNDS; i++) {                                             \
			double x = argument(i), y = argument(i / 9);                               \
			double off = distance(hpvm_m_##name(x, y),                                 \
					      name##l((long double)x, (long double)y));            \
                                                                                                   \
			HOLDS(off <= (limit), #name "(%a, %a) is %g ULP off", x, y, off);          \
		}                                                                                  \
	}                                                                                          \
	END_TEST
ONE_ARGUMENT(CHECK1)
TWO_ARGUMENTS(CHECK2)

/* Below -2 there are zeros between the negative integers, near which a small absolute error is many
 * ULP. */
START_TEST(near_lgamma)
{
	for (int i = 0; i < 2 * ROUNDS; i++) {
		double x = argument(i), got, off;
		long double want = lgammal((long double)x);
		float f = (float)x, single, right;
		int sign, theirs;

		(void)lgamma_r(x, &theirs);
		got = hpvm_m_lgamma_r(x, &sign);
		HOLDS(x != x || sign == theirs, "the sign of gamma(%a) is %d", x, sign);
		HOLDS(is_same(got, hpvm_m_lgamma(x)), "line %d", __LINE__);
		off = distance(got, want);
		HOLDS(off <= 2 || (x < -2 &&
				   fabsl((long double)got - want) <= 0x1p-52L * (4 + fabsl(want))),
		      "lgamma(%a) is %g ULP off", x, off);
		single = hpvm_m_lgammaf_r(f, &sign);
		right = (float)lgammal((long double)f);
		HOLDS(is_same((double)single, (double)hpvm_m_lgammaf(f)), "line %d", __LINE__);
		HOLDS(is_same((double)single, (double)right) ||
			      fabsf(single - right) <= fabsf(right) * 0x1p-22f,
		      "lgammaf(%a) is %a, not %a", (double)f, (double)single, (double)right);
	}
}
END_TEST

/* Near zeros a small absolute error is many ULP. */
#define NEAR_ZEROS(call, right, x, ulps)                                                           \
	do {                                                                                       \
		double got_ = call, off_ = distance(got_, right);                                  \
		long double most_ =                                                                \
			0x1p-50L /                                                                 \
			sqrtl(fabsl((long double)(x)) > 1 ? fabsl((long double)(x)) : 1);          \
                                                                                                   \
		HOLDS(off_ <= (ulps) || fabsl((long double)got_ - (right)) <= most_,               \
		      #call " of %a is %g ULP off", (double)(x), off_);                            \
	} while (0)

START_TEST(near_bessel)
{
	for (int i = 0; i < ROUNDS; i++) {
		double x = argument(i), a = fabs(x);
		float single = hpvm_m_j1f((float)x), right = (float)j1l((long double)(float)x);
		int n = (int)(draw() % (i & 1 ? 12 : 150)) - 3;

		NEAR_ZEROS(hpvm_m_j0(x), j0l((long double)x), x, 2);
		NEAR_ZEROS(hpvm_m_j1(x), j1l((long double)x), x, 2);
		NEAR_ZEROS(hpvm_m_y0(a), y0l((long double)a), x, 2);
		NEAR_ZEROS(hpvm_m_y1(a), y1l((long double)a), x, 2);
		HOLDS(is_same((double)single, (double)right) ||
			      fabsf(single - right) <= 0x1p-22f * fabsf(right) + 0x1p-48f,
		      "j1f(%a) is %a", (double)(float)x, (double)single);
		if (a > 1e-3 && a < 1e3) {
			NEAR_ZEROS(hpvm_m_jn(n, x), jnl(n, (long double)x), 1, 150);
			NEAR_ZEROS(hpvm_m_yn(n, a), ynl(n, (long double)a), 1, 150);
		}
	}
	HOLDS(isnan(hpvm_m_y0(-1)) && isnan(hpvm_m_yn(2, -1)) && hpvm_m_yn(-1, 0) == INFINITY,
	      "line %d", __LINE__);
	HOLDS(is_same(hpvm_m_jn(3, -2), -hpvm_m_jn(3, 2)) &&
		      is_same(hpvm_m_jn(-3, 2), -hpvm_m_jn(3, 2)),
	      "line %d", __LINE__);
	HOLDS(hpvm_m_jn(INT32_MIN, 5) == 0 && hpvm_m_jn(0, 0) == 1 && (double)hpvm_m_jnf(2, 0) == 0,
	      "line %d", __LINE__);
}
END_TEST
#endif

/* --- exact ------------------------------------------------------------------------------------ */

#define SAME(name, x, y, right)                                                                    \
	do {                                                                                       \
		double got_ = (double)(name);                                                      \
                                                                                                   \
		HOLDS(is_same(got_, (double)(right)), #name " of %a and %a is %a", (double)(x),    \
		      (double)(y), got_);                                                          \
	} while (0)

START_TEST(one_result)
{
	for (int i = 0; i < 4 * ROUNDS; i++) {
		double x = argument(i), y = argument(i / 9), whole, right;
		float a = (float)x, b = (float)y;
		int by = (int)(draw() % 4400) - 2200, exponent, e;

		SAME(hpvm_m_fmod(x, y), x, y, fmod(x, y));
		SAME(hpvm_m_fmodf(a, b), a, b, fmodf(a, b));
		/* Otherwise the C library's sign may differ from IEEE 754's. */
		if (remainder(x, y) != 0)
			SAME(hpvm_m_remainder(x, y), x, y, remainder(x, y));
		if (remainder(x, y) != 0) {
			exponent = e = -99;
			SAME(hpvm_m_remquo(x, y, &exponent), x, y, remquo(x, y, &e));
			HOLDS(x - x != 0 || y != y || exponent == e,
			      "remquo(%a, %a) gives %d, not %d", x, y, exponent, e);
			SAME(hpvm_m_drem(x, y), x, y, drem(x, y));
		}
		if (remainderf(a, b) != 0) {
			exponent = e = -99;
			SAME(hpvm_m_remquof(a, b, &exponent), a, b, remquof(a, b, &e));
			HOLDS(a - a != 0 || b != b || exponent == e,
			      "remquof(%a, %a) gives %d, not %d", (double)a, (double)b, exponent,
			      e);
		}
		SAME(hpvm_m_fdim(x, y), x, y, fdim(x, y));
		SAME(hpvm_m_nextafter(x, y), x, y, nextafter(x, y));
		SAME(hpvm_m_nextafterf(a, b), a, b, nextafterf(a, b));
		SAME(hpvm_m_logb(x), x, y, logb(x));
		SAME(hpvm_m_ilogb(x), x, y, ilogb(x));
		SAME(hpvm_m_round(x), x, y, round(x));
		SAME(hpvm_m_roundf(a), a, b, roundf(a));
		SAME(hpvm_m_ldexp(x, by), x, by, ldexp(x, by));
		SAME(hpvm_m_ldexpf(a, by / 8), a, by / 8, ldexpf(a, by / 8));
		SAME(hpvm_m_frexp(x, &exponent), x, y, frexp(x, &e));
		HOLDS(x - x != 0 || exponent == e, "line %d", __LINE__);
		SAME(hpvm_m_modf(x, &whole), x, y, modf(x, &right));
		SAME(whole, x, y, right);
		if (fabs(x) < 1e18) {
			HOLDS(hpvm_m_lround(x) == lround(x), "%a", x);
			HOLDS(hpvm_m_lrint(x) == lrint(x), "%a", x);
		}
	}
}
END_TEST

/* fmaxmag() and fminmag() may return either zero. */
static bool is_choice(double got, double x, double y, double (*choose)(double, double))
{
	double right = choose(x, y);

	return is_same(got, right) ||
	       (got == 0 && right == 0 && (choose == fmaxmag || choose == fminmag));
}

#define CHOICE(name)                                                                               \
	do {                                                                                       \
		HOLDS(is_choice(hpvm_m_##name(x, y), x, y, name), #name "(%a, %a) is %a", x, y,    \
		      hpvm_m_##name(x, y));                                                        \
		HOLDS(is_same((double)hpvm_m_##name##f(a, b),                                      \
			      hpvm_m_##name((double)a, (double)b)),                                \
		      #name "f");                                                                  \
	} while (0)

START_TEST(rarely_called)
{
	for (int i = 0; i < ROUNDS; i++) {
		double x = argument(i), y = argument(i / 9),
		       by = i & 1 ? y : rint((2 * part() - 1) * 2200);
		float a, b;

		/* Ours treat a signalling NaN like a quiet one; the C library's fmaxmag() does
		 * not. */
		x = x != x ? NAN : x;
		y = y != y ? NAN : y;
		a = (float)x, b = (float)y;
		SAME(hpvm_m_nextup(x), x, y, nextup(x));
		SAME(hpvm_m_nextdown(x), x, y, nextdown(x));
		SAME(hpvm_m_nextupf(a), a, b, nextupf(a));
		SAME(hpvm_m_significand(x), x, y, significand(x));
		SAME(hpvm_m_scalb(x, by), x, by, scalb(x, by));
		SAME(hpvm_m_scalbf(a, (float)by), a, by, scalbf(a, (float)by));
		HOLDS(hpvm_m_llogb(x) == llogb(x), "%a", x);
		HOLDS(hpvm_m_finite(x) == (finite(x) != 0), "%a", x);
		HOLDS(hpvm_m_isinf(x) == (isinf)(x), "%a", x);
		HOLDS(hpvm_m_isnan(x) == (x != x), "%a", x);
		HOLDS(hpvm_m_finitef(a) == hpvm_m_finite((double)a) &&
			      hpvm_m_isinff(a) == hpvm_m_isinf((double)a),
		      "line %d", __LINE__);
		HOLDS(is_same(hpvm_m_gamma(x), hpvm_m_lgamma(x)), "line %d", __LINE__);
		CHOICE(fmaximum);
		CHOICE(fminimum);
		CHOICE(fmaximum_num);
		CHOICE(fminimum_num);
		CHOICE(fmaximum_mag);
		CHOICE(fminimum_mag);
		CHOICE(fmaximum_mag_num);
		CHOICE(fminimum_mag_num);
		CHOICE(fmaxmag);
		CHOICE(fminmag);
	}
}
END_TEST

START_TEST(of_others)
{
	for (int i = 0; i < ROUNDS; i++) {
		double x = argument(i), sine, cosine;
		float single_sine, single_cosine;

		hpvm_m_sincos(x, &sine, &cosine);
		HOLDS(is_same(sine, hpvm_m_sin(x)) && is_same(cosine, hpvm_m_cos(x)), "line %d",
		      __LINE__);
		hpvm_m_sincosf((float)x, &single_sine, &single_cosine);
		HOLDS(is_same((double)single_sine, (double)hpvm_m_sinf((float)x)) &&
			      is_same((double)single_cosine, (double)hpvm_m_cosf((float)x)),
		      "line %d", __LINE__);
	}
	HOLDS(isnan(hpvm_m_nan("7")) && isnan(hpvm_m_nanf("")), "line %d", __LINE__);
}
END_TEST

#define LISTED(name, limit) near_##name,
#if LDBL_MANT_DIG >= 64
HR_TEST_MAIN("numbers", ONE_ARGUMENT(LISTED) TWO_ARGUMENTS(LISTED) near_lgamma, near_bessel,
	     one_result, rarely_called, of_others)
#else
HR_TEST_MAIN("numbers", one_result, rarely_called, of_others)
#endif
