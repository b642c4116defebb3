/* ir/pass/clone.c -- copies the body of a function.
 *
 * LLVM's C interface copies modules and instructions, but not functions.
 * Invariant: the copy behaves like the original.
 * Owns:      nothing.
 * Not here:  the reason for the copy. */
#include "ir/pass/clone.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "src/base/alloc.h"
#include "src/base/map.h"

typedef struct cloner {
	LLVMContextRef context;
	LLVMBuilderRef builder;
	hr_map copies; /* from each parameter, block and instruction of the original to its copy */
} cloner;

#define EACH_INSTRUCTION(function, at)                                                             \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_); at;                        \
		     at = LLVMGetNextInstruction(at))

static void note(cloner *self, LLVMValueRef original, LLVMValueRef copy)
{
	hr_map_put(&self->copies, hr_map_key(original), hr_map_key(copy));
}

static LLVMValueRef copy_of(const cloner *self, LLVMValueRef original)
{
	uint64_t copy;

	return hr_map_get(&self->copies, hr_map_key(original), &copy)
		       ? (LLVMValueRef)(uintptr_t)copy
		       : original;
}

static LLVMBasicBlockRef block_of(const cloner *self, LLVMBasicBlockRef original)
{
	return LLVMValueAsBasicBlock(copy_of(self, LLVMBasicBlockAsValue(original)));
}

static bool names_blocks(LLVMValueRef function)
{
	EACH_INSTRUCTION(function, at) {
		int count = LLVMGetNumOperands(at);

		for (unsigned i = 0; i < (unsigned)count; i++)
			if (LLVMIsABlockAddress(LLVMGetOperand(at, i)))
				return true;
		if (LLVMIsAIndirectBrInst(at) || LLVMGetInstructionOpcode(at) == LLVMCallBr)
			return true;
	}
	return false;
}

static bool is_for_debuggers(LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       strncmp(LLVMGetValueName2(callee, &length), "llvm.dbg.", 9) == 0;
}

static void copy_instruction(cloner *self, LLVMValueRef at)
{
	bool named = LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind;
	size_t length = 0;
	const char *name = named ? LLVMGetValueName2(at, &length) : "";
	LLVMValueRef copy;

	if (is_for_debuggers(at))
		return;
	if (LLVMIsAPHINode(at)) {
		copy = LLVMBuildPhi(self->builder, LLVMTypeOf(at), name);
		if (LLVMCanValueUseFastMathFlags(at))
			LLVMSetFastMathFlags(copy, LLVMGetFastMathFlags(at));
		LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(at));
	} else {
		copy = LLVMInstructionClone(at);
		LLVMInsertIntoBuilderWithName(self->builder, copy, name);
	}
	note(self, at, copy);
}

static void connect_phi(const cloner *self, LLVMValueRef at, LLVMValueRef copy)
{
	for (unsigned i = 0; i < LLVMCountIncoming(at); i++) {
		LLVMValueRef value = copy_of(self, LLVMGetIncomingValue(at, i));
		LLVMBasicBlockRef from = block_of(self, LLVMGetIncomingBlock(at, i));

		LLVMAddIncoming(copy, &value, &from, 1);
	}
}

static void connect(const cloner *self, LLVMValueRef at)
{
	LLVMValueRef copy = copy_of(self, at);

	if (copy == at)
		return;
	if (LLVMIsAPHINode(at)) {
		connect_phi(self, at, copy);
		return;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++) {
		LLVMValueRef operand = LLVMGetOperand(at, i), other = copy_of(self, operand);

		if (other != operand)
			LLVMSetOperand(copy, i, other);
	}
}

bool hr_clone_body(LLVMValueRef from, LLVMValueRef to)
{
	cloner self = {.context = LLVMGetTypeContext(LLVMTypeOf(from))};

	if (names_blocks(from))
		return false;
	self.builder = LLVMCreateBuilderInContext(self.context);
	for (unsigned i = 0; i < LLVMCountParams(from); i++)
		note(&self, LLVMGetParam(from, i), LLVMGetParam(to, i));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(from); block;
	     block = LLVMGetNextBasicBlock(block))
		note(&self, LLVMBasicBlockAsValue(block),
		     LLVMBasicBlockAsValue(LLVMAppendBasicBlockInContext(
			     self.context, to, LLVMGetBasicBlockName(block))));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(from); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMPositionBuilderAtEnd(self.builder, block_of(&self, block));
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			copy_instruction(&self, at);
	}
	EACH_INSTRUCTION(from, at)
		connect(&self, at);
	LLVMDisposeBuilder(self.builder);
	hr_map_free(&self.copies);
	return true;
}
