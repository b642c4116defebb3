/* backends/shared/loops.c -- loops over the instances of a leaf: the loop order, and the metadata
 * that marks them as parallel.
 *
 * Invariant: only accesses to memory that instances share are marked; the variables of an instance
 *            are the same memory in all iterations once the leaf is inlined into the loop.
 * Owns:      nothing.
 * Clauses:   N1, M4.
 * Not here:  the loops. */
#include "backends/shared/loops.h"

#include <stdbool.h>
#include <stddef.h>

enum { NOT_LINEAR = 1000, DEPTH = 12 };

#define EACH_INSTRUCTION(function, at)                                                             \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_); at;                        \
		     at = LLVMGetNextInstruction(at))

/* Return how much VALUE grows if INDEX grows by 1; NOT_LINEAR if that is not known to be 0 or 1. */
static int growth(LLVMValueRef value, LLVMValueRef index, unsigned depth)
{
	int left, right;

	if (value == index)
		return 1;
	if (!LLVMIsAInstruction(value))
		return 0;
	if (depth == DEPTH)
		return NOT_LINEAR;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc: return growth(LLVMGetOperand(value, 0), index, depth + 1);
	case LLVMAdd:
	case LLVMOr:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		left = growth(LLVMGetOperand(value, 0), index, depth + 1);
		right = growth(LLVMGetOperand(value, 1), index, depth + 1);
		if (right == 0 && LLVMGetInstructionOpcode(value) == LLVMSub)
			return left;
		if (LLVMGetInstructionOpcode(value) == LLVMAdd ||
		    LLVMGetInstructionOpcode(value) == LLVMOr)
			return left + right;
		return left || right ? NOT_LINEAR : 0;
	default: return 0; /* a phi or a load: most likely does not depend on the instance */
	}
}

static LLVMValueRef address_of(LLVMValueRef at)
{
	return LLVMIsALoadInst(at)    ? LLVMGetOperand(at, 0)
	       : LLVMIsAStoreInst(at) ? LLVMGetOperand(at, 1)
				      : NULL;
}

void hr_loops_score_of(LLVMValueRef leaf, const LLVMValueRef index[3], int score[3])
{
	EACH_INSTRUCTION(leaf, at) {
		LLVMValueRef address = address_of(at);

		for (; address && LLVMIsAGetElementPtrInst(address);
		     address = LLVMGetOperand(address, 0)) {
			unsigned last = (unsigned)LLVMGetNumOperands(address) - 1;

			for (unsigned d = 0; d < 3; d++)
				score[d] += index[d] &&
					    growth(LLVMGetOperand(address, last), index[d], 0) == 1;
		}
	}
}

void hr_loops_score(LLVMValueRef leaf, unsigned index, int score[3])
{
	const LLVMValueRef parameters[3] = {LLVMGetParam(leaf, index),
					    LLVMGetParam(leaf, index + 1),
					    LLVMGetParam(leaf, index + 2)};

	hr_loops_score_of(leaf, parameters, score);
}

void hr_loops_order(const int score[3], uint32_t dims, uint32_t order[3])
{
	uint32_t inner = dims ? dims - 1 : 0, at = 0;

	for (uint32_t d = 0; d < dims; d++)
		if (score[d] > score[inner])
			inner = d;
	for (uint32_t d = 0; d < 3; d++)
		if (d != inner)
			order[at++] = d;
	order[2] = inner;
}

void hr_loops_device_order(const int score[3], uint32_t dims, uint32_t order[3])
{
	uint32_t outermost_first[3], count = 0;

	hr_loops_order(score, dims, outermost_first);
	for (uint32_t k = 0; k < 3; k++)
		if (outermost_first[2 - k] < dims)
			order[count++] = outermost_first[2 - k];
	for (; count < 3; count++)
		order[count] = count;
}

/* --- marks ------------------------------------------------------------------------------------ */

static bool has_variables(LLVMValueRef leaf)
{
	EACH_INSTRUCTION(leaf, at)
		if (LLVMIsAAllocaInst(at))
			return true;
	return false;
}

/* Return true if ADDRESS is certainly not the address of a variable of the leaf. */
static bool is_shared(LLVMValueRef address, bool variables)
{
	while (LLVMIsAGetElementPtrInst(address))
		address = LLVMGetOperand(address, 0);
	return !variables || LLVMIsAArgument(address) || LLVMIsAGlobalVariable(address) ||
	       LLVMIsALoadInst(address);
}

void hr_loops_mark(LLVMValueRef leaf, LLVMValueRef group)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(leaf));
	unsigned kind = LLVMGetMDKindIDInContext(context, "llvm.access.group", 17);
	bool variables = has_variables(leaf);

	EACH_INSTRUCTION(leaf, at) {
		LLVMValueRef address = address_of(at);

		if (address && is_shared(address, variables))
			LLVMSetMetadata(at, kind, group);
	}
}
