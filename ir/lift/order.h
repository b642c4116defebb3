/* ir/lift/order.h -- a topological order of a child graph: sources before sinks. */
#ifndef HR_ORDER_H
#define HR_ORDER_H

#include "ir/lift/lift.h"

/* Return the topological order that prefers the node created first. Return NULL if there is a
 * cycle, and write it to TEXT (of SIZE bytes): "A -> B -> A". */
unsigned *hr_topological_order(hr_arena *arena, const hr_graph_shape *shape, char *text,
			       size_t size);

#endif
