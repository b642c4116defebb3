/* backends/opencl/translate/instructions.c -- instructions that compute values.
 *
 * Vectors are computed lane by lane, with the expression for scalars.
 * Invariant: the bits of an expression beyond the width of its type are zero.
 * Clauses:   H4 is not checked: undefined operations may do anything.
 * Not here:  memory (memory.c), calls (intrinsics.c), jumps (control.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

static bool is_float(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(ocl_scalar(type))) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return true;
	default: return false;
	}
}

static bool is_kind(LLVMTypeRef type, LLVMTypeKind kind)
{
	return LLVMGetTypeKind(ocl_scalar(type)) == kind;
}

/* --- integers --------------------------------------------------------------------------------- */

static const char *wide_binary(ocl_writer *self, LLVMOpcode op, const char *a, const char *b,
			       unsigned bits)
{
	const char *name = "";
	bool is_signed = op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr;

	switch (op) {
	case LLVMAdd: name = "add"; break;
	case LLVMSub: name = "sub"; break;
	case LLVMMul: name = "mul"; break;
	case LLVMUDiv: name = "udiv"; break;
	case LLVMSDiv: name = "sdiv"; break;
	case LLVMURem: name = "urem"; break;
	case LLVMSRem: name = "srem"; break;
	case LLVMShl: name = "shl"; break;
	case LLVMLShr: name = "lshr"; break;
	case LLVMAShr: name = "ashr"; break;
	case LLVMAnd: name = "and"; break;
	case LLVMOr: name = "or"; break;
	default: name = "xor"; break;
	}
	if (is_signed) {
		a = ocl_as_signed(self, a, bits);
		b = op == LLVMAShr ? b : ocl_as_signed(self, b, bits);
	}
	return ocl_cut(
		self,
		OCL_PRINT(self, "hpvm_%s128(%s, %s)", name, ocl_bare(self, a), ocl_bare(self, b)),
		bits);
}

/* a + -1 is written as a - 1. */
static const char *sum(ocl_writer *self, LLVMValueRef at, int lane, unsigned bits)
{
	LLVMValueRef right = LLVMGetOperand(at, 1);
	const char *a = ocl_lane(self, LLVMGetOperand(at, 0), lane);

	if (lane < 0 && LLVMIsAConstantInt(right) && LLVMConstIntGetSExtValue(right) < 0 &&
	    LLVMConstIntGetSExtValue(right) > -65536)
		return OCL_PRINT(
			self, "(%s - %s)", a,
			ocl_integer(self, (uint64_t)-LLVMConstIntGetSExtValue(right), bits));
	return OCL_PRINT(self, "(%s + %s)", a, ocl_lane(self, right, lane));
}

static const char *integer_binary(ocl_writer *self, LLVMValueRef at, int lane)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(at);
	unsigned bits = ocl_bits(LLVMTypeOf(at));
	const char *a = ocl_lane(self, LLVMGetOperand(at, 0), lane);
	const char *b = ocl_lane(self, LLVMGetOperand(at, 1), lane);
	const char *word = ocl_unsigned(bits), *up = bits <= 16 ? "(uint)" : "";

	if (bits > 64)
		return wide_binary(self, op, a, b, bits);
	switch (op) {
	case LLVMAdd: return ocl_cut(self, sum(self, at, lane, bits), bits);
	case LLVMSub: return ocl_cut(self, OCL_PRINT(self, "(%s - %s)", a, b), bits);
	case LLVMMul: return ocl_cut(self, OCL_PRINT(self, "(%s%s * %s)", up, a, b), bits);
	case LLVMUDiv: return OCL_PRINT(self, "(%s / %s)", a, b);
	case LLVMURem: return OCL_PRINT(self, "(%s %% %s)", a, b);
	case LLVMSDiv:
	case LLVMSRem:
		return ocl_cut(self,
			       OCL_PRINT(self, "(%s)(%s %s %s)", word, ocl_as_signed(self, a, bits),
					 op == LLVMSDiv ? "/" : "%", ocl_as_signed(self, b, bits)),
			       bits);
	case LLVMShl: return ocl_cut(self, OCL_PRINT(self, "(%s%s << %s)", up, a, b), bits);
	case LLVMLShr: return OCL_PRINT(self, "(%s >> %s)", a, b);
	case LLVMAShr:
		return ocl_cut(
			self,
			OCL_PRINT(self, "(%s)(%s >> %s)", word, ocl_as_signed(self, a, bits), b),
			bits);
	case LLVMAnd: return OCL_PRINT(self, "(%s & %s)", a, b);
	case LLVMOr: return OCL_PRINT(self, "(%s | %s)", a, b);
	default:
		if (bits == 1 && strcmp(b, "true") == 0)
			return OCL_PRINT(self, "!%s", a);
		return OCL_PRINT(self, "(%s ^ %s)", a, b);
	}
}

static const char *compare_wide(ocl_writer *self, LLVMIntPredicate how, const char *a,
				const char *b)
{
	switch (how) {
	case LLVMIntEQ: return OCL_PRINT(self, "hpvm_eq128(%s, %s)", a, b);
	case LLVMIntNE: return OCL_PRINT(self, "!hpvm_eq128(%s, %s)", a, b);
	case LLVMIntUGT: return OCL_PRINT(self, "hpvm_ult128(%s, %s)", b, a);
	case LLVMIntUGE: return OCL_PRINT(self, "!hpvm_ult128(%s, %s)", a, b);
	case LLVMIntULT: return OCL_PRINT(self, "hpvm_ult128(%s, %s)", a, b);
	case LLVMIntULE: return OCL_PRINT(self, "!hpvm_ult128(%s, %s)", b, a);
	case LLVMIntSGT: return OCL_PRINT(self, "hpvm_slt128(%s, %s)", b, a);
	case LLVMIntSGE: return OCL_PRINT(self, "!hpvm_slt128(%s, %s)", a, b);
	case LLVMIntSLT: return OCL_PRINT(self, "hpvm_slt128(%s, %s)", a, b);
	default: return OCL_PRINT(self, "!hpvm_slt128(%s, %s)", b, a);
	}
}

/* Constants are written with a sign, without a cast. */
static const char *signed_lane(ocl_writer *self, LLVMValueRef value, int lane, unsigned bits)
{
	if (lane < 0 && LLVMIsAConstantInt(value) && bits <= 64) {
		long long number = LLVMConstIntGetSExtValue(value);

		if (number > -2147483647 && number <= 2147483647)
			return OCL_PRINT(self, number < 0 ? "(%lld)" : "%lld", number);
	}
	return ocl_as_signed(self, ocl_lane(self, value, lane), bits);
}

static const char *compare_pointers(ocl_writer *self, LLVMValueRef left, LLVMValueRef right,
				    const char *sign)
{
	const char *a = ocl_operand(self, left), *b = ocl_operand(self, right);

	if (strcmp(a, "0") == 0 || strcmp(b, "0") == 0)
		return OCL_PRINT(self, "(%s %s %s)", a, sign, b);
	return OCL_PRINT(self, "((ulong)%s %s (ulong)%s)", a, sign, b);
}

static const char *compare_integers(ocl_writer *self, LLVMValueRef at, int lane)
{
	static const char *const signs[] = {"==", "!=", ">", ">=", "<", "<=", ">", ">=", "<", "<="};
	LLVMIntPredicate how = LLVMGetICmpPredicate(at);
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	const char *sign = signs[how - LLVMIntEQ];
	unsigned bits = ocl_bits(LLVMTypeOf(left));

	if (is_kind(LLVMTypeOf(left), LLVMPointerTypeKind))
		return compare_pointers(self, left, right, sign);
	if (bits > 64) {
		const char *a = ocl_lane(self, left, lane), *b = ocl_lane(self, right, lane);

		if (how >= LLVMIntSGT)
			a = ocl_as_signed(self, a, bits), b = ocl_as_signed(self, b, bits);
		return compare_wide(self, how, a, b);
	}
	if (how >= LLVMIntSGT)
		return OCL_PRINT(self, "(%s %s %s)", signed_lane(self, left, lane, bits), sign,
				 signed_lane(self, right, lane, bits));
	return OCL_PRINT(self, "(%s %s %s)", ocl_lane(self, left, lane), sign,
			 ocl_lane(self, right, lane));
}

/* --- floats ----------------------------------------------------------------------------------- */

static const char *float_lane(ocl_writer *self, LLVMValueRef value, int lane)
{
	return ocl_float_of(self, ocl_lane(self, value, lane), LLVMTypeOf(value));
}

static const char *float_binary(ocl_writer *self, LLVMValueRef at, int lane)
{
	const char *a = float_lane(self, LLVMGetOperand(at, 0), lane);
	const char *b = float_lane(self, LLVMGetOperand(at, 1), lane), *text;
	LLVMOpcode op = LLVMGetInstructionOpcode(at);

	if (op == LLVMFRem)
		text = OCL_PRINT(self, "fmod(%s, %s)", ocl_bare(self, a), ocl_bare(self, b));
	else
		text = OCL_PRINT(self, "(%s %s %s)", a,
				 op == LLVMFAdd   ? "+"
				 : op == LLVMFSub ? "-"
				 : op == LLVMFMul ? "*"
						  : "/",
				 b);
	if (op == LLVMFDiv && is_kind(LLVMTypeOf(at), LLVMFloatTypeKind) &&
	    !self->target->exact_roots && self->source->ulps < 3)
		self->source->ulps = 3;
	return ocl_of_float(self, text, LLVMTypeOf(at));
}

static const char *negated(ocl_writer *self, LLVMValueRef at, int lane)
{
	const char *a = ocl_lane(self, LLVMGetOperand(at, 0), lane);

	if (is_kind(LLVMTypeOf(at), LLVMHalfTypeKind) ||
	    is_kind(LLVMTypeOf(at), LLVMBFloatTypeKind))
		return OCL_PRINT(self, "(ushort)(%s ^ 0x8000)", a);
	return OCL_PRINT(self, "(-%s)", a);
}

static const char *compare_floats(ocl_writer *self, LLVMValueRef at, int lane)
{
	static const char *const forms[] = {
		[LLVMRealPredicateFalse] = "false",
		[LLVMRealOEQ] = "(%s == %s)",
		[LLVMRealOGT] = "(%s > %s)",
		[LLVMRealOGE] = "(%s >= %s)",
		[LLVMRealOLT] = "(%s < %s)",
		[LLVMRealOLE] = "(%s <= %s)",
		[LLVMRealONE] = "(bool)islessgreater(%s, %s)",
		[LLVMRealORD] = "(bool)isordered(%s, %s)",
		[LLVMRealUNO] = "(bool)isunordered(%s, %s)",
		[LLVMRealUEQ] = "!islessgreater(%s, %s)",
		[LLVMRealUGT] = "!(%s <= %s)",
		[LLVMRealUGE] = "!(%s < %s)",
		[LLVMRealULT] = "!(%s >= %s)",
		[LLVMRealULE] = "!(%s > %s)",
		[LLVMRealUNE] = "(%s != %s)",
		[LLVMRealPredicateTrue] = "true",
	};
	const char *a = float_lane(self, LLVMGetOperand(at, 0), lane);
	const char *b = float_lane(self, LLVMGetOperand(at, 1), lane);
	const char *form = forms[LLVMGetFCmpPredicate(at)], *hole = strstr(form, "%s"), *next;

	if (!hole)
		return form;
	next = strstr(hole + 2, "%s");
	return OCL_PRINT(self, "%.*s%s%.*s%s%s", (int)(hole - form), form, a,
			 (int)(next - hole - 2), hole + 2, b, next + 2);
}

/* --- conversions ------------------------------------------------------------------------------ */

static const char *resized(ocl_writer *self, LLVMOpcode op, const char *text, unsigned from,
			   unsigned to)
{
	const char *word = ocl_unsigned(to);

	if (op == LLVMTrunc) {
		if (from > 64 && to <= 64)
			text = OCL_PRINT(self, "%s.lo", text);
		if (from > 64 && to > 64)
			return ocl_cut(self, text, to);
		text = ocl_container(to) == ocl_container(from) || to == 1
			       ? text
			       : OCL_PRINT(self, "(%s)%s", word, text);
		return to == 8 || to == 16 ? text : ocl_cut(self, text, to);
	}
	if (op == LLVMZExt) {
		if (to <= 64)
			return ocl_container(to) == ocl_container(from) && from > 1
				       ? text
				       : OCL_PRINT(self, "(%s)%s", word, text);
		return from > 64 ? text : OCL_PRINT(self, "hpvm_make128(%s, 0)", text);
	}
	if (from == 1)
		text = OCL_PRINT(self, "(-(%s)%s)", to > 32 ? "long" : "int", text);
	else
		text = ocl_as_signed(self, text, from);
	if (to > 64)
		return ocl_cut(
			self, from > 64 ? text : OCL_PRINT(self, "hpvm_of_long128((long)%s)", text),
			to);
	return ocl_cut(self, OCL_PRINT(self, "(%s)%s", word, text), to);
}

static const char *to_integer(ocl_writer *self, LLVMValueRef at, int lane)
{
	LLVMValueRef from = LLVMGetOperand(at, 0);
	const char *text = float_lane(self, from, lane);
	unsigned bits = ocl_bits(LLVMTypeOf(at));
	bool is_signed = LLVMGetInstructionOpcode(at) == LLVMFPToSI;

	(void)ocl_type(self, LLVMTypeOf(from));
	if (bits > 64)
		return ocl_cut(self,
			       OCL_PRINT(self, "hpvm_%s128_of_%s(%s)", is_signed ? "s" : "u",
					 is_kind(LLVMTypeOf(from), LLVMDoubleTypeKind) ? "double"
										       : "float",
					 text),
			       bits);
	if (bits == 1)
		return OCL_PRINT(self, "(bool)((int)%s & 1)", text);
	if (is_signed)
		return ocl_cut(
			self,
			OCL_PRINT(self, "(%s)(%s)%s", ocl_unsigned(bits), ocl_signed(bits), text),
			bits);
	return OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits), text);
}

static const char *from_integer(ocl_writer *self, LLVMValueRef at, int lane)
{
	LLVMValueRef from = LLVMGetOperand(at, 0);
	const char *text = ocl_lane(self, from, lane);
	unsigned bits = ocl_bits(LLVMTypeOf(from));
	bool is_signed = LLVMGetInstructionOpcode(at) == LLVMSIToFP;
	bool wide = is_kind(LLVMTypeOf(at), LLVMDoubleTypeKind);
	bool brief = is_kind(LLVMTypeOf(at), LLVMBFloatTypeKind) && bits > 24;

	(void)ocl_type(self, LLVMTypeOf(at));
	if (brief && bits > 64)
		ocl_refuse(self, HR_REFUSES_TYPE, "a bfloat of an integer of %u bits", bits);
	if (brief)
		(void)ocl_type(self, LLVMDoubleTypeInContext(self->context));
	if (is_signed && bits == 1)
		text = OCL_PRINT(self, "(-(int)%s)", text);
	else if (is_signed)
		text = ocl_as_signed(self, text, bits);
	if (brief)
		return OCL_PRINT(self, "hpvm_bfloat_of_double(hpvm_jam%s(%s))",
				 is_signed ? "_signed" : "", ocl_bare(self, text));
	if (bits > 64)
		text = OCL_PRINT(self, "hpvm_%s_of_%s128(%s)", wide ? "double" : "float",
				 is_signed ? "s" : "u", text);
	else
		text = OCL_PRINT(self, "(%s)%s", wide ? "double" : "float", text);
	return ocl_of_float(self, text, LLVMTypeOf(at));
}

static const char *resize_float(ocl_writer *self, LLVMValueRef at, int lane)
{
	LLVMTypeRef to = LLVMTypeOf(at), from = LLVMTypeOf(LLVMGetOperand(at, 0));
	const char *text = float_lane(self, LLVMGetOperand(at, 0), lane);

	(void)ocl_type(self, to);
	if (is_kind(to, LLVMDoubleTypeKind))
		return OCL_PRINT(self, "(double)%s", text);
	if (is_kind(to, LLVMFloatTypeKind))
		return is_kind(from, LLVMDoubleTypeKind) ? OCL_PRINT(self, "(float)%s", text)
							 : text;
	if (is_kind(from, LLVMDoubleTypeKind) && is_kind(to, LLVMHalfTypeKind))
		return OCL_PRINT(self, "hpvm_half_of_double(%s)", ocl_bare(self, text));
	if (is_kind(from, LLVMDoubleTypeKind))
		return OCL_PRINT(self, "hpvm_bfloat_of_double(%s)", ocl_bare(self, text));
	return ocl_of_float(self, text, to);
}

/* Reinterpret a scalar as another type of the same size. */
static const char *same_bits(ocl_writer *self, LLVMTypeRef from, LLVMTypeRef to, const char *text)
{
	if (is_kind(to, LLVMFloatTypeKind) || is_kind(to, LLVMDoubleTypeKind))
		return is_float(from) ? text
				      : OCL_PRINT(self, "as_%s((%s)%s)", ocl_type(self, to),
						  ocl_type(self, from), text);
	if (is_kind(from, LLVMFloatTypeKind) || is_kind(from, LLVMDoubleTypeKind))
		return OCL_PRINT(self, "as_%s(%s)", ocl_type(self, to), ocl_bare(self, text));
	return text;
}

/* --- one lane of an instruction --------------------------------------------------------------- */

static const char *choice(ocl_writer *self, LLVMValueRef at, int lane)
{
	const char *condition = ocl_lane(self, LLVMGetOperand(at, 0), lane);
	const char *yes = ocl_lane(self, LLVMGetOperand(at, 1), lane);
	const char *no = ocl_lane(self, LLVMGetOperand(at, 2), lane);

	if (strcmp(yes, "true") == 0)
		return OCL_PRINT(self, "(%s || %s)", condition, no);
	if (strcmp(no, "false") == 0)
		return OCL_PRINT(self, "(%s && %s)", condition, yes);
	return OCL_PRINT(self, "(%s ? %s : %s)", condition, yes, no);
}

const char *ocl_expression(ocl_writer *self, LLVMValueRef at, int lane)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(at);

	switch (op) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor: return integer_binary(self, at, lane);
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem: return float_binary(self, at, lane);
	case LLVMFNeg: return negated(self, at, lane);
	case LLVMICmp: return compare_integers(self, at, lane);
	case LLVMFCmp: return compare_floats(self, at, lane);
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
		return resized(self, op, ocl_lane(self, LLVMGetOperand(at, 0), lane),
			       ocl_bits(LLVMTypeOf(LLVMGetOperand(at, 0))),
			       ocl_bits(LLVMTypeOf(at)));
	case LLVMFPToUI:
	case LLVMFPToSI: return to_integer(self, at, lane);
	case LLVMUIToFP:
	case LLVMSIToFP: return from_integer(self, at, lane);
	case LLVMFPTrunc:
	case LLVMFPExt: return resize_float(self, at, lane);
	case LLVMSelect: return choice(self, at, lane);
	case LLVMFreeze: return ocl_lane(self, LLVMGetOperand(at, 0), lane);
	case LLVMCall: return ocl_call_expression(self, at, lane);
	default: return NULL;
	}
}

/* --- vectors ---------------------------------------------------------------------------------- */

static void each_lane(ocl_writer *self, LLVMValueRef at)
{
	LLVMTypeRef type = LLVMTypeOf(at);
	unsigned lanes = ocl_lanes(type);
	const char **texts = hr_arena_array(&self->arena, lanes, sizeof(*texts)), *name;

	for (unsigned i = 0; i < lanes; i++)
		texts[i] = ocl_expression(self, at, (int)i);
	name = ocl_declare(self, at);
	for (unsigned i = 0; i < lanes; i++)
		ocl_line_of(self, "%s%s = %s;", name, ocl_member(self, type, i),
			    ocl_bare(self, texts[i]));
}

static void extract_element(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef from = LLVMGetOperand(at, 0), index = LLVMGetOperand(at, 1);
	unsigned lanes = ocl_lanes(LLVMTypeOf(from));
	const char *text = "", *number;

	if (LLVMIsAConstantInt(index)) {
		uint64_t lane = LLVMConstIntGetZExtValue(index);

		ocl_define(self, at, ocl_lane(self, from, lane < lanes ? (int)lane : 0));
		return;
	}
	number = ocl_operand(self, index);
	for (unsigned i = 0; i + 1 < lanes; i++)
		text = OCL_PRINT(self, "%s%s == %u ? %s : ", text, number, i,
				 ocl_lane(self, from, (int)i));
	ocl_define(self, at, OCL_PRINT(self, "(%s%s)", text, ocl_lane(self, from, (int)lanes - 1)));
}

static void insert_element(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef into = LLVMGetOperand(at, 0), index = LLVMGetOperand(at, 2);
	LLVMTypeRef type = LLVMTypeOf(at);
	const char *value = ocl_operand(self, LLVMGetOperand(at, 1)), *name, *number;
	bool fixed = LLVMIsAConstantInt(index) != NULL;
	uint64_t place = fixed ? LLVMConstIntGetZExtValue(index) : 0;

	number = fixed ? "" : ocl_operand(self, index);
	if (!LLVMIsUndef(into))
		(void)ocl_operand(self, into);
	name = ocl_declare(self, at);
	for (unsigned i = 0; i < ocl_lanes(type); i++) {
		const char *old = ocl_lane(self, into, (int)i);

		if (fixed && i != place && LLVMIsUndef(into))
			continue;
		ocl_line_of(self, "%s%s = %s;", name, ocl_member(self, type, i),
			    !fixed ? OCL_PRINT(self, "%s == %u ? %s : %s", number, i, value, old)
			    : i == place ? ocl_bare(self, value)
					 : old);
	}
}

static void shuffle(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	unsigned lanes = ocl_lanes(LLVMTypeOf(left));
	LLVMTypeRef type = LLVMTypeOf(at);
	const char *name = ocl_declare(self, at);

	for (unsigned i = 0; i < LLVMGetNumMaskElements(at); i++) {
		int from = LLVMGetMaskValue(at, i);

		if (from == LLVMGetUndefMaskElem())
			from = 0;
		ocl_line_of(self, "%s%s = %s;", name, ocl_member(self, type, i),
			    (unsigned)from < lanes ? ocl_lane(self, left, from)
						   : ocl_lane(self, right, from - (int)lanes));
	}
}

/* --- structures ------------------------------------------------------------------------------- */

static const char *path_of(ocl_writer *self, LLVMValueRef at, LLVMTypeRef type)
{
	const unsigned *indices = LLVMGetIndices(at);
	const char *path = "";

	for (unsigned i = 0; i < LLVMGetNumIndices(at); i++) {
		path = OCL_PRINT(self, "%s%s", path, ocl_member(self, type, indices[i]));
		type = LLVMGetTypeKind(type) == LLVMStructTypeKind
			       ? LLVMStructGetTypeAtIndex(type, indices[i])
			       : LLVMGetElementType(type);
	}
	return path;
}

static void insert_value(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef into = LLVMGetOperand(at, 0);
	const char *value = ocl_operand(self, LLVMGetOperand(at, 1));
	const char *old = LLVMIsUndef(into) ? NULL : ocl_operand(self, into);
	const char *name = ocl_declare(self, at);

	if (old)
		ocl_line_of(self, "%s = %s;", name, old);
	ocl_line_of(self, "%s%s = %s;", name, path_of(self, at, LLVMTypeOf(at)),
		    ocl_bare(self, value));
}

/* --- bitcasts ------------------------------------------------------------------------------ */

static bool is_plain(LLVMTypeRef type)
{
	unsigned bits = ocl_bits(type);

	return is_float(type) || ((bits & 7) == 0 && (bits & (bits - 1)) == 0);
}

/* For vectors of i1 and others whose elements are represented differently in memory and here. */
static void cast_bits(ocl_writer *self, LLVMValueRef at, LLVMValueRef from)
{
	LLVMTypeRef type = LLVMTypeOf(at), source = LLVMTypeOf(from);
	const char *text = "", *name;

	if (ocl_lanes(source) && !ocl_lanes(type) && ocl_bits(source) == 1 &&
	    ocl_bits(type) <= 64 && !is_float(type)) {
		for (unsigned i = 0; i < ocl_lanes(source); i++)
			text = OCL_PRINT(self, "%s%s(%s)%s << %u", text, i ? " | " : "",
					 ocl_unsigned(ocl_bits(type) < 32 ? 32 : 64),
					 ocl_lane(self, from, (int)i), i);
		ocl_define(self, at, OCL_PRINT(self, "(%s)(%s)", ocl_type(self, type), text));
		return;
	}
	if (!ocl_lanes(source) && ocl_lanes(type) && ocl_bits(type) == 1 &&
	    ocl_bits(source) <= 64 && !is_float(source)) {
		text = ocl_operand(self, from);
		name = ocl_declare(self, at);
		for (unsigned i = 0; i < ocl_lanes(type); i++)
			ocl_line_of(self, "%s%s = %s >> %u & 1;", name, ocl_member(self, type, i),
				    text, i);
		return;
	}
	ocl_refuse(self, HR_REFUSES_TYPE, "a vector reinterpreted as another type");
	ocl_declare(self, at);
}

static void bitcast(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef from = LLVMGetOperand(at, 0);
	LLVMTypeRef type = LLVMTypeOf(at), source = LLVMTypeOf(from);
	const char *text, *name;

	if (!ocl_lanes(type) && !ocl_lanes(source) && ocl_bits(type) <= 64) {
		ocl_define(self, at, same_bits(self, source, type, ocl_operand(self, from)));
		return;
	}
	if (!is_plain(type) || !is_plain(source) ||
	    (ocl_lanes(type) == 3 && ocl_is_native_vector(type))) {
		cast_bits(self, at, from);
		return;
	}
	text = ocl_operand(self, from);
	name = ocl_temporary(self, OCL_PRINT(self, "union { %s from; %s to; }",
					     ocl_type(self, source), ocl_type(self, type)));
	ocl_line_of(self, "%s.from = %s;", name, ocl_bare(self, text));
	ocl_line_of(self, "%s = %s.to;", ocl_declare(self, at), name);
}

/* --- all -------------------------------------------------------------------------------------- */

static void pointer_to_integer(ocl_writer *self, LLVMValueRef at)
{
	const char *text = OCL_PRINT(self, "(ulong)%s", ocl_operand(self, LLVMGetOperand(at, 0)));

	if (ocl_lanes(LLVMTypeOf(at)))
		ocl_refuse(self, HR_REFUSES_TYPE, "a vector of pointers");
	ocl_define(self, at, resized(self, LLVMTrunc, text, 64, ocl_bits(LLVMTypeOf(at))));
}

static const char *choice_of(ocl_writer *self, LLVMValueRef pointer, const char *element)
{
	return LLVMIsNull(pointer) ? "0" : ocl_pointer_as(self, pointer, element);
}

static void pointer_value(ocl_writer *self, LLVMValueRef at)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(at);
	ocl_space space = ocl_space_of(self, at);
	const char *element;

	if (space == OCL_SEVERAL) {
		ocl_refuse(self, HR_REFUSES_INSTRUCTION,
			   "a pointer into more than one address space");
		return;
	}
	if (op == LLVMSelect) {
		element = ocl_element_of(self, at);
		ocl_define_pointer(
			self, at,
			(ocl_value){OCL_PRINT(self, "(%s ? %s : %s)",
					      ocl_operand(self, LLVMGetOperand(at, 0)),
					      choice_of(self, LLVMGetOperand(at, 1), element),
					      choice_of(self, LLVMGetOperand(at, 2), element)),
				    NULL, element});
		return;
	}
	if (op == LLVMGetElementPtr)
		ocl_define_pointer(self, at, ocl_address(self, at));
	else if (op == LLVMBitCast || op == LLVMAddrSpaceCast || op == LLVMFreeze)
		ocl_define_pointer(self, at, ocl_pointer(self, LLVMGetOperand(at, 0)));
	else if (op == LLVMIntToPtr)
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a pointer made from an integer");
	else
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a pointer in memory");
}

void ocl_instruction(ocl_writer *self, LLVMValueRef at)
{
	LLVMTypeRef type = LLVMTypeOf(at);
	LLVMOpcode op = LLVMGetInstructionOpcode(at);
	const char *text;

	self->at = at;
	if (op == LLVMPHI || LLVMIsATerminatorInst(at) || ocl_memory(self, at))
		return;
	if (op == LLVMCall &&
	    !(ocl_is_pure_call(at) && LLVMGetTypeKind(type) != LLVMStructTypeKind &&
	      LLVMGetTypeKind(type) != LLVMPointerTypeKind &&
	      strncmp(ocl_called(at), "hpvm_", 5) != 0)) {
		ocl_call(self, at);
		return;
	}
	switch (op) {
	case LLVMExtractElement: extract_element(self, at); return;
	case LLVMInsertElement: insert_element(self, at); return;
	case LLVMShuffleVector: shuffle(self, at); return;
	case LLVMInsertValue: insert_value(self, at); return;
	case LLVMExtractValue:
		text = ocl_operand(self, LLVMGetOperand(at, 0));
		ocl_define(self, at,
			   OCL_PRINT(self, "%s%s", text,
				     path_of(self, at, LLVMTypeOf(LLVMGetOperand(at, 0)))));
		return;
	case LLVMPtrToInt: pointer_to_integer(self, at); return;
	default: break;
	}
	if (is_kind(type, LLVMPointerTypeKind)) {
		pointer_value(self, at);
	} else if (op == LLVMBitCast) {
		bitcast(self, at);
	} else if (ocl_lanes(type)) {
		each_lane(self, at);
	} else {
		text = ocl_expression(self, at, -1);
		if (text)
			ocl_define(self, at, text);
		else
			ocl_refuse(self, HR_REFUSES_INSTRUCTION,
				   "an instruction that OpenCL C lacks");
	}
}
