/* interp/stream/roots.h -- what all launches of one root share; private to launch, stream and
 * stats.
 *
 * A root is prepared on its first launch: the layout of its packed structures, its plans (one for
 * each concurrent execution, reused), and the arguments that must be tracked. */
#ifndef HR_ROOTS_H
#define HR_ROOTS_H

#include "interp/schedule/schedule.h"

typedef struct hr_root hr_root;
struct hr_root {
	const hr_graph *graph;
	hr_function *function;
	hr_field *inputs, *outputs; /* one for each port; own */
	size_t packed_inputs, packed_outputs;
	HR_VEC(unsigned) pointers; /* inputs that M7 applies to */
	/* for each input: untracked-memory was reported; owns */
	bool *warned;
	HR_VEC(hr_plan *) plans;                  /* all plans; owns */
	HR_VEC(hr_plan *) idle;                   /* plans that are not in use */
	hr_launched *spare;                       /* free launch structures for reuse; owns */
	uint64_t executions;                      /* number of launches so far */
	unsigned threads;                         /* most threads of one of its streams */
	uint64_t streams, pushes, most_in_flight; /* S4 */
	bool edges_checked;                       /* edge-not-streaming was looked for */
	bool pipeline_known; /* with run->lock held, as `pipeline` until then */
	/* capacity of HPVM 1.0's pipeline; 0 if unlimited (S4) */
	uint64_t pipeline;
	hr_root *next;
};

hr_roots *hr_roots_new(void);
void hr_roots_free(hr_run *run);                      /* also frees everything launched */
const hr_root *hr_roots_first(const hr_roots *roots); /* in the program's order */

/* Set *ROOT to the root that FUNCTION is. Report it if FUNCTION is no root, or if its nodes contain
 * something that cannot run. */
hr_status hr_root_find(hr_run *run, hr_function *function, hr_root **root) HR_MUST_CHECK;
/* The same for the root at ADDRESS in this run. */
hr_status hr_root_at(hr_run *run, const void *address, hr_root **root) HR_MUST_CHECK;
/* Take an idle plan, or create one. LAUNCHED is the result of hr_check_launched() for the
 * execution, or 0 for a stream or if nothing runs. */
hr_status hr_root_take_plan(hr_run *run, hr_root *root, uint64_t launched, hr_plan **plan)
	HR_MUST_CHECK;
void hr_root_give_plan(hr_run *run, hr_root *root, hr_plan *plan);

void hr_field_read(const hr_field *field, const uint8_t *packed, uint8_t *image);
void hr_field_write(const hr_field *field, const uint8_t *image, uint8_t *packed);
/* Check M7 for the arguments in IMAGE, except inputs that LATER, unless NULL, marks. */
hr_status hr_root_check_tracked(hr_run *run, hr_root *root, const uint8_t *image, const bool *later)
	HR_MUST_CHECK;

/* Run or end, oldest first, the launches that the program never waited for (H3, S5). */
hr_status hr_run_unwaited(hr_run *run);

#endif
