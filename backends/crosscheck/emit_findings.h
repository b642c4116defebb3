/* backends/crosscheck/emit_findings.h -- emits what a cross-check has found as events
 * (interp/run/events.h). */
#ifndef HR_EMIT_FINDINGS_H
#define HR_EMIT_FINDINGS_H

#include "backends/crosscheck/crosscheck.h"

/* The result of a unit on a backend, when the run has ended. */
void hr_emit_event_verdict(hr_run *run, const hr_crosscheck_row *row);
/* A backend has not finished the grid as the engine has: WORD says how it ended, TEXT why. */
void hr_emit_event_failure(const hr_offload_grid *grid, const char *backend, const char *word,
			   const char *text);
/* A value differs from the engine's. LEVEL: of the instance that wrote it, or of the grid's parent;
 * INSTANCE: its number in the grid, from which its inputs are taken. */
typedef struct hr_event_difference {
	const char *backend, *place; /* "element 3 of argument 0 ('p')" */
	const char *expected, *got, *ulps;
	uint64_t element, mismatches, elements;
	const hr_where *where; /* where the engine's value was written, or NULL */
	const hr_level *level;
	uint64_t instance;
	const hr_worker_range *ranges; /* of memory, with what was there before the grid; */
	size_t range_count;            /* so many */
} hr_event_difference;
void hr_emit_event_difference(const hr_offload_grid *grid, const hr_node *leaf, const bool *varies,
			      const hr_event_difference *what);

#endif
