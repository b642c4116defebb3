/* tools/trace/stat.c -- hpvm-trace stat: print running time, waiting time and copied bytes of each
 * node, as a table.
 *
 * Times are those of the trace's clock: milliseconds, or millions of operations.
 *
 * Not here:  totals (traces/export/trace_totals.c). */
#include <inttypes.h>
#include <string.h>

#include "tools/trace/trace_commands.h"
#include "traces/export/trace_totals.h"

enum { MOST_OPEN = 100 };

static void print_row(const char *path, int width, const trace_row *row, uint64_t all,
		      uint64_t critical, FILE *stream)
{
	fprintf(stream,
		"%-*s %10" PRIu64 " %12" PRIu64 " %14" PRIu64 " %14" PRIu64
		" %11.3f %11.3f %6.1f%%",
		width, path, row->grids, row->instances, row->operations, row->self_operations,
		(double)row->total * 1e-6, (double)row->self * 1e-6,
		all ? 100.0 * (double)row->self / (double)all : 0.0);
	fprintf(stream, " %11.3f %12" PRIu64 " %12" PRIu64 " %7.1f%%%s%s\n",
		(double)row->waited * 1e-6, row->bytes, row->copied,
		critical ? 100.0 * (double)row->critical / (double)critical : 0.0,
		*row->by ? "  " : "", row->by);
}

static void print_table(const hr_trace *trace, const trace_row *rows, uint64_t critical,
			FILE *stream)
{
	const char *unit = trace->wall ? "ms" : "Mop";
	char total[16], self[16], wait[16];
	uint64_t all = 0;
	int width = (int)strlen("node");

	snprintf(total, sizeof(total), "total %s", unit);
	snprintf(self, sizeof(self), "self %s", unit);
	snprintf(wait, sizeof(wait), "waits %s", unit);
	for (uint32_t i = 0; i < trace->node_count; i++) {
		int length = (int)strlen(trace->nodes[i].shown);

		width = length > width ? length : width;
		all += rows[i].self;
	}
	fprintf(stream, "%-*s %10s %12s %14s %14s %11s %11s %7s %11s %12s %12s %8s\n", width,
		"node", "grids", "instances", "operations", "own", total, self, "share", wait,
		"edge bytes", "copied", "critical");
	for (uint32_t i = 0; i < trace->node_count; i++)
		if (rows[i].grids)
			print_row(trace->nodes[i].shown, width, &rows[i], all, critical, stream);
}

/* Print what had begun and not ended at the end of the trace. */
static void print_open(const hr_trace *trace, const trace_totals *totals, FILE *stream)
{
	const char *unit = trace->wall ? "ms" : "Mop";

	for (size_t i = 0; i < totals->open.count && i < MOST_OPEN; i++) {
		const trace_grid *grid = &totals->open.data[i];
		/* a damaged trace may have grids of roots */
		uint32_t parent = trace->nodes[grid->node].parent;

		fprintf(stream, "not ended: %s, execution %" PRIu64, trace->nodes[grid->node].shown,
			grid->execution);
		if (grid->parent && parent != HR_TRACE_NO_NODE &&
		    trace->nodes[parent].parent != HR_TRACE_NO_NODE)
			fprintf(stream, ", in instance %" PRIu64, grid->parent - 1);
		fprintf(stream, ", since %.3f %s\n", (double)grid->begin * 1e-6, unit);
	}
	if (totals->open.count > MOST_OPEN)
		fprintf(stream, "not ended: %zu more\n", totals->open.count - MOST_OPEN);
}

static void print_orders(const trace_totals *totals, FILE *stream)
{
	fputs("executions that ran in several orders (the table contains all of them):", stream);
	for (size_t i = 0; i < totals->orders.count; i++)
		fprintf(stream, "%s %" PRIu64 " in order %s", i ? "," : "",
			totals->orders.data[i].runs, totals->orders.data[i].name);
	if (totals->more_orders)
		fprintf(stream, ", %" PRIu64 " in others", totals->more_orders);
	fputc('\n', stream);
}

int trace_stat(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_totals totals = trace_totals_of(trace, cursor);
	char of[TRACE_PATH_WORDS];
	int status;

	trace_path_words(&totals, of);
	print_table(trace, totals.rows, totals.critical, stream);
	fprintf(stream, "%" PRIu64 " execution%s", totals.executions,
		trace_plural(totals.executions));
	if (totals.begun > totals.executions)
		fprintf(stream, " and %" PRIu64 " that did not end",
			totals.begun - totals.executions);
	if (hr_trace_records_all(trace))
		fprintf(stream, ", critical path%s %.3f %s", of, (double)totals.critical * 1e-6,
			trace->wall ? "ms" : "million operations");
	else
		fputs(", critical path not recorded", stream);
	if (totals.most_in_flight)
		fprintf(stream, ", at most %" PRIu64 " in flight", totals.most_in_flight);
	if (totals.to_device || totals.to_host)
		fprintf(stream, ", %" PRIu64 " byte%s copied to devices and %" PRIu64 " back",
			totals.to_device, trace_plural(totals.to_device), totals.to_host);
	if (totals.diagnostics)
		fprintf(stream, ", %" PRIu64 " diagnostic%s", totals.diagnostics,
			trace_plural(totals.diagnostics));
	fputc('\n', stream);
	if (trace_ran_again(&totals))
		print_orders(&totals, stream);
	print_open(trace, &totals, stream);
	if (trace_is_filtered(trace)) {
		fputs("recorded only ", stream);
		trace_print_filters(trace, stream);
		fputc('\n', stream);
	}
	status = trace_end(trace, cursor);
	trace_totals_free(&totals);
	hr_trace_cursor_free(cursor);
	return status;
}
