/* interp/orders/speculative.c -- run a checked execution in batches first.
 *
 * Checkers can report other findings for batches than at width 1: instances interleave, so it
 * cannot be seen whether a racing write changes memory, and undefined bits of registers have no
 * lane form. So a batch run only determines whether there is anything to report. If there is, all
 * its effects are undone, and the execution runs again at width 1, which reports it. Most
 * executions have no findings, and run at the speed of batches.
 *
 * Batches may check larger ranges than are accessed (interp/lanes/run/check.c), because that is
 * faster. If there then seems to be something to report, the execution runs speculatively once more
 * with exact ranges.
 *
 * An execution runs speculatively only if it can be undone: its effects stay within the memory that
 * orders compare, and it calls nothing that keeps or shares state. After a failed speculative run
 * the graph is not run speculatively again.
 *
 * Where orders are compared, and races and undefined bits are checked as well, the first order is
 * sufficient, also at width 1: the order that edges and barriers guarantee does not depend on the
 * schedule, so if no two accesses race, every read yields the same value in every order, and the
 * other orders need not run. Where something else may depend on the order
 * (hr_speculation_order_matters), the other orders run speculatively, too: batches in reverse.
 * Within a batch all instances run in lockstep, whatever the order. This hides nothing, since
 * operations that could reveal races (M4) are either detected or refused
 * (interp/lanes/build/alone.c).
 *
 * Invariant: after a failed speculative run everything except the counts of findings is unchanged.
 * Owns:      nothing.
 * Clauses:   M4-M6, N4.
 * Not here:  how checkers are restored (interp/check/access/undo.c), batches
 *            (interp/schedule/batches.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/lanes/lanes.h"
#include "interp/orders/orders_report.h"
#include "src/arith/cfunction.h"

static bool keeps_nothing(const hr_uses *uses)
{
	for (size_t i = 0; i < uses->outside.count; i++)
		if (!hr_cfunction_keeps_nothing(hr_cfunction_find(uses->outside.data[i])))
			return false;
	return !uses->thread_local_;
}

static const char *why_not(const hr_plan *plan)
{
	const hr_run *run = plan->run;
	bool compared = run->options.checks & HR_CHECK_ORDER;

	if (plan->untried)
		return plan->untried;
	if (__atomic_load_n(&run->several, __ATOMIC_RELAXED))
		return "it is checked, and the program has several threads";
	if (run->tensors)
		return "it is checked, and effects of HPVM 1.0 on tensors cannot be undone";
	if (run->observer)
		return "it is checked, and its values are saved";
	if (run->options.schedule != HR_SCHEDULE_REFERENCE)
		return "the order of instances is not reference";
	if (compared && !run->options.first_order_alone)
		return "orders of instances are compared, and checked";
	if (compared && !(run->options.checks & HR_CHECK_RACE))
		return "orders of instances are compared without --check=race";
	if (!keeps_nothing(&plan->orders->uses))
		return "it is checked, and its graph calls functions that may keep state";
	return NULL;
}

static hr_status run_others(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	const hr_options *options = &plan->run->options;
	hr_orders *orders = plan->orders;

	for (unsigned n = 1; n < options->schedules; n++) {
		orders->other.order = orders_nth(options, n);
		HR_TRY(orders_repeat(plan, thread, what, &orders->other));
		if (orders_differ(plan, what))
			hr_speculation_fail(plan->run);
		if (hr_speculation_failed(plan->run))
			return HR_TRAP;
	}
	return HR_OK;
}

static hr_status compare(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	hr_orders *orders = plan->orders;
	bool observed = plan->run->observed;
	hr_status status;

	orders_memory_keep(&orders->memory);
	memcpy(orders->stats, plan->stats, plan->graph->node_count * sizeof(*plan->stats));
	plan->run->observed = observed && orders_observe_repeats(plan, what);
	status = run_others(plan, thread, what);
	plan->run->observed = observed;
	plan->order = orders->first.order;
	if (status != HR_OK)
		return status;
	orders_memory_finish(&orders->memory);
	memcpy(plan->stats, orders->stats, plan->graph->node_count * sizeof(*plan->stats));
	return HR_OK;
}

/* Return true if no other order can give another result: no two accesses race in any order of
 * instances, no uninitialised value was read or stored, nothing else that depends on the order
 * occurred, and nothing was reported. */
static bool is_proved(const hr_plan *plan)
{
	const unsigned needed = HR_CHECK_BOUNDS | HR_CHECK_UNINIT | HR_CHECK_RACE;
	const hr_run *run = plan->run;

	return (run->options.checks & needed) == needed &&
	       !__atomic_load_n(&run->speculation.order_matters, __ATOMIC_RELAXED) &&
	       !(run->speculation.allocated && plan->orders->uses.addresses) &&
	       plan->edge_value != HR_SEM_edge_value_schedule && !hr_check_missed(run->checker);
}

void orders_prove(hr_plan *plan)
{
	__atomic_store_n(&plan->run->speculation.order_matters, false, __ATOMIC_RELAXED);
	plan->run->speculation.allocated = false;
	hr_check_snapshot(plan->run->checker);
}

bool orders_proved(const hr_plan *plan)
{
	return hr_check_is_alone(plan->run->checker) && !why_not(plan) && is_proved(plan);
}

static hr_status run_all(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	hr_orders *orders = plan->orders;
	bool compared = orders_are_compared(plan);
	hr_status status;

	orders->first.order = orders_nth(&plan->run->options, 0);
	status = orders_run_in(plan, thread, what, &orders->first);
	if (status == HR_OK && compared && !hr_speculation_failed(plan->run) && !is_proved(plan))
		status = compare(plan, thread, what);
	if (status == HR_OK && what->outputs)
		memcpy(what->outputs, orders->first.outputs, plan->graph->root->outputs_bytes);
	return status;
}

static void begin(hr_run *run, bool exact)
{
	run->speculation.exact = exact;
	run->speculation.guessed = run->speculation.allocated = false;
	__atomic_store_n(&run->speculation.order_matters, false, __ATOMIC_RELAXED);
	__atomic_store_n(&run->speculation.failed, false, __ATOMIC_RELAXED);
	__atomic_store_n(&run->speculation.thread, pthread_self(), __ATOMIC_RELAXED);
	__atomic_store_n(&run->speculation.on, true, __ATOMIC_RELEASE);
}

/* End the speculative run. Return true if it has failed. */
static bool end(hr_run *run)
{
	bool failed = __atomic_exchange_n(&run->speculation.failed, false, __ATOMIC_RELAXED);

	__atomic_store_n(&run->speculation.on, false, __ATOMIC_RELEASE);
	return failed;
}

static void keep(const hr_plan *plan)
{
	const orders_memory *memory = &plan->orders->memory;

	hr_check_snapshot(plan->run->checker);
	for (size_t i = 0; i < memory->regions.count; i++)
		hr_check_snapshot_memory(plan->run->checker, memory->regions.data[i].base,
					 memory->regions.data[i].bytes);
}

/* What a thread has run. The rest of an hr_thread is not copied: other threads may change its place
 * in the list. */
typedef struct account {
	uint64_t steps, granted;
	int64_t left;
} account;

static void undo(hr_plan *plan, hr_thread *thread, const hr_execution *what, const account *was)
{
	orders_rewind(plan, what);
	hr_check_undo(plan->run->checker);
	__atomic_store_n(&thread->steps, was->steps, __ATOMIC_RELAXED);
	thread->granted = was->granted;
	thread->left = was->left;
	plan->pacer.node = NULL;
}

/* Restore the statistics of a plan, except the answer of a backend, which is asked once. */
static void restore_stats(hr_plan *plan, hr_node_stats *stats)
{
	for (unsigned i = 0; i < plan->graph->node_count; i++)
		stats[i].not_offloaded = plan->stats[i].not_offloaded;
	memcpy(plan->stats, stats, plan->graph->node_count * sizeof(*stats));
}

bool orders_try(hr_plan *plan, hr_thread *thread, const hr_execution *what, hr_status *status)
{
	size_t stats_bytes = plan->graph->node_count * sizeof(*plan->stats);
	hr_run *run = plan->run;
	const account was = {thread->steps, thread->granted, thread->left};
	hr_node_stats *stats;
	bool failed, again;

	if (run->options.width == 1)
		return false;
	plan->untried = why_not(plan);
	if (plan->untried || !hr_check_is_alone(run->checker))
		return false;
	/* hr_orders_run() ends the log that this begins. */
	*status = orders_begin(plan, what);
	if (*status != HR_OK)
		return true;
	stats = hr_alloc_array(plan->graph->node_count, sizeof(*stats));
	memcpy(stats, plan->stats, stats_bytes);
	keep(plan);
	do {
		begin(run, plan->exact);
		*status = run_all(plan, thread, what);
		failed = end(run);
		if (failed) {
			undo(plan, thread, what, &was);
			restore_stats(plan, stats);
		}
		again = failed && run->speculation.guessed;
		plan->exact |= again;
	} while (again);
	hr_free(stats);
	if (failed)
		hr_check_log_writes(run->checker, NULL);
	if (failed)
		plan->untried = "in batches there was, or may have been, something to report";
	return !failed;
}
