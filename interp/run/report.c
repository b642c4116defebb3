/* interp/run/report.c -- diagnostics of a run with the place where it is, and the outcome of the
 * run.
 *
 * Invariant: run->status is the first outcome that was not HR_OK, and never returns to HR_OK.
 * Owns:      nothing.
 * Clauses:   the place of every diagnostic.
 * Not here:  making and finishing a run (interp/host/run.c). */
#include <stdarg.h>
#include <time.h>

#include "interp/run/deferred.h"
#include "interp/run/process.h"
#include "interp/run/run.h"
#include "interp/run/site.h"
#include "interp/run/thread.h"
#include "interp/run/thread_pool.h"

enum { MOST_WAITS = 2000 }; /* of a millisecond */

void hr_run_say(hr_run *run)
{
	hr_deferred_report(run);
	if (run->checker)
		run->say_findings(run->checker);
}

hr_status hr_run_note(hr_run *run, hr_status status)
{
	hr_status none = HR_OK;

	if (status != HR_OK)
		__atomic_compare_exchange_n(&run->status, &none, status, false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED);
	return status;
}

/* --- places ----------------------------------------------------------------------------------- */

unsigned hr_count_ancestors(const hr_level *level)
{
	unsigned count = 0;

	for (level = level ? level->parent : NULL; level; level = level->parent)
		count += level->dims > 0;
	return count;
}

void hr_place_level(hr_where *where, const hr_level *level, uint64_t execution,
		    hr_ancestor *ancestors)
{
	unsigned count = 0;

	where->node = level->node->path;
	where->kernel = level->node->kernel;
	where->kind = level->node->kind;
	where->dims = level->dims;
	where->has_instance = level->dims > 0;
	for (unsigned d = 0; d < 3; d++)
		where->instance[d] = level->id[d];
	where->has_execution = true;
	where->execution = execution;
	while ((level = level->parent)) {
		if (level->dims)
			ancestors[count++] =
				(hr_ancestor){level->node->path,
					      level->dims,
					      {level->id[0], level->id[1], level->id[2]},
					      level->node->kind};
	}
	where->ancestor_count = count;
	where->ancestors = ancestors;
}

hr_where hr_place_of(const hr_thread *thread)
{
	const hr_code *code = thread ? thread->code : NULL;
	const uint32_t *pc = code ? thread->pc : NULL;

	if (!code)
		return hr_host_site_where(thread ? thread->run : hr_run_current(),
					  hr_host_site_now());
	return hr_code_where(code, pc ? (uint32_t)(pc - code->words) : 0);
}

/* Other threads of the program may report something during a speculative run. */
bool hr_speculation_fail(hr_run *run)
{
	if (!__atomic_load_n(&run->speculation.on, __ATOMIC_ACQUIRE)) {
		/* it is reported, and orders are compared (interp/orders/speculative.c) */
		hr_speculation_order_matters(run);
		return false;
	}
	if (!pthread_equal(__atomic_load_n(&run->speculation.thread, __ATOMIC_RELAXED),
			   pthread_self()))
		return false;
	__atomic_store_n(&run->speculation.failed, true, __ATOMIC_RELAXED);
	return true;
}

static bool is_deferred(hr_run *run, hr_diag_id id)
{
	return hr_diags_severity(run->diags, id) != HR_SEV_OFF && hr_speculation_fail(run);
}

/* Return true if every thread reports the diagnostic. */
static bool is_of_all_threads(hr_diag_id id)
{
	return id == HR_D_interrupted || id == HR_D_time_limit;
}

/* Return true if another thread has reported the diagnostic, which every thread reports. If that thread
 * is about to write it, wait: the caller may end the process. */
static bool is_said(hr_run *run, hr_diag_id id)
{
	unsigned none = HR_UNSAID;

	if (!is_of_all_threads(id) ||
	    __atomic_compare_exchange_n(&run->interrupt_said, &none, HR_BEING_SAID, false,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return false;
	for (unsigned i = 0;
	     i < MOST_WAITS && __atomic_load_n(&run->interrupt_said, __ATOMIC_ACQUIRE) != HR_SAID;
	     i++)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	return true;
}

static hr_status say(hr_run *run, hr_diag_id id, const hr_where *where, va_list args)
{
	const hr_status status = hr_run_note(run, hr_vreport(run->diags, id, where, args));

	if (is_of_all_threads(id))
		__atomic_store_n(&run->interrupt_said, HR_SAID, __ATOMIC_RELEASE);
	return status;
}

static bool ends_run(const hr_run *run, hr_diag_id id)
{
	return hr_diags_severity(run->diags, id) == HR_SEV_ERROR &&
	       !(run->options.keep_going && hr_diag_outcome(id) == HR_TRAP);
}

/* Report a diagnostic of THREAD at its place. */
static hr_status report_here(hr_run *run, const hr_thread *thread, const hr_diag_facts *facts,
			     hr_diag_id id, va_list args)
{
	const hr_severity severity = hr_diags_severity(run->diags, id);
	bool inside = thread && thread->level;
	uint64_t execution = inside ? thread->execution : 0;
	const hr_level *level = inside ? thread->level : hr_thread_inherited(&execution);
	hr_ancestor ancestors[hr_count_ancestors(level) + 1];
	hr_where where;

	if (is_deferred(run, id))
		return HR_TRAP;
	if (!hr_pool_wait_turn(hr_thread_peek()))
		return HR_TRAP; /* an earlier task has failed, so this one does not count */
	/* Printing the instruction of a place takes far longer than counting. */
	if (severity == HR_SEV_OFF)
		return HR_OK;
	if (is_said(run, id))
		return hr_run_note(run, hr_diag_outcome(id));
	if (hr_deferred_applies(run, thread, id) &&
	    hr_deferred_known(run, id, (hr_places){hr_map_key(thread->pc), 0}))
		return hr_run_note(run, severity == HR_SEV_ERROR ? hr_diag_outcome(id) : HR_OK);
	where = hr_place_of(thread);
	if (facts)
		where.facts = *facts;
	if (level)
		hr_place_level(&where, level, execution, ancestors);
	if (hr_deferred_applies(run, thread, id))
		return hr_run_note(run,
				   hr_deferred_note(run, id, (hr_places){hr_map_key(thread->pc), 0},
						    &where, args));
	if (inside && ends_run(run, id))
		hr_deferred_report(run);
	return say(run, id, &where, args);
}

hr_status hr_report_at(hr_run *run, const hr_thread *thread, hr_diag_id id, ...)
{
	hr_status status;
	va_list args;

	va_start(args, id);
	status = report_here(run, thread, NULL, id, args);
	va_end(args);
	return status;
}

hr_status hr_report_about(hr_run *run, const hr_thread *thread, const hr_diag_facts *facts,
			  hr_diag_id id, ...)
{
	hr_status status;
	va_list args;

	va_start(args, id);
	status = report_here(run, thread, facts, id, args);
	va_end(args);
	return status;
}

/* PLACES is NULL if the diagnostic is not deferred. */
static hr_status report_level(hr_run *run, const hr_places *places, const hr_where *source,
			      const hr_level *level, uint64_t execution, hr_diag_id id,
			      va_list args)
{
	hr_where where = {0};
	hr_ancestor ancestors[hr_count_ancestors(level) + 1];

	if (is_deferred(run, id))
		return HR_TRAP;
	if (source)
		where = *source;
	if (!hr_pool_wait_turn(hr_thread_peek()))
		return HR_TRAP;
	if (is_said(run, id))
		return hr_run_note(run, hr_diag_outcome(id));
	if (level)
		hr_place_level(&where, level, execution, ancestors);
	if (places && hr_deferred_survives(run, id))
		return hr_run_note(run, hr_deferred_note(run, id, *places, &where, args));
	return say(run, id, &where, args);
}

hr_status hr_report_level(hr_run *run, const hr_where *where, const hr_level *level,
			  uint64_t execution, hr_diag_id id, ...)
{
	hr_status status;
	va_list args;

	va_start(args, id);
	status = report_level(run, NULL, where, level, execution, id, args);
	va_end(args);
	return status;
}

hr_status hr_report_places(hr_run *run, hr_places places, const hr_where *where,
			   const hr_level *level, uint64_t execution, hr_diag_id id, ...)
{
	hr_status status;
	va_list args;

	va_start(args, id);
	status = report_level(run, &places, where, level, execution, id, args);
	va_end(args);
	return status;
}

hr_status hr_report_interrupted(hr_run *run, const hr_thread *thread)
{
	return run->timed_out ? hr_report_at(run, thread, HR_D_time_limit, run->options.time_limit)
			      : hr_report_at(run, thread, HR_D_interrupted);
}
