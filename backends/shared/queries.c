/* backends/shared/queries.c -- where an instance of a unit asks where it is: once for each.
 *
 * Not here:  what is answered (backends/cuda/translate/kernel.c,
 *            backends/opencl/translate/kernel.c). */
#include "backends/shared/queries.h"

#include <stddef.h>

/* CALL is the first instruction of UNIT. */
static void move_to_beginning(LLVMBuilderRef builder, LLVMValueRef unit, LLVMValueRef call)
{
	LLVMInstructionRemoveFromParent(call);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(unit)));
	LLVMInsertIntoBuilder(builder, call);
}

bool hr_queries_unite(LLVMModuleRef module, LLVMValueRef unit, const char *name, bool inner,
		      LLVMValueRef (*first)[3], uint64_t *beyond)
{
	LLVMValueRef query = LLVMGetNamedFunction(module, name);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL;
	bool good = true;

	while (use && good) {
		LLVMValueRef call = LLVMGetUser(use);
		uint64_t level = inner ? 0 : LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
		uint64_t dim = LLVMConstIntGetZExtValue(LLVMGetOperand(call, !inner));

		use = LLVMGetNextUse(use);
		if (level >= HR_QUERY_LEVELS || dim >= 3) {
			*beyond = dim >= 3 ? dim : level;
			good = false;
		} else if (first[level][dim]) {
			LLVMReplaceAllUsesWith(call, first[level][dim]);
			LLVMInstructionEraseFromParent(call);
		} else {
			move_to_beginning(builder, unit, call);
			first[level][dim] = call;
		}
	}
	LLVMDisposeBuilder(builder);
	return good;
}
