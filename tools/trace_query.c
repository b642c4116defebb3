/* tools/trace_query.c -- hpvm-trace query: events, one to a line, as CSV or JSON. */
#include "trace.h"

#include <inttypes.h>

#include "diag_render.h"

static const char columns[] = "event,ns,operations,thread,kind,node,execution,parent,first,count,from,output,"
			      "input,bytes,object,value,text\n";

/* In quotes where it has to be. */
static void print_field(const char *text, FILE *stream)
{
	bool plain = true;

	for (const char *c = text; *c; c++)
		plain &= *c != ',' && *c != '"' && *c != '\n' && *c != '\r';
	if (plain) {
		fputs(text, stream);
		return;
	}
	fputc('"', stream);
	for (const char *c = text; *c; c++)
		fprintf(stream, *c == '"' ? "\"\"" : "%c", *c);
	fputc('"', stream);
}

static void print_number(bool has, uint64_t number, FILE *stream)
{
	if (has)
		fprintf(stream, ",%" PRIu64, number);
	else
		fputc(',', stream);
}

static bool has_first(hr_trace_kind kind)
{
	return kind == HR_TRACE_BEGIN_BATCH || kind == HR_TRACE_END_BATCH || kind == HR_TRACE_REQUEST;
}

static bool has_object(hr_trace_kind kind)
{
	return kind == HR_TRACE_TRACK || kind == HR_TRACE_UNTRACK || kind == HR_TRACE_REQUEST;
}

static bool has_count(hr_trace_kind kind)
{
	return kind >= HR_TRACE_PUSH && kind <= HR_TRACE_END_BATCH;
}

static void print_csv(const hr_trace *trace, uint64_t number, const hr_trace_event *event, FILE *stream)
{
	bool node = trace_has_node(event->kind), edge = event->kind == HR_TRACE_EDGE;

	fprintf(stream, "%" PRIu64, number);
	print_number(trace->wall, event->ns, stream);
	fprintf(stream, ",%" PRIu64 ",%u,%s,", event->operations, event->thread,
		hr_trace_kind_word(event->kind));
	if (node)
		print_field(trace->nodes[event->node].path, stream);
	print_number(node, event->execution, stream);
	print_number(node && event->parent, event->parent - 1, stream);
	print_number(has_first(event->kind), event->first, stream);
	print_number(has_count(event->kind), event->count, stream);
	fputc(',', stream);
	if (edge)
		print_field(trace->nodes[event->from].path, stream);
	print_number(edge, event->output, stream);
	print_number(edge, event->input, stream);
	print_number(edge || event->kind == HR_TRACE_TRACK || event->kind == HR_TRACE_REQUEST,
		     event->bytes, stream);
	print_number(has_object(event->kind), event->object, stream);
	fputc(',', stream);
	if (edge)
		trace_print_value(trace, event, stream);
	fputc(',', stream);
	print_field(event->text, stream);
	fputc('\n', stream);
}

static void json_number(const char *key, bool has, uint64_t number, FILE *stream)
{
	if (has)
		fprintf(stream, ",\"%s\":%" PRIu64, key, number);
}

static void print_json(const hr_trace *trace, uint64_t number, const hr_trace_event *event, FILE *stream)
{
	bool node = trace_has_node(event->kind), edge = event->kind == HR_TRACE_EDGE;

	fprintf(stream, "{\"event\":%" PRIu64, number);
	json_number("ns", trace->wall, event->ns, stream);
	json_number("operations", true, event->operations, stream);
	json_number("thread", true, event->thread, stream);
	fprintf(stream, ",\"kind\":\"%s\"", hr_trace_kind_word(event->kind));
	if (node) {
		fputs(",\"node\":", stream);
		hr_print_json(trace->nodes[event->node].path, stream);
	}
	json_number("execution", node, event->execution, stream);
	json_number("parent", node && event->parent, event->parent - 1, stream);
	json_number("first", has_first(event->kind), event->first, stream);
	json_number("count", has_count(event->kind), event->count, stream);
	if (edge) {
		fputs(",\"from\":", stream);
		hr_print_json(trace->nodes[event->from].path, stream);
	}
	json_number("output", edge, event->output, stream);
	json_number("input", edge, event->input, stream);
	json_number("bytes", edge || event->kind == HR_TRACE_TRACK || event->kind == HR_TRACE_REQUEST,
		    event->bytes, stream);
	json_number("object", has_object(event->kind), event->object, stream);
	if (edge && event->value_kind != HR_TRACE_NO_VALUE) {
		fputs(",\"value\":\"", stream);
		trace_print_value(trace, event, stream);
		fputc('"', stream);
	}
	if (*event->text) {
		fputs(",\"text\":", stream);
		hr_print_json(event->text, stream);
	}
	fputs("}\n", stream);
}

/* Blocks that end before are not looked into. */
static size_t first_block(const hr_trace *trace, const trace_filter *filter)
{
	size_t low = 0, high = trace->block_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (trace->blocks[middle].block.end_ns < filter->from_ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int trace_query(const hr_trace *trace, const trace_filter *filter, trace_form form, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	uint64_t printed = 0;
	hr_trace_event event;
	bool more = true;
	int status;

	hr_trace_seek(cursor, first_block(trace, filter));
	if (form == TRACE_CSV)
		fputs(columns, stream);
	while ((!filter->limit || printed < filter->limit) && (more = hr_trace_next(cursor, &event))) {
		if (event.ns > filter->to_ns)
			break;
		if (!trace_wants(trace, filter, &event))
			continue;
		(form == TRACE_CSV ? print_csv : print_json)(trace, hr_trace_number(cursor), &event,
							     stream);
		printed++;
	}
	status = more ? 0 : trace_end(trace, cursor);
	hr_trace_cursor_free(cursor);
	return status;
}
