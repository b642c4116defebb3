/* traces/export/trace_html_events.h -- add the events of a trace, in order, to a page. */
#ifndef HR_TRACE_HTML_EVENTS_H
#define HR_TRACE_HTML_EVENTS_H

#include "traces/export/trace_html.h"

typedef struct trace_events trace_events;
trace_events *trace_events_new(trace_page *page);
void trace_events_free(trace_events *self);
void trace_events_note(trace_events *self, const hr_trace_event *event, uint64_t number);
/* Finish after the last event. Everything that has begun lasts until now. */
void trace_events_end(trace_events *self);

#endif
