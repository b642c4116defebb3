/* interp/orders/orders.h -- run one execution in several orders of its instances and report
 * differences (N4). */
#ifndef HR_ORDERS_H
#define HR_ORDERS_H

#include "interp/schedule/schedule.h"

typedef struct hr_orders hr_orders; /* state that all executions of one plan share */

/* Return the name of ORDER as --schedule spells it, such as "random:7". It is in TEXT, or
 * static. */
const char *hr_order_name(const hr_order *order, char text[32]);

/* Run WHAT by hr_plan_run(), or by hr_overlap_run() for several executions, each with its own
 * outputs. If orders are compared (HR_CHECK_ORDER), run it again in the other orders, each starting
 * from the same memory. At the end, memory and outputs are those of the first order. */
hr_status hr_orders_run(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

/* Run one whole execution of the graph with images of the root's inputs and outputs. With
 * --keep-going the result is HR_OK after a trap, too; the run keeps the status. */
hr_status hr_orders_execute(hr_plan *plan, hr_thread *thread, uint64_t execution,
			    const uint8_t *inputs, uint8_t *outputs) HR_MUST_CHECK;

#endif
