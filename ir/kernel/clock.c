/* ir/kernel/clock.c -- the clock of a work-item.
 *
 * There is no time in the golden model, and what a kernel computes is not to hang on one. But a loop that waits until the
 * clock has gone on ends on a device. So each work-item has a clock of its own, which each reading moves on by a step.
 *
 * Clauses:   K4.
 * Not here:  names of the registers (items.def). */
#include "ir/kernel/kernel_private.h"

enum { STEP = 1000 };

void hr_kernel_clock(hr_kernel *k)
{
	LLVMValueRef function = LLVMGetNamedFunction(k->module, HR_KERNEL_CLOCK), counter, next;
	LLVMBuilderRef builder;
	LLVMUseRef use;

	if (!function)
		return;
	builder = LLVMCreateBuilderInContext(k->context);
	LLVMPositionBuilderBefore(builder,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(k->function)));
	counter = LLVMBuildAlloca(builder, k->i64, "hpvm.clock");
	LLVMBuildStore(builder, LLVMConstInt(k->i64, 0, false), counter);
	while ((use = LLVMGetFirstUse(function)) != NULL) {
		LLVMValueRef call = LLVMGetUser(use);

		if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == k->function) {
			LLVMPositionBuilderBefore(builder, call);
			next = LLVMBuildAdd(builder, LLVMBuildLoad2(builder, k->i64, counter, ""),
					    LLVMConstInt(k->i64, STEP, false), "");
			LLVMBuildStore(builder, next, counter);
		} else { /* of a function that was inlined, and never runs */
			next = LLVMGetPoison(k->i64);
		}
		LLVMReplaceAllUsesWith(call, next);
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDeleteFunction(function);
	LLVMDisposeBuilder(builder);
}
