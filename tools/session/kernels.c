/* tools/session/kernels.c -- the part of hpvm_run.h about kernels of other languages: lists them, and
 * notes which of them become roots.
 *
 * Owns:      nothing.
 * Clauses:   K1.
 * Not here:  loading (context.c), what a kernel becomes (ir/kernel/). */
#include <stdlib.h>
#include <string.h>

#include "tools/session/run_context.h"

static hpvm_run_status may_add(const hpvm_run_context *context)
{
	return context->program ? context_fail(HPVM_RUN_MISUSE, "the program has been loaded")
				: HPVM_RUN_OK;
}

hpvm_run_status hpvm_run_list_kernels(hpvm_run_context *context, hpvm_run_on_kernel *callback,
				      void *data)
{
	hpvm_run_status result = may_add(context);
	hr_kernel_launch none = {.kernel = NULL};
	hr_program *program = NULL;
	hr_status status;

	if (result != HPVM_RUN_OK)
		return result;
	if (!context->sources.count)
		return context_fail(HPVM_RUN_MISUSE, "there is no module to look at");
	context_begin_errors(context);
	status = context_read(context, &none, 1, &program);
	if (status == HR_OK) {
		(void)hr_kernel_each(program, none.language, callback, data);
		hr_program_free(program);
	}
	return context_result(context, status);
}

/* Set SIZES to the first DIMS of FROM; the others, and all if FROM has none, are REST. */
static void set_sizes(uint64_t sizes[3], const uint64_t from[3], unsigned dims, uint64_t rest)
{
	for (unsigned i = 0; i < 3; i++)
		sizes[i] = i < dims ? from[i] : rest;
}

/* Return true if all of the first DIMS numbers are 0. */
static bool is_left_out(const uint64_t from[3], unsigned dims)
{
	for (unsigned i = 0; i < dims; i++)
		if (from[i])
			return false;
	return true;
}

/* Return true if each of the first DIMS numbers is one of work-items or groups. */
static bool are_sizes(const uint64_t from[3], unsigned dims)
{
	for (unsigned i = 0; i < dims; i++)
		if (!from[i] || from[i] > INT64_MAX)
			return false;
	return true;
}

hpvm_run_status hpvm_run_add_kernel(hpvm_run_context *context, const char *name,
				    const hpvm_run_range *range, size_t *number)
{
	hpvm_run_status result = may_add(context);
	const unsigned dims = range->dims;
	hr_kernel_launch launch = {.dims = dims,
				   .shared = range->shared,
				   .shared_given = range->shared != 0,
				   .warp = range->warp};
	bool by_items, required;

	if (result != HPVM_RUN_OK)
		return result;
	if (dims < 1 || dims > 3)
		return context_fail(HPVM_RUN_MISUSE, "a range has 1 to 3 dimensions, not %u", dims);
	by_items = is_left_out(range->groups, dims);
	required = is_left_out(range->block, dims);
	if (!are_sizes(by_items ? range->items : range->groups, dims) ||
	    (!required && !are_sizes(range->block, dims)))
		return context_fail(HPVM_RUN_MISUSE, "a size of the range is 0");
	if (!by_items && !is_left_out(range->items, dims))
		return context_fail(HPVM_RUN_MISUSE, "the range has both groups and items");
	set_sizes(by_items ? launch.items : launch.groups, by_items ? range->items : range->groups,
		  dims, 1);
	if (!required)
		set_sizes(launch.block, range->block, dims, 1);
	set_sizes(launch.offset, range->offset, dims, 0);
	launch.kernel = hr_arena_strdup(&context->texts, name);
	*number = context->kernels.count;
	HR_PUSH(&context->kernels, launch);
	return HPVM_RUN_OK;
}

const hpvm_run_node *hpvm_run_kernel_root(const hpvm_run_context *context, size_t number)
{
	return context->program && number < context->kernels.count
		       ? hpvm_run_find_root(context, context->kernels.data[number].root)
		       : NULL;
}
