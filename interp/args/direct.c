/* interp/args/direct.c -- a launch without host code: read the file, launch, wait, check.
 *
 * All errors in the file are reported before anything runs.
 *
 * Owns:      the file's tree and all arrays, until the launch has ended.
 * Clauses:   H1, H2, M7 (every buffer is tracked), S1, S2, S5.
 * Not here:  arguments (pack.c), arrays (array.c), results (check.c). */
#include "interp/args/direct.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/host/host.h"
#include "interp/host/launch.h"
#include "interp/memory/memory.h"
#include "ir/program/near_names.h"

enum { IN_FLIGHT = 2 };

/* One push of a stream, or the only execution of another graph. */
typedef struct direct_part {
	hr_arguments arguments;
	hr_check *results;    /* one for each output */
	hr_elements *outputs; /* without data until the execution has returned */
	bool *tensors;        /* the outputs that are checked as tensors */
} direct_part;

typedef struct direct_job {
	hr_direct direct;
	hr_function *root;
	hr_arguments launch; /* arguments of launch */
	direct_part *parts;
	size_t part_count;
	bool streaming;
	bool flowing; /* stages may be running */
	uint64_t in_flight;
} direct_job;

/* --- error messages --------------------------------------------------------------------------- */

hr_status hr_direct_bad(hr_direct *direct, const hr_yaml *at, const char *format, ...)
{
	char text[512 + 64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, 512, format, args);
	va_end(args);
	if (!direct->file) /* arguments are missing */
		return hr_report_message(direct->run->diags, HR_D_bad_args_file, NULL,
					 strcat(text, "\nhelp: give arguments in a file, "
						      "with --args FILE"));
	return hr_report(direct->run->diags, HR_D_bad_args_file, NULL, direct->file,
			 at ? at->line : 1, text);
}

hr_status hr_direct_check_keys(hr_direct *direct, const hr_yaml *map, const char *const *known)
{
	for (size_t i = 0; i < map->count; i++) {
		size_t k = 0;

		while (known[k] && strcmp(map->keys[i]->text, known[k]) != 0)
			k++;
		if (!known[k])
			return hr_direct_bad(direct, map->keys[i], "unknown key '%.60s'",
					     map->keys[i]->text);
	}
	return HR_OK;
}

/* Return true if the file exists, in the folder of the file of arguments or below it. */
static bool is_below(const hr_direct *direct, const char *path)
{
	const char *slash = strrchr(direct->file, '/');
	char *folder = slash ? hr_strdup(direct->file) : hr_strdup(".");
	char *real = realpath(path, NULL), *base;
	size_t length;
	bool below;

	if (slash)
		folder[slash - direct->file + 1] = '\0';
	base = realpath(folder, NULL);
	length = base ? strlen(base) : 0;
	below = real && base && strncmp(real, base, length) == 0 &&
		(length == 1 || real[length] == '/');
	hr_free(folder);
	free(base);
	free(real);
	return below;
}

hr_status hr_direct_file_name(hr_direct *direct, const hr_yaml *node, const char **path)
{
	const char *slash = strrchr(direct->file, '/');

	if (node->kind != HR_YAML_SCALAR || !*node->text)
		return hr_direct_bad(direct, node, "a file name is expected here");
	if (node->text[0] == '/' || !slash)
		*path = node->text;
	else
		*path = hr_arena_printf(&direct->arena, "%.*s/%s", (int)(slash - direct->file),
					direct->file, node->text);
	if (direct->run->options.sandbox.on && !is_below(direct, *path))
		return hr_direct_bad(
			direct, node,
			"the sandbox opens files in the folder of this file alone, and '%.80s' is none",
			node->text);
	return HR_OK;
}

/* --- reading ---------------------------------------------------------------------------------- */

static hr_status read_result(direct_job *job, const hr_yaml *spec, const char *prefix, unsigned i,
			     direct_part *part)
{
	static const char *const tensor_keys[] = {"tensor", "save",   "expect", "tolerance",
						  "print",  "bounds", "shape",  NULL};
	const hr_yaml *tensor = hr_yaml_get(spec, "tensor");
	hr_direct *direct = &job->direct;
	bool pointer = job->root->outputs[i].type->kind == HR_T_PTR;

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

static hr_status read_results(direct_job *job, const hr_yaml *node, const char *prefix,
			      direct_part *part)
{
	hr_direct *direct = &job->direct;
	unsigned count = job->root->output_count;

	part->results = hr_arena_array(&direct->arena, count + 1, sizeof(*part->results));
	part->outputs = hr_arena_array(&direct->arena, count + 1, sizeof(*part->outputs));
	part->tensors = hr_arena_array(&direct->arena, count + 1, sizeof(*part->tensors));
	for (unsigned i = 0; i < count; i++)
		part->outputs[i] = hr_elements_of_type(job->root->outputs[i].type, NULL);
	if (!node || hr_yaml_is_null(node))
		return HR_OK;
	if (node->kind != HR_YAML_LIST)
		return hr_direct_bad(direct, node,
				     "results must be a list with one item for each output");
	if (node->count > count)
		return hr_direct_bad(direct, node->items[count], "'%s' has only %u outputs",
				     job->root->name, count);
	for (unsigned i = 0; i < node->count; i++) {
		const hr_yaml *spec = node->items[i];

		if (hr_yaml_is_null(spec))
			continue;
		if (spec->kind != HR_YAML_MAP)
			return hr_direct_bad(direct, spec,
					     "a map with expect, save or print is expected");
		HR_TRY(read_result(job, spec, prefix, i, part));
	}
	return HR_OK;
}

static hr_status read_single(direct_job *job, const hr_yaml *file)
{
	direct_part *part = HR_ARENA_NEW(&job->direct.arena, direct_part);

	if (hr_yaml_get(file, "in-flight"))
		return hr_direct_bad(
			&job->direct, hr_yaml_get(file, "in-flight"),
			"'in-flight' applies only to streams, and there are no 'pushes'");
	HR_TRY(hr_arguments_read(&job->direct, job->root, hr_yaml_get(file, "args"), file, NULL, "",
				 &part->arguments));
	HR_TRY(read_results(job, hr_yaml_get(file, "results"), "", part));
	job->launch = part->arguments;
	job->parts = part;
	job->part_count = 1;
	return HR_OK;
}

static hr_status read_push(direct_job *job, const hr_yaml *push, size_t number,
			   const hr_arguments *base)
{
	static const char *const keys[] = {"args", "results", NULL};
	hr_direct *direct = &job->direct;
	const char *prefix = hr_arena_printf(&direct->arena, "push %zu, ", number);
	direct_part *part = &job->parts[number];

	if (push->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, push, "a push must be a map with args and results");
	HR_TRY(hr_direct_check_keys(direct, push, keys));
	HR_TRY(hr_arguments_read(direct, job->root, hr_yaml_get(push, "args"), push, base, prefix,
				 &part->arguments));
	return read_results(job, hr_yaml_get(push, "results"), prefix, part);
}

static hr_status read_stream(direct_job *job, const hr_yaml *file, const hr_yaml *pushes)
{
	static const hr_element u64 = {HR_C_I64, 64, HR_SIGN_UNSIGNED};
	const hr_yaml *args = hr_yaml_get(file, "args"),
		      *in_flight = hr_yaml_get(file, "in-flight");
	hr_direct *direct = &job->direct;

	job->streaming = true;
	job->in_flight = IN_FLIGHT;
	if (in_flight)
		HR_TRY(hr_element_read(direct, in_flight, u64, (uint8_t *)&job->in_flight));
	if (job->in_flight == 0)
		return hr_direct_bad(direct, in_flight,
				     "'in-flight' must be a number of at least 1");
	if (hr_yaml_get(file, "results"))
		return hr_direct_bad(direct, hr_yaml_get(file, "results"),
				     "the results of a stream must be given with its pushes");
	if (pushes->kind != HR_YAML_LIST || pushes->count == 0)
		return hr_direct_bad(direct, pushes, "pushes must be a list that is not empty");
	if (args)
		HR_TRY(hr_arguments_read(direct, job->root, args, file, NULL, "", &job->launch));
	job->part_count = pushes->count;
	job->parts = hr_arena_array(&direct->arena, pushes->count, sizeof(*job->parts));
	for (size_t i = 0; i < pushes->count; i++) {
		HR_TRY(read_push(job, pushes->items[i], i, args || i ? &job->launch : NULL));
		if (i == 0 && !args)
			job->launch = job->parts[0].arguments;
	}
	return HR_OK;
}

static hr_status read_file(direct_job *job)
{
	/* The keys of a case are read by the tools (backends/case/read.c). */
	static const char *const keys[] = {"args", "results", "pushes", "in-flight", "program",
					   "root", "pin",     "case",   NULL};
	hr_direct *direct = &job->direct;
	const hr_yaml *file, *pushes;
	hr_yaml_error error;

	if (!direct->file)
		return read_single(job, NULL);
	file = hr_yaml_read(direct->file, &direct->arena, &error);
	if (!file)
		return hr_report(direct->run->diags, HR_D_bad_args_file, NULL, direct->file,
				 error.line, error.text);
	if (file->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, file, "a map with 'args' is expected");
	HR_TRY(hr_direct_check_keys(direct, file, keys));
	pushes = hr_yaml_get(file, "pushes");
	return pushes ? read_stream(job, file, pushes) : read_single(job, file);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Call ACT for the memory of every buffer: those of the launch, and those that a push adds. */
static hr_status for_each_buffer(direct_job *job,
				 hr_status (*act)(direct_job *job, const hr_elements *buffer,
						  const hr_check *check))
{
	for (size_t p = 0; p <= job->part_count; p++) {
		const hr_arguments *arguments =
			p < job->part_count ? &job->parts[p].arguments : &job->launch;

		if (p == job->part_count && job->launch.packed == job->parts[0].arguments.packed)
			break;
		for (unsigned i = 0; i < arguments->count; i++) {
			if (arguments->checked[i] && arguments->buffers[i].array.count)
				HR_TRY(act(job, &arguments->buffers[i], &arguments->checks[i]));
		}
	}
	return HR_OK;
}

static hr_status track(direct_job *job, const hr_elements *buffer, const hr_check *check)
{
	const hr_npy *array = &buffer->array;
	const char *name = hr_arena_printf(&job->direct.arena, "%s (%s:%u)", check->what,
					   job->direct.file, check->at->line);

	HR_TRY(hr_track_as(job->direct.run, array->data, array->count * array->bytes, name));
	hr_sandbox_grant(job->direct.run->checker, array->data, array->count * array->bytes, true);
	if (buffer->fresh)
		hr_check_fresh(job->direct.run->checker, array->data, array->count * array->bytes);
	return HR_OK;
}

static hr_status request_and_untrack(direct_job *job, const hr_elements *buffer,
				     const hr_check *check)
{
	const hr_npy *array = &buffer->array;

	(void)check;
	HR_TRY(hr_request(job->direct.run, array->data, array->count * array->bytes));
	return hr_untrack(job->direct.run, array->data);
}

/* Check the packed outputs at OUTPUTS. */
static hr_status check_outputs(direct_job *job, direct_part *part, uint8_t *outputs)
{
	hr_status first = HR_OK;

	for (unsigned i = 0; i < job->root->output_count; i++) {
		hr_status status = HR_OK;

		part->outputs[i].array.data = outputs;
		if (part->tensors[i]) {
			const void *handle;

			memcpy(&handle, outputs, sizeof(handle));
			status = hr_direct_tensor_values(&job->direct, &part->results[i], handle,
							 &part->outputs[i]);
		}
		outputs += hr_packed_size(job->root->outputs[i].type);
		if (part->results[i].what && status == HR_OK)
			status = hr_check_do(&job->direct, &part->results[i], &part->outputs[i]);
		if (first == HR_OK)
			first = status;
	}
	return first;
}

static hr_status check_buffers(direct_job *job, const hr_arguments *arguments)
{
	hr_status first = HR_OK;

	for (unsigned i = 0; i < arguments->count; i++) {
		hr_status status = HR_OK;

		if (arguments->checked[i])
			status = hr_check_do(&job->direct, &arguments->checks[i],
					     &arguments->buffers[i]);
		if (first == HR_OK)
			first = status;
	}
	return first;
}

static hr_status pop(direct_job *job, hr_launched *graph, direct_part *part, hr_status *checked)
{
	hr_status status;
	void *result;

	HR_TRY(hr_pop(job->direct.run, graph, &result));
	status = check_outputs(job, part, result);
	if (*checked == HR_OK)
		*checked = status;
	free(result); /* as host code would (S2) */
	return HR_OK;
}

/* Push and pop everything, with at most in_flight results in the pipeline. */
static hr_status run_stream(direct_job *job, hr_launched *graph, hr_status *checked)
{
	uint64_t capacity = job->direct.run->program->sem.stream_capacity;
	uint64_t limit = capacity && capacity < job->in_flight ? capacity : job->in_flight;
	size_t popped = 0;

	for (size_t i = 0; i < job->part_count; i++) {
		if (i - popped == limit)
			HR_TRY(pop(job, graph, &job->parts[popped++], checked));
		HR_TRY(hr_push(job->direct.run, graph, job->parts[i].arguments.packed));
	}
	while (popped < job->part_count)
		HR_TRY(pop(job, graph, &job->parts[popped++], checked));
	return HR_OK;
}

static hr_status run_job(direct_job *job)
{
	hr_run *run = job->direct.run;
	hr_status checked = HR_OK, status;
	hr_launched *graph;

	HR_TRY(hr_init(run));
	HR_TRY(for_each_buffer(job, track));
	HR_TRY(hr_launch_function(run, job->streaming, job->root, job->launch.packed, &graph));
	job->flowing = job->streaming;
	if (job->streaming)
		HR_TRY(run_stream(job, graph, &checked));
	HR_TRY(hr_wait(run, graph));
	job->flowing = false;
	HR_TRY(for_each_buffer(job, request_and_untrack));
	if (!job->streaming)
		checked = check_outputs(job, &job->parts[0],
					job->launch.packed + job->launch.inputs_bytes);
	for (size_t i = 0; i <= job->part_count; i++) {
		const hr_arguments *arguments =
			i < job->part_count ? &job->parts[i].arguments : &job->launch;

		if (i == job->part_count && job->launch.packed == job->parts[0].arguments.packed)
			break;
		status = check_buffers(job, arguments);
		if (checked == HR_OK)
			checked = status;
	}
	status = hr_cleanup(run);
	return hr_run_note(run, checked != HR_OK ? checked : status);
}

/* --- entry points ----------------------------------------------------------------------------- */

static hr_status find_root(direct_job *job, const char *name)
{
	hr_run *run = job->direct.run;
	char text[160];

	job->root = hr_program_function(run->program, name);
	if (!job->root || !job->root->defined)
		return hr_program_no_function(run->program, run->diags, name);
	if (hr_program_graph(run->program, job->root->id))
		return HR_OK;
	snprintf(text, sizeof(text), "'%.100s' is not the root of a graph", name);
	return hr_report(run->diags, HR_D_bad_launch, NULL, text);
}

/* Keeps the arrays of a failed stream alive, since its stages may still use them. */
static direct_job abandoned __attribute__((used));

static void free_job(direct_job *job)
{
	for (size_t i = 0; i < job->direct.memory.count; i++)
		hr_free(job->direct.memory.data[i]);
	HR_VEC_FREE(&job->direct.memory);
	hr_arena_free(&job->direct.arena);
}

hr_status hr_direct_dims(hr_run *run, const char *root, const char *file,
			 const hr_function **function, hr_dims **dims)
{
	direct_job job = {.direct = {.run = run, .file = file}};
	hr_status status;

	hr_arena_init(&job.direct.arena);
	status = find_root(&job, root);
	if (status == HR_OK)
		status = read_file(&job);
	if (status == HR_OK) {
		*function = job.root;
		*dims = hr_direct_tensor_inputs(&job.direct, job.root, job.launch.packed);
	}
	free_job(&job);
	return status;
}

hr_status hr_launch_direct(hr_run *run, const char *root, const char *file)
{
	direct_job job = {.direct = {.run = run, .file = file}};
	hr_status status;

	hr_arena_init(&job.direct.arena);
	status = find_root(&job, root);
	if (status == HR_OK)
		status = read_file(&job);
	if (status == HR_OK)
		status = hr_host_open_libraries(run);
	if (status == HR_OK) {
		(void)hr_run_enter(run);
		hr_host_begin(run);
		status = run_job(&job);
	}
	if (job.flowing)
		abandoned = job;
	else
		free_job(&job);
	return status;
}
