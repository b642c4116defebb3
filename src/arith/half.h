/* src/arith/half.h -- conversions of IEEE half (f16) and bfloat16 (b16) to wider formats, without branches, so that
 * compilers vectorise them in loops over lanes. Part of arith.h.
 *
 * All are exact; NaN keep their payload, and become quiet.
 *
 * Not here:  all other operations on them (half.c). */
#ifndef HR_ARITH_HALF_H
#define HR_ARITH_HALF_H

/* The fields of a half are moved to those of a float, whose exponents are greater by 112. The product, which is
 * exact, corrects the exponent of subnormal numbers, too. */
static inline float hr_a_fpconv_f16_f32(uint16_t a)
{
	const uint32_t magnitude = a & 0x7fff;
	uint32_t bits = hr_bits_f32(hr_from_bits_f32(magnitude << 13) * 0x1p112f);

	bits |= magnitude >= 0x7c00 ? 0x7f800000 : 0;
	bits |= magnitude > 0x7c00 ? 0x00400000 : 0;
	return hr_from_bits_f32(bits | (uint32_t)(a & 0x8000) << 16);
}

static inline float hr_a_fpconv_b16_f32(uint16_t a)
{
	return hr_from_bits_f32((uint32_t)a << 16 | ((a & 0x7fff) > 0x7f80 ? 0x00400000 : 0));
}

static inline double hr_a_fpconv_f16_f64(uint16_t a)
{
	return (double)hr_a_fpconv_f16_f32(a);
}

static inline double hr_a_fpconv_b16_f64(uint16_t a)
{
	return (double)hr_a_fpconv_b16_f32(a);
}

#endif
