/* tools/trace_stat.c -- hpvm-trace stat: what each node took, waited for, and moved.
 *
 * Times are those of the trace's clock: milliseconds, or millions of operations. A node waits from when all that its
 * edges bring is there until its grid begins. The critical path of an execution is the longest chain of
 * edges between children of the root: with a thread for each child it could not end sooner. */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "trace_follow.h"

typedef struct stat_row {
	uint64_t grids, instances, operations, self_operations, total, self, waited, bytes, critical;
	char by[32];
} stat_row;

static void note_grid(stat_row *row, const trace_grid *grid, const char *by)
{
	uint64_t took = grid->end - grid->begin, operations = grid->end_operations - grid->begin_operations;

	row->grids++;
	row->instances += grid->count;
	row->total += took;
	row->self += took > grid->inner ? took - grid->inner : 0;
	row->operations += operations;
	row->self_operations += operations > grid->inner_operations ? operations - grid->inner_operations : 0;
	row->waited += grid->begin - grid->ready;
	if (*by)
		snprintf(row->by, sizeof(row->by), "%.31s", by);
}

/* The chain that ends last in its execution. Gives its length. */
static uint64_t note_path(const hr_trace *trace, const trace_execution *in, stat_row *rows)
{
	uint32_t last = HR_TRACE_NO_NODE;
	uint64_t longest = 0;

	for (uint32_t i = 1; i < in->node_count; i++)
		if (trace->nodes[in->root + i].parent == in->root && in->nodes[i].ended &&
		    (last == HR_TRACE_NO_NODE || in->nodes[i].longest > longest)) {
			last = in->root + i;
			longest = in->nodes[i].longest;
		}
	for (uint32_t node = last; node != HR_TRACE_NO_NODE; node = in->nodes[node - in->root].before)
		rows[node].critical += in->nodes[node - in->root].taken;
	return longest;
}

static void print_row(const char *path, int width, const stat_row *row, uint64_t all, uint64_t critical,
		      FILE *stream)
{
	fprintf(stream, "%-*s %10" PRIu64 " %12" PRIu64 " %14" PRIu64 " %14" PRIu64 " %11.3f %11.3f %6.1f%%", width,
		path, row->grids, row->instances, row->operations, row->self_operations,
		(double)row->total * 1e-6, (double)row->self * 1e-6,
		all ? 100.0 * (double)row->self / (double)all : 0.0);
	fprintf(stream, " %11.3f %12" PRIu64 " %7.1f%%%s%s\n", (double)row->waited * 1e-6, row->bytes,
		critical ? 100.0 * (double)row->critical / (double)critical : 0.0,
		*row->by ? "  " : "", row->by);
}

static void print_table(const hr_trace *trace, const stat_row *rows, uint64_t critical, FILE *stream)
{
	const char *unit = trace->wall ? "ms" : "Mop";
	char total[16], self[16], wait[16];
	uint64_t all = 0;
	int width = (int)strlen("node");

	snprintf(total, sizeof(total), "total %s", unit);
	snprintf(self, sizeof(self), "self %s", unit);
	snprintf(wait, sizeof(wait), "waits %s", unit);
	for (uint32_t i = 0; i < trace->node_count; i++) {
		int length = (int)strlen(trace->nodes[i].path);

		width = length > width ? length : width;
		all += rows[i].self;
	}
	fprintf(stream, "%-*s %10s %12s %14s %14s %11s %11s %7s %11s %12s %8s\n", width, "node", "grids",
		"instances", "operations", "own", total, self, "share", wait, "edge bytes", "critical");
	for (uint32_t i = 0; i < trace->node_count; i++)
		if (rows[i].grids)
			print_row(trace->nodes[i].path, width, &rows[i], all, critical, stream);
}

typedef struct stat_sums {
	uint64_t executions, critical, most_in_flight, diagnostics;
} stat_sums;

static void note_event(const hr_trace *trace, trace_follow *follow, const hr_trace_event *event, stat_row *rows,
		       stat_sums *sums)
{
	const trace_grid *grid = trace_follow_event(follow, event);
	const trace_execution *ended;

	if (grid)
		note_grid(&rows[grid->node], grid, event->text);
	if (event->kind == HR_TRACE_EDGE)
		rows[event->node].bytes += event->bytes * event->count;
	if (event->kind == HR_TRACE_PUSH && event->count > sums->most_in_flight)
		sums->most_in_flight = event->count;
	sums->diagnostics += event->kind == HR_TRACE_DIAGNOSTIC;
	if (event->kind != HR_TRACE_END_EXECUTION)
		return;
	sums->executions++;
	ended = trace_follow_execution(follow, event);
	if (ended)
		sums->critical += note_path(trace, ended, rows);
}

int trace_stat(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_follow *follow = trace_follow_new(trace);
	stat_row *rows = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*rows));
	hr_trace_event event;
	stat_sums sums = {0};
	int status;

	while (hr_trace_next(cursor, &event))
		note_event(trace, follow, &event, rows, &sums);
	print_table(trace, rows, sums.critical, stream);
	fprintf(stream, "%" PRIu64 " executions, critical path %.3f %s", sums.executions,
		(double)sums.critical * 1e-6, trace->wall ? "ms" : "million operations");
	if (sums.most_in_flight)
		fprintf(stream, ", at most %" PRIu64 " in flight", sums.most_in_flight);
	if (sums.diagnostics)
		fprintf(stream, ", %" PRIu64 " diagnostics", sums.diagnostics);
	fputc('\n', stream);
	status = trace_end(trace, cursor);
	hr_free(rows);
	trace_follow_free(follow);
	hr_trace_cursor_free(cursor);
	return status;
}
