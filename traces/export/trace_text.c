/* traces/export/trace_text.c -- events as text, and filters. */
#include <inttypes.h>
#include <string.h>

#include "traces/export/trace.h"
#include "traces/export/trace_follow.h"

enum { FIRST_ELEMENTS = 8 }; /* number of elements of a buffer that are printed */

/* Return true if PATH is ABOVE, or the path of a node below it. */
static bool is_under(const char *path, const char *above)
{
	size_t length = strlen(above);

	return strncmp(path, above, length) == 0 && (!path[length] || path[length] == '/');
}

bool trace_has_node(const hr_trace *trace, const char *path)
{
	for (uint32_t n = 0; n < trace->node_count; n++)
		if (is_under(trace->nodes[n].path, path))
			return true;
	return false;
}

bool trace_wants(const hr_trace *trace, const trace_filter *filter, const hr_trace_event *event)
{
	uint64_t at = trace_clock(trace, event);

	if (filter->kinds && !(filter->kinds >> event->kind & 1))
		return false;
	if (at < filter->from_ns || at > filter->to_ns)
		return false;
	if (!hr_trace_has(event->kind, 'x') && (filter->first != 0 || filter->last != UINT64_MAX))
		return false;
	if (event->execution > filter->last ||
	    (event->execution < filter->first &&
	     (event->kind != HR_TRACE_ORDER || filter->first - event->execution >= event->count)))
		return false;
	if (!hr_trace_has(event->kind, 'n'))
		return !filter->node;
	return !filter->node || is_under(trace->nodes[event->node].path, filter->node);
}

/* --- values ----------------------------------------------------------------------------------- */

static void print_bytes(const uint8_t *bytes, uint32_t count, FILE *stream)
{
	fputs("0x", stream);
	for (uint32_t i = count; i > 0; i--)
		fprintf(stream, "%02x", bytes[i - 1]);
}

static void print_scalar(const uint8_t *value, uint32_t bytes, const char *type, FILE *stream)
{
	float single;
	double number;
	int64_t integer = 0;

	if (strcmp(type, "float") == 0 && bytes == sizeof(single)) {
		memcpy(&single, value, sizeof(single));
		fprintf(stream, "%.9g", (double)single);
	} else if (strcmp(type, "double") == 0 && bytes == sizeof(number)) {
		memcpy(&number, value, sizeof(number));
		fprintf(stream, "%.17g", number);
	} else if (type[0] == 'i' && bytes <= sizeof(integer) && bytes) {
		unsigned shift = 64 - 8 * bytes;

		memcpy(&integer, value, bytes);
		integer = (int64_t)((uint64_t)integer << shift) >> shift;
		fprintf(stream, "%" PRId64, integer);
	} else {
		print_bytes(value, bytes, stream);
	}
}

uint32_t trace_element_bytes(const char *type)
{
	static const struct {
		const char *name;
		uint32_t bytes;
	} types[] = {{"i8", 1}, {"i16", 2}, {"i32", 4}, {"i64", 8}, {"float", 4}, {"double", 8}};

	for (unsigned i = 0; type && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(type, types[i].name) == 0)
			return types[i].bytes;
	return 0;
}

bool trace_print_element(const hr_trace *trace, const hr_trace_event *event, uint32_t number,
			 FILE *stream)
{
	const char *type =
		hr_trace_has(event->kind, 'v') ? hr_trace_port_of(trace, event)->element : NULL;
	uint32_t bytes = trace_element_bytes(type);

	if (event->value_kind != HR_TRACE_BUFFER || !event->value || !bytes ||
	    number >= event->value_bytes / bytes)
		return false;
	if (stream)
		print_scalar(event->value + (size_t)number * bytes, bytes, type, stream);
	return true;
}

/* Print " [01 00 ...]" if the element type is unknown. */
static void print_first_bytes(const hr_trace_event *event, FILE *stream)
{
	for (uint32_t i = 0; i < FIRST_ELEMENTS && i < event->value_bytes; i++)
		fprintf(stream, "%s%02x", i ? " " : " [", event->value[i]);
	if (event->value_bytes)
		fputs(event->value_bytes > FIRST_ELEMENTS ? " ...]" : "]", stream);
}

/* Print " [1 2 3 ...]". */
static void print_first_elements(const hr_trace *trace, const hr_trace_event *event, FILE *stream)
{
	uint32_t i = 0;

	if (!trace_element_bytes(hr_trace_port_of(trace, event)->element)) {
		print_first_bytes(event, stream);
		return;
	}
	for (; i < FIRST_ELEMENTS && trace_print_element(trace, event, i, NULL); i++) {
		fputs(i ? " " : " [", stream);
		trace_print_element(trace, event, i, stream);
	}
	if (i)
		fputs(trace_print_element(trace, event, i, NULL) ? " ...]" : "]", stream);
}

void trace_print_value(const hr_trace *trace, const hr_trace_event *event, FILE *stream)
{
	switch (event->value_kind) {
	case HR_TRACE_BYTES:
		print_scalar(event->value, event->value_bytes, hr_trace_port_of(trace, event)->type,
			     stream);
		break;
	case HR_TRACE_OBJECT:
		fprintf(stream, "object %" PRIu64 " + %" PRIu64, event->value_object,
			event->value_offset);
		break;
	case HR_TRACE_BUFFER:
		fprintf(stream, "object %" PRIu64 " + %" PRIu64 ": %" PRIu64 " bytes #%016" PRIx64,
			event->value_object, event->value_offset, event->buffer_bytes, event->hash);
		print_first_elements(trace, event, stream);
		break;
	case HR_TRACE_POINTER: fputs(event->null ? "null" : "pointer", stream); break;
	default: break;
	}
}

/* --- events ----------------------------------------------------------------------------------- */

static void print_instance(const hr_trace_event *event, FILE *stream)
{
	if (event->parent > 1)
		fprintf(stream, ", in instance %" PRIu64 " of its parent", event->parent - 1);
}

static void print_edge(const hr_trace *trace, const hr_trace_event *event, FILE *stream)
{
	const char *other = trace->nodes[event->from].shown;

	if (event->kind == HR_TRACE_BIND_OUT)
		fprintf(stream, ", output %u to output %u of %s: ", event->output, event->input,
			other);
	else
		fprintf(stream, ", %s %u of %s to input %u: ",
			event->kind == HR_TRACE_BIND ? "input" : "output", event->output, other,
			event->input);
	if (event->value_kind == HR_TRACE_NO_VALUE)
		fprintf(stream, "%" PRIu64 " values of %" PRIu64 " bytes", event->count,
			event->bytes);
	else
		trace_print_value(trace, event, stream);
}

/* Print the work of backends. */
static void print_work(const hr_trace_event *event, FILE *stream)
{
	if (hr_trace_has(event->kind, 'f'))
		fprintf(stream, ", instances %" PRIu64 " to %" PRIu64, event->first,
			event->first + event->count - 1);
	fprintf(stream, "%s%s%s%s%s%s", hr_trace_has(event->kind, 'n') ? " on " : " ", event->by,
		*event->word ? ": " : "", event->word, *event->text ? ", " : "", event->text);
}

static void print_memory(const hr_trace_event *event, FILE *stream)
{
	if (event->object)
		fprintf(stream, " object %" PRIu64, event->object);
	if (event->kind == HR_TRACE_UNTRACK)
		return;
	fprintf(stream, "%s%" PRIu64 " bytes", event->object ? ", " : " ", event->bytes);
	if (*event->word)
		fprintf(stream, " %s", event->word);
	if (*event->by)
		fprintf(stream, "%s%s", event->kind == HR_TRACE_MOVE ? " to " : " of ", event->by);
	if (*event->text)
		fprintf(stream, ", %s", event->text);
}

static void print_found(const hr_trace_event *event, FILE *stream)
{
	fprintf(stream, "%s%s%s%s%s%s", *event->by ? " on " : "", event->by,
		*event->word ? ": " : "", event->word, *event->text ? " " : "", event->text);
	for (unsigned i = 0; i < event->detail_count; i++)
		fprintf(stream, "; %s: %s", event->details[i].key, event->details[i].value);
}

void trace_print_event(const hr_trace *trace, const hr_trace_event *event, FILE *stream)
{
	fputs(hr_trace_kind_word(event->kind), stream);
	if (hr_trace_has(event->kind, 'n'))
		fprintf(stream, " %s", trace->nodes[event->node].shown);
	if (hr_trace_has(event->kind, 'x'))
		fprintf(stream, ", execution %" PRIu64, event->execution);
	print_instance(event, stream);
	switch (event->kind) {
	case HR_TRACE_PUSH:
	case HR_TRACE_POP: fprintf(stream, ", %" PRIu64 " in flight", event->count); break;
	case HR_TRACE_BEGIN_GRID:
	case HR_TRACE_END_GRID:
		fprintf(stream, ", %" PRIu64 " instances%s%s", event->count,
			*event->by ? " on " : "", event->by);
		break;
	case HR_TRACE_EDGE:
	case HR_TRACE_BIND:
	case HR_TRACE_BIND_OUT: print_edge(trace, event, stream); break;
	case HR_TRACE_BEGIN_BATCH:
	case HR_TRACE_END_BATCH:
		fprintf(stream, ", instances %" PRIu64 " to %" PRIu64, event->first,
			event->first + event->count - 1);
		break;
	case HR_TRACE_TRACK:
	case HR_TRACE_REQUEST:
	case HR_TRACE_UNTRACK:
	case HR_TRACE_COPY:
	case HR_TRACE_MOVE: print_memory(event, stream); break;
	case HR_TRACE_BEGIN_UNIT:
	case HR_TRACE_END_UNIT:
	case HR_TRACE_BUILD:
	case HR_TRACE_WORKER: print_work(event, stream); break;
	case HR_TRACE_ORDER:
		if (event->count > 1)
			fprintf(stream, " to %" PRIu64, event->execution + event->count - 1);
		fprintf(stream, ", %s%s%s", event->word, *event->text ? ", " : "", event->text);
		break;
	case HR_TRACE_DIFFERENCE:
	case HR_TRACE_VERDICT:
	case HR_TRACE_DIAGNOSTIC: print_found(event, stream); break;
	default: break;
	}
}

int trace_end(const hr_trace *trace, const hr_trace_cursor *cursor)
{
	const char *wrong = cursor ? hr_trace_wrong(cursor) : *trace->damage ? trace->damage : NULL;

	if (!wrong)
		return 0;
	fflush(stdout);
	fprintf(stderr, "hpvm-trace: %s: %s; %" PRIu64 " events can be read\n", trace->path, wrong,
		cursor ? hr_trace_number(cursor) + 1 : trace->event_count);
	return TRACE_WRONG;
}

/* --- filters of the recording ----------------------------------------------------------------- */

void trace_print_filters(const hr_trace *trace, FILE *stream)
{
	const char *between = "";

	if (trace->only_node) {
		fprintf(stream, "nodes whose path begins with %s", trace->only_node);
		between = ", ";
	}
	if (trace->only_first || trace->only_last != UINT64_MAX) {
		fprintf(stream, "%sexecutions %" PRIu64 "-%" PRIu64, between, trace->only_first,
			trace->only_last);
		between = ", ";
	}
	if (trace->only_first_instance || trace->only_last_instance != UINT64_MAX)
		fprintf(stream, "%sbatches of instances %" PRIu64 "-%" PRIu64, between,
			trace->only_first_instance, trace->only_last_instance);
}

bool trace_is_filtered(const hr_trace *trace)
{
	return trace->only_node || trace->only_first || trace->only_last != UINT64_MAX ||
	       trace->only_first_instance || trace->only_last_instance != UINT64_MAX;
}
