/* backends/cuda/translate/check.c -- refuses what a kernel cannot contain, before anything is
 * compiled.
 *
 * LLVM's code generator ends the process when it meets a construct that it does not support. So
 * everything that is not known to be supported is refused here.
 * Owns:      nothing.
 * Clauses:   M1 (allocation), M2.
 * Not here:  math functions (math.c), HPVM's queries (kernel.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backends/cuda/translate/cuda_translate.h"
#include "backends/shared/constrained.h"
#include "backends/shared/edit.h"
#include "src/arith/cfunction.h"

enum { WIDEST_INTEGER = 128 };

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

void cuda_refuse(cuda_writer *self, hr_unit_refusal refusal, const char *format, ...)
{
	va_list args;

	if (self->code->refusal != HR_TAKEN)
		return;
	self->code->refusal = refusal;
	va_start(args, format);
	vsnprintf(self->code->text, sizeof(self->code->text), format, args);
	va_end(args);
}

void cuda_refuse_instruction(cuda_writer *self, hr_unit_refusal refusal, LLVMValueRef at)
{
	char *printed = LLVMPrintValueToString(at), *text = printed;

	text += strspn(text, " ");
	text[strcspn(text, "\n")] = '\0';
	if (strstr(text, ", !"))
		*strstr(text, ", !") = '\0';
	cuda_refuse(self, refusal, "%s", text);
	LLVMDisposeMessage(printed);
}

/* --- types ------------------------------------------------------------------------------------ */

/* Return the name of a type that devices lack, or NULL. */
static const char *missing_type(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMX86_FP80TypeKind: return "x86_fp80";
	case LLVMFP128TypeKind: return "fp128";
	case LLVMPPC_FP128TypeKind: return "ppc_fp128";
	case LLVMScalableVectorTypeKind: return "a scalable vector";
	case LLVMTokenTypeKind: return "a token";
	case LLVMX86_AMXTypeKind: return "x86_amx";
	case LLVMTargetExtTypeKind: return "a type of one target";
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) > WIDEST_INTEGER
			       ? "an integer of more than 128 bits"
			       : NULL;
	case LLVMPointerTypeKind:
		return LLVMGetPointerAddressSpace(type)
			       ? "a pointer into a non-default address space"
			       : NULL;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: return missing_type(LLVMGetElementType(type));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
			const char *missing = missing_type(LLVMStructGetTypeAtIndex(type, i));

			if (missing)
				return missing;
		}
		return NULL;
	default: return NULL;
	}
}

static bool check_type(cuda_writer *self, LLVMTypeRef type)
{
	const char *missing = missing_type(type);

	if (missing)
		cuda_refuse(self, HR_REFUSES_TYPE, "%s", missing);
	return !missing;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Intrinsics that LLVM can generate code for. A name that ends with a dot stands for all with that
 * prefix. */
static const char *const intrinsics[] = {
	"umin.",
	"umax.",
	"smin.",
	"smax.",
	"ucmp.",
	"scmp.",
	"uadd.",
	"usub.",
	"umul.with.overflow.",
	"sadd.",
	"ssub.",
	"smul.with.overflow.",
	"ushl.sat.",
	"sshl.sat.",
	"ctpop.",
	"ctlz.",
	"cttz.",
	"bswap.",
	"bitreverse.",
	"abs.",
	"fshl.",
	"fshr.",
	"minnum.",
	"maxnum.",
	"minimum.",
	"maximum.",
	"minimumnum.",
	"maximumnum.",
	"canonicalize.",
	"is.fpclass.",
	"fptosi.sat.",
	"fptoui.sat.",
	"arithmetic.fence.",
	"memcpy.p0.",
	"memcpy.inline.p0.",
	"memmove.p0.",
	"memset.p0.",
	"memset.inline.p0.",
	"stacksave",
	"stackrestore",
	"ptrmask.",
	"prefetch.",
	"objectsize.",
	"launder.invariant.group.",
	"strip.invariant.group.",
	"invariant.start.",
	"invariant.end.",
	"lifetime.start",
	"lifetime.end",
	"vector.reduce.",
	"masked.load.",
	"masked.store.",
	"masked.gather.",
	"masked.scatter.",
	"masked.expandload.",
	"masked.compressstore.",
	"vector.insert.",
	"vector.extract.",
	"vector.reverse.",
	"vector.splice.",
	"vector.interleave",
	"vector.deinterleave",
	"get.active.lane.mask.",
	"stepvector.",
	"trap",
	"debugtrap",
	"ubsantrap",
	"assume",
	"expect.",
	"expect.with.probability.",
	"ssa.copy.",
	"annotation.",
	"ptr.annotation.",
	"var.annotation.",
	"is.constant.",
	"sideeffect",
	"donothing",
	"fake.use",
	"pseudoprobe",
	"experimental.noalias.scope.decl",
	"dbg.",
	"threadlocal.address.",
};

static bool is_known_intrinsic(const char *name)
{
	name += strlen("llvm.");
	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(intrinsics[0]); i++) {
		size_t length = strlen(intrinsics[i]);
		bool family =
			intrinsics[i][length - 1] == '.' || strstr(intrinsics[i], "interleave");

		if (family ? starts(name, intrinsics[i])
			   : starts(name, intrinsics[i]) && (!name[length] || name[length] == '.'))
			return true;
	}
	return false;
}

static void refuse_function(cuda_writer *self, const char *name)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *row = hr_cfunction_named(name, strlen(name), &form);
	hr_cfunction_reason why = hr_cfunction_why_not_kernel(row, row ? &row->nvidia : NULL, form);

	cuda_refuse(self, HR_REFUSES_CALL, "'%s': %s", name, hr_cfunction_reason_text(why));
}

static void check_function(cuda_writer *self, LLVMValueRef call, const char *name)
{
	static const char *const queries[] = {"hpvm_id",           "hpvm_extent",  "hpvm_inner_id",
					      "hpvm_inner_extent", "hpvm_barrier", "hpvm_local"};

	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
		if (strcmp(name, queries[i]) == 0)
			return;
	if (strcmp(name, "hpvm_malloc") == 0)
		cuda_refuse(self, HR_REFUSES_MALLOC, "of each instance");
	else if (strcmp(name, "hpvm_diverged") == 0)
		cuda_refuse(self, HR_REFUSES_BARRIER, "of inner instances");
	else if (!hr_rounds_to_nearest(call))
		cuda_refuse_instruction(self, HR_REFUSES_INSTRUCTION, call);
	else if (cuda_is_math(call))
		return;
	else if (!starts(name, "llvm."))
		refuse_function(self, name);
	else if (!is_known_intrinsic(name))
		cuda_refuse(self, HR_REFUSES_INSTRUCTION, "'%s'", name);
}

static void check_call(cuda_writer *self, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMIsAInlineAsm(callee))
		cuda_refuse(self, HR_REFUSES_INSTRUCTION, "assembly for another machine");
	else if (!LLVMIsAFunction(callee))
		cuda_refuse(self, HR_REFUSES_POINTER_CALL, "a call through a pointer");
	else if (LLVMIsDeclaration(callee))
		check_function(self, call, cuda_called(call));
}

/* --- atomics ---------------------------------------------------------------------------------- */

static bool is_atomic_type(LLVMTypeRef type)
{
	unsigned bits;

	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind: return true;
	case LLVMIntegerTypeKind:
		bits = LLVMGetIntTypeWidth(type);
		return bits == 8 || bits == 16 || bits == 32 || bits == 64;
	default: return false;
	}
}

static void check_atomic(cuda_writer *self, LLVMValueRef at, LLVMTypeRef type)
{
	if (!is_atomic_type(type))
		cuda_refuse_instruction(self, HR_REFUSES_ATOMIC, at);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void check_operands(cuda_writer *self, LLVMValueRef at)
{
	bool calls = LLVMIsACallInst(at);

	for (int i = 0; i < LLVMGetNumOperands(at); i++) {
		LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);

		if (calls && operand == LLVMGetCalledValue(at))
			continue;
		if (LLVMIsAFunction(operand) && !(calls && starts(cuda_called(at), "llvm.")))
			cuda_refuse(self, HR_REFUSES_POINTER_CALL, "of '%s'",
				    LLVMGetValueName2(operand, &(size_t){0}));
		if (LLVMIsABlockAddress(operand))
			cuda_refuse_instruction(self, HR_REFUSES_INSTRUCTION, at);
		if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMMetadataTypeKind &&
		    !LLVMIsABasicBlock(operand))
			check_type(self, LLVMTypeOf(operand));
	}
}

static void check_instruction(cuda_writer *self, LLVMValueRef at)
{
	if (!check_type(self, LLVMTypeOf(at)))
		return;
	check_operands(self, at);
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMCall: check_call(self, at); return;
	case LLVMAtomicRMW: check_atomic(self, at, LLVMTypeOf(at)); return;
	case LLVMAtomicCmpXchg: check_atomic(self, at, LLVMTypeOf(LLVMGetOperand(at, 1))); return;
	case LLVMLoad:
		if (LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic)
			check_atomic(self, at, LLVMTypeOf(at));
		return;
	case LLVMStore:
		if (LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic)
			check_atomic(self, at, LLVMTypeOf(LLVMGetOperand(at, 0)));
		return;
	case LLVMAlloca: check_type(self, LLVMGetAllocatedType(at)); return;
	case LLVMInvoke:
	case LLVMCallBr:
	case LLVMIndirectBr:
	case LLVMResume:
	case LLVMLandingPad:
	case LLVMCleanupRet:
	case LLVMCatchRet:
	case LLVMCatchPad:
	case LLVMCleanupPad:
	case LLVMCatchSwitch:
	case LLVMVAArg: cuda_refuse_instruction(self, HR_REFUSES_INSTRUCTION, at); return;
	default: return;
	}
}

static void check_variables(cuda_writer *self)
{
	for (LLVMValueRef at = LLVMGetFirstGlobal(self->module); at; at = LLVMGetNextGlobal(at))
		if (LLVMGetFirstUse(at) && LLVMIsDeclaration(at))
			cuda_refuse(self, HR_REFUSES_VARIABLE, "'%s'",
				    LLVMGetValueName2(at, &(size_t){0}));
}

void cuda_check(cuda_writer *self)
{
	hr_instructions all = {0};

	check_variables(self);
	hr_edit_list(self->module, &all);
	for (size_t i = 0; i < all.count && self->code->refusal == HR_TAKEN; i++)
		check_instruction(self, all.data[i]);
	HR_VEC_FREE(&all);
}
