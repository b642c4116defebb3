/* backends/opencl/translate/spaces.c -- finds the address space that each pointer of a unit points
 * to, and the type it is used as.
 *
 * Pointers in LLVM IR made from C carry no address space. Here a pointer gets the space of what it
 * is computed from: inputs are global, variables of an instance private, constants of the program
 * constant. A pointer computed from several has their common space or OCL_SEVERAL; the analysis
 * iterates to a fixed point.
 * Invariant: a space changes only to OCL_SEVERAL once it is known.
 * Owns:      nothing.
 * Not here:  how a pointer is written (values.c, memory.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

enum { MOST_USES = 32, DEEPEST = 4 };

static ocl_space join(ocl_space a, ocl_space b)
{
	return a == OCL_NOWHERE || a == b ? b : b == OCL_NOWHERE ? a : OCL_SEVERAL;
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_gep(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) ||
	       (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

ocl_space ocl_space_of(ocl_writer *self, LLVMValueRef pointer)
{
	uint64_t found;

	while (is_gep(pointer) && LLVMIsAConstant(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	if (LLVMIsAGlobalVariable(pointer))
		return LLVMIsDeclaration(pointer) ? OCL_GLOBAL : OCL_CONSTANT;
	return hr_map_get(&self->spaces, hr_map_key(pointer), &found) ? (ocl_space)found
								      : OCL_NOWHERE;
}

static bool passes_on(LLVMValueRef call)
{
	const char *name = ocl_called(call);

	return strncmp(name, "llvm.launder.", 13) == 0 || strncmp(name, "llvm.strip.", 11) == 0 ||
	       strncmp(name, "llvm.expect", 11) == 0 || strncmp(name, "llvm.ptrmask", 12) == 0 ||
	       strncmp(name, "llvm.ssa.copy", 13) == 0;
}

static ocl_space computed(ocl_writer *self, LLVMValueRef at)
{
	ocl_space space = OCL_NOWHERE;

	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMAlloca: return OCL_PRIVATE;
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: return ocl_space_of(self, LLVMGetOperand(at, 0));
	case LLVMSelect:
		return join(ocl_space_of(self, LLVMGetOperand(at, 1)),
			    ocl_space_of(self, LLVMGetOperand(at, 2)));
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(at); i++)
			space = join(space, ocl_space_of(self, LLVMGetIncomingValue(at, i)));
		return space;
	case LLVMCall:
		if (strcmp(ocl_called(at), "hpvm_local") == 0)
			return OCL_LOCAL;
		return passes_on(at) ? ocl_space_of(self, LLVMGetOperand(at, 0)) : OCL_NOWHERE;
	default: return OCL_NOWHERE;
	}
}

static bool update(ocl_writer *self, LLVMValueRef at)
{
	ocl_space before = ocl_space_of(self, at), now = join(before, computed(self, at));

	if (now == before)
		return false;
	hr_map_put(&self->spaces, hr_map_key(at), (uint64_t)now);
	return true;
}

/* --- memory of several types ------------------------------------------------------------------ */

/* Pointers into the same object form a class; the chain of `parents` ends with its
 * representative. */
static LLVMValueRef class_of(const ocl_writer *self, LLVMValueRef pointer)
{
	uint64_t up;

	while (is_gep(pointer) && LLVMIsAConstant(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	while (hr_map_get(&self->parents, hr_map_key(pointer), &up))
		pointer = (LLVMValueRef)(uintptr_t)up;
	return pointer;
}

static void unite(ocl_writer *self, LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMIsNull(b) || LLVMIsUndef(b))
		return;
	a = class_of(self, a);
	b = class_of(self, b);
	if (a != b)
		hr_map_put(&self->parents, hr_map_key(a), (uint64_t)(uintptr_t)b);
}

static void unite_operands(ocl_writer *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: unite(self, at, LLVMGetOperand(at, 0)); break;
	case LLVMSelect:
		unite(self, at, LLVMGetOperand(at, 1));
		unite(self, at, LLVMGetOperand(at, 2));
		break;
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(at); i++)
			unite(self, at, LLVMGetIncomingValue(at, i));
		break;
	case LLVMCall:
		if (passes_on(at))
			unite(self, at, LLVMGetOperand(at, 0));
		break;
	default: break;
	}
}

static const char mixed[] = "mixed";

static void note_type(ocl_writer *self, LLVMValueRef pointer, LLVMTypeRef type)
{
	uint64_t key = hr_map_key(class_of(self, pointer)), before;
	LLVMTypeKind kind = LLVMGetTypeKind(ocl_scalar(type));
	const char *access;

	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || ocl_bits(type) > 64)
		access = mixed;
	else
		access = ocl_access_type(self, ocl_scalar(type));
	if (access && strcmp(access, "uchar") == 0)
		return; /* may alias anything in C */
	if (!access || (hr_map_get(&self->accesses, key, &before) &&
			strcmp((const char *)(uintptr_t)before, access) != 0))
		access = mixed;
	hr_map_put(&self->accesses, key, (uint64_t)(uintptr_t)access);
}

static void note_access(ocl_writer *self, LLVMValueRef at)
{
	if (LLVMIsALoadInst(at))
		note_type(self, LLVMGetOperand(at, 0), LLVMTypeOf(at));
	else if (LLVMIsAStoreInst(at))
		note_type(self, LLVMGetOperand(at, 1), LLVMTypeOf(LLVMGetOperand(at, 0)));
	else if (LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
		note_type(self, LLVMGetOperand(at, 0), LLVMTypeOf(LLVMGetOperand(at, 1)));
}

static void find_classes(ocl_writer *self, LLVMValueRef unit)
{
	for (unsigned pass = 0; pass < 2; pass++)
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(unit); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at)) {
				if (pass == 0 && is_pointer(at))
					unite_operands(self, at);
				else if (pass == 1)
					note_access(self, at);
			}
}

/* --- running the analysis ------------------------------------------------------------------ */

void ocl_find_spaces(ocl_writer *self)
{
	LLVMValueRef unit = LLVMGetNamedFunction(self->module, "hpvm_unit");
	bool changed = true;

	find_classes(self, unit);
	for (unsigned i = 0; i < LLVMCountParams(unit); i++)
		if (is_pointer(LLVMGetParam(unit, i)))
			hr_map_put(&self->spaces, hr_map_key(LLVMGetParam(unit, i)),
				   i < self->unit->input_count && ocl_is_fixed(self, unit, i)
					   ? OCL_FIXED
					   : OCL_GLOBAL);
	while (changed) {
		changed = false;
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(unit); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at))
				changed |= is_pointer(at) && update(self, at);
	}
}

/* --- element types ------------------------------------------------------------------------- */

static const char *element_by_uses(ocl_writer *self, LLVMValueRef pointer, unsigned depth)
{
	unsigned seen = 0;
	const char *found = NULL;

	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && seen < MOST_USES && !found;
	     use = LLVMGetNextUse(use), seen++) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user))
			found = ocl_access_type(self, ocl_scalar(LLVMTypeOf(user)));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
			found = ocl_access_type(self,
						ocl_scalar(LLVMTypeOf(LLVMGetOperand(user, 0))));
		else if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user))
			found = ocl_access_type(self, LLVMTypeOf(LLVMGetOperand(user, 1)));
		else if (depth && (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) ||
				   LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user)))
			found = element_by_uses(self, user, depth - 1);
	}
	return found;
}

const char *ocl_element_among(ocl_writer *self, LLVMValueRef pointer, const char *element)
{
	uint64_t all;

	if (hr_map_get(&self->accesses, hr_map_key(class_of(self, pointer)), &all) &&
	    (const char *)(uintptr_t)all == mixed)
		return ocl_loose_type(self, element, true);
	return element;
}

const char *ocl_element_of(ocl_writer *self, LLVMValueRef pointer)
{
	uint64_t kept;
	const char *found;

	if (hr_map_get(&self->elements, hr_map_key(pointer), &kept))
		return (const char *)(uintptr_t)kept;
	found = element_by_uses(self, pointer, DEEPEST);
	if (!found)
		found = "uchar";
	found = ocl_element_among(self, pointer, found);
	hr_map_put(&self->elements, hr_map_key(pointer), (uint64_t)(uintptr_t)found);
	return found;
}
