/* ir/kernel/ptx/integer.c -- instructions of PTX for the bits of integers.
 *
 * Not here:  sums and products (arithmetic.c). */
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static bool is(const hr_ptx_instruction *i, const char *name)
{
	return !strcmp(i->name, name);
}

static bool result(hr_ptx_instruction *i, LLVMValueRef value)
{
	i->out[0] = value;
	i->out_count = 1;
	return true;
}

static bool is_integer(const hr_ptx_instruction *i)
{
	return i->type.kind && strchr("busp", i->type.kind);
}

static LLVMValueRef less(const hr_ptx *p, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildICmp(p->builder, LLVMIntULT, a, b, "");
}

/* Return VALUE, but at most MOST. */
static LLVMValueRef at_most(const hr_ptx *p, LLVMValueRef value, unsigned most)
{
	LLVMValueRef limit = hr_ptx_int(LLVMTypeOf(value), most);

	return LLVMBuildSelect(p->builder, less(p, value, limit), value, limit, "");
}

/* --- logic ------------------------------------------------------------------------------------ */

bool hr_ptx_do_logic(hr_ptx_instruction *i)
{
	LLVMBuilderRef b = i->p->builder;
	LLVMValueRef x, y;

	if (i->in_count != 2 || !is_integer(i))
		return false;
	x = hr_ptx_in(i, 0, i->type.llvm);
	y = hr_ptx_in(i, 1, i->type.llvm);
	return result(i, is(i, "and")  ? LLVMBuildAnd(b, x, y, "")
			 : is(i, "or") ? LLVMBuildOr(b, x, y, "")
				       : LLVMBuildXor(b, x, y, ""));
}

bool hr_ptx_do_not(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMValueRef x;

	if (i->in_count != 1 || !is_integer(i))
		return false;
	x = hr_ptx_in(i, 0, i->type.llvm);
	if (is(i, "not"))
		return result(i, LLVMBuildNot(p->builder, x, ""));
	x = LLVMBuildICmp(p->builder, LLVMIntEQ, x, hr_ptx_int(i->type.llvm, 0), "");
	return result(i, hr_ptx_extend(p, x, false, i->type.llvm));
}

/* Any function of three bits: the sum of the products whose bit is set in the table. */
bool hr_ptx_do_lop3(hr_ptx_instruction *i)
{
	LLVMBuilderRef b = i->p->builder;
	LLVMValueRef sum = hr_ptx_int(i->p->i32, 0), bits[3];
	uint64_t table;

	if (i->in_count != 4 || i->type.bits != 32 || !LLVMIsAConstantInt(i->in[3].values[0]))
		return false;
	table = LLVMConstIntGetZExtValue(i->in[3].values[0]);
	for (unsigned n = 0; n < 3; n++)
		bits[n] = hr_ptx_in(i, n, i->p->i32);
	for (unsigned row = 0; row < 8; row++) {
		LLVMValueRef product = hr_ptx_int(i->p->i32, ~0ull);

		if (!(table >> row & 1))
			continue;
		for (unsigned n = 0; n < 3; n++)
			product = LLVMBuildAnd(
				b, product,
				row >> (2 - n) & 1 ? bits[n] : LLVMBuildNot(b, bits[n], ""), "");
		sum = LLVMBuildOr(b, sum, product, "");
	}
	return result(i, sum);
}

/* --- shifts ----------------------------------------------------------------------------------- */

/* Shifts by more than the width shift all bits out. */
bool hr_ptx_do_shift(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef type = i->type.llvm, wide;
	LLVMValueRef x, by;

	if (i->in_count != 2 || !is_integer(i) || i->type.bits < 8)
		return false;
	wide = hr_ptx_double_width(p, type);
	x = hr_ptx_extend(p, hr_ptx_in(i, 0, type), i->type.kind == 's', wide);
	by = hr_ptx_extend(p, at_most(p, hr_ptx_in(i, 1, p->i32), i->type.bits), false, wide);
	x = is(i, "shl")          ? LLVMBuildShl(p->builder, x, by, "")
	    : i->type.kind == 's' ? LLVMBuildAShr(p->builder, x, by, "")
				  : LLVMBuildLShr(p->builder, x, by, "");
	return result(i, LLVMBuildTrunc(p->builder, x, type, ""));
}

bool hr_ptx_do_funnel(hr_ptx_instruction *i)
{
	static const char *const directions[] = {"l", "r", NULL};
	const hr_ptx *p = i->p;
	int right = hr_ptx_take_one(i, directions);
	bool wrap = hr_ptx_take(i, "wrap");
	LLVMValueRef both, by;

	if (i->in_count != 3 || right < 0 || i->type.bits != 32 ||
	    (!wrap && !hr_ptx_take(i, "clamp")))
		return false;
	both = LLVMBuildOr(p->builder, hr_ptx_extend(p, hr_ptx_in(i, 0, p->i32), false, p->i64),
			   LLVMBuildShl(p->builder,
					hr_ptx_extend(p, hr_ptx_in(i, 1, p->i32), false, p->i64),
					hr_ptx_int(p->i64, 32), ""),
			   "");
	by = hr_ptx_in(i, 2, p->i32);
	by = wrap ? LLVMBuildAnd(p->builder, by, hr_ptx_int(p->i32, 31), "") : at_most(p, by, 32);
	by = hr_ptx_extend(p, by, false, p->i64);
	if (!right)
		by = LLVMBuildSub(p->builder, hr_ptx_int(p->i64, 32), by, "");
	both = LLVMBuildLShr(p->builder, both, by, "");
	return result(i, LLVMBuildTrunc(p->builder, both, p->i32, ""));
}

/* --- fields ----------------------------------------------------------------------------------- */

bool hr_ptx_do_extract(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	bool is_signed = i->type.kind == 's';
	LLVMTypeRef type = i->type.llvm, wide;
	LLVMValueRef x, from, length, rest;

	if (i->in_count != 3 || !is_integer(i) || i->type.bits < 32)
		return false;
	wide = hr_ptx_double_width(p, type);
	x = hr_ptx_extend(p, hr_ptx_in(i, 0, type), is_signed, wide);
	from = LLVMBuildAnd(b, hr_ptx_in(i, 1, p->i32), hr_ptx_int(p->i32, 255), "");
	length = LLVMBuildAnd(b, hr_ptx_in(i, 2, p->i32), hr_ptx_int(p->i32, 255), "");
	from = hr_ptx_extend(p, at_most(p, from, i->type.bits), false, wide);
	length = hr_ptx_extend(p, at_most(p, length, i->type.bits), false, wide);
	x = is_signed ? LLVMBuildAShr(b, x, from, "") : LLVMBuildLShr(b, x, from, "");
	/* what is above the field is shifted out; of an empty field nothing is left */
	rest = LLVMBuildSub(b, hr_ptx_int(wide, 2ull * i->type.bits - 1), length, "");
	x = LLVMBuildShl(b, LLVMBuildShl(b, x, rest, ""), hr_ptx_int(wide, 1), "");
	x = is_signed ? LLVMBuildAShr(b, x, rest, "") : LLVMBuildLShr(b, x, rest, "");
	x = is_signed ? LLVMBuildAShr(b, x, hr_ptx_int(wide, 1), "")
		      : LLVMBuildLShr(b, x, hr_ptx_int(wide, 1), "");
	return result(i, LLVMBuildTrunc(b, x, type, ""));
}

bool hr_ptx_do_insert(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	LLVMTypeRef type = i->type.llvm, wide;
	LLVMValueRef field, into, from, length, mask, one;

	if (i->in_count != 4 || !is_integer(i) || i->type.bits < 32)
		return false;
	wide = hr_ptx_double_width(p, type);
	one = hr_ptx_int(wide, 1);
	field = hr_ptx_extend(p, hr_ptx_in(i, 0, type), false, wide);
	into = hr_ptx_in(i, 1, type);
	from = LLVMBuildAnd(b, hr_ptx_in(i, 2, p->i32), hr_ptx_int(p->i32, 255), "");
	length = LLVMBuildAnd(b, hr_ptx_in(i, 3, p->i32), hr_ptx_int(p->i32, 255), "");
	from = hr_ptx_extend(p, at_most(p, from, i->type.bits), false, wide);
	length = hr_ptx_extend(p, at_most(p, length, i->type.bits), false, wide);
	mask = LLVMBuildSub(b, LLVMBuildShl(b, one, length, ""), one, "");
	mask = LLVMBuildTrunc(b, LLVMBuildShl(b, mask, from, ""), type, "");
	field = LLVMBuildTrunc(b, LLVMBuildShl(b, field, from, ""), type, "");
	into = LLVMBuildAnd(b, into, LLVMBuildNot(b, mask, ""), "");
	return result(i, LLVMBuildOr(b, into, LLVMBuildAnd(b, field, mask, ""), ""));
}

/* --- bytes ------------------------------------------------------------------------------------ */

/* Return the number of the byte that MODE takes as byte N of the result, with the selector S. */
static LLVMValueRef selected(const hr_ptx *p, int mode, LLVMValueRef s, unsigned n)
{
	LLVMBuilderRef b = p->builder;
	LLVMValueRef number = hr_ptx_int(p->i32, n), low, value;

	if (mode < 0)
		return LLVMBuildAnd(b, LLVMBuildLShr(b, s, hr_ptx_int(p->i32, 4ull * n), ""),
				    hr_ptx_int(p->i32, 15), "");
	low = LLVMBuildAnd(b, s, hr_ptx_int(p->i32, 3), "");
	switch (mode) {
	case 0: value = LLVMBuildAdd(b, low, number, ""); break;
	case 1: value = LLVMBuildSub(b, low, number, ""); break;
	case 2: return low;
	case 3: return hr_ptx_intrinsic(p, "umax", low, number, NULL);
	case 4: return hr_ptx_intrinsic(p, "umin", low, number, NULL);
	default:
		value = LLVMBuildAnd(b, low, hr_ptx_int(p->i32, 1), "");
		value = LLVMBuildAdd(b, value, value, "");
		value = LLVMBuildAdd(b, value, hr_ptx_int(p->i32, n & 1), "");
	}
	return LLVMBuildAnd(b, value, hr_ptx_int(p->i32, 7), "");
}

bool hr_ptx_do_permute(hr_ptx_instruction *i)
{
	static const char *const modes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16", NULL};
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	int mode = hr_ptx_take_one(i, modes);
	LLVMValueRef both, sum = hr_ptx_int(p->i32, 0), s;

	if (i->in_count != 3 || i->type.bits != 32)
		return false;
	both = LLVMBuildShl(b, hr_ptx_extend(p, hr_ptx_in(i, 1, p->i32), false, p->i64),
			    hr_ptx_int(p->i64, 32), "");
	both = LLVMBuildOr(b, both, hr_ptx_extend(p, hr_ptx_in(i, 0, p->i32), false, p->i64), "");
	s = hr_ptx_in(i, 2, p->i32);
	for (unsigned n = 0; n < 4; n++) {
		LLVMValueRef from = selected(p, mode, s, n), byte, copies, replicate;

		copies = LLVMBuildAnd(b, from, hr_ptx_int(p->i32, 8), "");
		from = LLVMBuildAnd(b, from, hr_ptx_int(p->i32, 7), "");
		from = hr_ptx_extend(p, LLVMBuildMul(b, from, hr_ptx_int(p->i32, 8), ""), false,
				     p->i64);
		byte = LLVMBuildTrunc(b, LLVMBuildLShr(b, both, from, ""), p->i8, "");
		/* bit 3 of a selector: the sign of the byte in all bits */
		replicate = LLVMBuildICmp(b, LLVMIntNE, copies, hr_ptx_int(p->i32, 0), "");
		byte = LLVMBuildSelect(b, replicate,
				       LLVMBuildAShr(b, byte, hr_ptx_int(p->i8, 7), ""), byte, "");
		byte = LLVMBuildShl(b, hr_ptx_extend(p, byte, false, p->i32),
				    hr_ptx_int(p->i32, 8ull * n), "");
		sum = LLVMBuildOr(b, sum, byte, "");
	}
	return result(i, sum);
}

/* Return part N of VALUE, in parts of BITS, extended. */
static LLVMValueRef part_of(const hr_ptx *p, LLVMValueRef value, unsigned n, unsigned bits,
			    bool is_signed)
{
	value = LLVMBuildLShr(p->builder, value, hr_ptx_int(p->i32, (uint64_t)n * bits), "");
	value = LLVMBuildTrunc(p->builder, value, LLVMIntTypeInContext(p->context, bits), "");
	return hr_ptx_extend(p, value, is_signed, p->i32);
}

/* dp4a: bytes by bytes; dp2a: halfwords by the lower or upper two bytes. */
bool hr_ptx_do_dot(hr_ptx_instruction *i)
{
	static const char *const halves[] = {"lo", "hi", NULL};
	const hr_ptx *p = i->p;
	const bool two = is(i, "dp2a");
	const int half = two ? hr_ptx_take_one(i, halves) : 0;
	hr_ptx_type first = hr_ptx_take_type(i);
	LLVMValueRef sum;

	if (i->in_count != 3 || first.bits != 32 || i->type.bits != 32 || half < 0)
		return false;
	sum = hr_ptx_in(i, 2, p->i32);
	for (unsigned n = 0; n < (two ? 2u : 4u); n++) {
		LLVMValueRef x =
			part_of(p, hr_ptx_in(i, 0, p->i32), n, two ? 16 : 8, first.kind == 's');
		LLVMValueRef y = part_of(p, hr_ptx_in(i, 1, p->i32), n + 2 * (unsigned)half, 8,
					 i->type.kind == 's');

		sum = LLVMBuildAdd(p->builder, sum, LLVMBuildMul(p->builder, x, y, ""), "");
	}
	return result(i, sum);
}

/* --- counting --------------------------------------------------------------------------------- */

bool hr_ptx_do_count(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMValueRef x;

	if (i->in_count != 1 || !is_integer(i) || i->type.bits < 32)
		return false;
	x = hr_ptx_in(i, 0, i->type.llvm);
	if (is(i, "brev"))
		return result(i, hr_ptx_intrinsic(p, "bitreverse", x, NULL, NULL));
	x = is(i, "popc") ? hr_ptx_intrinsic(p, "ctpop", x, NULL, NULL)
			  : hr_ptx_intrinsic(p, "ctlz", x, hr_ptx_int(p->i1, 0), NULL);
	return result(i, hr_ptx_extend(p, x, false, p->i32));
}

/* The highest bit that is not the sign; none: all ones. */
bool hr_ptx_do_find(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	bool amount = hr_ptx_take(i, "shiftamt");
	LLVMTypeRef type = i->type.llvm;
	LLVMValueRef x, none, zeros;

	if (i->in_count != 1 || !is_integer(i) || i->type.bits < 32)
		return false;
	x = hr_ptx_in(i, 0, type);
	if (i->type.kind == 's')
		x = LLVMBuildXor(b, x, LLVMBuildAShr(b, x, hr_ptx_int(type, i->type.bits - 1), ""),
				 "");
	none = LLVMBuildICmp(b, LLVMIntEQ, x, hr_ptx_int(type, 0), "");
	zeros = hr_ptx_intrinsic(p, "ctlz", x, hr_ptx_int(p->i1, 0), NULL);
	if (!amount)
		zeros = LLVMBuildSub(b, hr_ptx_int(type, i->type.bits - 1), zeros, "");
	x = LLVMBuildSelect(b, none, hr_ptx_int(type, ~0ull), zeros, "");
	return result(i, LLVMBuildTrunc(b, x, p->i32, ""));
}

bool hr_ptx_do_sad(hr_ptx_instruction *i)
{
	LLVMBuilderRef b = i->p->builder;
	LLVMTypeRef type = i->type.llvm;
	LLVMValueRef x, y, below;

	if (i->in_count != 3 || !is_integer(i))
		return false;
	x = hr_ptx_in(i, 0, type);
	y = hr_ptx_in(i, 1, type);
	below = LLVMBuildICmp(b, i->type.kind == 's' ? LLVMIntSLT : LLVMIntULT, x, y, "");
	x = LLVMBuildSelect(b, below, LLVMBuildSub(b, y, x, ""), LLVMBuildSub(b, x, y, ""), "");
	return result(i, LLVMBuildAdd(b, hr_ptx_in(i, 2, type), x, ""));
}
