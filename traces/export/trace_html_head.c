/* traces/export/trace_html_head.c -- the data that the viewer has before it unpacks slices, as
 * JSON: what ran, nodes and edges with their totals, the layout, lanes, marks and objects.
 *
 * Times are numbers of the trace's clock.
 *
 * Not here:  slices (trace_slices.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/diag/escape.h"
#include "traces/export/trace.h"
#include "traces/export/trace_html.h"

static const char *const lane_words[TRACE_LANES] = {
#define X(name, word) word,
	TRACE_LANE_KINDS(X)
#undef X
};

static void text(const char *key, const char *value, FILE *stream)
{
	fprintf(stream, "\"%s\":", key);
	if (value)
		hr_print_json(value, stream);
	else
		fputs("null", stream);
	fputc(',', stream);
}

static void number(const char *key, uint64_t value, FILE *stream)
{
	fprintf(stream, "\"%s\":%" PRIu64 ",", key, value);
}

static void print_filters(const hr_trace *trace, FILE *stream)
{
	char *only = NULL;
	size_t bytes = 0;
	FILE *memory = trace_is_filtered(trace) ? open_memstream(&only, &bytes) : NULL;

	if (memory) {
		trace_print_filters(trace, memory);
		fclose(memory);
	}
	text("only", only, stream);
	free(only);
}

/* Print pairs of name and number of runs, if executions ran more than once. */
static void print_orders(const trace_totals *totals, FILE *stream)
{
	fputs("\"orders\":[", stream);
	for (size_t i = 0; trace_ran_again(totals) && i < totals->orders.count; i++) {
		fputs(i ? ",[" : "[", stream);
		hr_print_json(totals->orders.data[i].name, stream);
		fprintf(stream, ",%" PRIu64 "]", totals->orders.data[i].runs);
	}
	fputs("],", stream);
	number("moreOrders", totals->more_orders, stream);
}

static void print_what(const trace_page *page, FILE *stream)
{
	const hr_trace *trace = page->trace;
	const char *name = strrchr(trace->path, '/');
	char of[TRACE_PATH_WORDS];

	trace_path_words(&page->totals, of);
	text("file", name ? name + 1 : trace->path, stream);
	fputs("\"program\":[", stream);
	for (size_t i = 0; i < trace->program_count; i++) {
		fputs(i ? "," : "", stream);
		hr_print_json(trace->program[i], stream);
	}
	fprintf(stream, "],\"wall\":%s,", trace->wall ? "true" : "false");
	text("levels", trace->levels, stream);
	print_filters(trace, stream);
	number("events", trace->event_count, stream);
	number("begin", page->begin, stream);
	number("end", page->end, stream);
	text("damage", page->damage, stream);
	number("begun", page->totals.begun, stream);
	number("executions", page->totals.executions, stream);
	print_orders(&page->totals, stream);
	text("order", trace->order ? trace->order : "", stream);
	number("critical", page->totals.critical, stream);
	text("criticalOf", of, stream);
	number("mostInFlight", page->totals.most_in_flight, stream);
	number("diagnostics", page->totals.diagnostics, stream);
	number("forgotten", trace_lanes_forgotten(page->lanes), stream);
	number("notShown", page->not_shown, stream);
	number("moreObjects", page->more_objects, stream);
	number("moreMarks", page->more_marks, stream);
}

/* --- nodes and edges -------------------------------------------------------------------------- */

static void print_ports(const char *key, const hr_trace_port *ports, unsigned count, FILE *stream)
{
	fprintf(stream, "\"%s\":[", key);
	for (unsigned i = 0; i < count; i++) {
		fputs(i ? ",[" : "[", stream);
		hr_print_json(ports[i].name, stream);
		fputc(',', stream);
		hr_print_json(ports[i].type, stream);
		if (ports[i].element) {
			fputc(',', stream);
			hr_print_json(ports[i].element, stream);
		}
		fputc(']', stream);
	}
	fputs("],", stream);
}

static void print_row(const trace_row *row, FILE *stream)
{
	number("executions", row->executions, stream);
	number("grids", row->grids, stream);
	number("instances", row->instances, stream);
	number("operations", row->operations, stream);
	number("own", row->self_operations, stream);
	number("total", row->total, stream);
	number("self", row->self, stream);
	number("waited", row->waited, stream);
	number("bytes", row->bytes, stream);
	number("copied", row->copied, stream);
	number("critical", row->critical, stream);
	number("longest", row->longest, stream);
	number("longestAt", row->longest_at, stream);
	text("by", row->by, stream);
}

static void print_node(const trace_page *page, uint32_t number_of_it, FILE *stream)
{
	const hr_trace_node *node = &page->trace->nodes[number_of_it];
	const trace_box *box = &page->layout.boxes[number_of_it];

	fputs("\n{", stream);
	text("path", node->path, stream);
	fprintf(stream, "\"recorded\":%s,",
		hr_trace_records(page->trace, number_of_it) ? "true" : "false");
	text("function", node->function, stream);
	text("kind", node->kind, stream);
	text("target", node->target, stream);
	text("file", node->created.file, stream);
	number("line", node->created.line, stream);
	text("definedIn", node->defined.file, stream);
	number("definedAt", node->defined.line, stream);
	number("dims", node->dims, stream);
	print_ports("inputs", node->inputs, node->input_count, stream);
	print_ports("outputs", node->outputs, node->output_count, stream);
	print_row(&page->totals.rows[number_of_it], stream);
	fprintf(stream, "\"parent\":%" PRId64 ",\"box\":[%.1f,%.1f,%.1f,%.1f]}",
		node->parent == HR_TRACE_NO_NODE ? (int64_t)-1 : (int64_t)node->parent, box->x,
		box->y, box->width, box->height);
}

static void print_edge(const trace_page *page, uint32_t i, FILE *stream)
{
	const hr_trace_edge *edge = &page->trace->edges[i];

	fprintf(stream,
		"\n{\"from\":%u,\"output\":%u,\"to\":%u,\"input\":%u,\"values\":%" PRIu64
		",\"bytes\":%" PRIu64 "}",
		edge->from, edge->output, edge->to, edge->input, page->totals.values[i],
		page->totals.bytes[i]);
}

static void print_line(const trace_page *page, const trace_line *line, FILE *stream)
{
	const trace_layout *layout = &page->layout;

	fprintf(stream, "\n{\"from\":%u,\"to\":%u,\"all\":%s,\"streaming\":%s,\"edges\":[",
		line->from, line->to, line->all_to_all ? "true" : "false",
		line->streaming ? "true" : "false");
	for (uint32_t i = 0; i < line->count; i++)
		fprintf(stream, "%s%u", i ? "," : "", layout->edges[line->first + i]);
	fputs("],\"points\":[", stream);
	for (size_t i = 0; i < line->points; i++)
		fprintf(stream, "%s%.1f,%.1f", i ? "," : "", layout->points.data[line->point + i].x,
			layout->points.data[line->point + i].y);
	fputs("]}", stream);
}

static void print_binds(const char *before, const hr_trace_bind *binds, uint32_t count,
			FILE *stream)
{
	fputs(before, stream);
	for (uint32_t i = 0; i < count; i++)
		fprintf(stream, "%s{\"node\":%u,\"port\":%u,\"parentPort\":%u}", i ? "," : "",
			binds[i].node, binds[i].port, binds[i].parent_port);
}

static void print_graph(const trace_page *page, FILE *stream)
{
	const hr_trace *trace = page->trace;

	fputs("\"nodes\":[", stream);
	for (uint32_t i = 0; i < trace->node_count; i++) {
		fputs(i ? "," : "", stream);
		print_node(page, i, stream);
	}
	fputs("],\n\"edges\":[", stream);
	for (uint32_t i = 0; i < trace->edge_count; i++) {
		fputs(i ? "," : "", stream);
		print_edge(page, i, stream);
	}
	print_binds("],\n\"binds\":[", trace->binds, trace->bind_count, stream);
	print_binds("],\n\"results\":[", trace->results, trace->result_count, stream);
	fputs("],\n\"lines\":[", stream);
	for (uint32_t i = 0; i < page->layout.line_count; i++) {
		fputs(i ? "," : "", stream);
		print_line(page, &page->layout.lines[i], stream);
	}
	fputs("],\n", stream);
}

/* --- the rest --------------------------------------------------------------------------------- */

static void print_lanes(const trace_page *page, size_t index, FILE *stream)
{
	number("index", index, stream);
	fputs("\"lanes\":[", stream);
	for (size_t i = 0; i < page->about.count; i++) {
		const trace_lane_about *it = &page->about.data[i];

		fprintf(stream,
			"%s\n{\"kind\":\"%s\",\"node\":%u,\"row\":%u,\"backend\":%u,\"slices\":%" PRIu64
			",\"chunks\":%zu}",
			i ? "," : "", lane_words[it->kind], it->node, it->row, it->text,
			trace_lane_slices(it->lane), trace_lane_chunks(it->lane));
	}
	fputs("],\n\"texts\":[\"\"", stream);
	for (size_t i = 0; i < page->texts.count; i++) {
		fputc(',', stream);
		hr_print_json(page->texts.data[i], stream);
	}
	fputs("],\n\"chains\":[[]", stream);
	for (size_t i = 0; i < page->chains.count; i++) {
		const uint32_t *at = page->chain_nodes.data + page->chains.data[i];

		for (const char *before = ",["; *at != HR_TRACE_NO_NODE; at++, before = ",")
			fprintf(stream, "%s%u", before, *at);
		fputc(']', stream);
	}
	fputs("],\n", stream);
}

static void print_open(const trace_page *page, FILE *stream)
{
	fputs("\"open\":[", stream);
	for (size_t i = 0; i < page->totals.open.count; i++) {
		const trace_grid *grid = &page->totals.open.data[i];
		uint32_t lane = page->open_lanes.data[i];

		fprintf(stream,
			"%s\n{\"node\":%u,\"execution\":%" PRIu64 ",\"parent\":%" PRIu64
			",\"since\":%" PRIu64 ",\"lane\":%" PRId64 "}",
			i ? "," : "", grid->node, grid->execution, grid->parent, grid->begin,
			lane == UINT32_MAX ? (int64_t)-1 : (int64_t)lane);
	}
	fputs("],\n", stream);
}

static void print_mark(const trace_mark *it, FILE *stream)
{
	fputs("\n{", stream);
	text("kind", hr_trace_kind_word(it->kind), stream);
	number("event", it->number, stream);
	number("thread", it->thread, stream);
	if (hr_trace_has(it->kind, 'x'))
		number("execution", it->execution, stream);
	if (it->parent)
		number("parent", it->parent, stream);
	if (hr_trace_has(it->kind, 'd'))
		number("took", it->nanoseconds, stream);
	text("by", it->by, stream);
	text("word", it->word, stream);
	text("text", it->text, stream);
	fputs("\"details\":[", stream);
	for (unsigned i = 0; i < it->detail_count; i++) {
		fputs(i ? ",[" : "[", stream);
		hr_print_json(it->details[2 * i], stream);
		fputc(',', stream);
		hr_print_json(it->details[2 * i + 1], stream);
		fputc(']', stream);
	}
	fprintf(stream, "],\"node\":%" PRId64 ",\"at\":%" PRIu64 "}",
		it->node == HR_TRACE_NO_NODE ? (int64_t)-1 : (int64_t)it->node, it->at);
}

static void print_marks(const trace_page *page, FILE *stream)
{
	fputs("\"marks\":[", stream);
	for (size_t i = 0; i < page->marks.count; i++) {
		fputs(i ? "," : "", stream);
		print_mark(&page->marks.data[i], stream);
	}
	fputs("],\n", stream);
}

static void print_object(const trace_page *page, const trace_object *it, FILE *stream)
{
	fputs("\n{", stream);
	number("object", it->object, stream);
	number("event", it->number, stream);
	number("bytes", it->bytes, stream);
	text("text", it->text, stream);
	number("begin", it->begin, stream);
	number("end", it->ended ? it->end : page->end, stream);
	if (it->ended)
		number("lastEvent", it->last_number, stream);
	fprintf(stream, "\"ended\":%s,", it->ended ? "true" : "false");
	number("requests", it->requests, stream);
	number("copies", it->copies, stream);
	number("copied", it->copied, stream);
	number("moves", it->moves, stream);
	fputs("\"accesses\":[", stream);
	for (size_t i = 0; i < it->accesses.count; i++) {
		const trace_access *access = &it->accesses.data[i];

		fprintf(stream, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u]",
			i ? "," : "", access->number, access->at, access->offset, access->bytes,
			access->text);
	}
	fputs("]}", stream);
}

void trace_html_head(const trace_page *page, size_t index, FILE *stream)
{
	fputs("{", stream);
	print_what(page, stream);
	print_graph(page, stream);
	print_lanes(page, index, stream);
	print_open(page, stream);
	print_marks(page, stream);
	trace_html_sources(page, stream);
	fputs("\"objects\":[", stream);
	for (size_t i = 0; i < page->objects.count; i++) {
		fputs(i ? "," : "", stream);
		print_object(page, &page->objects.data[i], stream);
	}
	fputs("]}\n", stream);
}
