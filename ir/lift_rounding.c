/* ir/lift_rounding.c -- operations of leaves whose rounding is a choice (--sem fmuladd).
 *
 * A compiler may leave open whether a * b + c is rounded twice or once: llvm.fmuladd. Whoever asks for it
 * (fmuladd-rounding, which strict switches on) hears of each function that has some, if leaves can reach it.
 * Owns:      nothing.
 * Clauses:   H4.
 * Not here:  what is computed (lower_intrinsic_float.c). */
#include <string.h>

#include <llvm-c/Core.h>

#include "lift.h"
#include "sem.h"

/* Whether FUNCTION is a leaf, or is called by one; SEEN: by id, those that have been asked. */
static bool is_in_leaf(const hr_program *program, const hr_function *function, bool *seen)
{
	if (!function || seen[function->id])
		return false;
	seen[function->id] = true;
	if (function->leaf_node)
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(function->llvm); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef caller;

		if (!LLVMIsAInstruction(user))
			continue;
		caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		if (is_in_leaf(program, hr_program_function(program, LLVMGetValueName2(caller, &(size_t){0})),
			       seen))
			return true;
	}
	return false;
}

static bool is_open(LLVMValueRef instruction)
{
	LLVMValueRef callee;

	if (!LLVMIsACallInst(instruction))
		return false;
	callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
	return callee && strncmp(LLVMGetValueName2(callee, &(size_t){0}), "llvm.fmuladd.", 13) == 0;
}

static void look(hr_lift *lift, const hr_function *function, bool *seen)
{
	const hr_program *program = lift->program;
	const char *gives[] = {"twice", "once"};
	LLVMValueRef first = NULL;
	unsigned count = 0;
	char profiles[200];

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
			count += is_open(at);
			first = first || !is_open(at) ? first : at;
		}
	if (!count)
		return;
	memset(seen, 0, program->function_count * sizeof(*seen));
	if (!is_in_leaf(program, function, seen))
		return;
	hr_lift_report(lift, function, first, HR_D_fmuladd_rounding, function->name, count,
		       count == 1 ? "" : "s",
		       hr_sem_profiles(HR_SEM_fmuladd, gives, true, profiles, sizeof(profiles)));
}

void hr_lift_rounding(hr_lift *lift)
{
	const hr_program *program = lift->program;
	bool *seen;

	if (hr_diags_severity(program->diags, HR_D_fmuladd_rounding) == HR_SEV_OFF ||
	    program->sem.value[HR_SEM_fmuladd] != HR_SEM_fmuladd_separate)
		return;
	seen = hr_alloc_array(program->function_count + 1u, sizeof(*seen));
	for (uint32_t i = 0; i < program->function_count; i++)
		if (program->functions[i]->defined)
			look(lift, program->functions[i], seen);
	hr_free(seen);
}
