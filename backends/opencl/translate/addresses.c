/* backends/opencl/translate/addresses.c -- rewrites addresses in an input as a single index into
 * it.
 *
 * LLVM computes an address step by step, from pointer to pointer, in bytes. A kernel written by
 * hand, as the devices' compilers expect it, contains `in[row * n + column - 1]`. So an address
 * computed from another address becomes one computed from the input with the sum of both offsets,
 * if all offsets are multiples of the size that is accessed.
 * Invariant: the addresses are the same.
 * Owns:      nothing; changes the unit's module before anything is written.
 * Not here:  how an address is written (memory.c). */
#include "backends/opencl/translate/opencl_translate.h"

enum { DEEPEST = 16 };

typedef struct flattening {
	ocl_writer *writer;
	LLVMBuilderRef builder;
} flattening;

static bool is_step(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) &&
	       LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static uint64_t size_of(const flattening *self, LLVMTypeRef type)
{
	return LLVMABISizeOfType(self->writer->layout, type);
}

/* Return the size of USER's access at POINTER if it is a scalar of 8 to 64 bits, otherwise 0. */
static uint64_t access_size(const flattening *self, LLVMValueRef user, LLVMValueRef pointer)
{
	LLVMTypeRef type = NULL;
	LLVMTypeKind kind;

	if (LLVMIsALoadInst(user))
		type = LLVMTypeOf(user);
	else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
		type = LLVMTypeOf(LLVMGetOperand(user, 0));
	if (!type)
		return 0;
	kind = LLVMGetTypeKind(type);
	if (kind == LLVMIntegerTypeKind)
		return LLVMGetIntTypeWidth(type) == 8 * size_of(self, type) ? size_of(self, type)
									    : 0;
	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind
		       ? size_of(self, type)
		       : 0;
}

static LLVMValueRef number(const flattening *self, uint64_t value)
{
	return LLVMConstInt(LLVMInt64TypeInContext(self->writer->context), value, false);
}

/* Return VALUE times STRIDE in units of SIZE bytes, or NULL if that is not an integer for every
 * VALUE. Factors inside VALUE are considered, because an offset in bytes is often a shifted
 * integer. */
static LLVMValueRef units(flattening *self, LLVMValueRef value, uint64_t stride, uint64_t size,
			  unsigned depth)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(self->writer->context);
	LLVMValueRef first, second, found;
	LLVMOpcode op;

	if (stride % size == 0) {
		if (LLVMTypeOf(value) != wide)
			value = LLVMBuildSExt(self->builder, value, wide, "");
		return stride == size ? value
				      : LLVMBuildMul(self->builder, value,
						     number(self, stride / size), "");
	}
	if (depth == 0 || !LLVMIsABinaryOperator(value) || LLVMTypeOf(value) != wide)
		return NULL;
	op = LLVMGetInstructionOpcode(value);
	first = LLVMGetOperand(value, 0);
	second = LLVMGetOperand(value, 1);
	if (LLVMIsAConstantInt(second) && op == LLVMShl && LLVMConstIntGetZExtValue(second) < 32)
		return units(self, first, stride << LLVMConstIntGetZExtValue(second), size,
			     depth - 1);
	if (op != LLVMMul)
		return NULL;
	if (LLVMIsAConstantInt(second))
		return units(self, first, stride * LLVMConstIntGetZExtValue(second), size,
			     depth - 1);
	found = units(self, first, stride, size, depth - 1);
	if (!found) {
		found = units(self, second, stride, size, depth - 1);
		second = first;
	}
	return found ? LLVMBuildMul(self->builder, found, second, "") : NULL;
}

/* Add to *INDEX (which may be NULL), or to *FIXED bytes, what operand I of STEP adds to the
 * address. Return false if that is not a multiple of SIZE. */
static bool add_operand(flattening *self, LLVMValueRef step, unsigned i, LLVMTypeRef *type,
			uint64_t size, LLVMValueRef *index, uint64_t *fixed)
{
	LLVMValueRef operand = LLVMGetOperand(step, i), added;

	if (i > 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
		unsigned field = (unsigned)LLVMConstIntGetZExtValue(operand);

		*fixed += LLVMOffsetOfElement(self->writer->layout, *type, field);
		*type = LLVMStructGetTypeAtIndex(*type, field);
		return true;
	}
	if (i > 1)
		*type = LLVMGetElementType(*type);
	if (LLVMIsAConstantInt(operand)) {
		*fixed += (uint64_t)LLVMConstIntGetSExtValue(operand) * size_of(self, *type);
		return true;
	}
	added = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMIntegerTypeKind &&
				LLVMGetIntTypeWidth(LLVMTypeOf(operand)) <= 64
			? units(self, operand, size_of(self, *type), size, DEEPEST)
			: NULL;
	if (added)
		*index = *index ? LLVMBuildAdd(self->builder, *index, added, "") : added;
	return added != NULL;
}

/* Return what STEP, an address computed from an input or from another such address, adds to the
 * input, in units of SIZE; NULL if that is not an integer. */
static LLVMValueRef index_of(flattening *self, LLVMValueRef step, LLVMValueRef before,
			     uint64_t size)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
	LLVMValueRef index = before;
	uint64_t fixed = 0;

	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++)
		if (!add_operand(self, step, i, &type, size, &index, &fixed))
			return NULL;
	if ((int64_t)fixed % (int64_t)size)
		return NULL;
	fixed = (uint64_t)((int64_t)fixed / (int64_t)size);
	if (!index)
		return number(self, fixed);
	return fixed ? LLVMBuildAdd(self->builder, index, number(self, fixed), "") : index;
}

/* Return true if STEP is already an index into elements, or of a byte. */
static bool is_plain(const flattening *self, LLVMValueRef step, uint64_t size)
{
	uint64_t unit = size_of(self, LLVMGetGEPSourceElementType(step));

	return LLVMIsAArgument(LLVMGetOperand(step, 0)) && LLVMGetNumOperands(step) == 2 &&
	       (unit > 1 || unit == size || LLVMIsAConstant(LLVMGetOperand(step, 1)));
}

/* Return STEP as an address computed directly from an input, or NULL if it is not one. The uses of
 * STEP are replaced. */
static LLVMValueRef flattened(flattening *self, LLVMValueRef step, uint64_t size, unsigned depth)
{
	LLVMValueRef from = LLVMGetOperand(step, 0), before = NULL, index, made;
	LLVMTypeRef element = LLVMIntTypeInContext(self->writer->context, (unsigned)(8 * size));

	if (is_plain(self, step, size))
		return step;
	if (is_step(from) && depth > 0) {
		from = flattened(self, from, size, depth - 1);
		if (!from)
			return NULL;
		LLVMPositionBuilderBefore(self->builder, step);
		before = index_of(self, from, NULL, size);
		from = LLVMGetOperand(from, 0);
		if (!before)
			return NULL;
	} else if (!LLVMIsAArgument(from)) {
		return NULL;
	}
	LLVMPositionBuilderBefore(self->builder, step);
	index = index_of(self, step, before, size);
	if (!index)
		return NULL;
	made = LLVMBuildGEP2(self->builder, element, from, &index, 1, "");
	LLVMReplaceAllUsesWith(step, made);
	return made;
}

/* Delete unused instructions, starting with the last. */
static void sweep(LLVMBasicBlockRef block)
{
	for (LLVMValueRef at = LLVMGetLastInstruction(block), before; at; at = before) {
		LLVMOpcode op = LLVMGetInstructionOpcode(at);

		before = LLVMGetPreviousInstruction(at);
		if (!LLVMGetFirstUse(at) && (op == LLVMGetElementPtr || op == LLVMAdd ||
					     op == LLVMShl || op == LLVMMul || op == LLVMSExt))
			LLVMInstructionEraseFromParent(at);
	}
}

static void flatten_step(flattening *self, LLVMValueRef step)
{
	uint64_t size = 0;

	for (LLVMUseRef use = LLVMGetFirstUse(step); use && !size; use = LLVMGetNextUse(use))
		size = access_size(self, LLVMGetUser(use), step);
	if (size)
		(void)flattened(self, step, size, DEEPEST);
}

void ocl_flatten_addresses(ocl_writer *writer)
{
	flattening self = {writer, LLVMCreateBuilderInContext(writer->context)};

	for (LLVMValueRef function = LLVMGetFirstFunction(writer->module); function;
	     function = LLVMGetNextFunction(function)) {
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at))
				if (is_step(at))
					flatten_step(&self, at);
		for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(function); block;
		     block = LLVMGetPreviousBasicBlock(block))
			sweep(block);
	}
	LLVMDisposeBuilder(self.builder);
}
