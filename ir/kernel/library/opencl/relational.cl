/* opencl/relational.cl -- comparisons and selections (OpenCL C 6.15.6), common functions (6.15.4) and geometric ones (6.15.5).
 *
 * A comparison is 1 of scalars and -1 of the elements of vectors. */
#include "library.clh"

#define TEST1(T, S, name, value)                        \
	int OVER name(T x) { return value; }            \
	S OVER vector_##name(T x) { return (S)-(value); }
#define TEST2(T, S, name, value)                             \
	int OVER name(T x, T y) { return value; }            \
	S OVER vector_##name(T x, T y) { return (S)-(value); }
FLOATS(TEST1, isnan, (x != x))
FLOATS(TEST1, isinf, IS_INF(x))
FLOATS(TEST1, isfinite, IS_FINITE(x))
#define NORMAL(T, S, least)                                                                                         \
	TEST1(T, S, isnormal, (__builtin_elementwise_abs(x) < (T)INFINITY && __builtin_elementwise_abs(x) >= (T)least)) \
	TEST1(T, S, signbit, (as_##S(x) < 0))
NORMAL(float, int, 0x1p-126f)
NORMAL(double, long, 0x1p-1022)
NORMAL(half, short, 0x1p-14f)
FLOATS(TEST2, isequal, (x == y))
FLOATS(TEST2, isnotequal, (x != y))
FLOATS(TEST2, isgreater, (x > y))
FLOATS(TEST2, isgreaterequal, (x >= y))
FLOATS(TEST2, isless, (x < y))
FLOATS(TEST2, islessequal, (x <= y))
FLOATS(TEST2, islessgreater, (x < y || x > y))
FLOATS(TEST2, isordered, (x == x && y == y))
FLOATS(TEST2, isunordered, (x != x || y != y))

#define VECTORS(X, ...) X(2, ##__VA_ARGS__) X(3, ##__VA_ARGS__) X(4, ##__VA_ARGS__) X(8, ##__VA_ARGS__) X(16, ##__VA_ARGS__)
#define ANY_ALL_OF(n, T)                      \
	int OVER any(T##n x)                  \
	{                                     \
		int result = 0;               \
		for (int i = 0; i < n; i++)   \
			result |= x[i] < 0;   \
		return result;                \
	}                                     \
	int OVER all(T##n x)                  \
	{                                     \
		int result = 1;               \
		for (int i = 0; i < n; i++)   \
			result &= x[i] < 0;   \
		return result;                \
	}
#define ANY_ALL(T, U, bits, least, greatest)      \
	int OVER any(T x) { return x < 0; }       \
	int OVER all(T x) { return x < 0; }       \
	VECTORS(ANY_ALL_OF, T)
SIGNED(ANY_ALL)

#define SELECT(T, U, C)                                                  \
	T OVER select(T x, T y, C c) { return c ? y : x; }               \
	T OVER vector_select(T x, T y, C c) { return c >> (sizeof(c) * 8 - 1) ? y : x; }
#define SELECT_INTEGER(T, U, bits, least, greatest, S)                   \
	SELECT(T, U, S) SELECT(T, U, U)                                  \
	T OVER bitselect(T x, T y, T c) { return (T)((x & ~c) | (y & c)); }
#define SELECT_FLOAT(T, S, U)                                            \
	SELECT(T, S, S) SELECT(T, S, U)                                  \
	T OVER bitselect(T x, T y, T c) { return as_##T((S)((as_##S(x) & ~as_##S(c)) | (as_##S(y) & as_##S(c)))); }
#define SELECT_SIGNED(T, U, bits, least, greatest)                       \
	SELECT_INTEGER(T, U, bits, least, greatest, T)                   \
	SELECT_INTEGER(U, U, bits, least, greatest, T)
SIGNED(SELECT_SIGNED)
SELECT_FLOAT(float, int, uint)
SELECT_FLOAT(double, long, ulong)
SELECT_FLOAT(half, short, ushort)

/* --- common ------------------------------------------------------------------------------------- */

#define COMMON(T, S)                                                                           \
	T OVER max(T x, T y) { return x < y ? y : x; }                                         \
	T OVER min(T x, T y) { return y < x ? y : x; }                                         \
	T OVER clamp(T x, T low, T high) { return min(max(x, low), high); }                    \
	T OVER degrees(T x) { return (T)(57.295779513082320876798 * (double)x); }              \
	T OVER radians(T x) { return (T)(0.017453292519943295769237 * (double)x); }            \
	T OVER mix(T x, T y, T a) { return x + (y - x) * a; }                                  \
	T OVER sign(T x) { return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == x ? x : (T)0; }          \
	T OVER step(T edge, T x) { return x < edge ? (T)0 : (T)1; }                            \
	T OVER smoothstep(T low, T high, T x)                                                  \
	{                                                                                      \
		T t = clamp((x - low) / (high - low), (T)0, (T)1);                             \
		return t * t * (3 - 2 * t);                                                    \
	}
FLOATS(COMMON)

/* --- geometric ---------------------------------------------------------------------------------- */

/* Return the square root of the sum of the squares: of floats in double precision, of doubles scaled. */
#define LENGTH_SCALE(n)                                          \
	int exponent = 0;                                        \
	double top = 0, sum = 0;                                 \
	for (int i = 0; i < n; i++)                              \
		top = __builtin_elementwise_abs((double)x[i]) > top ? __builtin_elementwise_abs((double)x[i]) : top; \
	if (top > 0 && top < INFINITY && (top < 0x1p-500 || top > 0x1p+500)) \
		exponent = top > 1 ? 600 : -600;                 \
	for (int i = 0; i < n; i++) {                            \
		double part = __builtin_ldexp((double)x[i], -exponent); \
		sum += part * part;                              \
	}
#define GEOMETRY(n, T)                                                              \
	T OVER_LONG dot(T##n x, T##n y)                                             \
	{                                                                           \
		T sum = x[0] * y[0];                                                \
		for (int i = 1; i < n; i++)                                         \
			sum += x[i] * y[i];                                         \
		return sum;                                                         \
	}                                                                           \
	T OVER_LONG length(T##n x)                                                  \
	{                                                                           \
		for (int i = 0; i < n; i++)                                         \
			if (IS_INF(x[i]))         \
				return (T)INFINITY;                                 \
		LENGTH_SCALE(n)                                                     \
		return (T)__builtin_ldexp(__builtin_elementwise_sqrt(sum), exponent); \
	}                                                                           \
	T##n OVER_LONG normalize(T##n x)                                            \
	{                                                                           \
		int infinite = 0;                                                   \
		for (int i = 0; i < n; i++)                                         \
			infinite |= IS_INF(x[i]); \
		for (int i = 0; infinite && i < n; i++)                             \
			x[i] = x[i] != x[i] ? x[i] : __builtin_elementwise_copysign(\
				IS_INF(x[i]) ? (T)1 : (T)0, x[i]); \
		LENGTH_SCALE(n)                                                     \
		if (sum == 0)                                                       \
			return x;                                                   \
		for (int i = 0; i < n; i++)                                         \
			x[i] = (T)(__builtin_ldexp((double)x[i], -exponent) / __builtin_elementwise_sqrt(sum)); \
		return x;                                                           \
	}                                                                           \
	T OVER distance(T##n x, T##n y) { return length(x - y); }
#define GEOMETRY_SCALAR(T, S)                                                       \
	T OVER dot(T x, T y) { return x * y; }                                      \
	T OVER length(T x) { return __builtin_elementwise_abs(x); }                 \
	T OVER distance(T x, T y) { return __builtin_elementwise_abs(x - y); }      \
	T OVER normalize(T x) { return sign(x) + (x != x ? x : (T)0); }             \
	GEOMETRY(2, T)                                                              \
	GEOMETRY(3, T)                                                              \
	GEOMETRY(4, T)                                                              \
	T##3 OVER cross(T##3 x, T##3 y) { return x.yzx * y.zxy - x.zxy * y.yzx; }   \
	T##4 OVER cross(T##4 x, T##4 y) { return (T##4)(cross(x.xyz, y.xyz), 0); }
FLOATS(GEOMETRY_SCALAR)
#define FAST(V)                                                       \
	float OVER fast_length(V x) { return length(x); }             \
	float OVER fast_distance(V x, V y) { return distance(x, y); } \
	V OVER fast_normalize(V x) { return normalize(x); }
FAST(float)
FAST(float2)
FAST(float3)
FAST(float4)
