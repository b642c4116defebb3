/* traces/export/trace_html_events.h -- takes a trace's events, in order, into a page. */
#ifndef HR_TRACE_HTML_EVENTS_H
#define HR_TRACE_HTML_EVENTS_H

#include "traces/export/trace_html.h"

typedef struct trace_events trace_events;
trace_events *trace_events_new(trace_page *page);
void trace_events_free(trace_events *self);
void trace_events_note(trace_events *self, const hr_trace_event *event, uint64_t number);
/* No more come; what has begun lasts until now. */
void trace_events_end(trace_events *self);

#endif
