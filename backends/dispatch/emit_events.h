/* backends/dispatch/emit_events.h -- emits the events of units, workers and copies
 * (interp/run/events.h). */
#ifndef HR_EMIT_EVENTS_H
#define HR_EMIT_EVENTS_H

#include "backends/dispatch/built.h"

/* A unit was built for NODE, or refused, in NANOSECONDS. */
void hr_emit_event_build(hr_run *run, const hr_node *node, const hr_built_unit *unit,
			 uint64_t nanoseconds);
/* BACKEND refuses NODE. */
void hr_emit_event_refusal(hr_run *run, const hr_node *node, const char *backend, const char *why);
/* WORD says what happened to the backend's process: "started", or how it ended. */
void hr_emit_event_worker(hr_run *run, const char *backend, const char *word, const char *text);
const char *hr_worker_word(hr_worker_end end);
/* BYTES bytes at ADDRESS of the program's memory were copied to the backend's memory, or back. */
void hr_emit_event_copy(hr_run *run, const char *backend, const void *address, uint64_t bytes,
			bool to_device);

#endif
