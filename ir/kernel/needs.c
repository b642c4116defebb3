/* ir/kernel/needs.c -- what a kernel needs that hpvm-run does not have: functions, and arguments of some types.
 *
 * Clauses:   K4.
 * Not here:  PTX instructions (ptx/), barriers and constants that cannot be converted (inline.c, shared.c). */
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"
#include "ir/program/hpvm_names.h"

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Return true if FUNCTION is missing: no body, no intrinsic, and nothing that this folder replaces. */
static bool is_missing(const hr_kernel *k, LLVMValueRef function)
{
	const char *name = LLVMGetValueName(function);
	const char *c_name;
	bool cuda;

	if (LLVMGetFirstBasicBlock(function) || hr_kernel_knows(name) ||
	    hr_hpvm_by_name(name, NULL) == HR_H_trap_if || hr_kernel_amdgpu_knows(name) ||
	    hr_kernel_prints(function, &cuda) || hr_kernel_device_function(k, function, &c_name) ||
	    LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					  HR_KERNEL_C_FUNCTION, strlen(HR_KERNEL_C_FUNCTION)))
		return false;
	return !starts(name, "llvm.") || starts(name, "llvm.nvvm.") || starts(name, "llvm.amdgcn.");
}

/* Return the text for the missing function NAME. */
static const char *say(const hr_kernel *k, const char *name)
{
	/* beginnings of the names that clang gives builtin functions of OpenCL C, and what these are for */
	static const char *const groups[][2] = {
		{"__read_pipe", "pipes"},
		{"__write_pipe", "pipes"},
		{"__reserve_", "pipes"},
		{"__commit_", "pipes"},
		{"__work_group_reserve_", "pipes"},
		{"__work_group_commit_", "pipes"},
		{"__sub_group_reserve_", "pipes"},
		{"__sub_group_commit_", "pipes"},
		{"__get_pipe_", "pipes"},
		{"__enqueue_kernel_", "enqueue_kernel()"},
		{"__get_kernel_", "enqueue_kernel()"},
		{"_Z17get_default_queue", "enqueue_kernel()"},
		{"_Z10ndrange_", "enqueue_kernel()"},
		{"_Z14enqueue_marker", "enqueue_kernel()"},
	};

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		if (starts(name, groups[i][0]))
			return hr_arena_printf(&k->program->arena, "%s, as %s", groups[i][1], name);
	return name;
}

/* Return the text for parameter I if it has a type that no argument can have; else NULL. */
static const char *of_parameter(const hr_kernel *k, unsigned i)
{
	static const char *const types[] = {"queue_t", "clk_event_t", "reserve_id_t", "event_t"};
	const char *qualifiers = hr_kernel_said(k->program, k->function, "kernel_arg_type_qual", i);
	const char *type = hr_kernel_said(k->program, k->function, "kernel_arg_base_type", i);
	const char *image = hr_kernel_opaque(k->program, k->function, i), *refused = NULL;

	if (qualifiers && strstr(qualifiers, "pipe"))
		refused = "pipe";
	if (image && strstr(image, "msaa"))
		refused = image;
	for (size_t t = 0; type && t < sizeof(types) / sizeof(*types); t++)
		if (!strcmp(type, types[t]) && !hr_kernel_byval(k->function, i))
			refused = type;
	if (!refused)
		return NULL;
	return hr_arena_printf(&k->program->arena, "argument %u of type %s", i, refused);
}

const char *hr_kernel_need(const hr_kernel *k, size_t *next)
{
	const size_t parameters = LLVMCountParams(k->function);

	while (*next < parameters + k->reached.count) {
		const size_t i = (*next)++;
		const char *need = NULL;

		if (i < parameters)
			need = of_parameter(k, (unsigned)i);
		else if (is_missing(k, k->reached.data[i - parameters]))
			need = say(k, LLVMGetValueName(k->reached.data[i - parameters]));
		if (need)
			return need;
	}
	return NULL;
}
