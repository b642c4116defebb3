/* src/arith/f80.c -- the meaning of operations on x86's 80-bit format, the host's long double.
 *
 * Not here: conversions from and to f16 and bf16 (half.c) and binary128 (f128.c). */
#include "src/arith/arith.h"

#if __LDBL_MANT_DIG__ != 64
#error "long double is not x86's 80-bit format"
#endif

typedef struct parts {
	uint64_t mantissa; /* with its explicit integer bit */
	uint16_t head;     /* sign and exponent */
} parts;

static parts parts_of(hr_f80 a)
{
	parts p;

	memcpy(&p.mantissa, &a, 8);
	memcpy(&p.head, (const char *)&a + 8, 2);
	return p;
}

static hr_f80 hr_power2_f80(uint32_t n)
{
	return ldexpl(1, (int)n);
}

hr_f80 hr_a_fabs_f80(hr_f80 a)
{
	return fabsl(a);
}

hr_f80 hr_a_copysign_f80(hr_f80 a, hr_f80 b)
{
	return copysignl(a, b);
}

/* Patterns without the required integer bit are not values; they count as signalling. */
uint8_t hr_a_fpclass_f80(hr_f80 a, uint32_t i)
{
	parts p = parts_of(a);
	unsigned exponent = p.head & 0x7fff;
	bool integer = p.mantissa >> 63;

	if (exponent != 0 && !integer)
		return (i & 1) != 0;
	return (hr_class_bit(p.head >> 15, exponent == 0x7fff, exponent == 0 && !integer,
			     !(p.mantissa << 1), p.mantissa >> 62 & 1) &
		i) != 0;
}

hr_f80 hr_a_canonicalize_f80(hr_f80 a)
{
	parts p = parts_of(a);

	if ((p.head & 0x7fff) == 0x7fff && p.mantissa << 1) {
		p.mantissa |= (uint64_t)3 << 62;
		memcpy(&a, &p.mantissa, 8);
	}
	return a;
}

HR_A_FLOAT(, f80, hr_f80, l)

hr_f80 hr_a_fpconv_f32_f80(float a)
{
	return a;
}

hr_f80 hr_a_fpconv_f64_f80(double a)
{
	return a;
}

float hr_a_fpconv_f80_f32(hr_f80 a)
{
	return (float)a;
}

double hr_a_fpconv_f80_f64(hr_f80 a)
{
	return (double)a;
}
