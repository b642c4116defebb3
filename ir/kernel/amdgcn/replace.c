/* ir/kernel/amdgcn/replace.c -- replaces llvm.amdgcn intrinsics in a module.
 *
 * Clauses:   K4.
 * Not here:  what they do. */
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "ir/kernel/amdgcn/amdgcn.h"
#include "ir/kernel/amdgcn/amdgcn_private.h"
#include "ir/llvm/passes.h"

static const char start[] = "llvm.amdgcn.";

/* --- what the parts share --------------------------------------------------------------------- */

const char *hr_amdgcn_after(const char *name, const char *word)
{
	const size_t length = strlen(word);

	return !strncmp(name, word, length) && (!name[length] || name[length] == '.')
		       ? name + length
		       : NULL;
}

LLVMValueRef hr_amdgcn_operand(const hr_amdgcn *a, unsigned i)
{
	return LLVMGetOperand(a->call, i);
}

LLVMValueRef hr_amdgcn_call(const hr_amdgcn *a, const char *name, LLVMTypeRef result,
			    const LLVMValueRef *arguments, unsigned count)
{
	LLVMTypeRef types[HR_AMDGCN_OPERANDS], type;
	LLVMValueRef callee = LLVMGetNamedFunction(a->module, name);

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	type = LLVMFunctionType(result, types, count, false);
	if (!callee)
		callee = LLVMAddFunction(a->module, name, type);
	return LLVMBuildCall2(a->builder, type, callee, (LLVMValueRef *)(uintptr_t)arguments, count,
			      "");
}

unsigned hr_amdgcn_bits(const hr_amdgcn *a, LLVMTypeRef type)
{
	const bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	LLVMTypeRef element = vector ? LLVMGetElementType(type) : type;

	switch (LLVMGetTypeKind(element)) {
	case LLVMPointerTypeKind:
		if (vector)
			return 0;
		break;
	case LLVMIntegerTypeKind:
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: break;
	default: return 0;
	}
	return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(a->module), type);
}

LLVMValueRef hr_amdgcn_as(const hr_amdgcn *a, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMTypeRef from = LLVMTypeOf(value);
	LLVMTypeRef bits = LLVMIntTypeInContext(a->context, hr_amdgcn_bits(a, from)),
		    wanted = LLVMIntTypeInContext(a->context, hr_amdgcn_bits(a, type));

	if (from == type)
		return value;
	if (LLVMGetTypeKind(from) == LLVMPointerTypeKind)
		value = LLVMBuildPtrToInt(a->builder, value, bits, "");
	else
		value = LLVMBuildBitCast(a->builder, value, bits, "");
	value = LLVMBuildIntCast2(a->builder, value, wanted, false, "");
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(a->builder, value, type, "");
	return LLVMBuildBitCast(a->builder, value, type, "");
}

/* LLVM writes the mask of active lanes as a read of a register. */
static bool reads_mask(LLVMValueRef call, const char *name)
{
	static const char reads[] = "llvm.read_register.";
	char *text;
	bool found;

	if (strncmp(name, reads, strlen(reads)) != 0)
		return false;
	text = LLVMPrintValueToString(LLVMGetOperand(call, 0));
	found = strstr(text, "!\"exec") != NULL;
	LLVMDisposeMessage(text);
	return found;
}

/* --- the whole -------------------------------------------------------------------------------- */

static LLVMValueRef active_lanes(const hr_amdgcn *a)
{
	LLVMValueRef yes = LLVMConstInt(a->i1, 1, false),
		     mask = hr_amdgcn_call(a, "hpvm_amdgcn_ballot_i64", a->i64, &yes, 1);

	return LLVMBuildIntCast2(a->builder, mask, LLVMTypeOf(a->call), false, "");
}

/* NAME: NULL for a read of the mask of active lanes. */
static void replace(hr_amdgcn *a, LLVMValueRef call, const char *name)
{
	LLVMValueRef value;

	a->call = call;
	a->name = name;
	LLVMPositionBuilderBefore(a->builder, call);
	LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(call));
	value = name ? hr_amdgcn_lanes(a) : active_lanes(a);
	if (!value)
		value = hr_amdgcn_matrix(a);
	if (!value)
		value = hr_amdgcn_buffer(a);
	if (!value)
		return;
	if (LLVMTypeOf(call) != LLVMVoidTypeInContext(a->context))
		LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
}

static void replace_in(hr_amdgcn *a, LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block), next;

		for (; at; at = next) {
			LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

			next = LLVMGetNextInstruction(at);
			if (!callee || !LLVMIsAFunction(callee))
				continue;
			if (!strncmp(LLVMGetValueName(callee), start, strlen(start)))
				replace(a, at, LLVMGetValueName(callee) + strlen(start));
			else if (reads_mask(at, LLVMGetValueName(callee)))
				replace(a, at, NULL);
		}
	}
}

/* Remove the descriptions of buffers, which no access needs any more. */
static void remove_resources(LLVMModuleRef module)
{
	static const char resource[] = "llvm.amdgcn.make.buffer.rsrc";

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		LLVMUseRef next;

		if (strncmp(LLVMGetValueName(f), resource, strlen(resource)) != 0)
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = next) {
			LLVMValueRef call = LLVMGetUser(use);

			next = LLVMGetNextUse(use);
			if (!LLVMGetFirstUse(call))
				LLVMInstructionEraseFromParent(call);
		}
	}
}

void hr_amdgcn_replace(void *module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	hr_amdgcn a = {.module = module,
		       .context = context,
		       .builder = LLVMCreateBuilderInContext(context),
		       .i1 = LLVMInt1TypeInContext(context),
		       .i32 = LLVMInt32TypeInContext(context),
		       .i64 = LLVMInt64TypeInContext(context),
		       .f64 = LLVMDoubleTypeInContext(context)};

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		replace_in(&a, f);
	remove_resources(module);
	if (a.inlines)
		hr_run_passes(module, "always-inline");
	LLVMDisposeBuilder(a.builder);
}
