/* ir/lower/exception.c -- invoke, landingpad and resume.
 *
 * An exception that leaves the call of an invoke goes on behind the call, with a flag that leads to the
 * landing pad, so that the edge is an ordinary one. The flag, the exception and the selector are registers of
 * the function, which the engine writes (interp/engine/unwind.c).
 *
 * Invariant: code that leaves can call has no landing pads: what is raised there is reported, and such code is
 *            not kept from batches by what only its landing pads do.
 * Owns:      landings are in the program's arena, with the code.
 * Not here:  what catches an exception (interp/engine/unwind.c). */
#include "ir/lower/intrinsic.h"
#include "ir/lower/lower_private.h"
#include "ir/program/lookup.h"
#include "ir/program/root.h"

void hr_lw_find_exceptions(hr_lw *l)
{
	l->unwinds = LLVMHasPersonalityFn(l->llvm) && !l->function->leaf_node &&
		     !hr_root_in_leaves(l->program, l->function);
	if (!l->unwinds)
		return;
	l->raised[0] = hr_lw_reg(l, 1);
	l->raised[1] = hr_lw_reg(l, 8);
	l->raised[2] = hr_lw_reg(l, 4);
}

/* Return the number that stands for TYPE, the description of a type, in selectors. */
static uint32_t selector_of(const hr_lw *l, LLVMValueRef type)
{
	const hr_global *global = hr_global_of(l->program, type);

	return global ? global->id + 1 : INT32_MAX;
}

static LLVMValueRef pad_of(LLVMValueRef invoke)
{
	LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetUnwindDest(invoke));

	while (LLVMIsAPHINode(in))
		in = LLVMGetNextInstruction(in);
	return in;
}

/* Return false for filters, which exception specifications of old C++ need, and other results than clang's. */
static bool is_supported(hr_lw *l, LLVMValueRef pad)
{
	const hr_lw_type *type;

	if (!LLVMIsALandingPadInst(pad))
		return false;
	type = hr_lw_type_of_value(l, pad);
	if (type->count != 2 || type->scalars[0].con != HR_C_I64 ||
	    type->scalars[1].con != HR_C_I32)
		return false;
	for (unsigned i = 0; i < LLVMGetNumClauses(pad); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetClause(pad, i))) == LLVMArrayTypeKind)
			return false;
	return true;
}

hr_landing *hr_lw_landing(hr_lw *l, LLVMValueRef invoke)
{
	hr_landing *landing = HR_ARENA_NEW(&l->program->arena, hr_landing);
	LLVMValueRef pad = pad_of(invoke);
	unsigned count;

	landing->refused = !l->unwinds || !is_supported(l, pad);
	if (landing->refused)
		return landing;
	count = LLVMGetNumClauses(pad);
	landing->flag = l->raised[0];
	landing->exception = l->raised[1];
	landing->selector = l->raised[2];
	for (unsigned i = 0; i < 3; i++) {
		landing->kept[i] = l->raised[i];
		hr_lw_move(l, l->raised[i], hr_lw_const(l, l->vregs.data[l->raised[i]].size, 0));
	}
	landing->cleanup = LLVMIsCleanup(pad);
	landing->clause_count = count;
	landing->clauses = hr_arena_array(&l->program->arena, count + 1, sizeof(*landing->clauses));
	landing->selectors =
		hr_arena_array(&l->program->arena, count + 1, sizeof(*landing->selectors));
	for (unsigned i = 0; i < count; i++) {
		landing->clauses[i] = hr_lw_value_of(l, LLVMGetClause(pad, i))->regs[0];
		landing->selectors[i] = selector_of(l, LLVMGetClause(pad, i));
	}
	return landing;
}

void hr_in_landingpad(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	hr_lw_value *value;

	if (!l->unwinds || !is_supported(l, in)) {
		hr_lw_define_zero(l, in);
		hr_lw_trap(l, HR_D_unsupported_exception);
		return;
	}
	value = hr_lw_new_value(l, type->count);
	for (unsigned i = 0; i < 2; i++) {
		value->regs[i] = hr_lw_reg(l, hr_con_size(type->scalars[i].con));
		hr_lw_move(l, value->regs[i], l->raised[i + 1]);
	}
	hr_lw_define(l, in, value);
}

void hr_in_resume(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_value *value = hr_lw_operand(l, in, 0);

	if (!l->unwinds || value->count != 2) {
		hr_lw_trap(l, HR_D_unsupported_exception);
		return;
	}
	HR_EMIT(l, HR_OP_resume, value->regs[0]);
	hr_lw_end(l);
}

/* llvm.eh.typeid.for: the number of a type. */
void hr_it_typeid(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define_reg(l, call, hr_lw_const(l, 4, selector_of(l, hr_lw_argument(call, 0))));
}
