/* ir/load/short_calls.c -- calls of HPVM that LLVM has an instruction or an intrinsic for: they are
 * replaced when a module is loaded.
 *
 * These are the functions of arithmetic (__hpvm__floor, sqrt, rsqrt, sin, cos), the atomic
 * operations umin, umax and cmpxchg, and getVectorLength, which is 1:
 * the golden model's values do not depend on a number of lanes. Everything after loading, backends
 * included, sees LLVM's forms only. Each name has the prefix __hpvm__, or llvm.hpvm. with dots.
 *
 * Invariant: a function that the module defines keeps its meaning.
 * Owns:      nothing.
 * Clauses:   M2 (umin, umax and cmpxchg are atomic, and return the old value).
 * Not here:  all other operations, and the list of names (ir/program/hpvm_names.def). */
#include "ir/load/short_calls.h"

#include <stdbool.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "src/base/vec.h"

typedef LLVMValueRef short_make(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic);

static LLVMModuleRef module_of(LLVMValueRef call)
{
	return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
}

static LLVMContextRef context_of(LLVMValueRef call)
{
	return LLVMGetModuleContext(module_of(call));
}

static bool is_float(LLVMTypeRef type)
{
	const LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static LLVMValueRef call_intrinsic(LLVMBuilderRef builder, LLVMValueRef call, const char *name,
				   LLVMValueRef argument)
{
	LLVMTypeRef type = LLVMTypeOf(argument);
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(
		module_of(call), LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);

	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &argument, 1,
			      "");
}

/* A program without a prototype passes a float as a double. */
static LLVMValueRef make_math(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	LLVMValueRef argument;

	if (LLVMGetNumArgOperands(call) != 1 || !is_float(LLVMTypeOf(call)) ||
	    !is_float(LLVMTypeOf(LLVMGetOperand(call, 0))))
		return NULL;
	argument = LLVMBuildFPCast(builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), "");
	return call_intrinsic(builder, call, intrinsic, argument);
}

/* K8: 1 / sqrt(x) in double precision, and then rounded once. */
static LLVMValueRef make_rsqrt(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	LLVMTypeRef wide = LLVMDoubleTypeInContext(context_of(call));
	LLVMValueRef root;

	if (LLVMGetNumArgOperands(call) != 1 || !is_float(LLVMTypeOf(call)) ||
	    !is_float(LLVMTypeOf(LLVMGetOperand(call, 0))))
		return NULL;
	root = call_intrinsic(builder, call, intrinsic,
			      LLVMBuildFPCast(builder, LLVMGetOperand(call, 0), wide, ""));
	root = LLVMBuildFDiv(builder, LLVMConstReal(wide, 1), root, "");
	return LLVMBuildFPCast(builder, root, LLVMTypeOf(call), "");
}

/* Return true if the arguments of CALL are an address and COUNT integers of the type of its
 * result. */
static bool is_atomic(LLVMValueRef call, unsigned count)
{
	if (LLVMGetNumArgOperands(call) != count + 1 ||
	    LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMPointerTypeKind)
		return false;
	for (unsigned i = 1; i <= count; i++)
		if (LLVMTypeOf(LLVMGetOperand(call, i)) != LLVMTypeOf(call))
			return false;
	return true;
}

static LLVMValueRef make_extremum(LLVMBuilderRef builder, LLVMValueRef call, bool greatest)
{
	if (!is_atomic(call, 1))
		return NULL;
	return LLVMBuildAtomicRMW(
		builder, greatest ? LLVMAtomicRMWBinOpUMax : LLVMAtomicRMWBinOpUMin,
		LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMAtomicOrderingMonotonic, 0);
}

static LLVMValueRef make_umin(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	(void)intrinsic;
	return make_extremum(builder, call, false);
}

static LLVMValueRef make_umax(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	(void)intrinsic;
	return make_extremum(builder, call, true);
}

static LLVMValueRef make_cmpxchg(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	LLVMValueRef pair;

	(void)intrinsic;
	if (!is_atomic(call, 2))
		return NULL;
	pair = LLVMBuildAtomicCmpXchg(builder, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
				      LLVMGetOperand(call, 2), LLVMAtomicOrderingMonotonic,
				      LLVMAtomicOrderingMonotonic, 0);
	return LLVMBuildExtractValue(builder, pair, 0, "");
}

static LLVMValueRef make_one(LLVMBuilderRef builder, LLVMValueRef call, const char *intrinsic)
{
	(void)builder, (void)intrinsic;
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind
		       ? LLVMConstInt(LLVMTypeOf(call), 1, 0)
		       : NULL;
}

static const struct {
	const char *name;
	short_make *make;
	const char *intrinsic;
} rows[] = {
	{"floor", make_math, "llvm.floor"},  {"sqrt", make_math, "llvm.sqrt"},
	{"rsqrt", make_rsqrt, "llvm.sqrt"},  {"sin", make_math, "llvm.sin"},
	{"cos", make_math, "llvm.cos"},      {"atomic_umin", make_umin, NULL},
	{"atomic_umax", make_umax, NULL},    {"atomic_cmpxchg", make_cmpxchg, NULL},
	{"getVectorLength", make_one, NULL},
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };

/* Each name of hpvm_names.def has a row. */
enum {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order)
#define H_ALIAS(ident, c_name)
#define H_SHORT(name) SHORT_##name,
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	SHORTS
};
_Static_assert((int)ROWS == (int)SHORTS, "ir/program/hpvm_names.def lists other names");

/* Return what follows the prefix of an operation in NAME, or NULL. */
static const char *after_prefix(const char *name)
{
	static const char *const prefixes[] = {"__hpvm__", "llvm.hpvm."};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
			return name + strlen(prefixes[i]);
	return NULL;
}

/* Return true if NAME, after its prefix, is that of the row; an intrinsic has dots, and may end
 * with the types that it is overloaded for. */
static bool is_named(const char *name, const char *row, bool intrinsic)
{
	for (; *row; name++, row++)
		if (*name != *row && !(intrinsic && *name == '.' && *row == '_'))
			return false;
	return !*name || (intrinsic && *name == '.');
}

static void replace(LLVMValueRef function, short_make *make, const char *intrinsic)
{
	LLVMBuilderRef builder =
		LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
	HR_VEC(LLVMValueRef) calls = {0};

	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)) &&
		    LLVMGetCalledValue(LLVMGetUser(use)) == function)
			HR_PUSH(&calls, LLVMGetUser(use));
	for (size_t i = 0; i < calls.count; i++) {
		LLVMValueRef call = calls.data[i], made;

		LLVMPositionBuilderBefore(builder, call);
		LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
		made = make(builder, call, intrinsic);
		if (!made)
			continue; /* reported as an unknown operation */
		LLVMReplaceAllUsesWith(call, made);
		LLVMInstructionEraseFromParent(call);
	}
	HR_VEC_FREE(&calls);
	LLVMDisposeBuilder(builder);
}

void hr_settle_short_calls(struct LLVMOpaqueModule *module)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = next) {
		size_t length;
		const char *name = LLVMGetValueName2(at, &length), *rest = after_prefix(name);

		next = LLVMGetNextFunction(at);
		for (size_t i = 0; i < ROWS && rest && LLVMIsDeclaration(at); i++)
			if (is_named(rest, rows[i].name, name[0] == 'l'))
				replace(at, rows[i].make, rows[i].intrinsic);
		if (rest && LLVMIsDeclaration(at) && !LLVMGetFirstUse(at))
			LLVMDeleteFunction(at);
	}
}
