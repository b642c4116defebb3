/* interp/orders/speculative.c -- a checked execution is tried in batches first.
 *
 * What checkers say of batches need not be what they say at width 1: instances interleave there,
 * and undefined bits of registers have no wide form. So batches are only asked whether there is
 * anything to say at all. If so, all they did is undone, and the execution runs at width 1, where
 * it is said. Most executions are as they should be, and run at the speed of batches.
 *
 * Batches may take more to be accessed than is (interp/lanes/run/check.c), because that is faster.
 * If then there seems to be something to report, it is tried once more without.
 *
 * Tried is only what can be undone: what stays within the memory that orders compare, and calls
 * nothing that keeps or shows something. Once a speculative run has failed there is none for that
 * graph any more.
 *
 * Where orders are compared, and races and undefined bits are looked for as well, the first order
 * tells of all of them, at width 1 as well: what edges and barriers order does not hang on the
 * schedule, so where no two accesses race, every read finds the same value in every order. The
 * others need not run. Where something else may show the order (hr_speculation_order_matters), they
 * run in the speculative run, too: batches in reverse. Within a batch every instance runs along
 * with the others, whatever the order. That hides nothing, for what could tell races (M4) and is
 * found, or is refused (interp/lanes/build/alone.c).
 *
 * Invariant: after a speculative run that failed everything but the counts of findings is as it was
 *            before.
 * Owns:      nothing.
 * Clauses:   M4-M6, N4.
 * Not here:  what checkers go back to (interp/check/access/undo.c), batches
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
	if (run->tensors)
		return "it is checked, and what HPVM 1.0 does with tensors is not undone";
	if (run->options.schedule != HR_SCHEDULE_REFERENCE)
		return "the order of instances is not reference";
	if (compared && !run->options.first_order_alone)
		return "orders of instances are compared, and checked";
	if (compared && !(run->options.checks & HR_CHECK_RACE))
		return "orders of instances are compared without --check=race";
	if (!keeps_nothing(&plan->orders->uses))
		return "it is checked, and its graph calls what may keep something";
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
	plan->run->observed = false;
	status = run_others(plan, thread, what);
	plan->run->observed = observed;
	plan->order = orders->first.order;
	if (status != HR_OK)
		return status;
	orders_memory_finish(&orders->memory);
	memcpy(plan->stats, orders->stats, plan->graph->node_count * sizeof(*plan->stats));
	return HR_OK;
}

/* Whether nothing that the graph has done can come out otherwise in another order: no two accesses
 * race, in whichever order instances run, nothing that nobody wrote was read or stored, and what
 * else orders may show did not occur, nor was anything reported. */
static bool is_proved(const hr_plan *plan)
{
	const unsigned needed = HR_CHECK_BOUNDS | HR_CHECK_UNINIT | HR_CHECK_RACE;
	const hr_run *run = plan->run;

	return (run->options.checks & needed) == needed && !run->speculation.order_matters &&
	       !(run->speculation.allocated && plan->orders->uses.addresses) &&
	       plan->edge_value != HR_SEM_edge_value_schedule && !hr_check_missed(run->checker);
}

void orders_prove(hr_plan *plan)
{
	plan->run->speculation.order_matters = plan->run->speculation.allocated = false;
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
	run->speculation.failed = run->speculation.order_matters = run->speculation.guessed = false;
	run->speculation.allocated = false;
	run->speculation.thread = pthread_self();
	__atomic_store_n(&run->speculation.on, true, __ATOMIC_RELEASE);
}

/* Whether it has failed. */
static bool end(hr_run *run)
{
	bool failed = run->speculation.failed;

	__atomic_store_n(&run->speculation.on, false, __ATOMIC_RELEASE);
	run->speculation.failed = false;
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

static void undo(hr_plan *plan, hr_thread *thread, const hr_execution *what, const hr_thread *was)
{
	orders_rewind(plan, what);
	hr_check_undo(plan->run->checker);
	__atomic_store_n(&thread->steps, was->steps, __ATOMIC_RELAXED);
	thread->granted = was->granted;
	thread->left = was->left;
	plan->pacer.node = NULL;
}

bool orders_try(hr_plan *plan, hr_thread *thread, const hr_execution *what, hr_status *status)
{
	size_t stats_bytes = plan->graph->node_count * sizeof(*plan->stats);
	hr_run *run = plan->run;
	const hr_thread was = *thread;
	hr_node_stats *stats;
	bool failed, again;

	if (run->options.width == 1)
		return false;
	plan->untried = why_not(plan);
	if (plan->untried || !hr_check_is_alone(run->checker))
		return false;
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
			memcpy(plan->stats, stats, stats_bytes);
		}
		again = failed && run->speculation.guessed;
		plan->exact |= again;
	} while (again);
	hr_free(stats);
	if (failed)
		plan->untried = "it was tried in batches, and there was something to report";
	return !failed;
}
