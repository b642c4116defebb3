/* interp/orders/orders.c -- run one execution in several orders of its instances.
 *
 * The order of --schedule runs first, then reference, reverse, depth-first and random orders with
 * ascending seeds, up to the number of --schedules. Every order starts from the same memory. The
 * output of leaves is printed in the first order only. With `first_order_alone` checkers observe
 * only that order, so that the others cost no more than a run without checkers, unless the graph
 * may write memory that is not copied before (interp/memory/write_log.h). Executions of a
 * stream that are in flight together run together, and the order determines how their stages
 * overlap, too.
 *
 * Invariant: on return, memory, outputs and statistics are those of the first order.
 * Owns:      copies of memory and outputs, kept with the plan.
 * Clauses:   N4.
 * Not here:  reachable memory (memory.c), reports (report.c). */
#include "interp/orders/orders.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "interp/check/checker.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/device_heap.h"
#include "interp/orders/orders_report.h"
#include "interp/run/end.h"
#include "interp/run/events.h"
#include "interp/schedule/overlap.h"
#include "interp/tensor/tensors.h"

static void free_orders(hr_orders *orders)
{
	if (!orders)
		return;
	hr_uses_free(&orders->uses);
	orders_memory_free(&orders->memory);
	hr_free(orders->first.outputs);
	hr_free(orders->other.outputs);
	hr_free(orders->stats);
	hr_free(orders);
}

static hr_orders *orders_of(hr_plan *plan)
{
	const hr_node *root = plan->graph->root;
	hr_orders *orders = plan->orders;

	if (orders)
		return orders;
	orders = plan->orders = hr_alloc_zero(sizeof(*orders));
	plan->free_orders = free_orders;
	hr_uses_find(plan->run->program, plan->graph, &orders->uses);
	orders->stride = ((size_t)root->outputs_bytes + 31) / 16 * 16;
	orders->first.outputs = hr_alloc_array(HR_OVERLAP_MOST, orders->stride);
	orders->other.outputs = hr_alloc_array(HR_OVERLAP_MOST, orders->stride);
	orders->stats = hr_alloc_array(plan->graph->node_count, sizeof(*orders->stats));
	return orders;
}

const char *hr_order_name(const hr_order *order, char text[32])
{
	static const char *const names[] = {"reference", "reverse", "depth-first"};

	if (order->schedule != HR_SCHEDULE_RANDOM)
		return names[order->schedule];
	snprintf(text, 32, "random:%llu", (unsigned long long)order->seed);
	return text;
}

hr_order orders_nth(const hr_options *options, unsigned nth)
{
	const hr_order first = {options->schedule, options->seed};
	hr_order order = first;

	for (unsigned i = 0; nth; i++) {
		order.schedule = i < HR_SCHEDULE_RANDOM ? (hr_schedule)i : HR_SCHEDULE_RANDOM;
		order.seed = options->schedules_seed + (i - HR_SCHEDULE_RANDOM);
		if (order.schedule != first.schedule ||
		    (order.schedule == HR_SCHEDULE_RANDOM && order.seed != first.seed))
			nth--;
	}
	return order;
}

/* --- output of leaves ------------------------------------------------------------------------- */

/* Redirect the output of leaves to nothing. Return the value for hush_end(), or -1 if nothing was
 * redirected. */
static int hush_begin(const hr_orders *orders)
{
	int saved, nowhere;

	if (!orders->uses.calls_out)
		return -1;
	hr_flush_output();
	saved = dup(STDOUT_FILENO);
	nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (saved >= 0 && nowhere >= 0)
		dup2(nowhere, STDOUT_FILENO);
	if (nowhere >= 0)
		close(nowhere);
	return saved;
}

static void hush_end(int saved)
{
	if (saved < 0)
		return;
	hr_flush_output();
	dup2(saved, STDOUT_FILENO);
	close(saved);
}

/* --- events ----------------------------------------------------------------------------------- */

/* Emit that WHAT runs in ORDER from its beginning. It may be emitted more than once for an
 * execution. */
static void emit_order(const hr_plan *plan, hr_thread *thread, const hr_execution *what,
		       const hr_order *order)
{
	char name[32];
	hr_event_more more = {.text = plan->run->speculation.on ? "in batches" : NULL};
	hr_event event = {.kind = HR_EVENT_ORDER,
			  .node = plan->graph->root,
			  .execution = what->number,
			  .more = &more};

	if (!plan->run->events)
		return;
	more.word = hr_order_name(order, name);
	for (const hr_execution *at = what; at; at = at->next)
		event.count++;
	hr_events_note(plan->run, thread, &event);
}

/* --- running ---------------------------------------------------------------------------------- */

hr_status orders_run_in(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
{
	hr_execution one = *what;

	memset(run->outputs, 0, HR_OVERLAP_MOST * plan->orders->stride);
	plan->order = run->order;
	emit_order(plan, thread, what, &run->order);
	if (what->next)
		return hr_overlap_run(plan, thread, what, run->outputs, plan->orders->stride);
	one.outputs = run->outputs;
	return hr_plan_run(plan, thread, &one);
}

hr_status orders_begin(hr_plan *plan, const hr_execution *what)
{
	hr_split_save(plan->run->split);
	hr_heap_mark(plan->run);
	HR_TRY(orders_memory_take(&plan->orders->memory, plan, &plan->orders->uses, what));
	for (const hr_execution *at = what; at; at = at->next)
		hr_objects_remember(at->objects);
	hr_check_log_writes(plan->run->checker, &plan->orders->memory.log);
	return HR_OK;
}

void orders_rewind(hr_plan *plan, const hr_execution *what)
{
	orders_memory_restart(&plan->orders->memory);
	for (const hr_execution *at = what; at; at = at->next) {
		hr_check_retire(plan->run->checker, at->objects);
		hr_objects_reset(at->objects);
		/* otherwise the findings of the first order would remain for later executions of a
		 * stream */
		if (plan->run->observed)
			hr_check_repeat(plan->run->checker, plan, at->number);
	}
	hr_split_restore(plan->run->split);
	hr_tensors_repeat(plan->run);
	hr_heap_rewind(plan->run);
}

hr_status orders_repeat(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
{
	hr_status status;

	plan->run->repeated = true;
	orders_rewind(plan, what);
	for (const hr_execution *at = what; at; at = at->next)
		hr_objects_set_repeated(at->objects, run != &plan->orders->first);
	status = orders_run_in(plan, thread, what, run);
	plan->run->repeated = false;
	return status;
}

bool orders_observe_repeats(const hr_plan *plan, const hr_execution *what)
{
	return (plan->run->observed && !plan->run->options.first_order_alone) ||
	       orders_memory_strays(&plan->orders->memory, plan, what);
}

bool orders_refuse(hr_plan *plan, const hr_execution *what, hr_status *status)
{
	hr_orders *orders = plan->orders;

	if (!orders->memory.log.blind)
		return false;
	orders->refused = true;
	*status = hr_report_level(plan->run, &plan->graph->root->where, NULL, what->number,
				  HR_D_orders_not_compared, plan->graph->root->path,
				  orders->memory.log.blind);
	return true;
}

static hr_status run_others(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	const hr_options *options = &plan->run->options;
	hr_orders *orders = plan->orders;
	char name[32], first[32];

	for (unsigned n = 1; n < options->schedules && !orders->reported; n++) {
		hr_status status;

		orders->other.order = orders_nth(options, n);
		status = orders_repeat(plan, thread, what, &orders->other);
		if (orders_refuse(plan, what, &status))
			return status;
		if (status == HR_TRAP) {
			char text[240];

			snprintf(
				text, sizeof(text),
				"the result depends on the order of instances\nthe order %s ends with an error, and the order %s does not",
				hr_order_name(&orders->other.order, name),
				hr_order_name(&orders->first.order, first));
			(void)orders_report(plan, orders_whole_places(plan, ORDERS_FAIL),
					    &plan->graph->root->where, NULL, what->number, false,
					    text);
		}
		HR_TRY(status);
		HR_TRY(orders_compare(plan, thread, what));
	}
	return HR_OK;
}

static void give_outputs(const hr_plan *plan, const hr_execution *what)
{
	const hr_orders *orders = plan->orders;
	const uint8_t *from = orders->first.outputs;

	for (const hr_execution *at = what; at; at = at->next, from += orders->stride)
		if (at->outputs)
			memcpy(at->outputs, from, plan->graph->root->outputs_bytes);
}

static hr_status compare_orders(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	size_t stats_bytes = plan->graph->node_count * sizeof(*plan->stats);
	hr_orders *orders = plan->orders;
	bool observed = plan->run->observed;
	hr_status status;
	int saved;

	HR_TRY(orders_begin(plan, what));
	orders->reported = false;
	orders->first.order = orders_nth(&plan->run->options, 0);
	orders_prove(plan);
	plan->run->observed |= orders_memory_strays(&orders->memory, plan, what);
	status = orders_run_in(plan, thread, what, &orders->first);
	plan->run->observed = observed;
	HR_TRY(status);
	if (orders_proved(plan) || orders_refuse(plan, what, &status)) {
		give_outputs(plan, what);
		return status;
	}
	orders_memory_keep(&orders->memory);
	memcpy(orders->stats, plan->stats, stats_bytes);
	saved = hush_begin(orders);
	plan->run->observed = orders_observe_repeats(plan, what);
	status = run_others(plan, thread, what);
	plan->run->observed = observed;
	hush_end(saved);
	orders_memory_finish(&orders->memory);
	memcpy(plan->stats, orders->stats, stats_bytes);
	plan->order = orders->first.order;
	give_outputs(plan, what);
	return hr_plan_survive(plan, status);
}

static hr_status run_once(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	hr_status status;

	plan->orders->first.order = orders_nth(&plan->run->options, 0);
	if (!what->next) {
		emit_order(plan, thread, what, &plan->orders->first.order);
		return hr_plan_run(plan, thread, what);
	}
	status = orders_run_in(plan, thread, what, &plan->orders->first);
	give_outputs(plan, what);
	return status;
}

/* Comparing continues after a report, because later differences are counted or occur at other
 * places. It stops if they would not be reported. */
bool orders_are_compared(const hr_plan *plan)
{
	return plan->run->options.checks & HR_CHECK_ORDER && !plan->orders->refused &&
	       !(plan->orders->reported &&
		 hr_diags_severity(plan->run->diags, HR_D_order_dependent) == HR_SEV_OFF);
}

hr_status hr_orders_run(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	hr_checker *checker = plan->run->checker;
	hr_status status;

	if (!(plan->run->options.checks & HR_CHECK_REPEATED))
		return hr_plan_run(plan, thread, what);
	orders_of(plan);
	hr_check_enter(checker, thread, plan, plan->graph->root, what->number, NULL);
	if (!orders_try(plan, thread, what, &status))
		status = orders_are_compared(plan) ? compare_orders(plan, thread, what)
						   : run_once(plan, thread, what);
	hr_check_log_writes(checker, NULL);
	hr_check_leave(checker);
	return status;
}

hr_status hr_orders_execute(hr_plan *plan, hr_thread *thread, uint64_t execution,
			    const uint8_t *inputs, uint8_t *outputs)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];
	const hr_execution what = {execution, root->scope, plan->objects, inputs, outputs, NULL};
	hr_status status;

	hr_plan_emit_execution(plan, thread, execution, true);
	status = hr_scope_begin(plan, root->scope, execution, inputs, inputs);
	if (status == HR_OK)
		status = hr_orders_run(plan, thread, &what);
	hr_plan_emit_execution(plan, thread, execution, false);
	if (status != HR_OK) {
		if (outputs)
			memset(outputs, 0, root->node->outputs_bytes);
		status = hr_plan_survive(plan, status);
	}
	return hr_plan_ended(plan, plan->objects, outputs, status);
}
