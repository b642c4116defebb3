/* ir/x86/terms.c -- the terms of x86.def as code: one operation after the other.
 *
 * Invariant: a result is poison if an operand is; SEL is poison where the chosen operand is.
 * Owns:      nothing.
 * Not here:  which term an intrinsic is (x86.def). */
#include "ir/x86/x86_terms.h"

static el made(hr_x86_call *x, hr_op op, const uint32_t *sources, unsigned count, uint32_t poison)
{
	uint8_t con = hr_op_infos[op].to;
	unsigned size = hr_con_size((hr_con)con);
	uint32_t operands[5] = {x->build->reg(x->lower, size)};

	for (unsigned i = 0; i < count; i++)
		operands[i + 1] = sources[i];
	x->build->emit(x->lower, op, operands, count + 1);
	return (el){operands[0], poison, con, (uint8_t)(8 * size)};
}

static uint32_t poison_of(hr_x86_call *x, el p, el q)
{
	return x->build->either(x->lower, p.poison, q.poison);
}

el hr_x86_at(hr_x86_call *x, unsigned operand, uint32_t i)
{
	const hr_x86_operand *from = &x->operands[operand];

	if (operand >= x->operand_count || !from->count)
		hr_bug("an intrinsic has no operand %u", operand);
	return from->elements[i < from->count ? i : from->count - 1];
}

static uint8_t int_con(unsigned bits)
{
	return bits <= 8    ? HR_C_I8
	       : bits <= 16 ? HR_C_I16
	       : bits <= 32 ? HR_C_I32
	       : bits <= 64 ? HR_C_I64
			    : HR_C_I128;
}

el hr_x86_k(hr_x86_call *x, unsigned bits, hr_u128 value)
{
	uint8_t con = int_con(bits);

	if (bits < 128)
		value &= ((hr_u128)1 << bits) - 1;
	return (el){x->build->constant(x->lower, hr_con_size((hr_con)con), value), HR_X86_NO_REG,
		    con, (uint8_t)bits};
}

el hr_x86_fk(hr_x86_call *x, uint8_t con, double value)
{
	float single = (float)value;
	uint32_t low;
	uint64_t all;

	memcpy(&low, &single, 4);
	memcpy(&all, &value, 8);
	return con == HR_C_F32 ? hr_x86_as(hr_x86_k(x, 32, low), HR_C_F32)
			       : hr_x86_as(hr_x86_k(x, 64, all), HR_C_F64);
}

el hr_x86_as(el p, uint8_t con)
{
	p.con = con;
	return p;
}

el hr_x86_as_int(el p)
{
	return p.con >= HR_C_F16 ? hr_x86_as(p, int_con(p.bits)) : p;
}

el hr_x86_as_float(el p)
{
	return hr_x86_as(p, p.bits == 16 ? HR_C_F16 : p.bits == 32 ? HR_C_F32 : HR_C_F64);
}

el hr_x86_un(hr_x86_call *x, hr_op op, el p)
{
	return made(x, op, &p.reg, 1, p.poison);
}

el hr_x86_uni(hr_x86_call *x, hr_op op, el p, uint32_t immediate)
{
	return made(x, op, (const uint32_t[]){p.reg, immediate}, 2, p.poison);
}

el hr_x86_bin(hr_x86_call *x, hr_op op, el p, el q)
{
	return made(x, op, (const uint32_t[]){p.reg, q.reg}, 2, poison_of(x, p, q));
}

el hr_x86_ter(hr_x86_call *x, hr_op op, el p, el q, el r)
{
	return made(x, op, (const uint32_t[]){p.reg, q.reg, r.reg}, 3,
		    x->build->either(x->lower, poison_of(x, p, q), r.poison));
}

/* Tests give an i1; the bits of an i1 above its own are 0, and stay so. */
el hr_x86_int(hr_x86_call *x, hr_op first, el p, el q)
{
	el result;

	if (p.con > HR_C_I128 || p.con != q.con)
		hr_bug("%s of %s and %s", hr_op_infos[first].name, hr_con_name((hr_con)p.con),
		       hr_con_name((hr_con)q.con));
	result = hr_x86_bin(x, (hr_op)((unsigned)first + p.con), p, q);
	result.bits = first >= HR_OP_eq_i8 && first <= HR_OP_sle_i8 ? 1 : p.bits;
	return result;
}

el hr_x86_float(hr_x86_call *x, hr_op first, el p, el q)
{
	return hr_x86_bin(x, (hr_op)((unsigned)first + p.con - HR_C_F16), p, q);
}

el hr_x86_float1(hr_x86_call *x, hr_op first, el p)
{
	return hr_x86_un(x, (hr_op)((unsigned)first + p.con - HR_C_F16), p);
}

el hr_x86_fma(hr_x86_call *x, el p, el q, el r)
{
	return hr_x86_ter(x, (hr_op)((unsigned)HR_OP_fma_f16 + p.con - HR_C_F16), p, q, r);
}

el hr_x86_resized(hr_x86_call *x, el p, unsigned bits, bool is_signed)
{
	p.reg = x->build->resize(x->lower, p.reg, p.bits, bits, is_signed);
	p.bits = (uint8_t)bits;
	p.con = int_con(bits);
	return p;
}

el hr_x86_select(hr_x86_call *x, el condition, el p, el q)
{
	unsigned size = hr_con_size((hr_con)p.con);
	el result = p;

	result.reg = x->build->select(x->lower, size, condition.reg, p.reg, q.reg);
	if (p.poison != q.poison) {
		uint32_t none = x->build->constant(x->lower, 1, 0);

		result.poison = x->build->select(x->lower, 1, condition.reg,
						 p.poison == HR_X86_NO_REG ? none : p.poison,
						 q.poison == HR_X86_NO_REG ? none : q.poison);
	}
	result.poison = x->build->either(x->lower, result.poison, condition.poison);
	return result;
}

el hr_x86_clamp(hr_x86_call *x, el p, hr_u128 least, hr_u128 most, unsigned bits)
{
	p = hr_x86_int(x, HR_OP_smax_i8, p, hr_x86_k(x, p.bits, least));
	p = hr_x86_int(x, HR_OP_smin_i8, p, hr_x86_k(x, p.bits, most));
	return hr_x86_resized(x, p, bits, false);
}

el hr_x86_sat_unsigned(hr_x86_call *x, el p, unsigned bits)
{
	p = hr_x86_int(x, HR_OP_umin_i8, p, hr_x86_k(x, p.bits, ((hr_u128)1 << bits) - 1));
	return hr_x86_resized(x, p, bits, false);
}

el hr_x86_shift(hr_x86_call *x, hr_op first, el p, el by)
{
	unsigned most = first == HR_OP_ashrz_i8 ? p.bits - 1u : p.bits;

	by = hr_x86_int(x, HR_OP_umin_i8, by, hr_x86_k(x, by.bits, most));
	return hr_x86_int(x, first, p, hr_x86_resized(x, by, p.bits, false));
}

/* --- elements of operands --------------------------------------------------------------------- */

el hr_x86_bit(hr_x86_call *x, unsigned operand, uint32_t i)
{
	el mask = hr_x86_at(x, operand, 0);

	if (x->operands[operand].count > 1 || mask.bits == 1)
		return hr_x86_at(x, operand, i);
	return hr_x86_resized(x, hr_x86_int(x, HR_OP_lshrz_i8, mask, hr_x86_k(x, mask.bits, i)), 1,
			      false);
}

/* Choose by the bits of the index, the lowest first. */
el hr_x86_pick(hr_x86_call *x, unsigned operand, el index, uint32_t first, uint32_t count)
{
	el list[128];

	index = hr_x86_as_int(index);
	for (uint32_t i = 0; i < count; i++)
		list[i] = hr_x86_at(x, operand, first + i);
	for (uint32_t left = count / 2, bit = 0; left; left /= 2, bit++) {
		el chosen = hr_x86_resized(
			x, hr_x86_int(x, HR_OP_lshrz_i8, index, hr_x86_k(x, index.bits, bit)), 1,
			false);

		for (uint32_t i = 0; i < left; i++)
			list[i] = hr_x86_select(x, chosen, list[2 * i + 1], list[2 * i]);
	}
	return list[0];
}

el hr_x86_part(hr_x86_call *x, unsigned operand, unsigned bits, uint32_t i)
{
	el whole = hr_x86_as_int(hr_x86_at(x, operand, 0)), result;
	unsigned have = whole.bits;

	if (have >= bits) {
		whole = hr_x86_as_int(hr_x86_at(x, operand, i * bits / have));
		return hr_x86_resized(
			x, hr_x86_int(x, HR_OP_lshrz_i8, whole, hr_x86_k(x, have, i * bits % have)),
			bits, false);
	}
	result = hr_x86_k(x, bits, 0);
	for (unsigned k = 0; k < bits / have; k++) {
		el piece = hr_x86_as_int(hr_x86_at(x, operand, i * (bits / have) + k));

		piece = hr_x86_resized(x, piece, bits, false);
		piece = hr_x86_int(x, HR_OP_shlz_i8, piece, hr_x86_k(x, bits, k * have));
		result = hr_x86_int(x, HR_OP_or_i8, result, piece);
	}
	return result;
}

/* --- floating point --------------------------------------------------------------------------- */

el hr_x86_compare(hr_x86_call *x, unsigned predicate, el p, el q)
{
	static const hr_op ops[16] = {
		[0] = HR_OP_foeq_f16,  [1] = HR_OP_folt_f16,  [2] = HR_OP_fole_f16,
		[3] = HR_OP_funo_f16,  [4] = HR_OP_fune_f16,  [5] = HR_OP_fuge_f16,
		[6] = HR_OP_fugt_f16,  [7] = HR_OP_ford_f16,  [8] = HR_OP_fueq_f16,
		[9] = HR_OP_fult_f16,  [10] = HR_OP_fule_f16, [12] = HR_OP_fone_f16,
		[13] = HR_OP_foge_f16, [14] = HR_OP_fogt_f16};
	el result;

	predicate &= 15; /* bit 4: which NaNs raise exceptions */
	if (predicate == 11 || predicate == 15)
		return hr_x86_k(x, 1, predicate == 15);
	result = hr_x86_float(x, ops[predicate], p, q);
	result.bits = 1;
	return result;
}

el hr_x86_to_int(hr_x86_call *x, el p, unsigned bits, bool is_signed)
{
	static const hr_op ops[2][2][3] = {
		{{HR_OP_fptouiz_f32_i32, HR_OP_fptouiz_f32_i64, HR_OP_fptoui_ok_f32},
		 {HR_OP_fptosiz_f32_i32, HR_OP_fptosiz_f32_i64, HR_OP_fptosi_ok_f32}},
		{{HR_OP_fptouiz_f64_i32, HR_OP_fptouiz_f64_i64, HR_OP_fptoui_ok_f64},
		 {HR_OP_fptosiz_f64_i32, HR_OP_fptosiz_f64_i64, HR_OP_fptosi_ok_f64}}};
	const hr_op *op = ops[p.con == HR_C_F64][is_signed];
	el fits = hr_x86_uni(x, op[2], p, bits), value = hr_x86_uni(x, op[bits == 64], p, bits);
	hr_u128 otherwise = is_signed ? (hr_u128)1 << (bits - 1) : ~(hr_u128)0;

	fits.bits = 1;
	return hr_x86_select(x, fits, value, hr_x86_k(x, bits, otherwise));
}

el hr_x86_to_float(hr_x86_call *x, el p, uint8_t con, bool is_signed)
{
	static const hr_op ops[2][2][2] = {{{HR_OP_uitofp_i32_f32, HR_OP_uitofp_i64_f32},
					    {HR_OP_sitofp_i32_f32, HR_OP_sitofp_i64_f32}},
					   {{HR_OP_uitofp_i32_f64, HR_OP_uitofp_i64_f64},
					    {HR_OP_sitofp_i32_f64, HR_OP_sitofp_i64_f64}}};

	return hr_x86_un(x, ops[con == HR_C_F64][is_signed][p.bits == 64], p);
}

el hr_x86_convert(hr_x86_call *x, el p, uint8_t con)
{
	if (p.con == con)
		return p;
	if (p.con == HR_C_F16)
		return hr_x86_un(x, con == HR_C_F32 ? HR_OP_fpconv_f16_f32 : HR_OP_fpconv_f16_f64,
				 p);
	if (con == HR_C_F16)
		return hr_x86_un(x, p.con == HR_C_F32 ? HR_OP_fpconv_f32_f16 : HR_OP_fpconv_f64_f16,
				 p);
	return hr_x86_un(x, con == HR_C_F32 ? HR_OP_fpconv_f64_f32 : HR_OP_fpconv_f32_f64, p);
}

/* MODE: 0 to nearest even, 1 down, 2 up, 3 towards 0; bit 2: as MXCSR says, to nearest. */
el hr_x86_round(hr_x86_call *x, el p, unsigned mode)
{
	static const hr_op ops[4] = {HR_OP_rint_f16, HR_OP_floor_f16, HR_OP_ceil_f16,
				     HR_OP_ftrunc_f16};

	return hr_x86_float1(x, ops[mode & 4 ? 0 : mode & 3], p);
}

/* 4: as MXCSR says; 8: to nearest, without exceptions. */
void hr_x86_nearest(hr_x86_call *x, unsigned n)
{
	uint64_t how = hr_x86_immediate(x, n);

	if (how != 4 && how != 8)
		x->refused = true;
}

uint64_t hr_x86_immediate(hr_x86_call *x, unsigned n)
{
	if (n >= x->operand_count || !x->operands[n].is_constant) {
		x->refused = true;
		return 0;
	}
	return x->operands[n].constant;
}
