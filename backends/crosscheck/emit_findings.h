/* backends/crosscheck/emit_findings.h -- emits findings of a cross-check as events
 * (interp/run/events.h). */
#ifndef HR_EMIT_FINDINGS_H
#define HR_EMIT_FINDINGS_H

#include "backends/crosscheck/crosscheck.h"

/* Emit the verdict for a unit on a backend. Called at the end of the run. */
void hr_emit_event_verdict(hr_run *run, const hr_crosscheck_row *row);
/* A backend did not complete the grid as the engine did: WORD says how it ended, TEXT why. */
void hr_emit_event_failure(const hr_offload_grid *grid, const char *backend, const char *word,
			   const char *text);
/* A value that differs from the engine's. LEVEL is the level of the instance that wrote it, or of
 * the grid's parent. INSTANCE is the number of that instance in the grid; its inputs are part of
 * the event. */
typedef struct hr_event_difference {
	const char *backend, *place; /* for example "element 3 of argument 0 ('p')" */
	const char *expected, *got, *ulps;
	uint64_t element, mismatches, elements;
	const hr_where *where; /* source location that wrote the engine's value, or NULL */
	const hr_level *level;
	uint64_t instance;
	const hr_worker_range *ranges; /* ranges of memory, with their contents before the grid */
	size_t range_count;            /* length of RANGES */
} hr_event_difference;
void hr_emit_event_difference(const hr_offload_grid *grid, const hr_node *leaf, const bool *varies,
			      const hr_event_difference *what);

#endif
