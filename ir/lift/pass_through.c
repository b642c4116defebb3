/* ir/lift/pass_through.c -- outputs of leaves that are copies of an input in every instance.
 *
 * Most leaves pass through their pointer inputs, so that over a one-to-one edge all instances of
 * the next leaf get the same value. This matters to the lane engine and to backends.
 * Invariant: an output is taken as passed through only if that is proven.
 * Owns:      nothing.
 * Clauses:   E1, E2.
 * Not here:  the users (hr_input_varies). */
#include <string.h>

#include <llvm-c/Core.h>

#include "ir/lift/lift.h"

enum { NONE = -1, FIELDS = 64 };

static bool is_mark(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       hr_is_remark(LLVMGetValueName2(callee, &length));
}

/* Return the only value that is stored in VARIABLE, before anything is loaded. NULL if there is
 * none, or its address escapes. */
static LLVMValueRef only_value(LLVMValueRef variable)
{
	LLVMValueRef store = NULL, at;

	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user) || is_mark(user))
			continue;
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable || store)
			return NULL;
		store = user;
	}
	if (!store || LLVMGetInstructionParent(store) != LLVMGetInstructionParent(variable))
		return NULL;
	for (at = LLVMGetNextInstruction(variable); at != store; at = LLVMGetNextInstruction(at))
		if (!at || (LLVMIsALoadInst(at) && LLVMGetOperand(at, 0) == variable))
			return NULL;
	return LLVMGetOperand(store, 0);
}

void *hr_stored_value(void *value)
{
	LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL, held = NULL;

	if (from && LLVMIsAAllocaInst(from) &&
	    LLVMGetInstructionParent(from) ==
		    LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(from))))
		held = only_value(from);
	return held && LLVMTypeOf(held) == LLVMTypeOf(value) ? held : value;
}

/* Return the input that VALUE is; NONE if it is none. */
static int input_of(const hr_function *function, LLVMValueRef value)
{
	value = hr_stored_value(value);
	if (!LLVMIsAArgument(value))
		return NONE;
	for (unsigned i = 0; i < function->input_count; i++)
		if (LLVMGetParam(function->llvm, i) == value)
			return (int)i;
	return NONE;
}

/* Return field K of VALUE, a structure made by insertvalue; NULL if it is unknown. */
static LLVMValueRef field(LLVMValueRef value, unsigned k)
{
	for (unsigned steps = 0; steps < FIELDS && LLVMIsAInsertValueInst(value); steps++) {
		if (LLVMGetIndices(value)[0] == k)
			return LLVMGetNumIndices(value) == 1 ? LLVMGetOperand(value, 1) : NULL;
		value = LLVMGetOperand(value, 0);
	}
	return NULL;
}

/* Return the call of HPVM-C's return in the block of END. */
static LLVMValueRef call_before(LLVMValueRef end)
{
	for (LLVMValueRef at = LLVMGetPreviousInstruction(end); at;
	     at = LLVMGetPreviousInstruction(at))
		if (LLVMIsACallInst(at) && hr_hpvm_call_of(at).op == HR_H_return_)
			return at;
	return NULL;
}

/* Return the value of output K at END, a ret; NULL if it is unknown. */
static LLVMValueRef returned(LLVMValueRef end, unsigned k, bool typed)
{
	LLVMValueRef call;

	if (typed)
		return LLVMGetNumOperands(end) ? field(LLVMGetOperand(end, 0), k) : NULL;
	call = call_before(end);
	return call && k + 1 < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, k + 1) : NULL;
}

void hr_lift_pass_through(hr_lift *lift, hr_function *function)
{
	bool typed = hr_facts_of(lift, function)->typed;

	for (unsigned k = 0; k < function->output_count; k++) {
		int input = NONE;
		bool known = true, any = false;

		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm);
		     block && known; block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(block), value;

			if (!LLVMIsAReturnInst(end))
				continue;
			value = returned(end, k, typed);
			known = value && (!any || input_of(function, value) == input);
			input = known ? input_of(function, value) : NONE;
			any = true;
		}
		if (known && any && input != NONE &&
		    function->inputs[input].type == function->outputs[k].type)
			function->outputs[k].pass_through = (unsigned)input + 1;
	}
}
