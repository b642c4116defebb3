/* backends/case/check.c -- what a case that was read must hold before it is made smaller or written: a stranger may have
 * written it.
 *
 * Not here: the form of case.yaml (read.c). */
#include <stdio.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include "backends/case/case.h"
#include "backends/shared/context.h"

static char problem[512];

static bool fails(const char **why, const char *text)
{
	snprintf(problem, sizeof(problem), "%s", text);
	*why = problem;
	return false;
}

/* Every level has at least one instance, and their number is one. */
static bool check_levels(const hr_case *of, const char **why)
{
	for (uint32_t i = 0; i < of->level_count; i++) {
		int64_t instances = 1;

		for (unsigned d = 0; d < 3; d++)
			if (of->levels[i].extent[d] < 1 ||
			    __builtin_mul_overflow(instances, of->levels[i].extent[d], &instances))
				return fails(why, "'levels' in case.yaml are no extents of grids");
	}
	return true;
}

static bool check_memory(const hr_case *of, const char **why)
{
	for (size_t i = 0; i < of->memory.count; i++)
		for (uint32_t d = 0; d < of->memory.data[i].rank; d++)
			if (!of->memory.data[i].dims[d])
				return fails(why, "a tensor of the case has no elements");
	for (unsigned i = 0; i < of->input_count; i++) {
		const hr_case_input *input = &of->inputs[i];

		if (input->memory >= 0 && input->at > of->memory.data[input->memory].bytes)
			return fails(why, "'at' in case.yaml lies outside of the memory");
	}
	return true;
}

static bool check_leaf(const hr_case *of, LLVMModuleRef module, const char **why)
{
	LLVMValueRef leaf = LLVMGetNamedFunction(module, of->leaf);

	if (leaf && LLVMCountParams(leaf) == of->input_count)
		return true;
	return fails(
		why,
		leaf ? "the leaf in leaf.bc does not have as many parameters as case.yaml has arguments"
		     : "leaf.bc does not have the leaf that case.yaml names");
}

static bool check_leaves(const hr_case *self, LLVMModuleRef module, const char **why)
{
	for (unsigned i = 0; i < self->earlier_count; i++)
		if (!check_leaf(self->earlier[i], module, why))
			return false;
	return check_leaf(self, module, why);
}

static bool check_code(const hr_case *self, LLVMContextRef context, const char **why)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		self->bitcode, self->bitcode_bytes, "leaf", false);
	LLVMModuleRef module;
	bool sound = false;
	char *text = NULL;

	if (LLVMParseBitcodeInContext2(context, buffer, &module)) {
		LLVMDisposeMemoryBuffer(buffer);
		return fails(why, "leaf.bc is not bitcode that can be read");
	}
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, &text))
		(void)fails(why, "leaf.bc is not a valid module");
	else
		sound = check_leaves(self, module, why);
	LLVMDisposeMessage(text);
	LLVMDisposeModule(module);
	LLVMDisposeMemoryBuffer(buffer);
	return sound;
}

bool hr_case_check(const hr_case *self, const char **why)
{
	LLVMContextRef context;
	bool sound;

	for (unsigned i = 0; i < self->earlier_count; i++)
		if (!check_levels(self->earlier[i], why) || !check_memory(self->earlier[i], why))
			return false;
	if (!check_levels(self, why) || !check_memory(self, why))
		return false;
	context = hr_context_new();
	sound = check_code(self, context, why);
	hr_context_free(context);
	return sound;
}
