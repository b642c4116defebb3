/* ir/load/ifunc.c -- functions that are chosen at load time (ifuncs, as those of `target_clones`): each becomes a
 * function that asks the resolver in every call. A resolver returns the same address each time, so the meaning stays,
 * and everything after loading sees ordinary functions. How arguments are passed follows from a function that the
 * resolver refers to.
 *
 * Owns:      nothing.
 * Not here:  the refusal of an ifunc that is left (interp/host/jit_module.c). */
#include "ir/load/ifunc.h"

#include <stdbool.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "src/base/alloc.h"

/* Return true if ATTRIBUTE says how an argument is passed, and promises nothing about its value. */
static bool is_convention(LLVMAttributeRef attribute)
{
	static const char *const names[] = {"byval",    "sret",         "byref",
					    "inalloca", "preallocated", "signext",
					    "zeroext",  "inreg",        "nest"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if ((LLVMIsEnumAttribute(attribute) || LLVMIsTypeAttribute(attribute)) &&
		    LLVMGetEnumAttributeKind(attribute) ==
			    LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])))
			return true;
	return false;
}

/* Copy how the result and the parameters of CHOSEN, a function, are passed to FUNCTION and to INNER,
 * the call in it. */
static void copy_convention(LLVMValueRef chosen, LLVMValueRef function, LLVMValueRef inner)
{
	const unsigned align = LLVMGetEnumAttributeKindForName("align", strlen("align"));

	LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(chosen));
	LLVMSetInstructionCallConv(inner, LLVMGetFunctionCallConv(chosen));
	for (unsigned i = 0; i <= LLVMCountParams(function); i++) {
		const unsigned count = LLVMGetAttributeCountAtIndex(chosen, i);
		LLVMAttributeRef *list = hr_alloc_array(count + 1, sizeof(LLVMAttributeRef));
		bool in_memory = false;

		LLVMGetAttributesAtIndex(chosen, i, list);
		for (unsigned k = 0; k < count; k++)
			in_memory |= LLVMIsTypeAttribute(list[k]);
		for (unsigned k = 0; k < count; k++) {
			if (!is_convention(list[k]) &&
			    !(in_memory && LLVMIsEnumAttribute(list[k]) &&
			      LLVMGetEnumAttributeKind(list[k]) == align))
				continue;
			LLVMAddAttributeAtIndex(function, i, list[k]);
			LLVMAddCallSiteAttribute(inner, i, list[k]);
		}
		hr_free(list);
	}
}

/* Return a function of TYPE that RESOLVER, or an alias of it, refers to; NULL if there is none. */
static LLVMValueRef choice_of(LLVMValueRef resolver, LLVMTypeRef type)
{
	while (LLVMIsAGlobalAlias(resolver))
		resolver = LLVMAliasGetAliasee(resolver);
	if (!LLVMIsAFunction(resolver))
		return NULL;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(resolver); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			for (int i = 0; i < LLVMGetNumOperands(at); i++) {
				LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);

				if (LLVMIsAFunction(operand) &&
				    LLVMGlobalGetValueType(operand) == type)
					return operand;
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
	LLVMValueRef chosen, inner, one = choice_of(resolver, type);

	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	LLVMGetParams(function, arguments);
	chosen = LLVMBuildCall2(builder, none, resolver, NULL, 0, "");
	inner = LLVMBuildCall2(builder, type, chosen, arguments, count, "");
	if (one)
		copy_convention(one, function, inner);
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
