/* traces/export/trace.h -- output of hpvm-trace: exports for other programs, and events as text.
 *
 * Not here:  the commands that print to a terminal (tools/trace/trace_commands.h). */
#ifndef HR_TRACE_H
#define HR_TRACE_H

#include <stdio.h>

#include "traces/export/trace_layout.h"
#include "traces/read/trace_read.h"

enum { TRACE_DIFFERS = 1, TRACE_WRONG = 2 }; /* exit statuses: diff found a difference; bad file */

/* Selects events. */
typedef struct trace_filter {
	/* path, or its beginning up to a slash; NULL selects all nodes */
	const char *node;
	uint64_t kinds;          /* bits by hr_trace_kind; 0 selects all kinds */
	uint64_t from_ns, to_ns; /* inclusive; operations in a trace without wall time */
	uint64_t first, last;    /* executions */
	uint64_t limit;          /* most events; 0 if unlimited */
} trace_filter;

/* Each function writes to STREAM and returns the exit status. An error in a trace is reported on
 * standard error, after the events that could be read. */
int trace_chrome(const hr_trace *trace, FILE *stream);
int trace_dot(const hr_trace *trace, FILE *stream);
int trace_html(const hr_trace *trace, FILE *stream);

/* Return the plural ending of a noun after COUNT. */
static inline const char *trace_plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* --- trace_text.c --- */
/* Return true if a node has this path, or is below a node that has it. */
bool trace_has_node(const hr_trace *trace, const char *path);
bool trace_wants(const hr_trace *trace, const trace_filter *filter, const hr_trace_event *event);
/* Print a value with the type of the sink's input: "object 2 + 16", "1.5", "0x00ff". */
void trace_print_value(const hr_trace *trace, const hr_trace_event *event, FILE *stream);
/* Return the size of an element that a pointer input of TYPE points to, or 0. */
uint32_t trace_element_bytes(const char *type);
/* Print element NUMBER of the recorded bytes of the buffer that an edge or bind points to. Return
 * false if there is none. STREAM may be NULL to query only. */
bool trace_print_element(const hr_trace *trace, const hr_trace_event *event, uint32_t number,
			 FILE *stream);
/* "begin-grid Root/Leaf, execution 3, 512 instances" */
void trace_print_event(const hr_trace *trace, const hr_trace_event *event, FILE *stream);
/* Report errors in the trace. Return the exit status. */
int trace_end(const hr_trace *trace, const hr_trace_cursor *cursor);
/* Return true if the recorder omitted events of its levels. trace_print_filters() prints what it
 * kept, such as "executions 1-2". */
bool trace_is_filtered(const hr_trace *trace);
void trace_print_filters(const hr_trace *trace, FILE *stream);

#endif
