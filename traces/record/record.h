/* traces/record/record.h -- write the events of a run (interp/run/events.h) to a file while it
 * runs.
 *
 * Memory is bounded: a few blocks of events. An event is in the file some time after its block is
 * full; all events are in it after hr_record_close(). */
#ifndef HR_RECORD_H
#define HR_RECORD_H

#include "interp/run/events.h"

typedef enum hr_trace_clock { HR_TRACE_WALL, HR_TRACE_LOGICAL } hr_trace_clock;

/* What is recorded of buffers that edges point to. */
typedef enum hr_trace_buffers {
	/* with wall time, a hash of the buffers of edges; without, none, because uninitialised
	 * contents differ between runs. Never of buffers of binds, which are large and frequent */
	HR_TRACE_BUFFERS_DEFAULT,
	HR_TRACE_BUFFERS_NONE,
	HR_TRACE_BUFFERS_HASH,
	HR_TRACE_BUFFERS_WHOLE,
} hr_trace_buffers;

typedef struct hr_record_plan {
	const char *path;     /* of the file; NULL if nothing is recorded */
	unsigned levels;      /* HR_EVENTS_... */
	hr_trace_clock clock; /* logical: operations only, and in order on one thread */
	hr_trace_buffers buffers;
	size_t keeps; /* WHOLE: most bytes of each buffer */
	/* only events of nodes whose path begins with this; NULL for all */
	const char *node;
	uint64_t first, last;                   /* only these executions */
	uint64_t first_instance, last_instance; /* and only batches with one of these instances */
	const char *const *program; /* file and arguments of the program, for the head */
	size_t program_count;
	/* most orders that each execution runs in; 0 if orders are not recorded */
	unsigned orders;
	/* the order that all executions run in, or run in first; NULL for reference */
	const char *order;
} hr_record_plan;

typedef struct hr_recorder hr_recorder;

/* Create a recorder and write the head. Return 0 and set *RECORDER, which the caller owns and
 * closes after the run's last event; or return an errno. PLAN is borrowed for that time. PROGRAM
 * must have been loaded. */
int hr_record_new(const hr_program *program, const hr_record_plan *plan, hr_recorder **recorder)
	HR_MUST_CHECK;
/* Return the value for run->events. RUN is queried for tracked objects. */
const hr_events *hr_record_events(hr_recorder *recorder, hr_run *run);
/* Write the remaining events and the index. Return 0, or the errno of the first write that failed,
 * after which nothing was written. May be called from any thread; later events are lost. */
int hr_record_close(hr_recorder *recorder) HR_MUST_CHECK;

/* Requires that the recorder is closed and no event can arrive any more. */
void hr_record_free(hr_recorder *recorder);

#endif
