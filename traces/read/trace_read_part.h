/* traces/read/trace_read_part.h -- a part of a trace: the events in a range of time and executions.
 *
 * Grids, batches, units and executions that cross a border are cut there: they begin or end at it.
 * The order that executions run in is repeated at the border. */
#ifndef HR_TRACE_READ_PART_H
#define HR_TRACE_READ_PART_H

#include "src/base/vec.h"
#include "traces/read/trace_read.h"

typedef struct trace_open {
	hr_trace_event event;
	uint64_t number;
	char *by, *word, *text; /* of the event; own */
} trace_open;

typedef struct trace_part {
	HR_VEC(trace_open) opens; /* events that have begun and not ended; owns */
	/* how many of those that began before the part have been returned */
	size_t given;
	bool reached; /* the part has begun */
	/* WAITS: the part's first event waits until those are returned; HAS_FIRST: there is such an
	 * event */
	bool waits, has_first;
	hr_trace_event first;
	uint64_t first_number;
	/* until the last processed event, except those behind the part */
	uint64_t operations;
} trace_part;

/* Return true if TRACE has more than its part. */
bool trace_is_part(const hr_trace *trace);
void trace_part_free(trace_part *self);
/* Return true if EVENT, the next one of TRACE, belongs to the part; it may be cut to the border. If
 * false, call trace_part_waiting() next. */
bool trace_part_takes(trace_part *self, const hr_trace *trace, hr_trace_event *event,
		      uint64_t number);
/* Return true and set EVENT if an event must be returned before the next one of the trace. AT_END
 * is true at the end of the trace. */
bool trace_part_waiting(trace_part *self, const hr_trace *trace, bool at_end, hr_trace_event *event,
			uint64_t *number);

#endif
