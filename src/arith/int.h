/* src/arith/int.h -- the meaning of the integer operations, i8 to i128. Included by arith.h.
 *
 * One macro makes all operations of a container, so that all widths have the same meaning. Integers
 * are unsigned; signed operations use two's complement. Narrow containers are computed in unsigned
 * int (1u *), never in int, which could overflow.
 * The engine reports traps, HR_TRAP_OF(DIAGNOSTIC); ir/lower/arithmetic.c adds MIN / -1 of odd widths.
 * Clauses: H4 (what traps). */
#ifndef HR_INT_H
#define HR_INT_H

static inline unsigned hr_clz64(uint64_t a)
{
	return a ? (unsigned)__builtin_clzll(a) : 64;
}

static inline unsigned hr_ctz64(uint64_t a)
{
	return a ? (unsigned)__builtin_ctzll(a) : 64;
}

static inline unsigned hr_clz128(unsigned __int128 a)
{
	uint64_t high = (uint64_t)(a >> 64);

	return high ? hr_clz64(high) : 64 + hr_clz64((uint64_t)a);
}

static inline unsigned hr_ctz128(unsigned __int128 a)
{
	uint64_t low = (uint64_t)a;

	return low ? hr_ctz64(low) : 64 + hr_ctz64((uint64_t)(a >> 64));
}

static inline unsigned hr_popcount128(unsigned __int128 a)
{
	return (unsigned)(__builtin_popcountll((uint64_t)a) +
			  __builtin_popcountll((uint64_t)(a >> 64)));
}

static inline uint64_t hr_bitreverse64(uint64_t a)
{
	const uint64_t ones = 0x5555555555555555u, pairs = 0x3333333333333333u;
	const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu;

	a = ((a >> 1) & ones) | ((a & ones) << 1);
	a = ((a >> 2) & pairs) | ((a & pairs) << 2);
	a = ((a >> 4) & nibbles) | ((a & nibbles) << 4);
	return __builtin_bswap64(a);
}

static inline unsigned __int128 hr_bswap128(unsigned __int128 a)
{
	return ((unsigned __int128)__builtin_bswap64((uint64_t)a) << 64) |
	       __builtin_bswap64((uint64_t)(a >> 64));
}

static inline unsigned __int128 hr_bitreverse128(unsigned __int128 a)
{
	return ((unsigned __int128)hr_bitreverse64((uint64_t)a) << 64) |
	       hr_bitreverse64((uint64_t)(a >> 64));
}

/* Return the signed product, computed from the magnitudes, and set *o to whether it wrapped:
 * clang's builtin for 128 bits calls a function that libgcc does not have. */
static inline unsigned __int128 hr_smul128(unsigned __int128 a, unsigned __int128 b, uint8_t *o)
{
	const unsigned __int128 min = (unsigned __int128)1 << 127;
	bool negative = ((a ^ b) & min) != 0, wrapped;
	unsigned __int128 x = a & min ? -a : a, y = b & min ? -b : b, product = x * y;

	wrapped = x != 0 && product / x != y;
	*o = wrapped || product > (negative ? min : min - 1);
	return a * b;
}

/* clang-format off */
#define HR_A_ARITHMETIC(t, U, S, BITS)                                                             \
	static inline U hr_a_add_##t(U a, U b) { return (U)(1u * a + b); }                         \
	static inline U hr_a_sub_##t(U a, U b) { return (U)(1u * a - b); }                         \
	static inline U hr_a_mul_##t(U a, U b) { return (U)(1u * a * b); }                         \
	static inline U hr_a_muladd_##t(U a, U b, U c) { return (U)(1u * a * b + c); }             \
	static inline U hr_a_and_##t(U a, U b) { return a & b; }                                   \
	static inline U hr_a_or_##t(U a, U b) { return a | b; }                                    \
	static inline U hr_a_xor_##t(U a, U b) { return a ^ b; }                                   \
	static inline U hr_a_mov_##t(U a) { return a; }                                            \
	static inline U hr_a_freeze_##t(U a) { return a; }                                         \
	static inline U hr_a_umin_##t(U a, U b) { return a < b ? a : b; }                          \
	static inline U hr_a_umax_##t(U a, U b) { return a > b ? a : b; }                          \
	static inline U hr_a_smin_##t(U a, U b) { return (S)a < (S)b ? a : b; }                    \
	static inline U hr_a_smax_##t(U a, U b) { return (S)a > (S)b ? a : b; }                    \
	static inline U hr_a_clmul_##t(U a, U b)                                                   \
	{                                                                                          \
		U sum = 0;                                                                         \
		for (unsigned i = 0; i < BITS; i++)                                                \
			if (b >> i & 1)                                                            \
				sum ^= (U)(1u * a << i);                                           \
		return sum;                                                                        \
	}                                                                                          \
	static inline U hr_a_abs_##t(U a) { return (S)a < 0 ? (U)(0u - a) : a; }                   \
	static inline U hr_a_mask_##t(U a, uint32_t i) { return a & (U)((1u * (U)1 << i) - 1u); }  \
	static inline U hr_a_sextin_##t(U a, uint32_t i)                                           \
	{                                                                                          \
		U sign = (U)(1u * (U)1 << (i - 1));                                                \
		return (U)(((1u * hr_a_mask_##t(a, i)) ^ sign) - sign);                            \
	}
/* clang-format on */

/* Division and remainder; a divisor of 0 and MIN / -1 trap. */
#define HR_A_DIVISION(t, U, S, BITS)                                                               \
	static inline hr_trap hr_a_udiv_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b == 0)                                                                        \
			return HR_TRAP_OF(div_by_zero);                                            \
		*d = (U)(a / b);                                                                   \
		return 0;                                                                          \
	}                                                                                          \
	static inline hr_trap hr_a_urem_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b == 0)                                                                        \
			return HR_TRAP_OF(div_by_zero);                                            \
		*d = (U)(a % b);                                                                   \
		return 0;                                                                          \
	}                                                                                          \
	static inline hr_trap hr_a_sdiv_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b == 0)                                                                        \
			return HR_TRAP_OF(div_by_zero);                                            \
		if ((S)b == -1 && a == (U)(1u * (U)1 << (BITS - 1)))                               \
			return HR_TRAP_OF(div_overflow);                                           \
		*d = (U)((S)a / (S)b);                                                             \
		return 0;                                                                          \
	}                                                                                          \
	static inline hr_trap hr_a_srem_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b == 0)                                                                        \
			return HR_TRAP_OF(div_by_zero);                                            \
		if ((S)b == -1 && a == (U)(1u * (U)1 << (BITS - 1)))                               \
			return HR_TRAP_OF(div_overflow);                                           \
		*d = (U)((S)a % (S)b);                                                             \
		return 0;                                                                          \
	}

/* clang-format off */
#define HR_A_SHIFTS(t, U, S, BITS)                                                                 \
	static inline U hr_a_shlz_##t(U a, U b) { return (U)(b < BITS ? 1u * a << b : 0u); }       \
	static inline U hr_a_lshrz_##t(U a, U b) { return (U)(b < BITS ? a >> b : 0); }            \
	static inline U hr_a_ashrz_##t(U a, U b) { return (U)(b < BITS ? (S)a >> b : 0); }         \
	static inline hr_trap hr_a_shl_##t(U a, U b, U *d)                                         \
	{                                                                                          \
		if (b >= BITS)                                                                     \
			return HR_TRAP_OF(shift_too_far);                                          \
		*d = (U)(1u * a << b);                                                             \
		return 0;                                                                          \
	}                                                                                          \
	static inline hr_trap hr_a_lshr_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b >= BITS)                                                                     \
			return HR_TRAP_OF(shift_too_far);                                          \
		*d = (U)(a >> b);                                                                  \
		return 0;                                                                          \
	}                                                                                          \
	static inline hr_trap hr_a_ashr_##t(U a, U b, U *d)                                        \
	{                                                                                          \
		if (b >= BITS)                                                                     \
			return HR_TRAP_OF(shift_too_far);                                          \
		*d = (U)((S)a >> b);                                                               \
		return 0;                                                                          \
	}                                                                                          \
	static inline U hr_a_fshl_##t(U a, U b, U c)                                               \
	{                                                                                          \
		unsigned n = (unsigned)(c % BITS);                                                 \
		return (U)(n ? (1u * a << n) | (b >> (BITS - n)) : a);                             \
	}                                                                                          \
	static inline U hr_a_fshr_##t(U a, U b, U c)                                               \
	{                                                                                          \
		unsigned n = (unsigned)(c % BITS);                                                 \
		return (U)(n ? (1u * a << (BITS - n)) | (b >> n) : b);                             \
	}
/* clang-format on */

/* clang-format off */
#define HR_A_SATURATING(t, U, S, BITS)                                                             \
	static inline U hr_a_bound_##t(bool negative) /* of the signed container */                \
	{                                                                                          \
		U min = (U)(1u * (U)1 << (BITS - 1));                                              \
		return negative ? min : (U)(min - 1u);                                             \
	}                                                                                          \
	static inline U hr_a_uadd_sat_##t(U a, U b)                                                \
	{                                                                                          \
		U sum = (U)(1u * a + b);                                                           \
		return sum < a ? (U) ~(U)0 : sum;                                                  \
	}                                                                                          \
	static inline U hr_a_usub_sat_##t(U a, U b) { return a > b ? (U)(a - b) : 0; }             \
	static inline U hr_a_sadd_sat_##t(U a, U b)                                                \
	{                                                                                          \
		S sum;                                                                             \
		return __builtin_add_overflow((S)a, (S)b, &sum) ? hr_a_bound_##t((S)a < 0) : (U)sum; \
	}                                                                                          \
	static inline U hr_a_ssub_sat_##t(U a, U b)                                                \
	{                                                                                          \
		S rest;                                                                            \
		return __builtin_sub_overflow((S)a, (S)b, &rest) ? hr_a_bound_##t((S)a < 0)        \
								 : (U)rest;                        \
	}                                                                                          \
	static inline U hr_a_ushl_sat_##t(U a, U b)                                                \
	{                                                                                          \
		U shifted = hr_a_shlz_##t(a, b);                                                   \
		return b < BITS && (U)(shifted >> b) != a ? (U) ~(U)0 : shifted;                   \
	}                                                                                          \
	static inline U hr_a_sshl_sat_##t(U a, U b)                                                \
	{                                                                                          \
		U shifted = hr_a_shlz_##t(a, b);                                                   \
		return b < BITS && (U)((S)shifted >> b) != a ? hr_a_bound_##t((S)a < 0) : shifted; \
	}
/* clang-format on */

#define HR_A_OVERFLOW(t, U, S, BITS)                                                               \
	static inline U hr_a_uadd_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		U d = (U)(1u * a + b);                                                             \
		*o = d < a;                                                                        \
		return d;                                                                          \
	}                                                                                          \
	static inline U hr_a_usub_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		*o = a < b;                                                                        \
		return (U)(1u * a - b);                                                            \
	}                                                                                          \
	static inline U hr_a_umul_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		U d;                                                                               \
		*o = __builtin_mul_overflow(a, b, &d);                                             \
		return d;                                                                          \
	}                                                                                          \
	static inline U hr_a_sadd_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		S d;                                                                               \
		*o = __builtin_add_overflow((S)a, (S)b, &d);                                       \
		return (U)d;                                                                       \
	}                                                                                          \
	static inline U hr_a_ssub_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		S d;                                                                               \
		*o = __builtin_sub_overflow((S)a, (S)b, &d);                                       \
		return (U)d;                                                                       \
	}

#define HR_A_SMUL_OVERFLOW(t, U, S)                                                                \
	static inline U hr_a_smul_ov_##t(U a, U b, uint8_t *o)                                     \
	{                                                                                          \
		S d;                                                                               \
		*o = __builtin_mul_overflow((S)a, (S)b, &d);                                       \
		return (U)d;                                                                       \
	}

/* Bit operations of the containers up to 64 bits, through uint64_t. */
/* clang-format off */
#define HR_A_BITS(t, U, BITS)                                                                      \
	static inline U hr_a_ctpop_##t(U a) { return (U)__builtin_popcountll(a); }                 \
	static inline U hr_a_ctlz_##t(U a) { return (U)(hr_clz64(a) - (64 - BITS)); }              \
	static inline U hr_a_cttz_##t(U a) { return a ? (U)hr_ctz64(a) : (U)BITS; }                \
	static inline U hr_a_bswap_##t(U a) { return (U)(__builtin_bswap64(a) >> (64 - BITS)); }   \
	static inline U hr_a_bitreverse_##t(U a) { return (U)(hr_bitreverse64(a) >> (64 - BITS)); }
/* clang-format on */

/* The result is 0 or 1 for scalars, 0 or -1 in each element for vectors
 * (interp/lanes/handlers/lane_tests.h). S is the signed type. */
#define HR_TEST_eq(a, b, S)  ((a) == (b))
#define HR_TEST_ne(a, b, S)  ((a) != (b))
#define HR_TEST_ugt(a, b, S) ((a) > (b))
#define HR_TEST_uge(a, b, S) ((a) >= (b))
#define HR_TEST_ult(a, b, S) ((a) < (b))
#define HR_TEST_ule(a, b, S) ((a) <= (b))
#define HR_TEST_sgt(a, b, S) ((S)(a) > (S)(b))
#define HR_TEST_sge(a, b, S) ((S)(a) >= (S)(b))
#define HR_TEST_slt(a, b, S) ((S)(a) < (S)(b))
#define HR_TEST_sle(a, b, S) ((S)(a) <= (S)(b))

/* clang-format off */
#define HR_A_TESTS(t, U, S)                                                                        \
	static inline uint8_t hr_a_eq_##t(U a, U b) { return HR_TEST_eq(a, b, S); }                \
	static inline uint8_t hr_a_ne_##t(U a, U b) { return HR_TEST_ne(a, b, S); }                \
	static inline uint8_t hr_a_ugt_##t(U a, U b) { return HR_TEST_ugt(a, b, S); }              \
	static inline uint8_t hr_a_uge_##t(U a, U b) { return HR_TEST_uge(a, b, S); }              \
	static inline uint8_t hr_a_ult_##t(U a, U b) { return HR_TEST_ult(a, b, S); }              \
	static inline uint8_t hr_a_ule_##t(U a, U b) { return HR_TEST_ule(a, b, S); }              \
	static inline uint8_t hr_a_sgt_##t(U a, U b) { return HR_TEST_sgt(a, b, S); }              \
	static inline uint8_t hr_a_sge_##t(U a, U b) { return HR_TEST_sge(a, b, S); }              \
	static inline uint8_t hr_a_slt_##t(U a, U b) { return HR_TEST_slt(a, b, S); }              \
	static inline uint8_t hr_a_sle_##t(U a, U b) { return HR_TEST_sle(a, b, S); }
/* clang-format on */

#define HR_A_INTEGER(t, U, S, BITS)                                                                \
	HR_A_ARITHMETIC(t, U, S, BITS)                                                             \
	HR_A_DIVISION(t, U, S, BITS)                                                               \
	HR_A_SHIFTS(t, U, S, BITS)                                                                 \
	HR_A_SATURATING(t, U, S, BITS)                                                             \
	HR_A_OVERFLOW(t, U, S, BITS)                                                               \
	HR_A_TESTS(t, U, S)

HR_A_INTEGER(i8, uint8_t, int8_t, 8)
HR_A_INTEGER(i16, uint16_t, int16_t, 16)
HR_A_INTEGER(i32, uint32_t, int32_t, 32)
HR_A_INTEGER(i64, uint64_t, int64_t, 64)
HR_A_INTEGER(i128, hr_u128, hr_s128, 128)
HR_A_SMUL_OVERFLOW(i8, uint8_t, int8_t)
HR_A_SMUL_OVERFLOW(i16, uint16_t, int16_t)
HR_A_SMUL_OVERFLOW(i32, uint32_t, int32_t)
HR_A_SMUL_OVERFLOW(i64, uint64_t, int64_t)
HR_A_BITS(i8, uint8_t, 8)
HR_A_BITS(i16, uint16_t, 16)
HR_A_BITS(i32, uint32_t, 32)
HR_A_BITS(i64, uint64_t, 64)

static inline hr_u128 hr_a_smul_ov_i128(hr_u128 a, hr_u128 b, uint8_t *o)
{
	return hr_smul128(a, b, o);
}

static inline hr_u128 hr_a_ctpop_i128(hr_u128 a)
{
	return hr_popcount128(a);
}

static inline hr_u128 hr_a_ctlz_i128(hr_u128 a)
{
	return hr_clz128(a);
}

static inline hr_u128 hr_a_cttz_i128(hr_u128 a)
{
	return hr_ctz128(a);
}

static inline hr_u128 hr_a_bswap_i128(hr_u128 a)
{
	return hr_bswap128(a);
}

static inline hr_u128 hr_a_bitreverse_i128(hr_u128 a)
{
	return hr_bitreverse128(a);
}

/* clang-format off */
#define HR_A_EXTEND(from, UF, SF, to, UT, ST)                                                      \
	static inline UT hr_a_zext_##from##_##to(UF a) { return a; }                               \
	static inline UT hr_a_sext_##from##_##to(UF a) { return (UT)(ST)(SF)a; }                   \
	static inline UF hr_a_trunc_##to##_##from(UT a) { return (UF)a; }
/* clang-format on */
HR_A_EXTEND(i8, uint8_t, int8_t, i16, uint16_t, int16_t)
HR_A_EXTEND(i8, uint8_t, int8_t, i32, uint32_t, int32_t)
HR_A_EXTEND(i8, uint8_t, int8_t, i64, uint64_t, int64_t)
HR_A_EXTEND(i8, uint8_t, int8_t, i128, hr_u128, hr_s128)
HR_A_EXTEND(i16, uint16_t, int16_t, i32, uint32_t, int32_t)
HR_A_EXTEND(i16, uint16_t, int16_t, i64, uint64_t, int64_t)
HR_A_EXTEND(i16, uint16_t, int16_t, i128, hr_u128, hr_s128)
HR_A_EXTEND(i32, uint32_t, int32_t, i64, uint64_t, int64_t)
HR_A_EXTEND(i32, uint32_t, int32_t, i128, hr_u128, hr_s128)
HR_A_EXTEND(i64, uint64_t, int64_t, i128, hr_u128, hr_s128)

#undef HR_A_EXTEND
#undef HR_A_INTEGER
#undef HR_A_TESTS
#undef HR_A_BITS
#undef HR_A_SMUL_OVERFLOW
#undef HR_A_OVERFLOW
#undef HR_A_SATURATING
#undef HR_A_SHIFTS
#undef HR_A_DIVISION
#undef HR_A_ARITHMETIC

#endif
