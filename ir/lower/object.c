/* ir/lower/object.c -- local variables as objects: checks of accesses, and lifetimes (llvm.lifetime.start and .end).
 *
 * The checkers find the object of an access from the root of its address (ir/program/root.h) if the
 * code shows it: an alloca, a global variable, or an argument. An access whose root is another
 * value, such as a loaded pointer, must lie in the object that this value points into: an `object`
 * operation before the access has both addresses. That is right only while the value points into
 * its object. Where a pointer that was computed by arithmetic leaves the sight of the code, a
 * `stray` operation remembers it if it does not. Nothing of this is emitted in programs where no pointer of unknown
 * root can be based on a local variable.
 *
 * A variable is *scoped* if some access may reach it after its lifetime has ended, or before it has begun.
 * Only the lifetimes of scoped variables are followed when the code runs, by `scope` operations, and only
 * scoped variables are never accessed by moves, which nothing checks. Where uninitialised memory is
 * checked, a `scope` operation also marks the beginning of each lifetime that is not that of the
 * whole call.
 *
 * Clauses:   P6.
 * Not here:  what the operations do (interp/check/access/local.c), variables that become registers
 *            (memory.c). */
#include <string.h>

#include "ir/lower/intrinsic.h"
#include "ir/program/root.h"

/* --- accesses --------------------------------------------------------------------------------- */

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
	root = hr_root_of(l->program, pointer);
	if (LLVMIsAConstant(root) || is_leaf_parameter(l, root))
		return;
	HR_EMIT(l, HR_OP_object, hr_lw_address_reg(l, at), hr_lw_value_of(l, root)->regs[0],
		(uint32_t)bytes << HR_OBJECT_KIND | kind);
}

void hr_lw_check_object(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
			unsigned kind)
{
	if (l->checks_objects && !has_place(l, hr_root_of(l->program, pointer)))
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
	root = hr_root_of(l->program, pointer);
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

/* --- lifetimes -------------------------------------------------------------------------------- */

static bool is_named(LLVMValueRef call, const char *name)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       strncmp(LLVMGetValueName2(callee, &length), name, strlen(name)) == 0;
}

/* Older LLVMs pass a size before the variable. */
static LLVMValueRef variable_of(LLVMValueRef call)
{
	return LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
}

bool hr_lw_lives(LLVMValueRef in, LLVMValueRef variable)
{
	return is_named(in, "llvm.lifetime.start") && variable_of(in) == variable;
}

static bool ends(LLVMValueRef in, LLVMValueRef variable)
{
	return is_named(in, "llvm.lifetime.end") && variable_of(in) == variable;
}

/* --- scoped variables ------------------------------------------------------------------------- */

typedef struct search {
	hr_lw *l;
	LLVMValueRef variable;
	bool lost;   /* a pointer of unknown root may be based on the variable */
	hr_map seen; /* blocks */
	HR_VEC(LLVMBasicBlockRef) open;
} search;

static bool may_point(const search *s, LLVMValueRef pointer)
{
	LLVMValueRef root = hr_root_of(s->l->program, pointer);

	if (LLVMIsAAllocaInst(root))
		return root == s->variable;
	return s->lost && !LLVMIsAConstant(root);
}

static bool call_may_access(const search *s, LLVMValueRef call)
{
	if (is_named(call, "llvm.lifetime.") || is_named(call, "llvm.dbg.") ||
	    is_named(call, "llvm.assume") || hr_lw_is_hpvm(call))
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef argument = LLVMGetOperand(call, i);

		if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind &&
		    may_point(s, argument))
			return true;
	}
	return s->lost && !is_named(call, "llvm.");
}

static bool may_access(const search *s, LLVMValueRef in)
{
	if (LLVMIsALoadInst(in) || LLVMIsAAtomicRMWInst(in) || LLVMIsAAtomicCmpXchgInst(in))
		return may_point(s, LLVMGetOperand(in, 0));
	if (LLVMIsAStoreInst(in))
		return may_point(s, LLVMGetOperand(in, 1));
	return (LLVMIsACallInst(in) || LLVMIsAInvokeInst(in)) && call_may_access(s, in);
}

/* Search from IN to the end of its block. */
static bool finds_access(search *s, LLVMValueRef in)
{
	LLVMValueRef end;

	for (end = in; in; in = LLVMGetNextInstruction(in)) {
		if (hr_lw_lives(in, s->variable))
			return false;
		if (may_access(s, in))
			return true;
		end = in;
	}
	if (!end || !LLVMIsATerminatorInst(end))
		return false;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);

		if (hr_map_get(&s->seen, hr_map_key(next), NULL))
			continue;
		hr_map_put(&s->seen, hr_map_key(next), 1);
		HR_PUSH(&s->open, next);
	}
	return false;
}

static bool has_start(LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
		if (hr_lw_lives(LLVMGetUser(use), variable))
			return true;
	return false;
}

static bool finds_access_after(search *s, LLVMValueRef in)
{
	bool found = finds_access(s, in);

	while (s->open.count && !found)
		found = finds_access(s, LLVMGetFirstInstruction(s->open.data[--s->open.count]));
	return found;
}

/* Return true if an access through the variable itself may come before the beginning of its first lifetime. */
static bool is_accessed_before(hr_lw *l, LLVMValueRef variable)
{
	search s = {.l = l, .variable = variable};
	const bool found = has_start(variable) && finds_access_after(&s, variable);

	HR_VEC_FREE(&s.open);
	hr_map_free(&s.seen);
	return found;
}

void hr_lw_begin_scope(hr_lw *l, LLVMValueRef variable, hr_vreg address)
{
	if (has_start(variable))
		HR_EMIT(l, HR_OP_scope, address, 0);
}

bool hr_lw_is_scoped(hr_lw *l, LLVMValueRef variable)
{
	search s = {.l = l, .variable = variable};
	bool found = false, asked = false;

	if (!l->checks_scopes)
		return false;
	if (is_accessed_before(l, variable))
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use && !found; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!ends(user, variable))
			continue;
		if (!asked)
			s.lost = hr_root_may_be_lost(variable);
		asked = true;
		found = finds_access_after(&s, LLVMGetNextInstruction(user));
	}
	HR_VEC_FREE(&s.open);
	hr_map_free(&s.seen);
	return found;
}

/* --- the intrinsics --------------------------------------------------------------------------- */

/* Return true if the lifetime that begins at IN is the first of VARIABLE in a call: the frame has
 * been marked as undefined when the call began. */
static bool is_first(const hr_lw *l, LLVMValueRef in, LLVMValueRef variable)
{
	if (LLVMGetInstructionParent(in) != LLVMGetEntryBasicBlock(l->llvm))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
		if (ends(LLVMGetUser(use), variable) &&
		    LLVMGetInstructionParent(LLVMGetUser(use)) == LLVMGetInstructionParent(in))
			return false;
	return true;
}

/* Operands: the variable, or its size and the variable. */
void hr_it_lifetime(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const bool begins = row->how != 0;
	LLVMValueRef variable = variable_of(call);
	const hr_lw_address *at;
	uint64_t known;

	if (!LLVMIsAAllocaInst(variable) ||
	    !hr_map_get(&l->addresses, hr_map_key(variable), &known))
		return;
	at = (const hr_lw_address *)(uintptr_t)known;
	if (!l->slots.data[at->slot].scoped && !(begins && l->program->keep_unwritten &&
						 l->checks_scopes && !is_first(l, call, variable)))
		return;
	HR_EMIT(l, HR_OP_scope, at->base, begins);
}
