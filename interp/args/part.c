/* interp/args/part.c -- one execution of a root, or one push: its results, and the memory of its arguments.
 *
 * Owns:      nothing.
 * Clauses:   M7 (every buffer is tracked).
 * Not here:  arguments (pack.c), when an execution runs (direct.c, sequence.c). */
#include <stdio.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/host/launch.h"
#include "interp/memory/memory.h"
#include "ir/program/near_names.h"

/* --- roots ------------------------------------------------------------------------------------ */

hr_status hr_direct_root(hr_run *run, const char *name, hr_function **root)
{
	hr_function *function = hr_program_function(run->program, name);
	char text[160];

	if (!function || !function->defined)
		return hr_program_no_function(run->program, run->diags, name);
	*root = function;
	if (hr_program_graph(run->program, function->id))
		return HR_OK;
	snprintf(text, sizeof(text), "'%.100s' is not the root of a graph", name);
	return hr_report(run->diags, HR_D_bad_launch, NULL, text);
}

/* --- reading ---------------------------------------------------------------------------------- */

static hr_status read_result(hr_direct *direct, const hr_function *root, const hr_yaml *spec,
			     const char *prefix, unsigned i, hr_part *part)
{
	static const char *const tensor_keys[] = {"tensor", "save",   "expect", "tolerance",
						  "print",  "bounds", "shape",  NULL};
	const hr_yaml *tensor = hr_yaml_get(spec, "tensor");
	bool pointer = root->outputs[i].type->kind == HR_T_PTR;

	if (pointer && !tensor)
		return hr_direct_bad(
			direct, spec,
			"output %u is a pointer: check the argument that it points to instead, or give its shape as a 'tensor'",
			i);
	HR_TRY(hr_direct_check_keys(direct, spec, pointer ? tensor_keys : hr_check_keys));
	if (tensor)
		HR_TRY(hr_direct_tensor_result(direct, spec, &part->outputs[i]));
	part->tensors[i] = tensor != NULL;
	HR_TRY(hr_check_read(direct, spec, &part->outputs[i],
			     hr_arena_printf(&direct->arena, "%sresult %u", prefix, i),
			     &part->results[i]));
	return tensor ? hr_direct_tensor_check(direct, spec, &part->results[i]) : HR_OK;
}

static hr_status read_results(hr_direct *direct, const hr_function *root, const hr_yaml *node,
			      const char *prefix, hr_part *part)
{
	unsigned count = root->output_count;

	part->results = hr_arena_array(&direct->arena, count + 1, sizeof(*part->results));
	part->outputs = hr_arena_array(&direct->arena, count + 1, sizeof(*part->outputs));
	part->tensors = hr_arena_array(&direct->arena, count + 1, sizeof(*part->tensors));
	for (unsigned i = 0; i < count; i++)
		part->outputs[i] = hr_elements_of_type(root->outputs[i].type, NULL);
	if (!node || hr_yaml_is_null(node))
		return HR_OK;
	if (node->kind != HR_YAML_LIST)
		return hr_direct_bad(direct, node,
				     "results must be a list with one item for each output");
	if (node->count > count)
		return hr_direct_bad(direct, node->items[count], "'%s' has only %u outputs",
				     root->name, count);
	for (unsigned i = 0; i < node->count; i++) {
		const hr_yaml *spec = node->items[i];

		if (hr_yaml_is_null(spec))
			continue;
		if (spec->kind != HR_YAML_MAP)
			return hr_direct_bad(direct, spec,
					     "a map with expect, save or print is expected");
		HR_TRY(read_result(direct, root, spec, prefix, i, part));
	}
	return HR_OK;
}

hr_status hr_part_read(hr_direct *direct, const hr_function *root, const hr_yaml *map,
		       const hr_arguments *base, const char *prefix, hr_part *part)
{
	HR_TRY(hr_arguments_read(direct, root, hr_yaml_get(map, "args"), map, base, prefix,
				 &part->arguments));
	HR_TRY(hr_direct_needs(direct, root, part->arguments.packed));
	return read_results(direct, root, hr_yaml_get(map, "results"), prefix, part);
}

/* --- memory ----------------------------------------------------------------------------------- */

hr_status hr_buffer_track(hr_direct *direct, const hr_elements *buffer, const char *what,
			  unsigned line)
{
	const hr_npy *array = &buffer->array;
	const char *name = hr_arena_printf(&direct->arena, "%s (%s:%u)", what, direct->file, line);

	HR_TRY(hr_track_as(direct->run, array->data, array->count * array->bytes, name));
	hr_sandbox_grant(direct->run->checker, array->data, array->count * array->bytes, true);
	if (buffer->fresh)
		hr_check_fresh(direct->run->checker, array->data, array->count * array->bytes);
	return HR_OK;
}

hr_status hr_buffer_untrack(hr_direct *direct, const hr_elements *buffer)
{
	const hr_npy *array = &buffer->array;

	HR_TRY(hr_request(direct->run, array->data, array->count * array->bytes));
	return hr_untrack(direct->run, array->data);
}

hr_status hr_part_track(hr_direct *direct, const hr_arguments *arguments)
{
	for (unsigned i = 0; i < arguments->count; i++)
		if (arguments->checked[i] && arguments->buffers[i].array.count)
			HR_TRY(hr_buffer_track(direct, &arguments->buffers[i],
					       arguments->checks[i].what,
					       arguments->checks[i].at->line));
	return HR_OK;
}

hr_status hr_part_untrack(hr_direct *direct, const hr_arguments *arguments)
{
	for (unsigned i = 0; i < arguments->count; i++)
		if (arguments->checked[i] && arguments->buffers[i].array.count)
			HR_TRY(hr_buffer_untrack(direct, &arguments->buffers[i]));
	return HR_OK;
}

/* --- checking --------------------------------------------------------------------------------- */

hr_status hr_part_check_outputs(hr_direct *direct, const hr_function *root, hr_part *part,
				uint8_t *outputs)
{
	hr_status first = HR_OK;

	for (unsigned i = 0; i < root->output_count; i++) {
		hr_status status = HR_OK;

		part->outputs[i].array.data = outputs;
		if (part->tensors[i]) {
			const void *handle;

			memcpy(&handle, outputs, sizeof(handle));
			status = hr_direct_tensor_values(direct, &part->results[i], handle,
							 &part->outputs[i]);
		}
		outputs += hr_packed_size(root->outputs[i].type);
		if (part->results[i].what && status == HR_OK)
			status = hr_check_do(direct, &part->results[i], &part->outputs[i]);
		if (first == HR_OK)
			first = status;
	}
	return first;
}

hr_status hr_part_check_buffers(hr_direct *direct, const hr_arguments *arguments)
{
	hr_status first = HR_OK;

	for (unsigned i = 0; i < arguments->count; i++) {
		hr_status status = HR_OK;

		if (arguments->checked[i])
			status = hr_check_do(direct, &arguments->checks[i], &arguments->buffers[i]);
		if (first == HR_OK)
			first = status;
	}
	return first;
}
