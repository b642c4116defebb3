/* opencl/convert.cl -- conversions with saturation and rounding modes (OpenCL C 6.4.3).
 *
 * Without suffix: to integers toward zero, to others to nearest even. Modes are applied to the value that was rounded
 * to nearest, by a comparison with the argument, which is exact. */
#include "library.clh"

/* Integer to integer: X is S of any kind, both bounds are compared in the sign that keeps them. */
#define INTEGER_TO(D, DU, dbits, dleast, dgreatest, S)                                                     \
	D OVER convert_##D(S x) { return (D)x; }                                                           \
	D OVER convert_##D##_sat(S x)                                                                      \
	{                                                                                                  \
		if (x < 0 && (long)x < (long)dleast)                                                       \
			return (D)dleast;                                                                  \
		return x > 0 && (ulong)x > (ulong)dgreatest ? (D)dgreatest : (D)x;                         \
	}
/* One level for each type, since a macro does not expand inside itself. */
INTEGERS(INTEGER_TO, char) INTEGERS(INTEGER_TO, uchar) INTEGERS(INTEGER_TO, short) INTEGERS(INTEGER_TO, ushort)
INTEGERS(INTEGER_TO, int) INTEGERS(INTEGER_TO, uint) INTEGERS(INTEGER_TO, long) INTEGERS(INTEGER_TO, ulong)

#define FLOAT_TO_MODE(D, least, greatest, F, mode, rounded)                       \
	D OVER convert_##D##mode(F x) { return (D)rounded; }                      \
	D OVER convert_##D##_sat##mode(F x)                                       \
	{                                                                         \
		double r = (double)rounded;                                       \
		if (r != r)                                                       \
			return 0;                                                 \
		return r <= (double)least ? (D)least : r >= (double)greatest ? (D)greatest : (D)r; \
	}
#define FLOAT_TO(D, U, bits, least, greatest, F)                                           \
	FLOAT_TO_MODE(D, least, greatest, F, , x)                                          \
	FLOAT_TO_MODE(D, least, greatest, F, _rte, __builtin_elementwise_rint(x))          \
	FLOAT_TO_MODE(D, least, greatest, F, _rtp, __builtin_elementwise_ceil(x))          \
	FLOAT_TO_MODE(D, least, greatest, F, _rtn, __builtin_elementwise_floor(x))
INTEGERS(FLOAT_TO, float)
INTEGERS(FLOAT_TO, double)
INTEGERS(FLOAT_TO, half)

#define NEIGHBOURS(F, I)                                                                          \
	static F OVER up_from(F x) { return x == 0 ? as_##F((I)1) : as_##F((I)(as_##I(x) + (x > 0 ? 1 : -1))); } \
	static F OVER down_from(F x) { return -up_from(-x); }
FLOATS(NEIGHBOURS)

/* Return -1, 0 or 1 as ROUNDED, which is a value of an integer type or next to one, is less than, equal to or greater
 * than EXACT. */
static int OVER order(double rounded, long exact)
{
	if (rounded >= 0x1p63 || rounded < -0x1p63)
		return rounded > 0 ? 1 : -1;
	return ((long)rounded > exact) - ((long)rounded < exact);
}
static int OVER order(double rounded, ulong exact)
{
	if (rounded >= 0x1p64)
		return 1;
	return ((ulong)rounded > exact) - ((ulong)rounded < exact);
}
static int OVER order(double rounded, double exact) { return (rounded > exact) - (rounded < exact); }

/* W is a type for order() that keeps the values of S. */
#define TO_FLOAT(F, S, W)                                                                  \
	F OVER convert_##F(S x) { return (F)x; }                                           \
	F OVER convert_##F##_rtp(S x)                                                      \
	{                                                                                  \
		F f = (F)x;                                                                \
		return order((double)f, (W)x) < 0 ? up_from(f) : f;                        \
	}                                                                                  \
	F OVER convert_##F##_rtn(S x)                                                      \
	{                                                                                  \
		F f = (F)x;                                                                \
		return order((double)f, (W)x) > 0 ? down_from(f) : f;                      \
	}                                                                                  \
	F OVER convert_##F##_rtz(S x) { return x < 0 ? convert_##F##_rtp(x) : convert_##F##_rtn(x); }
#define TO_FLOATS(F, I)                                                                    \
	TO_FLOAT(F, char, long) TO_FLOAT(F, short, long) TO_FLOAT(F, int, long) TO_FLOAT(F, long, long) \
	TO_FLOAT(F, uchar, ulong) TO_FLOAT(F, ushort, ulong) TO_FLOAT(F, uint, ulong) TO_FLOAT(F, ulong, ulong) \
	TO_FLOAT(F, float, double) TO_FLOAT(F, double, double) TO_FLOAT(F, half, double)
FLOATS(TO_FLOATS)
