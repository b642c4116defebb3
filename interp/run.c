/* interp/run.c -- a run from its beginning to its end, and diagnostics that say where it stands.
 *
 * Invariant: run->status is the first outcome that was not HR_OK, and never goes back to HR_OK.
 * Owns:      the run and all that hangs on it, threads excepted (they end by themselves).
 * Clauses:   H1 and H3 at the end of the program; where of every diagnostic.
 * Not here:  launches (launch.c), streams (stream.c), statistics (stats.c). */
#include "run.h"

#include <stdarg.h>

#include "engine.h"
#include "image.h"
#include "roots.h"
#include "stream.h"

hr_status hr_run_new(hr_program *program, const hr_options *options, hr_diags *diags,
		     hr_run **out)
{
	hr_run *run = hr_alloc_zero(sizeof(*run));
	hr_status status;

	run->program = program;
	run->diags = diags;
	run->options = *options;
	pthread_mutex_init(&run->lock, NULL);
	hr_block_baseline();
	run->tracker = hr_tracker_new();
	run->roots = hr_roots_new();
	status = hr_image_new(run, &run->image);
	if (status != HR_OK) {
		hr_run_free(run);
		return status;
	}
	*out = run;
	return HR_OK;
}

/* A run that has failed was cut short, so what it left undone says nothing about the program. */
hr_status hr_run_finish(hr_run *run)
{
	if (run->interrupted && run->status == HR_OK)
		return hr_report_at(run, NULL, HR_D_interrupted);
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

void hr_run_free(hr_run *run)
{
	if (!run)
		return;
	hr_roots_free(run);
	hr_tracker_free(run->tracker);
	hr_image_free(run->image);
	pthread_mutex_destroy(&run->lock);
	hr_free(run);
}

hr_status hr_run_note(hr_run *run, hr_status status)
{
	hr_status none = HR_OK;

	if (status != HR_OK)
		__atomic_compare_exchange_n(&run->status, &none, status, false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED);
	return status;
}

/* --- where ------------------------------------------------------------------------------------ */

enum { ANCESTORS_BYTES = 256 };

static void append(char *text, size_t *used, const char *format, ...) HR_PRINTF(3, 4);
static void append(char *text, size_t *used, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text + *used, ANCESTORS_BYTES - *used, format, args);
	va_end(args);
	if (length > 0)
		*used += (size_t)length;
	if (*used > ANCESTORS_BYTES - 1)
		*used = ANCESTORS_BYTES - 1;
}

/* "Root/Group (1, 2), Root (3)" for the replicated ancestors of LEVEL, the nearest first. */
static const char *ancestors(const hr_level *level, char text[ANCESTORS_BYTES])
{
	size_t used = 0;

	for (level = level->parent; level; level = level->parent) {
		if (!level->dims)
			continue;
		append(text, &used, "%s%s (", used ? ", " : "", level->node->path);
		for (unsigned d = 0; d < level->dims; d++)
			append(text, &used, "%s%lld", d ? ", " : "", (long long)level->id[d]);
		append(text, &used, ")");
	}
	return used ? text : NULL;
}

static void place_level(hr_where *where, const hr_level *level, uint64_t execution,
			char text[ANCESTORS_BYTES])
{
	where->node = level->node->path;
	where->dims = level->dims;
	where->has_instance = level->dims > 0;
	for (unsigned d = 0; d < 3; d++)
		where->instance[d] = level->id[d];
	where->ancestors = ancestors(level, text);
	where->has_execution = true;
	where->execution = execution;
}

hr_status hr_report_at(hr_run *run, const hr_thread *thread, hr_diag_id id, ...)
{
	hr_where where = {0};
	char text[ANCESTORS_BYTES];
	hr_status status;
	va_list args;

	if (thread && thread->code) {
		const hr_code *code = thread->code;
		const uint32_t *pc = thread->pc;

		where = hr_code_where(code, pc ? (uint32_t)(pc - code->words) : 0);
	}
	if (thread && thread->level)
		place_level(&where, thread->level, thread->execution, text);
	va_start(args, id);
	status = hr_vreport(run->diags, id, &where, args);
	va_end(args);
	return hr_run_note(run, status);
}

hr_status hr_report_level(hr_run *run, const hr_where *source, const hr_level *level,
			  uint64_t execution, hr_diag_id id, ...)
{
	hr_where where = {0};
	char text[ANCESTORS_BYTES];
	hr_status status;
	va_list args;

	if (source)
		where = *source;
	if (level)
		place_level(&where, level, execution, text);
	va_start(args, id);
	status = hr_vreport(run->diags, id, &where, args);
	va_end(args);
	return hr_run_note(run, status);
}
