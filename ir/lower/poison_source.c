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
#include "ir/program/hpvm_names.h"
#include "ir/program/root.h"

/* --- ranges of integers ----------------------------------------------------------------------- */

/* Return the width of an integer of up to 64 bits, else 0. */
static unsigned bits_of(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	const unsigned bits =
		LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return bits <= 64 ? bits : 0;
}

static bool is_within(hr_interval a, hr_interval limits)
{
	return a.low >= limits.low && a.high <= limits.high;
}

static hr_interval signed_numbers(unsigned bits)
{
	return (hr_interval){-((hr_s128)1 << (bits - 1)), ((hr_s128)1 << (bits - 1)) - 1};
}

static hr_interval unsigned_numbers(unsigned bits)
{
	return (hr_interval){0, ((hr_s128)1 << bits) - 1};
}

/* Return the part of WRAPS that the ranges of the operands of IN, a scalar operation, do not
 * exclude. */
static unsigned may_break(hr_lw *l, hr_poison_kind kind, unsigned wraps, LLVMValueRef in)
{
	LLVMValueRef left = LLVMGetOperand(in, 0), right = LLVMGetOperand(in, 1);
	const unsigned bits = bits_of(in);
	hr_interval a, b, all;

	if (!bits)
		return wraps;
	a = hr_range_of(&l->ranges, left);
	b = hr_range_of(&l->ranges, right);
	if (!hr_range_of_result(kind, bits, a, b, left == right, &all))
		return wraps;
	if (is_within(all, signed_numbers(bits)))
		wraps &= ~(unsigned)HR_WRAPS_SIGNED;
	if (a.low >= 0 && b.low >= 0 && is_within(all, unsigned_numbers(bits)))
		wraps &= ~(unsigned)HR_WRAPS_UNSIGNED;
	return wraps;
}

/* Return true if V, an integer, is not negative. */
static bool is_never_negative(hr_lw *l, LLVMValueRef v)
{
	return bits_of(v) && hr_range_of(&l->ranges, v).low >= 0;
}

/* Return true if V has no bit of its lowest COUNT, which may be 0. */
static bool lacks_low_bits(LLVMValueRef v, LLVMValueRef count)
{
	return LLVMIsAConstantInt(count) && hr_constant_int(count) <= hr_low_zeros(v);
}

/* Return true if A has no bit of the constant B. */
static bool lacks_bits(LLVMValueRef a, LLVMValueRef b)
{
	const unsigned zeros = hr_low_zeros(a);

	return LLVMIsAConstantInt(b) && bits_of(b) &&
	       (zeros >= 64 || hr_constant_int(b) >> zeros == 0);
}

/* --- emitting --------------------------------------------------------------------------------- */

/* Make sure that the register of scalar I of VALUE is no other value's: that of no operand of the
 * current instruction, and no constant. */
static void own(hr_lw *l, hr_lw_value *value, uint32_t i)
{
	const hr_vreg reg = value->regs[i];
	const unsigned size = l->vregs.data[reg].size;
	bool shared = l->vregs.data[reg].kind != HR_VREG_PLAIN;
	/* the register of a phi is its own, and the moves to it name it */
	int count = l->instruction && LLVMIsAInstruction(l->instruction) &&
				    !LLVMIsAPHINode(l->instruction)
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
		value->regs[i] = hr_lw_bin(l, hr_op_int(HR_OP_add_i8, hr_con_of_size(size)), reg,
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

	if (!in || !LLVMIsAInstruction(in) || LLVMIsALoadInst(in) || LLVMIsAPHINode(in) ||
	    LLVMIsAGetElementPtrInst(in))
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

static bool is_warp(LLVMValueRef in)
{
	return hr_hpvm_call_of(in).op == HR_H_warp;
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
	default:
		return is_warp(in) ? (hr_poison_source){.broken = "value of a lane that takes no "
								  "part in the collective"}
				   : of_intrinsic(in);
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
	if (is_warp(l->instruction) ||
	    (like.broken && strcmp(like.broken, "index outside of the vector") == 0)) {
		/* the vector itself, or the operands of the collective, are not shown */
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
	const unsigned left = may_break(l, kind, asked, in);
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

	if (shift && lacks_low_bits(LLVMGetOperand(in, 0), LLVMGetOperand(in, 1)))
		return;
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

	if (is_never_negative(l, LLVMGetOperand(in, 0)))
		return;
	for (uint32_t i = 0; i < from->count; i++)
		by_flag(l, value, i, is_negative(l, &from->scalars[i], a->regs[i]), &like);
}

/* Return true if the truncation IN loses no bits of any number that its operand can be. */
static bool is_kept(hr_lw *l, LLVMValueRef in, bool as_signed)
{
	const unsigned bits = bits_of(in);

	return bits && bits_of(LLVMGetOperand(in, 0)) &&
	       is_within(hr_range_of(&l->ranges, LLVMGetOperand(in, 0)),
			 as_signed ? signed_numbers(bits) : unsigned_numbers(bits));
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

		if (!(as_signed ? LLVMGetNSW(in) : LLVMGetNUW(in)) || is_kept(l, in, as_signed))
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

	if (is_never_negative(l, LLVMGetOperand(in, 0)) &&
	    is_never_negative(l, LLVMGetOperand(in, 1)))
		return;
	for (uint32_t i = 0; i < from->count; i++) {
		const hr_scalar *s = &from->scalars[i];
		const hr_vreg both =
			hr_lw_bin(l, hr_op_int(HR_OP_xor_i8, s->con), a->regs[i], b->regs[i]);

		by_flag(l, value, i, is_negative(l, s, both), &like);
	}
}
#endif

/* --- addresses -------------------------------------------------------------------------------- */

enum { INBOUNDS = 1, NUSW = 2, NUW = 4 }; /* of LLVMGEPNoWrapFlags */

static unsigned wrap_flags(LLVMValueRef gep)
{
#if LLVM_VERSION_MAJOR >= 20
	return (unsigned)LLVMGEPGetNoWrapFlags(gep);
#else
	return LLVMIsInBounds(gep) ? INBOUNDS | NUSW : 0;
#endif
}

/* Set BYTES to the size of the object that ROOT names. Return false if the code does not show it. */
static bool object_bytes(hr_lw *l, LLVMValueRef root, uint64_t *bytes)
{
	LLVMTargetDataRef layout = l->program->layout;
	uint64_t known;

	if (LLVMIsAAllocaInst(root) && LLVMIsAConstantInt(LLVMGetOperand(root, 0)) &&
	    hr_map_get(&l->values, hr_map_key(root), &known)) {
		*bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(root)) *
			 LLVMConstIntGetZExtValue(LLVMGetOperand(root, 0));
		return true;
	}
	if (!LLVMIsAGlobalVariable(root) || LLVMIsDeclaration(root) || LLVMIsThreadLocal(root) ||
	    LLVMGetLinkage(root) == LLVMCommonLinkage)
		return false;
	*bytes = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(root));
	return true;
}

/* Return true if no index of GEP is variable: such an address does not wrap. */
static bool is_near(LLVMValueRef gep)
{
	for (int k = 1; k < LLVMGetNumOperands(gep); k++)
		if (!LLVMIsConstant(LLVMGetOperand(gep, (unsigned)k)))
			return false;
	return true;
}

/* Return true if USER accesses the memory that its operand ADDRESS points to, and does nothing else with
 * it. */
static bool accesses(LLVMValueRef user, LLVMValueRef address)
{
	if (LLVMIsALoadInst(user))
		return true;
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) != address;
	if (LLVMIsAAtomicRMWInst(user))
		return LLVMGetOperand(user, 1) != address;
	if (LLVMIsAAtomicCmpXchgInst(user))
		return LLVMGetOperand(user, 1) != address && LLVMGetOperand(user, 2) != address;
	if (hr_hpvm_class_of(hr_hpvm_call_of(user).op) == HR_HC_MEMORY)
		return LLVMGetOperand(user, 1) != address; /* atomics */
	return LLVMIsAMemIntrinsic(user) && LLVMIsAConstantInt(LLVMGetOperand(user, 2)) &&
	       hr_constant_int(LLVMGetOperand(user, 2));
}

/* Return true if all that is done with the address V is to access memory there or near it. */
static bool is_only_accessed(LLVMValueRef v, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (accesses(user, v))
			continue;
		if (depth && LLVMIsAGetElementPtrInst(user) && is_near(user) &&
		    is_only_accessed(user, depth - 1))
			continue;
		return false;
	}
	return true;
}

/* Return true if the offset of GEP is that of a part of the type that it names. */
static bool is_field(const hr_lw *l, LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);

	if (!LLVMABISizeOfType(l->program->layout, type))
		return false;
	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
		LLVMValueRef index = LLVMGetOperand(gep, k);
		uint64_t most = 0; /* of the first index */

		if (!LLVMIsAConstantInt(index))
			return false;
		if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			type = LLVMStructGetTypeAtIndex(type, (unsigned)hr_constant_int(index));
			continue;
		}
		if (k > 1) {
			if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
				return false;
			most = LLVMGetArrayLength2(type);
			type = LLVMGetElementType(type);
		}
		if ((uint64_t)hr_constant_int(index) > most)
			return false;
	}
	return true;
}

/* inbounds: the address stays in the object that the base points into, which a checker finds. */
static void in_unknown_object(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const hr_lw_value *base = hr_lw_operand(l, in, 0);

	if (is_field(l, in) || is_only_accessed(in, 4))
		return;
	for (uint32_t i = 0; i < value->count; i++) {
		hr_poison_source promise = {
			.kind = HR_POISON_OBJECT, .in_bounds = true, .is_signed = true, .shown = 1};

		own(l, value, i);
		promise.value = scalar_of(l, value, i);
		promise.operands[0] = scalar_of(l, base, base->count > 1 ? i : 0);
		emit(l, promise);
	}
}

/* inbounds: the address stays in the object that the code shows, or at its end. An access through it is
 * left to the checks of bounds (M6). */
static void in_object(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	LLVMValueRef root = hr_root_of(l->program, LLVMGetOperand(in, 0));
	hr_arena *arena = &l->program->arena;
	hr_poison_source like = {.in_bounds = true, .is_signed = true, .shown = 1};
	const char *name;
	uint64_t bytes = 0;
	size_t length;
	hr_vreg offset;

	if (value->count != 1 || (!LLVMIsNull(root) && !object_bytes(l, root, &bytes))) {
		in_unknown_object(l, in, value);
		return;
	}
	name = LLVMIsNull(root) ? "" : LLVMGetValueName2(root, &length);
	like.broken =
		LLVMIsNull(root)
			? "getelementptr inbounds of null, offset"
			: hr_arena_printf(arena, "getelementptr inbounds%s%s of %llu bytes, offset",
					  *name ? " outside of " : " outside of an object", name,
					  (unsigned long long)bytes);
	offset = hr_lw_bin(l, HR_OP_sub_i64, value->regs[0], hr_lw_value_of(l, root)->regs[0]);
	like.operands[0] = (hr_scalar){.con = HR_C_I64, .bits = 64, .reg = offset};
	by_flag(l, value, 0, hr_lw_bin(l, HR_OP_ugt_i64, offset, hr_lw_const(l, 8, bytes)), &like);
}

/* Return a flag: index K of GEP, times the size of what it counts, wraps, according to FLAGS of GEP;
 * HR_NO_REG: it does not. */
static hr_vreg product_wraps(hr_lw *l, LLVMValueRef gep, unsigned k, uint32_t lane, uint64_t size,
			     unsigned flags)
{
	LLVMValueRef index = LLVMGetOperand(gep, k);
	const hr_lw_type *type = hr_lw_type_of_value(l, index);
	const hr_lw_value *value = hr_lw_value_of(l, index);
	const bool is_unsigned = (flags & NUW) != 0;
	const hr_u128 all = flags & (INBOUNDS | NUSW) ? INT64_MAX : UINT64_MAX;
	const hr_u128 most = size < 2 ? all : all / size;
	const unsigned bits = type->scalars[0].bits;
	const hr_interval known = bits_of(index) ? hr_range_of(&l->ranges, index)
						 : signed_numbers(bits <= 64 ? bits : 64);
	const hr_interval right = {is_unsigned ? 0 : -(hr_s128)most, (hr_s128)most};
	hr_vreg reg = value->regs[value->count > 1 ? lane : 0];

	if (LLVMIsConstant(index) || bits > 64 || is_within(known, right) || most == UINT64_MAX ||
	    (most == INT64_MAX && !is_unsigned))
		return HR_NO_REG;
	reg = hr_lw_resize(l, reg, bits, 64, true);
	if (is_unsigned || known.low >= 0)
		return hr_lw_bin(l, HR_OP_ugt_i64, reg, hr_lw_const(l, 8, most));
	return hr_lw_bin(l, HR_OP_ugt_i64,
			 hr_lw_bin(l, HR_OP_add_i64, reg, hr_lw_const(l, 8, most)),
			 hr_lw_const(l, 8, 2 * most));
}

/* Return a flag: a product of an index of GEP and a size wraps; HR_NO_REG: none does. */
static hr_vreg products_wrap(hr_lw *l, LLVMValueRef gep, uint32_t lane, unsigned flags)
{
	LLVMTypeRef counted = LLVMGetGEPSourceElementType(gep);
	hr_vreg any = HR_NO_REG;

	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
		LLVMValueRef index = LLVMGetOperand(gep, k);

		if (k > 1 && LLVMGetTypeKind(counted) == LLVMStructTypeKind) {
			counted = LLVMStructGetTypeAtIndex(
				counted, (unsigned)hr_constant_int(
						 LLVMIsAConstantInt(index)
							 ? index
							 : LLVMGetAggregateElement(index, 0)));
			continue;
		}
		if (k > 1)
			counted = LLVMGetElementType(counted);
		any = hr_lw_or(l, any,
			       product_wraps(l, gep, k, lane,
					     LLVMABISizeOfType(l->program->layout, counted),
					     flags));
	}
	return any;
}

/* Return a flag: ADDRESS, the sum of FROM and the products, wraps. */
static hr_vreg sum_wraps(hr_lw *l, hr_vreg address, hr_vreg from, bool is_unsigned)
{
	const hr_vreg less = hr_lw_bin(l, HR_OP_ult_i64, address, from);

	return is_unsigned ? less
			   : hr_lw_bin(l, HR_OP_ne_i8, less,
				       hr_lw_bin(l, HR_OP_slt_i64,
						 hr_lw_bin(l, HR_OP_sub_i64, address, from),
						 hr_lw_const(l, 8, 0)));
}

/* The address GEP is poison if FLAG where a load or store computes it from its base and index
 * (memory.c). */
static void by_flag_in_form(hr_lw *l, LLVMValueRef gep, hr_vreg flag, const hr_poison_source *like)
{
	hr_lw_value part = {.count = 1};
	uint64_t known;
	hr_lw_address *at;
	hr_vreg *reg;

	if (flag == HR_NO_REG || !hr_map_get(&l->addresses, hr_map_key(gep), &known))
		return;
	at = (hr_lw_address *)(uintptr_t)known;
	reg = at->index != HR_NO_REG ? &at->index : &at->base;
	*reg = hr_lw_bin(l, HR_OP_add_i64, *reg, hr_lw_const(l, 8, 0));
	part.regs = reg;
	by_flag(l, &part, 0, flag, like);
}

/* nusw, nuw: neither the products of indices and sizes nor the sum wrap. A sum that wraps
 * is not in an object if the products do not, so an access there is left to the checks of bounds (M6);
 * nuw then only excludes negative products.
 * Where both are promised and the products are not negative, the sum breaks both or none. */
static void address_wraps(hr_lw *l, LLVMValueRef in, hr_lw_value *value, unsigned flags)
{
	const bool is_unsigned = (flags & NUW) != 0;
	const hr_lw_value *base = hr_lw_operand(l, in, 0);
	const bool accessed = is_only_accessed(in, 4);
	const hr_poison_source like = {.broken = is_unsigned ? "getelementptr nuw wraps"
							     : "getelementptr nusw wraps"};

	for (uint32_t i = 0; i < value->count; i++) {
		hr_vreg any = products_wrap(l, in, i, accessed ? flags | NUSW : flags);

		if (!accessed)
			any = hr_lw_or(l, any,
				       sum_wraps(l, value->regs[i],
						 base->regs[base->count > 1 ? i : 0], is_unsigned));
		by_flag(l, value, i, any, &like);
		by_flag_in_form(l, in, any, &like);
	}
}

static void address(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const unsigned flags = wrap_flags(in);

	if (flags & INBOUNDS)
		in_object(l, in, value);
	if (is_near(in))
		return;
	if (flags & (INBOUNDS | NUSW | NUW))
		address_wraps(l, in, value, flags);
}

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

/* Scalar values of VALUE lie in one of COUNT ranges, each from a first number to before an end, modulo
 * the width; ENDS: the pairs. BROKEN: what is said otherwise. */
static void in_ranges(hr_lw *l, const hr_u128 *ends, unsigned count, hr_lw_value *value,
		      const hr_lw_type *type, const char *broken)
{
	const hr_poison_source like = {.broken = broken};

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		const unsigned size = hr_con_size(s->con);
		const hr_u128 mask = ~(hr_u128)0 >> (128 - s->bits);
		hr_vreg inside = HR_NO_REG;

		for (unsigned k = 0; k < count; k++) {
			const hr_u128 first = ends[2 * k] & mask;
			const hr_u128 room = (ends[2 * k + 1] - first) & mask;
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

/* The metadata !range: pairs of first and end. */
static void in_range(hr_lw *l, LLVMValueRef ranges, hr_lw_value *value, const hr_lw_type *type)
{
	const unsigned count = LLVMGetMDNodeNumOperands(ranges);
	LLVMValueRef *operands = hr_arena_array(&l->arena, count + 1, sizeof(LLVMValueRef));
	hr_u128 *ends = hr_arena_array(&l->arena, count + 1, sizeof(*ends));

	LLVMGetMDNodeOperands(ranges, operands);
	for (unsigned i = 0; i < count; i++)
		ends[i] = hr_constant_int(operands[i]);
	in_ranges(l, ends, count / 2, value, type, "a value outside of its !range");
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

void hr_lw_poison_defined(hr_lw *l, const hr_lw_value *value)
{
	if (l->follows_poison)
		defined(l, value);
}

/* nofpclass: no number of VALUE is in one of CLASSES. */
static void of_class(hr_lw *l, hr_lw_value *value, const hr_lw_type *type, uint32_t classes)
{
	const hr_poison_source like = {.broken = "a number of a class that nofpclass excludes"};

	for (uint32_t i = 0; i < type->count; i++)
		if (is_float(&type->scalars[i]))
			by_flag(l, value, i,
				in_class(l, &type->scalars[i], value->regs[i], classes), &like);
}

static void loads(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	LLVMValueRef found = metadata(l, in, "range"), number;

	if (found)
		in_range(l, found, value, type);
	if (metadata(l, in, "nonnull"))
		not_null(l, value, "a null pointer that is !nonnull");
	found = metadata(l, in, "align");
	if (found && LLVMGetMDNodeNumOperands(found) == 1) {
		LLVMGetMDNodeOperands(found, &number);
		aligned(l, value, (uint64_t)hr_constant_int(number),
			"a pointer without its !align");
	}
	found = metadata(l, in, "nofpclass");
	if (found && LLVMGetMDNodeNumOperands(found) == 1) {
		LLVMGetMDNodeOperands(found, &number);
		of_class(l, value, type, (uint32_t)hr_constant_int(number));
	}
	if (metadata(l, in, "noundef"))
		defined(l, value);
}

/* What attribute list INDEX of a function or a call promises about VALUE, of the LLVM type OF. Return
 * true if there is a promise that only the value's being poison shows to be broken. */
static bool attributes(hr_lw *l, LLVMValueRef function, LLVMValueRef call, unsigned index,
		       LLVMTypeRef of, hr_lw_value *value, const hr_lw_type *type)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMAttributeRef found, range;
	hr_u128 ends[2];

	if (type->type->kind == HR_T_PTR) {
		if (hr_lw_attribute(call, function, index, k->nonnull))
			not_null(l, value, "a null pointer that is nonnull");
		found = hr_lw_attribute(call, function, index, k->align);
		if (found)
			aligned(l, value, LLVMGetEnumAttributeValue(found),
				"a pointer without its align");
	}
	range = k->range ? hr_lw_attribute(call, function, index, k->range) : NULL;
	if (range && hr_lw_range_attribute(l, range, of, ends))
		in_ranges(l, ends, 1, value, type, "a value outside of its range");
	found = hr_lw_attribute(call, function, index, k->nofpclass);
	if (found)
		of_class(l, value, type, (uint32_t)LLVMGetEnumAttributeValue(found));
	return range || found;
}

void hr_lw_poison_parameters(hr_lw *l)
{
	for (unsigned i = 0; i < LLVMCountParams(l->llvm); i++) {
		LLVMValueRef param = LLVMGetParam(l->llvm, i);
		hr_lw_value *value = hr_lw_value_of(l, param);
		const hr_lw_type *type = hr_lw_type_of_value(l, param);

		if (hr_lw_wide_bits(LLVMTypeOf(param)) || type->count != value->count)
			continue;
		if (attributes(l, l->llvm, NULL, i + 1, LLVMTypeOf(param), value, type) &&
		    LLVMGetEnumAttributeAtIndex(l->llvm, i + 1, hr_lw_attribute_kinds()->noundef))
			defined(l, value);
	}
}

/* Intrinsics with a flag that says whether some operand makes poison. */
static void counted(hr_lw *l, LLVMValueRef in, const char *name, hr_lw_value *value,
		    const hr_lw_type *type)
{
	const bool is_abs = strcmp(name, "llvm.abs") == 0;
	const hr_poison_source like = {
		.broken = is_abs ? "abs of the least number" : "a count in 0", .is_signed = true};
	const hr_lw_value *a;

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

/* A count of the zero elements before the first other one, of which there is one. */
static void counted_elements(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_vreg any = HR_NO_REG;

	if (!LLVMIsAConstantInt(hr_lw_argument(in, 1)) || !hr_constant_int(hr_lw_argument(in, 1)))
		return;
	for (uint32_t i = 0; i < from->count; i++)
		any = hr_lw_or(l, any,
			       differs(l, &from->scalars[i], a->regs[i],
				       hr_lw_const(l, hr_con_size(from->scalars[i].con), 0)));
	if (any != HR_NO_REG)
		by_flag(l, value, 0, hr_lw_not(l, any),
			&(hr_poison_source){.broken = "a count in elements that are all 0"});
}

static void saturating_shift(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type,
			     bool is_signed)
{
	const hr_poison_source like = {.broken = "a saturating shl by too much",
				       .between = " << ",
				       .trap = HR_D_shift_too_far + 1,
				       .is_signed = is_signed};
	const hr_lw_value *b = hr_lw_operand(l, in, 1);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];

		by_flag(l, value, i,
			hr_lw_bin(l, hr_op_int(HR_OP_uge_i8, s->con), b->regs[i],
				  hr_lw_const(l, hr_con_size(s->con), s->bits)),
			&like);
	}
}

/* A mask of the lanes below a number, which is not 0. */
static void lane_mask(hr_lw *l, LLVMValueRef in, hr_lw_value *value)
{
	const hr_scalar *s = &hr_lw_type_of_value(l, LLVMGetOperand(in, 1))->scalars[0];
	const hr_vreg limit = hr_lw_operand(l, in, 1)->regs[0];

	for (uint32_t i = 0; i < value->count; i++)
		by_flag(l, value, i,
			hr_lw_bin(l, hr_op_int(HR_OP_eq_i8, s->con), limit,
				  hr_lw_const(l, hr_con_size(s->con), 0)),
			&(hr_poison_source){.broken = "a mask of the lanes below 0"});
}

static void intrinsics(hr_lw *l, LLVMValueRef in, const char *name, hr_lw_value *value,
		       const hr_lw_type *type)
{
	if (!strcmp(name, "llvm.abs") || !strcmp(name, "llvm.ctlz") || !strcmp(name, "llvm.cttz"))
		counted(l, in, name, value, type);
	else if (!strcmp(name, "llvm.experimental.cttz.elts"))
		counted_elements(l, in, value);
	else if (!strcmp(name, "llvm.get.active.lane.mask"))
		lane_mask(l, in, value);
	else if (!strcmp(name, "llvm.sshl.sat") || !strcmp(name, "llvm.ushl.sat"))
		saturating_shift(l, in, value, type, name[5] == 's');
}

/* Return true if the call IN promises a defined result, and the callee does not check it. */
static bool only_call_defines(hr_lw *l, LLVMValueRef in, LLVMValueRef callee)
{
	const hr_function *function = hr_function_of(l->program, callee);

	return LLVMGetCallSiteEnumAttribute(in, LLVMAttributeReturnIndex,
					    hr_lw_attribute_kinds()->noundef) &&
	       (!function || (function->defined && !hr_lw_returns_noundef(function->llvm)));
}

static void calls(hr_lw *l, LLVMValueRef in, hr_lw_value *value, const hr_lw_type *type)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMValueRef callee = LLVMGetCalledValue(in);
	LLVMValueRef found = metadata(l, in, "range");
	size_t length;
	const unsigned id = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;

	if (id)
		intrinsics(l, in, LLVMIntrinsicGetName(id, &length), value, type);
	if (found)
		in_range(l, found, value, type);
	if ((attributes(l, callee, in, LLVMAttributeReturnIndex, LLVMTypeOf(in), value, type) &&
	     hr_lw_attribute(in, callee, LLVMAttributeReturnIndex, k->noundef)) ||
	    only_call_defines(l, in, callee))
		defined(l, value);
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
		if (LLVMGetIsDisjoint(in) &&
		    !lacks_bits(LLVMGetOperand(in, 0), LLVMGetOperand(in, 1)))
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
	case LLVMGetElementPtr: address(l, in, value); return;
	case LLVMLoad: loads(l, in, value, type); return;
	case LLVMCall:
	case LLVMInvoke: calls(l, in, value, type); return;
	default: return;
	}
}

bool hr_lw_compares_to_poison(LLVMValueRef in)
{
#if LLVM_VERSION_MAJOR >= 21
	if (LLVMIsAICmpInst(in))
		return LLVMGetICmpSameSign(in);
#endif
	return LLVMCanValueUseFastMathFlags(in) &&
	       LLVMGetFastMathFlags(in) & (LLVMFastMathNoNaNs | LLVMFastMathNoInfs);
}

void hr_lw_poison_sources(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type;
	hr_lw_value *value, *made;
	uint64_t known;

	if (LLVMIsAAllocaInst(in) || (LLVMIsAPHINode(in) && !LLVMCanValueUseFastMathFlags(in)) ||
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
