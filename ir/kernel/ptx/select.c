/* ir/kernel/ptx/select.c -- instructions of PTX that move, compare and convert.
 *
 * Not here:  memory (memory.c). */
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static bool result(hr_ptx_instruction *i, LLVMValueRef value)
{
	i->out[0] = value;
	i->out_count = 1;
	return true;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Return the values of a list as one integer; the first is the lowest. */
static LLVMValueRef pack(const hr_ptx_instruction *i, const hr_ptx_operand *list)
{
	const hr_ptx *p = i->p;
	unsigned bits = i->type.bits / list->count;
	LLVMTypeRef part = LLVMIntTypeInContext(p->context, bits), type = i->type.llvm;
	LLVMValueRef whole = hr_ptx_int(type, 0);

	for (unsigned n = 0; n < list->count; n++) {
		LLVMValueRef value =
			hr_ptx_extend(p, hr_ptx_as(p, list->values[n], part), false, type);

		value = LLVMBuildShl(p->builder, value, hr_ptx_int(type, (uint64_t)n * bits), "");
		whole = LLVMBuildOr(p->builder, whole, value, "");
	}
	return whole;
}

bool hr_ptx_do_move(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef type = i->type.llvm, part;
	LLVMValueRef value;

	if (i->in_count != 1 || !i->type.kind || i->in[0].address)
		return false;
	value = i->in[0].values[0];
	if (i->in[0].count > 1)
		value = pack(i, &i->in[0]);
	else if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || i->lanes > 1)
		value = hr_ptx_in(i, 0, type);
	if (i->lanes < 2)
		return result(i, value);
	part = LLVMIntTypeInContext(p->context, i->type.bits / i->lanes);
	for (unsigned n = 0; n < i->lanes; n++) {
		LLVMValueRef by = hr_ptx_int(type, (uint64_t)n * i->type.bits / i->lanes);

		i->out[n] = LLVMBuildTrunc(p->builder, LLVMBuildLShr(p->builder, value, by, ""),
					   part, "");
	}
	i->out_count = i->lanes;
	return true;
}

bool hr_ptx_do_select(hr_ptx_instruction *i)
{
	return i->in_count == 3 && i->type.kind &&
	       result(i, LLVMBuildSelect(i->p->builder, hr_ptx_in(i, 2, i->p->i1),
					 hr_ptx_in(i, 0, i->type.llvm),
					 hr_ptx_in(i, 1, i->type.llvm), ""));
}

bool hr_ptx_do_select_sign(hr_ptx_instruction *i)
{
	hr_ptx_type type = hr_ptx_take_type(i), of = i->type;
	LLVMBuilderRef b = i->p->builder;
	LLVMValueRef c, less;

	i->ftz = hr_ptx_take(i, "ftz");
	if (i->in_count != 3 || !type.kind)
		return false;
	c = hr_ptx_flush(i, hr_ptx_in(i, 2, of.llvm));
	less = of.kind == 'f' ? LLVMBuildFCmp(b, LLVMRealOGE, c, hr_ptx_real(of.llvm, 0), "")
			      : LLVMBuildICmp(b, LLVMIntSGE, c, hr_ptx_int(of.llvm, 0), "");
	return result(i, LLVMBuildSelect(b, less, hr_ptx_in(i, 0, type.llvm),
					 hr_ptx_in(i, 1, type.llvm), ""));
}

/* --- comparisons ------------------------------------------------------------------------------ */

static const char *const comparisons[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",
					  "ls",  "hi",  "hs",  "equ", "neu", "ltu", "leu",
					  "gtu", "geu", "num", "nan", NULL};

static LLVMValueRef compare(const hr_ptx_instruction *i, int kind, LLVMValueRef a, LLVMValueRef b)
{
	static const LLVMRealPredicate real[] = {
		LLVMRealOEQ, LLVMRealONE, LLVMRealOLT, LLVMRealOLE, LLVMRealOGT, LLVMRealOGE,
		0,           0,           0,           0,           LLVMRealUEQ, LLVMRealUNE,
		LLVMRealULT, LLVMRealULE, LLVMRealUGT, LLVMRealUGE, LLVMRealORD, LLVMRealUNO};
	static const LLVMIntPredicate of_unsigned[] = {
		LLVMIntEQ,  LLVMIntNE,  LLVMIntULT, LLVMIntULE, LLVMIntUGT,
		LLVMIntUGE, LLVMIntULT, LLVMIntULE, LLVMIntUGT, LLVMIntUGE};
	static const LLVMIntPredicate of_signed[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntSLT,
						     LLVMIntSLE, LLVMIntSGT, LLVMIntSGE};

	if (i->type.kind == 'f')
		return real[kind] ? LLVMBuildFCmp(i->p->builder, real[kind], a, b, "") : NULL;
	if (kind >= (i->type.kind == 's' ? 6 : 10))
		return NULL;
	return LLVMBuildICmp(i->p->builder,
			     i->type.kind == 's' ? of_signed[kind] : of_unsigned[kind], a, b, "");
}

/* Return the truth values of FOUND as numbers of type TO: ones or, of an integer, all bits. */
static LLVMValueRef truth(const hr_ptx *p, LLVMValueRef found, hr_ptx_type to)
{
	LLVMTypeRef type = to.llvm;

	if (to.kind == 'f')
		return LLVMBuildUIToFP(p->builder, found, type, "");
	if (LLVMGetTypeKind(LLVMTypeOf(found)) == LLVMVectorTypeKind)
		type = LLVMVectorType(p->i16, 2);
	return LLVMBuildSExt(p->builder, found, type, "");
}

bool hr_ptx_do_compare(hr_ptx_instruction *i)
{
	static const char *const joins[] = {"and", "or", "xor", NULL};
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	bool value = !strcmp(i->name, "set");
	hr_ptx_type to = value ? hr_ptx_take_type(i) : (hr_ptx_type){'p', 1, p->i1};
	int kind = hr_ptx_take_one(i, comparisons), join = hr_ptx_take_one(i, joins);
	const bool pair = i->type.kind && LLVMGetTypeKind(i->type.llvm) == LLVMVectorTypeKind;
	LLVMValueRef found, other, third;

	i->ftz = hr_ptx_take(i, "ftz");
	if (kind < 0 || !i->type.kind || !to.kind || i->in_count != 2u + (join >= 0) ||
	    (pair && (join >= 0 || (value && to.bits != 32))) ||
	    (value && !pair && LLVMGetTypeKind(to.llvm) == LLVMVectorTypeKind))
		return false;
	found = compare(i, kind, hr_ptx_flush(i, hr_ptx_in(i, 0, i->type.llvm)),
			hr_ptx_flush(i, hr_ptx_in(i, 1, i->type.llvm)));
	if (!found)
		return false;
	if (value && join < 0)
		return result(i, truth(p, found, to));
	if (pair) { /* a predicate for each half */
		i->out[0] = LLVMBuildExtractElement(b, found, hr_ptx_int(p->i32, 0), "");
		i->out[1] = LLVMBuildExtractElement(b, found, hr_ptx_int(p->i32, 1), "");
		i->out_count = 2;
		return i->second;
	}
	other = LLVMBuildNot(b, found, "");
	if (join >= 0) {
		LLVMOpcode opcode = join == 0 ? LLVMAnd : join == 1 ? LLVMOr : LLVMXor;

		third = hr_ptx_in(i, 2, p->i1);
		found = LLVMBuildBinOp(b, opcode, found, third, "");
		other = LLVMBuildBinOp(b, opcode, other, third, "");
	}
	if (value)
		return result(i, truth(p, found, to));
	i->out[0] = found;
	i->out[1] = other;
	i->out_count = 1 + i->second;
	return true;
}

/* --- conversions ------------------------------------------------------------------------------ */

static const char *const integer_roundings[] = {"rni", "rzi", "rmi", "rpi", NULL};

static LLVMValueRef to_integral(const hr_ptx *p, int rounding, LLVMValueRef value)
{
	static const char *const names[] = {"roundeven", "trunc", "floor", "ceil"};

	return hr_ptx_intrinsic(p, names[rounding], value, NULL, NULL);
}

/* Out of range: the nearest integer; of a NaN: 0. */
static LLVMValueRef to_integer(const hr_ptx *p, LLVMValueRef value, hr_ptx_type to)
{
	bool is_double = LLVMTypeOf(value) == p->f64;
	char name[64] = "llvm.fpto",
	     number[] = {(char)('0' + to.bits / 10), (char)('0' + to.bits % 10), 0};

	strcat(name, to.kind == 's' ? "si.sat.i" : "ui.sat.i");
	strcat(name, to.bits == 8 ? "8" : number);
	strcat(name, is_double ? ".f64" : ".f32");
	return hr_ptx_call(p, name, to.llvm, &value, 1);
}

/* Return the number that VALUE would have with SAT: the nearest one of type TO. */
static LLVMValueRef clamp(const hr_ptx *p, LLVMValueRef value, hr_ptx_type from, hr_ptx_type to)
{
	LLVMTypeRef type = p->i128;
	uint64_t low = to.kind == 's' ? 1ull << (to.bits - 1) : 0;
	LLVMValueRef least, most;

	value = hr_ptx_extend(p, value, from.kind == 's', type);
	least = LLVMBuildNeg(p->builder, hr_ptx_int(type, low), "");
	most = hr_ptx_int(type, to.kind == 's'  ? low - 1
				: to.bits == 64 ? ~0ull
						: (1ull << to.bits) - 1);
	value = hr_ptx_intrinsic(p, "smax", value, least, NULL);
	value = hr_ptx_intrinsic(p, "smin", value, most, NULL);
	return LLVMBuildTrunc(p->builder, value, to.llvm, "");
}

/* Round to fewer bits, or extend. */
static LLVMValueRef to_format(const hr_ptx_instruction *i, LLVMValueRef value, LLVMTypeRef to)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef from = LLVMTypeOf(value);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->module);

	if (from == to)
		return value;
	if (LLVMSizeOfTypeInBits(layout, from) < LLVMSizeOfTypeInBits(layout, to))
		return LLVMBuildFPExt(p->builder, value, to, "");
	if (LLVMSizeOfTypeInBits(layout, from) == LLVMSizeOfTypeInBits(layout, to))
		return LLVMBuildFPTrunc(p->builder, LLVMBuildFPExt(p->builder, value, p->f32, ""),
					to, "");
	if (i->mode) {
		char name[80] = "llvm.experimental.constrained.fptrunc.";
		LLVMValueRef arguments[] = {
			value,
			LLVMMetadataAsValue(p->context, LLVMMDStringInContext2(p->context, i->mode,
									       strlen(i->mode))),
			LLVMMetadataAsValue(
				p->context,
				LLVMMDStringInContext2(p->context, "fpexcept.ignore", 15))};

		strcat(name, to == p->f32                              ? "f32"
			     : LLVMGetTypeKind(to) == LLVMHalfTypeKind ? "f16"
								       : "bf16");
		strcat(name, from == p->f64 ? ".f64" : ".f32");
		return hr_ptx_call(p, name, to, arguments, 3);
	}
	return LLVMBuildFPTrunc(p->builder, value, to, "");
}

static LLVMValueRef from_integer(const hr_ptx_instruction *i, LLVMValueRef value, hr_ptx_type from,
				 hr_ptx_type to)
{
	const hr_ptx *p = i->p;
	bool is_signed = from.kind == 's';
	LLVMValueRef arguments[3];

	if (i->mode && to.bits == 16) {
		/* what is rounded twice in the same direction is rounded once */
		const hr_ptx_type wide = {'f', 64, p->f64};

		return to_format(i, from_integer(i, value, from, wide), to.llvm);
	}
	if (i->mode) {
		char name[80] = "llvm.experimental.constrained.";
		const char *bits = from.bits == 64   ? "i64"
				   : from.bits == 32 ? "i32"
				   : from.bits == 16 ? "i16"
						     : "i8";

		strcat(name, is_signed ? "sitofp" : "uitofp");
		strcat(name, to.bits == 64 ? ".f64." : ".f32.");
		strcat(name, bits);
		arguments[0] = value;
		arguments[1] = LLVMMetadataAsValue(
			p->context, LLVMMDStringInContext2(p->context, i->mode, strlen(i->mode)));
		arguments[2] = LLVMMetadataAsValue(
			p->context, LLVMMDStringInContext2(p->context, "fpexcept.ignore", 15));
		return hr_ptx_call(p, name, to.llvm, arguments, 3);
	}
	return is_signed ? LLVMBuildSIToFP(p->builder, value, to.llvm, "")
			 : LLVMBuildUIToFP(p->builder, value, to.llvm, "");
}

/* cvt.rn.f16x2.f32 d, a, b: a is the upper half. */
static bool convert_two(hr_ptx_instruction *i, hr_ptx_type from, hr_ptx_type to)
{
	const hr_ptx *p = i->p;
	LLVMValueRef pair = LLVMGetPoison(to.llvm);
	bool relu = hr_ptx_take(i, "relu");

	if (i->in_count != 2 || from.llvm != p->f32)
		return false;
	for (unsigned n = 0; n < 2; n++) {
		LLVMValueRef value =
			to_format(i, hr_ptx_in(i, 1 - n, p->f32), LLVMGetElementType(to.llvm));

		if (relu)
			value = hr_ptx_intrinsic(p, "maximum", value,
						 hr_ptx_real(LLVMTypeOf(value), 0), NULL);
		pair = LLVMBuildInsertElement(p->builder, pair, value, hr_ptx_int(p->i32, n), "");
	}
	return !i->sat && !i->ftz && result(i, pair);
}

/* Round the fraction of a float to 10 bits, ties away from 0 or to even. */
static bool convert_tf32(hr_ptx_instruction *i, bool away)
{
	const hr_ptx *p = i->p;
	LLVMBuilderRef b = p->builder;
	LLVMValueRef x = hr_ptx_in(i, 0, p->f32), bits = hr_ptx_in(i, 0, p->i32), more, odd;

	if (i->in_count != 1 || i->mode || i->sat)
		return false;
	more = hr_ptx_int(p->i32, 0x1000);
	if (!away) {
		odd = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, hr_ptx_int(p->i32, 13), ""),
				   hr_ptx_int(p->i32, 1), "");
		more = LLVMBuildAdd(b, odd, hr_ptx_int(p->i32, 0xfff), "");
	}
	more = LLVMBuildAnd(b, LLVMBuildAdd(b, bits, more, ""), hr_ptx_int(p->i32, 0xffffe000), "");
	return result(i,
		      LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""), bits, more, ""));
}

bool hr_ptx_do_convert(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	hr_ptx_type from = i->type, to = hr_ptx_take_type(i);
	int rounding = hr_ptx_take_one(i, integer_roundings);
	bool away = hr_ptx_take(i, "rna");
	LLVMValueRef x;

	hr_ptx_take_modes(i);
	if (!to.kind)
		return false;
	if (to.kind == 't')
		return from.llvm == p->f32 && convert_tf32(i, away);
	if (away || (to.bits == 32 && LLVMGetTypeKind(to.llvm) == LLVMVectorTypeKind))
		return !away && convert_two(i, from, to);
	if (i->in_count != 1 || LLVMGetTypeKind(from.llvm) == LLVMVectorTypeKind)
		return false;
	x = i->in[0].values[0];
	i->extend_signed = to.kind == 's';
	/* an address in shared memory has 32 or 64 bits, and stays one */
	if (LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind && from.kind != 'f' &&
	    to.kind != 'f' && from.bits >= 32 && to.bits >= 32)
		return !i->mode && rounding < 0 && !i->sat && result(i, x);
	x = hr_ptx_in(i, 0, from.llvm);
	if (from.kind != 'f' && to.kind != 'f')
		return !i->mode && rounding < 0 &&
		       result(i, i->sat ? clamp(p, x, from, to)
					: hr_ptx_extend(p, x, from.kind == 's', to.llvm));
	if (from.kind != 'f') {
		return rounding < 0 && result(i, hr_ptx_finish(i, from_integer(i, x, from, to)));
	}
	x = hr_ptx_flush(i, x);
	if (to.kind != 'f') {
		if (rounding < 0 || i->mode)
			return false;
		if (from.bits == 16)
			x = LLVMBuildFPExt(p->builder, x, p->f32, "");
		return result(i, to_integer(p, to_integral(p, rounding, x), to));
	}
	if (rounding >= 0) {
		if (i->mode || from.llvm != to.llvm)
			return false;
		x = to_integral(p, rounding, x);
	}
	x = to_format(i, x, to.llvm);
	if (hr_ptx_take(i, "relu"))
		x = hr_ptx_intrinsic(p, "maximum", x, hr_ptx_real(to.llvm, 0), NULL);
	return result(i, hr_ptx_finish(i, x));
}
