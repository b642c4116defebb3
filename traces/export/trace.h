/* traces/export/trace.h -- what hpvm-trace writes of a trace: exports for other programs, and
 * events as words.
 *
 * Not here: the commands that answer on a terminal (tools/trace/trace_commands.h). */
#ifndef HR_TRACE_H
#define HR_TRACE_H

#include <stdio.h>

#include "traces/export/trace_layout.h"
#include "traces/read/trace_read.h"

enum { TRACE_DIFFERS = 1, TRACE_WRONG = 2 }; /* exit statuses: diff found one; bad file */

/* Which events are asked for. */
typedef struct trace_filter {
	const char *node;        /* path, or its beginning up to a slash; NULL: all */
	uint64_t kinds;          /* bits by hr_trace_kind; 0: all */
	uint64_t from_ns, to_ns; /* inclusive; of a trace without wall time, operations */
	uint64_t first, last;    /* executions */
	uint64_t limit;          /* events; 0: all */
} trace_filter;

/* Each writes to STREAM and gives the exit status. What is wrong with a trace is said on standard
 * error, after what could be read. */
int trace_chrome(const hr_trace *trace, FILE *stream);
int trace_perfetto(const hr_trace *trace, FILE *stream);
int trace_dot(const hr_trace *trace, FILE *stream);
int trace_html(const hr_trace *trace, trace_layout_by by, FILE *stream);

/* What a noun ends with after COUNT. */
static inline const char *trace_plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* --- trace_text.c --- */
/* Whether a node has this path, or is below one that has. */
bool trace_has_node(const hr_trace *trace, const char *path);
bool trace_wants(const hr_trace *trace, const trace_filter *filter, const hr_trace_event *event);
/* "object 2 + 16", "1.5", "0x00ff": a value of the type that the sink's input has. */
void trace_print_value(const hr_trace *trace, const hr_trace_event *event, FILE *stream);
/* Bytes of one element of a type that inputs lead to, or 0. */
uint32_t trace_element_bytes(const char *type);
/* Element NUMBER of what was kept of the buffer that an edge or bind leads to. False: there is
 * none. STREAM NULL: only that. */
bool trace_print_element(const hr_trace *trace, const hr_trace_event *event, uint32_t number,
			 FILE *stream);
/* "begin-grid Root/Leaf, execution 3, 512 instances" */
void trace_print_event(const hr_trace *trace, const hr_trace_event *event, FILE *stream);
/* Says what is wrong with the trace, if anything is; the exit status. */
int trace_end(const hr_trace *trace, const hr_trace_cursor *cursor);
/* Whether the recorder left something out of its levels, and what it kept: "executions 1-2". */
bool trace_is_filtered(const hr_trace *trace);
void trace_print_filters(const hr_trace *trace, FILE *stream);

#endif
