/* ir/kernel/list.c -- describes and prints the kernels of a program: arguments, sizes, what is missing.
 *
 * Owns:      nothing: descriptions are in the program's arena.
 * Clauses:   K1, K6.
 * Not here:  finding them (find.c). */
#include <string.h>

#include <llvm-c/Target.h>

#include "ir/kernel/amdgcn/amdgcn.h"
#include "ir/kernel/kernel_private.h"
#include "ir/kernel/ptx/ptx.h"

/* Return what the user passes for parameter I, and set the rest of ARGUMENT. */
static const char *describe_type(hr_program *program, LLVMValueRef function, unsigned i,
				 hpvm_run_kernel_argument *argument)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
	LLVMTypeRef structure = hr_kernel_byval(function, i);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(program->module);
	const char *opaque = hr_kernel_opaque(program, function, i), *copy;
	char *text;

	argument->kind = HPVM_RUN_ARGUMENT_OPAQUE;
	if (opaque)
		return opaque;
	argument->kind = HPVM_RUN_ARGUMENT_VALUE;
	argument->bytes = LLVMABISizeOfType(layout, structure ? structure : type);
	if (structure)
		return hr_arena_printf(&program->arena, "structure of %zu bytes", argument->bytes);
	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
		text = LLVMPrintTypeToString(type);
		copy = hr_arena_strdup(&program->arena, text);
		LLVMDisposeMessage(text);
		return copy;
	}
	argument->kind = HPVM_RUN_ARGUMENT_LOCAL;
	if (LLVMGetPointerAddressSpace(type) == HR_SPACE_SHARED)
		return "local memory, given by its size in bytes";
	argument->kind = HPVM_RUN_ARGUMENT_BUFFER;
	return hr_arena_printf(
		&program->arena, "pointer to %s memory",
		hr_memory_name(program->spaces,
			       hr_space_kind(program->spaces, LLVMGetPointerAddressSpace(type))));
}

static void describe_arguments(hr_kernel *k, hpvm_run_kernel *kernel)
{
	const unsigned count = LLVMCountParams(k->function);
	hpvm_run_kernel_argument *all = hr_arena_array(&k->program->arena, count + 1, sizeof(*all));

	for (unsigned i = 0; i < count; i++) {
		all[i].name = hr_kernel_parameter(k->program, k->function, i);
		all[i].type = describe_type(k->program, k->function, i, &all[i]);
		all[i].optional = hr_kernel_is_scratch(k->module, k->function, i);
	}
	kernel->argument_count = count;
	kernel->arguments = all;
}

static void describe_shared(hr_kernel *k, hpvm_run_kernel *kernel)
{
	hpvm_run_kernel_shared *all =
		hr_arena_array(&k->program->arena, k->shared.count + 1, sizeof(*all));

	for (size_t i = 0; i < k->shared.count; i++) {
		const hr_kernel_shared *shared = &k->shared.data[i];

		if (shared->variable)
			all[kernel->shared_count++] = (hpvm_run_kernel_shared){
				shared->name, shared->dynamic ? 0 : shared->bytes, shared->dynamic};
	}
	kernel->shared = all;
}

static void describe_needs(hr_kernel *k, hpvm_run_kernel *kernel)
{
	HR_VEC(const char *) needs = {0};
	const char *need, **all;
	size_t next = 0;

	while ((need = hr_kernel_need(k, &next)) != NULL)
		HR_PUSH(&needs, hr_arena_strdup(&k->program->arena, need));
	all = hr_arena_array(&k->program->arena, needs.count + 1, sizeof(*all));
	for (size_t i = 0; i < needs.count; i++)
		all[i] = needs.data[i];
	kernel->need_count = (unsigned)needs.count;
	kernel->needs = all;
	HR_VEC_FREE(&needs);
}

static void describe(hr_program *program, hr_kernel_language language, LLVMValueRef function,
		     hpvm_run_kernel *kernel)
{
	hr_kernel_launch launch = {.kernel = LLVMGetValueName(function), .language = language};
	hr_kernel k = {.program = program,
		       .launch = &launch,
		       .module = program->module,
		       .context = program->context,
		       .function = function,
		       .name = launch.kernel};

	*kernel = (hpvm_run_kernel){.size = sizeof(*kernel), .name = k.name};
	describe_arguments(&k, kernel);
	hr_kernel_reach(&k);
	describe_shared(&k, kernel);
	if (!hr_kernel_sizes(k.module, function, false, kernel->required))
		memset(kernel->required, 0, sizeof(kernel->required));
	if (!hr_kernel_sizes(k.module, function, true, kernel->most))
		memset(kernel->most, 0, sizeof(kernel->most));
	kernel->warp = hr_kernel_warp(k.module, function);
	describe_needs(&k, kernel);
	hr_kernel_free(&k);
}

bool hr_kernel_each(hr_program *program, hr_kernel_language language, hpvm_run_on_kernel *visit,
		    void *data)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f))
		if (hr_kernel_is(program->module, f)) {
			hpvm_run_kernel kernel;

			describe(program, language, f, &kernel);
			visit(data, &kernel);
			any = true;
		}
	return any;
}

/* --- printing --------------------------------------------------------------------------------- */

static void print_sizes(const uint64_t sizes[3], const char *what, FILE *stream)
{
	if (sizes[0])
		fprintf(stream, "  %s %llu,%llu,%llu\n", what, (unsigned long long)sizes[0],
			(unsigned long long)sizes[1], (unsigned long long)sizes[2]);
}

static void print_kernel(void *data, const hpvm_run_kernel *kernel)
{
	FILE *stream = data;

	fprintf(stream, "kernel %s\n", kernel->name);
	for (unsigned i = 0; i < kernel->argument_count; i++) {
		const hpvm_run_kernel_argument *argument = &kernel->arguments[i];

		fprintf(stream, "  argument %u", i);
		if (*argument->name)
			fprintf(stream, " '%s'", argument->name);
		fprintf(stream, ": %s%s\n", argument->type,
			argument->optional ? ", not used; it may be left out" : "");
	}
	for (unsigned i = 0; i < kernel->shared_count; i++) {
		fprintf(stream, "  shared memory '%s': ", kernel->shared[i].name);
		if (kernel->shared[i].dynamic)
			fprintf(stream, "as many bytes as --shared says\n");
		else
			fprintf(stream, "%llu bytes\n",
				(unsigned long long)kernel->shared[i].bytes);
	}
	print_sizes(kernel->required, "requires groups of", stream);
	print_sizes(kernel->most, "allows groups of at most", stream);
	if (kernel->warp)
		fprintf(stream, "  requires sub-groups of %u\n", kernel->warp);
	for (unsigned i = 0; i < kernel->need_count; i++)
		fprintf(stream, "  needs '%s', which hpvm-run does not have\n", kernel->needs[i]);
}

bool hr_kernel_list(hr_program *program, hr_kernel_language language, FILE *stream)
{
	return hr_kernel_each(program, language, print_kernel, stream);
}

/* --- the library ------------------------------------------------------------------------------ */

hr_status hr_kernel_complete(hr_program *program, const hr_kernel_launch *launch)
{
	hr_kernel_dispatches(program);
	program->spaces = launch->spaces;
	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f))
		if (hr_kernel_is(program->module, f)) {
			if (launch->language == HR_KERNEL_CUDA) {
				hr_ptx_replace(program->module);
				hr_kernel_begin_named(program);
			}
			if (!launch->kernel) /* its functions are kernels' and may do what these may do */
				program->kernel = "";
			hr_kernel_openmp(program->module);
			if (launch->wave)
				hr_amdgcn_replace(program->module);
			return hr_kernel_link_library(program->module, launch->language,
						      program->diags);
		}
	return HR_OK;
}
