/* interp/orders/orders_memory.h -- copies of the memory that one execution of a graph, or several
 * in flight, can reach.
 *
 * Private to interp/orders. */
#ifndef HR_ORDERS_MEMORY_H
#define HR_ORDERS_MEMORY_H

#include "interp/memory/regions.h"
#include "interp/memory/write_log.h"
#include "interp/schedule/plan.h"

typedef struct orders_memory {
	const hr_plan *plan; /* borrowed */
	/* .same: the first order did not change the region, so it has no copy in AFTER */
	hr_regions regions;
	size_t bytes; /* of all regions */
	/* copies of the initial memory and of the first order's result; own */
	uint8_t *before, *after;
	size_t room;      /* capacity of each copy */
	hr_write_log log; /* of what leaves write outside of the regions; own */
	hr_region odd;    /* the part of it that differs, and its first contents */
	uint8_t odd_first[HR_LOGGED_BYTES];
} orders_memory;

/* Find the reachable memory and copy it to BEFORE. */
hr_status orders_memory_take(orders_memory *memory, hr_plan *plan, const hr_uses *uses,
			     const hr_execution *what) HR_MUST_CHECK;
/* Copy the memory that the first order left to AFTER. */
void orders_memory_keep(orders_memory *memory);
/* Return the contents of REGION as the first order left it. */
static inline const uint8_t *orders_memory_result(const orders_memory *memory,
						  const hr_region *region)
{
	if (region == &memory->odd)
		return memory->odd_first;
	return (region->same ? memory->before : memory->after) + region->at;
}
/* Restore memory to its initial contents, or to those that the first order left. */
void orders_memory_restart(const orders_memory *memory);
void orders_memory_finish(const orders_memory *memory);
/* Find the first byte that differs from what the first order left. Return false if there is none.
 * Pointers into objects of WHAT, which every order allocates at other addresses, compare as
 * equal. */
bool orders_memory_differs(orders_memory *memory, const hr_execution *what,
			   const hr_region **region, uint8_t **address);
/* Return true if the graph may write memory outside of the regions. */
bool orders_memory_strays(const orders_memory *memory, const hr_plan *plan,
			  const hr_execution *what);
/* Return true if ADDRESS is in memory that one of the executions allocated, in any order. */
bool orders_allocated(const hr_plan *plan, const hr_execution *what, uint64_t address);
void orders_memory_free(orders_memory *memory);

#endif
