/* interp/schedule/overlap.h -- which stage of a stream runs next, while several executions are in
 * flight.
 *
 * Clauses: S1, S3, N4 (the order of --schedule among the stages of a stream). */
#ifndef HR_OVERLAP_H
#define HR_OVERLAP_H

#include "interp/schedule/schedule.h"

enum { HR_OVERLAP_MOST = 8 }; /* most executions in flight if the schedule chooses */

/* The order in which stages of executions of ROOT run. */
typedef struct hr_overlap {
	const hr_node *root;
	hr_schedule schedule;
	uint64_t most;  /* executions in flight: HR_OVERLAP_MOST, or chosen by the seed */
	bool eager;     /* chosen by the seed: stages run before they have to */
	uint64_t drawn; /* random numbers drawn so far */
	uint64_t seed;
	/* reference order: executions that have begun; earlier ones are in flight or completed */
	uint64_t pushed;
	/* reference order: position in the current sweep; children from here on have been
	 * visited */
	unsigned at;
} hr_overlap;

/* Start. SEED is that of HR_SCHEDULE_RANDOM. SCHEDULE may be any but depth-first, which overlaps
 * nothing. */
void hr_overlap_begin(hr_overlap *overlap, const hr_node *root, hr_schedule schedule,
		      uint64_t seed);
/* Return the index of the child that runs next, or ROOT's child_count if all have run every
 * execution before PUSHED. DONE[i] is the number of executions that child i has run. */
unsigned hr_overlap_next(hr_overlap *overlap, const uint64_t *done, uint64_t pushed);
/* Return how many stages that could wait run before a push returns to the host; 0 unless the
 * schedule is random. */
unsigned hr_overlap_steps(hr_overlap *overlap);

/* Run all executions from FIRST on concurrently, in the order of PLAN. OUTPUTS has an image of the
 * root's outputs for each, STRIDE bytes apart. */
hr_status hr_overlap_run(hr_plan *plan, hr_thread *thread, const hr_execution *first,
			 uint8_t *outputs, size_t stride) HR_MUST_CHECK;

#endif
