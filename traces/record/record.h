/* traces/record/record.h -- writes what a run tells (interp/run/events.h) into a file while it
 * runs.
 *
 * Memory is bounded: a few blocks of events. What has been told is in the file some time after its
 * block is full, and all of it after hr_record_close. */
#ifndef HR_RECORD_H
#define HR_RECORD_H

#include "interp/run/events.h"

typedef enum hr_trace_clock { HR_TRACE_WALL, HR_TRACE_LOGICAL } hr_trace_clock;

/* What is kept of buffers that edges lead to. */
typedef enum hr_trace_buffers {
	/* with wall time, hash where edges lead; without, none: what nobody has written differs.
	 * Nor where inputs of parents lead, which are large and everywhere */
	HR_TRACE_BUFFERS_DEFAULT,
	HR_TRACE_BUFFERS_NONE,
	HR_TRACE_BUFFERS_HASH,
	HR_TRACE_BUFFERS_WHOLE,
} hr_trace_buffers;

typedef struct hr_record_plan {
	const char *path;     /* of the file; NULL: nothing is recorded */
	unsigned levels;      /* HR_EVENTS_... */
	hr_trace_clock clock; /* logical: operations only, and in order on one thread */
	hr_trace_buffers buffers;
	size_t keeps;         /* WHOLE: so many bytes of each at most */
	const char *node;     /* only events of nodes whose path begins so; NULL: all */
	uint64_t first, last; /* only of these executions, */
	uint64_t first_instance, last_instance; /* and batches that have one of these */
	const char *const *program; /* file and arguments of the program, for the head */
	size_t program_count;
	unsigned orders;   /* that each execution is run in, at most; 0: they are not told */
	const char *order; /* that all run in, or first; NULL: the reference */
} hr_record_plan;

typedef struct hr_recorder hr_recorder;

/* Writes the head. Returns 0, and *recorder, which the caller owns and closes after the run's last
 * event; or an errno. PLAN is borrowed as long; PROGRAM must have been loaded. */
int hr_record_new(const hr_program *program, const hr_record_plan *plan, hr_recorder **recorder)
	HR_MUST_CHECK;
/* For run->events; RUN is asked for tracked objects. */
const hr_events *hr_record_events(hr_recorder *recorder, hr_run *run);
/* Writes the rest and the index. Returns 0 or the errno of what could not be written, after which
 * nothing more was. From any thread; events that come later are lost. */
int hr_record_close(hr_recorder *recorder) HR_MUST_CHECK;

/* After closing, when no event can come any more. */
void hr_record_free(hr_recorder *recorder);

#endif
