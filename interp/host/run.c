/* interp/host/run.c -- a run from its beginning to its end.
 *
 * Owns:      the run and everything that belongs to it, except threads (they end independently).
 * Clauses:   H1 and H3 at the end of the program.
 * Not here:  reports (interp/run/report.c), launches (launch.c), streams (interp/stream/),
 *            statistics (stats.c). */
#include "interp/run/run.h"

#include <dlfcn.h>

#include "interp/check/check_writer.h"
#include "interp/check/checker.h"
#include "interp/engine/closure.h"
#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"
#include "interp/run/block.h"
#include "interp/run/deferred.h"
#include "interp/run/thread_pool.h"
#include "interp/stream/roots.h"
#include "interp/tensor/tensors.h"

static const hr_image_host image_host = {hr_host_symbol, hr_host_is_process, hr_host_is_entry,
					 hr_closure_new, hr_closure_address, hr_closure_free};

static void tracked(hr_run *run, const void *base, size_t bytes)
{
	if (run->checker)
		hr_check_tracked(run->checker, base, bytes);
}

static void untracked(hr_run *run, const void *base)
{
	hr_runtime_untracked(run, base);
}

hr_status hr_run_new(hr_program *program, const hr_options *options, hr_diags *diags, hr_run **out)
{
	hr_run *run = hr_alloc_zero(sizeof(*run));
	hr_status status;

	run->program = program;
	run->diags = diags;
	run->options = *options;
	pthread_mutex_init(&run->lock, NULL);
	run->host = hr_alloc_zero(sizeof(*run->host));
	pthread_mutex_init(&run->host->kept.lock, NULL);
	pthread_mutex_init(&run->host->layouts.lock, NULL);
	hr_process_add_run(run);
	if (!options->embedded)
		hr_block_baseline();
	if (options->jobs > 1)
		run->pool = hr_pool_new(run, options->jobs);
	run->deferred = hr_deferred_new();
	run->tracker = hr_tracker_new();
	hr_tracker_set_watch(run->tracker, (hr_tracker_watch){tracked, untracked});
	run->roots = hr_roots_new();
	if (options->split_memory || options->checks & HR_CHECK_MEMORY)
		run->split = hr_split_new(options->split_memory,
					  (hr_writers){hr_check_writer, hr_check_writing_place});
	if (options->checks || run->split)
		run->checker = hr_checker_new(run);
	run->observed = (options->checks & HR_CHECK_ACCESSES) != 0;
	status = hr_image_new(run, &image_host, &run->image);
	if (status != HR_OK) {
		hr_run_free(run);
		return status;
	}
	*out = run;
	return HR_OK;
}

/* A failed run was cut short, so its unfinished work is not an error of the program. */
static hr_status finish(hr_run *run)
{
	if (__atomic_load_n(&run->interrupted, __ATOMIC_RELAXED) && run->status == HR_OK)
		return hr_report_interrupted(run, NULL);
	if (run->status != HR_OK && !run->options.keep_going)
		return run->status;
	if (run->initialised && !run->cleaned_up) {
		hr_status status;

		hr_report_at(run, NULL, HR_D_runtime_order, "the program ended without cleanup");
		status = hr_run_unwaited(run);
		hr_run_note(run, status);
	}
	return run->status;
}

hr_status hr_run_finish(hr_run *run)
{
	hr_status status = finish(run);

	hr_run_say(run);
	return status;
}

/* The compiled code, and the libraries that it calls, go last: nothing else of the run may need
 * them by then. */
static void free_host(hr_host *host)
{
	hr_jit_free(host->jit);
	hr_structors_free(&host->interp.constructors);
	hr_structors_free(&host->interp.destructors);
	HR_VEC_FREE(&host->tls_destructors);
	HR_VEC_FREE(&host->exits);
	HR_VEC_FREE(&host->kept.blocks);
	pthread_mutex_destroy(&host->kept.lock);
	HR_VEC_FREE(&host->calls);
	hr_host_layouts_free(host);
	for (size_t i = 0; i < host->libraries.count; i++)
		dlclose(host->libraries.data[i]);
	HR_VEC_FREE(&host->libraries);
	hr_free(host);
}

void hr_run_free(hr_run *run)
{
	if (!run)
		return;
	hr_runtime_watch_no_more(run);
	hr_pool_free(run->pool);
	hr_roots_free(run);
	hr_checker_free(run->checker);
	hr_split_free(run->split);
	hr_tensors_free(run->tensors);
	hr_tensor_files_free(run->tensor_files);
	hr_tracker_free(run->tracker);
	hr_deferred_free(run->deferred);
	hr_image_free(run->image);
	hr_process_remove_run(run);
	free_host(run->host);
	pthread_mutex_destroy(&run->lock);
	hr_free(run);
}
