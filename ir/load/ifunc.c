/* ir/load/ifunc.c -- functions that are chosen at load time (ifuncs, as those of `target_clones`): each becomes a
 * function that asks the resolver in every call. A resolver returns the same address each time, so the meaning stays,
 * and everything after loading sees ordinary functions.
 *
 * Owns:      nothing.
 * Not here:  the refusal of an ifunc that is left (interp/host/jit_module.c). */
#include "ir/load/ifunc.h"

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "src/base/alloc.h"

/* Copy the attributes of the result and the parameters of CALL, such as `byval`, to FUNCTION and to INNER. */
static void copy_attributes(LLVMValueRef call, LLVMValueRef function, LLVMValueRef inner)
{
	for (unsigned i = 0; i <= LLVMGetNumArgOperands(call); i++) {
		const unsigned count = LLVMGetCallSiteAttributeCount(call, i);
		LLVMAttributeRef *list = hr_alloc_array(count + 1, sizeof(LLVMAttributeRef));

		LLVMGetCallSiteAttributes(call, i, list);
		for (unsigned k = 0; k < count; k++) {
			LLVMAddAttributeAtIndex(function, i, list[k]);
			LLVMAddCallSiteAttribute(inner, i, list[k]);
		}
		hr_free(list);
	}
}

/* Return a direct call of IFUNC, NULL if there is none. */
static LLVMValueRef call_of(LLVMValueRef ifunc)
{
	for (LLVMUseRef use = LLVMGetFirstUse(ifunc); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) &&
		    LLVMGetCalledValue(user) == ifunc)
			return user;
	}
	return NULL;
}

static void fill(LLVMValueRef function, LLVMValueRef ifunc, LLVMValueRef resolver)
{
	const LLVMTypeRef type = LLVMGlobalGetValueType(ifunc);
	const LLVMTypeRef pointer = LLVMTypeOf(ifunc);
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef none = LLVMFunctionType(pointer, NULL, 0, false);
	const unsigned count = LLVMCountParams(function);
	LLVMValueRef *arguments = hr_alloc_array(count + 1, sizeof(LLVMValueRef));
	const bool is_void = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
	LLVMValueRef chosen, inner, call = call_of(ifunc);

	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	LLVMGetParams(function, arguments);
	chosen = LLVMBuildCall2(builder, none, resolver, NULL, 0, "");
	inner = LLVMBuildCall2(builder, type, chosen, arguments, count, "");
	if (call) {
		LLVMSetFunctionCallConv(function, LLVMGetInstructionCallConv(call));
		LLVMSetInstructionCallConv(inner, LLVMGetInstructionCallConv(call));
		copy_attributes(call, function, inner);
	}
	if (is_void)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, inner);
	LLVMDisposeBuilder(builder);
	hr_free(arguments);
}

static void settle(LLVMModuleRef module, LLVMValueRef ifunc)
{
	LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(ifunc), function;
	const LLVMTypeRef type = LLVMGlobalGetValueType(ifunc);
	size_t length;
	char *name = hr_strdup(LLVMGetValueName2(ifunc, &length));

	LLVMSetValueName2(ifunc, "", 0);
	function = LLVMAddFunction(module, name, type);
	LLVMSetLinkage(function, LLVMGetLinkage(ifunc));
	fill(function, ifunc, resolver);
	LLVMReplaceAllUsesWith(ifunc, function);
	LLVMEraseGlobalIFunc(ifunc);
	hr_free(name);
}

void hr_settle_ifuncs(LLVMModuleRef module)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstGlobalIFunc(module); at; at = next) {
		next = LLVMGetNextGlobalIFunc(at);
		if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(at)))
			settle(module, at);
	}
}
