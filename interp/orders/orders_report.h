/* interp/orders/orders_report.h -- report differences between two orders. Private to
 * interp/orders. */
#ifndef HR_ORDERS_REPORT_H
#define HR_ORDERS_REPORT_H

#include "interp/orders/orders.h"
#include "interp/orders/orders_memory.h"

/* The outputs of one order. */
typedef struct orders_run {
	hr_order order;
	uint8_t *outputs; /* an image for each execution that ran concurrently; owns */
} orders_run;

struct hr_orders {
	hr_uses uses;
	orders_memory memory;
	orders_run first, other;
	size_t stride;        /* distance between consecutive output images */
	hr_node_stats *stats; /* statistics after the first order; owns */
	bool refused;         /* executions are not compared, which was reported */
	bool reported;        /* a difference of the last compared execution was reported */
};

/* Report order-dependent, after the findings of the checkers in the execution, since nothing may be
 * reported after it. COMPLETED is true if the instance completed in every order. */
hr_status orders_report(hr_plan *plan, hr_places places, const hr_where *where,
			const hr_level *level, uint64_t execution, bool completed,
			const char *text);
/* Places of diagnostics that concern the whole graph. */
typedef enum orders_whole { ORDERS_BY_CHANCE = 1, ORDERS_FAIL, ORDERS_UNSEEN } orders_whole;
hr_places orders_whole_places(const hr_plan *plan, orders_whole what);
/* Return true if executions should be compared. */
bool orders_are_compared(const hr_plan *plan);
/* Return true if memory or outputs of OTHER differ from those of FIRST. */
bool orders_differ(const hr_plan *plan, const hr_execution *what);
/* Save memory and objects, so that the execution can be repeated. */
hr_status orders_begin(hr_plan *plan, const hr_execution *what) HR_MUST_CHECK;
/* Run the execution in the order of RUN. */
hr_status orders_run_in(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
	HR_MUST_CHECK;
/* Restore memory and objects to the state before the execution. */
void orders_rewind(hr_plan *plan, const hr_execution *what);
/* Return order number NTH, from 0: that of --schedule, then the others. */
hr_order orders_nth(const hr_options *options, unsigned nth);

/* speculative.c: run the execution in batches if that can be undone. Return false if nothing has
 * happened. Otherwise set *STATUS to the result of hr_orders_run(). */
bool orders_try(hr_plan *plan, hr_thread *thread, const hr_execution *what, hr_status *status);
/* orders_prove() is called before the first of several orders outside a speculative run;
 * orders_proved() after it, and returns true if no other order can give another result. */
void orders_prove(hr_plan *plan);
bool orders_proved(const hr_plan *plan);

/* Report that orders are not compared, because the function that the log names may have written
 * anything. Return false if it names none. */
bool orders_refuse(hr_plan *plan, const hr_execution *what, hr_status *status);
/* Return true if the checkers observe the orders after the first one: if every order is checked, or
 * if leaves may write memory that is not copied, whose old bytes the checker logs. */
bool orders_observe_repeats(const hr_plan *plan, const hr_execution *what);

/* Run the execution again in the order of RUN, from the memory that the first order started
 * with. */
hr_status orders_repeat(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
	HR_MUST_CHECK;
/* Report the differences between OTHER and FIRST, if there are any. Runs both again to find the
 * instances that wrote them. */
hr_status orders_compare(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

#endif
