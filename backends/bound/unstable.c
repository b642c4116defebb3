/* backends/bound/unstable.c -- finds unstable branches: control flow that may change because a
 * float that decides it has an error.
 *
 * The instability of a condition propagates to the conditions that are computed from it. Where such
 * a condition decides anything else, the instance is recorded as unsure.
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  the record of unsure instances (state.c). */
#include "backends/bound/bound_coder.h"

static unsigned line_of(LLVMValueRef at)
{
	return LLVMGetDebugLocLine(at);
}

/* Record that control flow of the instance may be different if IS is not 0. */
void coder_unstable(coder *self, LLVMValueRef at, LLVMValueRef is)
{
	CALL(self, "unsure", self->nothing, is, coder_number(self, (int)line_of(at)),
	     self->instance);
}

void coder_unstable_if_off(coder *self, LLVMValueRef at, LLVMValueRef value)
{
	LLVMValueRef is =
		LLVMBuildFCmp(self->builder, LLVMRealUNE, coder_off(self, value), self->zero, "");

	coder_unstable(self, at, LLVMBuildZExt(self->builder, is, self->integer, ""));
}

bool coder_is_condition(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
}

/* Return an i32 that is not 0 if CONDITION may have a different result; NULL if it cannot. */
static LLVMValueRef unstable_of(const coder *self, LLVMValueRef condition)
{
	uint64_t found;

	return hr_map_get(&self->unstable, hr_map_key(condition), &found)
		       ? (LLVMValueRef)(uintptr_t)found
		       : NULL;
}

static bool stays_unstable(LLVMValueRef user, LLVMValueRef condition)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFreeze: return true;
	case LLVMSelect: return LLVMGetOperand(user, 0) == condition ? coder_is_float(user) : true;
	default: return false;
	}
}

static void note_unstable(coder *self, LLVMValueRef condition, LLVMValueRef is)
{
	bool all_keep = true;

	hr_map_put(&self->unstable, hr_map_key(condition), hr_map_key(is));
	for (LLVMUseRef use = LLVMGetFirstUse(condition); use; use = LLVMGetNextUse(use))
		all_keep &= stays_unstable(LLVMGetUser(use), condition);
	if (!all_keep)
		coder_unstable(self, condition, is);
}

void coder_look_at_comparison(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	LLVMRealPredicate predicate = LLVMGetFCmpPredicate(at);

	if (predicate == LLVMRealORD || predicate == LLVMRealUNO ||
	    predicate == LLVMRealPredicateTrue || predicate == LLVMRealPredicateFalse)
		return;
	note_unstable(self, at,
		      CALL(self, "unstable", self->integer, coder_real(self, left),
			   coder_off(self, left), coder_real(self, right), coder_off(self, right)));
}

void coder_combine_unstable(coder *self, LLVMValueRef at)
{
	LLVMValueRef all = NULL;

	for (int i = 0; i < LLVMGetNumOperands(at); i++) {
		LLVMValueRef one = unstable_of(self, LLVMGetOperand(at, (unsigned)i));

		if (one)
			all = all ? LLVMBuildOr(self->builder, all, one, "") : one;
	}
	if (all)
		note_unstable(self, at, all);
}

coder_carried coder_of_select(coder *self, LLVMValueRef at)
{
	LLVMValueRef condition = LLVMGetOperand(at, 0), is = unstable_of(self, condition), apart;
	coder_carried yes = coder_beside(self, LLVMGetOperand(at, 1)),
		      no = coder_beside(self, LLVMGetOperand(at, 2)), of;

	of = (coder_carried){
		LLVMBuildSelect(self->builder, condition, yes.magnitude, no.magnitude, ""),
		LLVMBuildSelect(self->builder, condition, yes.drift, no.drift, ""),
		LLVMBuildSelect(self->builder, condition, yes.sums, no.sums, ""),
		LLVMBuildSelect(self->builder, condition, yes.products, no.products, "")};
	if (!is)
		return of;
	is = LLVMBuildICmp(self->builder, LLVMIntNE, is, coder_number(self, 0), "");
	apart = coder_absolute(self,
			       LLVMBuildFSub(self->builder, coder_real(self, LLVMGetOperand(at, 1)),
					     coder_real(self, LLVMGetOperand(at, 2)), ""));
	apart = coder_add(self, apart,
			  coder_add(self, coder_off(self, LLVMGetOperand(at, 1)),
				    coder_off(self, LLVMGetOperand(at, 2))));
	of.magnitude =
		LLVMBuildSelect(self->builder, is, coder_larger(self, yes.magnitude, no.magnitude),
				of.magnitude, "");
	of.drift = coder_add(self, of.drift,
			     LLVMBuildSelect(self->builder, is, apart, self->zero, ""));
	return of;
}
