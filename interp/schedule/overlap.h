/* interp/schedule/overlap.h -- which stage of a stream runs next, while several executions are in
 * flight.
 *
 * Clauses: S1, S3, N4 (the order of --schedule among the stages of a stream). */
#ifndef HR_OVERLAP_H
#define HR_OVERLAP_H

#include "interp/schedule/schedule.h"

enum { HR_OVERLAP_MOST = 8 }; /* executions in flight at once, where the schedule chooses */

/* How stages of executions of ROOT follow each other. */
typedef struct hr_overlap {
	const hr_node *root;
	hr_schedule schedule;
	uint64_t most;  /* executions in flight: HR_OVERLAP_MOST, or drawn by seed */
	bool eager;     /* drawn by seed: stages run before they must */
	uint64_t drawn; /* so many numbers have been */
	uint64_t seed;
	/* reference: executions that have begun; those before it are in flight or done */
	uint64_t pushed;
	/* reference: the rest of a sweep; children at and after it have had their turn */
	unsigned at;
} hr_overlap;

/* SEED: of HR_SCHEDULE_RANDOM. Any schedule but depth-first, which overlaps nothing. */
void hr_overlap_begin(hr_overlap *overlap, const hr_node *root, hr_schedule schedule,
		      uint64_t seed);
/* The index of the child that runs next, one of DONE[index]: so many executions has each run, of
 * those before PUSHED. The child_count of ROOT: all have run. */
unsigned hr_overlap_next(hr_overlap *overlap, const uint64_t *done, uint64_t pushed);
/* How many stages run before the host goes on after a push, where some are not forced to; 0 unless
 * random. */
unsigned hr_overlap_steps(hr_overlap *overlap);

/* All of the executions from FIRST on, along with each other, in the order of PLAN. OUTPUTS: an
 * image of the root's outputs for each, STRIDE bytes apart. */
hr_status hr_overlap_run(hr_plan *plan, hr_thread *thread, const hr_execution *first,
			 uint8_t *outputs, size_t stride) HR_MUST_CHECK;

#endif
