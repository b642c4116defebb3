/* backends/cuda/library/library_more.c -- rarely used functions of the math library for devices.
 * Like library.c, whose functions they call.
 *
 * Owns:     nothing.
 * Not here: the functions available to kernels (backends/cuda/translate/math.c). */
#define INF __builtin_inf()

/* clang-format off */
#define PER_FORMAT(F, suffix)                                                                      \
	F hpvm_m_nextafter##suffix(F, F);                                                          \
	F hpvm_m_scalbln##suffix(F, long);                                                         \
	F hpvm_m_frexp##suffix(F, int *);                                                          \
	int hpvm_m_ilogb##suffix(F);                                                               \
                                                                                                   \
	F hpvm_m_nextup##suffix(F x) { return hpvm_m_nextafter##suffix(x, (F)INF); }               \
	F hpvm_m_nextdown##suffix(F x) { return hpvm_m_nextafter##suffix(x, (F)-INF); }            \
	int hpvm_m_finite##suffix(F x) { return x - x == 0; }                                      \
	int hpvm_m_isnan##suffix(F x) { return x != x; }                                           \
	int hpvm_m_isinf##suffix(F x) { return x == (F)INF ? 1 : x == (F)-INF ? -1 : 0; }          \
                                                                                                   \
	long hpvm_m_llogb##suffix(F x)                                                             \
	{                                                                                          \
		if (x == 0 || x != x)                                                              \
			return -__LONG_MAX__ - 1;                                                  \
		return x - x == 0 ? hpvm_m_ilogb##suffix(x) : __LONG_MAX__;                        \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_significand##suffix(F x)                                                          \
	{                                                                                          \
		int exponent;                                                                      \
                                                                                                   \
		return 2 * hpvm_m_frexp##suffix(x, &exponent);                                     \
	}                                                                                          \
                                                                                                   \
	/* Return X times 2 to the power BY, which must be an integer or the result is NaN. */     \
	F hpvm_m_scalb##suffix(F x, F by)                                                          \
	{                                                                                          \
		if (x != x || by != by)                                                            \
			return x * by;                                                             \
		if (by - by != 0)                                                                  \
			return by > 0 ? x * by : x == 0 ? x : x / -by;                             \
		if (__builtin_rint##suffix(by) != by)                                              \
			return (by - by) / (by - by);                                              \
		return hpvm_m_scalbln##suffix(x, by > 65000 ? 65000 : by < -65000 ? -65000 : (long)by); \
	}                                                                                          \
                                                                                                   \
	/* Return the larger of X and Y. ABOVE: of two zeros, the one with this sign. The result   \
	 * is NaN if one is NaN or, with NUMBER, only if both are. MAGNITUDE: compare absolute     \
	 * values first. */                                                                        \
	static F choose##suffix(F x, F y, int above, int number, int magnitude)                    \
	{                                                                                          \
		F a = __builtin_fabs##suffix(x), b = __builtin_fabs##suffix(y);                    \
                                                                                                   \
		if (x != x || y != y)                                                              \
			return !number || (x != x && y != y) ? x + y : x != x ? y : x;             \
		if (magnitude && a != b)                                                           \
			return (a > b) == above ? x : y;                                           \
		if (x == y)                                                                        \
			return (__builtin_signbit(x) != 0) == above ? y : x;                       \
		return (x > y) == above ? x : y;                                                   \
	}                                                                                          \
                                                                                                   \
	F hpvm_m_fmaximum##suffix(F x, F y) { return choose##suffix(x, y, 1, 0, 0); }              \
	F hpvm_m_fminimum##suffix(F x, F y) { return choose##suffix(x, y, 0, 0, 0); }              \
	F hpvm_m_fmaximum_num##suffix(F x, F y) { return choose##suffix(x, y, 1, 1, 0); }          \
	F hpvm_m_fminimum_num##suffix(F x, F y) { return choose##suffix(x, y, 0, 1, 0); }          \
	F hpvm_m_fmaximum_mag##suffix(F x, F y) { return choose##suffix(x, y, 1, 0, 1); }          \
	F hpvm_m_fminimum_mag##suffix(F x, F y) { return choose##suffix(x, y, 0, 0, 1); }          \
	F hpvm_m_fmaximum_mag_num##suffix(F x, F y) { return choose##suffix(x, y, 1, 1, 1); }      \
	F hpvm_m_fminimum_mag_num##suffix(F x, F y) { return choose##suffix(x, y, 0, 1, 1); }      \
	F hpvm_m_fmaxmag##suffix(F x, F y) { return choose##suffix(x, y, 1, 1, 1); }               \
	F hpvm_m_fminmag##suffix(F x, F y) { return choose##suffix(x, y, 0, 1, 1); }
/* clang-format on */

PER_FORMAT(float, f)
PER_FORMAT(double, )
