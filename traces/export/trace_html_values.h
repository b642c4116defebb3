/* traces/export/trace_html_values.h -- what edges and binds bring, until the grid that it is for
 * begins. */
#ifndef HR_TRACE_HTML_VALUES_H
#define HR_TRACE_HTML_VALUES_H

#include "traces/export/trace_html.h"

typedef struct trace_values trace_values;
/* Both are borrowed. */
trace_values *trace_values_new(const hr_trace *trace, trace_follow *follow);
void trace_values_free(trace_values *self);
/* Adds what EVENT, the trace's event NUMBER, brings or gives to TO; valid until the next. */
trace_arrival *trace_values_add(const trace_values *self, trace_arrivals *to,
				const hr_trace_event *event, uint64_t number);
/* It waits from NOW on. */
void trace_values_note(trace_values *self, const hr_trace_event *event, uint64_t now,
		       uint64_t number);
/* What waits for the grid that EVENT begins goes to TAKEN. */
void trace_values_take(trace_values *self, const hr_trace_event *event, trace_arrivals *taken);
/* The execution that EVENT ends has sinks that had no instances: what waits for them is gone. */
void trace_values_drop(trace_values *self, const hr_trace_event *event);

#endif
