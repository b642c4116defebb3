/* ir/kernel/several.c -- converts several launches of kernels in one program, each to a graph of its own (K1).
 *
 * A conversion changes the functions that a kernel reaches. Each launch therefore gets a copy of the
 * module, is converted there, and its graph comes back with its own functions. Variables in global and
 * constant memory stay in the program's module, so that all launches share them.
 *
 * Invariant: names of functions in reports are those of the source, unless another launch has them:
 *            then a number follows, as in "sum.2".
 * Owns:      the copies.
 * Not here:  one conversion (convert.c), the steps of a list of launches (interp/args/sequence.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/passes.h"

/* Numbers of the address space for constant memory: of NVPTX and AMDGPU, and of SPIR. */
enum { SPACE_CONSTANT = 4, SPACE_CONSTANT_OPENCL = 2 };

/* --- variables -------------------------------------------------------------------------------- */

static bool is_shared_memory(LLVMValueRef variable)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == HR_SPACE_SHARED;
}

/* Lists of the compiler and the linker, such as llvm.used, which keep functions that are not called. */
static void drop_lists(LLVMModuleRef module)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = next) {
		next = LLVMGetNextGlobal(at);
		if (LLVMGetLinkage(at) == LLVMAppendingLinkage)
			LLVMDeleteGlobal(at);
	}
}

/* Return true if nothing writes VARIABLE (K2): clang has constant memory of CUDA as variables that may change. */
static bool is_constant(LLVMValueRef variable)
{
	const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(variable));

	return LLVMIsGlobalConstant(variable) || space == SPACE_CONSTANT ||
	       space == SPACE_CONSTANT_OPENCL;
}

enum { DEEPEST = 16 }; /* nested constants, and constants that refer to each other */

static bool refers_to_functions(LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAFunction(value))
		return true;
	if (LLVMIsAGlobalVariable(value))
		value = is_constant(value) ? LLVMGetInitializer(value) : NULL;
	for (int i = 0; value && depth && i < LLVMGetNumOperands(value); i++)
		if (refers_to_functions(LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* Return true if launches share VARIABLE: it has memory of its own, and is no table of functions, of which
 * each launch has others. */
static bool is_common(LLVMValueRef variable)
{
	return !LLVMIsDeclaration(variable) && !is_shared_memory(variable) &&
	       !(is_constant(variable) && refers_to_functions(variable, DEEPEST));
}

/* Give the variables that launches share names by which copies of the module find them. */
static void name_variables(LLVMModuleRef module)
{
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at)) {
		size_t length;

		if (!is_common(at)) {
			if (!LLVMIsDeclaration(at))
				LLVMSetLinkage(at, LLVMInternalLinkage);
			continue;
		}
		LLVMGetValueName2(at, &length);
		if (!length)
			LLVMSetValueName2(at, "constant", strlen("constant"));
		LLVMSetLinkage(at, LLVMExternalLinkage);
		LLVMSetVisibility(at, LLVMDefaultVisibility);
		LLVMSetComdat(at, NULL);
	}
}

/* The copy MODULE has no variables of its own. */
static void refer_to_variables(LLVMModuleRef module)
{
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
		if (is_common(at) && LLVMGetLinkage(at) == LLVMExternalLinkage)
			LLVMSetInitializer(at, NULL);
}

static void hide_variables(LLVMModuleRef module)
{
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
		if (!LLVMIsDeclaration(at))
			LLVMSetLinkage(at, LLVMInternalLinkage);
}

/* --- functions -------------------------------------------------------------------------------- */

/* Remove the functions that neither ROOT (or NULL) nor variables refer to. */
static void keep_reached(LLVMModuleRef module, LLVMValueRef root)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		LLVMSetComdat(f, NULL);
		LLVMSetVisibility(f, LLVMDefaultVisibility);
		LLVMSetLinkage(f, f == root ? LLVMExternalLinkage : LLVMInternalLinkage);
	}
	hr_run_passes(module, "globaldce");
}

/* Number the functions of MODULE that have the name of one of TO. */
static void make_distinct(hr_arena *arena, LLVMModuleRef module, LLVMModuleRef to)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		const char *name = hr_arena_strdup(arena, LLVMGetValueName(f)), *free_name = name;

		if (LLVMIsDeclaration(f))
			continue;
		for (unsigned number = 2;
		     LLVMGetNamedFunction(to, free_name) ||
		     (free_name != name && LLVMGetNamedFunction(module, free_name));
		     number++)
			free_name = hr_arena_printf(arena, "%s.%u", name, number);
		if (free_name != name)
			LLVMSetValueName2(f, free_name, strlen(free_name));
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Convert LAUNCH in a copy of ORIGINAL, and link the result to TO. */
static hr_status convert_copy(hr_program *program, hr_kernel_launch *launch, LLVMModuleRef original,
			      LLVMModuleRef to)
{
	LLVMModuleRef copy = LLVMCloneModule(original);
	const unsigned warp = program->warp; /* of the launches before: all have the same */
	LLVMValueRef root;
	hr_status status;

	program->module = copy;
	status = hr_kernel_convert(program, launch);
	program->module = to;
	if (status == HR_OK && warp && launch->warp != warp) {
		snprintf(launch->wrong, sizeof(launch->wrong),
			 "--warp: warps have %u lanes in this launch and %u in another one",
			 launch->warp, warp);
		status = HR_REJECT;
	}
	if (status != HR_OK) {
		LLVMDisposeModule(copy);
		return status;
	}
	root = LLVMGetNamedFunction(copy, launch->root);
	refer_to_variables(copy);
	keep_reached(copy, root);
	make_distinct(&program->arena, copy, to);
	launch->root = hr_arena_strdup(&program->arena, LLVMGetValueName(root));
	if (LLVMLinkModules2(to, copy))
		hr_bug("cannot link the launch of kernel '%s'", launch->kernel);
	return HR_OK;
}

hr_status hr_kernel_convert_all(hr_program *program, hr_kernel_launch *launches, size_t count)
{
	LLVMModuleRef to = program->module, original;
	hr_status status = HR_OK;

	if (count == 1)
		return hr_kernel_convert(program, launches);
	drop_lists(to);
	name_variables(to);
	original = LLVMCloneModule(to);
	keep_reached(to, NULL);
	for (size_t i = 0; i < count && status == HR_OK; i++)
		status = convert_copy(program, &launches[i], original, to);
	LLVMDisposeModule(original);
	hide_variables(to);
	return status;
}
