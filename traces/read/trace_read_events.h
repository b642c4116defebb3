/* traces/read/trace_read_events.h -- decode all events of a trace as they are in its blocks.
 * Private to trace_read*.c. */
#ifndef HR_TRACE_READ_EVENTS_H
#define HR_TRACE_READ_EVENTS_H

#include "traces/read/trace_read.h"

/* Initialise it with a trace and a number of UINT64_MAX (the number before the first), everything
 * else 0. */
typedef struct trace_decoder {
	const hr_trace *trace;
	size_t block; /* block of the next event */
	bool loaded;
	uint32_t left;   /* events of the block that have not been returned */
	uint8_t *events; /* owns */
	size_t room;
	const uint8_t *at, *end;
	uint64_t number; /* of the last event that was returned */
	uint64_t ticks, operations, execution, first[HR_TRACE_KINDS];
	uint64_t integer;
	uint32_t thread;
	hr_trace_event second; /* second event of a pair, returned next if HAS_SECOND */
	bool has_second;
	hr_trace_detail details[HR_TRACE_MOST_DETAILS];
	char wrong[HR_TRACE_TEXT];
	bool failed; /* WRONG has the reason */
} trace_decoder;

void trace_decoder_free(trace_decoder *self);
void trace_decoder_seek(trace_decoder *self, size_t block);
/* Read the next event, without its order. Return false if there is none, or if decoding failed. */
bool trace_decoder_next(trace_decoder *self, hr_trace_event *event);

#endif
