/* cuda/libdevice.c -- the functions of NVIDIA's libdevice, which clang's and NVIDIA's headers call.
 *
 * A function hpvm_c_NAME is NAME of the C library (library.c). Approximations (__nv_fast_NAME) are exact but for one
 * rounding (K8).
 * Not here: Bessel functions i0 and i1, erfinv and its relatives, SIMD in words: these stay undefined, and are refused by name. */
#define INLINE __attribute__((always_inline))

/* X(name) of functions of the C library with forms for float and double: one argument, and two. */
#define ALL_1(X) \
	X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(cos) X(cosh) X(erf) X(erfc) X(exp) X(exp2) X(exp10) X(expm1) \
	X(j0) X(j1) X(log) X(log2) X(log10) X(log1p) X(logb) X(sin) X(sinh) X(tan) X(tanh) X(tgamma) X(y0) X(y1) \
	X(ceil) X(floor) X(trunc) X(rint) X(nearbyint) X(round) X(fabs) X(sqrt)
#define ALL_2(X) X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#define ONE(name)                                                        \
	float hpvm_c_##name##f(float) __attribute__((const));            \
	double hpvm_c_##name(double) __attribute__((const));             \
	INLINE float __nv_##name##f(float x) { return hpvm_c_##name##f(x); } \
	INLINE double __nv_##name(double x) { return hpvm_c_##name(x); }
#define TWO(name)                                                                    \
	float hpvm_c_##name##f(float, float) __attribute__((const));                 \
	double hpvm_c_##name(double, double) __attribute__((const));                 \
	INLINE float __nv_##name##f(float x, float y) { return hpvm_c_##name##f(x, y); } \
	INLINE double __nv_##name(double x, double y) { return hpvm_c_##name(x, y); }
ALL_1(ONE)
ALL_2(TWO)
