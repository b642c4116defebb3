/* interp/orders/orders_report.h -- what differs between two orders. Private to orders*.c. */
#ifndef HR_ORDERS_REPORT_H
#define HR_ORDERS_REPORT_H

#include "interp/orders/orders.h"
#include "interp/orders/orders_memory.h"

/* What ran in one order. */
typedef struct orders_run {
	hr_order order;
	uint8_t *outputs; /* images, one for each execution that ran along; owns */
} orders_run;

struct hr_orders {
	hr_uses uses;
	orders_memory memory;
	orders_run first, other;
	size_t stride;        /* from one image of outputs to the next */
	hr_node_stats *stats; /* after the first; owns */
	bool reported;        /* of the execution that was compared last */
};

/* Says order-dependent, and before that what the checkers have found in the execution, as nothing
 * may come after it. COMPLETED: in every order that ran. */
hr_status orders_report(hr_plan *plan, hr_places places, const hr_where *where,
			const hr_level *level, uint64_t execution, bool completed,
			const char *text);
/* Places of what is known of the whole graph alone. */
typedef enum orders_whole { ORDERS_BY_CHANCE = 1, ORDERS_FAIL, ORDERS_UNSEEN } orders_whole;
hr_places orders_whole_places(const hr_plan *plan, orders_whole what);
/* Whether executions are to be compared. */
bool orders_are_compared(const hr_plan *plan);
/* Whether memory or outputs after OTHER has run are not those of FIRST. */
bool orders_differ(const hr_plan *plan, const hr_execution *what);
/* Memory and objects are kept, to begin from again. */
hr_status orders_begin(hr_plan *plan, const hr_execution *what) HR_MUST_CHECK;
/* The execution in the order of RUN. */
hr_status orders_run_in(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
	HR_MUST_CHECK;
/* Memory and objects are again what they were when it began. */
void orders_rewind(hr_plan *plan, const hr_execution *what);
/* The Nth order, from 0: that of --schedule, then the others. */
hr_order orders_nth(const hr_options *options, unsigned nth);

/* speculative.c: the execution in batches, when that can be undone. False: nothing has happened.
 * Else *status says how it went, as of hr_orders_run(). */
bool orders_try(hr_plan *plan, hr_thread *thread, const hr_execution *what, hr_status *status);
/* Around the first of several orders, which is none of a speculative run. True: no other order can
 * show anything. */
void orders_prove(hr_plan *plan);
bool orders_proved(const hr_plan *plan);

/* The execution again, in the order of RUN, from the memory that the first one found. */
hr_status orders_repeat(hr_plan *plan, hr_thread *thread, const hr_execution *what, orders_run *run)
	HR_MUST_CHECK;
/* After OTHER has run: says what differs from FIRST, if anything does. Runs both again to learn who
 * wrote it. */
hr_status orders_compare(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

#endif
