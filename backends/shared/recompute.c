/* backends/shared/recompute.c -- recomputes values that are cheaper to compute again than to store
 * across a barrier.
 *
 * A value in SSA form is the same wherever it is computed, if its operands are the same there. That
 * is true wherever its definition dominates.
 * Owns:      nothing.
 * Not here:  what is stored (fission.c). */
#include "backends/shared/fission.h"
#include "src/base/vec.h"

enum { MOST_PARTS = 24 };

static bool is_simple(LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMGetElementPtr:
	case LLVMICmp:
	case LLVMSelect: return true;
	case LLVMCall: return hr_is_query(at);
	default: return false;
	}
}

/* Return the number of instructions needed to recompute VALUE; MOST_PARTS or more if these are too
 * many or it cannot be recomputed. */
static unsigned parts_of(LLVMValueRef value)
{
	unsigned parts = 1;

	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
		return 0;
	if (!is_simple(value))
		return MOST_PARTS;
	for (int i = 0; i < LLVMGetNumOperands(value) && parts < MOST_PARTS; i++)
		parts += parts_of(LLVMGetOperand(value, (unsigned)i));
	return parts;
}

static LLVMValueRef computed_again(LLVMBuilderRef builder, LLVMValueRef value)
{
	LLVMValueRef copy;

	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
		return value;
	copy = LLVMInstructionClone(value);
	for (int i = 0; i < LLVMGetNumOperands(value); i++) {
		LLVMValueRef part = LLVMGetOperand(value, (unsigned)i);

		LLVMSetOperand(copy, (unsigned)i, computed_again(builder, part));
	}
	LLVMInsertIntoBuilder(builder, copy);
	return copy;
}

/* Recompute operand I of USER where it is used. */
static void bring(LLVMBuilderRef builder, LLVMValueRef user, unsigned i)
{
	LLVMValueRef value = LLVMGetOperand(user, i);
	LLVMBasicBlockRef block = LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, i)
						       : LLVMGetInstructionParent(user);
	unsigned parts;

	if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) == block)
		return;
	parts = parts_of(value);
	if (parts == 0 || parts >= MOST_PARTS)
		return;
	LLVMPositionBuilderBefore(builder,
				  LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(block) : user);
	LLVMSetOperand(user, i, computed_again(builder, value));
}

void hr_recompute(LLVMValueRef function)
{
	LLVMBuilderRef builder =
		LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
	HR_VEC(LLVMValueRef) users = {0};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			HR_PUSH(&users, at);
	for (size_t u = 0; u < users.count; u++)
		for (int i = 0; i < LLVMGetNumOperands(users.data[u]); i++)
			bring(builder, users.data[u], (unsigned)i);
	HR_VEC_FREE(&users);
	LLVMDisposeBuilder(builder);
}
