/* backends/worker/reachable.h -- the program's memory that a grid can reach. */
#ifndef HR_REACHABLE_H
#define HR_REACHABLE_H

#include "backends/backend.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"
#include "src/base/vec.h"

typedef HR_VEC(hr_worker_range) hr_ranges;

/* Does the unit write, or let others write, through pointers that it finds in memory or makes of
 * integers? Then its arguments do not say what it may change. READS: or read through such
 * pointers. */
bool hr_unit_follows(const hr_unit *unit, bool reads);

/* Fills RANGES, which is emptied first, in order of address and without overlaps: what GRID's
 * arguments and the unit's variables give it to write, as not to be changed what it only reads, and
 * as `other` all memory of the program that is known besides: what the host has lent, what the
 * execution has, variables. False: an argument leads where nobody knows how much there is, WHY says
 * which. */
bool hr_reachable(const hr_offload_grid *of, const hr_unit *unit, const hr_unit_grid *grid,
		  hr_ranges *ranges, char why[HR_BACKEND_TEXT]);
/* Fills OTHERS, which is emptied first, with the last of these: what lies outside the COUNT ranges
 * OWN, which are in order and without overlaps. */
void hr_reachable_others(const hr_offload_grid *of, const hr_worker_range *own, size_t count,
			 hr_ranges *others);
/* After a grid of a worker: if it strayed into memory of the program, TEXT goes on with whose that
 * is. */
void hr_reachable_stray(const hr_run *run, char text[HR_BACKEND_TEXT]);
/* Where a run has changed the program's memory in another process: changes it here, and no other
 * byte. */
void hr_ranges_apply(const hr_ranges *ranges);

#endif
