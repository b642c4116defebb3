/* traces/export/trace_html_values.h -- keeps the values of edges and binds until their grid
 * begins. */
#ifndef HR_TRACE_HTML_VALUES_H
#define HR_TRACE_HTML_VALUES_H

#include "traces/export/trace_html.h"

typedef struct trace_values trace_values;
/* TRACE and FOLLOW are borrowed. */
trace_values *trace_values_new(const hr_trace *trace, trace_follow *follow);
void trace_values_free(trace_values *self);
/* Add the value of EVENT, number NUMBER of the trace, to TO. The result is valid until the next
 * call. */
trace_arrival *trace_values_add(const trace_values *self, trace_arrivals *to,
				const hr_trace_event *event, uint64_t number);
/* Keep the value of EVENT from NOW on. */
void trace_values_note(trace_values *self, const hr_trace_event *event, uint64_t now,
		       uint64_t number);
/* Move the values that wait for the grid which EVENT begins to TAKEN. */
void trace_values_take(trace_values *self, const hr_trace_event *event, trace_arrivals *taken);
/* Discard the values that wait for sinks without instances in the execution that EVENT ends. */
void trace_values_drop(trace_values *self, const hr_trace_event *event);

#endif
