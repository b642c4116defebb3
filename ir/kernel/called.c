/* ir/kernel/called.c -- kernels that other kernels call get a body of their own, which can be called.
 *
 * LLVM has no calls of functions with a kernel's calling convention, which clang emitted before 21 for OpenCL C. As
 * clang 21 does, the body becomes a function that kernel and callers call.
 *
 * Clauses:   K1.
 * Not here:  making the body a part of the kernel again (inline.c). */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/function.h"

static bool is_convention(unsigned convention)
{
	return convention == HR_PTX_KERNEL || convention == HR_SPIR_KERNEL ||
	       convention == HR_AMDGPU_KERNEL;
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function)
{
	return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static bool is_called(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (is_call_of(LLVMGetUser(use), function))
			return true;
	return false;
}

/* Let all callers of FUNCTION call BODY. */
static void redirect(LLVMValueRef function, LLVMValueRef body)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (!is_call_of(user, function))
			continue;
		LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, body);
		LLVMSetInstructionCallConv(user, LLVMCCallConv);
	}
}

/* Give FUNCTION, whose body has been moved, one that calls BODY. */
static void call_body(LLVMContextRef context, LLVMValueRef function, LLVMValueRef body)
{
	const unsigned count = LLVMCountParams(function);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef *arguments = hr_alloc_array(count + 1, sizeof(*arguments)), call;

	LLVMGetParams(function, arguments);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(body), body, arguments, count, "");
	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef structure = hr_kernel_byval(function, i);

		if (structure)
			LLVMAddCallSiteAttribute(
				call, i + 1,
				LLVMCreateTypeAttribute(
					context,
					LLVMGetEnumAttributeKindForName("byval", strlen("byval")),
					structure));
	}
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	hr_free(arguments);
}

static void split(LLVMModuleRef module, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMValueRef body;
	char name[512];

	snprintf(name, sizeof(name), HR_KERNEL_BODY "%s", LLVMGetValueName(function));
	body = LLVMAddFunction(module, name, type);
	LLVMSetLinkage(body, LLVMInternalLinkage);
	hr_copy_attributes(function, body, (unsigned)LLVMAttributeFunctionIndex);
	hr_move_body(function, body);
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMValueRef from = LLVMGetParam(function, i), to = LLVMGetParam(body, i);
		size_t length;
		const char *text = LLVMGetValueName2(from, &length);

		hr_copy_attributes(function, body, i + 1);
		LLVMSetValueName2(to, text, length);
		LLVMReplaceAllUsesWith(from, to);
	}
	redirect(function, body);
	call_body(LLVMGetModuleContext(module), function, body);
}

void hr_kernel_split_called(void *module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_convention(LLVMGetFunctionCallConv(f)) && LLVMGetFirstBasicBlock(f) &&
		    LLVMGetReturnType(LLVMGlobalGetValueType(f)) ==
			    LLVMVoidTypeInContext(LLVMGetModuleContext(module)) &&
		    is_called(f))
			split(module, f);
}
