/* traces/read/trace_read_part.h -- a part of a trace: what of its events lies in some time and some
 * executions.
 *
 * Grids, batches, units and executions that reach over a border are cut there: they begin or end at
 * it. The order that executions run in at the border is told there. */
#ifndef HR_TRACE_READ_PART_H
#define HR_TRACE_READ_PART_H

#include "src/base/vec.h"
#include "traces/read/trace_read.h"

typedef struct trace_open {
	hr_trace_event event;
	uint64_t number;
	char *by, *word, *text; /* the event's; own */
} trace_open;

typedef struct trace_part {
	HR_VEC(trace_open) opens; /* have begun; owns */
	size_t given;             /* of those that had begun before the part did */
	bool reached;             /* the part has begun */
	/* its first event does, for those to be given; there is such an event */
	bool waits, has_first;
	hr_trace_event first;
	uint64_t first_number;
	/* until the last event that was looked at, but for those behind the part */
	uint64_t operations;
} trace_part;

/* Whether there is more of TRACE than its part. */
bool trace_is_part(const hr_trace *trace);
void trace_part_free(trace_part *self);
/* Whether EVENT, the next one of TRACE, is one of the part; it may be cut then. False:
 * trace_part_waiting() next. */
bool trace_part_takes(trace_part *self, const hr_trace *trace, hr_trace_event *event,
		      uint64_t number);
/* What has to come before the next event of the trace. AT_END: there is none. */
bool trace_part_waiting(trace_part *self, const hr_trace *trace, bool at_end, hr_trace_event *event,
			uint64_t *number);

#endif
