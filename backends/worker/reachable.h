/* backends/worker/reachable.h -- computes the program memory that a grid can reach. */
#ifndef HR_REACHABLE_H
#define HR_REACHABLE_H

#include "backends/backend.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"
#include "src/base/vec.h"

typedef HR_VEC(hr_worker_range) hr_ranges;

/* Return true if the unit writes, or lets callees write, through pointers that it loads from memory
 * or makes from integers. Its arguments then do not determine what it can change. READS: also
 * return true for reads through such pointers. */
bool hr_unit_follows(const hr_unit *unit, bool reads);
/* Return true if the arguments and variables of the unit are all memory that it can access. */
bool hr_unit_is_closed(const hr_unit *unit);

/* Fill RANGES, which is emptied first, with sorted ranges that do not overlap: memory that GRID may
 * write through its arguments and the unit's variables; memory that it may only read, as not
 * `written`; and, as `other`, all other known memory of the program: memory lent by the host,
 * memory of the execution, variables. Return false if an argument points to memory of unknown size;
 * WHY then names the argument. */
bool hr_reachable(const hr_offload_grid *of, const hr_unit *unit, const hr_unit_grid *grid,
		  hr_ranges *ranges, char why[HR_BACKEND_TEXT]);
/* Fill OTHERS, which is emptied first, with the `other` ranges: all known memory outside the COUNT
 * ranges OWN, which must be sorted and must not overlap. */
void hr_reachable_others(const hr_offload_grid *of, const hr_worker_range *own, size_t count,
			 hr_ranges *others);
/* Append to TEXT who owns the memory that a worker wrote out of bounds in its last grid, if that is
 * memory of the program. */
void hr_reachable_stray(const hr_run *run, char text[HR_BACKEND_TEXT]);
/* Copy the bytes that the worker process changed in RANGES to the program's memory, and no other
 * byte. */
void hr_ranges_apply(const hr_ranges *ranges);

#endif
