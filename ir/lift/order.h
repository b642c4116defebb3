/* ir/lift/order.h -- an order of a child graph in which sources come before sinks. */
#ifndef HR_ORDER_H
#define HR_ORDER_H

#include "ir/lift/lift.h"

/* Topological, of the nodes that could come next the one created first. NULL if there is a cycle,
 * which TEXT (of SIZE bytes) then names: "A -> B -> A". */
unsigned *hr_topological_order(hr_arena *arena, const hr_graph_shape *shape, char *text,
			       size_t size);

#endif
