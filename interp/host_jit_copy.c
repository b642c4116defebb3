/* interp/host_jit_copy.c -- a copy of the program's module with the bodies that host code can reach.
 *
 * Most of a program is nodes and what they call, which the engine runs. LLVM copies whole modules; so
 * those bodies leave the program's module while it is copied, and come back.
 * Invariant: the program's module is after a copy what it was before.
 * Owns:      nothing.
 * Clauses:   H2.
 * Not here:  what becomes of the copy (host_jit_module.c). */
#include <string.h>

#include "host_jit.h"
#include "lookup.h"

typedef struct absent {
	const hr_function *function;
	size_t first, count;            /* of the list of blocks */
} absent;

typedef struct copier {
	const hr_program *program;
	bool *reached;                  /* by id of a function */
	HR_VEC(const hr_function *) waiting;
	HR_VEC(absent) absent;
	HR_VEC(LLVMBasicBlockRef) blocks;
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

bool hr_jit_has_label_address(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
		     use = LLVMGetNextUse(use))
			if (LLVMIsABlockAddress(LLVMGetUser(use)))
				return true;
	return false;
}

/* --- what host code reaches --------------------------------------------------------------------- */

static void reach(copier *self, const hr_function *function)
{
	if (!function || !function->defined || is_node(function) || self->reached[function->id])
		return;
	self->reached[function->id] = true;
	HR_PUSH(&self->waiting, function);
}

/* Any other mention of a function than a call takes its address. */
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
		    hr_jit_has_label_address(function->llvm))
			reach(self, function);
	}
	while (self->waiting.count) {
		const hr_function *function = HR_LAST(&self->waiting);

		self->waiting.count--;
		reach_called(self, function);
	}
}

/* --- taking bodies out, and putting them back ---------------------------------------------------- */

static void take_out(copier *self, const hr_function *function)
{
	LLVMValueRef llvm = function->llvm;
	LLVMBasicBlockRef block;
	absent body = {function, self->blocks.count, 0};

	while ((block = LLVMGetFirstBasicBlock(llvm)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		HR_PUSH(&self->blocks, block);
		body.count++;
	}
	HR_PUSH(&self->absent, body);
}

static void take_all_out(copier *self)
{
	for (uint32_t i = 0; i < self->program->function_count; i++) {
		const hr_function *function = self->program->functions[i];

		if (function->defined && !self->reached[i] && !hr_jit_has_label_address(function->llvm))
			take_out(self, function);
	}
}

static void put_all_back(copier *self)
{
	for (size_t i = 0; i < self->absent.count; i++) {
		const absent *body = &self->absent.data[i];

		for (size_t b = 0; b < body->count; b++)
			LLVMAppendExistingBasicBlock(body->function->llvm,
						     self->blocks.data[body->first + b]);
	}
}

/* --- the copy ------------------------------------------------------------------------------------ */

/* Of a node a name is left to be called by mistake; of what nodes call, nothing. */
static void drop_unused(const copier *self, LLVMModuleRef copy)
{
	for (size_t i = 0; i < self->absent.count; i++) {
		const hr_function *function = self->absent.data[i].function;
		LLVMValueRef left = LLVMGetNamedFunction(copy, function->name);

		if (left && !LLVMGetFirstUse(left) &&
		    !hr_jit_needs_address(self->program, function))
			LLVMDeleteFunction(left);
	}
}

LLVMModuleRef hr_jit_copy(const hr_program *program)
{
	copier self = {.program = program};
	LLVMModuleRef copy;

	find_reached(&self);
	take_all_out(&self);
	copy = LLVMCloneModule(program->module);
	put_all_back(&self);
	drop_unused(&self, copy);
	hr_free(self.reached);
	HR_VEC_FREE(&self.waiting);
	HR_VEC_FREE(&self.absent);
	HR_VEC_FREE(&self.blocks);
	return copy;
}
