/* interp/orders/orders.h -- one execution in several orders of its instances, and what differs
 * (N4). */
#ifndef HR_ORDERS_H
#define HR_ORDERS_H

#include "interp/schedule/schedule.h"

typedef struct hr_orders hr_orders; /* what is kept for all executions of one plan */

/* "random:7": as --schedule has it. In TEXT, or static. */
const char *hr_order_name(const hr_order *order, char text[32]);

/* hr_plan_run(), or hr_overlap_run() for several executions, each with its own outputs; when orders
 * are compared (HR_CHECK_ORDER), again in the others, each from the memory that the first one
 * found. Memory and outputs are those of the first at the end. */
hr_status hr_orders_run(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

/* One whole execution of the graph: images of the root's inputs and outputs. With --keep-going
 * it is HR_OK after a trap, too; the run keeps the status. */
hr_status hr_orders_execute(hr_plan *plan, hr_thread *thread, uint64_t execution,
			    const uint8_t *inputs, uint8_t *outputs) HR_MUST_CHECK;

#endif
