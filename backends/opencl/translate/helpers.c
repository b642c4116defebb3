/* backends/opencl/translate/helpers.c -- helper functions in OpenCL C for operations that OpenCL
 * lacks.
 *
 * Invariant: a helper is written before its callers, and only if it is called.
 * Not here:  the callers. */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

typedef struct helper {
	const char *name; /* the identifier by which it is used */
	const char *text;
} helper;

/* Sorted so that each helper is after those that it calls. */
static const helper helpers[] = {
	{"hpvm_i128", "typedef struct { ulong lo, hi; } hpvm_i128;\n"},
	{"hpvm_make128", "hpvm_i128 hpvm_make128(ulong lo, ulong hi)\n"
			 "{\n\thpvm_i128 r;\n\n\tr.lo = lo;\n\tr.hi = hi;\n\treturn r;\n}\n"},
	{"hpvm_of_long128", "hpvm_i128 hpvm_of_long128(long a)\n"
			    "{\n\treturn hpvm_make128((ulong)a, (ulong)(a >> 63));\n}\n"},
	{"hpvm_cut128",
	 "hpvm_i128 hpvm_cut128(hpvm_i128 a, uint bits)\n"
	 "{\n\treturn hpvm_make128(a.lo, bits == 128 ? a.hi : a.hi & ((1ul << (bits - 64)) - 1));\n}\n"},
	{"hpvm_sext128",
	 "hpvm_i128 hpvm_sext128(hpvm_i128 a, uint bits)\n"
	 "{\n\tconst uint by = 128 - bits;\n\n\treturn hpvm_make128(a.lo, (ulong)((long)(a.hi << by) >> by));\n}\n"},
	{"hpvm_and128",
	 "hpvm_i128 hpvm_and128(hpvm_i128 a, hpvm_i128 b)\n{\n\treturn hpvm_make128(a.lo & b.lo, a.hi & b.hi);\n}\n"},
	{"hpvm_or128",
	 "hpvm_i128 hpvm_or128(hpvm_i128 a, hpvm_i128 b)\n{\n\treturn hpvm_make128(a.lo | b.lo, a.hi | b.hi);\n}\n"},
	{"hpvm_xor128",
	 "hpvm_i128 hpvm_xor128(hpvm_i128 a, hpvm_i128 b)\n{\n\treturn hpvm_make128(a.lo ^ b.lo, a.hi ^ b.hi);\n}\n"},
	{"hpvm_add128",
	 "hpvm_i128 hpvm_add128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\tconst ulong lo = a.lo + b.lo;\n\n\treturn hpvm_make128(lo, a.hi + b.hi + (lo < a.lo));\n}\n"},
	{"hpvm_sub128", "hpvm_i128 hpvm_sub128(hpvm_i128 a, hpvm_i128 b)\n"
			"{\n\treturn hpvm_make128(a.lo - b.lo, a.hi - b.hi - (a.lo < b.lo));\n}\n"},
	{"hpvm_mul128",
	 "hpvm_i128 hpvm_mul128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\treturn hpvm_make128(a.lo * b.lo, mul_hi(a.lo, b.lo) + a.lo * b.hi + a.hi * b.lo);\n}\n"},
	{"hpvm_shl128",
	 "hpvm_i128 hpvm_shl128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\tconst uint by = (uint)b.lo & 127;\n\n"
	 "\tif (by >= 64)\n\t\treturn hpvm_make128(0, a.lo << (by - 64));\n"
	 "\treturn by ? hpvm_make128(a.lo << by, a.hi << by | a.lo >> (64 - by)) : a;\n}\n"},
	{"hpvm_lshr128",
	 "hpvm_i128 hpvm_lshr128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\tconst uint by = (uint)b.lo & 127;\n\n"
	 "\tif (by >= 64)\n\t\treturn hpvm_make128(a.hi >> (by - 64), 0);\n"
	 "\treturn by ? hpvm_make128(a.lo >> by | a.hi << (64 - by), a.hi >> by) : a;\n}\n"},
	{"hpvm_ashr128",
	 "hpvm_i128 hpvm_ashr128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\tconst uint by = (uint)b.lo & 127;\n\tconst long hi = (long)a.hi;\n\n"
	 "\tif (by >= 64)\n\t\treturn hpvm_make128((ulong)(hi >> (by - 64)), (ulong)(hi >> 63));\n"
	 "\treturn by ? hpvm_make128(a.lo >> by | a.hi << (64 - by), (ulong)(hi >> by)) : a;\n}\n"},
	{"hpvm_eq128",
	 "bool hpvm_eq128(hpvm_i128 a, hpvm_i128 b)\n{\n\treturn a.lo == b.lo && a.hi == b.hi;\n}\n"},
	{"hpvm_ult128", "bool hpvm_ult128(hpvm_i128 a, hpvm_i128 b)\n"
			"{\n\treturn a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);\n}\n"},
	{"hpvm_slt128",
	 "bool hpvm_slt128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\treturn (long)a.hi < (long)b.hi || (a.hi == b.hi && a.lo < b.lo);\n}\n"},
	{"hpvm_divide128",
	 "hpvm_i128 hpvm_divide128(hpvm_i128 a, hpvm_i128 b, hpvm_i128 *rest)\n"
	 "{\n\thpvm_i128 quotient = {0, 0}, left = {0, 0};\n\n"
	 "\tfor (int i = 127; i >= 0; i--) {\n"
	 "\t\tleft.hi = left.hi << 1 | left.lo >> 63;\n"
	 "\t\tleft.lo = left.lo << 1 | ((i >= 64 ? a.hi >> (i - 64) : a.lo >> i) & 1);\n"
	 "\t\tif (left.hi > b.hi || (left.hi == b.hi && left.lo >= b.lo)) {\n"
	 "\t\t\tleft.hi = left.hi - b.hi - (left.lo < b.lo);\n"
	 "\t\t\tleft.lo -= b.lo;\n"
	 "\t\t\tif (i >= 64)\n\t\t\t\tquotient.hi |= 1ul << (i - 64);\n"
	 "\t\t\telse\n\t\t\t\tquotient.lo |= 1ul << i;\n"
	 "\t\t}\n\t}\n\t*rest = left;\n\treturn quotient;\n}\n"},
	{"hpvm_udiv128", "hpvm_i128 hpvm_udiv128(hpvm_i128 a, hpvm_i128 b)\n"
			 "{\n\thpvm_i128 rest;\n\n\treturn hpvm_divide128(a, b, &rest);\n}\n"},
	{"hpvm_urem128",
	 "hpvm_i128 hpvm_urem128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\thpvm_i128 rest;\n\n\thpvm_divide128(a, b, &rest);\n\treturn rest;\n}\n"},
	{"hpvm_neg128",
	 "hpvm_i128 hpvm_neg128(hpvm_i128 a)\n{\n\treturn hpvm_make128(-a.lo, ~a.hi + (a.lo == 0));\n}\n"},
	{"hpvm_sdiv128",
	 "hpvm_i128 hpvm_sdiv128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\thpvm_i128 rest, r = hpvm_divide128((long)a.hi < 0 ? hpvm_neg128(a) : a,\n"
	 "\t\t(long)b.hi < 0 ? hpvm_neg128(b) : b, &rest);\n\n"
	 "\treturn (long)(a.hi ^ b.hi) < 0 ? hpvm_neg128(r) : r;\n}\n"},
	{"hpvm_srem128",
	 "hpvm_i128 hpvm_srem128(hpvm_i128 a, hpvm_i128 b)\n"
	 "{\n\thpvm_i128 rest;\n\n\thpvm_divide128((long)a.hi < 0 ? hpvm_neg128(a) : a,\n"
	 "\t\t(long)b.hi < 0 ? hpvm_neg128(b) : b, &rest);\n"
	 "\treturn (long)a.hi < 0 ? hpvm_neg128(rest) : rest;\n}\n"},
	/* The upper 64 bits, the last of which is set if there are more bits, so that rounding
	 * gives the same result. */
	{"hpvm_head128", "ulong hpvm_head128(hpvm_i128 a, int *shift)\n"
			 "{\n\tconst uint by = clz(a.hi);\n\n\t*shift = 0;\n"
			 "\tif (a.hi == 0)\n\t\treturn a.lo;\n\t*shift = 64 - (int)by;\n"
			 "\tif (by == 0)\n\t\treturn a.hi | (a.lo != 0);\n"
			 "\treturn a.hi << by | a.lo >> (64 - by) | ((a.lo << by) != 0);\n}\n"},
	{"hpvm_float_of_u128",
	 "float hpvm_float_of_u128(hpvm_i128 a)\n"
	 "{\n\tint shift;\n\tconst float head = (float)hpvm_head128(a, &shift);\n\n\treturn ldexp(head, shift);\n}\n"},
	{"hpvm_float_of_s128",
	 "float hpvm_float_of_s128(hpvm_i128 a)\n"
	 "{\n\tint shift;\n\tconst float head = (float)hpvm_head128((long)a.hi < 0 ? hpvm_neg128(a) : a, &shift);\n\n"
	 "\treturn (long)a.hi < 0 ? -ldexp(head, shift) : ldexp(head, shift);\n}\n"},
	{"hpvm_double_of_u128",
	 "double hpvm_double_of_u128(hpvm_i128 a)\n"
	 "{\n\tint shift;\n\tconst double head = (double)hpvm_head128(a, &shift);\n\n\treturn ldexp(head, shift);\n}\n"},
	{"hpvm_double_of_s128",
	 "double hpvm_double_of_s128(hpvm_i128 a)\n"
	 "{\n\tint shift;\n\tconst double head = (double)hpvm_head128((long)a.hi < 0 ? hpvm_neg128(a) : a, &shift);\n\n"
	 "\treturn (long)a.hi < 0 ? -ldexp(head, shift) : ldexp(head, shift);\n}\n"},
	{"hpvm_u128_of_float",
	 "hpvm_i128 hpvm_u128_of_float(float x)\n"
	 "{\n\tconst ulong hi = (ulong)ldexp(x, -64);\n\n\treturn hpvm_make128((ulong)(x - ldexp((float)hi, 64)), hi);\n}\n"},
	{"hpvm_s128_of_float",
	 "hpvm_i128 hpvm_s128_of_float(float x)\n"
	 "{\n\treturn x < 0 ? hpvm_neg128(hpvm_u128_of_float(-x)) : hpvm_u128_of_float(x);\n}\n"},
	{"hpvm_u128_of_double",
	 "hpvm_i128 hpvm_u128_of_double(double x)\n"
	 "{\n\tconst ulong hi = (ulong)ldexp(x, -64);\n\n\treturn hpvm_make128((ulong)(x - ldexp((double)hi, 64)), hi);\n}\n"},
	{"hpvm_s128_of_double",
	 "hpvm_i128 hpvm_s128_of_double(double x)\n"
	 "{\n\treturn x < 0 ? hpvm_neg128(hpvm_u128_of_double(-x)) : hpvm_u128_of_double(x);\n}\n"},
	/* Half floats are represented by their bits and computed as floats, which have enough
	 * precision for a single rounding. */
	{"hpvm_of_half",
	 "float hpvm_of_half(ushort bits)\n"
	 "{\n\tconst uint magnitude = bits & 0x7fff, sign = (uint)(bits & 0x8000) << 16;\n\n"
	 "\tif (magnitude >= 0x7c00)\n\t\treturn as_float(sign | 0x7f800000u | (magnitude & 0x3ff) << 13 | (magnitude > 0x7c00 ? 0x400000u : 0));\n"
	 "\tif (magnitude >= 0x400)\n\t\treturn as_float(sign | ((magnitude << 13) + 0x38000000u));\n"
	 "\treturn as_float(sign | as_uint((float)magnitude * 5.9604644775390625e-8f));\n}\n"},
	{"hpvm_half",
	 "ushort hpvm_half(float x)\n"
	 "{\n\tconst uint bits = as_uint(x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;\n\tuint shift, whole, rest;\n\n"
	 "\tif (magnitude > 0x7f800000)\n\t\treturn (ushort)(sign | 0x7e00 | (magnitude >> 13 & 0x1ff));\n"
	 "\tif (magnitude >= 0x477ff000)\n\t\treturn (ushort)(sign | 0x7c00);\n"
	 "\tif (magnitude < 0x33000000)\n\t\treturn (ushort)sign;\n"
	 "\tif (magnitude >= 0x38800000) {\n\t\tshift = 13;\n\t\twhole = magnitude - 0x38000000;\n"
	 "\t} else {\n\t\tshift = 126 - (magnitude >> 23);\n\t\twhole = (magnitude & 0x7fffff) | 0x800000;\n\t}\n"
	 "\trest = whole & ((1u << shift) - 1);\n\twhole >>= shift;\n"
	 "\twhole += rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (whole & 1));\n"
	 "\treturn (ushort)(sign | whole);\n}\n"},
	/* The last bit of the intermediate float is set if bits were lost, so that rounding twice
	 * gives the right result. */
	{"hpvm_half_of_double",
	 "ushort hpvm_half_of_double(double x)\n"
	 "{\n\tfloat near = (float)x;\n\n"
	 "\tif (isfinite(near) && (double)near != x && (as_uint(near) & 1) == 0 && fabs(near) > 1e-30f)\n"
	 "\t\tnear = as_float(as_uint(near) + (fabs((double)near) < fabs(x) ? 1 : -1));\n"
	 "\treturn hpvm_half(near);\n}\n"},
	{"hpvm_of_bfloat",
	 "float hpvm_of_bfloat(ushort bits)\n{\n\treturn as_float((uint)bits << 16);\n}\n"},
	{"hpvm_bfloat", "ushort hpvm_bfloat(float x)\n"
			"{\n\tconst uint bits = as_uint(x);\n\n"
			"\tif (isnan(x))\n\t\treturn (ushort)(bits >> 16 | 0x40);\n"
			"\treturn (ushort)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);\n}\n"},
	/* The value is first rounded to odd, so that the second rounding gives the right result. */
	{"hpvm_bfloat_of_double",
	 "ushort hpvm_bfloat_of_double(double x)\n"
	 "{\n\tfloat near = (float)x;\n\n"
	 "\tif (isinf(near) && !isinf(x))\n\t\tnear = as_float((as_uint(near) & 0x80000000u) | 0x7f7fffffu);\n"
	 "\telse if (isfinite(near) && (double)near != x && (as_uint(near) & 1) == 0)\n"
	 "\t\tnear = as_float(as_uint(near) + (fabs((double)near) < fabs(x) || near == 0 ? 1 : -1));\n"
	 "\treturn hpvm_bfloat(near);\n}\n"},
	/* The value gets at most as many bits as a double has; the last one is set if bits were
	 * lost. */
	{"hpvm_jam",
	 "double hpvm_jam(ulong x)\n"
	 "{\n\tif (x >> 53)\n\t\tx = (x >> 11 | ((x & 0x7ff) != 0)) << 11;\n\treturn (double)x;\n}\n"},
	{"hpvm_jam_signed", "double hpvm_jam_signed(long x)\n"
			    "{\n\treturn x < 0 ? -hpvm_jam(-(ulong)x) : hpvm_jam((ulong)x);\n}\n"},
	{"hpvm_number", "#define hpvm_number(x) (isnan(x) ? 0 : (x))\n"},
	{"hpvm_minimum",
	 "float hpvm_minimum(float x, float y)\n"
	 "{\n\tif (isunordered(x, y))\n\t\treturn x + y;\n"
	 "\tif (x == y)\n\t\treturn signbit(x) ? x : y;\n\treturn x < y ? x : y;\n}\n"},
	{"hpvm_minimum_double",
	 "double hpvm_minimum_double(double x, double y)\n"
	 "{\n\tif (isunordered(x, y))\n\t\treturn x + y;\n"
	 "\tif (x == y)\n\t\treturn signbit(x) ? x : y;\n\treturn x < y ? x : y;\n}\n"},
	{"hpvm_maximum",
	 "float hpvm_maximum(float x, float y)\n"
	 "{\n\tif (isunordered(x, y))\n\t\treturn x + y;\n"
	 "\tif (x == y)\n\t\treturn signbit(x) ? y : x;\n\treturn x > y ? x : y;\n}\n"},
	{"hpvm_maximum_double",
	 "double hpvm_maximum_double(double x, double y)\n"
	 "{\n\tif (isunordered(x, y))\n\t\treturn x + y;\n"
	 "\tif (x == y)\n\t\treturn signbit(x) ? y : x;\n\treturn x > y ? x : y;\n}\n"},
	{"hpvm_minimum_num", "float hpvm_minimum_num(float x, float y)\n"
			     "{\n\treturn isnan(x) ? y : isnan(y) ? x : hpvm_minimum(x, y);\n}\n"},
	{"hpvm_minimum_num_double",
	 "double hpvm_minimum_num_double(double x, double y)\n"
	 "{\n\treturn isnan(x) ? y : isnan(y) ? x : hpvm_minimum_double(x, y);\n}\n"},
	{"hpvm_maximum_num", "float hpvm_maximum_num(float x, float y)\n"
			     "{\n\treturn isnan(x) ? y : isnan(y) ? x : hpvm_maximum(x, y);\n}\n"},
	{"hpvm_maximum_num_double",
	 "double hpvm_maximum_num_double(double x, double y)\n"
	 "{\n\treturn isnan(x) ? y : isnan(y) ? x : hpvm_maximum_double(x, y);\n}\n"},
	{"hpvm_nextup", "float hpvm_nextup(float x)\n"
			"{\n\treturn nextafter(x, (float)INFINITY);\n}\n"},
	{"hpvm_nextup_double", "double hpvm_nextup_double(double x)\n"
			       "{\n\treturn nextafter(x, (double)INFINITY);\n}\n"},
	{"hpvm_nextdown", "float hpvm_nextdown(float x)\n"
			  "{\n\treturn nextafter(x, (float)-INFINITY);\n}\n"},
	{"hpvm_nextdown_double", "double hpvm_nextdown_double(double x)\n"
				 "{\n\treturn nextafter(x, (double)-INFINITY);\n}\n"},
	{"hpvm_ucmp", "#define hpvm_ucmp(a, b) (((a) > (b)) - ((a) < (b)))\n"},
	{"hpvm_scmp", "#define hpvm_scmp(a, b) (((a) > (b)) - ((a) < (b)))\n"},
	{"hpvm_powi(",
	 "float hpvm_powi(float x, int by)\n"
	 "{\n\tfloat r = 1.0f;\n\n\tfor (int n = by;; x *= x) {\n\t\tif (n & 1)\n\t\t\tr *= x;\n"
	 "\t\tn /= 2;\n\t\tif (n == 0)\n\t\t\treturn by < 0 ? 1.0f / r : r;\n\t}\n}\n"},
	{"hpvm_powi_double",
	 "double hpvm_powi_double(double x, int by)\n"
	 "{\n\tdouble r = 1.0;\n\n\tfor (int n = by;; x *= x) {\n\t\tif (n & 1)\n\t\t\tr *= x;\n"
	 "\t\tn /= 2;\n\t\tif (n == 0)\n\t\t\treturn by < 0 ? 1.0 / r : r;\n\t}\n}\n"},
	{"hpvm_class",
	 "bool hpvm_class(ulong bits, uint exponent_bits, uint fraction_bits, uint mask)\n"
	 "{\n\tconst ulong fraction = bits & ((1ul << fraction_bits) - 1);\n"
	 "\tconst uint exponent = (uint)(bits >> fraction_bits) & ((1u << exponent_bits) - 1);\n"
	 "\tconst bool negative = bits >> (fraction_bits + exponent_bits) & 1;\n\tuint class;\n\n"
	 "\tif (exponent == (1u << exponent_bits) - 1)\n"
	 "\t\tclass = fraction ? (fraction >> (fraction_bits - 1) ? 2 : 1) : negative ? 4 : 512;\n"
	 "\telse if (exponent)\n\t\tclass = negative ? 8 : 256;\n"
	 "\telse if (fraction)\n\t\tclass = negative ? 16 : 128;\n"
	 "\telse\n\t\tclass = negative ? 32 : 64;\n\treturn (class & mask) != 0;\n}\n"},
	{"hpvm_ctpop", "ulong hpvm_ctpop(ulong a, uint bits)\n{\n\treturn popcount(a);\n}\n"},
	{"hpvm_ctlz",
	 "ulong hpvm_ctlz(ulong a, uint bits)\n{\n\treturn clz(a) - (64 - bits);\n}\n"},
	{"hpvm_cttz",
	 "ulong hpvm_cttz(ulong a, uint bits)\n{\n\treturn min(popcount(~a & (a - 1)), (ulong)bits);\n}\n"},
	{"hpvm_bswap",
	 "ulong hpvm_bswap(ulong a, uint bits)\n"
	 "{\n\tulong r = 0;\n\n\tfor (uint i = 0; i < bits; i += 8)\n\t\tr |= (a >> i & 0xff) << (bits - 8 - i);\n\treturn r;\n}\n"},
	{"hpvm_bitreverse",
	 "ulong hpvm_bitreverse(ulong a, uint bits)\n"
	 "{\n\tulong r = 0;\n\n\tfor (uint i = 0; i < bits; i++)\n\t\tr |= (a >> i & 1) << (bits - 1 - i);\n\treturn r;\n}\n"},
	{"hpvm_fshl",
	 "ulong hpvm_fshl(ulong a, ulong b, ulong by, uint bits)\n"
	 "{\n\tconst ulong mask = ~0ul >> (64 - bits);\n\n\tby %= bits;\n\treturn by ? (a << by | b >> (bits - by)) & mask : a;\n}\n"},
	{"hpvm_fshr",
	 "ulong hpvm_fshr(ulong a, ulong b, ulong by, uint bits)\n"
	 "{\n\tconst ulong mask = ~0ul >> (64 - bits);\n\n\tby %= bits;\n\treturn by ? (a << (bits - by) | b >> by) & mask : b;\n}\n"},
	{"hpvm_clmul",
	 "ulong hpvm_clmul(ulong a, ulong b, uint bits)\n"
	 "{\n\tulong r = 0;\n\n\tfor (uint i = 0; i < bits; i++)\n\t\tif (b >> i & 1)\n\t\t\tr ^= a << i;\n"
	 "\treturn r & ~0ul >> (64 - bits);\n}\n"},
	{"hpvm_uadd_over", "bool hpvm_uadd_over(ulong a, ulong b, uint bits)\n"
			   "{\n\treturn bits == 64 ? a + b < a : (a + b) >> bits != 0;\n}\n"},
	{"hpvm_usub_over",
	 "bool hpvm_usub_over(ulong a, ulong b, uint bits)\n{\n\treturn a < b;\n}\n"},
	{"hpvm_umul_over",
	 "bool hpvm_umul_over(ulong a, ulong b, uint bits)\n"
	 "{\n\treturn mul_hi(a, b) != 0 || (bits < 64 && a * b >> bits != 0);\n}\n"},
	{"hpvm_sadd_over",
	 "bool hpvm_sadd_over(long a, long b, uint bits)\n"
	 "{\n\tconst long r = (long)((ulong)a + (ulong)b), least = (long)(~0ul << (bits - 1));\n\n"
	 "\treturn bits == 64 ? (~(a ^ b) & (a ^ r)) < 0 : r < least || r > ~least;\n}\n"},
	{"hpvm_ssub_over",
	 "bool hpvm_ssub_over(long a, long b, uint bits)\n"
	 "{\n\tconst long r = (long)((ulong)a - (ulong)b), least = (long)(~0ul << (bits - 1));\n\n"
	 "\treturn bits == 64 ? ((a ^ b) & (a ^ r)) < 0 : r < least || r > ~least;\n}\n"},
	{"hpvm_smul_over",
	 "bool hpvm_smul_over(long a, long b, uint bits)\n"
	 "{\n\tconst long r = (long)((ulong)a * (ulong)b), least = (long)(~0ul << (bits - 1));\n\n"
	 "\treturn mul_hi(a, b) != r >> 63 || (bits < 64 && (r < least || r > ~least));\n}\n"},
};

enum { COUNT = sizeof(helpers) / sizeof(helpers[0]) };

/* Return true if TEXT contains NAME as a whole word or, if NAME ends with a parenthesis, as a
 * call. */
static bool mentions(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
		if (name[length - 1] == '(' ||
		    !(at[length] == '_' || (at[length] >= '0' && at[length] <= '9') ||
		      (at[length] >= 'a' && at[length] <= 'z')))
			return true;
	return false;
}

void ocl_helpers(ocl_writer *self, hr_ir_text *to, const char *text)
{
	bool wanted[COUNT] = {0};

	for (size_t i = COUNT; i-- > 0;) {
		wanted[i] = wanted[i] || mentions(text, helpers[i].name);
		for (size_t k = 0; wanted[i] && k < i; k++)
			wanted[k] = wanted[k] || mentions(helpers[i].text, helpers[k].name);
	}
	for (size_t i = 0; i < COUNT; i++)
		if (wanted[i] && !ocl_is_defined(self, helpers[i].name))
			hr_ir_write(to, "%s%s", helpers[i].text,
				    helpers[i].text[0] == '#' ? "" : "\n");
}
