/* hpvm_small_float.h -- a number of 16 bits and pairs of them, which cuda_fp16.h and cuda_bf16.h include, each for its own:
 *
 *	HPVM_T, HPVM_T2, HPVM_RAW       types: the number, a pair, and its bits in a structure
 *	HPVM_BITS(double)               the bits of a number, rounded once
 *	HPVM_VALUE(bits)                the number as a float
 *	HPVM_SIGN, HPVM_INF, HPVM_NAN   bits
 *	HPVM_N(a, b)                    a name with the type's name in it
 *
 * An operation is computed in binary64, which is exact or, having more than twice the digits, rounds the same way
 * once it is rounded again.
 * Not here: the fused operation, and what is made of it (hpvm_small_float_fma.h). */

struct __align__(2) HPVM_T {
	unsigned short bits;

	HPVM_T() = default;
	__host__ __device__ HPVM_T(const HPVM_RAW &raw) : bits(raw.x)
	{
	}
	__host__ __device__ HPVM_T(float x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(double x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(int x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(unsigned x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(short x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(unsigned short x) : bits(HPVM_BITS((double)x))
	{
	}
	__host__ __device__ HPVM_T(long x) : bits(HPVM_BITS(hpvm_odd(x)))
	{
	}
	__host__ __device__ HPVM_T(unsigned long x) : bits(HPVM_BITS(hpvm_odd(x)))
	{
	}
	__host__ __device__ HPVM_T(long long x) : bits(HPVM_BITS(hpvm_odd(x)))
	{
	}
	__host__ __device__ HPVM_T(unsigned long long x) : bits(HPVM_BITS(hpvm_odd(x)))
	{
	}
	__host__ __device__ operator float() const
	{
		return HPVM_VALUE(bits);
	}
	__host__ __device__ operator HPVM_RAW() const
	{
		return {bits};
	}
	__host__ __device__ HPVM_T &operator=(float x)
	{
		bits = HPVM_BITS(x);
		return *this;
	}
	__host__ __device__ HPVM_T &operator=(double x)
	{
		bits = HPVM_BITS(x);
		return *this;
	}
#ifdef __CUDA_ARCH__
	/* the nearest value of the type towards 0, and 0 for NaN */
#define HPVM_TO(T, wide, least, most)                                                              \
	__device__ explicit operator T() const                                                     \
	{                                                                                          \
		auto x = wide(HPVM_VALUE(bits));                                                   \
		return (T)(x<(least) ? (least) : x>(most) ? (most) : x);                           \
	}
	HPVM_TO(char, __float2int_rz, -128, 127)
	HPVM_TO(signed char, __float2int_rz, -128, 127)
	HPVM_TO(unsigned char, __float2int_rz, 0, 255)
	HPVM_TO(short, __float2int_rz, -32768, 32767)
	HPVM_TO(unsigned short, __float2int_rz, 0, 65535)
	HPVM_TO(int, __float2int_rz, x, x)
	HPVM_TO(unsigned, __float2uint_rz, x, x)
	HPVM_TO(long, __float2ll_rz, x, x)
	HPVM_TO(unsigned long, __float2ull_rz, x, x)
	HPVM_TO(long long, __float2ll_rz, x, x)
	HPVM_TO(unsigned long long, __float2ull_rz, x, x)
#undef HPVM_TO
#endif
	__host__ __device__ explicit operator bool() const
	{
		return (bits & ~HPVM_SIGN) != 0;
	}
};
struct __align__(4) HPVM_T2 {
	HPVM_T x, y;

	HPVM_T2() = default;
	__host__ __device__ HPVM_T2(const HPVM_T &x, const HPVM_T &y) : x(x), y(y)
	{
	}
};

#define HPVM_SHUFFLE(name, T)                                                                      \
	HPVM_DEVICE HPVM_T2 name(unsigned mask, HPVM_T2 x, T by, int width = 32)                   \
	{                                                                                          \
		const int both = __builtin_bit_cast(int, x);                                       \
		return __builtin_bit_cast(HPVM_T2, name(mask, both, by, width));                   \
	}
HPVM_SHUFFLE(__shfl_sync, int)
HPVM_SHUFFLE(__shfl_up_sync, unsigned)
HPVM_SHUFFLE(__shfl_down_sync, unsigned)
HPVM_SHUFFLE(__shfl_xor_sync, int)
#undef HPVM_SHUFFLE

HPVM_BOTH HPVM_T hpvm_saturate(HPVM_T a)
{
	float x = a;

	return x > 0 ? (x < 1 ? a : HPVM_T(1.f)) : HPVM_T(0.f);
}
HPVM_BOTH HPVM_T __hadd(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a + (double)(float)b)};
}
HPVM_BOTH HPVM_T __hadd_rn(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a + (double)(float)b)};
}
HPVM_BOTH HPVM_T __hadd_sat(HPVM_T a, HPVM_T b)
{
	return hpvm_saturate(__hadd(a, b));
}
HPVM_BOTH HPVM_T __hsub(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a - (double)(float)b)};
}
HPVM_BOTH HPVM_T __hsub_rn(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a - (double)(float)b)};
}
HPVM_BOTH HPVM_T __hsub_sat(HPVM_T a, HPVM_T b)
{
	return hpvm_saturate(__hsub(a, b));
}
HPVM_BOTH HPVM_T __hmul(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a * (double)(float)b)};
}
HPVM_BOTH HPVM_T __hmul_rn(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a * (double)(float)b)};
}
HPVM_BOTH HPVM_T __hmul_sat(HPVM_T a, HPVM_T b)
{
	return hpvm_saturate(__hmul(a, b));
}
HPVM_BOTH HPVM_T __hdiv(HPVM_T a, HPVM_T b)
{
	return HPVM_RAW{HPVM_BITS((double)(float)a / (double)(float)b)};
}
HPVM_BOTH HPVM_T __hneg(HPVM_T a)
{
	return HPVM_RAW{(unsigned short)(a.bits ^ HPVM_SIGN)};
}
HPVM_BOTH HPVM_T __habs(HPVM_T a)
{
	return HPVM_RAW{(unsigned short)(a.bits & ~HPVM_SIGN)};
}
HPVM_BOTH bool __hisnan(HPVM_T a)
{
	return (a.bits & ~HPVM_SIGN) > HPVM_INF;
}
HPVM_BOTH int __hisinf(HPVM_T a)
{
	return (a.bits & ~HPVM_SIGN) != HPVM_INF ? 0 : a.bits & HPVM_SIGN ? -1 : 1;
}
HPVM_BOTH bool __heq(HPVM_T a, HPVM_T b)
{
	return (float)a == (float)b;
}
HPVM_BOTH bool __hequ(HPVM_T a, HPVM_T b)
{
	return __hisnan(a) || __hisnan(b) || (float)a == (float)b;
}
HPVM_BOTH bool __hne(HPVM_T a, HPVM_T b)
{
	return !__hisnan(a) && !__hisnan(b) && (float)a != (float)b;
}
HPVM_BOTH bool __hneu(HPVM_T a, HPVM_T b)
{
	return (float)a != (float)b;
}
HPVM_BOTH bool __hlt(HPVM_T a, HPVM_T b)
{
	return (float)a < (float)b;
}
HPVM_BOTH bool __hltu(HPVM_T a, HPVM_T b)
{
	return __hisnan(a) || __hisnan(b) || (float)a < (float)b;
}
HPVM_BOTH bool __hle(HPVM_T a, HPVM_T b)
{
	return (float)a <= (float)b;
}
HPVM_BOTH bool __hleu(HPVM_T a, HPVM_T b)
{
	return __hisnan(a) || __hisnan(b) || (float)a <= (float)b;
}
HPVM_BOTH bool __hgt(HPVM_T a, HPVM_T b)
{
	return (float)a > (float)b;
}
HPVM_BOTH bool __hgtu(HPVM_T a, HPVM_T b)
{
	return __hisnan(a) || __hisnan(b) || (float)a > (float)b;
}
HPVM_BOTH bool __hge(HPVM_T a, HPVM_T b)
{
	return (float)a >= (float)b;
}
HPVM_BOTH bool __hgeu(HPVM_T a, HPVM_T b)
{
	return __hisnan(a) || __hisnan(b) || (float)a >= (float)b;
}
HPVM_BOTH HPVM_T __hmax_nan(HPVM_T a, HPVM_T b)
{
	if (__hisnan(a) || __hisnan(b))
		return HPVM_RAW{HPVM_NAN};
	if ((float)a == (float)b) /* -0 is less than 0 */
		return HPVM_RAW{(unsigned short)(a.bits & b.bits)};
	return (float)a < (float)b ? b : a;
}
HPVM_BOTH HPVM_T __hmax(HPVM_T a, HPVM_T b)
{
	return __hisnan(a)   ? (__hisnan(b) ? HPVM_T(HPVM_RAW{HPVM_NAN}) : b)
	       : __hisnan(b) ? a
			     : __hmax_nan(a, b);
}
HPVM_BOTH HPVM_T __hmin_nan(HPVM_T a, HPVM_T b)
{
	if (__hisnan(a) || __hisnan(b))
		return HPVM_RAW{HPVM_NAN};
	if ((float)a == (float)b) /* -0 is less than 0 */
		return HPVM_RAW{(unsigned short)(a.bits | b.bits)};
	return (float)a > (float)b ? b : a;
}
HPVM_BOTH HPVM_T __hmin(HPVM_T a, HPVM_T b)
{
	return __hisnan(a)   ? (__hisnan(b) ? HPVM_T(HPVM_RAW{HPVM_NAN}) : b)
	       : __hisnan(b) ? a
			     : __hmin_nan(a, b);
}
HPVM_DEVICE HPVM_T hsqrt(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(sqrt(x))};
}
HPVM_DEVICE HPVM_T hrsqrt(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(1 / sqrt(x))};
}
HPVM_DEVICE HPVM_T hrcp(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(1 / x)};
}
HPVM_DEVICE HPVM_T hexp(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(exp(x))};
}
HPVM_DEVICE HPVM_T hexp2(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(exp2(x))};
}
HPVM_DEVICE HPVM_T hexp10(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(exp10(x))};
}
HPVM_DEVICE HPVM_T hlog(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(log(x))};
}
HPVM_DEVICE HPVM_T hlog2(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(log2(x))};
}
HPVM_DEVICE HPVM_T hlog10(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(log10(x))};
}
HPVM_DEVICE HPVM_T hsin(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(sin(x))};
}
HPVM_DEVICE HPVM_T hcos(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(cos(x))};
}
HPVM_DEVICE HPVM_T htanh(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(tanh(x))};
}
HPVM_DEVICE HPVM_T hfloor(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(floor(x))};
}
HPVM_DEVICE HPVM_T hceil(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(ceil(x))};
}
HPVM_DEVICE HPVM_T htrunc(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(trunc(x))};
}
HPVM_DEVICE HPVM_T hrint(HPVM_T a)
{
	double x = (float)a;

	return HPVM_RAW{HPVM_BITS(rint(x))};
}
HPVM_BOTH HPVM_T operator+(const HPVM_T &a, const HPVM_T &b)
{
	return __hadd(a, b);
}
HPVM_BOTH HPVM_T &operator+=(HPVM_T &a, const HPVM_T &b)
{
	return a = __hadd(a, b);
}
HPVM_BOTH HPVM_T operator-(const HPVM_T &a, const HPVM_T &b)
{
	return __hsub(a, b);
}
HPVM_BOTH HPVM_T &operator-=(HPVM_T &a, const HPVM_T &b)
{
	return a = __hsub(a, b);
}
HPVM_BOTH HPVM_T operator*(const HPVM_T &a, const HPVM_T &b)
{
	return __hmul(a, b);
}
HPVM_BOTH HPVM_T &operator*=(HPVM_T &a, const HPVM_T &b)
{
	return a = __hmul(a, b);
}
HPVM_BOTH HPVM_T operator/(const HPVM_T &a, const HPVM_T &b)
{
	return __hdiv(a, b);
}
HPVM_BOTH HPVM_T &operator/=(HPVM_T &a, const HPVM_T &b)
{
	return a = __hdiv(a, b);
}
HPVM_BOTH HPVM_T operator-(const HPVM_T &a)
{
	return __hneg(a);
}
HPVM_BOTH HPVM_T operator+(const HPVM_T &a)
{
	return a;
}
HPVM_BOTH HPVM_T &operator++(HPVM_T &a)
{
	return a = __hadd(a, HPVM_T(1));
}
HPVM_BOTH HPVM_T operator++(HPVM_T &a, int)
{
	HPVM_T old = a;

	a = __hadd(a, HPVM_T(1));
	return old;
}
HPVM_BOTH HPVM_T &operator--(HPVM_T &a)
{
	return a = __hsub(a, HPVM_T(1));
}
HPVM_BOTH HPVM_T operator--(HPVM_T &a, int)
{
	HPVM_T old = a;

	a = __hsub(a, HPVM_T(1));
	return old;
}
HPVM_BOTH bool operator==(const HPVM_T &a, const HPVM_T &b)
{
	return __heq(a, b);
}
HPVM_BOTH bool operator!=(const HPVM_T &a, const HPVM_T &b)
{
	return __hneu(a, b);
}
HPVM_BOTH bool operator<(const HPVM_T &a, const HPVM_T &b)
{
	return __hlt(a, b);
}
HPVM_BOTH bool operator<=(const HPVM_T &a, const HPVM_T &b)
{
	return __hle(a, b);
}
HPVM_BOTH bool operator>(const HPVM_T &a, const HPVM_T &b)
{
	return __hgt(a, b);
}
HPVM_BOTH bool operator>=(const HPVM_T &a, const HPVM_T &b)
{
	return __hge(a, b);
}

/* --- conversions -------------------------------------------------------------------------------- */

HPVM_BOTH float HPVM_N(__, 2float)(HPVM_T a)
{
	return a;
}
HPVM_BOTH HPVM_T HPVM_N(__float2, )(float x)
{
	return HPVM_T(x);
}
HPVM_BOTH HPVM_T HPVM_N(__double2, )(double x)
{
	return HPVM_T(x);
}
HPVM_BOTH HPVM_T HPVM_N(__float2, _rn)(float x)
{
	return HPVM_T(x);
}
HPVM_BOTH HPVM_T HPVM_N(__float2, _rz)(float x)
{
	HPVM_T near(x);
	float y = near;

	if ((x > 0 && y > x) || (x < 0 && y < x))
		return HPVM_RAW{(unsigned short)(near.bits - 1)};
	return near;
}
HPVM_BOTH HPVM_T HPVM_N(__float2, _rd)(float x)
{
	HPVM_T near(x);
	float y = near;

	if (y > x)
		return HPVM_RAW{(unsigned short)(!(near.bits & ~HPVM_SIGN) ? HPVM_SIGN + 1
						 : near.bits & HPVM_SIGN   ? near.bits + 1
									   : near.bits - 1)};
	return near;
}
HPVM_BOTH HPVM_T HPVM_N(__float2, _ru)(float x)
{
	HPVM_T near(x);
	float y = near;

	if (y < x)
		return HPVM_RAW{(unsigned short)(!(near.bits & ~HPVM_SIGN) ? 1
						 : near.bits & HPVM_SIGN   ? near.bits - 1
									   : near.bits + 1)};
	return near;
}
HPVM_BOTH HPVM_T HPVM_N(__int2, _rn)(int x)
{
	return HPVM_T(x);
}
HPVM_DEVICE int HPVM_N(__, 2int_rn)(HPVM_T a)
{
	return __float2int_rn(a);
}
HPVM_DEVICE int HPVM_N(__, 2int_rz)(HPVM_T a)
{
	return __float2int_rz(a);
}
HPVM_DEVICE int HPVM_N(__, 2int_rd)(HPVM_T a)
{
	return __float2int_rd(a);
}
HPVM_DEVICE int HPVM_N(__, 2int_ru)(HPVM_T a)
{
	return __float2int_ru(a);
}
HPVM_BOTH HPVM_T HPVM_N(__uint2, _rn)(unsigned x)
{
	return HPVM_T(x);
}
HPVM_DEVICE unsigned HPVM_N(__, 2uint_rn)(HPVM_T a)
{
	return __float2uint_rn(a);
}
HPVM_DEVICE unsigned HPVM_N(__, 2uint_rz)(HPVM_T a)
{
	return __float2uint_rz(a);
}
HPVM_DEVICE unsigned HPVM_N(__, 2uint_rd)(HPVM_T a)
{
	return __float2uint_rd(a);
}
HPVM_DEVICE unsigned HPVM_N(__, 2uint_ru)(HPVM_T a)
{
	return __float2uint_ru(a);
}
HPVM_BOTH HPVM_T HPVM_N(__short2, _rn)(short x)
{
	return HPVM_T(x);
}
HPVM_DEVICE short HPVM_N(__, 2short_rn)(HPVM_T a)
{
	int x = __float2int_rn(a);

	return x < -32768 ? -32768 : x > 32767 ? 32767 : x;
}
HPVM_DEVICE short HPVM_N(__, 2short_rz)(HPVM_T a)
{
	int x = __float2int_rz(a);

	return x < -32768 ? -32768 : x > 32767 ? 32767 : x;
}
HPVM_DEVICE short HPVM_N(__, 2short_rd)(HPVM_T a)
{
	int x = __float2int_rd(a);

	return x < -32768 ? -32768 : x > 32767 ? 32767 : x;
}
HPVM_DEVICE short HPVM_N(__, 2short_ru)(HPVM_T a)
{
	int x = __float2int_ru(a);

	return x < -32768 ? -32768 : x > 32767 ? 32767 : x;
}
HPVM_BOTH HPVM_T HPVM_N(__ushort2, _rn)(unsigned short x)
{
	return HPVM_T(x);
}
HPVM_DEVICE unsigned short HPVM_N(__, 2ushort_rn)(HPVM_T a)
{
	unsigned x = __float2uint_rn(a);

	return x > 65535 ? 65535 : x;
}
HPVM_DEVICE unsigned short HPVM_N(__, 2ushort_rz)(HPVM_T a)
{
	unsigned x = __float2uint_rz(a);

	return x > 65535 ? 65535 : x;
}
HPVM_DEVICE unsigned short HPVM_N(__, 2ushort_rd)(HPVM_T a)
{
	unsigned x = __float2uint_rd(a);

	return x > 65535 ? 65535 : x;
}
HPVM_DEVICE unsigned short HPVM_N(__, 2ushort_ru)(HPVM_T a)
{
	unsigned x = __float2uint_ru(a);

	return x > 65535 ? 65535 : x;
}
HPVM_BOTH HPVM_T HPVM_N(__ll2, _rn)(long long x)
{
	return HPVM_T(x);
}
HPVM_DEVICE long long HPVM_N(__, 2ll_rn)(HPVM_T a)
{
	return __float2ll_rn(a);
}
HPVM_DEVICE long long HPVM_N(__, 2ll_rz)(HPVM_T a)
{
	return __float2ll_rz(a);
}
HPVM_DEVICE long long HPVM_N(__, 2ll_rd)(HPVM_T a)
{
	return __float2ll_rd(a);
}
HPVM_DEVICE long long HPVM_N(__, 2ll_ru)(HPVM_T a)
{
	return __float2ll_ru(a);
}
HPVM_BOTH HPVM_T HPVM_N(__ull2, _rn)(unsigned long long x)
{
	return HPVM_T(x);
}
HPVM_DEVICE unsigned long long HPVM_N(__, 2ull_rn)(HPVM_T a)
{
	return __float2ull_rn(a);
}
HPVM_DEVICE unsigned long long HPVM_N(__, 2ull_rz)(HPVM_T a)
{
	return __float2ull_rz(a);
}
HPVM_DEVICE unsigned long long HPVM_N(__, 2ull_rd)(HPVM_T a)
{
	return __float2ull_rd(a);
}
HPVM_DEVICE unsigned long long HPVM_N(__, 2ull_ru)(HPVM_T a)
{
	return __float2ull_ru(a);
}
HPVM_BOTH short HPVM_N(__, _as_short)(HPVM_T a)
{
	return (short)a.bits;
}
HPVM_BOTH unsigned short HPVM_N(__, _as_ushort)(HPVM_T a)
{
	return a.bits;
}
HPVM_BOTH HPVM_T HPVM_N(__short_as_, )(short x)
{
	return HPVM_RAW{(unsigned short)x};
}
HPVM_BOTH HPVM_T HPVM_N(__ushort_as_, )(unsigned short x)
{
	return HPVM_RAW{x};
}

/* --- pairs -------------------------------------------------------------------------------------- */

HPVM_BOTH HPVM_T2 __hadd2(HPVM_T2 a, HPVM_T2 b)
{
	return {__hadd(a.x, b.x), __hadd(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hadd2_rn(HPVM_T2 a, HPVM_T2 b)
{
	return {__hadd_rn(a.x, b.x), __hadd_rn(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hadd2_sat(HPVM_T2 a, HPVM_T2 b)
{
	return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hsub2(HPVM_T2 a, HPVM_T2 b)
{
	return {__hsub(a.x, b.x), __hsub(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hsub2_rn(HPVM_T2 a, HPVM_T2 b)
{
	return {__hsub_rn(a.x, b.x), __hsub_rn(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hsub2_sat(HPVM_T2 a, HPVM_T2 b)
{
	return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmul2(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmul(a.x, b.x), __hmul(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmul2_rn(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmul_rn(a.x, b.x), __hmul_rn(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmul2_sat(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __h2div(HPVM_T2 a, HPVM_T2 b)
{
	return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmax2(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmin2(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmax2_nan(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hmin2_nan(HPVM_T2 a, HPVM_T2 b)
{
	return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)};
}
HPVM_BOTH HPVM_T2 __hneg2(HPVM_T2 a)
{
	return {__hneg(a.x), __hneg(a.y)};
}
HPVM_BOTH HPVM_T2 __habs2(HPVM_T2 a)
{
	return {__habs(a.x), __habs(a.y)};
}
HPVM_BOTH HPVM_T2 __hisnan2(HPVM_T2 a)
{
	return {HPVM_T(__hisnan(a.x) ? 1.f : 0.f), HPVM_T(__hisnan(a.y) ? 1.f : 0.f)};
}
HPVM_BOTH HPVM_T2 __heq2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__heq(a.x, b.x) ? 1.f : 0.f), HPVM_T(__heq(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbeq2(HPVM_T2 a, HPVM_T2 b)
{
	return __heq(a.x, b.x) && __heq(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hequ2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hequ(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hequ(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbequ2(HPVM_T2 a, HPVM_T2 b)
{
	return __hequ(a.x, b.x) && __hequ(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hne2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hne(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hne(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbne2(HPVM_T2 a, HPVM_T2 b)
{
	return __hne(a.x, b.x) && __hne(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hneu2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hneu(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hneu(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbneu2(HPVM_T2 a, HPVM_T2 b)
{
	return __hneu(a.x, b.x) && __hneu(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hlt2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hlt(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hlt(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hblt2(HPVM_T2 a, HPVM_T2 b)
{
	return __hlt(a.x, b.x) && __hlt(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hltu2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hltu(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hltu(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbltu2(HPVM_T2 a, HPVM_T2 b)
{
	return __hltu(a.x, b.x) && __hltu(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hle2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hle(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hle(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hble2(HPVM_T2 a, HPVM_T2 b)
{
	return __hle(a.x, b.x) && __hle(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hleu2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hleu(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hleu(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbleu2(HPVM_T2 a, HPVM_T2 b)
{
	return __hleu(a.x, b.x) && __hleu(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hgt2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hgt(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hgt(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbgt2(HPVM_T2 a, HPVM_T2 b)
{
	return __hgt(a.x, b.x) && __hgt(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hgtu2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hgtu(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hgtu(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbgtu2(HPVM_T2 a, HPVM_T2 b)
{
	return __hgtu(a.x, b.x) && __hgtu(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hge2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hge(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hge(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbge2(HPVM_T2 a, HPVM_T2 b)
{
	return __hge(a.x, b.x) && __hge(a.y, b.y);
}
HPVM_BOTH HPVM_T2 __hgeu2(HPVM_T2 a, HPVM_T2 b)
{
	return {HPVM_T(__hgeu(a.x, b.x) ? 1.f : 0.f), HPVM_T(__hgeu(a.y, b.y) ? 1.f : 0.f)};
}
HPVM_BOTH bool __hbgeu2(HPVM_T2 a, HPVM_T2 b)
{
	return __hgeu(a.x, b.x) && __hgeu(a.y, b.y);
}
HPVM_DEVICE HPVM_T2 h2sqrt(HPVM_T2 a)
{
	return {hsqrt(a.x), hsqrt(a.y)};
}
HPVM_DEVICE HPVM_T2 h2rsqrt(HPVM_T2 a)
{
	return {hrsqrt(a.x), hrsqrt(a.y)};
}
HPVM_DEVICE HPVM_T2 h2rcp(HPVM_T2 a)
{
	return {hrcp(a.x), hrcp(a.y)};
}
HPVM_DEVICE HPVM_T2 h2exp(HPVM_T2 a)
{
	return {hexp(a.x), hexp(a.y)};
}
HPVM_DEVICE HPVM_T2 h2exp2(HPVM_T2 a)
{
	return {hexp2(a.x), hexp2(a.y)};
}
HPVM_DEVICE HPVM_T2 h2exp10(HPVM_T2 a)
{
	return {hexp10(a.x), hexp10(a.y)};
}
HPVM_DEVICE HPVM_T2 h2log(HPVM_T2 a)
{
	return {hlog(a.x), hlog(a.y)};
}
HPVM_DEVICE HPVM_T2 h2log2(HPVM_T2 a)
{
	return {hlog2(a.x), hlog2(a.y)};
}
HPVM_DEVICE HPVM_T2 h2log10(HPVM_T2 a)
{
	return {hlog10(a.x), hlog10(a.y)};
}
HPVM_DEVICE HPVM_T2 h2sin(HPVM_T2 a)
{
	return {hsin(a.x), hsin(a.y)};
}
HPVM_DEVICE HPVM_T2 h2cos(HPVM_T2 a)
{
	return {hcos(a.x), hcos(a.y)};
}
HPVM_DEVICE HPVM_T2 h2tanh(HPVM_T2 a)
{
	return {htanh(a.x), htanh(a.y)};
}
HPVM_DEVICE HPVM_T2 h2floor(HPVM_T2 a)
{
	return {hfloor(a.x), hfloor(a.y)};
}
HPVM_DEVICE HPVM_T2 h2ceil(HPVM_T2 a)
{
	return {hceil(a.x), hceil(a.y)};
}
HPVM_DEVICE HPVM_T2 h2trunc(HPVM_T2 a)
{
	return {htrunc(a.x), htrunc(a.y)};
}
HPVM_DEVICE HPVM_T2 h2rint(HPVM_T2 a)
{
	return {hrint(a.x), hrint(a.y)};
}
HPVM_BOTH HPVM_T2 operator+(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __hadd2(a, b);
}
HPVM_BOTH HPVM_T2 &operator+=(HPVM_T2 &a, const HPVM_T2 &b)
{
	return a = __hadd2(a, b);
}
HPVM_BOTH HPVM_T2 operator-(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __hsub2(a, b);
}
HPVM_BOTH HPVM_T2 &operator-=(HPVM_T2 &a, const HPVM_T2 &b)
{
	return a = __hsub2(a, b);
}
HPVM_BOTH HPVM_T2 operator*(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __hmul2(a, b);
}
HPVM_BOTH HPVM_T2 &operator*=(HPVM_T2 &a, const HPVM_T2 &b)
{
	return a = __hmul2(a, b);
}
HPVM_BOTH HPVM_T2 operator/(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __h2div(a, b);
}
HPVM_BOTH HPVM_T2 &operator/=(HPVM_T2 &a, const HPVM_T2 &b)
{
	return a = __h2div(a, b);
}
HPVM_BOTH HPVM_T2 operator-(const HPVM_T2 &a)
{
	return __hneg2(a);
}
HPVM_BOTH bool operator==(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __hbeq2(a, b);
}
HPVM_BOTH bool operator!=(const HPVM_T2 &a, const HPVM_T2 &b)
{
	return __hbneu2(a, b);
}
HPVM_BOTH HPVM_T2 HPVM_N(make_, 2)(HPVM_T x, HPVM_T y)
{
	return {x, y};
}
HPVM_BOTH float2 HPVM_N(__, 22float2)(HPVM_T2 a)
{
	return {a.x, a.y};
}
HPVM_BOTH float __low2float(HPVM_T2 a)
{
	return a.x;
}
HPVM_BOTH float __high2float(HPVM_T2 a)
{
	return a.y;
}
HPVM_BOTH HPVM_T2 HPVM_N(__float2, 2_rn)(float x)
{
	return {HPVM_T(x), HPVM_T(x)};
}
HPVM_BOTH HPVM_T2 HPVM_N(__floats2, 2_rn)(float x, float y)
{
	return {HPVM_T(x), HPVM_T(y)};
}
HPVM_BOTH HPVM_T2 HPVM_N(__float22, 2_rn)(float2 x)
{
	return {HPVM_T(x.x), HPVM_T(x.y)};
}
HPVM_BOTH HPVM_T HPVM_N(__low2, )(HPVM_T2 a)
{
	return a.x;
}
HPVM_BOTH HPVM_T HPVM_N(__high2, )(HPVM_T2 a)
{
	return a.y;
}
HPVM_BOTH HPVM_T2 HPVM_N(__low2, 2)(HPVM_T2 a)
{
	return {a.x, a.x};
}
HPVM_BOTH HPVM_T2 HPVM_N(__high2, 2)(HPVM_T2 a)
{
	return {a.y, a.y};
}
HPVM_BOTH HPVM_T2 HPVM_N(__lows2, 2)(HPVM_T2 a, HPVM_T2 b)
{
	return {a.x, b.x};
}
HPVM_BOTH HPVM_T2 HPVM_N(__highs2, 2)(HPVM_T2 a, HPVM_T2 b)
{
	return {a.y, b.y};
}
HPVM_BOTH HPVM_T2 __lowhigh2highlow(HPVM_T2 a)
{
	return {a.y, a.x};
}

/* --- memory ------------------------------------------------------------------------------------- */

HPVM_DEVICE HPVM_T __ldg(const HPVM_T *p)
{
	return *p;
}
HPVM_DEVICE HPVM_T2 __ldg(const HPVM_T2 *p)
{
	return *p;
}
HPVM_DEVICE HPVM_T atomicAdd(HPVM_T *p, HPVM_T x)
{
	unsigned short old = __atomic_load_n(&p->bits, __ATOMIC_RELAXED), seen;

	do {
		seen = old;
		old = atomicCAS(&p->bits, seen, __hadd(HPVM_RAW{seen}, x).bits);
	} while (old != seen);
	return HPVM_RAW{old};
}
/* Each of the two is atomic for itself. */
HPVM_DEVICE HPVM_T2 atomicAdd(HPVM_T2 *p, HPVM_T2 x)
{
	HPVM_T low = atomicAdd(&p->x, x.x);

	return {low, atomicAdd(&p->y, x.y)};
}
