/* cuda/libdevice.c -- the functions of NVIDIA's libdevice, which clang's and NVIDIA's headers call.
 *
 * A function hpvm_c_NAME is NAME of the C library (library.c). Approximations (__nv_fast_NAME) are exact but for one
 * rounding (K8).
 * Not here: Bessel functions i0 and i1, erfinv and its relatives, SIMD in words, arithmetic in modes but
 * to nearest: these stay undefined, and are refused by name. */
#define INLINE __attribute__((always_inline))

/* X(name) of functions of the C library with forms for float and double: one argument, and two. */
/* clang-format off */
#define ALL_1(X) \
	X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(cos) X(cosh) X(erf) X(erfc) X(exp) \
	X(exp2) X(exp10) X(expm1) X(j0) X(j1) X(log) X(log2) X(log10) X(log1p) X(logb) X(sin) X(sinh) \
	X(tan) X(tanh) X(tgamma) X(y0) X(y1) X(ceil) X(floor) X(trunc) X(rint) X(nearbyint) X(round) \
	X(fabs) X(sqrt)
/* clang-format on */
#define ALL_2(X)                                                                                   \
	X(atan2)                                                                                   \
	X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#define ONE(name)                                                                                  \
	float hpvm_c_##name##f(float) __attribute__((const));                                      \
	double hpvm_c_##name(double) __attribute__((const));                                       \
	INLINE float __nv_##name##f(float x)                                                       \
	{                                                                                          \
		return hpvm_c_##name##f(x);                                                        \
	}                                                                                          \
	INLINE double __nv_##name(double x)                                                        \
	{                                                                                          \
		return hpvm_c_##name(x);                                                           \
	}
#define TWO(name)                                                                                  \
	float hpvm_c_##name##f(float, float) __attribute__((const));                               \
	double hpvm_c_##name(double, double) __attribute__((const));                               \
	INLINE float __nv_##name##f(float x, float y)                                              \
	{                                                                                          \
		return hpvm_c_##name##f(x, y);                                                     \
	}                                                                                          \
	INLINE double __nv_##name(double x, double y)                                              \
	{                                                                                          \
		return hpvm_c_##name(x, y);                                                        \
	}
ALL_1(ONE)
ALL_2(TWO)

/* --- others of the C library -------------------------------------------------------------------- */

#define INT_RESULT(name, R)                                                                        \
	R hpvm_c_##name##f(float);                                                                 \
	R hpvm_c_##name(double);                                                                   \
	INLINE R __nv_##name##f(float x)                                                           \
	{                                                                                          \
		return hpvm_c_##name##f(x);                                                        \
	}                                                                                          \
	INLINE R __nv_##name(double x)                                                             \
	{                                                                                          \
		return hpvm_c_##name(x);                                                           \
	}
INT_RESULT(ilogb, int)
INT_RESULT(llrint, long long)
INT_RESULT(llround, long long)
#define WITH_INT(name, called)                                                                     \
	INLINE float __nv_##name##f(float x, int n)                                                \
	{                                                                                          \
		return hpvm_c_##called##f(x, n);                                                   \
	}                                                                                          \
	INLINE double __nv_##name(double x, int n)                                                 \
	{                                                                                          \
		return hpvm_c_##called(x, n);                                                      \
	}
float hpvm_c_ldexpf(float, int);
double hpvm_c_ldexp(double, int);
WITH_INT(ldexp, ldexp)
WITH_INT(scalbn, ldexp)
#define WITH_POINTER(T, f, P, name)                                                                \
	T hpvm_c_##name##f(T, P *);                                                                \
	INLINE T __nv_##name##f(T x, P *p)                                                         \
	{                                                                                          \
		return hpvm_c_##name##f(x, p);                                                     \
	}
WITH_POINTER(float, f, int, frexp)
WITH_POINTER(double, , int, frexp)
WITH_POINTER(float, f, float, modf)
WITH_POINTER(double, , double, modf)
float hpvm_c_remquof(float, float, int *), hpvm_c_lgammaf_r(float, int *), hpvm_c_jnf(int, float),
	hpvm_c_ynf(int, float);
double hpvm_c_remquo(double, double, int *), hpvm_c_lgamma_r(double, int *), hpvm_c_jn(int, double),
	hpvm_c_yn(int, double);

#define BOTH(T, S, f, d)                                                                           \
	INLINE T __nv_fma##f(T x, T y, T z)                                                        \
	{                                                                                          \
		return __builtin_fma##f(x, y, z);                                                  \
	}                                                                                          \
	INLINE T __nv_powi##f(T x, int n)                                                          \
	{                                                                                          \
		return (T)hpvm_c_pow((double)x, (double)n);                                        \
	}                                                                                          \
	INLINE T __nv_remquo##f(T x, T y, int *q)                                                  \
	{                                                                                          \
		return hpvm_c_remquo##f(x, y, q);                                                  \
	}                                                                                          \
	INLINE T __nv_jn##f(int n, T x)                                                            \
	{                                                                                          \
		return hpvm_c_jn##f(n, x);                                                         \
	}                                                                                          \
	INLINE T __nv_yn##f(int n, T x)                                                            \
	{                                                                                          \
		return hpvm_c_yn##f(n, x);                                                         \
	}                                                                                          \
	INLINE T __nv_rsqrt##f(T x)                                                                \
	{                                                                                          \
		return (T)(1 / hpvm_c_sqrt((double)x));                                            \
	}                                                                                          \
	INLINE T __nv_rcbrt##f(T x)                                                                \
	{                                                                                          \
		return (T)(1 / hpvm_c_cbrt((double)x));                                            \
	}                                                                                          \
	INLINE T __nv_rhypot##f(T x, T y)                                                          \
	{                                                                                          \
		return (T)(1 / hpvm_c_hypot((double)x, (double)y));                                \
	}                                                                                          \
	INLINE T __nv_normcdf##f(T x)                                                              \
	{                                                                                          \
		return (T)(0.5 * hpvm_c_erfc((double)x * -0.70710678118654752440));                \
	}                                                                                          \
	INLINE T __nv_norm3d##f(T x, T y, T z)                                                     \
	{                                                                                          \
		return (T)hpvm_c_hypot(hpvm_c_hypot((double)x, (double)y), (double)z);             \
	}                                                                                          \
	INLINE T __nv_rnorm3d##f(T x, T y, T z)                                                    \
	{                                                                                          \
		return 1 / __nv_norm3d##f(x, y, z);                                                \
	}                                                                                          \
	INLINE T __nv_norm4d##f(T x, T y, T z, T w)                                                \
	{                                                                                          \
		return (T)hpvm_c_hypot(hpvm_c_hypot((double)x, (double)y),                         \
				       hpvm_c_hypot((double)z, (double)w));                        \
	}                                                                                          \
	INLINE T __nv_rnorm4d##f(T x, T y, T z, T w)                                               \
	{                                                                                          \
		return 1 / __nv_norm4d##f(x, y, z, w);                                             \
	}                                                                                          \
	INLINE T __nv_norm##f(int n, const T *x)                                                   \
	{                                                                                          \
		double sum = 0;                                                                    \
		for (int i = 0; i < n; i++)                                                        \
			sum = hpvm_c_hypot(sum, (double)x[i]);                                     \
		return (T)sum;                                                                     \
	}                                                                                          \
	INLINE T __nv_rnorm##f(int n, const T *x)                                                  \
	{                                                                                          \
		return 1 / __nv_norm##f(n, x);                                                     \
	}                                                                                          \
	INLINE int __nv_isnan##d(T x)                                                              \
	{                                                                                          \
		return x != x;                                                                     \
	}                                                                                          \
	INLINE int __nv_isinf##d(T x)                                                              \
	{                                                                                          \
		return __builtin_fabs((double)x) == __builtin_inf();                               \
	}                                                                                          \
	INLINE void __nv_sincos##f(T x, T *s, T *c)                                                \
	{                                                                                          \
		*s = hpvm_c_sin##f(x);                                                             \
		*c = hpvm_c_cos##f(x);                                                             \
	}
BOTH(float, int, f, f)
BOTH(double, long, , d)
INLINE float __nv_lgammaf(float x)
{
	int sign;
	return hpvm_c_lgammaf_r(x, &sign);
}
INLINE double __nv_lgamma(double x)
{
	int sign;
	return hpvm_c_lgamma_r(x, &sign);
}
INLINE int __nv_finitef(float x)
{
	return __builtin_fabsf(x) < __builtin_inff();
}
INLINE int __nv_isfinited(double x)
{
	return __builtin_fabs(x) < __builtin_inf();
}
#define BITS(name, T, F)                                                                           \
	INLINE T name(F x)                                                                         \
	{                                                                                          \
		union {                                                                            \
			F from;                                                                    \
			T to;                                                                      \
		} u = {x};                                                                         \
		return u.to;                                                                       \
	}
BITS(__nv_float_as_int, int, float)
BITS(__nv_float_as_uint, unsigned, float)
BITS(__nv_int_as_float, float, int)
BITS(__nv_uint_as_float, float, unsigned)
BITS(__nv_double_as_longlong, long long, double)
BITS(__nv_longlong_as_double, double, long long)
INLINE int __nv_double2hiint(double x)
{
	return (int)(__nv_double_as_longlong(x) >> 32);
}
INLINE int __nv_double2loint(double x)
{
	return (int)__nv_double_as_longlong(x);
}
INLINE double __nv_hiloint2double(int high, int low)
{
	return __nv_longlong_as_double(
		(long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}
INLINE int __nv_signbitf(float x)
{
	return __nv_float_as_int(x) < 0;
}
INLINE int __nv_signbitd(double x)
{
	return __nv_double_as_longlong(x) < 0;
}

/* --- sines of multiples of pi ------------------------------------------------------------------- */

static void circle(double x, double *s, double *c)
{
	double r = x - 2 * hpvm_c_rint(x / 2), quarter = hpvm_c_rint(2 * r), t = r - quarter / 2;
	double high = t * 0x1.921fb54442d18p+1;
	double low = __builtin_fma(t, 0x1.921fb54442d18p+1, -high) + t * 0x1.1a62633145c07p-53;
	double sine = hpvm_c_sin(high), cosine = hpvm_c_cos(high);
	double s1 = __builtin_fma(cosine, low, sine), c1 = __builtin_fma(-sine, low, cosine);
	int turn = (int)quarter & 3;

	*s = turn & 1 ? c1 : s1;
	*c = turn & 1 ? s1 : c1;
	*s = turn & 2 ? -*s : *s;
	*c = turn == 1 || turn == 2 ? -*c : *c;
}
void __nv_sincospi(double x, double *s, double *c)
{
	if (!__nv_isfinited(x)) {
		*s = *c = x - x;
		return;
	}
	circle(x, s, c);
	*s = *s == 0 ? hpvm_c_copysign(0, x) : *s;
	*c = *c == 0 ? 0 : *c;
}
INLINE double __nv_sinpi(double x)
{
	double s, c;
	__nv_sincospi(x, &s, &c);
	return s;
}
INLINE double __nv_cospi(double x)
{
	double s, c;
	__nv_sincospi(x, &s, &c);
	return c;
}
INLINE float __nv_sinpif(float x)
{
	return (float)__nv_sinpi(x);
}
INLINE float __nv_cospif(float x)
{
	return (float)__nv_cospi(x);
}
INLINE void __nv_sincospif(float x, float *s, float *c)
{
	*s = __nv_sinpif(x);
	*c = __nv_cospif(x);
}

/* --- approximations, which are exact here but for one rounding (K8) ----------------------------- */

#define FAST(name)                                                                                 \
	INLINE float __nv_fast_##name##f(float x)                                                  \
	{                                                                                          \
		return (float)hpvm_c_##name((double)x);                                            \
	}
FAST(cos)
FAST(sin)
FAST(tan)
FAST(exp) FAST(exp10) FAST(log) FAST(log2) FAST(log10) INLINE float __nv_fast_powf(float x, float y)
{
	return (float)hpvm_c_pow((double)x, (double)y);
}
INLINE float __nv_fast_fdividef(float x, float y)
{
	return x / y;
}
INLINE void __nv_fast_sincosf(float x, float *s, float *c)
{
	*s = __nv_fast_sinf(x);
	*c = __nv_fast_cosf(x);
}
INLINE float __nv_saturatef(float x)
{
	return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* --- roundings ---------------------------------------------------------------------------------- */

#define MODED(suffix)                                                                              \
	INLINE float __nv_fadd_##suffix(float x, float y)                                          \
	{                                                                                          \
		return x + y;                                                                      \
	}                                                                                          \
	INLINE float __nv_fsub_##suffix(float x, float y)                                          \
	{                                                                                          \
		return x - y;                                                                      \
	}                                                                                          \
	INLINE float __nv_fmul_##suffix(float x, float y)                                          \
	{                                                                                          \
		return x * y;                                                                      \
	}                                                                                          \
	INLINE float __nv_fdiv_##suffix(float x, float y)                                          \
	{                                                                                          \
		return x / y;                                                                      \
	}                                                                                          \
	INLINE float __nv_frcp_##suffix(float x)                                                   \
	{                                                                                          \
		return 1 / x;                                                                      \
	}                                                                                          \
	INLINE float __nv_fsqrt_##suffix(float x)                                                  \
	{                                                                                          \
		return __builtin_sqrtf(x);                                                         \
	}                                                                                          \
	INLINE float __nv_fmaf_##suffix(float x, float y, float z)                                 \
	{                                                                                          \
		return __builtin_fmaf(x, y, z);                                                    \
	}                                                                                          \
	INLINE float __nv_fmaf_ieee_##suffix(float x, float y, float z)                            \
	{                                                                                          \
		return __builtin_fmaf(x, y, z);                                                    \
	}                                                                                          \
	INLINE double __nv_dadd_##suffix(double x, double y)                                       \
	{                                                                                          \
		return x + y;                                                                      \
	}                                                                                          \
	INLINE double __nv_dsub_##suffix(double x, double y)                                       \
	{                                                                                          \
		return x - y;                                                                      \
	}                                                                                          \
	INLINE double __nv_dmul_##suffix(double x, double y)                                       \
	{                                                                                          \
		return x * y;                                                                      \
	}                                                                                          \
	INLINE double __nv_ddiv_##suffix(double x, double y)                                       \
	{                                                                                          \
		return x / y;                                                                      \
	}                                                                                          \
	INLINE double __nv_drcp_##suffix(double x)                                                 \
	{                                                                                          \
		return 1 / x;                                                                      \
	}                                                                                          \
	INLINE double __nv_dsqrt_##suffix(double x)                                                \
	{                                                                                          \
		return __builtin_sqrt(x);                                                          \
	}                                                                                          \
	INLINE double __nv_fma_##suffix(double x, double y, double z)                              \
	{                                                                                          \
		return __builtin_fma(x, y, z);                                                     \
	}                                                                                          \
	INLINE float __nv_double2float_##suffix(double x)                                          \
	{                                                                                          \
		return (float)x;                                                                   \
	}                                                                                          \
	INLINE float __nv_int2float_##suffix(int x)                                                \
	{                                                                                          \
		return (float)x;                                                                   \
	}                                                                                          \
	INLINE float __nv_uint2float_##suffix(unsigned x)                                          \
	{                                                                                          \
		return (float)x;                                                                   \
	}                                                                                          \
	INLINE float __nv_ll2float_##suffix(long long x)                                           \
	{                                                                                          \
		return (float)x;                                                                   \
	}                                                                                          \
	INLINE float __nv_ull2float_##suffix(unsigned long long x)                                 \
	{                                                                                          \
		return (float)x;                                                                   \
	}                                                                                          \
	INLINE double __nv_ll2double_##suffix(long long x)                                         \
	{                                                                                          \
		return (double)x;                                                                  \
	}                                                                                          \
	INLINE double __nv_ull2double_##suffix(unsigned long long x)                               \
	{                                                                                          \
		return (double)x;                                                                  \
	}
MODED(rn)
INLINE float __nv_frsqrt_rn(float x)
{
	return __nv_rsqrtf(x);
}
INLINE double __nv_int2double_rn(int x)
{
	return x;
}
INLINE double __nv_uint2double_rn(unsigned x)
{
	return x;
}

/* To integers, with saturation; NaN is 0. */
#define TO_INTEGER(F, from, R, to, low, high, suffix, rounded)                                     \
	INLINE R __nv_##from##2##to##_##suffix(F f)                                                \
	{                                                                                          \
		double x = f, r = rounded;                                                         \
		if (r != r)                                                                        \
			return 0;                                                                  \
		return r <= (double)(low) ? (low) : r >= (double)(high) ? (high) : (R)r;           \
	}
#define TO_INTEGERS(F, from, R, to, low, high)                                                     \
	TO_INTEGER(F, from, R, to, low, high, rn, __builtin_rint(x))                               \
	TO_INTEGER(F, from, R, to, low, high, rz, x)                                               \
	TO_INTEGER(F, from, R, to, low, high, ru, __builtin_ceil(x))                               \
	TO_INTEGER(F, from, R, to, low, high, rd, __builtin_floor(x))
#define FROM(F, from)                                                                              \
	TO_INTEGERS(F, from, int, int, -__INT_MAX__ - 1, __INT_MAX__)                              \
	TO_INTEGERS(F, from, unsigned, uint, 0u, ~0u)                                              \
	TO_INTEGERS(F, from, long long, ll, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__)             \
	TO_INTEGERS(F, from, unsigned long long, ull, 0ull, ~0ull)
FROM(float, float)
FROM(double, double)

/* --- integers ----------------------------------------------------------------------------------- */

INLINE int __nv_abs(int x)
{
	return (int)(x < 0 ? 0 - (unsigned)x : (unsigned)x);
}
INLINE long long __nv_llabs(long long x)
{
	return (long long)(x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x);
}
#define LIMITS(T, less, more)                                                                      \
	INLINE T __nv_##less(T x, T y)                                                             \
	{                                                                                          \
		return y < x ? y : x;                                                              \
	}                                                                                          \
	INLINE T __nv_##more(T x, T y)                                                             \
	{                                                                                          \
		return x < y ? y : x;                                                              \
	}
LIMITS(int, min, max)
LIMITS(unsigned, umin, umax)
LIMITS(long long, llmin, llmax)
LIMITS(unsigned long long, ullmin, ullmax)
INLINE int __nv_clz(int x)
{
	return x ? __builtin_clz((unsigned)x) : 32;
}
INLINE int __nv_clzll(long long x)
{
	return x ? __builtin_clzll((unsigned long long)x) : 64;
}
INLINE int __nv_ffs(int x)
{
	return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}
INLINE int __nv_ffsll(long long x)
{
	return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}
INLINE int __nv_popc(int x)
{
	return __builtin_popcount((unsigned)x);
}
INLINE int __nv_popcll(long long x)
{
	return __builtin_popcountll((unsigned long long)x);
}
INLINE int __nv_brev(int x)
{
	return (int)__builtin_bitreverse32((unsigned)x);
}
INLINE long long __nv_brevll(long long x)
{
	return (long long)__builtin_bitreverse64((unsigned long long)x);
}
INLINE int __nv_mulhi(int x, int y)
{
	return (int)((long long)x * y >> 32);
}
INLINE unsigned __nv_umulhi(unsigned x, unsigned y)
{
	return (unsigned)((unsigned long long)x * y >> 32);
}
INLINE int __nv_mul24(int x, int y)
{
	return (int)((unsigned)((int)((unsigned)x << 8) >> 8) *
		     (unsigned)((int)((unsigned)y << 8) >> 8));
}
INLINE unsigned __nv_umul24(unsigned x, unsigned y)
{
	return (x & 0xffffff) * (y & 0xffffff);
}
INLINE int __nv_hadd(int x, int y)
{
	return (int)(((long long)x + y) >> 1);
}
INLINE int __nv_rhadd(int x, int y)
{
	return (int)(((long long)x + y + 1) >> 1);
}
INLINE unsigned __nv_uhadd(unsigned x, unsigned y)
{
	return (unsigned)(((unsigned long long)x + y) >> 1);
}
INLINE unsigned __nv_urhadd(unsigned x, unsigned y)
{
	return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}
INLINE unsigned __nv_sad(int x, int y, unsigned z)
{
	return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y);
}
INLINE unsigned __nv_usad(unsigned x, unsigned y, unsigned z)
{
	return z + (x < y ? y - x : x - y);
}
INLINE unsigned long long __nv_umul64hi(unsigned long long x, unsigned long long y)
{
	return (unsigned long long)((unsigned __int128)x * y >> 64);
}
INLINE long long __nv_mul64hi(long long x, long long y)
{
	return (long long)((__int128)x * y >> 64);
}
INLINE unsigned __nv_byte_perm(unsigned x, unsigned y, unsigned s)
{
	unsigned long long both = (unsigned long long)y << 32 | x;
	unsigned result = 0;

	for (unsigned i = 0; i < 4; i++)
		result |= (unsigned)(both >> (s >> 4 * i & 7) * 8 & 255) << 8 * i;
	return result;
}

/* --- bits --------------------------------------------------------------------------------------- */

/* llvm.nvvm.fns: the place of the OFFSET-th bit of MASK that is set, counted from BASE upwards, or downwards if OFFSET is
 * negative; all ones if there is none. */
unsigned hpvm_fns(unsigned mask, unsigned base, int offset)
{
	const int step = offset < 0 ? -1 : 1;

	if (base > 31)
		return ~0u;
	if (offset == 0)
		return mask >> base & 1 ? base : ~0u;
	for (int at = (int)base; at >= 0 && at < 32; at += step) {
		if (mask >> at & 1)
			offset -= step;
		if (offset == 0)
			return (unsigned)at;
	}
	return ~0u;
}
