/* interp/run/progress_point.c -- calls hr_run.progress from time to time with how far a run is.
 *
 * The scheduler calls this between instances, the engine within a long instance and in host code.
 * Invariant: run->progress is called at most every 100 ms (by a clock with a resolution of a few
 *            ms), from all threads together.
 * Owns:      nothing.
 * Not here:  the line on the terminal (src/diag/progress.c). */
#include "interp/run/thread.h"
#include "src/base/tick.h"

enum { SHOW_NANOSECONDS = 100 * 1000 * 1000 };

/* The engine checks often; a clock that is late by a few milliseconds is cheaper. */
#ifdef CLOCK_MONOTONIC_COARSE
#define CLOCK_SHOWN CLOCK_MONOTONIC_COARSE
#else
#define CLOCK_SHOWN CLOCK_MONOTONIC
#endif

/* Return true for one caller in 100 ms. */
static bool is_due(hr_run *run)
{
	uint64_t now = hr_clock(CLOCK_SHOWN),
		 last = __atomic_load_n(&run->shown_at, __ATOMIC_RELAXED);

	return now - last >= SHOW_NANOSECONDS &&
	       __atomic_compare_exchange_n(&run->shown_at, &last, now, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

void hr_run_show(hr_thread *thread, const hr_node *node)
{
	hr_run *run = thread->run;
	hr_run_point point = {0};

	if (!run->progress || !is_due(run))
		return;
	if (node) {
		const hr_pacer *pacer = thread->pacer;

		point.node = node;
		point.total = 1;
		if (pacer && pacer->node) {
			point.node = pacer->node;
			point.done = __atomic_load_n(pacer->done, __ATOMIC_RELAXED);
			point.total = pacer->total;
		}
	}
	point.operations = hr_thread_operations(run);
	__atomic_store_n(&run->showing, true, __ATOMIC_RELAXED);
	run->progress(run, &point);
}

void hr_run_show_nothing(hr_run *run)
{
	if (!run->progress || !__atomic_exchange_n(&run->showing, false, __ATOMIC_RELAXED))
		return;
	run->progress(run, NULL);
}
