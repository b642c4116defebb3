/* backends/bound/operations.c -- generates the bounds of the results of operations and functions on
 * floats.
 *
 * Where flags or the backend permit other roundings, sums and products form one expression with
 * their operands. Every other result is rounded where it is computed, and inherits the errors of
 * its operands.
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  the arithmetic of bounds (state.c). */
#include <stdio.h>
#include <string.h>

#include "backends/bound/bound_coder.h"
#include "src/arith/cfunction.h"

/* --- states of expressions ----------------------------------------------------------------- */

static coder_carried sum_of(coder *self, coder_carried left, coder_carried right)
{
	return (coder_carried){coder_add(self, left.magnitude, right.magnitude),
			       coder_add(self, left.drift, right.drift),
			       coder_add(self, coder_add(self, left.sums, right.sums), self->one),
			       coder_larger(self, left.products, right.products)};
}

/* A product of sums may be expanded, so that each term of one is multiplied by each term of the
 * other. */
static coder_carried product_of(coder *self, hr_bound_kind kind, coder_carried left,
				coder_carried right)
{
	LLVMValueRef least = LLVMConstReal(self->real, kind == HR_BOUND_F32 ? 0x1p-149 : 0x1p-1074);
	LLVMValueRef drift = coder_add(
		self, coder_multiply(self, left.magnitude, right.drift),
		coder_multiply(self, left.drift, coder_add(self, right.magnitude, right.drift)));

	return (coder_carried){
		coder_multiply(self, left.magnitude, right.magnitude),
		coder_add(self, drift, least),
		coder_add(self, coder_multiply(self, left.sums, right.sums),
			  coder_add(self, left.sums, right.sums)),
		coder_add(self, coder_add(self, left.products, right.products), self->one)};
}

static bool permits(const coder *self, LLVMValueRef at, LLVMFastMathFlags which)
{
	LLVMFastMathFlags flags = LLVMCanValueUseFastMathFlags(at) ? LLVMGetFastMathFlags(at) : 0;

	if (self->liberties->reassociates)
		flags |= LLVMFastMathAllowReassoc;
	if (self->liberties->contracts)
		flags |= LLVMFastMathAllowContract;
	return flags & which;
}

#define REGROUPED (LLVMFastMathAllowReassoc | LLVMFastMathAllowContract)

/* --- operations ------------------------------------------------------------------------------- */

coder_carried coder_of_sum(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right)
{
	if (permits(self, at, REGROUPED))
		return sum_of(self, coder_beside(self, left), coder_beside(self, right));
	return coder_settled(self, at,
			     CALL(self, "sum", self->real, coder_kind_number(self, at),
				  coder_real(self, at), coder_off(self, left),
				  coder_off(self, right)));
}

coder_carried coder_of_product(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right)
{
	if (permits(self, at, REGROUPED))
		return product_of(self, coder_kind_of(at), coder_beside(self, left),
				  coder_beside(self, right));
	return coder_settled(self, at,
			     CALL(self, "product", self->real, coder_kind_number(self, at),
				  coder_real(self, at), coder_real(self, left),
				  coder_off(self, left), coder_real(self, right),
				  coder_off(self, right)));
}

static LLVMValueRef ulps_of(const coder *self, LLVMValueRef at, const char *function,
			    bool approximated)
{
	double ulps = hr_liberties_ulps(self->liberties, function, coder_kind_of(at), approximated);

	return LLVMConstReal(self->real, ulps);
}

/* With arcp a quotient may be a product with the reciprocal, which may be off by 3 ULP, as an
 * estimate with one Newton step is. */
coder_carried coder_of_quotient(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	bool reciprocal = permits(self, at, LLVMFastMathAllowReciprocal);
	LLVMValueRef ulps = ulps_of(self, at, "/", false), by, inverse;
	coder_carried of;

	if (!reciprocal)
		return coder_settled(self, at,
				     CALL(self, "quotient", self->real, coder_kind_number(self, at),
					  coder_real(self, at), coder_off(self, left),
					  coder_real(self, right), coder_off(self, right), ulps));
	by = coder_real(self, right);
	inverse = LLVMBuildFDiv(self->builder, self->one, by, "");
	ulps = LLVMConstReal(self->real,
			     HR_BOUND_ESTIMATE + LLVMConstRealGetDouble(ulps, &(LLVMBool){0}));
	of = (coder_carried){coder_absolute(self, inverse),
			     CALL(self, "quotient", self->real, coder_kind_number(self, at),
				  inverse, self->zero, by, coder_off(self, right), ulps),
			     self->zero, self->zero};
	return product_of(self, coder_kind_of(at), coder_beside(self, left), of);
}

static coder_carried of_fused(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1),
		     last = LLVMGetOperand(at, 2);
	LLVMValueRef product;

	if (permits(self, at, REGROUPED))
		return sum_of(self,
			      product_of(self, coder_kind_of(at), coder_beside(self, left),
					 coder_beside(self, right)),
			      coder_beside(self, last));
	product = CALL(self, "product", self->real, coder_number(self, HR_BOUND_F64), self->zero,
		       coder_real(self, left), coder_off(self, left), coder_real(self, right),
		       coder_off(self, right));
	return coder_settled(self, at,
			     CALL(self, "sum", self->real, coder_kind_number(self, at),
				  coder_real(self, at), product, coder_off(self, last)));
}

/* Return the state for a result whose bound is the larger one of both operands. */
static coder_carried of_either(coder *self, LLVMValueRef at)
{
	return coder_settled(self, at,
			     coder_larger(self, coder_off(self, LLVMGetOperand(at, 0)),
					  coder_off(self, LLVMGetOperand(at, 1))));
}

/* --- functions -------------------------------------------------------------------------------- */

/* Return the row of the C function that AT calls, or NULL if there is none: for "llvm.sin.f32",
 * "llvm.experimental.constrained.sin.f32", "sinf" and "sin" the row of sin. *NAME is the name in
 * that row or, without one, its own name. */
static const hr_cfunction *function_of(LLVMValueRef at, char name[32])
{
	static const char constrained[] = "llvm.experimental.constrained.";
	const char *full = coder_called(at);
	bool intrinsic = strncmp(full, "llvm.", 5) == 0;
	const hr_cfunction *row;
	size_t length;

	full += strncmp(full, constrained, strlen(constrained)) == 0 ? strlen(constrained)
		: intrinsic                                          ? 5
								     : 0;
	length = intrinsic ? strcspn(full, ".") : strlen(full);
	snprintf(name, 32, "%.*s", length < 31 ? (int)length : 31, full);
	if (intrinsic && strcmp(name, "powi") == 0)
		strcpy(name, "pow");
	else if (intrinsic && strcmp(name, "fmuladd") == 0)
		strcpy(name, "fma");
	else if (intrinsic && strcmp(name, "canonicalize") == 0)
		strcpy(name, "fabs"); /* only its effect on the error matters */
	row = intrinsic ? hr_cfunction_of_intrinsic(name, strlen(name)) : hr_cfunction_find(name);
	if (row)
		snprintf(name, 32, "%s", row->name);
	return row;
}

/* Handle a function of floats only. The error of an unknown function is unknown as soon as an
 * argument has an error. */
static coder_carried of_function(coder *self, LLVMValueRef at, const hr_cfunction *row,
				 const char *name)
{
	LLVMValueRef values[2] = {self->zero, self->zero}, offs[2] = {self->zero, self->zero};
	static const char *const powers[] = {"exp", "exp10", "exp2", "pow", NULL};
	LLVMValueRef ulps;
	unsigned count = LLVMGetNumArgOperands(at), found = 0;
	bool approximated = permits(self, at, LLVMFastMathApproxFunc);

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(at, i);

		if (!coder_is_float(operand) && !(row && row->moves == HR_MOVES_POW))
			continue;
		if (found == 2) {
			coder_give_up(self, at, "it calls a function with three operands", NULL);
			break;
		}
		values[found] = coder_is_float(operand)
					? coder_real(self, operand)
					: LLVMBuildSIToFP(self->builder, operand, self->real, "");
		offs[found++] = coder_is_float(operand) ? coder_off(self, operand) : self->zero;
	}
	ulps = ulps_of(self, at, name, approximated);
	if (permits(self, at, LLVMFastMathAllowReassoc) && coder_is_one_of(name, powers))
		ulps = coder_add(self, ulps,
				 CALL(self, "regrouped", self->real, coder_real(self, at)));
	return coder_settled(
		self, at,
		coder_call(self, "hpvm_bound_function", self->real,
			   (LLVMValueRef[]){coder_text(self, name), coder_kind_number(self, at),
					    coder_real(self, at), values[0], offs[0], values[1],
					    offs[1], ulps},
			   8));
}

/* Handle copysign: the sign may be different. */
static coder_carried of_sign(coder *self, LLVMValueRef at)
{
	LLVMValueRef first = LLVMGetOperand(at, 0), sign = LLVMGetOperand(at, 1);
	LLVMValueRef unstable = CALL(self, "unstable", self->integer, coder_real(self, sign),
				     coder_off(self, sign), self->zero, self->zero);
	LLVMValueRef is =
		LLVMBuildICmp(self->builder, LLVMIntNE, unstable, coder_number(self, 0), "");
	LLVMValueRef other = coder_add(self, coder_absolute(self, coder_real(self, at)),
				       coder_absolute(self, coder_real(self, at)));

	return coder_settled(self, at,
			     coder_add(self, coder_off(self, first),
				       LLVMBuildSelect(self->builder, is, other, self->zero, "")));
}

coder_carried coder_of_call(coder *self, LLVMValueRef at)
{
	LLVMValueRef first = LLVMGetNumArgOperands(at) ? LLVMGetOperand(at, 0) : NULL;
	char name[32];
	const hr_cfunction *row = function_of(at, name);

	switch (row ? row->moves : HR_MOVES_OPEN) {
	case HR_MOVES_FUSED: return of_fused(self, at);
	case HR_MOVES_EITHER: return of_either(self, at);
	case HR_MOVES_SAME: return coder_settled(self, at, coder_off(self, first));
	case HR_MOVES_SIGN: return of_sign(self, at);
	case HR_MOVES_STEP:
		return coder_settled(self, at,
				     CALL(self, "whole", self->real, coder_real(self, first),
					  coder_off(self, first)));
	default: return of_function(self, at, row, name);
	}
}

coder_carried coder_of_remainder(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);

	return coder_settled(
		self, at,
		coder_call(self, "hpvm_bound_function", self->real,
			   (LLVMValueRef[]){coder_text(self, "fmod"), coder_kind_number(self, at),
					    coder_real(self, at), coder_real(self, left),
					    coder_off(self, left), coder_real(self, right),
					    coder_off(self, right), self->zero},
			   8));
}
