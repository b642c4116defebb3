/* traces/read/trace_read_events.h -- all events of a trace, as they are in its blocks. Private to
 * trace_read*.c. */
#ifndef HR_TRACE_READ_EVENTS_H
#define HR_TRACE_READ_EVENTS_H

#include "traces/read/trace_read.h"

/* Made with a trace, a number of UINT64_MAX (that before the first), and nothing else. */
typedef struct trace_decoder {
	const hr_trace *trace;
	size_t block; /* that the next event is in */
	bool loaded;
	uint32_t left;   /* events of it that have not been given */
	uint8_t *events; /* owns */
	size_t room;
	const uint8_t *at, *end;
	uint64_t number; /* of the last event that was given */
	uint64_t ticks, operations, execution, first[HR_TRACE_KINDS];
	uint64_t integer;
	uint32_t thread;
	hr_trace_event second; /* of a pair, to be given next, if HAS_SECOND */
	bool has_second;
	hr_trace_detail details[HR_TRACE_MOST_DETAILS];
	char wrong[HR_TRACE_TEXT];
	bool failed; /* WRONG says why */
} trace_decoder;

void trace_decoder_free(trace_decoder *self);
void trace_decoder_seek(trace_decoder *self, size_t block);
/* The next event, but for its order. False: there is none, or it has failed. */
bool trace_decoder_next(trace_decoder *self, hr_trace_event *event);

#endif
