/* interp/host/jit_copy.c -- a copy of the program's module with the bodies that host code can
 * reach.
 *
 * Most of a program is nodes and the functions that they call, which the engine runs.
 *
 * Owns:      nothing.
 * Clauses:   H2.
 * Not here:  copying (ir/program/copy.c), changes to the copy (jit_module.c). */
#include <string.h>

#include "interp/host/host_jit.h"
#include "ir/program/copy.h"
#include "ir/program/lookup.h"

typedef struct copier {
	const hr_program *program;
	bool *reached; /* indexed by the id of a function */
	HR_VEC(const hr_function *) waiting;
} copier;

static bool is_node(const hr_function *function)
{
	return function->internal_node || function->leaf_node;
}

bool hr_jit_needs_address(const hr_program *program, const hr_function *function)
{
	LLVMUseRef use = LLVMGetFirstUse(function->llvm);

	if (!function->address_taken || !is_node(function))
		return function->address_taken;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		const hr_function *around;

		if (!LLVMIsAInstruction(user))
			return true;
		around = hr_function_of(program,
					LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
		if (!around || !around->internal_node)
			return true;
	}
	return false;
}

/* --- functions that host code can reach ------------------------------------------------------- */

static void reach(copier *self, const hr_function *function)
{
	if (!function || !function->defined || is_node(function) || self->reached[function->id])
		return;
	self->reached[function->id] = true;
	HR_PUSH(&self->waiting, function);
}

/* Any use of a function other than a call takes its address. */
static void reach_called(copier *self, const hr_function *function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) || LLVMIsAInvokeInst(at))
				reach(self, hr_function_of(self->program, LLVMGetCalledValue(at)));
}

static void find_reached(copier *self)
{
	self->reached = hr_alloc_array(self->program->function_count, sizeof(bool));
	for (uint32_t i = 0; i < self->program->function_count; i++) {
		const hr_function *function = self->program->functions[i];

		if (function->address_taken || strcmp(function->name, "main") == 0 ||
		    hr_has_label_address(function->llvm))
			reach(self, function);
	}
	while (self->waiting.count) {
		const hr_function *function = HR_LAST(&self->waiting);

		self->waiting.count--;
		reach_called(self, function);
	}
}

/* --- the copy --------------------------------------------------------------------------------- */

/* Reduce a node to a declaration, in case it is called by mistake, and remove functions that only
 * nodes call. */
static void drop_unused(const copier *self, LLVMModuleRef copy)
{
	for (uint32_t i = 0; i < self->program->function_count; i++) {
		const hr_function *function = self->program->functions[i];
		LLVMValueRef left = function->defined && !self->reached[i]
					    ? LLVMGetNamedFunction(copy, function->name)
					    : NULL;

		if (left && LLVMIsDeclaration(left) && !LLVMGetFirstUse(left) &&
		    !hr_jit_needs_address(self->program, function))
			LLVMDeleteFunction(left);
	}
}

LLVMModuleRef hr_jit_copy(const hr_program *program)
{
	copier self = {.program = program};
	LLVMModuleRef copy;

	find_reached(&self);
	copy = hr_module_copy(program, self.reached);
	drop_unused(&self, copy);
	hr_free(self.reached);
	HR_VEC_FREE(&self.waiting);
	return copy;
}
