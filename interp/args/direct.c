/* interp/args/direct.c -- a launch without host code: read the file, launch, wait, check.
 *
 * All errors in the file are reported before anything runs.
 *
 * Owns:      the file's tree and all arrays, until the launch has ended.
 * Clauses:   H1, H2, M7 (every buffer is tracked), S1, S2, S5.
 * Not here:  arguments (pack.c), arrays (array.c), results (check.c). */
#include "interp/args/direct.h"

#include <stdlib.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/host/host.h"
#include "interp/host/launch.h"

enum { IN_FLIGHT = 2 };

typedef struct direct_job {
	hr_direct direct;
	hr_function *root;
	hr_arguments launch; /* arguments of launch */
	hr_part *parts;
	size_t part_count;
	bool streaming;
	bool flowing; /* stages may be running */
	uint64_t in_flight;
} direct_job;

/* --- reading ---------------------------------------------------------------------------------- */

static hr_status read_single(direct_job *job, const hr_yaml *file)
{
	hr_part *part = HR_ARENA_NEW(&job->direct.arena, hr_part);

	if (hr_yaml_get(file, "in-flight"))
		return hr_direct_bad(
			&job->direct, hr_yaml_get(file, "in-flight"),
			"'in-flight' applies only to streams, and there are no 'pushes'");
	HR_TRY(hr_part_read(&job->direct, job->root, file, NULL, "", part));
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
	hr_part *part = &job->parts[number];

	if (push->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, push, "a push must be a map with args and results");
	HR_TRY(hr_direct_check_keys(direct, push, keys));
	return hr_part_read(direct, job->root, push, base, prefix, part);
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
					   "root", "pin",     "case",   "variables", NULL};
	const hr_yaml *launches;
	hr_direct *direct = &job->direct;
	const hr_yaml *file, *pushes;
	hr_yaml_error error;

	if (!direct->file)
		return read_single(job, NULL);
	file = hr_yaml_read(direct->file, &direct->arena, &error);
	if (!file)
		return hr_report(direct->diags, HR_D_bad_args_file, NULL, direct->file, error.line,
				 error.text);
	if (file->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, file, "a map with 'args' is expected");
	launches = hr_yaml_get(file, "launches");
	if (launches)
		return hr_direct_bad(direct, launches,
				     "a list of launches is given without --root and --kernel");
	HR_TRY(hr_direct_check_keys(direct, file, keys));
	HR_TRY(hr_variables_read(direct, file));
	pushes = hr_yaml_get(file, "pushes");
	return pushes ? read_stream(job, file, pushes) : read_single(job, file);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Call ACT for the arguments of launch, and those of each push. */
static hr_status for_all_arguments(direct_job *job, hr_status (*act)(hr_direct *direct,
								     const hr_arguments *arguments))
{
	hr_status first = HR_OK, status;

	for (size_t p = 0; p <= job->part_count; p++) {
		const hr_arguments *arguments =
			p < job->part_count ? &job->parts[p].arguments : &job->launch;

		if (p == job->part_count && job->launch.packed == job->parts[0].arguments.packed)
			break;
		status = act(&job->direct, arguments);
		if (first == HR_OK)
			first = status;
	}
	return first;
}

static hr_status pop(direct_job *job, hr_launched *graph, hr_part *part, hr_status *checked)
{
	hr_status status;
	void *result;

	HR_TRY(hr_pop(job->direct.run, graph, &result));
	status = hr_part_check_outputs(&job->direct, job->root, part, result);
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
	HR_TRY(for_all_arguments(job, hr_part_track));
	HR_TRY(hr_launch_function(run, job->streaming, job->root, job->launch.packed, &graph));
	job->flowing = job->streaming;
	if (job->streaming)
		HR_TRY(run_stream(job, graph, &checked));
	HR_TRY(hr_wait(run, graph));
	job->flowing = false;
	HR_TRY(for_all_arguments(job, hr_part_untrack));
	if (!job->streaming)
		checked = hr_part_check_outputs(&job->direct, job->root, &job->parts[0],
						job->launch.packed + job->launch.inputs_bytes);
	status = for_all_arguments(job, hr_part_check_buffers);
	if (checked == HR_OK)
		checked = status;
	status = hr_buffers_check(&job->direct);
	if (checked == HR_OK)
		checked = status;
	status = hr_cleanup(run);
	return hr_run_note(run, checked != HR_OK ? checked : status);
}

/* --- entry points ----------------------------------------------------------------------------- */

/* Keeps the arrays of a failed stream alive, since its stages may still use them. */
static direct_job abandoned __attribute__((used));

hr_status hr_direct_dims(hr_run *run, const char *root, const char *file,
			 const hr_function **function, hr_dims **dims)
{
	direct_job job = {.direct = {.run = run, .diags = run->diags, .file = file}};
	hr_status status;

	hr_arena_init(&job.direct.arena);
	status = hr_direct_root(run, root, &job.root);
	if (status == HR_OK)
		status = read_file(&job);
	if (status == HR_OK) {
		*function = job.root;
		*dims = hr_direct_tensor_inputs(&job.direct, job.root, job.launch.packed);
	}
	hr_direct_free(&job.direct);
	return status;
}

hr_status hr_launch_direct(hr_run *run, const char *root, const char *file)
{
	direct_job job = {.direct = {.run = run, .diags = run->diags, .file = file}};
	hr_status status;

	hr_arena_init(&job.direct.arena);
	status = hr_direct_root(run, root, &job.root);
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
		hr_direct_free(&job.direct);
	return status;
}
