/* interp/lanes/handlers/math.c -- exp and log of floats for 16 lanes at once, bit-identical to
 * libm; compiled once for each instruction set.
 *
 * A result that differs from libm for one value in a million would make results depend on the width
 * of the engine. So these functions do the operations of glibc's functions (2.28 and later, in the
 * variant for processors with fused multiply-add) in the same order: in binary64, rounded once.
 * Before the first use of each function, samples are compared with the libm of this process. If any
 * result differs, or the processor has no fused multiply-add, libm is called for each lane.
 * Arguments that the main path does not handle (subnormal, huge, infinite, NaN) go to libm, too.
 *
 * Source of method and constants: W. Wilco, Sz. Nagy, ARM Optimized Routines (math/exp2f_data.c,
 * logf_data.c), which glibc uses. `make check-math` compares all 2^32 arguments. */
#include <stdatomic.h>

#include "interp/lanes/handlers/lane_math.h"
#include "interp/lanes/handlers/lane_set.h"
#include "src/arith/arith.h"

typedef float in_function(float);

#ifdef __FMA__
/* is_common_<name>() returns true if the main path handles A; common_<name>() is the main path for
 * one lane, which compilers vectorise. */
typedef struct log_row {
	double inverse, log;
} log_row;

/* The bits of 2^(i/32), minus i shifted to the 32nd parts of the exponent. */
static const uint64_t powers[32] = {
	0x3ff0000000000000, 0x3fefd9b0d3158574, 0x3fefb5586cf9890f, 0x3fef9301d0125b51,
	0x3fef72b83c7d517b, 0x3fef54873168b9aa, 0x3fef387a6e756238, 0x3fef1e9df51fdee1,
	0x3fef06fe0a31b715, 0x3feef1a7373aa9cb, 0x3feedea64c123422, 0x3feece086061892d,
	0x3feebfdad5362a27, 0x3feeb42b569d4f82, 0x3feeab07dd485429, 0x3feea47eb03a5585,
	0x3feea09e667f3bcd, 0x3fee9f75e8ec5f74, 0x3feea11473eb0187, 0x3feea589994cce13,
	0x3feeace5422aa0db, 0x3feeb737b0cdc5e5, 0x3feec49182a3f090, 0x3feed503b23e255d,
	0x3feee89f995ad3ad, 0x3feeff76f2fb5e47, 0x3fef199bdd85529c, 0x3fef3720dcef9069,
	0x3fef5818dcfba487, 0x3fef7c97337b9b5f, 0x3fefa4afa2a490da, 0x3fefd0765b6e4540,
};

static const log_row logs[16] = {
	{0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2},
	{0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2},
	{0x1.49539f0f010b0p+0, -0x1.01eae7f513a67p-2},
	{0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3},
	{0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3},
	{0x1.25e227b0b8ea0p+0, -0x1.1aa2bc79c8100p-3},
	{0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4},
	{0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4},
	{0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5},
	{0x1.p+0, 0x0.0p+0},
	{0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5},
	{0x1.ca4b31f026aa0p-1, 0x1.c5e53aa362eb4p-4},
	{0x1.b2036576afce6p-1, 0x1.526e57720db08p-3},
	{0x1.9c2d163a1aa2dp-1, 0x1.bc2860d224770p-3},
	{0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2},
	{0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2},
};

static inline bool is_common_exp(float a)
{
	return (hr_bits_f32(a) >> 20 & 0x7ff) <= 0x42a; /* |a| < 88 */
}

/* 2^(k/32) * (a polynomial of the rest), where k is a * 32 / ln 2, rounded. */
static inline float common_exp(float a)
{
	const double per_32nd = 0x1.71547652b82fep+5, shift = 0x1.8p+52;
	const double shifted = fma(per_32nd, a, shift);
	const double rest = fma(per_32nd, a, -(shifted - shift));
	const uint64_t k = hr_bits_f64(shifted);
	const double scale = hr_from_bits_f64(powers[k % 32] + (k << 47));
	const double high = fma(0x1.c6af84b912394p-20, rest, 0x1.ebfce50fac4f3p-13);
	const double low = fma(0x1.62e42ff0c52d6p-6, rest, 1);

	return (float)(fma(high, rest * rest, low) * scale);
}

/* Return true for positive normal numbers. */
static inline bool is_common_log(float a)
{
	return hr_bits_f32(a) - 0x800000 < 0x7f000000;
}

/* Return z such that a = 2^exponent * z, where z is near the middle of one of 16 intervals from 0.7
 * to 1.4. */
static inline double take_apart(float a, unsigned *part, double *exponent)
{
	const uint32_t from = 0x3f330000, bits = hr_bits_f32(a), above = bits - from;

	*part = above >> 19 & 15;
	*exponent = (int32_t)above >> 23;
	return hr_from_bits_f32(bits - (above & 0xff800000));
}

static inline float common_log(float a)
{
	unsigned part;
	double k, z = take_apart(a, &part, &k);
	const double rest = fma(z, logs[part].inverse, -1), squared = rest * rest;
	const double start = fma(k, 0x1.62e42fefa39efp-1, logs[part].log);
	double y = fma(0x1.5575b0be00b6ap-2, rest, -0x1.ffffef20a4123p-2);

	y = fma(-0x1.00ea348b88334p-2, squared, y);
	return (float)fma(y, squared, start + rest);
}

enum { UNKNOWN, SAME, OTHER };

/* Enough to recognise a libm with another method: about one result in a hundred would differ. */
enum { SAMPLES = 1 << 14 };

/* Return true if COMMON agrees with libm; tested once for each function. */
static bool is_libms(atomic_int *known, in_function *libm, in_function *common)
{
	int state = atomic_load_explicit(known, memory_order_relaxed);
	uint32_t bits = 0x2545f491;

	for (unsigned i = 0; state == UNKNOWN && i < SAMPLES; i++) {
		const float a = hr_from_bits_f32(bits);

		if (hr_bits_f32(libm(a)) != hr_bits_f32(common(a)))
			state = OTHER;
		bits = bits * 1664525 + 1013904223; /* visits all bit patterns in turn */
	}
	if (state == UNKNOWN)
		state = SAME;
	atomic_store_explicit(known, state, memory_order_relaxed);
	return state == SAME;
}

#define MATH(name)                                                                                 \
	static float whole_##name(float a)                                                         \
	{                                                                                          \
		return is_common_##name(a) ? common_##name(a) : name##f(a);                        \
	}                                                                                          \
	/* Words: d slot, as the handlers of pure operations have them. */                         \
	HANDLER(math_##name)                                                                       \
	{                                                                                          \
		static atomic_int known;                                                           \
		float *d = GROUPS_ARRAY(F32, 1);                                                   \
		const uint8_t *from =                                                              \
			*(const uint8_t *const *)(const void *)(batch->frame + pc[2]) +            \
			(size_t)batch->first_group * LANE_GROUP * sizeof(float);                   \
		const bool same = is_libms(&known, hr_a_##name##_f32, whole_##name);               \
                                                                                                   \
		for (unsigned g = batch->first_group; g < batch->end_group; g++) {                 \
			float a[LANE_GROUP];                                                       \
			unsigned left = 0;                                                         \
                                                                                                   \
			memcpy(a, from, sizeof(a));                                                \
			LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) d[i] =                \
				common_##name(is_common_##name(a[i]) ? a[i] : 1);                  \
			for (unsigned i = 0; i < LANE_GROUP; i++)                                  \
				left |= (unsigned)!is_common_##name(a[i]) << i;                    \
			for (left = same ? left : 0xFFFF; left; left &= left - 1) {                \
				const unsigned i = (unsigned)__builtin_ctz(left);                  \
                                                                                                   \
				d[i] = hr_a_##name##_f32(a[i]);                                    \
			}                                                                          \
			d += LANE_GROUP;                                                           \
			from += sizeof(a);                                                         \
		}                                                                                  \
		return pc + 3;                                                                     \
	}
LANE_MATH(MATH)
#endif
