/* ir/pass/grid_loops.c -- puts loops over a grid around the body of a function, which is one
 * instance.
 *
 * Invariant: an instance behaves as before, except that all instances share the addresses of its
 *            variables.
 * Clauses:   N1.
 * Not here:  the index queries of the body (sequentialise.c,
 *            backends/opencl/translate/sequential.c). */
#include "ir/pass/grid_loops.h"

static LLVMContextRef context_of(const hr_loop_nest *self)
{
	return LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(self->head)));
}

/* Allocate variables once, not in each iteration. */
static void move_variables(hr_loop_nest *self)
{
	LLVMValueRef at = LLVMGetFirstInstruction(self->body), next;

	for (; at; at = next) {
		next = LLVMGetNextInstruction(at);
		if (!LLVMIsAAllocaInst(at) || !LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
			continue;
		LLVMInstructionRemoveFromParent(at);
		LLVMInsertIntoBuilder(self->builder, at);
	}
}

static void replace_returns(hr_loop_nest *self, LLVMBasicBlockRef next)
{
	for (LLVMBasicBlockRef block = self->body; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

		if (!last || !LLVMIsAReturnInst(last))
			continue;
		LLVMInstructionEraseFromParent(last);
		LLVMPositionBuilderAtEnd(self->builder, block);
		LLVMBuildBr(self->builder, next);
	}
}

/* Open one loop at the builder, and leave the builder in its body; after the last iteration it
 * continues at NEXT. Return the block at the end of an iteration. */
static LLVMBasicBlockRef open_loop(hr_loop_nest *self, unsigned dim, LLVMBasicBlockRef next)
{
	LLVMContextRef context = context_of(self);
	LLVMTypeRef number = LLVMInt64TypeInContext(context);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(self->builder), inside;
	LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(context, self->body, "loop");
	LLVMBasicBlockRef latch = LLVMInsertBasicBlockInContext(context, self->end, "next");
	LLVMValueRef begin = self->begin_of(self, dim), end = self->end_of(self, dim), more;

	LLVMBuildBr(self->builder, head);
	LLVMPositionBuilderAtEnd(self->builder, head);
	self->index[dim] = LLVMBuildPhi(self->builder, number, (const char[]){"xyz"[dim], 0});
	more = LLVMBuildICmp(self->builder, LLVMIntULT, self->index[dim], end, "");
	inside = dim + 1 == self->dims
			 ? self->body
			 : LLVMInsertBasicBlockInContext(context, self->body, "inside");
	LLVMBuildCondBr(self->builder, more, inside, next);
	LLVMPositionBuilderAtEnd(self->builder, latch);
	more = LLVMBuildNUWAdd(self->builder, self->index[dim], LLVMConstInt(number, 1, 0), "");
	LLVMBuildBr(self->builder, head);
	LLVMAddIncoming(self->index[dim], (LLVMValueRef[]){begin, more},
			(LLVMBasicBlockRef[]){from, latch}, 2);
	LLVMPositionBuilderAtEnd(self->builder, inside);
	return latch;
}

void hr_nest_make(hr_loop_nest *self, LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMBasicBlockRef next;

	self->body = LLVMGetEntryBasicBlock(function);
	self->head = LLVMInsertBasicBlockInContext(context, self->body, "");
	self->end = next = LLVMAppendBasicBlockInContext(context, function, "end");
	LLVMPositionBuilderAtEnd(self->builder, self->head);
	move_variables(self);
	for (unsigned d = 0; d < self->dims; d++)
		next = open_loop(self, d, next);
	if (!self->dims)
		LLVMBuildBr(self->builder, self->body);
	replace_returns(self, next);
}
