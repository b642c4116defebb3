/* traces/read/trace_read_head.h -- the head of a trace, which is YAML. Private to trace_read*.c. */
#ifndef HR_TRACE_READ_HEAD_H
#define HR_TRACE_READ_HEAD_H

#include "traces/read/trace_read.h"

/* Set the fields of TRACE that its head contains. Their strings live in TRACE's arena. */
bool hr_trace_read_head(hr_trace *trace, const char *text, size_t bytes, char error[HR_TRACE_TEXT]);

#endif
