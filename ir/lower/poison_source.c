/* ir/lower/poison_source.c -- promises: what makes a value poison, where checkers follow poison (P2).
 *
 * A promise is an operation behind the one that computes the value. If it is broken, the value in its
 * register is poison from there on (interp/check/uninit/poison.c). A promise about wrapping names
 * the operands; all others have a flag, which ordinary operations compute. A promise that the
 * operands' ranges keep is left out, and so is one whose value has no other use (dead.c).
 *
 * Invariant: the register of a value with a promise is no other value's.
 * Owns:      nothing.
 * Clauses:   P2.
 * Not here:  where checkers do not run (poison.c), wrapping (src/arith/poison_source.h). */

#include <string.h>

#include "ir/lower/lower_private.h"

/* --- ranges of integers ----------------------------------------------------------------------- */

enum { MOST_DEPTH = 6 };

static hr_interval whole(unsigned bits)
{
	return (hr_interval){-((hr_s128)1 << (bits - 1)), ((hr_s128)1 << (bits - 1)) - 1};
}

static hr_s128 signed_of(LLVMValueRef c, unsigned bits)
{
	return (hr_s128)(hr_constant_int(c) << (128 - bits)) >> (128 - bits);
}

static hr_interval hull(hr_interval a, hr_interval b)
{
	return (hr_interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static unsigned bits_of(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static hr_interval span_of(LLVMValueRef v, unsigned depth);

/* Return the range of the operation V with the constant operand B. */
static hr_interval span_by(LLVMValueRef v, hr_s128 b, unsigned bits, unsigned depth)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAnd: return b >= 0 ? (hr_interval){0, b} : whole(bits);
	case LLVMURem: return b > 0 ? (hr_interval){0, b - 1} : whole(bits);
	case LLVMSRem: return b > 0 ? (hr_interval){1 - b, b - 1} : whole(bits);
	case LLVMLShr:
		return b > 0 && b < bits ? (hr_interval){0, ((hr_s128)1 << (bits - b)) - 1}
					 : whole(bits);
	case LLVMAShr: {
		hr_interval a = span_of(LLVMGetOperand(v, 0), depth + 1);

		return b >= 0 && b < bits ? (hr_interval){a.low >> b, a.high >> b} : whole(bits);
	}
	default: return whole(bits);
	}
}

static hr_interval span_of(LLVMValueRef v, unsigned depth)
{
	const unsigned bits = bits_of(v);
	LLVMValueRef first;

	if (LLVMIsAConstantInt(v))
		return (hr_interval){signed_of(v, bits), signed_of(v, bits)};
	if (!LLVMIsAInstruction(v) || depth > MOST_DEPTH)
		return whole(bits);
	first = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : v;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMZExt: {
		const unsigned from = bits_of(first);
		const hr_interval a = span_of(first, depth + 1);

		return a.low >= 0 ? a : (hr_interval){0, ((hr_s128)1 << from) - 1};
	}
	case LLVMSExt: return span_of(first, depth + 1);
	case LLVMSelect:
		return hull(span_of(LLVMGetOperand(v, 1), depth + 1),
			    span_of(LLVMGetOperand(v, 2), depth + 1));
	case LLVMAnd:
	case LLVMURem:
	case LLVMSRem:
	case LLVMLShr:
	case LLVMAShr:
		return LLVMIsAConstantInt(LLVMGetOperand(v, 1))
			       ? span_by(v, signed_of(LLVMGetOperand(v, 1), bits), bits, depth)
			       : whole(bits);
	default: return whole(bits);
	}
}

/* Return the part of WRAPS that the ranges of the operands of IN, a scalar operation, do not
 * exclude. */
static unsigned may_break(hr_poison_kind kind, unsigned wraps, LLVMValueRef in)
{
	const unsigned bits = bits_of(in);
	hr_interval a, b, all;

	if (!bits || bits > 64 || kind == HR_POISON_SHL)
		return wraps;
	a = span_of(LLVMGetOperand(in, 0), 0);
	b = span_of(LLVMGetOperand(in, 1), 0);
	if (!hr_interval_of(kind, &a, &b, &all))
		return wraps;
	if (all.low >= whole(bits).low && all.high <= whole(bits).high)
		wraps &= ~(unsigned)HR_WRAPS_SIGNED;
	if (a.low >= 0 && b.low >= 0 && all.low >= 0 && all.high <= ((hr_s128)1 << bits) - 1)
		wraps &= ~(unsigned)HR_WRAPS_UNSIGNED;
	return wraps;
}

/* --- emitting --------------------------------------------------------------------------------- */

/* Make sure that the register of scalar I of VALUE is no other value's: that of no operand of the
 * current instruction, and no constant. */
static void own(hr_lw *l, hr_lw_value *value, uint32_t i)
{
	const hr_vreg reg = value->regs[i];
	const unsigned size = l->vregs.data[reg].size;
	bool shared = l->vregs.data[reg].kind != HR_VREG_PLAIN;
	int count = l->instruction && LLVMIsAInstruction(l->instruction)
			    ? LLVMGetNumOperands(l->instruction)
			    : 0;

	for (int k = 0; k < count && !shared; k++) {
		uint64_t known;
		const hr_lw_value *operand;

		if (!hr_map_get(&l->values, hr_map_key(LLVMGetOperand(l->instruction, (unsigned)k)),
				&known))
			continue;
		operand = (const hr_lw_value *)(uintptr_t)known;
		for (uint32_t n = 0; n < operand->count; n++)
			shared |= operand->regs[n] == reg;
	}
	for (uint32_t n = 0; n < value->count && !shared; n++)
		shared = n != i && value->regs[n] == reg;
	/* not a move, which would be removed */
	if (shared)
		value->regs[i] = hr_lw_bin(l, hr_op_int(HR_OP_or_i8, hr_con_of_size(size)), reg,
					   hr_lw_const(l, size, 0));
}

/* Return the number of operands that are values; those of constrained operations have texts behind
 * them. */
static unsigned operands_of(LLVMValueRef in)
{
	unsigned count =
		LLVMIsACallInst(in) ? LLVMGetNumArgOperands(in) : (unsigned)LLVMGetNumOperands(in);

	while (count &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(in, count - 1))) == LLVMMetadataTypeKind)
		count--;
	return count;
}

/* Let the report show the operands of the current instruction that belong to scalar I of its
 * result. */
static void show_operands(hr_lw *l, hr_poison_source *promise, uint32_t i)
{
	LLVMValueRef in = l->instruction;
	unsigned count;

	if (!in || !LLVMIsAInstruction(in) || LLVMIsALoadInst(in))
		return;
	count = operands_of(in);
	for (unsigned k = 0; k < count && promise->shown < 2; k++) {
		LLVMValueRef operand = LLVMGetOperand(in, k);
		const hr_lw_type *type = hr_lw_type_of_value(l, operand);
		const hr_lw_value *value = hr_lw_operand(l, in, k);
		const uint32_t at = value->count == 1 ? 0 : i;

		if (at >= value->count || hr_lw_wide_bits(LLVMTypeOf(operand)) ||
		    (LLVMIsACallInst(in) && LLVMIsConstant(operand)))
			return;
		promise->operands[promise->shown] = type->scalars[at];
		promise->operands[promise->shown++].reg = value->regs[at];
	}
}

static void emit(hr_lw *l, hr_poison_source promise)
{
	HR_PUSH(&l->poison_sources, promise);
	HR_EMIT(l, HR_OP_poison_source, (uint32_t)l->poison_sources.count - 1);
}

static hr_scalar scalar_of(hr_lw *l, const hr_lw_value *value, uint32_t i)
{
	const unsigned size = l->vregs.data[value->regs[i]].size;

	return (hr_scalar){
		.con = hr_con_of_size(size), .bits = (uint16_t)(8 * size), .reg = value->regs[i]};
}

/* Scalar I of VALUE is poison if FLAG. */
static void by_flag(hr_lw *l, hr_lw_value *value, uint32_t i, hr_vreg flag,
		    const hr_poison_source *like)
{
	hr_poison_source promise = *like;
	hr_u128 bits;

	if (flag == HR_NO_REG || (hr_lw_is_const(l, flag, &bits) && !bits))
		return;
	own(l, value, i);
	promise.kind = HR_POISON_FLAG;
	promise.value = scalar_of(l, value, i);
	promise.flag = flag;
	show_operands(l, &promise, i);
	emit(l, promise);
}

/* CALL of a fixed-point product or quotient, or of llvm.vp. */
static hr_poison_source of_intrinsic(LLVMValueRef call)
{
	size_t length;
	const char *name =
		LLVMIntrinsicGetName(LLVMGetIntrinsicID(LLVMGetCalledValue(call)), &length);

	if (strstr(name, "mul.fix"))
		return (hr_poison_source){.broken = "fixed-point product out of range",
					  .between = " * ",
					  .trap = HR_D_fixed_point_range + 1,
					  .is_signed = true};
	if (strstr(name, "div.fix"))
		return (hr_poison_source){.broken = "fixed-point quotient out of range",
					  .between = " / ",
					  .trap = HR_D_fixed_point_range + 1,
					  .is_signed = true};
	return (hr_poison_source){.broken = "a lane that is disabled or out of range"};
}

static hr_poison_source promise_of(LLVMValueRef in)
{
	switch (LLVMGetInstructionOpcode(in)) {
	case LLVMShl:
		return (hr_poison_source){.broken = "shl by too much",
					  .between = " << ",
					  .trap = HR_D_shift_too_far + 1,
					  .is_signed = true};
	case LLVMLShr:
		return (hr_poison_source){.broken = "lshr by too much",
					  .between = " >> ",
					  .trap = HR_D_shift_too_far + 1};
	case LLVMAShr:
		return (hr_poison_source){.broken = "ashr by too much",
					  .between = " >> ",
					  .trap = HR_D_shift_too_far + 1,
					  .is_signed = true};
	case LLVMFPToSI:
		return (hr_poison_source){.broken = "fptosi out of range",
					  .trap = HR_D_fp_to_int_range + 1};
	case LLVMFPToUI:
		return (hr_poison_source){.broken = "fptoui out of range",
					  .trap = HR_D_fp_to_int_range + 1};
	case LLVMExtractElement: return (hr_poison_source){.broken = "index outside of the vector"};
	case LLVMInsertElement: return (hr_poison_source){.broken = "index outside of the vector"};
	default: return of_intrinsic(in);
	}
}

void hr_lw_poison_flag(hr_lw *l, hr_lw_value *value, uint32_t i, hr_vreg flag)
{
	hr_u128 bits;
	hr_poison_source like = {0};

	if (hr_lw_is_const(l, flag, &bits)) {
		value->regs[i] = hr_lw_poison_constant(l, l->vregs.data[value->regs[i]].size);
		return;
	}
	like = promise_of(l->instruction);
	if (like.broken && strcmp(like.broken, "index outside of the vector") == 0) {
		/* the vector itself is not shown */
		own(l, value, i);
		like.kind = HR_POISON_FLAG;
		like.value = scalar_of(l, value, i);
		like.flag = flag;
		emit(l, like);
		return;
	}
	by_flag(l, value, i, flag, &like);
}

/* --- arithmetic ------------------------------------------------------------------------------- */

static void wraps(hr_lw *l, LLVMValueRef in, hr_poison_kind kind, hr_lw_value *value,
		  const hr_lw_type *type)
{
	const unsigned asked =
		(LLVMGetNSW(in) ? HR_WRAPS_SIGNED : 0u) | (LLVMGetNUW(in) ? HR_WRAPS_UNSIGNED : 0u);
	const unsigned left = may_break(kind, asked, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);

	for (uint32_t i = 0; left && i < type->count; i++) {
		hr_poison_source promise = {
			.kind = (uint8_t)kind, .wraps = (uint8_t)left, .shown = 2};

		own(l, value, i);
		promise.value = scalar_of(l, value, i);
		promise.operands[0] = promise.operands[1] = type->scalars[i];
		promise.operands[0].reg = a->regs[i];
		promise.operands[1].reg = b->regs[i];
		emit(l, promise);
	}
}

static hr_vreg differs(hr_lw *l, const hr_scalar *s, hr_vreg a, hr_vreg b)
{
	return hr_lw_bin(l, hr_op_int(HR_OP_ne_i8, s->con), a, b);
}

static hr_vreg is_negative(hr_lw *l, const hr_scalar *s, hr_vreg a)
{
	const hr_vreg most = hr_lw_const(l, hr_con_size(s->con), ((hr_u128)1 << (s->bits - 1)) - 1);

	return hr_lw_bin(l, hr_op_int(HR_OP_ugt_i8, s->con), a, most);
}

/* The low bits are lost. */
static void exact(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	const LLVMOpcode opcode = LLVMGetInstructionOpcode(in);
	const bool shift = opcode == LLVMLShr || opcode == LLVMAShr;
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	const hr_poison_source like = {.broken = shift ? "an exact shift loses bits"
						       : "an exact division has a remainder",
				       .between = shift ? " >> " : " / ",
				       .is_signed = opcode == LLVMAShr || opcode == LLVMSDiv};

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		const hr_vreg back = hr_lw_mask(
			l,
			hr_lw_bin(l, hr_op_int(shift ? HR_OP_shlz_i8 : HR_OP_mul_i8, s->con),
				  value->regs[i], b->regs[i]),
			s->bits);

		by_flag(l, value, i, differs(l, s, back, a->regs[i]), &like);
	}
}

static void disjoint(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	const hr_poison_source like = {.broken = "or disjoint of common bits", .between = " | "};

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		const hr_vreg both =
			hr_lw_bin(l, hr_op_int(HR_OP_and_i8, s->con), a->regs[i], b->regs[i]);

		by_flag(l, value, i, differs(l, s, both, hr_lw_const(l, hr_con_size(s->con), 0)),
			&like);
	}
}

static void nneg(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_poison_source like = {.broken = LLVMGetInstructionOpcode(in) == LLVMZExt
							 ? "zext nneg of a negative number"
							 : "uitofp nneg of a negative number",
				       .is_signed = true};

	if (bits_of(LLVMGetOperand(in, 0)) && bits_of(LLVMGetOperand(in, 0)) <= 64 &&
	    span_of(LLVMGetOperand(in, 0), 0).low >= 0)
		return;
	for (uint32_t i = 0; i < from->count; i++)
		by_flag(l, value, i, is_negative(l, &from->scalars[i], a->regs[i]), &like);
}

/* The result, extended again, is not the operand. */
static void truncates(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));

	for (unsigned as_signed = 0; as_signed < 2; as_signed++) {
		const hr_poison_source like = {.broken = as_signed ? "trunc nsw loses bits"
								   : "trunc nuw loses bits",
					       .is_signed = (uint8_t)as_signed};

		if (!(as_signed ? LLVMGetNSW(in) : LLVMGetNUW(in)))
			continue;
		for (uint32_t i = 0; i < type->count; i++) {
			const hr_vreg back = hr_lw_resize(l, value->regs[i], type->scalars[i].bits,
							  from->scalars[i].bits, as_signed);

			by_flag(l, value, i, differs(l, &from->scalars[i], back, a->regs[i]),
				&like);
		}
	}
}

#if LLVM_VERSION_MAJOR >= 21
static void same_sign(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_poison_source like = {
		.broken = "icmp samesign of two signs", .between = " and ", .is_signed = true};

	for (uint32_t i = 0; i < from->count; i++) {
		const hr_scalar *s = &from->scalars[i];
		const hr_vreg both =
			hr_lw_bin(l, hr_op_int(HR_OP_xor_i8, s->con), a->regs[i], b->regs[i]);

		by_flag(l, value, i, is_negative(l, s, both), &like);
	}
}
#endif

/* --- floating point --------------------------------------------------------------------------- */

enum { NAN_CLASSES = 3, INFINITE_CLASSES = 0x204 }; /* of fpclass */

static bool is_float(const hr_scalar *s)
{
	return s->con >= HR_C_F16;
}

static hr_vreg in_class(hr_lw *l, const hr_scalar *s, hr_vreg reg, uint32_t classes)
{
	return hr_lw_uni(l, hr_op_float(HR_OP_fpclass_f16, s->con), reg, classes);
}

/* Scalar I of VALUE is poison if it or an operand is in one of CLASSES. */
static void no_class(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type,
		     uint32_t classes, const char *broken)
{
	const hr_poison_source like = {.broken = broken, .between = " and "};
	const bool compares = LLVMIsAFCmpInst(in) != NULL;
	const unsigned count = LLVMIsAPHINode(in) ? 0 : operands_of(in);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg any = HR_NO_REG;

		if (!compares && is_float(&type->scalars[i]))
			any = in_class(l, &type->scalars[i], value->regs[i], classes);
		for (unsigned k = LLVMIsASelectInst(in) ? count : 0; k < count; k++) {
			const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, k));

			if (from->count == type->count && is_float(&from->scalars[i]))
				any = hr_lw_or(l, any,
					       in_class(l, &from->scalars[i],
							hr_lw_operand(l, in, k)->regs[i], classes));
		}
		by_flag(l, value, i, any, &like);
	}
}

static void fast(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	const LLVMFastMathFlags flags = LLVMGetFastMathFlags(in);

	if (flags & LLVMFastMathNoNaNs)
		no_class(l, in, value, type, NAN_CLASSES, "nnan, and there is a NaN");
	if (flags & LLVMFastMathNoInfs)
		no_class(l, in, value, type, INFINITE_CLASSES, "ninf, and there is an infinity");
}

/* --- metadata and attributes ------------------------------------------------------------------ */

static LLVMValueRef metadata(hr_lw *l, LLVMValueRef in, const char *name)
{
	LLVMContextRef context = l->program->context;

	if (!LLVMHasMetadata(in))
		return NULL;
	return LLVMGetMetadata(in, LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name)));
}

/* RANGES: pairs of first and end, each modulo the width; the value lies in one of them. */
static void in_range(hr_lw *l, LLVMValueRef ranges, hr_lw_value *value, const hr_lw_type *type)
{
	const unsigned count = LLVMGetMDNodeNumOperands(ranges);
	LLVMValueRef *ends = hr_arena_array(&l->arena, count + 1, sizeof(LLVMValueRef));
	const hr_poison_source like = {.broken = "a value outside of its !range"};

	LLVMGetMDNodeOperands(ranges, ends);
	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		const unsigned size = hr_con_size(s->con);
		hr_vreg inside = HR_NO_REG;

		for (unsigned k = 0; k + 1 < count; k += 2) {
			const hr_u128 first = hr_constant_int(ends[k]);
			const hr_u128 mask = ~(hr_u128)0 >> (128 - s->bits);
			const hr_u128 room = (hr_constant_int(ends[k + 1]) - first) & mask;
			const hr_vreg offset =
				hr_lw_mask(l,
					   hr_lw_bin(l, hr_op_int(HR_OP_sub_i8, s->con),
						     value->regs[i], hr_lw_const(l, size, first)),
					   s->bits);

			inside = hr_lw_or(l, inside,
					  hr_lw_bin(l, hr_op_int(HR_OP_ult_i8, s->con), offset,
						    hr_lw_const(l, size, room)));
		}
		if (inside != HR_NO_REG)
			by_flag(l, value, i, hr_lw_not(l, inside), &like);
	}
}

static void not_null(hr_lw *l, hr_lw_value *value, const char *broken)
{
	const hr_poison_source like = {.broken = broken};

	for (uint32_t i = 0; i < value->count; i++)
		by_flag(l, value, i,
			hr_lw_bin(l, HR_OP_eq_i64, value->regs[i], hr_lw_const(l, 8, 0)), &like);
}

static void aligned(hr_lw *l, hr_lw_value *value, uint64_t align, const char *broken)
{
	const hr_poison_source like = {.broken = broken};

	for (uint32_t i = 0; align > 1 && i < value->count; i++) {
		const hr_vreg low =
			hr_lw_bin(l, HR_OP_and_i64, value->regs[i], hr_lw_const(l, 8, align - 1));

		by_flag(l, value, i, hr_lw_bin(l, HR_OP_ne_i64, low, hr_lw_const(l, 8, 0)), &like);
	}
}

const hr_vreg *hr_lw_poison_parts(hr_lw *l, const hr_lw_value *value)
{
	hr_lw_value *parts;

	if (!l->follows_poison)
		return value->regs;
	parts = hr_lw_new_value(l, value->count);
	for (uint32_t i = 0; i < value->count; i++) {
		parts->regs[i] = hr_lw_reg(l, l->vregs.data[value->regs[i]].size);
		hr_lw_move(l, parts->regs[i], value->regs[i]);
		emit(l,
		     (hr_poison_source){.kind = HR_POISON_PART, .value = scalar_of(l, parts, i)});
	}
	return parts->regs;
}

/* The value of every scalar is used: it must be defined. */
static void defined(hr_lw *l, const hr_lw_value *value)
{
	for (uint32_t i = 0; i < value->count; i++)
		emit(l, (hr_poison_source){.kind = HR_POISON_DEFINED,
					   .value = scalar_of(l, value, i)});
}

static void loads(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	LLVMValueRef found = metadata(l, in, "range"), align;

	if (found)
		in_range(l, found, value, type);
	if (metadata(l, in, "nonnull"))
		not_null(l, value, "a null pointer that is !nonnull");
	found = metadata(l, in, "align");
	if (found && LLVMGetMDNodeNumOperands(found) == 1) {
		LLVMGetMDNodeOperands(found, &align);
		aligned(l, value, (uint64_t)hr_constant_int(align), "a pointer without its !align");
	}
	if (metadata(l, in, "noundef"))
		defined(l, value);
}

/* What attribute list INDEX of a function or a call promises about VALUE. */
static void attributes(hr_lw *l, LLVMValueRef function, LLVMValueRef call, unsigned index,
		       hr_lw_value *value, const hr_lw_type *type)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMAttributeRef found;

	if (type->type->kind == HR_T_PTR) {
		if (hr_lw_attribute(call, function, index, k->nonnull))
			not_null(l, value, "a null pointer that is nonnull");
		found = hr_lw_attribute(call, function, index, k->align);
		if (found)
			aligned(l, value, LLVMGetEnumAttributeValue(found),
				"a pointer without its align");
	}
	found = hr_lw_attribute(call, function, index, k->nofpclass);
	for (uint32_t i = 0; found && i < type->count; i++)
		if (is_float(&type->scalars[i]))
			by_flag(l, value, i,
				in_class(l, &type->scalars[i], value->regs[i],
					 (uint32_t)LLVMGetEnumAttributeValue(found)),
				&(hr_poison_source){
					.broken = "a number of a class that nofpclass excludes"});
}

void hr_lw_poison_parameters(hr_lw *l)
{
	for (unsigned i = 0; i < LLVMCountParams(l->llvm); i++) {
		LLVMValueRef param = LLVMGetParam(l->llvm, i);

		attributes(l, l->llvm, NULL, i + 1, hr_lw_value_of(l, param),
			   hr_lw_type_of_value(l, param));
	}
}

/* Intrinsics with a flag that says whether some operand makes poison. */
static void counted(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	size_t length;
	const unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(in));
	const char *name = id ? LLVMIntrinsicGetName(id, &length) : "";
	const bool is_abs = strcmp(name, "llvm.abs") == 0;
	const hr_poison_source like = {
		.broken = is_abs ? "abs of the least number" : "a count in 0", .is_signed = true};
	const hr_lw_value *a;

	if (!is_abs && strcmp(name, "llvm.ctlz") != 0 && strcmp(name, "llvm.cttz") != 0)
		return;
	if (!LLVMIsAConstantInt(hr_lw_argument(in, 1)) || !hr_constant_int(hr_lw_argument(in, 1)))
		return;
	a = hr_lw_operand(l, in, 0);
	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];

		by_flag(l, value, i,
			hr_lw_bin(l, hr_op_int(HR_OP_eq_i8, s->con), a->regs[i],
				  hr_lw_const(l, hr_con_size(s->con),
					      is_abs ? (hr_u128)1 << (s->bits - 1) : 0)),
			&like);
	}
}

static void calls(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	LLVMValueRef callee = LLVMGetCalledValue(in);
	LLVMValueRef found = metadata(l, in, "range");

	counted(l, in, value, type);
	if (found)
		in_range(l, found, value, type);
	attributes(l, callee, in, LLVMAttributeReturnIndex, value, type);
}

/* --- one instruction -------------------------------------------------------------------------- */

static void of_opcode(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	switch (LLVMGetInstructionOpcode(in)) {
	case LLVMAdd: wraps(l, in, HR_POISON_ADD, value, type); return;
	case LLVMSub: wraps(l, in, HR_POISON_SUB, value, type); return;
	case LLVMMul: wraps(l, in, HR_POISON_MUL, value, type); return;
	case LLVMShl: wraps(l, in, HR_POISON_SHL, value, type); return;
	case LLVMLShr:
	case LLVMAShr:
	case LLVMUDiv:
	case LLVMSDiv:
		if (LLVMGetExact(in))
			exact(l, in, value, type);
		return;
	case LLVMOr:
		if (LLVMGetIsDisjoint(in))
			disjoint(l, in, value, type);
		return;
	case LLVMZExt:
	case LLVMUIToFP:
		if (LLVMGetNNeg(in))
			nneg(l, in, value);
		return;
	case LLVMTrunc: truncates(l, in, value, type); return;
#if LLVM_VERSION_MAJOR >= 21
	case LLVMICmp:
		if (LLVMGetICmpSameSign(in))
			same_sign(l, in, value);
		return;
#endif
	case LLVMLoad: loads(l, in, value, type); return;
	case LLVMCall:
	case LLVMInvoke: calls(l, in, value, type); return;
	default: return;
	}
}

void hr_lw_poison_sources(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type;
	hr_lw_value *value, *made;
	uint64_t known;

	if (LLVMIsAPHINode(in) || LLVMIsAAllocaInst(in) ||
	    LLVMGetTypeKind(LLVMTypeOf(in)) == LLVMVoidTypeKind ||
	    hr_lw_wide_bits(LLVMTypeOf(in)) ||
	    (LLVMGetNumOperands(in) && hr_lw_wide_bits(LLVMTypeOf(LLVMGetOperand(in, 0)))) ||
	    !hr_map_get(&l->values, hr_map_key(in), &known))
		return;
	value = (hr_lw_value *)(uintptr_t)known;
	type = hr_lw_type_of_value(l, in);
	if (type->count != value->count)
		return;
	made = hr_lw_new_value(l, value->count); /* VALUE may be another one's as well */
	memcpy(made->regs, value->regs, value->count * sizeof(*made->regs));
	of_opcode(l, in, made, type);
	if (LLVMCanValueUseFastMathFlags(in))
		fast(l, in, made, type);
	if (memcmp(made->regs, value->regs, value->count * sizeof(*made->regs)) != 0)
		hr_lw_define(l, in, made);
}
