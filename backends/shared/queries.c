/* backends/shared/queries.c -- merges the calls by which an instance of a unit queries its indices
 * and extents.
 *
 * Not here:  the values of queries (backends/cuda/translate/place.c,
 *            backends/opencl/translate/signature.c). */
#include "backends/shared/queries.h"

#include <stddef.h>

/* Make CALL the first instruction of UNIT. */
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
