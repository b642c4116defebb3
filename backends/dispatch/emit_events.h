/* backends/dispatch/emit_events.h -- what backends, workers and cross-checks tell whoever records the run (interp/run/events.h). */
#ifndef HR_EMIT_EVENTS_H
#define HR_EMIT_EVENTS_H

#include "backends/dispatch/built.h"
#include "backends/crosscheck/crosscheck.h"

/* A unit was built for NODE, or refused, which took so long. */
void hr_tell_build(hr_run *run, const hr_node *node, const hr_built_unit *unit, uint64_t nanoseconds);
/* NODE does not go to BACKEND at all. */
void hr_tell_refusal(hr_run *run, const hr_node *node, const char *backend, const char *why);
/* The process of a backend: "started", or what became of it. */
void hr_tell_worker(hr_run *run, const char *backend, const char *word, const char *text);
const char *hr_worker_word(hr_worker_end end);
/* BYTES from ADDRESS in the program's memory were copied to the backend's, or came back from there. */
void hr_tell_copy(hr_run *run, const char *backend, const void *address, uint64_t bytes, bool to_device);

/* Of all grids of a leaf on a backend, at the end. */
void hr_tell_verdict(hr_run *run, const hr_crosscheck_row *row);
/* A backend has done something else than the engine: WORD says what, TEXT more. */
void hr_tell_failure(const hr_offload_grid *grid, const char *backend, const char *word,
		     const char *text);
/* A value is not the engine's. LEVEL: of the instance that wrote it, or of the grid's parent; INSTANCE: its number in
 * the grid, from which its inputs are taken. */
typedef struct hr_told_difference {
	const char *backend, *place;   /* "element 3 of argument 0 ('p')" */
	const char *expected, *got, *ulps;
	uint64_t element, mismatches, elements;
	const hr_where *where;         /* where the engine's value was written, or NULL */
	const hr_level *level;
	uint64_t instance;
	const hr_worker_range *ranges; /* of memory, with what was there before the grid; */
	size_t range_count;            /* so many */
} hr_told_difference;
void hr_tell_difference(const hr_offload_grid *grid, const hr_node *leaf, const bool *varies,
			const hr_told_difference *what);

#endif
