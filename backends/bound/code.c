/* backends/bound/code.c -- rewrites a unit so that it carries, with each float, a bound for its
 * error.
 *
 * Callees are inlined and vectors are split into scalars. Each float is then accompanied by four
 * doubles (hr_bound_state), and each load and store of a float calls the table of floats in memory
 * (state.c).
 * Invariant: the code computes the same values as before, without fast-math flags.
 * Owns:      nothing that outlives a call.
 * Clauses:   none.
 * Not here:  bounds of results (operations.c), memory (memory.c), branches that rounding may change
 *            (unstable.c), the arithmetic of bounds (state.c), running the code (run.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

#include "backends/bound/bound_coder.h"
#include "backends/shared/context.h"
#include "backends/shared/edit.h"
#include "backends/unit/unit.h"

/* --- state of each value ------------------------------------------------------------------- */

/* The operands of the four phis are added when all values are known. */
static coder_carried of_phi(coder *self, LLVMValueRef at)
{
	coder_carried of;

	LLVMPositionBuilderBefore(self->builder, at);
	of.magnitude = LLVMBuildPhi(self->builder, self->real, "");
	of.drift = LLVMBuildPhi(self->builder, self->real, "");
	of.sums = LLVMBuildPhi(self->builder, self->real, "");
	of.products = LLVMBuildPhi(self->builder, self->real, "");
	HR_PUSH(&self->phis, at);
	return of;
}

static coder_carried of_instruction(coder *self, LLVMValueRef at)
{
	LLVMValueRef first = LLVMGetOperand(at, 0);

	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMFAdd:
	case LLVMFSub: return coder_of_sum(self, at, first, LLVMGetOperand(at, 1));
	case LLVMFMul: return coder_of_product(self, at, first, LLVMGetOperand(at, 1));
	case LLVMFDiv: return coder_of_quotient(self, at);
	case LLVMFNeg:
	case LLVMFreeze: return coder_beside(self, first);
	case LLVMFPExt:
	case LLVMFPTrunc:
		if (!coder_is_float(first))
			break;
		return coder_settled(self, at,
				     CALL(self, "sum", self->real, coder_kind_number(self, at),
					  coder_real(self, at), coder_off(self, first),
					  self->zero));
	case LLVMSIToFP:
	case LLVMUIToFP: return coder_settled(self, at, self->zero);
	case LLVMBitCast: return coder_settled(self, at, self->zero);
	case LLVMSelect: return coder_of_select(self, at);
	case LLVMLoad: return coder_of_load(self, at);
	case LLVMCall: return coder_of_call(self, at);
	case LLVMAtomicRMW: /* the old value depends on the order of instances */
		return coder_settled(self, at, LLVMConstReal(self->real, HR_BOUND_UNKNOWN));
	case LLVMFRem: return coder_of_remainder(self, at);
	default: break;
	}
	coder_give_up(self, at,
		      "it has floats in structures or in other places that bounds do not follow",
		      NULL);
	return coder_settled(self, at, self->zero);
}

static void position_after(coder *self, LLVMValueRef at)
{
	LLVMValueRef next = LLVMGetNextInstruction(at);

	while (next && LLVMIsAPHINode(next))
		next = LLVMGetNextInstruction(next);
	LLVMPositionBuilderBefore(self->builder, next);
}

static coder_carried make_beside(coder *self, LLVMValueRef value)
{
	if (LLVMIsAInstruction(value) && LLVMIsAPHINode(value))
		return of_phi(self, value);
	if (LLVMIsAInstruction(value)) {
		position_after(self, value);
		return of_instruction(self, value);
	}
	if (LLVMIsAArgument(value)) {
		LLVMPositionBuilderBefore(self->builder, LLVMGetNextInstruction(self->instance));
		return coder_settled(self, value, self->zero);
	}
	if (LLVMIsAConstantFP(value)) {
		double is = LLVMConstRealGetDouble(value, &(LLVMBool){0});

		return (coder_carried){LLVMConstReal(self->real, is < 0 ? -is : is), self->zero,
				       self->zero, self->zero};
	}
	if (!LLVMIsUndef(value) && !LLVMIsNull(value))
		coder_give_up(self, value, "it has floats that are made from addresses", NULL);
	return (coder_carried){self->zero, self->zero, self->zero, self->zero};
}

/* The builder's position is unchanged on return. */
coder_carried coder_beside(coder *self, LLVMValueRef value)
{
	LLVMBuilderRef builder = self->builder;
	uint64_t found;
	coder_carried made;

	if (hr_map_get(&self->numbers, hr_map_key(value), &found))
		return self->beside.data[found];
	self->builder = LLVMCreateBuilderInContext(self->context);
	made = make_beside(self, value);
	LLVMDisposeBuilder(self->builder);
	self->builder = builder;
	hr_map_put(&self->numbers, hr_map_key(value), self->beside.count);
	HR_PUSH(&self->beside, made);
	return made;
}

/* --- results that are not floats ----------------------------------------------------------- */

/* Handle an operation on floats whose result is not a float. */
static void look_at_result(coder *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMFCmp: coder_look_at_comparison(self, at); break;
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFreeze:
	case LLVMSelect:
		if (coder_is_condition(at))
			coder_combine_unstable(self, at);
		break;
	case LLVMFPToSI:
	case LLVMFPToUI:
		coder_unstable(self, at,
			       CALL(self, "steps", self->integer,
				    coder_real(self, LLVMGetOperand(at, 0)),
				    coder_off(self, LLVMGetOperand(at, 0))));
		break;
	case LLVMBitCast:
		if (coder_is_float(LLVMGetOperand(at, 0)))
			coder_unstable_if_off(self, at, LLVMGetOperand(at, 0));
		break;
	case LLVMCall: coder_look_at_call(self, at); break;
	default: break;
	}
}

static void look_at(coder *self, LLVMValueRef at)
{
	coder_look_at_type(self, at, LLVMTypeOf(at));
	for (int i = 0; i < LLVMGetNumOperands(at); i++)
		coder_look_at_type(self, at, LLVMTypeOf(LLVMGetOperand(at, (unsigned)i)));
	if (coder_is_float(at))
		(void)coder_beside(self, at);
	if (LLVMIsATerminatorInst(at))
		return;
	position_after(self, at);
	coder_look_at_memory(self, at);
	look_at_result(self, at);
}

/* --- rewriting a unit ---------------------------------------------------------------------- */

static void fill_phis(coder *self)
{
	for (size_t i = 0; i < self->phis.count; i++) {
		LLVMValueRef phi = self->phis.data[i];
		const coder_carried of = coder_beside(self, phi);

		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
			coder_carried value = coder_beside(self, LLVMGetIncomingValue(phi, k));

			LLVMAddIncoming(of.magnitude, &value.magnitude, &from, 1);
			LLVMAddIncoming(of.drift, &value.drift, &from, 1);
			LLVMAddIncoming(of.sums, &value.sums, &from, 1);
			LLVMAddIncoming(of.products, &value.products, &from, 1);
		}
	}
}

/* Inline everything into one function and split vectors; the arithmetic is unchanged. */
static void flatten(LLVMModuleRef module)
{
	static const char *const away[] = {"noinline", "optnone"};
	unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);

	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
	     function = LLVMGetNextFunction(function)) {
		LLVMContextRef context = LLVMGetModuleContext(module);

		if (LLVMIsDeclaration(function) ||
		    strcmp(LLVMGetValueName2(function, &(size_t){0}), "hpvm_unit") == 0)
			continue;
		for (size_t i = 0; i < sizeof(away) / sizeof(*away); i++)
			LLVMRemoveEnumAttributeAtIndex(
				function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMGetEnumAttributeKindForName(away[i], strlen(away[i])));
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(context, always, 0));
	}
	hr_unit_run_passes(module, "always-inline,globaldce,function(sroa,expand-reductions,"
				   "scalarizer<load-store;variable-insert-extract>,sroa)");
}

static bool is_one_function(LLVMModuleRef module)
{
	unsigned count = 0;

	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
	     function = LLVMGetNextFunction(function))
		count += !LLVMIsDeclaration(function);
	return count == 1;
}

static void begin(coder *self)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(self->unit);

	self->real = LLVMDoubleTypeInContext(self->context);
	self->integer = LLVMInt32TypeInContext(self->context);
	self->pointer = LLVMPointerTypeInContext(self->context, 0);
	self->nothing = LLVMVoidTypeInContext(self->context);
	self->zero = LLVMConstReal(self->real, 0);
	self->one = LLVMConstReal(self->real, 1);
	LLVMPositionBuilderBefore(self->builder, LLVMGetFirstInstruction(entry));
	self->instance = coder_call(self, "hpvm_bound_begin", LLVMInt64TypeInContext(self->context),
				    NULL, 0);
}

static void rewrite(coder *self)
{
	hr_instructions all = {0};

	hr_edit_list(self->module, &all);
	begin(self);
	for (size_t i = 0; i < all.count && !self->why; i++)
		look_at(self, all.data[i]);
	fill_phis(self);
	for (size_t i = 0; i < all.count; i++)
		if (LLVMCanValueUseFastMathFlags(all.data[i]))
			LLVMSetFastMathFlags(all.data[i], LLVMFastMathNone);
	HR_VEC_FREE(&all);
}

static LLVMMemoryBufferRef finish(coder *self)
{
	char *wrong = NULL;

	hr_map_free(&self->numbers);
	hr_map_free(&self->unstable);
	HR_VEC_FREE(&self->beside);
	HR_VEC_FREE(&self->phis);
	LLVMDisposeBuilder(self->builder);
	if (self->why)
		return NULL;
	if (LLVMVerifyModule(self->module, LLVMReturnStatusAction, &wrong))
		hr_bug("the code that computes bounds is invalid: %s", wrong);
	LLVMDisposeMessage(wrong);
	return LLVMWriteBitcodeToMemoryBuffer(self->module);
}

LLVMMemoryBufferRef hr_bound_code(const hr_unit *unit, const hr_liberties *liberties,
				  char why[HR_BACKEND_TEXT])
{
	coder self = {.liberties = liberties, .context = hr_context_new()};
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
				    unit->bitcode, unit->bitcode_bytes, "unit", false),
			    made;

	if (LLVMParseBitcodeInContext2(self.context, bitcode, &self.module))
		hr_bug("cannot read back the unit of '%s'", unit->name);
	flatten(self.module);
	hr_bound_part(self.module);
	hr_unit_run_passes(self.module, "function(sroa)");
	self.builder = LLVMCreateBuilderInContext(self.context);
	self.unit = LLVMGetNamedFunction(self.module, "hpvm_unit");
	if (!is_one_function(self.module))
		self.why = "it calls itself";
	else
		rewrite(&self);
	made = finish(&self);
	if (!made)
		snprintf(why, HR_BACKEND_TEXT, "%s", self.why);
	LLVMDisposeModule(self.module);
	LLVMDisposeMemoryBuffer(bitcode);
	hr_context_free(self.context);
	return made;
}
