/* ir/lower/apart.c -- memory of parameters that are noalias.
 *
 * Accesses of one call, of which one is based on such a parameter and one writes, do not overlap: those of one block, and
 * those of the entry block and another one, are compared where the second is made.
 *
 * Owns:      nothing.
 * Clauses:   P5.
 * Not here:  accesses through pointers that were loaded, what callees write behind their entry block. */
#include <limits.h>

#include "ir/lower/lower_private.h"
#include "ir/program/root.h"

enum { MOST_ACCESSES = 32, MOST_CALLERS = 16 };

/* Return true if parameter I of FUNCTION, or the argument of every call of it, is noalias. */
static bool parameter_is_noalias(LLVMValueRef function, unsigned i)
{
	const unsigned id = hr_lw_attribute_kinds()->noalias;
	unsigned callers = 0;

	if (LLVMGetEnumAttributeAtIndex(function, i + 1, id))
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);

		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function ||
		    callers++ == MOST_CALLERS || !LLVMGetCallSiteEnumAttribute(call, i + 1, id))
			return false;
	}
	return callers != 0;
}

static bool is_noalias(const hr_lw *l, LLVMValueRef root)
{
	return LLVMIsAArgument(root) &&
	       parameter_is_noalias(l->llvm, hr_lw_parameter_index(l->llvm, root));
}

static bool has_noalias(const hr_lw *l)
{
	for (unsigned i = 0; i < LLVMCountParams(l->llvm); i++)
		if (parameter_is_noalias(l->llvm, i))
			return true;
	return false;
}

/* B, which is accessed after A in the same call, does not overlap it. */
static void promise_two_apart(hr_lw *l, const hr_lw_access *a, const hr_lw_access *b)
{
	LLVMValueRef param = is_noalias(l, a->root) ? a->root : b->root;
	const char *subject =
		hr_arena_printf(&l->program->arena, "memory of argument %u of '%s'",
				hr_lw_parameter_index(l->llvm, param), l->function->name);

	hr_lw_promise_two_apart(l, subject, (uint64_t)a->bytes << 32 | b->bytes, b->address,
				a->address);
}

/* Return true if memory at ROOT can be read wherever the function runs. */
static bool is_always_readable(const hr_lw *l, LLVMValueRef root)
{
	return !LLVMIsAArgument(root) ||
	       LLVMGetEnumAttributeAtIndex(l->llvm, hr_lw_parameter_index(l->llvm, root) + 1,
					   hr_lw_attribute_kinds()->dereferenceable);
}

/* Return true if USER, which uses VALUE, is in BLOCK and needs it whenever it runs. */
static bool needs(LLVMValueRef user, LLVMValueRef value, LLVMBasicBlockRef block)
{
	return !LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == block &&
	       (!LLVMIsASelectInst(user) || LLVMGetOperand(user, 0) == value);
}

/* Return true if INSTRUCTION accesses memory, or does more than compute a value. */
static bool has_effect(LLVMValueRef instruction)
{
	if (LLVMIsACallInst(instruction))
		return !hr_lw_attribute(instruction, LLVMGetCalledValue(instruction),
					LLVMAttributeFunctionIndex,
					hr_lw_attribute_kinds()->speculatable);
	return LLVMIsATerminatorInst(instruction) || LLVMIsAStoreInst(instruction) ||
	       LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
	       LLVMIsAAtomicCmpXchgInst(instruction);
}

/* Return true if an optimiser may have made LOAD unconditional: its block needs the value only where a
 * select, a phi or another block chooses it. A load whose value is not used is where it was. */
static bool may_be_speculated(const hr_lw *l, LLVMValueRef load, LLVMValueRef root)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
	HR_VEC(LLVMValueRef) left = {0};
	bool needed = !LLVMGetFirstUse(load) || LLVMGetVolatile(load) ||
		      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
		      !is_always_readable(l, root);
	hr_map seen = {0};

	HR_PUSH(&left, load);
	while (left.count && !needed) {
		LLVMValueRef value = left.data[--left.count];

		for (LLVMUseRef use = LLVMGetFirstUse(value); use && !needed;
		     use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);

			if (!needs(user, value, block) || hr_map_get(&seen, hr_map_key(user), NULL))
				continue;
			hr_map_put(&seen, hr_map_key(user), 1);
			needed = has_effect(user);
			HR_PUSH(&left, user);
		}
	}
	HR_VEC_FREE(&left);
	hr_map_free(&seen);
	return !needed;
}

/* Accesses of one block, and those of the entry block and another one, are compared: where the second one is
 * made, so is the first one. Memory that is read only may be shared. LLVM reads memory earlier than the source,
 * or where the source does not, even if it is noalias: such loads are not compared. */
void hr_lw_promise_apart(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
			 bool write)
{
	hr_lw_access access = {.bytes = (uint32_t)bytes, .write = write};
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->llvm);

	if (!l->follows_poison || l->function->leaf_node || !bytes || bytes > UINT32_MAX ||
	    !has_noalias(l))
		return;
	access.root = hr_root_of(l->program, pointer);
	if (!LLVMIsAArgument(access.root) && !LLVMIsAGlobalVariable(access.root))
		return;
	if (LLVMIsALoadInst(l->instruction) && may_be_speculated(l, l->instruction, access.root))
		return;
	access.block = LLVMGetInstructionParent(l->instruction);
	access.address = hr_lw_address_reg(l, at);
	for (size_t i = 0; i < l->apart.count; i++) {
		const hr_lw_access *before = &l->apart.data[i];

		if (before->root != access.root && (before->write || write) &&
		    (before->block == access.block || before->block == entry) &&
		    (is_noalias(l, before->root) || is_noalias(l, access.root)))
			promise_two_apart(l, before, &access);
	}
	if (l->apart.count < MOST_ACCESSES)
		HR_PUSH(&l->apart, access);
}

/* What CALLEE writes through its parameter I before its entry block ends, or may end by a call: CALL, of the function
 * with the parameters that are noalias, writes it through argument I. */
static void writes_apart(hr_lw *l, LLVMValueRef call, LLVMValueRef callee, unsigned i)
{
	const hr_lw_address at = hr_lw_address_of(l, hr_lw_argument(call, i));

	for (LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(callee));
	     in && !LLVMIsACallInst(in) && !LLVMIsAInvokeInst(in); in = LLVMGetNextInstruction(in))
		if (LLVMIsAStoreInst(in) && LLVMGetOperand(in, 1) == LLVMGetParam(callee, i))
			hr_lw_promise_apart(l, hr_lw_argument(call, i), &at,
					    LLVMStoreSizeOfType(l->program->layout,
								LLVMTypeOf(LLVMGetOperand(in, 0))),
					    true);
}

void hr_lw_promise_callee_apart(hr_lw *l, LLVMValueRef call, LLVMValueRef callee)
{
	if (!l->follows_poison || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
	    !has_noalias(l))
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(callee); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(hr_lw_argument(call, i))) == LLVMPointerTypeKind &&
		    LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(callee, i))) == LLVMPointerTypeKind &&
		    !hr_lw_attribute(call, callee, i + 1, hr_lw_attribute_kinds()->byval))
			writes_apart(l, call, callee, i);
}
