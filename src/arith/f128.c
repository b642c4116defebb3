/* src/arith/f128.c -- the meaning of operations on binary128, by glibc's functions.
 *
 * Not here: conversions from and to f16 and bf16 (half.c). */
#include "src/arith/arith.h"

/* Declared here because the C library's header hides them from clang. */
#define DECLARE_UN(name)  hr_f128 name##f128(hr_f128);
#define DECLARE_BIN(name) hr_f128 name##f128(hr_f128, hr_f128);
/* clang-format off */
DECLARE_UN(sqrt) DECLARE_UN(floor) DECLARE_UN(ceil) DECLARE_UN(trunc) DECLARE_UN(rint)
DECLARE_UN(round) DECLARE_UN(sin) DECLARE_UN(cos) DECLARE_UN(tan) DECLARE_UN(asin) DECLARE_UN(acos)
DECLARE_UN(atan) DECLARE_UN(sinh) DECLARE_UN(cosh) DECLARE_UN(tanh) DECLARE_UN(exp)
DECLARE_UN(exp2) DECLARE_UN(exp10) DECLARE_UN(log) DECLARE_UN(log2) DECLARE_UN(log10)
DECLARE_BIN(fmod) DECLARE_BIN(atan2) DECLARE_BIN(pow)
	/* clang-format on */
	hr_f128 fmaf128(hr_f128, hr_f128, hr_f128);
hr_f128 modff128(hr_f128, hr_f128 *);
hr_f128 scalbnf128(hr_f128, int);
hr_f128 frexpf128(hr_f128, int *);
long long llrintf128(hr_f128);
long long llroundf128(hr_f128);

static const hr_u128 sign = (hr_u128)1 << 127, quiet = (hr_u128)1 << 111;

static hr_u128 bits_of(hr_f128 a)
{
	hr_u128 bits;

	memcpy(&bits, &a, sizeof(bits));
	return bits;
}

static hr_f128 from_bits(hr_u128 bits)
{
	hr_f128 a;

	memcpy(&a, &bits, sizeof(a));
	return a;
}

static hr_f128 hr_power2_f128(uint32_t n)
{
	return from_bits((hr_u128)(16383 + n) << 112);
}

hr_f128 hr_a_fabs_f128(hr_f128 a)
{
	return from_bits(bits_of(a) & ~sign);
}

hr_f128 hr_a_copysign_f128(hr_f128 a, hr_f128 b)
{
	return from_bits((bits_of(a) & ~sign) | (bits_of(b) & sign));
}

uint8_t hr_a_fpclass_f128(hr_f128 a, uint32_t i)
{
	hr_u128 bits = bits_of(a);
	unsigned exponent = (unsigned)(bits >> 112) & 0x7fff;

	return (hr_class_bit((bits & sign) != 0, exponent == 0x7fff, exponent == 0, !(bits << 16),
			     (bits & quiet) != 0) &
		i) != 0;
}

hr_f128 hr_a_canonicalize_f128(hr_f128 a)
{
	return a != a ? from_bits(bits_of(a) | quiet) : a;
}

HR_A_FLOAT(, f128, hr_f128, f128)

hr_f128 hr_a_fpconv_f32_f128(float a)
{
	return a;
}

hr_f128 hr_a_fpconv_f64_f128(double a)
{
	return a;
}

hr_f128 hr_a_fpconv_f80_f128(hr_f80 a)
{
	return a;
}

float hr_a_fpconv_f128_f32(hr_f128 a)
{
	return (float)a;
}

double hr_a_fpconv_f128_f64(hr_f128 a)
{
	return (double)a;
}

hr_f80 hr_a_fpconv_f128_f80(hr_f128 a)
{
	return (hr_f80)a;
}
