/* tools/trace/trace_commands.h -- the commands of hpvm-trace that print to a terminal, or CSV and
 * JSON. */
#ifndef HR_TRACE_COMMANDS_H
#define HR_TRACE_COMMANDS_H

#include "traces/export/trace.h"

typedef enum trace_form { TRACE_CSV, TRACE_JSON, TRACE_CHROME, TRACE_DOT, TRACE_HTML } trace_form;

/* Each function writes to STREAM and returns the exit status, as the exports do. */
int trace_info(const hr_trace *trace, FILE *stream);
int trace_stat(const hr_trace *trace, FILE *stream);
int trace_query(const hr_trace *trace, const trace_filter *filter, trace_form form, FILE *stream);
int trace_diff(const hr_trace *a, const hr_trace *b, bool operations, FILE *stream);

#endif
