/* tools/session/kernel_options.c -- options for kernels of other languages.
 *
 * Owns:      nothing.
 * Clauses:   K1.
 * Not here:  kernels (ir/kernel/), compiling (tools/session/kernel_source.c). */
#include "tools/session/kernel_options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- sizes ------------------------------------------------------------------------------------ */

/* Read X[,Y,Z]; what is not given is LEAST. */
static bool read_sizes(const char *option, const char *text, uint64_t least, uint64_t sizes[3],
		       unsigned *count)
{
	const char *at = text;

	for (unsigned i = 0; i < 3; i++)
		sizes[i] = least;
	for (*count = 0; *count < 3;) {
		char *end;

		errno = 0;
		sizes[*count] = strtoull(at, &end, 10);
		if (!isdigit((unsigned char)*at) || errno || sizes[*count] > INT64_MAX ||
		    sizes[*count] < least)
			break;
		++*count;
		if (!*end)
			return true;
		if (*end != ',')
			break;
		at = end + 1;
	}
	return tool_wrong("%s is X, X,Y or X,Y,Z with numbers of at least %llu, not '%s'", option,
			  (unsigned long long)least, text);
}

/* Read sizes of the launch, which has as many dimensions as the longest of its sizes. */
static bool read_launch(tool_options *options, const char *option, const char *text,
			uint64_t sizes[3])
{
	unsigned count;

	if (!read_sizes(option, text, 1, sizes, &count))
		return false;
	if (options->kernel.dims < count)
		options->kernel.dims = count;
	return true;
}

bool tool_read_grid(const char *text, void *data)
{
	tool_options *options = data;

	return read_launch(options, "--grid", text, options->kernel.groups);
}

bool tool_read_block(const char *text, void *data)
{
	tool_options *options = data;

	return read_launch(options, "--block", text, options->kernel.block);
}

bool tool_read_global(const char *text, void *data)
{
	tool_options *options = data;

	return read_launch(options, "--global", text, options->kernel.items);
}

bool tool_read_offset(const char *text, void *data)
{
	tool_options *options = data;
	unsigned count;

	return read_sizes("--offset", text, 0, options->kernel.offset, &count);
}

/* --- which options go together ---------------------------------------------------------------- */

static const tool_option for_kernels[] = {OPT_grid,   OPT_block,  OPT_global,
					  OPT_offset, OPT_shared, OPT_warp};

bool tool_check_kernel(const tool_options *options)
{
	const tool_values *given = &options->given;

	for (size_t i = 0; i < sizeof(for_kernels) / sizeof(*for_kernels); i++)
		if (!given->kernel && given->has[for_kernels[i]])
			return tool_wrong("%s needs --kernel", tool_option_name(for_kernels[i]));
	if (given->sandbox)
		for (size_t i = 0; i < options->files.count; i++)
			if (tool_is_kernel_source(options->files.data[i]))
				return tool_wrong("--sandbox runs no compiler: compile '%s' before",
						  options->files.data[i]);
	if (!given->kernel)
		return true;
	if (given->root)
		return tool_wrong("--kernel and --root cannot be given together");
	if (given->argument_count)
		return tool_wrong(
			"--kernel runs no host code, so arguments after -- are not allowed");
	if (given->has[OPT_grid] && given->has[OPT_global])
		return tool_wrong("--grid counts groups and --global work-items: give one of them");
	if (!given->has[OPT_grid] && !given->has[OPT_global] &&
	    (given->action == OPT_none || given->action == OPT_print_graph))
		return tool_wrong(
			"--kernel needs --grid X[,Y,Z], the number of groups, or --global "
			"X[,Y,Z], the number of work-items");
	return true;
}

void tool_set_kernel(tool_options *options)
{
	options->kernel.kernel = options->given.kernel;
	options->kernel.shared = options->given.shared;
	if (options->given.has[OPT_warp])
		options->kernel.warp = (unsigned)options->given.warp;
	options->kernel.shared_given = options->given.has[OPT_shared];
}

static bool ends_in(const char *file, const char *end)
{
	size_t length = strlen(file);

	return length > strlen(end) && !strcmp(file + length - strlen(end), end);
}

bool tool_is_opencl_source(const char *file)
{
	return ends_in(file, ".cl");
}

bool tool_is_hip_source(const char *file)
{
	return ends_in(file, ".hip");
}

bool tool_is_kernel_source(const char *file)
{
	return tool_is_opencl_source(file) || ends_in(file, ".cu") || tool_is_hip_source(file);
}
