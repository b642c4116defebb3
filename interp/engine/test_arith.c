/* interp/engine/test_arith.c -- pure operations: edge cases of each family, exhaustive where that
 * is cheap (8-bit integers, all halves), compared with independent computations. */
#include <check.h>
#include <stdlib.h>

#include "interp/engine/engine.h"
#include "ir/code/code.h"
#include "src/arith/arith.h"
#include "src/arith/poison_source.h"

/* --- the table -------------------------------------------------------------------------------- */

START_TEST(every_operation_has_a_name_and_a_length)
{
	for (unsigned op = 0; op < HR_OP_COUNT; op++) {
		const char *name = hr_op_name((hr_op)op);

		ck_assert_ptr_nonnull(name);
		ck_assert_msg(name[0] != '\0', "operation %u has no name", op);
		ck_assert_uint_ge(hr_op_length((hr_op)op), 1);
		if (hr_rare_ops[op].handler)
			ck_assert_msg(hr_rare_ops[op].words == hr_op_length((hr_op)op), "%s", name);
		for (unsigned other = op + 1; other < HR_OP_COUNT; other++)
			ck_assert_str_ne(name, hr_op_name((hr_op)other));
	}
}
END_TEST

/* --- integers --------------------------------------------------------------------------------- */

static uint8_t clamp_signed(int value)
{
	return (uint8_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

static uint8_t clamp_unsigned(int value)
{
	return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void check_binary_i8(uint8_t a, uint8_t b)
{
	int sa = (int8_t)a, sb = (int8_t)b;
	uint8_t o;

	ck_assert_uint_eq(hr_a_add_i8(a, b), (uint8_t)(sa + sb));
	ck_assert_uint_eq(hr_a_sub_i8(a, b), (uint8_t)(sa - sb));
	ck_assert_uint_eq(hr_a_mul_i8(a, b), (uint8_t)(sa * sb));
	ck_assert_uint_eq(hr_a_smin_i8(a, b), (uint8_t)(sa < sb ? sa : sb));
	ck_assert_uint_eq(hr_a_smax_i8(a, b), (uint8_t)(sa > sb ? sa : sb));
	ck_assert_uint_eq(hr_a_umin_i8(a, b), a < b ? a : b);
	ck_assert_uint_eq(hr_a_umax_i8(a, b), a > b ? a : b);
	ck_assert_uint_eq(hr_a_sadd_sat_i8(a, b), clamp_signed(sa + sb));
	ck_assert_uint_eq(hr_a_ssub_sat_i8(a, b), clamp_signed(sa - sb));
	ck_assert_uint_eq(hr_a_uadd_sat_i8(a, b), clamp_unsigned(a + b));
	ck_assert_uint_eq(hr_a_usub_sat_i8(a, b), clamp_unsigned(a - b));
	ck_assert_uint_eq(hr_a_sadd_ov_i8(a, b, &o), (uint8_t)(sa + sb));
	ck_assert_uint_eq(o, sa + sb != (int8_t)(sa + sb));
	ck_assert_uint_eq(hr_a_ssub_ov_i8(a, b, &o), (uint8_t)(sa - sb));
	ck_assert_uint_eq(o, sa - sb != (int8_t)(sa - sb));
	ck_assert_uint_eq(hr_a_smul_ov_i8(a, b, &o), (uint8_t)(sa * sb));
	ck_assert_uint_eq(o, sa * sb != (int8_t)(sa * sb));
	ck_assert_uint_eq(hr_a_uadd_ov_i8(a, b, &o), (uint8_t)(a + b));
	ck_assert_uint_eq(o, a + b > 255);
	ck_assert_uint_eq(hr_a_usub_ov_i8(a, b, &o), (uint8_t)(a - b));
	ck_assert_uint_eq(o, a < b);
	ck_assert_uint_eq(hr_a_umul_ov_i8(a, b, &o), (uint8_t)(a * b));
	ck_assert_uint_eq(o, a * b > 255);
	ck_assert_uint_eq(hr_a_slt_i8(a, b), sa < sb);
	ck_assert_uint_eq(hr_a_sge_i8(a, b), sa >= sb);
	ck_assert_uint_eq(hr_a_ult_i8(a, b), a < b);
	ck_assert_uint_eq(hr_a_uge_i8(a, b), a >= b);
	ck_assert_uint_eq(hr_a_eq_i8(a, b), a == b);
}

static void check_division_i8(uint8_t a, uint8_t b)
{
	int sa = (int8_t)a, sb = (int8_t)b;
	hr_trap unsigned_trap = b ? 0 : HR_TRAP_OF(div_by_zero);
	hr_trap signed_trap = !b                       ? HR_TRAP_OF(div_by_zero)
			      : sa == -128 && sb == -1 ? HR_TRAP_OF(div_overflow)
						       : 0;
	uint8_t d = 0x55;

	ck_assert_uint_eq(hr_a_udiv_i8(a, b, &d), unsigned_trap);
	ck_assert_uint_eq(d, unsigned_trap ? 0x55 : a / b);
	d = 0x55;
	ck_assert_uint_eq(hr_a_urem_i8(a, b, &d), unsigned_trap);
	ck_assert_uint_eq(d, unsigned_trap ? 0x55 : a % b);
	d = 0x55;
	ck_assert_uint_eq(hr_a_sdiv_i8(a, b, &d), signed_trap);
	ck_assert_uint_eq(d, signed_trap ? 0x55 : (uint8_t)(sa / sb));
	d = 0x55;
	ck_assert_uint_eq(hr_a_srem_i8(a, b, &d), signed_trap);
	ck_assert_uint_eq(d, signed_trap ? 0x55 : (uint8_t)(sa % sb));
}

static void check_shifts_i8(uint8_t a, uint8_t b)
{
	hr_trap trap = b < 8 ? 0 : HR_TRAP_OF(shift_too_far);
	int sa = (int8_t)a, n = b < 8 ? b : 0, r = b % 8;
	unsigned pair = (unsigned)a << 8 | 0x5a;
	uint8_t d = 0, left = (uint8_t)(a << n), overflown = sa < 0 ? 0x80 : 0x7f;

	ck_assert_uint_eq(hr_a_shl_i8(a, b, &d), trap);
	ck_assert_uint_eq(d, trap ? 0 : left);
	ck_assert_uint_eq(hr_a_shlz_i8(a, b), trap ? 0 : left);
	ck_assert_uint_eq(hr_a_lshrz_i8(a, b), trap ? 0 : a >> n);
	ck_assert_uint_eq(hr_a_ashrz_i8(a, b), trap ? 0 : (uint8_t)(sa >> n));
	ck_assert_uint_eq(hr_a_ushl_sat_i8(a, b), trap ? 0 : clamp_unsigned(a << n));
	ck_assert_uint_eq(hr_a_sshl_sat_i8(a, b), trap                            ? 0
						  : sa * (1 << n) == (int8_t)left ? left
										  : overflown);
	ck_assert_uint_eq(hr_a_fshl_i8(a, 0x5a, b), (uint8_t)(pair << r >> 8));
	ck_assert_uint_eq(hr_a_fshr_i8(a, 0x5a, b), (uint8_t)(pair >> r));
}

START_TEST(i8_exhaustively)
{
	for (unsigned a = 0; a < 256; a++)
		for (unsigned b = 0; b < 256; b++) {
			check_binary_i8((uint8_t)a, (uint8_t)b);
			check_division_i8((uint8_t)a, (uint8_t)b);
			check_shifts_i8((uint8_t)a, (uint8_t)b);
		}
}
END_TEST

START_TEST(carryless_products)
{
	for (unsigned a = 0; a < 256; a++)
		for (unsigned b = 0; b < 256; b++) {
			unsigned whole = 0;

			for (unsigned rest = b, by = a; rest; rest >>= 1, by <<= 1)
				whole ^= rest & 1 ? by : 0;
			ck_assert_uint_eq(hr_a_clmul_i8((uint8_t)a, (uint8_t)b), whole & 255);
			ck_assert_uint_eq(hr_a_clmul_i16((uint16_t)a, (uint16_t)b), whole);
			ck_assert(hr_a_clmul_i128((hr_u128)a << 100, b) == (hr_u128)whole << 100);
		}
	/* without carries, ones squared are every other bit */
	ck_assert_uint_eq(hr_a_clmul_i32(0xffff, 0xffff), 0x55555555);
	ck_assert_uint_eq(hr_a_clmul_i64(~(uint64_t)0, ~(uint64_t)0), 0x5555555555555555);
}
END_TEST

START_TEST(operations_of_processors)
{
	static const char digits[] = "123456789";
	const hr_u128 a = 'b' | 'c' << 8, b = 'a' | (hr_u128)'c' << 8 | (hr_u128)'b' << 16;
	const hr_u128 ordered = (hr_u128)0x0c << 64;
	uint32_t crc = UINT32_MAX;

	ck_assert_uint_eq(hr_a_pdep_i32(0x1d, 0xf0f0), 0x10d0);
	ck_assert_uint_eq(hr_a_pext_i32(0xabcd, 0x0ff0), 0xbc);
	ck_assert_uint_eq(hr_a_pext_i64(~(uint64_t)0, (uint64_t)1 << 63), 1);
	ck_assert_uint_eq(hr_a_pdep_i64(3, (uint64_t)1 << 63 | 1), (uint64_t)1 << 63 | 1);
	for (unsigned i = 0; i < 9; i++)
		crc = hr_a_crc32c_i8(crc, (uint8_t)digits[i]);
	ck_assert_uint_eq(~crc, 0xe3069283u); /* the check value of CRC-32C */
	ck_assert_uint_eq(hr_a_gfmul_i8(0x57, 0x83), 0xc1);
	for (unsigned i = 0; i < 256; i++)
		ck_assert_uint_eq(hr_a_gfmul_i8((uint8_t)i, hr_a_gfinv_i8((uint8_t)i)), i != 0);
	/* any of "bc" in "acb": mask 6, from index 1 on, and both strings end */
	ck_assert(hr_a_pcmpstr_i128(a, b, 0) == ((hr_u128)1 << 32 | 7u << 16 | 6));
	/* "bc" begins nowhere in "acb" */
	ck_assert((hr_a_pcmpstr_i128(a, b, ordered) & 0xffff) == 0);
}
END_TEST

START_TEST(i8_bits_exhaustively)
{
	for (unsigned a = 0; a < 256; a++) {
		unsigned ones = 0, reversed = 0, leading = 8, trailing = 8;

		for (unsigned bit = 0; bit < 8; bit++)
			if (a >> bit & 1) {
				ones++;
				reversed |= 0x80u >> bit;
				leading = 7 - bit;
				trailing = trailing < bit ? trailing : bit;
			}
		ck_assert_uint_eq(hr_a_ctpop_i8((uint8_t)a), ones);
		ck_assert_uint_eq(hr_a_ctlz_i8((uint8_t)a), leading);
		ck_assert_uint_eq(hr_a_cttz_i8((uint8_t)a), trailing);
		ck_assert_uint_eq(hr_a_bitreverse_i8((uint8_t)a), reversed);
		ck_assert_uint_eq(hr_a_abs_i8((uint8_t)a), (uint8_t)abs((int8_t)a));
		for (unsigned width = 1; width < 8; width++) {
			int low = (int)(a & ((1u << width) - 1)), sign = low >> (width - 1);

			ck_assert_uint_eq(hr_a_mask_i8((uint8_t)a, width), low);
			ck_assert_uint_eq(hr_a_sextin_i8((uint8_t)a, width),
					  (uint8_t)(low - (sign << width)));
		}
	}
}
END_TEST

START_TEST(wide_integers)
{
	const hr_u128 min = (hr_u128)1 << 127, max = min - 1;
	hr_u128 d = 0;
	uint64_t d64 = 7;
	uint8_t o;

	ck_assert(hr_a_smul_ov_i128(min, (hr_u128)-1, &o) == min && o == 1);
	ck_assert(hr_a_smul_ov_i128((hr_u128)-1, max, &o) == min + 1 && o == 0);
	ck_assert(hr_a_smul_ov_i128((hr_u128)1 << 64, (hr_u128)1 << 62, &o) == (hr_u128)1 << 126 &&
		  o == 0);
	ck_assert(hr_a_smul_ov_i128((hr_u128)1 << 64, (hr_u128)1 << 63, &o) == min && o == 1);
	ck_assert(hr_a_smul_ov_i128(0, min, &o) == 0 && o == 0);
	ck_assert(hr_a_umul_ov_i128(max, 3, &o) == max * 3 && o == 1);
	ck_assert(hr_a_sdiv_i128(min, (hr_u128)-1, &d) == HR_TRAP_OF(div_overflow));
	ck_assert(hr_a_sdiv_i128((hr_u128)-7, 2, &d) == 0 && d == (hr_u128)-3);
	ck_assert(hr_a_shl_i128(1, 127, &d) == 0 && d == min);
	ck_assert(hr_a_shl_i128(1, 128, &d) == HR_TRAP_OF(shift_too_far));
	ck_assert(hr_a_ctlz_i128(1) == 127 && hr_a_cttz_i128(min) == 127 &&
		  hr_a_ctlz_i128(0) == 128);
	ck_assert(hr_a_bswap_i128(1) == (hr_u128)1 << 120 && hr_a_bitreverse_i128(1) == min);
	ck_assert(hr_a_fshl_i128(1, min, 1) == 3 && hr_a_fshr_i128(1, 0, 1) == min);
	ck_assert(hr_a_sadd_sat_i128(max, 1) == max && hr_a_ssub_sat_i128(min, 1) == min);
	ck_assert_uint_eq(hr_a_mul_i16(0xffff, 0xffff), 1);
	ck_assert_uint_eq(hr_a_shl_i64(1, 64, &d64), HR_TRAP_OF(shift_too_far));
	ck_assert_uint_eq(d64, 7);
	ck_assert_uint_eq(hr_a_bswap_i16(0x1234), 0x3412);
	ck_assert_uint_eq(hr_a_bswap_i32(0x12345678), 0x78563412);
	ck_assert_uint_eq(hr_a_abs_i32(0x80000000), 0x80000000);
}
END_TEST

START_TEST(odd_widths)
{
	hr_u128 low65 = ((hr_u128)1 << 65) - 1;

	ck_assert_uint_eq(hr_a_sextin_i32(0x800000, 24), 0xff800000);
	ck_assert_uint_eq(hr_a_mask_i32(0xff800000, 24), 0x800000);
	ck_assert_uint_eq(hr_a_sextin_i8(1, 1), 0xff);
	ck_assert_uint_eq(hr_a_sextin_i64((uint64_t)1 << 62, 63), (uint64_t)3 << 62);
	ck_assert(hr_a_mask_i128(~(hr_u128)0, 65) == low65);
	ck_assert(hr_a_sextin_i128((hr_u128)1 << 64, 65) == ~(low65 >> 1));
	ck_assert_uint_eq(hr_a_fptosi_sat_f64_i32(-1e9, 24), 0x800000);
	ck_assert_uint_eq(hr_a_fptosi_sat_f64_i32(1e9, 24), 0x7fffff);
	ck_assert_uint_eq(hr_a_fptoui_sat_f64_i32(1e9, 24), 0xffffff);
	ck_assert_uint_eq(hr_a_fptosiz_f64_i32(-1, 24), 0xffffff);
	ck_assert_uint_eq(hr_a_fptosiz_f64_i8(-1, 1), 1);
	ck_assert_uint_eq(hr_a_fptosi_ok_f64(1, 1), 0);
}
END_TEST

/* --- floating point to integer ---------------------------------------------------------------- */

START_TEST(float_to_integer)
{
	uint32_t d = 0;
	uint64_t d64 = 0;
	uint8_t d8 = 0;
	hr_u128 d128 = 0;

	ck_assert_uint_eq(hr_a_fptosi_f64_i32(-2147483648.9, 32, &d), 0);
	ck_assert_uint_eq(d, 0x80000000);
	ck_assert_uint_eq(hr_a_fptosi_f64_i32(-2147483649.0, 32, &d), HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptosi_f64_i32(2147483648.0, 32, &d), HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptosi_f64_i32(2147483647.9, 32, &d), 0);
	ck_assert_uint_eq(d, 0x7fffffff);
	ck_assert_uint_eq(hr_a_fptosi_f32_i32(NAN, 32, &d), HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptoui_f32_i8(-0.9f, 8, &d8), 0);
	ck_assert_uint_eq(d8, 0);
	ck_assert_uint_eq(hr_a_fptoui_f32_i8(-1.0f, 8, &d8), HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptoui_f64_i64(18446744073709549568.0, 64, &d64), 0);
	ck_assert_uint_eq(d64, 18446744073709549568u);
	ck_assert_uint_eq(hr_a_fptoui_f64_i64(18446744073709551616.0, 64, &d64),
			  HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptoui_f32_i128(3.4028234664e38f, 128, &d128), 0);
	ck_assert(d128 == (hr_u128)0xffffff << 104);
	ck_assert_uint_eq(hr_a_fptoui_f32_i128(INFINITY, 128, &d128), HR_TRAP_OF(fp_to_int_range));
	ck_assert_uint_eq(hr_a_fptosi_sat_f32_i32(NAN, 32), 0);
	ck_assert_uint_eq(hr_a_fptosi_sat_f32_i32(-INFINITY, 32), 0x80000000);
	ck_assert_uint_eq(hr_a_fptosi_sat_f80_i64(1e30L, 64), INT64_MAX);
	ck_assert(hr_a_fptoui_sat_f128_i128(1e39L, 128) == ~(hr_u128)0);
	ck_assert_uint_eq(hr_a_fptosiz_f80_i64(-9223372036854775808.0L, 64), (uint64_t)INT64_MIN);
}
END_TEST

/* --- halves ----------------------------------------------------------------------------------- */

static double value_of_f16(unsigned bits)
{
	double sign = bits & 0x8000 ? -1 : 1, fraction = bits & 0x3ff;
	int exponent = bits >> 10 & 31;

	if (exponent == 31)
		return fraction != 0 ? NAN : sign * INFINITY;
	return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

START_TEST(f16_conversions_exhaustively)
{
	for (unsigned bits = 0; bits < 0x10000; bits++) {
		uint16_t a = (uint16_t)bits;
		double value = value_of_f16(bits);
		float single = hr_a_fpconv_f16_f32(a);

		if (value != value) {
			ck_assert(single != single);
			ck_assert_uint_eq(hr_a_fpconv_f32_f16(single), a | 0x200);
			continue;
		}
		ck_assert_double_eq(single, value);
		ck_assert_uint_eq(hr_bits_f64(hr_a_fpconv_f16_f64(a)), hr_bits_f64(value));
		ck_assert_uint_eq(hr_a_fpconv_f32_f16(single), a);
		ck_assert_uint_eq(hr_a_fpconv_f64_f16(value), a);
		ck_assert_uint_eq(hr_a_fpconv_f80_f16(value), a);
		ck_assert_uint_eq(hr_a_fpconv_f128_f16(value), a);
		ck_assert_uint_eq(hr_bits_f32(hr_a_fpconv_b16_f32(a)), bits << 16);
		ck_assert_uint_eq(hr_a_fpconv_f32_b16(hr_from_bits_f32(bits << 16)), bits);
	}
}
END_TEST

/* Every float close to the midpoint of two halves is rounded to the correct one. */
START_TEST(f16_rounding)
{
	for (unsigned bits = 0; bits < 0x7c00; bits++) {
		double low = value_of_f16(bits), high = value_of_f16(bits + 1);
		double middle = bits == 0x7bff ? 65520 : (low + high) / 2;

		ck_assert_uint_eq(hr_a_fpconv_f64_f16(middle), bits + (bits & 1));
		ck_assert_uint_eq(hr_a_fpconv_f64_f16(nextafter(middle, 0)), bits);
		ck_assert_uint_eq(hr_a_fpconv_f64_f16(nextafter(middle, INFINITY)), bits + 1);
		ck_assert_uint_eq(hr_a_fpconv_f80_f16(middle + middle * 0x1p-62L), bits + 1);
		ck_assert_uint_eq(hr_a_fpconv_f80_f16(middle - middle * 0x1p-62L), bits);
		ck_assert_uint_eq(hr_a_fpconv_f128_f16(middle + (hr_f128)middle * 0x1p-100L),
				  bits + 1);
		ck_assert_uint_eq(hr_a_fpconv_f32_f16(-(float)middle),
				  0x8000 | (bits + (bits & 1)));
	}
}
END_TEST

START_TEST(half_arithmetic)
{
	const uint16_t one = 0x3c00, max = 0x7bff, inf = 0x7c00;

	ck_assert_uint_eq(hr_a_fadd_f16(one, 0x1000), one); /* 1 + 2^-11: a tie, to even */
	ck_assert_uint_eq(hr_a_fadd_f16(one, 0x1001), one + 1);
	ck_assert_uint_eq(hr_a_fadd_f16(max, max), inf);
	ck_assert_uint_eq(hr_a_fmul_f16(0x0001, 0x3800), 0x0000); /* 2^-24 / 2: a tie, to even */
	ck_assert_uint_eq(hr_a_fmul_f16(0x0003, 0x3800), 0x0002);
	ck_assert_uint_eq(hr_a_sqrt_f16(0x4000), 0x3da8);
	ck_assert_uint_eq(hr_a_fneg_f16(0x7e01), 0xfe01);
	/* a NaN becomes quiet and keeps its payload */
	ck_assert_uint_eq(hr_a_fadd_f16(0x7d01, one), 0x7f01);
	ck_assert_uint_eq(hr_a_canonicalize_f16(0x7c01), 0x7e01);
	ck_assert_uint_eq(hr_a_fpclass_f16(0x7c01, 1 << 0), 1);
	ck_assert_uint_eq(hr_a_fpclass_f16(0x8001, 1 << 4), 1);
	ck_assert_uint_eq(hr_a_sitofp_i32_f16((uint32_t)-65520), 0xfc00);
	ck_assert_uint_eq(hr_a_sitofp_i32_f16((uint32_t)-65519), 0xfbff);
	/* 257 * 2^56 + 1 is just above the midpoint of two bf16 values, which rounding to double
	 * first would hide */
	ck_assert_uint_eq(hr_a_uitofp_i128_b16(((hr_u128)257 << 100) + 1),
			  hr_a_fpconv_f64_b16(0x1.02p108));
	ck_assert_uint_eq(hr_a_uitofp_i128_b16((hr_u128)257 << 100), hr_a_fpconv_f64_b16(0x1p108));
	/* the midpoint of two values, and a much smaller term that decides */
	ck_assert_uint_eq(hr_a_fma_b16(0x3f81, 0x3f81, 0x0001), hr_a_fma_b16(0x3f81, 0x3f81, 0));
	ck_assert_uint_eq(hr_a_fma_b16(0x4180, 0x3f88, 0x0001), 0x4188);
	ck_assert_uint_eq(hr_a_fma_b16(0x3f90, 0x3f84, 0x0001), 0x3f95);
	ck_assert_uint_eq(hr_a_fma_b16(0x3f90, 0x3f84, 0x8001), 0x3f94);
}
END_TEST

/* --- f32 to binary128
 * ----------------------------------------------------------------------------- */

START_TEST(minima_and_maxima)
{
	ck_assert_double_eq(hr_a_minnum_f64(NAN, 2), 2);
	ck_assert_double_eq(hr_a_maxnum_f64(2, NAN), 2);
	ck_assert(signbit(hr_a_minnum_f64(0.0, -0.0)) && signbit(hr_a_minnum_f64(-0.0, 0.0)));
	ck_assert(!signbit(hr_a_maxnum_f64(0.0, -0.0)) && !signbit(hr_a_maxnum_f64(-0.0, 0.0)));
	ck_assert(signbit(hr_a_minnum_f32(0.0f, -0.0f)) && !signbit(hr_a_maxnum_f32(-0.0f, 0.0f)));
	ck_assert(signbit(hr_a_maxnum_f64(-0.0, -0.0)) && !signbit(hr_a_minnum_f64(0.0, 0.0)));
	ck_assert(isnan(hr_a_minimum_f64(NAN, 2)) && isnan(hr_a_maximum_f32(2, NAN)));
	ck_assert(signbit(hr_a_minimum_f64(0.0, -0.0)) && signbit(hr_a_minimum_f64(-0.0, 0.0)));
	ck_assert(!signbit(hr_a_maximum_f32(0.0f, -0.0f)) &&
		  !signbit(hr_a_maximum_f32(-0.0f, 0.0f)));
	ck_assert_double_eq(hr_a_minimumnum_f64(NAN, 2), 2);
	ck_assert(signbit(hr_a_minimumnum_f64(0.0, -0.0)) && isnan(hr_a_maximumnum_f64(NAN, NAN)));
	ck_assert(hr_a_maximum_f80(1, 2) == 2 && hr_a_minimum_f128(1, 2) == 1);
}
END_TEST

START_TEST(comparisons)
{
	const double values[] = {-1, 0, 1, NAN};

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			double a = values[i], b = values[j];
			bool unordered = i == 3 || j == 3;

			ck_assert_int_eq(hr_a_foeq_f64(a, b), !unordered && i == j);
			ck_assert_int_eq(hr_a_fueq_f64(a, b), unordered || i == j);
			ck_assert_int_eq(hr_a_folt_f64(a, b), !unordered && i < j);
			ck_assert_int_eq(hr_a_fult_f64(a, b), unordered || i < j);
			ck_assert_int_eq(hr_a_foge_f64(a, b), !unordered && i >= j);
			ck_assert_int_eq(hr_a_fuge_f64(a, b), unordered || i >= j);
			ck_assert_int_eq(hr_a_fone_f64(a, b), !unordered && i != j);
			ck_assert_int_eq(hr_a_fune_f64(a, b), unordered || i != j);
			ck_assert_int_eq(hr_a_ford_f64(a, b), !unordered);
			ck_assert_int_eq(hr_a_funo_f64(a, b), unordered);
		}
}
END_TEST

START_TEST(float_families)
{
	uint32_t exponent;
	double whole;

	ck_assert_double_eq(hr_a_fmuladd_f64(1 + 0x1p-30, 1 + 0x1p-30, -1), 0x1p-29);
	ck_assert_double_eq(hr_a_fma_f64(1 + 0x1p-30, 1 + 0x1p-30, -1), 0x1p-29 + 0x1p-60);
	ck_assert_double_eq(hr_a_rint_f64(2.5), 2);
	ck_assert_double_eq(hr_a_round_f64(2.5), 3);
	ck_assert_double_eq(hr_a_powi_f64(2, (uint32_t)-3), 0.125);
	ck_assert_double_eq(hr_a_powi_f64(3, 5), 243);
	ck_assert_double_eq(hr_a_powi_f64(7, 0), 1);
	ck_assert_double_eq(hr_a_frexp_f64(6, &exponent), 0.75);
	ck_assert_uint_eq(exponent, 3);
	ck_assert(isinf(hr_a_frexp_f64(-INFINITY, &exponent)) && exponent == 0);
	ck_assert_double_eq(hr_a_modf_f64(-2.25, &whole), -0.25);
	ck_assert_double_eq(whole, -2);
	ck_assert_uint_eq(hr_a_lrint_f32(-2.5f), (uint64_t)-2);
	ck_assert_uint_eq(hr_a_lround_f32(-2.5f), (uint64_t)-3);
	ck_assert_uint_eq(hr_bits_f32(hr_a_canonicalize_f32(hr_from_bits_f32(0x7f800001))),
			  0x7fc00001);
	ck_assert_uint_eq(hr_a_fpclass_f64(-0.0, 1 << 5), 1);
	ck_assert_uint_eq(hr_a_fpclass_f32(0x1p-140f, 1 << 7), 1);
	ck_assert_uint_eq(hr_a_fpclass_f80(-INFINITY, 1 << 2), 1);
	ck_assert_uint_eq(hr_a_fpclass_f128(1, 1 << 8), 1);
	ck_assert(hr_a_fpconv_f128_f80(hr_a_fpconv_f80_f128(1 + 0x1p-63L)) == 1 + 0x1p-63L);
	ck_assert(hr_a_fadd_f128(1, 0x1p-112L) != 1 && hr_a_fadd_f128(1, 0x1p-113L) == 1);
	ck_assert(hr_a_fadd_f80(1, 0x1p-63L) != 1 && hr_a_fadd_f80(1, 0x1p-64L) == 1);
	ck_assert(hr_a_sqrt_f128(2) * hr_a_sqrt_f128(2) - 2 < 1e-33L);
}
END_TEST

START_TEST(intervals)
{
	const hr_interval around = {-3, 2}, positive = {4, 5};
	const hr_interval unsigned64 = {0, ((hr_s128)1 << 64) - 1};
	hr_interval all;

	ck_assert(hr_interval_of(HR_POISON_ADD, &around, &positive, &all));
	ck_assert(all.low == 1 && all.high == 7);
	ck_assert(hr_interval_of(HR_POISON_SUB, &around, &positive, &all));
	ck_assert(all.low == -8 && all.high == -2);
	ck_assert(hr_interval_of(HR_POISON_MUL, &around, &positive, &all));
	ck_assert(all.low == -15 && all.high == 10);
	ck_assert(hr_interval_of(HR_POISON_MUL, &around, &around, &all));
	ck_assert(all.low == -6 && all.high == 9);
	ck_assert(!hr_interval_of(HR_POISON_MUL, &unsigned64, &unsigned64, &all));
	ck_assert(!hr_interval_of(HR_POISON_SHL, &around, &positive, &all));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("arith");
	TCase *tests = tcase_create("meanings");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, every_operation_has_a_name_and_a_length);
	tcase_add_test(tests, i8_exhaustively);
	tcase_add_test(tests, i8_bits_exhaustively);
	tcase_add_test(tests, carryless_products);
	tcase_add_test(tests, operations_of_processors);
	tcase_add_test(tests, wide_integers);
	tcase_add_test(tests, odd_widths);
	tcase_add_test(tests, float_to_integer);
	tcase_add_test(tests, f16_conversions_exhaustively);
	tcase_add_test(tests, f16_rounding);
	tcase_add_test(tests, half_arithmetic);
	tcase_add_test(tests, minima_and_maxima);
	tcase_add_test(tests, comparisons);
	tcase_add_test(tests, float_families);
	tcase_add_test(tests, intervals);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
