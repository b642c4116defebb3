/* ir/lower/object.c -- checks of the object that an access belongs to.
 *
 * The checkers find the object of an access from the root of its address (ir/program/root.h) if the
 * code shows it: an alloca, a global variable, or an argument. An access whose root is another
 * value, such as a loaded pointer, must lie in the object that this value points into: an `object`
 * operation before the access has both addresses. That is right only while the value points into
 * its object. Where a pointer that was computed by arithmetic leaves the sight of the code, a
 * `stray` operation remembers it if it does not.
 *
 * Nothing is emitted in programs where no pointer of unknown root can be based on a local variable.
 *
 * Clauses:   P6.
 * Not here:  what the operations do (interp/check/access/local.c). */
#include "ir/lower/lower_private.h"
#include "ir/program/root.h"

static bool is_leaf_parameter(const hr_lw *l, LLVMValueRef root)
{
	return LLVMIsAArgument(root) && l->function->leaf_node;
}

/* Return true if ROOT is a variable at a fixed place in the frame. */
static bool has_place(const hr_lw *l, LLVMValueRef root)
{
	return LLVMIsAAllocaInst(root) && hr_map_get(&l->addresses, hr_map_key(root), NULL);
}

void hr_lw_check_based(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
		       unsigned kind)
{
	LLVMValueRef root;

	if (!l->checks_objects || bytes > HR_OBJECT_BYTES)
		return;
	root = hr_root_of(pointer);
	if (LLVMIsAConstant(root) || is_leaf_parameter(l, root))
		return;
	HR_EMIT(l, HR_OP_object, hr_lw_address_reg(l, at), hr_lw_value_of(l, root)->regs[0],
		(uint32_t)bytes << HR_OBJECT_KIND | kind);
}

void hr_lw_check_object(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
			unsigned kind)
{
	if (l->checks_objects && !has_place(l, hr_root_of(pointer)))
		hr_lw_check_based(l, pointer, at, bytes, kind);
}

/* In interpreted host code, globals are objects, too. */
static bool is_global_of_host(const hr_lw *l, LLVMValueRef root)
{
	return l->program->check_host && LLVMIsAGlobalVariable(root);
}

/* Return true if POINTER, a getelementptr, certainly points into ROOT or to its end. */
static bool is_inside(const hr_lw *l, LLVMValueRef root, const hr_lw_address *at)
{
	const hr_lw_slot *slot;

	if (!LLVMIsAAllocaInst(root) || at->slot == HR_NO_REG || at->index != HR_NO_REG)
		return false;
	slot = &l->slots.data[at->slot];
	return at->offset >= 0 && (uint64_t)at->offset <= slot->bytes;
}

void hr_lw_note_stray(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, hr_vreg reg)
{
	LLVMValueRef root;

	if (!l->checks_objects)
		return;
	root = hr_root_of(pointer);
	if ((LLVMIsAConstant(root) && !is_global_of_host(l, root)) || is_leaf_parameter(l, root) ||
	    is_inside(l, root, at) || !hr_root_is_lost(pointer))
		return;
	HR_EMIT(l, HR_OP_stray, reg, hr_lw_value_of(l, root)->regs[0]);
}

bool hr_lw_needs_gap(const hr_lw *l, LLVMValueRef variable)
{
	if (!l->checks_objects)
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsALoadInst(user) &&
		    !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable))
			return true;
	}
	return false;
}
