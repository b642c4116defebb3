/* opencl/math.cl -- mathematical functions (OpenCL C 6.15.2) with the special values of 7.5.1.
 *
 * Half precision is computed in double precision and rounded, and so are native_NAME and half_NAME, which are exact
 * but for that rounding (K8). Not here: comparisons and classes, in relational.cl. */
#include "library.clh"

#define C1(name)                                          \
	float hpvm_c_##name##f(float) __attribute__((const)); \
	double hpvm_c_##name(double) __attribute__((const));  \
	float OVER name(float x) { return hpvm_c_##name##f(x); }  \
	double OVER name(double x) { return hpvm_c_##name(x); }
#define C2(name)                                                              \
	float hpvm_c_##name##f(float, float) __attribute__((const));          \
	double hpvm_c_##name(double, double) __attribute__((const));          \
	float OVER name(float x, float y) { return hpvm_c_##name##f(x, y); }  \
	double OVER name(double x, double y) { return hpvm_c_##name(x, y); }
#define HALF1(name) \
	half OVER name(half x) { return (half)name((double)x); }
#define HALF2(name) \
	half OVER name(half x, half y) { return (half)name((double)x, (double)y); }
#define FLOAT1(name) \
	float OVER name(float x) { return (float)name((double)x); }
#define FLOAT2(name) \
	float OVER name(float x, float y) { return (float)name((double)x, (double)y); }
#define ALL_C1(X) \
	X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cos) X(cosh) X(erfc) X(erf) X(exp) X(exp2) X(exp10) X(expm1) \
	X(log) X(log2) X(log10) X(log1p) X(logb) X(sin) X(sinh) X(tan) X(tanh) X(tgamma)
#define ALL_C2(X) X(atan2) X(fdim) X(fmod) X(hypot) X(pow)
ALL_C1(C1)
ALL_C1(HALF1)
ALL_C2(C2)
ALL_C2(HALF2)
C2(nextafter)

/* Operations that are exact, or rounded once, in each precision. */
#define EXACT1(T, S, name, builtin) \
	T OVER name(T x) { return builtin(x); }
FLOATS(EXACT1, ceil, __builtin_elementwise_ceil)
FLOATS(EXACT1, floor, __builtin_elementwise_floor)
FLOATS(EXACT1, trunc, __builtin_elementwise_trunc)
FLOATS(EXACT1, rint, __builtin_elementwise_rint)
FLOATS(EXACT1, round, __builtin_elementwise_round)
FLOATS(EXACT1, fabs, __builtin_elementwise_abs)
FLOATS(EXACT1, sqrt, __builtin_elementwise_sqrt)
#define EXACT(T, S)                                                                            \
	T OVER copysign(T x, T y) { return __builtin_elementwise_copysign(x, y); }             \
	T OVER fma(T x, T y, T z) { return __builtin_elementwise_fma(x, y, z); }               \
	T OVER mad(T x, T y, T z) { return __builtin_elementwise_fma(x, y, z); }               \
	T OVER fmax(T x, T y) { return x != x || x < y ? y : x; }                              \
	T OVER fmin(T x, T y) { return x != x || y < x ? y : x; }                              \
	T OVER maxmag(T x, T y) { return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y); } \
	T OVER minmag(T x, T y) { return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y); }
FLOATS(EXACT)

half OVER nextafter(half x, half y)
{
	short bits = as_short(x);

	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return copysign(as_half((short)1), y);
	return as_half((short)(bits + (x < y == x > 0 ? 1 : -1)));
}

#define NAN_OF(F, U, quiet) \
	F OVER nan(U code) { return as_##F((U)(quiet | code)); }
NAN_OF(float, uint, 0x7fc00000)
NAN_OF(double, ulong, 0x7ff8000000000000)
NAN_OF(half, ushort, 0x7e00)

int OVER ilogb(double x)
{
	return x != x ? FP_ILOGBNAN : x == 0 ? FP_ILOGB0 : IS_INF(x) ? INT_MAX : (int)logb(x);
}
int OVER ilogb(float x) { return ilogb((double)x); }
int OVER ilogb(half x) { return ilogb((double)x); }
float OVER ldexp(float x, int n) { return __builtin_ldexpf(x, n); }
double OVER ldexp(double x, int n) { return __builtin_ldexp(x, n); }
half OVER ldexp(half x, int n) { return (half)__builtin_ldexp((double)x, n); }
double OVER rsqrt(double x) { return 1 / sqrt(x); }

/* C libraries give cbrt() with errors of more than the 2 ULP that OpenCL allows: one step of Newton's method with the
 * exact cube corrects it. */
double hpvm_c_cbrt(double) __attribute__((const));
double OVER_LONG cbrt(double x)
{
	int third;
	double scaled, root, square, cube, rest;

	if (x == 0 || !IS_FINITE(x))
		return x;
	third = ilogb(x) / 3;
	scaled = ldexp(x, -3 * third);
	root = hpvm_c_cbrt(scaled);
	square = root * root;
	cube = square * root;
	rest = fma(square, root, -cube) + fma(root, root, -square) * root;
	return ldexp(root + (scaled - cube - rest) / (3 * square), third);
}
FLOAT1(cbrt)
HALF1(cbrt)

/* Some C libraries lose the sign of a zero where Y is subnormal. */
double hpvm_c_remainder(double, double) __attribute__((const));
double OVER remainder(double x, double y)
{
	double rest = hpvm_c_remainder(x, y);

	return rest == 0 ? copysign(rest, x) : rest;
}
FLOAT2(remainder)
HALF2(remainder)
FLOAT1(rsqrt)
HALF1(rsqrt)

/* --- multiples of pi ---------------------------------------------------------------------------- */

#define PI 0x1.921fb54442d18p+1
#define PI_LOW 0x1.1a62633145c07p-53

/* Return the sine of pi * X in *S, the cosine in *C, for any X but NaN and infinity. */
static void circle(double x, double *s, double *c)
{
	double r = x - 2 * rint(x / 2), quarter = rint(2 * r), t = r - quarter / 2;
	double high = t * PI, low = fma(t, PI, -high) + t * PI_LOW;
	double sine = hpvm_c_sin(high), cosine = hpvm_c_cos(high);
	double s1 = fma(cosine, low, sine), c1 = fma(-sine, low, cosine);
	int turn = (int)quarter & 3;

	*s = turn & 1 ? c1 : s1;
	*c = turn & 1 ? s1 : c1;
	*s = turn & 2 ? -*s : *s;
	*c = turn == 1 || turn == 2 ? -*c : *c;
}

double OVER_LONG sinpi(double x)
{
	double s, c;

	if (!IS_FINITE(x))
		return x - x;
	circle(x, &s, &c);
	return s == 0 ? copysign(0.0, x) : s;
}

double OVER_LONG cospi(double x)
{
	double s, c;

	if (!IS_FINITE(x))
		return x - x;
	circle(x, &s, &c);
	return c == 0 ? 0.0 : c;
}

double OVER_LONG tanpi(double x)
{
	double s, c, n = rint(x);

	if (!IS_FINITE(x))
		return x - x;
	circle(x, &s, &c);
	if (s == 0)
		return n == 2 * rint(n / 2) ? copysign(0.0, x) : copysign(0.0, -x);
	return c == 0 ? copysign((double)INFINITY, s) : s / c;
}
double OVER acospi(double x) { return hpvm_c_acos(x) / PI; }
double OVER asinpi(double x) { return hpvm_c_asin(x) / PI; }
double OVER atanpi(double x) { return hpvm_c_atan(x) / PI; }
double OVER atan2pi(double y, double x) { return hpvm_c_atan2(y, x) / PI; }
#define PI1(X) X(acospi) X(asinpi) X(atanpi) X(cospi) X(sinpi) X(tanpi)
PI1(FLOAT1)
PI1(HALF1)
FLOAT2(atan2pi)
HALF2(atan2pi)

/* --- powers ------------------------------------------------------------------------------------- */

double OVER_LONG powr(double x, double y)
{
	if (!(x >= 0) || y != y || (y == 0 && (x == 0 || IS_INF(x))) || (x == 1 && IS_INF(y)))
		return NAN;
	return hpvm_c_pow(fabs(x), y);
}
FLOAT2(powr)
HALF2(powr)

double OVER pown(double x, int n) { return hpvm_c_pow(x, (double)n); }
float OVER pown(float x, int n) { return (float)pown((double)x, n); }
half OVER pown(half x, int n) { return (half)pown((double)x, n); }

double OVER_LONG rootn(double x, int n)
{
	double power = 1.0 / n, rest = fma(-power, (double)n, 1.0) / n, root = hpvm_c_pow(fabs(x), power);

	if (n == 0 || (x < 0 && !(n & 1)))
		return NAN;
	if (root != 0 && IS_FINITE(root) && IS_FINITE(x) && x != 0)
		root = fma(root, rest * hpvm_c_log(fabs(x)), root);
	return n & 1 ? copysign(root, x) : root;
}
float OVER rootn(float x, int n) { return (float)rootn((double)x, n); }
half OVER rootn(half x, int n) { return (half)rootn((double)x, n); }

/* --- several results ---------------------------------------------------------------------------- */

double hpvm_c_frexp(double, int *);
float hpvm_c_lgammaf_r(float, int *);
double hpvm_c_lgamma_r(double, int *);

static float OVER gamma_of(float x, int *sign) { return hpvm_c_lgammaf_r(x, sign); }
static double OVER gamma_of(double x, int *sign) { return hpvm_c_lgamma_r(x, sign); }
static half OVER gamma_of(half x, int *sign) { return (half)hpvm_c_lgamma_r((double)x, sign); }

/* The C library knows 3 bits of the quotient, and OpenCL asks for 7. */
static int quotient_of(double x, double y)
{
	double ax = fabs(x), ay = fabs(y), seven = hpvm_c_fmod(ax, 128 * ay);
	double part = IS_FINITE(128 * ay) ? seven : ax;
	int q = (int)rint((part - hpvm_c_remainder(part, ay)) / ay) & 127;

	return (as_long(x) ^ as_long(y)) < 0 ? -q : q;
}

#define PARTS_BODY(T, S, below_one)                                                     \
	static T OVER_LONG fract_of(T x, T *whole)                                      \
	{                                                                               \
		T down = *whole = floor(x);                                             \
		if (x == 0 || x != x)                                                   \
			return x;                                                       \
		return IS_INF(x) ? copysign((T)0, x) : fmin(x - down, (T)below_one);     \
	}                                                                               \
	static T OVER_LONG modf_of(T x, T *whole)                                       \
	{                                                                               \
		T cut = *whole = trunc(x);                                              \
		return copysign(IS_INF(x) ? (T)0 : x - cut, x);                          \
	}                                                                               \
	static T OVER_LONG frexp_of(T x, int *exponent)                                 \
	{                                                                               \
		*exponent = 0;                                                          \
		return IS_FINITE(x) ? (T)hpvm_c_frexp((double)x, exponent) : x;          \
	}                                                                               \
	static T OVER_LONG lgamma_r_of(T x, int *sign)                                  \
	{                                                                               \
		T result = gamma_of(x, sign);                                           \
		if (x == 0 || (x < 0 && x == floor(x)))                                 \
			*sign = 0;                                                      \
		return result;                                                          \
	}                                                                               \
	static T OVER_LONG sincos_of(T x, T *cosine)                                    \
	{                                                                               \
		*cosine = cos(x);                                                       \
		return sin(x);                                                          \
	}                                                                               \
	static T OVER_LONG remquo_of(T x, T y, int *quotient)                           \
	{                                                                               \
		*quotient = IS_FINITE(x) && y == y && y != 0 && !IS_INF(y) ? quotient_of((double)x, (double)y) : 0; \
		return remainder(x, y);                                                 \
	}                                                                               \
	T OVER lgamma(T x)                                                              \
	{                                                                               \
		int sign;                                                               \
		return gamma_of(x, &sign);                                              \
	}
PARTS_BODY(float, int, 0x1.fffffep-1f)
PARTS_BODY(double, long, 0x1.fffffffffffffp-1)
PARTS_BODY(half, short, 0x1.ffcp-1)

#define PART(space, T, P, name)                \
	T OVER name(T x, space P *result)      \
	{                                      \
		P part;                        \
		T value = name##_of(x, &part); \
		*result = part;                \
		return value;                  \
	}
#define PARTS(T, S)                         \
	WRITABLE(PART, T, T, fract)         \
	WRITABLE(PART, T, T, modf)          \
	WRITABLE(PART, T, T, sincos)        \
	WRITABLE(PART, T, int, frexp)       \
	WRITABLE(PART, T, int, lgamma_r)    \
	WRITABLE(REMQUO, T)
#define REMQUO(space, T)                              \
	T OVER remquo(T x, T y, space int *quotient)  \
	{                                             \
		int part;                             \
		T value = remquo_of(x, y, &part);     \
		*quotient = part;                     \
		return value;                         \
	}
FLOATS(PARTS)

/* --- native_NAME and half_NAME ------------------------------------------------------------------ */

#define FAST1(name, value)                                                    \
	float OVER native_##name(float f) { double x = f; return (float)(value); } \
	float OVER half_##name(float f) { double x = f; return (float)(value); }
#define FAST2(name, value)                                                                    \
	float OVER native_##name(float f, float g) { double x = f, y = g; return (float)(value); } \
	float OVER half_##name(float f, float g) { double x = f, y = g; return (float)(value); }
FAST1(cos, hpvm_c_cos(x))
FAST1(exp, hpvm_c_exp(x))
FAST1(exp2, hpvm_c_exp2(x))
FAST1(exp10, hpvm_c_exp10(x))
FAST1(log, hpvm_c_log(x))
FAST1(log2, hpvm_c_log2(x))
FAST1(log10, hpvm_c_log10(x))
FAST1(recip, 1 / x)
FAST1(rsqrt, 1 / sqrt(x))
FAST1(sin, hpvm_c_sin(x))
FAST1(sqrt, sqrt(x))
FAST1(tan, hpvm_c_tan(x))
FAST2(divide, x / y)
FAST2(powr, powr(x, y))
