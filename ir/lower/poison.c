/* ir/lower/poison.c -- poison: which values can be poison, and which operations propagate it.
 *
 * A shift by too much, and a conversion or a fixed-point product out of range, are poison in the
 * IR. In the program they are undefined behaviour, unless the optimiser moved them to where their
 * result may be discarded. They trap at once if the result certainly has an effect in the same
 * block. Otherwise they are *tracked*: a total form of the operation gives some value, a flag
 * beside it says that the value is poison, flags follow the value through operations without
 * effects, select and phi take the flag of the chosen operand, and the first use with an effect
 * traps if the flag is set. A function that is only called directly returns the flags of its result
 * after the result.
 *
 * Where checkers follow poison (hr_lw_follows_poison()), no value has flags: what makes a value
 * poison is a promise instead (poison_source.c).
 *
 * Invariant: only values that depend on a tracked one or on a poison constant have flags.
 * Owns:      nothing.
 * Clauses:   H4.
 * Not here:  overflow flags (nsw, nuw, exact, inbounds), which are ignored: arithmetic wraps. */
#include <string.h>

#include "ir/lower/intrinsic.h"
#include "ir/program/root.h"

enum { MAX_DEPTH = 12 };

/* Return true if USER has no effects, and its result is poison if an operand is. */
static bool hands_on(LLVMValueRef user)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFNeg:
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMICmp:
	case LLVMFCmp:
	case LLVMGetElementPtr:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMExtractElement:
	case LLVMInsertValue:
	case LLVMExtractValue: return true;
	default: return false;
	}
}

/* Return true for a call without effects: the intrinsics that the optimiser speculates, and those of
 * x86-64 that access no memory. */
static bool is_pure_call(LLVMValueRef user)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMValueRef callee;
	LLVMAttributeRef memory;
	const char *name;
	size_t length;
	unsigned id;

	if (!LLVMIsACallInst(user))
		return false;
	callee = LLVMGetCalledValue(user);
	id = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
	if (!id)
		return false;
	if (hr_lw_attribute(NULL, callee, LLVMAttributeFunctionIndex, k->speculatable))
		return true;
	name = LLVMGetValueName2(callee, &length);
	memory = hr_lw_attribute(NULL, callee, LLVMAttributeFunctionIndex, k->memory);
	return !strncmp(name, "llvm.x86.", 9) && memory && !LLVMGetEnumAttributeValue(memory);
}

static bool noundef(LLVMValueRef call, unsigned i)
{
	return hr_lw_attribute(call, LLVMGetCalledValue(call), i + 1,
			       hr_lw_attribute_kinds()->noundef) != NULL;
}

/* Return true if USER's behaviour is undefined when its operand V is poison, or V leaves the sight of
 * the code. HANDS_BACK: its function can return poison. */
static bool decides(LLVMValueRef user, LLVMValueRef v, bool hands_back)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMStore:
	case LLVMLoad:
	case LLVMBr:
	case LLVMSwitch:
	case LLVMIndirectBr:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg: return true;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem: return LLVMGetOperand(user, 1) == v;
	case LLVMRet: return !hands_back;
	case LLVMCall:
	case LLVMInvoke:
		if (is_pure_call(user))
			return false;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetOperand(user, i) == v && noundef(user, i))
				return true;
		return false;
	default: return false;
	}
}

/* Return true if USER may drop the scalar of its operand V that is poison. */
static bool may_drop(LLVMValueRef user, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMShuffleVector:
	case LLVMExtractElement:
	case LLVMExtractValue: return true;
	case LLVMInsertElement:
	case LLVMInsertValue: return LLVMGetOperand(user, 0) == v;
	default: return false;
	}
}

/* Return true if an instruction in the same block with an effect uses all of V, with only
 * propagating instructions in between. */
static bool is_sure(LLVMValueRef v, LLVMBasicBlockRef block, bool hands_back, unsigned depth)
{
	unsigned looked = 0;

	for (LLVMUseRef use = LLVMGetFirstUse(v); use && looked < 16; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		looked++;
		if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) != block)
			continue;
		if (decides(user, v, hands_back))
			return true;
		if (depth < MAX_DEPTH && hands_on(user) && !may_drop(user, v) &&
		    is_sure(user, block, hands_back, depth + 1))
			return true;
	}
	return false;
}

bool hr_lw_returns_noundef(LLVMValueRef function)
{
	return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex,
					   hr_lw_attribute_kinds()->noundef) != NULL;
}

/* Return true if poison flags can be added to the results of FUNCTION: it is only called directly,
 * and its result may be poison. */
static bool can_return_poison(const hr_function *function)
{
	enum { MOST = 16 }; /* scalars */

	return function->defined && !function->address_taken && !function->leaf_node &&
	       !function->internal_node && strcmp(function->name, "main") != 0 &&
	       hr_type_scalar_count(function->result) <= MOST &&
	       !hr_lw_returns_noundef(function->llvm);
}

/* --- finding sources of poison ---------------------------------------------------------------- */

static bool amount_fits(LLVMValueRef amount, unsigned bits)
{
	if (!LLVMIsConstant(amount) || LLVMIsUndef(amount))
		return false;
	if (LLVMIsNull(amount))
		return true;
	if (LLVMIsAConstantInt(amount))
		return hr_constant_int(amount) < bits;
	if (LLVMGetTypeKind(LLVMTypeOf(amount)) != LLVMVectorTypeKind ||
	    LLVMIsAConstantExpr(amount))
		return false;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(amount)); i++) {
		LLVMValueRef element = LLVMGetAggregateElement(amount, i);

		if (!LLVMIsAConstantInt(element) || hr_constant_int(element) >= bits)
			return false;
	}
	return true;
}

static bool is_source(hr_program *program, LLVMValueRef in)
{
	LLVMTypeRef type = LLVMTypeOf(in);

	switch (LLVMGetInstructionOpcode(in)) {
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
			type = LLVMGetElementType(type);
		return !amount_fits(LLVMGetOperand(in, 1), LLVMGetIntTypeWidth(type));
	case LLVMFPToSI:
	case LLVMFPToUI: return true;
	case LLVMExtractElement: return !LLVMIsAConstantInt(LLVMGetOperand(in, 1));
	case LLVMInsertElement: return !LLVMIsAConstantInt(LLVMGetOperand(in, 2));
	case LLVMCall:
		return (is_pure_call(in) && hr_intrinsic_makes_poison(in)) ||
		       hr_lw_returns_poison(program,
					    hr_function_of(program, LLVMGetCalledValue(in)));
	default: return false;
	}
}

typedef HR_VEC(LLVMValueRef) values;

static void mark_poison(hr_map *marked, values *work, LLVMValueRef v)
{
	if (hr_map_get(marked, hr_map_key(v), NULL))
		return;
	hr_map_put(marked, hr_map_key(v), 1);
	HR_PUSH(work, v);
}

/* Return true if IN can trap instead of making poison. */
static bool can_trap(LLVMValueRef in)
{
	return !LLVMIsAExtractElementInst(in) && !LLVMIsAInsertElementInst(in);
}

/* Add the sources of FUNCTION that are lowered without a trap to TRACKED, and the values that can be
 * poison to MAY_BE. */
static void find(hr_program *program, const hr_function *function, hr_map *tracked, hr_map *may_be)
{
	const bool hands_back = can_return_poison(function);
	values work = {0};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in)) {
			if (!is_source(program, in) ||
			    (can_trap(in) && is_sure(in, block, hands_back, 0)))
				continue;
			hr_map_put(tracked, hr_map_key(in), 1);
			mark_poison(may_be, &work, in);
		}
	while (work.count) {
		LLVMValueRef v = work.data[--work.count];

		for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);

			if (LLVMIsAInstruction(user) &&
			    (hands_on(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
			     is_pure_call(user)))
				mark_poison(may_be, &work, user);
		}
	}
	HR_VEC_FREE(&work);
}

/* Return true if FUNCTION returns a value that can be poison. */
static bool returns_marked(const hr_function *function, const hr_map *may_be)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

		if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) &&
		    hr_map_get(may_be, hr_map_key(LLVMGetOperand(end, 0)), NULL))
			return true;
	}
	return false;
}

/* A recursive call counts as one that can return poison. */
bool hr_lw_returns_poison(hr_program *program, hr_function *function)
{
	hr_map tracked = {0}, may_be = {0};

	if (!function || !can_return_poison(function) || hr_lw_follows_poison(program, function))
		return false;
	if (function->returns_poison == HR_RETURNS_UNKNOWN) {
		function->returns_poison = HR_RETURNS_POISON;
		find(program, function, &tracked, &may_be);
		if (!returns_marked(function, &may_be))
			function->returns_poison = HR_RETURNS_VALUES;
		hr_map_free(&tracked);
		hr_map_free(&may_be);
	}
	return function->returns_poison == HR_RETURNS_POISON;
}

bool hr_lw_follows_poison(hr_program *program, hr_function *function)
{
	return program->follow_poison &&
	       (program->check_host || hr_root_in_leaves(program, function));
}

void hr_lw_find_poison(hr_lw *l)
{
	if (l->follows_poison)
		return;
	/* decided before it is asked in the middle of a cycle of calls */
	(void)hr_lw_returns_poison(l->program, l->function);
	find(l->program, l->function, &l->tracked, &l->may_be_poison);
}

bool hr_lw_is_tracked(hr_lw *l, LLVMValueRef source)
{
	return l->follows_poison || hr_map_get(&l->tracked, hr_map_key(source), NULL);
}

bool hr_lw_may_be_poison(hr_lw *l, LLVMValueRef value)
{
	return hr_map_get(&l->may_be_poison, hr_map_key(value), NULL);
}

/* --- flags ------------------------------------------------------------------------------------ */

hr_vreg hr_lw_poison(const hr_lw_value *value, uint32_t i)
{
	return value->poison ? value->poison[i] : HR_NO_REG;
}

void hr_lw_set_poison(hr_lw *l, hr_lw_value *value, uint32_t i, hr_vreg flag)
{
	hr_u128 bits;

	if (flag != HR_NO_REG && hr_lw_is_const(l, flag, &bits) && !bits)
		flag = HR_NO_REG;
	if (l->follows_poison && flag != HR_NO_REG) {
		hr_lw_poison_flag(l, value, i, flag);
		return;
	}
	if (!value->poison) {
		if (flag == HR_NO_REG)
			return;
		value->poison = hr_arena_array(&l->arena, value->count, sizeof(hr_vreg));
		for (uint32_t k = 0; k < value->count; k++)
			value->poison[k] = HR_NO_REG;
	}
	value->poison[i] = flag;
	l->any_poison = true;
}

hr_vreg hr_lw_any_poison(hr_lw *l, const hr_lw_value *value)
{
	hr_vreg any = HR_NO_REG;

	for (uint32_t i = 0; value->poison && i < value->count; i++)
		any = hr_lw_or(l, any, value->poison[i]);
	return any;
}

void hr_lw_check_poison(hr_lw *l, const hr_lw_value *value)
{
	hr_vreg any = hr_lw_any_poison(l, value);

	if (any != HR_NO_REG)
		hr_lw_trap_if(l, any, HR_D_poison_used);
}

void hr_lw_check_handed(hr_lw *l, const hr_lw_value *value)
{
	hr_vreg all = HR_NO_REG;
	hr_u128 bits;

	for (uint32_t i = 0; i < value->count; i++) {
		hr_vreg flag = value->poison ? value->poison[i] : HR_NO_REG;

		if (flag == HR_NO_REG)
			return;
		if (!hr_lw_is_const(l, flag, &bits))
			all = all == HR_NO_REG ? flag : hr_lw_bin(l, HR_OP_and_i8, all, flag);
	}
	if (all != HR_NO_REG)
		hr_lw_trap_if(l, all, HR_D_poison_used);
}

void hr_lw_spread_poison(hr_lw *l, LLVMValueRef user, hr_lw_value *result)
{
	int count;

	if (!l->any_poison || LLVMIsConstant(user))
		return;
	count = LLVMIsACallInst(user) ? (int)LLVMGetNumArgOperands(user) : LLVMGetNumOperands(user);
	for (int i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(user, (unsigned)i);
		uint64_t known;
		const hr_lw_value *from;
		hr_vreg any = HR_NO_REG;

		if (!hr_map_get(&l->values, hr_map_key(operand), &known))
			continue;
		from = (const hr_lw_value *)(uintptr_t)known;
		if (!from->poison)
			continue;
		if (from->count != result->count)
			any = hr_lw_any_poison(l, from);
		for (uint32_t k = 0; k < result->count; k++)
			hr_lw_set_poison(
				l, result, k,
				hr_lw_or(l, hr_lw_poison(result, k),
					 from->count == result->count ? from->poison[k] : any));
	}
}
