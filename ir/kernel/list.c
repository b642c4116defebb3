/* ir/kernel/list.c -- prints the kernels of a program: arguments, sizes, what is missing.
 *
 * Clauses:   K1, K6.
 * Not here:  finding them (find.c). */
#include <string.h>

#include <llvm-c/Target.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/ptx/ptx.h"

static void print_type(LLVMTypeRef type, FILE *stream)
{
	char *text = LLVMPrintTypeToString(type);

	fprintf(stream, "%s", text);
	LLVMDisposeMessage(text);
}

static void print_argument(hr_program *program, LLVMValueRef function, unsigned i, FILE *stream)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
	LLVMTypeRef structure = hr_kernel_byval(function, i);
	const char *name = hr_kernel_parameter(program, function, i);

	fprintf(stream, "  argument %u", i);
	if (*name)
		fprintf(stream, " '%s'", name);
	fprintf(stream, ": ");
	if (hr_kernel_opaque(program, function, i)) {
		fprintf(stream, "%s", hr_kernel_opaque(program, function, i));
	} else if (structure) {
		fprintf(stream, "structure of %llu bytes",
			(unsigned long long)LLVMABISizeOfType(
				LLVMGetModuleDataLayout(program->module), structure));
	} else if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
		print_type(type, stream);
	} else if (LLVMGetPointerAddressSpace(type) == HR_SPACE_SHARED) {
		fprintf(stream, "local memory, given by its size in bytes");
	} else {
		fprintf(stream, "pointer to %s memory",
			hr_memory_name(
				program->spaces,
				hr_space_kind(program->spaces, LLVMGetPointerAddressSpace(type))));
	}
	if (hr_kernel_is_scratch(program->module, function, i))
		fprintf(stream, ", not used; it may be left out");
	fprintf(stream, "\n");
}

static void print_sizes(const uint64_t sizes[3], const char *what, FILE *stream)
{
	fprintf(stream, "  %s %llu,%llu,%llu\n", what, (unsigned long long)sizes[0],
		(unsigned long long)sizes[1], (unsigned long long)sizes[2]);
}

static void print_shared(const hr_kernel *k, FILE *stream)
{
	for (size_t i = 0; i < k->shared.count; i++) {
		const hr_kernel_shared *shared = &k->shared.data[i];

		if (!shared->variable)
			continue;
		fprintf(stream, "  shared memory '%s': ", shared->name);
		if (shared->dynamic)
			fprintf(stream, "as many bytes as --shared says\n");
		else
			fprintf(stream, "%llu bytes\n", (unsigned long long)shared->bytes);
	}
}

static void print_kernel(const hr_program *program, hr_kernel_language language,
			 LLVMValueRef function, FILE *stream)
{
	hr_kernel_launch launch = {.kernel = LLVMGetValueName(function), .language = language};
	hr_kernel k = {.program = (hr_program *)(uintptr_t)program,
		       .launch = &launch,
		       .module = program->module,
		       .context = program->context,
		       .function = function,
		       .name = launch.kernel};
	uint64_t sizes[3];
	const char *need;
	size_t next = 0;

	fprintf(stream, "kernel %s\n", k.name);
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		print_argument(k.program, function, i, stream);
	hr_kernel_reach(&k);
	print_shared(&k, stream);
	if (hr_kernel_sizes(k.module, function, false, sizes))
		print_sizes(sizes, "requires groups of", stream);
	if (hr_kernel_sizes(k.module, function, true, sizes))
		print_sizes(sizes, "allows groups of at most", stream);
	if (hr_kernel_warp(k.module, function))
		fprintf(stream, "  requires sub-groups of %u\n",
			hr_kernel_warp(k.module, function));
	while ((need = hr_kernel_need(&k, &next)) != NULL)
		fprintf(stream, "  needs '%s', which hpvm-run does not have\n", need);
	hr_kernel_free(&k);
}

hr_status hr_kernel_complete(hr_program *program, const hr_kernel_launch *launch)
{
	hr_kernel_dispatches(program);
	program->spaces = launch->spaces;
	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f))
		if (hr_kernel_is(program->module, f)) {
			if (launch->language == HR_KERNEL_CUDA)
				hr_ptx_replace(program->module);
			return hr_kernel_link_library(program->module, launch->language,
						      program->diags);
		}
	return HR_OK;
}

bool hr_kernel_list(const hr_program *program, hr_kernel_language language, FILE *stream)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f))
		if (hr_kernel_is(program->module, f)) {
			print_kernel(program, language, f, stream);
			any = true;
		}
	return any;
}
