/* tools/trace/query.c -- hpvm-trace query: print events, one in each line, as CSV or JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/diag/escape.h"
#include "tools/trace/trace_commands.h"
#include "traces/export/trace_follow.h"

static const char columns[] =
	"event,ns,operations,thread,kind,node,execution,parent,first,count,from,output,"
	"input,bytes,object,value,text,by,word,took,details,to,order\n";

/* Print a field, in quotes if necessary, as readable text in which line ends and tabs stay. */
static void print_field(const char *text, FILE *stream)
{
	char escape[HR_ESCAPE];
	bool plain = true;

	for (const char *c = text; *c; c++)
		plain &= *c != ',' && *c != '"' && *c != '\n';
	if (!plain)
		fputc('"', stream);
	for (size_t left = strlen(text), bytes; left; text += bytes, left -= bytes) {
		bytes = hr_readable(text, left, escape);
		if (*escape && !strchr("\n\t", *text))
			fputs(escape, stream);
		else
			fprintf(stream, *text == '"' ? "\"\"" : "%.*s", (int)bytes, text);
	}
	if (!plain)
		fputc('"', stream);
}

static void print_number(bool has, uint64_t number, FILE *stream)
{
	if (has)
		fprintf(stream, ",%" PRIu64, number);
	else
		fputc(',', stream);
}

/* Print the details as key=value; key=value. */
static void print_details(const hr_trace_event *event, FILE *stream)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *all = open_memstream(&text, &bytes);

	for (unsigned i = 0; all && i < event->detail_count; i++)
		fprintf(all, "%s%s=%s", i ? "; " : "", event->details[i].key,
			event->details[i].value);
	if (!all || fclose(all) != 0)
		return;
	print_field(text, stream);
	free(text);
}

static void print_csv(const hr_trace *trace, uint64_t number, const hr_trace_event *event,
		      FILE *stream)
{
	hr_trace_kind kind = event->kind;
	bool node = hr_trace_has(kind, 'n'), edge = hr_trace_has(kind, 'v');

	fprintf(stream, "%" PRIu64, number);
	print_number(trace->wall, event->ns, stream);
	fprintf(stream, ",%" PRIu64 ",%u,%s,", event->operations, event->thread,
		hr_trace_kind_word(kind));
	if (node)
		print_field(trace->nodes[event->node].path, stream);
	print_number(hr_trace_has(kind, 'x'), event->execution, stream);
	print_number(node && event->parent, event->parent - 1, stream);
	print_number(hr_trace_has(kind, 'f'), event->first, stream);
	print_number(hr_trace_has(kind, 'c'), event->count, stream);
	fputc(',', stream);
	if (hr_trace_has(kind, 'e'))
		print_field(trace->nodes[event->from].path, stream);
	print_number(edge, event->output, stream);
	print_number(edge, event->input, stream);
	print_number(hr_trace_has(kind, 'b'), event->bytes, stream);
	print_number(hr_trace_has(kind, 'j'), event->object, stream);
	fputc(',', stream);
	if (edge)
		trace_print_value(trace, event, stream);
	fputc(',', stream);
	print_field(event->text, stream);
	fputc(',', stream);
	print_field(event->by, stream);
	fputc(',', stream);
	print_field(event->word, stream);
	print_number(hr_trace_has(kind, 'd'), event->nanoseconds, stream);
	fputc(',', stream);
	if (event->detail_count)
		print_details(event, stream);
	fputc(',', stream);
	if (kind == HR_TRACE_BIND_OUT)
		print_field(trace->nodes[event->from].path, stream);
	fputc(',', stream);
	print_field(event->order, stream);
	fputc('\n', stream);
}

static void json_number(const char *key, bool has, uint64_t number, FILE *stream)
{
	if (has)
		fprintf(stream, ",\"%s\":%" PRIu64, key, number);
}

static void json_text(const char *key, const char *text, FILE *stream)
{
	if (!*text)
		return;
	fprintf(stream, ",\"%s\":", key);
	hr_print_json(text, stream);
}

/* Print the recorded bytes in the order of addresses. */
static void json_content(const hr_trace_event *event, FILE *stream)
{
	fputs(",\"content\":\"", stream);
	for (uint32_t i = 0; i < event->value_bytes; i++)
		fprintf(stream, "%02x", event->value[i]);
	fputc('"', stream);
}

/* Print the recorded elements of a buffer as texts, because JSON cannot represent every float. */
static void json_elements(const hr_trace *trace, const hr_trace_event *event, FILE *stream)
{
	if (!trace_print_element(trace, event, 0, NULL))
		return;
	fprintf(stream, ",\"type\":\"%s\",\"elements\":[", hr_trace_port_of(trace, event)->element);
	for (uint32_t i = 0; trace_print_element(trace, event, i, NULL); i++) {
		fputs(i ? ",\"" : "\"", stream);
		trace_print_element(trace, event, i, stream);
		fputc('"', stream);
	}
	fputc(']', stream);
}

static void json_details(const hr_trace_event *event, FILE *stream)
{
	if (!event->detail_count)
		return;
	fputs(",\"details\":{", stream);
	for (unsigned i = 0; i < event->detail_count; i++) {
		if (i)
			fputc(',', stream);
		hr_print_json(event->details[i].key, stream);
		fputc(':', stream);
		hr_print_json(event->details[i].value, stream);
	}
	fputc('}', stream);
}

static void print_json(const hr_trace *trace, uint64_t number, const hr_trace_event *event,
		       FILE *stream)
{
	hr_trace_kind kind = event->kind;
	bool node = hr_trace_has(kind, 'n'), edge = hr_trace_has(kind, 'v');

	fprintf(stream, "{\"event\":%" PRIu64, number);
	json_number("ns", trace->wall, event->ns, stream);
	json_number("operations", true, event->operations, stream);
	json_number("thread", true, event->thread, stream);
	json_text("kind", hr_trace_kind_word(kind), stream);
	if (node)
		json_text("node", trace->nodes[event->node].path, stream);
	json_number("execution", hr_trace_has(kind, 'x'), event->execution, stream);
	json_number("parent", node && event->parent, event->parent - 1, stream);
	json_number("first", hr_trace_has(kind, 'f'), event->first, stream);
	json_number("count", hr_trace_has(kind, 'c'), event->count, stream);
	if (edge)
		json_text(kind == HR_TRACE_BIND_OUT ? "to" : "from", trace->nodes[event->from].path,
			  stream);
	json_number("output", edge, event->output, stream);
	json_number("input", edge, event->input, stream);
	json_number("bytes", hr_trace_has(kind, 'b'), event->bytes, stream);
	json_number("object", hr_trace_has(kind, 'j'), event->object, stream);
	if (edge && event->value_kind != HR_TRACE_NO_VALUE) {
		fputs(",\"value\":\"", stream);
		trace_print_value(trace, event, stream);
		fputc('"', stream);
	}
	if (event->value_kind == HR_TRACE_BUFFER && event->value)
		json_content(event, stream);
	if (edge)
		json_elements(trace, event, stream);
	json_text("by", event->by, stream);
	json_text("word", event->word, stream);
	json_number("took", hr_trace_has(kind, 'd'), event->nanoseconds, stream);
	json_text("text", event->text, stream);
	json_text("order", event->order, stream);
	json_details(event, stream);
	fputs("}\n", stream);
}

/* Return the first block that may match; earlier blocks are skipped. */
static size_t first_block(const hr_trace *trace, const trace_filter *filter)
{
	size_t low = 0, high = trace->block_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((trace->wall ? trace->blocks[middle].block.end_ns
				 : trace->blocks[middle].block.end_operations) < filter->from_ns)
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

	if (!trace->orders) /* with orders, an earlier block may name the order of later ones */
		hr_trace_seek(cursor, first_block(trace, filter));
	if (form == TRACE_CSV)
		fputs(columns, stream);
	while ((!filter->limit || printed < filter->limit) &&
	       (more = hr_trace_next(cursor, &event))) {
		if (trace_clock(trace, &event) > filter->to_ns)
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
