/* ir/lower/cast.c -- conversions between types.
 *
 * Invariant: as in arithmetic.c; a bit cast between containers of one size needs no code.
 * Owns:      nothing.
 * Clauses:   H4 (floating point to integer). */
#include "ir/lower/lower_private.h"

/* --- between integers ------------------------------------------------------------------------- */

static hr_op extend_op(hr_con from, hr_con to, bool is_signed)
{
#define PAIR(f, t, F, T)                                                                           \
	if (from == HR_C_##F && to == HR_C_##T)                                                    \
		return is_signed ? HR_OP_sext_##f##_##t : HR_OP_zext_##f##_##t;
	PAIR(i8, i16, I8, I16)
	PAIR(i8, i32, I8, I32)
	PAIR(i8, i64, I8, I64)
	PAIR(i8, i128, I8, I128)
	PAIR(i16, i32, I16, I32)
	PAIR(i16, i64, I16, I64)
	PAIR(i16, i128, I16, I128)
	PAIR(i32, i64, I32, I64)
	PAIR(i32, i128, I32, I128)
	PAIR(i64, i128, I64, I128)
#undef PAIR
	hr_bug("cannot extend %s to %s", hr_con_name(from), hr_con_name(to));
}

static hr_op truncate_op(hr_con from, hr_con to)
{
#define PAIR(t, f, T, F)                                                                           \
	if (from == HR_C_##F && to == HR_C_##T)                                                    \
		return HR_OP_trunc_##f##_##t;
	PAIR(i8, i16, I8, I16)
	PAIR(i8, i32, I8, I32)
	PAIR(i8, i64, I8, I64)
	PAIR(i8, i128, I8, I128)
	PAIR(i16, i32, I16, I32)
	PAIR(i16, i64, I16, I64)
	PAIR(i16, i128, I16, I128)
	PAIR(i32, i64, I32, I64)
	PAIR(i32, i128, I32, I128)
	PAIR(i64, i128, I64, I128)
#undef PAIR
	hr_bug("cannot truncate %s to %s", hr_con_name(from), hr_con_name(to));
}

static hr_vreg resize_const(hr_lw *l, hr_u128 value, unsigned from, unsigned to, bool is_signed)
{
	if (is_signed && from < 128 && value >> (from - 1) & 1)
		value |= ~(hr_u128)0 << from;
	if (to < 128)
		value &= ((hr_u128)1 << to) - 1;
	return hr_lw_const(l, hr_con_size(hr_con_of_bits(to)), value);
}

hr_vreg hr_lw_resize(hr_lw *l, hr_vreg reg, unsigned from, unsigned to, bool is_signed)
{
	hr_con source = hr_con_of_bits(from), target = hr_con_of_bits(to);
	hr_u128 value;

	if (from == to)
		return reg;
	if (hr_lw_is_const(l, reg, &value))
		return resize_const(l, value, from, to, is_signed);
	if (to < from) {
		if (source != target)
			reg = hr_lw_un(l, truncate_op(source, target), reg);
		return hr_lw_mask(l, reg, to);
	}
	if (is_signed)
		reg = hr_lw_signed(l, reg, from);
	if (source != target)
		reg = hr_lw_un(l, extend_op(source, target, is_signed), reg);
	return is_signed ? hr_lw_mask(l, reg, to) : reg;
}

void hr_in_int_cast(hr_lw *l, LLVMValueRef in)
{
	bool is_signed = hr_lw_opcode(in) == LLVMSExt;
	const hr_lw_type *to = hr_lw_type_of_value(l, in);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, to->count);

	for (uint32_t i = 0; i < to->count; i++)
		result->regs[i] = hr_lw_resize(l, a->regs[i], from->scalars[i].bits,
					       to->scalars[i].bits, is_signed);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* --- between integers and floats -------------------------------------------------------------- */

typedef struct fp_int_ops {
	hr_op to_signed, to_unsigned, to_signed_z, to_unsigned_z, to_signed_sat, to_unsigned_sat,
		from_signed, from_unsigned, fits_signed, fits_unsigned;
} fp_int_ops;

static const fp_int_ops *ops_of(hr_con f, hr_con n)
{
#define ROW(f, n)                                                                                  \
	{HR_OP_fptosi_##f##_##n,  HR_OP_fptoui_##f##_##n,     HR_OP_fptosiz_##f##_##n,             \
	 HR_OP_fptouiz_##f##_##n, HR_OP_fptosi_sat_##f##_##n, HR_OP_fptoui_sat_##f##_##n,          \
	 HR_OP_sitofp_##n##_##f,  HR_OP_uitofp_##n##_##f,     HR_OP_fptosi_ok_##f,                 \
	 HR_OP_fptoui_ok_##f}
#define ROWS(f) {ROW(f, i8), ROW(f, i16), ROW(f, i32), ROW(f, i64), ROW(f, i128)}
	static const fp_int_ops table[][5] = {ROWS(f16), ROWS(b16), ROWS(f32),
					      ROWS(f64), ROWS(f80), ROWS(f128)};
#undef ROW
#undef ROWS
	return &table[f - HR_C_F16][n];
}

hr_vreg hr_lw_fp_to_int_sat(hr_lw *l, hr_vreg a, hr_con from, const hr_scalar *to, bool is_signed)
{
	const fp_int_ops *ops = ops_of(from, to->con);

	return hr_lw_uni(l, is_signed ? ops->to_signed_sat : ops->to_unsigned_sat, a, to->bits);
}

void hr_lw_fp_to_int(hr_lw *l, LLVMValueRef in, bool is_signed)
{
	bool tracked = hr_lw_is_tracked(l, in);
	const hr_lw_type *to = hr_lw_type_of_value(l, in);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, to->count);

	hr_lw_spread_poison(l, in, result);
	for (uint32_t i = 0; i < to->count; i++) {
		const fp_int_ops *ops = ops_of(from->scalars[i].con, to->scalars[i].con);
		unsigned bits = to->scalars[i].bits;
		hr_vreg fits;

		if (!tracked) {
			result->regs[i] = hr_lw_uni(
				l, is_signed ? ops->to_signed : ops->to_unsigned, a->regs[i], bits);
			continue;
		}
		fits = hr_lw_uni(l, is_signed ? ops->fits_signed : ops->fits_unsigned, a->regs[i],
				 bits);
		result->regs[i] = hr_lw_uni(l, is_signed ? ops->to_signed_z : ops->to_unsigned_z,
					    a->regs[i], bits);
		hr_lw_set_poison(l, result, i,
				 hr_lw_or(l, hr_lw_poison(result, i), hr_lw_not(l, fits)));
	}
	hr_lw_define(l, in, result);
}

void hr_in_fp_to_int(hr_lw *l, LLVMValueRef in)
{
	hr_lw_fp_to_int(l, in, hr_lw_opcode(in) == LLVMFPToSI);
}

void hr_lw_int_to_fp(hr_lw *l, LLVMValueRef in, bool is_signed)
{
	const hr_lw_type *to = hr_lw_type_of_value(l, in);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, to->count);

	for (uint32_t i = 0; i < to->count; i++) {
		const fp_int_ops *ops = ops_of(to->scalars[i].con, from->scalars[i].con);
		hr_vreg x = a->regs[i];

		if (is_signed)
			x = hr_lw_signed(l, x, from->scalars[i].bits);
		result->regs[i] = hr_lw_un(l, is_signed ? ops->from_signed : ops->from_unsigned, x);
	}
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

void hr_in_int_to_fp(hr_lw *l, LLVMValueRef in)
{
	hr_lw_int_to_fp(l, in, hr_lw_opcode(in) == LLVMSIToFP);
}

/* --- between floats --------------------------------------------------------------------------- */

static hr_op fpconv_op(hr_con from, hr_con to)
{
#define PAIR(f, t, F, T)                                                                           \
	if (from == HR_C_##F && to == HR_C_##T)                                                    \
		return HR_OP_fpconv_##f##_##t;
#define BOTH(f, t, F, T) PAIR(f, t, F, T) PAIR(t, f, T, F)
	BOTH(f16, f32, F16, F32)
	BOTH(f16, f64, F16, F64)
	BOTH(f16, f80, F16, F80)
	BOTH(f16, f128, F16, F128)
	BOTH(b16, f32, B16, F32)
	BOTH(b16, f64, B16, F64)
	BOTH(b16, f80, B16, F80)
	BOTH(b16, f128, B16, F128)
	BOTH(f32, f64, F32, F64)
	BOTH(f32, f80, F32, F80)
	BOTH(f32, f128, F32, F128)
	BOTH(f64, f80, F64, F80)
	BOTH(f64, f128, F64, F128)
	BOTH(f80, f128, F80, F128)
#undef BOTH
#undef PAIR
	hr_bug("cannot convert %s to %s", hr_con_name(from), hr_con_name(to));
}

hr_vreg hr_lw_fp_convert(hr_lw *l, hr_vreg value, hr_con from, hr_con to)
{
	hr_vreg single;

	if (from == to)
		return value;
	if ((from == HR_C_F16 && to == HR_C_B16) || (from == HR_C_B16 && to == HR_C_F16)) {
		single = hr_lw_un(l, fpconv_op(from, HR_C_F32), value);
		return hr_lw_un(l, fpconv_op(HR_C_F32, to), single);
	}
	return hr_lw_un(l, fpconv_op(from, to), value);
}

void hr_in_fp_cast(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *to = hr_lw_type_of_value(l, in);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, to->count);

	for (uint32_t i = 0; i < to->count; i++)
		result->regs[i] =
			hr_lw_fp_convert(l, a->regs[i], from->scalars[i].con, to->scalars[i].con);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* --- bit casts -------------------------------------------------------------------------------- */

/* Return bits [FROM, FROM + COUNT) of REG, of width WIDTH, as an integer of TO bits shifted left by
 * AT. */
static hr_vreg cut(hr_lw *l, hr_vreg reg, unsigned width, unsigned from, unsigned count,
		   unsigned to, unsigned at)
{
	hr_con con = hr_con_of_bits(width), target = hr_con_of_bits(to);

	if (from)
		reg = hr_lw_bin(l, hr_op_int(HR_OP_lshrz_i8, con), reg,
				hr_lw_const(l, hr_con_size(con), from));
	reg = hr_lw_resize(l, reg, width, count, false);
	reg = hr_lw_resize(l, reg, count, to, false);
	if (at)
		reg = hr_lw_bin(l, hr_op_int(HR_OP_shlz_i8, target), reg,
				hr_lw_const(l, hr_con_size(target), at));
	return reg;
}

/* FROM and TO are lists of equal scalars, lowest first. Missing bits are 0; excess bits are
 * dropped. */
void hr_lw_bitcast(hr_lw *l, const hr_lw_type *from, const hr_vreg *in, const hr_lw_type *to,
		   hr_vreg *out)
{
	unsigned in_bits = from->count ? from->scalars[0].bits : 0;
	unsigned out_bits = to->count ? to->scalars[0].bits : 0;

	for (uint32_t i = 0; i < to->count; i++) {
		uint64_t first = (uint64_t)i * out_bits, end = first + out_bits;

		if (in_bits == out_bits) {
			/* the container of an fp80 has six bytes of padding */
			out[i] = to->scalars[i].con == HR_C_I128 && in_bits == 80
					 ? hr_lw_mask(l, in[i], 80)
					 : in[i];
			continue;
		}
		if (end > (uint64_t)from->count * in_bits)
			end = (uint64_t)from->count * in_bits;
		out[i] = HR_NO_REG;
		for (uint64_t at = first; at < end;) {
			unsigned skip = (unsigned)(at % in_bits);
			unsigned count = in_bits - skip;
			hr_vreg part, source = in[at / in_bits];

			if (from->scalars[0].con == HR_C_F80)
				source = hr_lw_mask(l, source, 80);
			if (count > end - at)
				count = (unsigned)(end - at);
			part = cut(l, source, in_bits, skip, count, out_bits,
				   (unsigned)(at - first));
			out[i] = out[i] == HR_NO_REG
					 ? part
					 : hr_lw_bin(
						   l,
						   hr_op_int(HR_OP_or_i8, hr_con_of_bits(out_bits)),
						   out[i], part);
			at += count;
		}
	}
}

/* Make each scalar of RESULT poison that consists of poison scalars of A, or of bits of one. With
 * bits of others it is a number with undefined bits (P1). */
static void spread_bits(hr_lw *l, const hr_lw_type *from, const hr_lw_value *a,
			const hr_lw_type *to, hr_lw_value *result)
{
	for (uint32_t i = 0; a->poison && i < to->count; i++) {
		const uint64_t first = (uint64_t)i * to->scalars[0].bits;
		const uint64_t last = first + to->scalars[0].bits - 1;
		hr_vreg all = hr_lw_const(l, 1, 1);

		for (uint64_t k = first / from->scalars[0].bits;
		     k <= last / from->scalars[0].bits && k < from->count; k++)
			all = a->poison[k] == HR_NO_REG ? HR_NO_REG
			      : all == HR_NO_REG        ? all
						 : hr_lw_bin(l, HR_OP_and_i8, all, a->poison[k]);
		hr_lw_set_poison(l, result, i, all);
	}
}

void hr_in_bit_cast(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *to = hr_lw_type_of_value(l, in);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, to->count);

	const bool composes =
		from->count && to->count && from->scalars[0].bits < to->scalars[0].bits;

	hr_lw_bitcast(l, from, composes ? hr_lw_poison_parts(l, a) : a->regs, to, result->regs);
	spread_bits(l, from, a, to, result);
	hr_lw_define(l, in, result);
}
