/* opencl/integer.cl -- integer functions (OpenCL C 6.15.3), with cl_khr_integer_dot_product and cl_khr_extended_bit_ops. */
#include "library.clh"

/* Return the upper half of the product of 64-bit integers. */
static ulong OVER_LONG high_half(ulong x, ulong y)
{
	ulong xl = x & 0xffffffff, xh = x >> 32, yl = y & 0xffffffff, yh = y >> 32;
	ulong middle = xh * yl + (xl * yl >> 32), other = xl * yh + (middle & 0xffffffff);

	return xh * yh + (middle >> 32) + (other >> 32);
}
static long OVER high_half(long x, long y)
{
	return (long)(high_half((ulong)x, (ulong)y) - (x < 0 ? (ulong)y : 0) - (y < 0 ? (ulong)x : 0));
}
ulong OVER mul_hi(ulong x, ulong y) { return high_half(x, y); }
long OVER mul_hi(long x, long y) { return high_half(x, y); }
#define MUL_HI(T, W, bits) \
	T OVER mul_hi(T x, T y) { return (T)((W)x * (W)y >> bits); }
MUL_HI(char, long, 8) MUL_HI(short, long, 16) MUL_HI(int, long, 32)
MUL_HI(uchar, ulong, 8) MUL_HI(ushort, ulong, 16) MUL_HI(uint, ulong, 32)

/* clang 19 promotes the operands of __builtin_elementwise_*() to int. */
static long within(long x, long least, long greatest)
{
	return x < least ? least : x > greatest ? greatest : x;
}
#define SATURATED(T, bits, least, greatest, name, x, op, y)                      \
	(bits < 64 ? (T)within((long)x op(long) y, (long)least, (long)greatest) \
		   : (T)__builtin_elementwise_##name(x, y))

#define INTEGER(T, U, bits, least, greatest)                                                           \
	U OVER abs_diff(T x, T y) { return (U)(x > y ? (U)x - (U)y : (U)y - (U)x); }                   \
	U OVER abs(T x) { return (U)(x < 0 ? 0 - (U)x : (U)x); }                                       \
	T OVER add_sat(T x, T y) { return SATURATED(T, bits, least, greatest, add_sat, x, +, y); }     \
	T OVER sub_sat(T x, T y) { return SATURATED(T, bits, least, greatest, sub_sat, x, -, y); }     \
	T OVER hadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + (x & y & 1)); }                       \
	T OVER rhadd(T x, T y) { return (T)((x >> 1) + (y >> 1) + ((x | y) & 1)); }                    \
	T OVER max(T x, T y) { return x < y ? y : x; }                                                 \
	T OVER min(T x, T y) { return y < x ? y : x; }                                                 \
	T OVER clamp(T x, T low, T high) { return min(max(x, low), high); }                            \
	T OVER popcount(T x) { return (T)__builtin_popcountl((U)x); }                                  \
	T OVER clz(T x) { return (T)((U)x == 0 ? bits : __builtin_clzl((U)x) - (64 - bits)); }         \
	T OVER ctz(T x) { return (T)((U)x == 0 ? bits : __builtin_ctzl((U)x)); }                       \
	T OVER mad_hi(T x, T y, T z) { return (T)((U)mul_hi(x, y) + (U)z); }                           \
	T OVER rotate(T x, T n)                                                                        \
	{                                                                                              \
		uint left = (uint)n % bits;                                                            \
		return (T)((U)((U)x << left) | (U)((U)x >> (bits - left) % bits));                     \
	}                                                                                              \
	T OVER bit_reverse(T x) { return (T)(__builtin_elementwise_bitreverse((ulong)(U)x) >> (64 - bits)); } \
	T OVER bitfield_insert(T x, T y, uint offset, uint count)                                      \
	{                                                                                              \
		U mask = (U)((count < bits ? ((U)1 << count) - 1 : ~(U)0) << offset);                  \
		return (T)(((U)x & ~mask) | ((U)((U)y << offset) & mask));                             \
	}                                                                                              \
	U OVER bitfield_extract_unsigned(T x, uint offset, uint count)                                 \
	{                                                                                              \
		return count == 0 ? (U)0 : (U)((U)((U)x << (bits - offset - count)) >> (bits - count)); \
	}
INTEGERS(INTEGER)

#define EXTRACT(T, U, bits, least, greatest)                                                           \
	T OVER bitfield_extract_signed(T x, uint offset, uint count)                                   \
	{                                                                                              \
		return count == 0 ? (T)0 : (T)((T)((U)x << (bits - offset - count)) >> (bits - count)); \
	}                                                                                              \
	T OVER bitfield_extract_signed(U x, uint offset, uint count)                                   \
	{                                                                                              \
		return bitfield_extract_signed((T)x, offset, count);                                   \
	}
SIGNED(EXTRACT)

#define MAD_SAT(T, W, least, greatest)                                          \
	T OVER mad_sat(T x, T y, T z)                                           \
	{                                                                       \
		W sum = (W)x * (W)y + (W)z;                                     \
		return (T)(sum < (W)least ? (W)least : sum > (W)greatest ? (W)greatest : sum); \
	}
MAD_SAT(char, long, CHAR_MIN, CHAR_MAX)
MAD_SAT(short, long, SHRT_MIN, SHRT_MAX)
MAD_SAT(int, long, INT_MIN, INT_MAX)
MAD_SAT(uchar, ulong, 0, UCHAR_MAX)
MAD_SAT(ushort, ulong, 0, USHRT_MAX)
MAD_SAT(uint, ulong, 0, UINT_MAX)
ulong OVER_LONG mad_sat(ulong x, ulong y, ulong z)
{
	ulong low = x * y + z;

	return high_half(x, y) || low < z ? ULONG_MAX : low;
}
long OVER_LONG mad_sat(long x, long y, long z)
{
	ulong low = (ulong)x * (ulong)y, sum = low + (ulong)z;
	long high = high_half(x, y) + (z < 0 ? -1 : 0) + (sum < low ? 1 : 0);

	if (high == (long)sum >> 63)
		return (long)sum;
	return high < 0 ? LONG_MIN : LONG_MAX;
}

#define UPSAMPLE(S, U, WS, WU, bits)                                                        \
	WS OVER upsample(S high, U low) { return (WS)((WU)((WU)(U)high << bits) | low); }   \
	WU OVER upsample(U high, U low) { return (WU)((WU)((WU)high << bits) | low); }
UPSAMPLE(char, uchar, short, ushort, 8)
UPSAMPLE(short, ushort, int, uint, 16)
UPSAMPLE(int, uint, long, ulong, 32)

/* Operands beyond 24 bits have no defined result: this one is that of the lower 32 bits. */
#define WITH_24(T)                                                       \
	T OVER mul24(T x, T y) { return (T)((uint)x * (uint)y); }                \
	T OVER mad24(T x, T y, T z) { return (T)((uint)x * (uint)y + (uint)z); }
WITH_24(int)
WITH_24(uint)

#define PRODUCT(R, A, B, pair, packed)                                                                    \
	R OVER dot(A##4 x, B##4 y) { return (R)x[0] * y[0] + (R)x[1] * y[1] + (R)x[2] * y[2] + (R)x[3] * y[3]; } \
	R OVER dot_acc_sat(A##4 x, B##4 y, R z) { return add_sat(dot(x, y), z); }                         \
	R OVER dot_4x8packed_##pair##_##R(uint x, uint y) { return dot(as_##A##4(x), as_##B##4(y)); }      \
	R OVER dot_acc_sat_4x8packed_##pair##_##R(uint x, uint y, R z) { return dot_acc_sat(as_##A##4(x), as_##B##4(y), z); }
PRODUCT(uint, uchar, uchar, uu, )
PRODUCT(int, char, char, ss, )
PRODUCT(int, uchar, char, us, )
PRODUCT(int, char, uchar, su, )
