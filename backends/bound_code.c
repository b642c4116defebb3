/* backends/bound_code.c -- a unit changed so that it carries, beside each float, by how much that may be off.
 *
 * What calls what is inlined, vectors become scalars; then each float has four doubles beside it (hr_bound_state), and
 * each load and store of one tells the table of floats in memory (bound_state.c). Where flags, or the backend, permit
 * other roundings, sums and products make one expression with those that they are made of. All else is rounded
 * where it is written; it is off when an operand is.
 * Invariant: the code computes what it computed before, without flags of fast arithmetic.
 * Owns:      nothing that outlives a call.
 * Clauses:   none.
 * Not here:  how the numbers follow (bound_state.c), running it (bound_run.c). */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "bound.h"
#include "edit.h"
#include "map.h"
#include "unit.h"

typedef struct carried {
	LLVMValueRef magnitude, drift, sums, products;
} carried;

enum { FIELDS = 4 };

typedef struct coder {
	const hr_liberties *liberties;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMValueRef unit;
	LLVMBuilderRef builder;
	LLVMTypeRef real, integer, pointer, nothing;
	LLVMValueRef zero, one, instance;    /* instance: its number */
	hr_map numbers;                      /* of values: of what is carried beside them */
	HR_VEC(carried) beside;
	hr_map doubts;                       /* of conditions: a value, or NULL */
	HR_VEC(LLVMValueRef) phis;
	const char *why;                     /* nothing can be said */
	char text[HR_BACKEND_TEXT];          /* of that */
} coder;

static carried beside(coder *self, LLVMValueRef value);

/* --- values ----------------------------------------------------------------------------------------- */

static bool is_float(LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool is_strange(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		return true;
	default:
		return false;
	}
}

/* No bounds, because AT does WHAT, with TYPE or without. */
static void give_up(coder *self, LLVMValueRef at, const char *what, LLVMTypeRef type)
{
	unsigned line = LLVMIsAInstruction(at) ? LLVMGetDebugLocLine(at) : 0;
	char *name = type ? LLVMPrintTypeToString(type) : NULL;
	int used;

	if (self->why)
		return;
	used = snprintf(self->text, sizeof(self->text), "%s%s%.60s", what, name ? " " : "", name ? name : "");
	if (line)
		snprintf(self->text + used, sizeof(self->text) - (size_t)used, " (line %u)", line);
	LLVMDisposeMessage(name);
	self->why = self->text;
}

static void look_at_type(coder *self, LLVMValueRef at, LLVMTypeRef type)
{
	if (is_strange(type))
		give_up(self, at,
			LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
					LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind
				? "it has vectors that cannot be taken apart,"
				: "it has floats of type",
			type);
}

static hr_bound_kind kind_of(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind ? HR_BOUND_F32 : HR_BOUND_F64;
}

static LLVMValueRef number(const coder *self, int value)
{
	return LLVMConstInt(self->integer, (unsigned long long)value, 1);
}

static LLVMValueRef kind_number(const coder *self, LLVMValueRef value)
{
	return number(self, (int)kind_of(value));
}

/* VALUE as a double. */
static LLVMValueRef real(coder *self, LLVMValueRef value)
{
	return kind_of(value) == HR_BOUND_F64 ? value
					      : LLVMBuildFPExt(self->builder, value, self->real, "");
}

/* --- calls of what bound_state.c has ---------------------------------------------------------------- */

static LLVMValueRef call(coder *self, const char *name, LLVMTypeRef type, LLVMValueRef *arguments,
			 unsigned count)
{
	return hr_edit_call(self->module, self->builder, name, type, arguments, count);
}

#define CALL(self, name, type, ...)                                                                \
	call(self, "hpvm_bound_" name, type, (LLVMValueRef[]){__VA_ARGS__},                        \
	     sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

static LLVMValueRef absolute(coder *self, LLVMValueRef value)
{
	unsigned id = LLVMLookupIntrinsicID("llvm.fabs", 9);
	LLVMValueRef fabs = LLVMGetIntrinsicDeclaration(self->module, id, &self->real, 1);

	return LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(fabs), fabs, &value, 1, "");
}

static LLVMValueRef larger(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	LLVMValueRef is = LLVMBuildFCmp(self->builder, LLVMRealOGT, left, right, "");

	return LLVMBuildSelect(self->builder, is, left, right, "");
}

static LLVMValueRef add(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	return LLVMBuildFAdd(self->builder, left, right, "");
}

static LLVMValueRef multiply(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	return LLVMBuildFMul(self->builder, left, right, "");
}

/* By how much VALUE may be off. */
static LLVMValueRef off(coder *self, LLVMValueRef value)
{
	carried of = beside(self, value);

	return CALL(self, "finish", self->real, kind_number(self, value), of.magnitude, of.drift, of.sums,
		    of.products);
}

/* --- what is carried -------------------------------------------------------------------------------- */

/* A value that may be off by DRIFT, whatever it was made of. */
static carried settled(coder *self, LLVMValueRef value, LLVMValueRef drift)
{
	return (carried){absolute(self, real(self, value)), drift, self->zero, self->zero};
}

static carried sum_of(coder *self, carried left, carried right)
{
	return (carried){add(self, left.magnitude, right.magnitude), add(self, left.drift, right.drift),
			 add(self, add(self, left.sums, right.sums), self->one),
			 larger(self, left.products, right.products)};
}

/* The terms of sums may each be multiplied by those of the other. */
static carried product_of(coder *self, hr_bound_kind kind, carried left, carried right)
{
	LLVMValueRef least = LLVMConstReal(self->real, kind == HR_BOUND_F32 ? 0x1p-149 : 0x1p-1074);
	LLVMValueRef drift = add(self, multiply(self, left.magnitude, right.drift),
				 multiply(self, left.drift, add(self, right.magnitude, right.drift)));

	return (carried){multiply(self, left.magnitude, right.magnitude), add(self, drift, least),
			 add(self, multiply(self, left.sums, right.sums), add(self, left.sums, right.sums)),
			 add(self, add(self, left.products, right.products), self->one)};
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

/* --- operations ------------------------------------------------------------------------------------- */

static carried of_sum(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right)
{
	if (permits(self, at, REGROUPED))
		return sum_of(self, beside(self, left), beside(self, right));
	return settled(self, at, CALL(self, "sum", self->real, kind_number(self, at), real(self, at),
				      off(self, left), off(self, right)));
}

static carried of_product(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right)
{
	if (permits(self, at, REGROUPED))
		return product_of(self, kind_of(at), beside(self, left), beside(self, right));
	return settled(self, at, CALL(self, "product", self->real, kind_number(self, at), real(self, at),
				      real(self, left), off(self, left), real(self, right), off(self, right)));
}

static LLVMValueRef ulps_of(const coder *self, LLVMValueRef at, const char *function, bool approximated)
{
	double ulps = hr_liberties_ulps(self->liberties, function, kind_of(at), approximated);

	return LLVMConstReal(self->real, ulps);
}

/* With arcp a product with the reciprocal, which is off by 3 ULP as estimates with a step of Newton's are. */
static carried of_quotient(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	bool reciprocal = permits(self, at, LLVMFastMathAllowReciprocal);
	LLVMValueRef ulps = ulps_of(self, at, "/", false), by, inverse;
	carried of;

	if (!reciprocal)
		return settled(self, at, CALL(self, "quotient", self->real, kind_number(self, at), real(self, at),
					      off(self, left), real(self, right), off(self, right), ulps));
	by = real(self, right);
	inverse = LLVMBuildFDiv(self->builder, self->one, by, "");
	ulps = LLVMConstReal(self->real, HR_BOUND_ESTIMATE + LLVMConstRealGetDouble(ulps, &(LLVMBool){0}));
	of = (carried){absolute(self, inverse),
		       CALL(self, "quotient", self->real, kind_number(self, at), inverse, self->zero, by,
			    off(self, right), ulps),
		       self->zero, self->zero};
	return product_of(self, kind_of(at), beside(self, left), of);
}

static carried of_fused(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1), last = LLVMGetOperand(at, 2);
	LLVMValueRef product;

	if (permits(self, at, REGROUPED))
		return sum_of(self, product_of(self, kind_of(at), beside(self, left), beside(self, right)),
			      beside(self, last));
	product = CALL(self, "product", self->real, number(self, HR_BOUND_F64), self->zero, real(self, left),
		       off(self, left), real(self, right), off(self, right));
	return settled(self, at, CALL(self, "sum", self->real, kind_number(self, at), real(self, at), product,
				      off(self, last)));
}

/* The larger of what both may be off by. */
static carried of_either(coder *self, LLVMValueRef at)
{
	return settled(self, at, larger(self, off(self, LLVMGetOperand(at, 0)), off(self, LLVMGetOperand(at, 1))));
}

/* --- functions -------------------------------------------------------------------------------------- */

static const char *called(LLVMValueRef at)
{
	LLVMValueRef function = LLVMGetCalledValue(at);
	size_t length;

	return LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

/* "sin" of "llvm.sin.f32", "llvm.experimental.constrained.sin.f32", "sinf", "sin"; *INTRINSIC: of the first two. */
static void plain_name(LLVMValueRef at, char name[32], bool *intrinsic)
{
	static const char constrained[] = "llvm.experimental.constrained.";
	const char *full = called(at);
	size_t length;

	*intrinsic = strncmp(full, "llvm.", 5) == 0;
	full += strncmp(full, constrained, strlen(constrained)) == 0 ? strlen(constrained) : *intrinsic ? 5 : 0;
	length = *intrinsic ? strcspn(full, ".") : strlen(full);
	snprintf(name, 32, "%.*s", length < 31 ? (int)length : 31, full);
	length = strlen(name);
	if (!*intrinsic && length > 1 && name[length - 1] == 'f' && kind_of(at) == HR_BOUND_F32 &&
	    strcmp(name, "erf") != 0)
		name[length - 1] = '\0';
	if (strcmp(name, "powi") == 0)
		strcpy(name, "pow");
	if (strcmp(name, "lgamma_r") == 0 || strcmp(name, "lgammaf_r") == 0)
		strcpy(name, "lgamma");
}

static LLVMValueRef text(coder *self, const char *name)
{
	return LLVMBuildGlobalStringPtr(self->builder, name, "");
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

/* Of numbers alone; what is not known is off by anything as soon as an argument is. */
static carried of_function(coder *self, LLVMValueRef at, const char *name)
{
	LLVMValueRef values[2] = {self->zero, self->zero}, offs[2] = {self->zero, self->zero};
	static const char *const powers[] = {"exp", "exp10", "exp2", "pow", NULL};
	LLVMValueRef ulps;
	unsigned count = LLVMGetNumArgOperands(at), found = 0;
	bool approximated = permits(self, at, LLVMFastMathApproxFunc);

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(at, i);

		if (!is_float(operand) && strcmp(name, "pow") != 0)
			continue;
		if (found == 2) {
			give_up(self, at, "it calls a function of three numbers", NULL);
			break;
		}
		values[found] = is_float(operand)
					? real(self, operand)
					: LLVMBuildSIToFP(self->builder, operand, self->real, "");
		offs[found++] = is_float(operand) ? off(self, operand) : self->zero;
	}
	ulps = ulps_of(self, at, name, approximated);
	if (permits(self, at, LLVMFastMathAllowReassoc) && is_one_of(name, powers))
		ulps = add(self, ulps, CALL(self, "regrouped", self->real, real(self, at)));
	return settled(self, at, call(self, "hpvm_bound_function", self->real,
				      (LLVMValueRef[]){text(self, name), kind_number(self, at), real(self, at), values[0],
						       offs[0], values[1], offs[1], ulps},
				      8));
}

static carried of_call(coder *self, LLVMValueRef at)
{
	static const char *const steps[] = {"ceil", "floor", "nearbyint", "rint", "round", "roundeven", "trunc", NULL};
	static const char *const either[] = {"fmax", "fmin", "maximum", "maximumnum", "maxnum", "minimum",
					     "minimumnum", "minnum", NULL};
	LLVMValueRef first = LLVMGetNumArgOperands(at) ? LLVMGetOperand(at, 0) : NULL;
	bool intrinsic;
	char name[32];

	plain_name(at, name, &intrinsic);
	if (strcmp(name, "fma") == 0 || strcmp(name, "fmuladd") == 0)
		return of_fused(self, at);
	if (is_one_of(name, either))
		return of_either(self, at);
	if (strcmp(name, "fabs") == 0 || strcmp(name, "canonicalize") == 0)
		return settled(self, at, off(self, first));
	if (strcmp(name, "copysign") == 0) {
		LLVMValueRef sign = LLVMGetOperand(at, 1);
		LLVMValueRef doubt = CALL(self, "doubt", self->integer, real(self, sign), off(self, sign), self->zero,
					  self->zero);
		LLVMValueRef is = LLVMBuildICmp(self->builder, LLVMIntNE, doubt, number(self, 0), "");
		LLVMValueRef other = add(self, absolute(self, real(self, at)), absolute(self, real(self, at)));

		return settled(self, at, add(self, off(self, first),
					     LLVMBuildSelect(self->builder, is, other, self->zero, "")));
	}
	if (is_one_of(name, steps))
		return settled(self, at, CALL(self, "whole", self->real, real(self, first), off(self, first)));
	return of_function(self, at, name);
}

/* --- memory ----------------------------------------------------------------------------------------- */

static LLVMValueRef address_of(coder *self, LLVMValueRef pointer)
{
	return LLVMBuildPtrToInt(self->builder, pointer, LLVMInt64TypeInContext(self->context), "");
}

static carried of_load(coder *self, LLVMValueRef at)
{
	LLVMTypeRef fields = LLVMArrayType2(self->real, FIELDS);
	LLVMValueRef from = CALL(self, "load", self->pointer, address_of(self, LLVMGetOperand(at, 0)),
				 kind_number(self, at));
	LLVMValueRef all = LLVMBuildLoad2(self->builder, fields, from, "");

	return (carried){LLVMBuildExtractValue(self->builder, all, 0, ""),
			 LLVMBuildExtractValue(self->builder, all, 1, ""),
			 LLVMBuildExtractValue(self->builder, all, 2, ""),
			 LLVMBuildExtractValue(self->builder, all, 3, "")};
}

static LLVMValueRef bytes_of(const coder *self, LLVMTypeRef type)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(self->module);

	return LLVMConstInt(LLVMInt64TypeInContext(self->context), LLVMStoreSizeOfType(layout, type), 0);
}

static void store(coder *self, LLVMValueRef at)
{
	LLVMValueRef value = LLVMGetOperand(at, 0), to = address_of(self, LLVMGetOperand(at, 1));
	carried of;

	if (!is_float(value)) {
		CALL(self, "clear", self->nothing, to, bytes_of(self, LLVMTypeOf(value)));
		return;
	}
	of = beside(self, value);
	CALL(self, "store", self->nothing, to, kind_number(self, value), of.magnitude, of.drift, of.sums,
	     of.products, self->instance);
}

static unsigned line_of(LLVMValueRef at)
{
	return LLVMGetDebugLocLine(at);
}

/* The instance goes on as it might not, if DOUBT is not 0. */
static void doubt(coder *self, LLVMValueRef at, LLVMValueRef is)
{
	CALL(self, "unsure", self->nothing, is, number(self, (int)line_of(at)), self->instance);
}

static void doubt_if_off(coder *self, LLVMValueRef at, LLVMValueRef value)
{
	LLVMValueRef is = LLVMBuildFCmp(self->builder, LLVMRealUNE, off(self, value), self->zero, "");

	doubt(self, at, LLVMBuildZExt(self->builder, is, self->integer, ""));
}

/* Bits that are read as another type than they were written as. */
static void look_at_load(coder *self, LLVMValueRef at)
{
	doubt(self, at, CALL(self, "bits", self->integer, address_of(self, LLVMGetOperand(at, 0)),
			     bytes_of(self, LLVMTypeOf(at))));
}

static void change_in_place(coder *self, LLVMValueRef at)
{
	LLVMValueRef to = LLVMGetOperand(at, 0), value = LLVMGetOperand(at, 1);
	LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(at);
	carried of;

	if (!is_float(value)) {
		CALL(self, "clear", self->nothing, address_of(self, to), bytes_of(self, LLVMTypeOf(value)));
		return;
	}
	if (operation != LLVMAtomicRMWBinOpFAdd && operation != LLVMAtomicRMWBinOpFSub) {
		give_up(self, at, "it has atomic operations on floats other than sums", NULL);
		return;
	}
	of = beside(self, value);
	call(self, "hpvm_bound_add", self->nothing,
	     (LLVMValueRef[]){address_of(self, to), kind_number(self, value), of.magnitude, of.drift, of.sums,
			      of.products, real(self, at), self->instance},
	     8);
}

/* --- conditions ------------------------------------------------------------------------------------- */

static bool is_condition(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
}

/* An i32 that is not 0 where CONDITION may come out otherwise; NULL: it may not. */
static LLVMValueRef doubt_of(const coder *self, LLVMValueRef condition)
{
	uint64_t found;

	return hr_map_get(&self->doubts, hr_map_key(condition), &found)
		       ? (LLVMValueRef)(uintptr_t)found
		       : NULL;
}

static bool keeps_doubt(LLVMValueRef user, LLVMValueRef condition)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFreeze:
		return true;
	case LLVMSelect:
		return LLVMGetOperand(user, 0) == condition ? is_float(user) : true;
	default:
		return false;
	}
}

static void note_doubt(coder *self, LLVMValueRef condition, LLVMValueRef is)
{
	bool all_keep = true;

	hr_map_put(&self->doubts, hr_map_key(condition), hr_map_key(is));
	for (LLVMUseRef use = LLVMGetFirstUse(condition); use; use = LLVMGetNextUse(use))
		all_keep &= keeps_doubt(LLVMGetUser(use), condition);
	if (!all_keep)
		doubt(self, condition, is);
}

static void look_at_comparison(coder *self, LLVMValueRef at)
{
	LLVMValueRef left = LLVMGetOperand(at, 0), right = LLVMGetOperand(at, 1);
	LLVMRealPredicate predicate = LLVMGetFCmpPredicate(at);

	if (predicate == LLVMRealORD || predicate == LLVMRealUNO || predicate == LLVMRealPredicateTrue ||
	    predicate == LLVMRealPredicateFalse)
		return;
	note_doubt(self, at, CALL(self, "doubt", self->integer, real(self, left), off(self, left),
				  real(self, right), off(self, right)));
}

static void combine_doubts(coder *self, LLVMValueRef at)
{
	LLVMValueRef all = NULL;

	for (int i = 0; i < LLVMGetNumOperands(at); i++) {
		LLVMValueRef one = doubt_of(self, LLVMGetOperand(at, (unsigned)i));

		if (one)
			all = all ? LLVMBuildOr(self->builder, all, one, "") : one;
	}
	if (all)
		note_doubt(self, at, all);
}

static carried of_select(coder *self, LLVMValueRef at)
{
	LLVMValueRef condition = LLVMGetOperand(at, 0), is = doubt_of(self, condition), apart;
	carried yes = beside(self, LLVMGetOperand(at, 1)), no = beside(self, LLVMGetOperand(at, 2)), of;

	of = (carried){LLVMBuildSelect(self->builder, condition, yes.magnitude, no.magnitude, ""),
		       LLVMBuildSelect(self->builder, condition, yes.drift, no.drift, ""),
		       LLVMBuildSelect(self->builder, condition, yes.sums, no.sums, ""),
		       LLVMBuildSelect(self->builder, condition, yes.products, no.products, "")};
	if (!is)
		return of;
	is = LLVMBuildICmp(self->builder, LLVMIntNE, is, number(self, 0), "");
	apart = absolute(self, LLVMBuildFSub(self->builder, real(self, LLVMGetOperand(at, 1)),
					     real(self, LLVMGetOperand(at, 2)), ""));
	apart = add(self, apart, add(self, off(self, LLVMGetOperand(at, 1)), off(self, LLVMGetOperand(at, 2))));
	of.magnitude = LLVMBuildSelect(self->builder, is, larger(self, yes.magnitude, no.magnitude), of.magnitude, "");
	of.drift = add(self, of.drift, LLVMBuildSelect(self->builder, is, apart, self->zero, ""));
	return of;
}

/* --- instructions ----------------------------------------------------------------------------------- */

/* The four are filled in when all values are known. */
static carried of_phi(coder *self, LLVMValueRef at)
{
	carried of;

	LLVMPositionBuilderBefore(self->builder, at);
	of.magnitude = LLVMBuildPhi(self->builder, self->real, "");
	of.drift = LLVMBuildPhi(self->builder, self->real, "");
	of.sums = LLVMBuildPhi(self->builder, self->real, "");
	of.products = LLVMBuildPhi(self->builder, self->real, "");
	HR_PUSH(&self->phis, at);
	return of;
}

static carried of_instruction(coder *self, LLVMValueRef at)
{
	LLVMValueRef first = LLVMGetOperand(at, 0);

	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMFAdd:
	case LLVMFSub:
		return of_sum(self, at, first, LLVMGetOperand(at, 1));
	case LLVMFMul:
		return of_product(self, at, first, LLVMGetOperand(at, 1));
	case LLVMFDiv:
		return of_quotient(self, at);
	case LLVMFNeg:
	case LLVMFreeze:
		return beside(self, first);
	case LLVMFPExt:
	case LLVMFPTrunc:
		if (!is_float(first))
			break;
		return settled(self, at, CALL(self, "sum", self->real, kind_number(self, at), real(self, at),
					      off(self, first), self->zero));
	case LLVMSIToFP:
	case LLVMUIToFP:
		return settled(self, at, self->zero);
	case LLVMBitCast:
		return settled(self, at, self->zero);
	case LLVMSelect:
		return of_select(self, at);
	case LLVMLoad:
		return of_load(self, at);
	case LLVMCall:
		return of_call(self, at);
	case LLVMAtomicRMW: /* the old value hangs on the order */
		return settled(self, at, LLVMConstReal(self->real, HR_BOUND_UNKNOWN));
	case LLVMFRem:
		return settled(self, at, call(self, "hpvm_bound_function", self->real,
					      (LLVMValueRef[]){text(self, "fmod"), kind_number(self, at),
							       real(self, at), real(self, first), off(self, first),
							       real(self, LLVMGetOperand(at, 1)),
							       off(self, LLVMGetOperand(at, 1)), self->zero},
					      8));
	default:
		break;
	}
	give_up(self, at, "it has floats in structures, or others that are not followed", NULL);
	return settled(self, at, self->zero);
}

static void position_after(coder *self, LLVMValueRef at)
{
	LLVMValueRef next = LLVMGetNextInstruction(at);

	while (next && LLVMIsAPHINode(next))
		next = LLVMGetNextInstruction(next);
	LLVMPositionBuilderBefore(self->builder, next);
}

static carried make_beside(coder *self, LLVMValueRef value)
{
	if (LLVMIsAInstruction(value) && LLVMIsAPHINode(value))
		return of_phi(self, value);
	if (LLVMIsAInstruction(value)) {
		position_after(self, value);
		return of_instruction(self, value);
	}
	if (LLVMIsAArgument(value)) {
		LLVMPositionBuilderBefore(self->builder, LLVMGetNextInstruction(self->instance));
		return settled(self, value, self->zero);
	}
	if (LLVMIsAConstantFP(value)) {
		double is = LLVMConstRealGetDouble(value, &(LLVMBool){0});

		return (carried){LLVMConstReal(self->real, is < 0 ? -is : is), self->zero, self->zero, self->zero};
	}
	if (!LLVMIsUndef(value) && !LLVMIsNull(value))
		give_up(self, value, "it has floats that are made of addresses", NULL);
	return (carried){self->zero, self->zero, self->zero, self->zero};
}

/* Leaves the builder where it is. */
static carried beside(coder *self, LLVMValueRef value)
{
	LLVMBuilderRef builder = self->builder;
	uint64_t found;
	carried made;

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

static bool has_pointers(LLVMValueRef at)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, i))) == LLVMPointerTypeKind)
			return true;
	return false;
}

/* Functions that store an integer, which hangs on numbers; false: AT calls none. */
static bool look_at_stored(coder *self, LLVMValueRef at)
{
	static const char *const names[] = {"frexp", "frexpf", "lgamma_r", "lgammaf_r", "remquo", "remquof", NULL};
	const char *name = called(at);
	LLVMValueRef first, is;

	if (!is_one_of(name, names))
		return false;
	first = LLVMGetOperand(at, 0);
	if (name[0] == 'r') {
		doubt_if_off(self, at, first);
		doubt_if_off(self, at, LLVMGetOperand(at, 1));
	} else {
		is = call(self, name[0] == 'f' ? "hpvm_bound_exponents" : "hpvm_bound_steps", self->integer,
			  (LLVMValueRef[]){real(self, first), off(self, first)}, 2);
		doubt(self, at, is);
	}
	CALL(self, "clear", self->nothing, address_of(self, LLVMGetOperand(at, name[0] == 'r' ? 2 : 1)),
	     bytes_of(self, self->integer));
	return true;
}

static void look_at_call(coder *self, LLVMValueRef at)
{
	static const char *const harmless[] = {"free", "memchr", "memcmp", "strcmp", "strlen", "strncmp", NULL};
	const char *name = called(at);
	bool floats = false;

	if (strncmp(name, "llvm.memcpy", 11) == 0 || strncmp(name, "llvm.memmove", 12) == 0 ||
	    strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0) {
		CALL(self, "copy", self->nothing, address_of(self, LLVMGetOperand(at, 0)),
		     address_of(self, LLVMGetOperand(at, 1)),
		     LLVMBuildZExt(self->builder, LLVMGetOperand(at, 2), LLVMInt64TypeInContext(self->context), ""),
		     self->instance);
		return;
	}
	if (strncmp(name, "llvm.memset", 11) == 0 || strcmp(name, "memset") == 0) {
		CALL(self, "clear", self->nothing, address_of(self, LLVMGetOperand(at, 0)),
		     LLVMBuildZExt(self->builder, LLVMGetOperand(at, 2), LLVMInt64TypeInContext(self->context), ""));
		return;
	}
	if (look_at_stored(self, at))
		return;
	if (strncmp(name, "llvm.", 5) != 0 && strncmp(name, "hpvm_", 5) != 0 && has_pointers(at) &&
	    !is_one_of(name, harmless))
		give_up(self, at, "it calls a function that writes through pointers", NULL);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		floats |= is_float(LLVMGetOperand(at, i));
	if (!floats || is_float(at) || strncmp(name, "llvm.is.fpclass", 15) == 0)
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		if (is_float(LLVMGetOperand(at, i)))
			doubt_if_off(self, at, LLVMGetOperand(at, i));
}

static void look_at_memory(coder *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMStore:
		store(self, at);
		break;
	case LLVMLoad:
		if (!is_float(at))
			look_at_load(self, at);
		break;
	case LLVMAtomicRMW:
		change_in_place(self, at);
		break;
	case LLVMAtomicCmpXchg:
		CALL(self, "clear", self->nothing, address_of(self, LLVMGetOperand(at, 0)),
		     bytes_of(self, LLVMTypeOf(LLVMGetOperand(at, 1))));
		break;
	default:
		break;
	}
}

/* What becomes of floats that is none. */
static void look_at_result(coder *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMFCmp:
		look_at_comparison(self, at);
		break;
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFreeze:
	case LLVMSelect:
		if (is_condition(at))
			combine_doubts(self, at);
		break;
	case LLVMFPToSI:
	case LLVMFPToUI:
		doubt(self, at,
		      CALL(self, "steps", self->integer, real(self, LLVMGetOperand(at, 0)),
			   off(self, LLVMGetOperand(at, 0))));
		break;
	case LLVMBitCast:
		if (is_float(LLVMGetOperand(at, 0)))
			doubt_if_off(self, at, LLVMGetOperand(at, 0));
		break;
	case LLVMCall:
		look_at_call(self, at);
		break;
	default:
		break;
	}
}

static void look_at(coder *self, LLVMValueRef at)
{
	look_at_type(self, at, LLVMTypeOf(at));
	for (int i = 0; i < LLVMGetNumOperands(at); i++)
		look_at_type(self, at, LLVMTypeOf(LLVMGetOperand(at, (unsigned)i)));
	if (is_float(at))
		(void)beside(self, at);
	if (LLVMIsATerminatorInst(at))
		return;
	position_after(self, at);
	look_at_memory(self, at);
	look_at_result(self, at);
}

/* --- the whole -------------------------------------------------------------------------------------- */

static void fill_phis(coder *self)
{
	for (size_t i = 0; i < self->phis.count; i++) {
		LLVMValueRef phi = self->phis.data[i];
		const carried of = beside(self, phi);

		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
			carried value = beside(self, LLVMGetIncomingValue(phi, k));

			LLVMAddIncoming(of.magnitude, &value.magnitude, &from, 1);
			LLVMAddIncoming(of.drift, &value.drift, &from, 1);
			LLVMAddIncoming(of.sums, &value.sums, &from, 1);
			LLVMAddIncoming(of.products, &value.products, &from, 1);
		}
	}
}

/* Everything in one function, without vectors; arithmetic stays as it is. */
static void flatten(LLVMModuleRef module)
{
	static const char *const away[] = {"noinline", "optnone"};
	unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);

	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
	     function = LLVMGetNextFunction(function)) {
		LLVMContextRef context = LLVMGetModuleContext(module);

		if (LLVMIsDeclaration(function) || strcmp(LLVMGetValueName2(function, &(size_t){0}), "hpvm_unit") == 0)
			continue;
		for (size_t i = 0; i < sizeof(away) / sizeof(*away); i++)
			LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
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
	self->instance = call(self, "hpvm_bound_begin", LLVMInt64TypeInContext(self->context), NULL, 0);
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
	hr_map_free(&self->doubts);
	HR_VEC_FREE(&self->beside);
	HR_VEC_FREE(&self->phis);
	LLVMDisposeBuilder(self->builder);
	if (self->why)
		return NULL;
	if (LLVMVerifyModule(self->module, LLVMReturnStatusAction, &wrong))
		hr_bug("code that carries bounds is not valid: %s", wrong);
	LLVMDisposeMessage(wrong);
	return LLVMWriteBitcodeToMemoryBuffer(self->module);
}

LLVMMemoryBufferRef hr_bound_code(const hr_unit *unit, const hr_liberties *liberties,
				  char why[HR_BACKEND_TEXT])
{
	coder self = {.liberties = liberties, .context = LLVMContextCreate()};
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(unit->bitcode, unit->bitcode_bytes,
									    "unit", false),
			    made;

	if (LLVMParseBitcodeInContext2(self.context, bitcode, &self.module))
		hr_bug("the unit of '%s' cannot be read back", unit->name);
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
	LLVMContextDispose(self.context);
	return made;
}
