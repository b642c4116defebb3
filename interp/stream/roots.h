/* interp/stream/roots.h -- what all launches of one root share; private to launch, stream and
 * stats.
 *
 * A root is prepared on its first launch: how its packed structs lie, its plans (one for each
 * execution that is under way at once, reused), which arguments the tracker is asked about. */
#ifndef HR_ROOTS_H
#define HR_ROOTS_H

#include "interp/schedule/schedule.h"

typedef struct hr_root hr_root;
struct hr_root {
	const hr_graph *graph;
	hr_function *function;
	hr_field *inputs, *outputs; /* one for each port; own */
	size_t packed_inputs, packed_outputs;
	HR_VEC(unsigned) pointers; /* inputs that M7 is about */
	bool *warned;              /* by input: untracked-memory was reported; owns */
	HR_VEC(hr_plan *) plans;   /* all; owns */
	HR_VEC(hr_plan *) idle;    /* those that nobody executes */
	hr_launched *spare;        /* launched structs for reuse; owns */
	uint64_t executions;       /* launched so far */
	unsigned threads;          /* that a stream of it has had at once */
	uint64_t streams, pushes, most_in_flight; /* S4 */
	bool pipeline_known;
	uint64_t pipeline; /* what HPVM 1.0's holds; 0: any number (S4) */
	hr_root *next;
};

hr_roots *hr_roots_new(void);
void hr_roots_free(hr_run *run);                      /* and everything launched */
const hr_root *hr_roots_first(const hr_roots *roots); /* in order of first launch */

/* The root FUNCTION is; diagnoses what is none, and what its nodes do that cannot be run. */
hr_status hr_root_find(hr_run *run, hr_function *function, hr_root **root) HR_MUST_CHECK;
/* The root at ADDRESS in this run. */
hr_status hr_root_at(hr_run *run, const void *address, hr_root **root) HR_MUST_CHECK;
/* LAUNCHED: what hr_check_launched() said of what the plan is to run; 0: it streams, or runs
 * nothing. */
hr_status hr_root_take_plan(hr_run *run, hr_root *root, uint64_t launched, hr_plan **plan)
	HR_MUST_CHECK;
void hr_root_give_plan(hr_run *run, hr_root *root, hr_plan *plan);

void hr_field_read(const hr_field *field, const uint8_t *packed, uint8_t *image);
void hr_field_write(const hr_field *field, const uint8_t *image, uint8_t *packed);
/* M7 for the arguments in IMAGE. */
hr_status hr_root_check_tracked(hr_run *run, hr_root *root, const uint8_t *image) HR_MUST_CHECK;

/* Runs or ends, oldest first, what was launched and never waited for (H3, S5). */
hr_status hr_run_unwaited(hr_run *run);

#endif
