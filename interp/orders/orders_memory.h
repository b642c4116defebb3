/* interp/orders/orders_memory.h -- the memory that one execution of a graph, or several in flight,
 * can reach, as copies.
 *
 * Private to orders*.c. */
#ifndef HR_ORDERS_MEMORY_H
#define HR_ORDERS_MEMORY_H

#include "interp/memory/regions.h"
#include "interp/schedule/plan.h"

typedef struct orders_memory {
	/* .same: the first order left it as it was, so that it has no copy in AFTER */
	hr_regions regions;
	size_t bytes;            /* of all */
	uint8_t *before, *after; /* copies: where it began, and the first order's result; own */
	size_t room;             /* of each */
} orders_memory;

/* Finds the memory and copies it to BEFORE. */
hr_status orders_memory_take(orders_memory *memory, hr_plan *plan, const hr_uses *uses,
			     const hr_execution *what) HR_MUST_CHECK;
/* The first order has run: what it left is copied to AFTER. */
void orders_memory_keep(orders_memory *memory);
/* The region as the first order left it. */
static inline const uint8_t *orders_memory_result(const orders_memory *memory,
						  const hr_region *region)
{
	return (region->same ? memory->before : memory->after) + region->at;
}
/* Memory becomes as it was at the beginning, or as the first order left it. */
void orders_memory_restart(const orders_memory *memory);
void orders_memory_finish(const orders_memory *memory);
/* The first byte that is not as the first order left it; false: there is none.
 * Pointers into objects of WHAT, which every order allocates elsewhere, are taken for equal. */
bool orders_memory_differs(const orders_memory *memory, const hr_execution *what,
			   const hr_region **region, uint8_t **address);
/* Whether ADDRESS is in memory that any of the executions allocated, in any order. */
bool orders_allocated(const hr_execution *what, uint64_t address);
void orders_memory_free(orders_memory *memory);

#endif
