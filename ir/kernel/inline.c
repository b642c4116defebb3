/* ir/kernel/inline.c -- functions with barriers become part of the kernel that calls them.
 *
 * The work-items of a leaf meet at barriers of the leaf's own code alone, and clang at -O0 has the body of
 * a kernel in a function of its own.
 *
 * Clauses:   K5.
 * Not here:  barriers (items.c). */
#include <string.h>

#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/kernel/kernel_private.h"

static bool calls_one_of(LLVMValueRef function, const hr_kernel_values *chosen, const char *name)
{
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	{
		LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

		if (callee && !strcmp(LLVMGetValueName(callee), name))
			return true;
		for (size_t i = 0; callee && i < chosen->count; i++)
			if (chosen->data[i] == callee)
				return true;
	}
	return false;
}

static bool is_body(LLVMValueRef function)
{
	return !strncmp(LLVMGetValueName(function), HR_KERNEL_BODY, strlen(HR_KERNEL_BODY));
}

static bool is_chosen(const hr_kernel_values *chosen, LLVMValueRef function)
{
	for (size_t i = 0; i < chosen->count; i++)
		if (chosen->data[i] == function)
			return true;
	return false;
}

/* Choose the functions that reach a barrier, and bodies of kernels. */
static void choose(const hr_kernel *k, hr_kernel_values *chosen)
{
	size_t before;

	do {
		before = chosen->count;
		for (size_t i = 1; i < k->reached.count; i++) {
			LLVMValueRef function = k->reached.data[i];

			if (LLVMGetFirstBasicBlock(function) && !is_chosen(chosen, function) &&
			    (is_body(function) ||
			     calls_one_of(function, chosen, "__hpvm__barrier")))
				HR_PUSH(chosen, function);
		}
	} while (chosen->count > before);
}

static unsigned kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void mark(const hr_kernel *k, LLVMValueRef function)
{
	const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	LLVMRemoveEnumAttributeAtIndex(function, whole, kind("optnone"));
	LLVMRemoveEnumAttributeAtIndex(function, whole, kind("noinline"));
	LLVMAddAttributeAtIndex(function, whole,
				LLVMCreateEnumAttribute(k->context, kind("alwaysinline"), 0));
	LLVMSetLinkage(function, LLVMExternalLinkage); /* it is not deleted */
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)))
			LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), whole, kind("noinline"));
}

hr_status hr_kernel_inline(hr_kernel *k)
{
	hr_kernel_values chosen = {0};
	hr_status status = HR_OK;
	LLVMErrorRef error;

	choose(k, &chosen);
	for (size_t i = 0; i < chosen.count; i++)
		mark(k, chosen.data[i]);
	if (chosen.count) {
		LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

		error = LLVMRunPasses(k->module, "always-inline", NULL, options);
		LLVMDisposePassBuilderOptions(options);
		if (error)
			hr_bug("LLVM has no pass always-inline: %s", LLVMGetErrorMessage(error));
	}
	for (size_t i = 0; i < chosen.count && status == HR_OK; i++)
		if (calls_one_of(k->function, &(hr_kernel_values){&chosen.data[i], 1, 1}, ""))
			status = hr_report(k->program->diags, HR_D_kernel_needs, NULL, k->name,
					   "a barrier in a function that calls itself");
	HR_VEC_FREE(&chosen);
	return status;
}
