/* backends/bound/parts.c -- splits functions with two results into calls with one result each.
 *
 * sincos() becomes a sine and a cosine, modf() the integral part and the fraction. The second
 * result of frexp() is an integer: LLVM's intrinsic becomes a call of C's function.
 * Invariant: the code computes the same values as before.
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  the error bounds of the results (code.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "backends/bound/bound.h"
#include "backends/shared/edit.h"
#include "src/arith/cfunction.h"

typedef struct parting {
	LLVMModuleRef module;
	LLVMBuilderRef builder;    /* positioned before the call */
	LLVMValueRef call, number; /* the call, and its argument */
	bool intrinsic;            /* the call returns both results and stores none */
} parting;

static LLVMValueRef intrinsic(parting *self, const char *name, LLVMValueRef *operands,
			      unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(self->number);

	return hr_edit_intrinsic(self->module, self->builder, name, &type, 1, operands, count);
}

/* Build a call of C's function NAME for the argument. */
static LLVMValueRef of_number(parting *self, const char *name, LLVMValueRef place)
{
	bool single = LLVMGetTypeKind(LLVMTypeOf(self->number)) == LLVMFloatTypeKind;
	LLVMValueRef operands[2] = {self->number, place};
	char full[16];

	snprintf(full, sizeof(full), "%s%s", name, single ? "f" : "");
	return hr_edit_call(self->module, self->builder, full, LLVMTypeOf(self->number), operands,
			    place ? 2 : 1);
}

/* Replace results 0 and 1 of the call by FIRST and SECOND. */
static void replace(parting *self, LLVMValueRef first, LLVMValueRef second)
{
	LLVMValueRef both = LLVMGetPoison(LLVMTypeOf(self->call));
	hr_instructions users = {0};

	for (LLVMUseRef use = LLVMGetFirstUse(self->call); use; use = LLVMGetNextUse(use))
		HR_PUSH(&users, LLVMGetUser(use));
	for (size_t i = 0; i < users.count; i++)
		if (LLVMIsAExtractValueInst(users.data[i])) {
			LLVMReplaceAllUsesWith(users.data[i],
					       *LLVMGetIndices(users.data[i]) ? second : first);
			LLVMInstructionEraseFromParent(users.data[i]);
		}
	HR_VEC_FREE(&users);
	if (LLVMGetFirstUse(self->call)) {
		both = LLVMBuildInsertValue(self->builder, both, first, 0, "");
		LLVMReplaceAllUsesWith(self->call,
				       LLVMBuildInsertValue(self->builder, both, second, 1, ""));
	}
	LLVMInstructionEraseFromParent(self->call);
}

static void part_sincos(parting *self)
{
	LLVMValueRef sine = of_number(self, "sin", NULL), cosine = of_number(self, "cos", NULL);

	if (self->intrinsic) {
		replace(self, sine, cosine);
		return;
	}
	LLVMBuildStore(self->builder, sine, LLVMGetOperand(self->call, 1));
	LLVMBuildStore(self->builder, cosine, LLVMGetOperand(self->call, 2));
	LLVMInstructionEraseFromParent(self->call);
}

/* The fraction of an infinity is zero. */
static void part_modf(parting *self)
{
	LLVMTypeRef type = LLVMTypeOf(self->number);
	LLVMValueRef whole = intrinsic(self, "llvm.trunc", &self->number, 1), signs[2], left, size;

	size = intrinsic(self, "llvm.fabs", &self->number, 1);
	left = LLVMBuildFSub(self->builder, self->number, whole, "");
	left = LLVMBuildSelect(self->builder,
			       LLVMBuildFCmp(self->builder, LLVMRealOEQ, size,
					     LLVMConstReal(type, __builtin_inf()), ""),
			       LLVMConstNull(type), left, "");
	signs[0] = left;
	signs[1] = self->number;
	left = intrinsic(self, "llvm.copysign", signs, 2);
	if (self->intrinsic) {
		replace(self, left, whole);
		return;
	}
	LLVMBuildStore(self->builder, whole, LLVMGetOperand(self->call, 1));
	LLVMReplaceAllUsesWith(self->call, left);
	LLVMInstructionEraseFromParent(self->call);
}

static void part_frexp(parting *self)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(self->module));
	LLVMTypeRef other = LLVMStructGetTypeAtIndex(LLVMTypeOf(self->call), 1);
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(self->call)),
		     place, first, second;

	LLVMPositionBuilderBefore(self->builder,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	place = LLVMBuildAlloca(self->builder, word, "");
	LLVMPositionBuilderBefore(self->builder, self->call);
	first = of_number(self, "frexp", place);
	second = LLVMBuildLoad2(self->builder, word, place, "");
	replace(self, first, LLVMBuildIntCast2(self->builder, second, other, 1, ""));
}

static bool is_number(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
	       LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

static void part(parting *self)
{
	LLVMValueRef function = LLVMGetCalledValue(self->call);
	size_t length;
	const char *name = LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
	const hr_cfunction *row = hr_cfunction_find(name);

	if (row)
		name = row->name;
	if (!LLVMGetNumArgOperands(self->call) ||
	    !is_number(LLVMTypeOf(LLVMGetOperand(self->call, 0))))
		return;
	self->number = LLVMGetOperand(self->call, 0);
	self->intrinsic = strncmp(name, "llvm.", 5) == 0;
	LLVMPositionBuilderBefore(self->builder, self->call);
	if (strcmp(name, "sincos") == 0 || strncmp(name, "llvm.sincos.", 12) == 0)
		part_sincos(self);
	else if (strcmp(name, "modf") == 0 || strncmp(name, "llvm.modf.", 10) == 0)
		part_modf(self);
	else if (strncmp(name, "llvm.frexp.", 11) == 0)
		part_frexp(self);
}

void hr_bound_part(LLVMModuleRef module)
{
	parting self = {.module = module,
			.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
	hr_instructions all = {0};

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count; i++)
		if (LLVMIsACallInst(all.data[i])) {
			self.call = all.data[i];
			part(&self);
		}
	HR_VEC_FREE(&all);
	LLVMDisposeBuilder(self.builder);
}
