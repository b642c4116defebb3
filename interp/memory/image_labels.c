/* interp/memory/image_labels.c -- tables of labels, of which compiled and interpreted code need
 * separate copies.
 *
 * The address of a block is a place in machine code for the JIT and a token for the engine, so a
 * table of block addresses (`static void *label[] = {&&a, &&b}`) is useful only to the one that it
 * was made for. A label is useless outside its function, so no value is ever passed between the two
 * through such a table.
 * Invariant: a table that may be written, or whose address may escape, has only one copy.
 * Not here:  making the copy (image.c). */
#include <llvm-c/Core.h>

#include "interp/memory/image.h"

static bool has_label(LLVMValueRef constant)
{
	int count;

	if (LLVMIsABlockAddress(constant))
		return true;
	if (LLVMIsAGlobalValue(constant) || !LLVMIsAUser(constant))
		return false;
	count = LLVMGetNumOperands(constant);
	for (int i = 0; i < count; i++)
		if (has_label(LLVMGetOperand(constant, (unsigned)i)))
			return true;
	return false;
}

static bool is_address_within(LLVMValueRef user)
{
	if (LLVMIsAGetElementPtrInst(user))
		return true;
	return LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr;
}

static bool is_only_read(LLVMValueRef address)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsALoadInst(user) && !(is_address_within(user) && is_only_read(user)))
			return false;
	}
	return true;
}

bool hr_image_is_label_table(const hr_global *global)
{
	LLVMValueRef initialiser;

	if (!global->defined || global->thread_local_)
		return false;
	initialiser = LLVMGetInitializer(global->llvm);
	return initialiser && has_label(initialiser) &&
	       (global->constant || is_only_read(global->llvm));
}
