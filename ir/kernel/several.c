/* ir/kernel/several.c -- converts several launches of kernels in one program, each to a graph of its own (K1).
 *
 * A conversion changes the functions that a kernel reaches. Each launch therefore gets a copy of the
 * module, is converted there, and its graph comes back with its own functions. Variables in global and
 * constant memory stay in the program's module, so that all launches share them.
 *
 * Invariant: names of functions in reports are those of the source, unless another launch has them:
 *            then a number follows, as in "sum.2".
 * Owns:      the copies until they are linked.
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

/* --- linking ---------------------------------------------------------------------------------- */

/* LLVM's linker looks at all of the module that it links to, so that linking one launch after the other costs the
 * square of their number. PART_LAUNCHES launches make a part, PART_LAUNCHES parts make a larger one, and so on. */
enum { PART_LAUNCHES = 16 };

typedef struct launch_part {
	LLVMModuleRef module; /* owned */
	unsigned level;       /* 0: one launch */
} launch_part;

typedef struct collector {
	hr_program *program;
	LLVMModuleRef to, original; /* with the variables; what each copy is made of */
	HR_VEC(launch_part) parts;  /* levels do not grow from one to the next */
	hr_strmap
		names; /* of functions in all of them; the value is the first number that may be free */
} collector;

/* Note that a function has NAME; return false if another one has. */
static bool take_name(collector *self, const char *name)
{
	if (hr_strmap_get(&self->names, name, NULL))
		return false;
	hr_strmap_put(&self->names, name, 2);
	return true;
}

/* Number the functions of MODULE that have the name of one in another module. */
static void make_distinct(collector *self, LLVMModuleRef module)
{
	hr_arena *arena = &self->program->arena;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		const char *name, *free_name;
		uint64_t number = 2;

		if (LLVMIsDeclaration(f))
			continue;
		name = free_name = hr_arena_strdup(arena, LLVMGetValueName(f));
		if (take_name(self, name))
			continue;
		hr_strmap_get(&self->names, name, &number);
		do
			free_name = hr_arena_printf(arena, "%s.%llu", name,
						    (unsigned long long)number++);
		while (LLVMGetNamedFunction(module, free_name) || !take_name(self, free_name));
		hr_strmap_put(&self->names, name, number);
		LLVMSetValueName2(f, free_name, strlen(free_name));
	}
}

static void link(LLVMModuleRef to, LLVMModuleRef from)
{
	if (LLVMLinkModules2(to, from))
		hr_bug("cannot link the launches of kernels");
}

/* Add the MODULE of a launch, and make larger parts of the last ones, where there are enough. */
static void collect(collector *self, LLVMModuleRef module)
{
	HR_PUSH(&self->parts, ((launch_part){module, 0}));
	for (;;) {
		launch_part *parts = self->parts.data;
		const size_t count = self->parts.count;
		size_t first = count - 1;

		while (first && parts[first - 1].level == parts[count - 1].level)
			first--;
		if (count - first < PART_LAUNCHES)
			return;
		for (size_t i = first + 1; i < count; i++)
			link(parts[first].module, parts[i].module);
		parts[first].level++;
		self->parts.count = first + 1;
	}
}

/* A variable that changes belongs to all launches, and so do the functions that it refers to: those must not hang on
 * what a launch is. */
static hr_status check_left(collector *self, const hr_kernel_launch *launch)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(self->to); f; f = LLVMGetNextFunction(f))
		HR_EACH_BLOCK_INSTRUCTION(f, at)
		{
			LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

			if (callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
			    hr_kernel_knows(LLVMGetValueName(callee)))
				return hr_report(
					self->program->diags, HR_D_kernel_needs, NULL,
					launch->kernel,
					hr_arena_printf(
						&self->program->arena,
						"function '%s', which depends on the launch, in a variable of several "
						"launches; in a constant it can be",
						LLVMGetValueName(f)));
		}
	return HR_OK;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Convert LAUNCH in a copy of the original. */
static hr_status convert_copy(collector *self, hr_kernel_launch *launch)
{
	hr_program *program = self->program;
	LLVMModuleRef copy = LLVMCloneModule(self->original);
	const unsigned warp = program->warp; /* of the launches before: all have the same */
	LLVMValueRef root;
	hr_status status;

	program->module = copy;
	status = hr_kernel_convert(program, launch);
	program->module = self->to;
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
	make_distinct(self, copy);
	launch->root = hr_arena_strdup(&program->arena, LLVMGetValueName(root));
	collect(self, copy);
	return HR_OK;
}

hr_status hr_kernel_convert_all(hr_program *program, hr_kernel_launch *launches, size_t count)
{
	collector self = {.program = program, .to = program->module};
	hr_status status = HR_OK;

	if (count == 1)
		return hr_kernel_convert(program, launches);
	drop_lists(self.to);
	name_variables(self.to);
	self.original = LLVMCloneModule(self.to);
	keep_reached(self.to, NULL);
	make_distinct(&self, self.to);
	status = check_left(&self, launches);
	for (size_t i = 0; i < count && status == HR_OK; i++)
		status = convert_copy(&self, &launches[i]);
	for (size_t i = 0; i < self.parts.count; i++)
		link(self.to, self.parts.data[i].module);
	LLVMDisposeModule(self.original);
	hide_variables(self.to);
	HR_VEC_FREE(&self.parts);
	hr_strmap_free(&self.names);
	return status;
}
