/* ir/program/copy.c -- copies of the program's module with selected function bodies.
 *
 * LLVM copies whole modules; therefore the other bodies are moved out of the program's module while
 * it is copied, and back afterwards. Bitcode of such a copy contains no global value that the bodies
 * do not refer to (hr_module_prune()).
 * Invariant: after a copy the program's module is unchanged.
 * Owns:      nothing.
 * Not here:  which bodies are selected. */
#include "ir/program/copy.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "ir/program/lookup.h"
#include "ir/program/prune.h"
#include "src/base/vec.h"

typedef struct absent {
	LLVMValueRef function;
	size_t first, count; /* range in the list of blocks */
} absent;

typedef struct program_copier {
	HR_VEC(absent) absent;
	HR_VEC(LLVMBasicBlockRef) blocks;
} program_copier;

bool hr_has_label_address(void *function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
		     use = LLVMGetNextUse(use))
			if (LLVMIsABlockAddress(LLVMGetUser(use)))
				return true;
	return false;
}

static void take_out(program_copier *self, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	absent body = {function, self->blocks.count, 0};

	while ((block = LLVMGetFirstBasicBlock(function)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		HR_PUSH(&self->blocks, block);
		body.count++;
	}
	HR_PUSH(&self->absent, body);
}

static void put_all_back(const program_copier *self)
{
	for (size_t i = 0; i < self->absent.count; i++) {
		const absent *body = &self->absent.data[i];

		for (size_t b = 0; b < body->count; b++)
			LLVMAppendExistingBasicBlock(body->function,
						     self->blocks.data[body->first + b]);
	}
}

void *hr_module_copy(const hr_program *program, const bool *wanted)
{
	program_copier self = {0};
	LLVMModuleRef copy;

	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (function->defined && !wanted[i] && !hr_has_label_address(function->llvm))
			take_out(&self, function->llvm);
	}
	copy = LLVMCloneModule(program->module);
	put_all_back(&self);
	HR_VEC_FREE(&self.absent);
	HR_VEC_FREE(&self.blocks);
	return copy;
}

void *hr_module_bitcode(const hr_program *program, const bool *wanted, bool lines)
{
	LLVMMemoryBufferRef bitcode;
	LLVMModuleRef copy;

	hr_program_lock();
	copy = hr_module_copy(program, wanted);
	hr_module_prune(copy);
	if (!lines)
		LLVMStripModuleDebugInfo(copy);
	bitcode = LLVMWriteBitcodeToMemoryBuffer(copy);
	LLVMDisposeModule(copy);
	hr_program_unlock();
	return bitcode;
}
