/* ir/kernel/inline.c -- functions with barriers, or that read the clock, become part of the kernel that calls them.
 *
 * The work-items of a leaf meet at barriers of the leaf's own code alone, and clang at -O0 has the body of
 * a kernel in a function of its own.
 *
 * Clauses:   K5.
 * Not here:  barriers (items.c). */
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/passes.h"
#include "src/arith/warp.h"

/* Return true for what only the kernel itself has: a barrier, and its clock. */
static bool is_of_kernel(LLVMValueRef callee)
{
	return !strcmp(LLVMGetValueName(callee), HR_KERNEL_BARRIER) ||
	       !strcmp(LLVMGetValueName(callee), HR_KERNEL_CLOCK) ||
	       !strcmp(LLVMGetValueName(callee), HR_WARP_FUNCTION);
}

static bool is_body(LLVMValueRef function)
{
	return !strncmp(LLVMGetValueName(function), HR_KERNEL_BODY, strlen(HR_KERNEL_BODY));
}

/* Return true if FUNCTION calls a barrier, reads the clock, or calls one of the functions of CHOSEN. */
static bool calls_one_of(LLVMValueRef function, const hr_kernel_values *chosen)
{
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	{
		LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

		if (callee && (is_of_kernel(callee) || hr_kernel_is_one_of(chosen, callee)))
			return true;
	}
	return false;
}

/* Choose the functions that reach a barrier or the clock, and bodies of kernels. */
static void choose(const hr_kernel *k, hr_kernel_values *chosen)
{
	size_t before;

	do {
		before = chosen->count;
		for (size_t i = 1; i < k->reached.count; i++) {
			LLVMValueRef function = k->reached.data[i];

			if (LLVMGetFirstBasicBlock(function) &&
			    !hr_kernel_is_one_of(chosen, function) &&
			    (is_body(function) || calls_one_of(function, chosen)))
				HR_PUSH(chosen, function);
		}
	} while (chosen->count > before);
}

/* --- what cannot become a part of the kernel -------------------------------------------------- */

/* Add the functions of CHOSEN that FUNCTION calls to FOUND. */
static void add_called(LLVMValueRef function, const hr_kernel_values *chosen,
		       hr_kernel_values *found)
{
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	{
		LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

		if (callee && hr_kernel_is_one_of(chosen, callee) &&
		    !hr_kernel_is_one_of(found, callee))
			HR_PUSH(found, callee);
	}
}

/* Return true if FUNCTION can call itself, through functions of CHOSEN. */
static bool is_recursive(LLVMValueRef function, const hr_kernel_values *chosen)
{
	hr_kernel_values found = {0};
	bool recursive;

	add_called(function, chosen, &found);
	for (size_t i = 0; i < found.count; i++)
		add_called(found.data[i], chosen, &found);
	recursive = hr_kernel_is_one_of(&found, function);
	HR_VEC_FREE(&found);
	return recursive;
}

enum { DEEPEST = 16 }; /* nested constants */

/* Return true if the kernel reaches a use of VALUE, a function or a constant made of one, that is no call. */
static bool is_pointed_to(const hr_kernel *k, LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool reached;

		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == value)
			continue;
		if (LLVMIsAInstruction(user))
			reached = hr_kernel_is_one_of(
				&k->reached,
				LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
		else if (LLVMIsAGlobalVariable(user))
			reached = hr_kernel_is_one_of(&k->tables, user);
		else
			reached = is_pointed_to(k, user, depth - 1);
		if (reached)
			return true;
	}
	return false;
}

static hr_status refuse(const hr_kernel *k, const char *format, LLVMValueRef function)
{
	return hr_report(k->program->diags, HR_D_kernel_needs, NULL, k->name,
			 hr_arena_printf(&k->program->arena, format, LLVMGetValueName(function)));
}

static hr_status check_chosen(const hr_kernel *k, const hr_kernel_values *chosen)
{
	for (size_t i = 0; i < chosen->count; i++) {
		LLVMValueRef function = chosen->data[i];

		if (is_recursive(function, chosen))
			return refuse(k, "a barrier in a function that calls itself, '%s'",
				      function);
		if (!is_body(function) && is_pointed_to(k, function, DEEPEST))
			return refuse(k,
				      "a barrier in a function that is called by a pointer, '%s'",
				      function);
	}
	return HR_OK;
}

/* --- inlining --------------------------------------------------------------------------------- */

static void mark(LLVMValueRef function)
{
	const unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));

	hr_mark_inline(function);
	LLVMSetLinkage(function, LLVMExternalLinkage); /* it is not deleted */
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)))
			LLVMRemoveCallSiteEnumAttribute(
				LLVMGetUser(use), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				noinline);
}

/* Let the pass always-inline not delete FUNCTION, which is one of those that the kernel reaches. */
static void keep(LLVMValueRef function)
{
	const unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);

	if (LLVMGetFirstBasicBlock(function) &&
	    LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					always))
		LLVMSetLinkage(function, LLVMExternalLinkage);
}

static void inline_all(const hr_kernel *k, const hr_kernel_values *chosen)
{
	for (size_t i = 0; i < chosen->count; i++)
		mark(chosen->data[i]);
	for (size_t i = 1; i < k->reached.count; i++)
		keep(k->reached.data[i]);
	hr_run_passes(k->module, "always-inline");
}

hr_status hr_kernel_inline(hr_kernel *k)
{
	hr_kernel_values chosen = {0};
	hr_status status;

	choose(k, &chosen);
	status = check_chosen(k, &chosen);
	if (status == HR_OK && chosen.count)
		inline_all(k, &chosen);
	HR_VEC_FREE(&chosen);
	return status;
}
