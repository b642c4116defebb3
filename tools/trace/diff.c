/* tools/trace/diff.c -- hpvm-trace diff: print the first difference of two traces as text.
 *
 * Nodes are compared by their paths, so traces of two versions of a program can be compared. Wall
 * time and threads are ignored. */
#include <inttypes.h>
#include <string.h>

#include "tools/trace/trace_commands.h"

typedef struct side {
	const hr_trace *trace;
	hr_trace_cursor *cursor;
	hr_trace_event event;
	bool more;
} side;

static bool same_value(const hr_trace_event *a, const hr_trace_event *b)
{
	return a->value_kind == b->value_kind && a->value_bytes == b->value_bytes &&
	       (!a->value_bytes || memcmp(a->value, b->value, a->value_bytes) == 0) &&
	       a->buffer_bytes == b->buffer_bytes && a->hash == b->hash &&
	       a->value_object == b->value_object && a->value_offset == b->value_offset &&
	       a->null == b->null;
}

static bool same_details(const hr_trace_event *a, const hr_trace_event *b)
{
	if (a->detail_count != b->detail_count)
		return false;
	for (unsigned i = 0; i < a->detail_count; i++)
		if (strcmp(a->details[i].key, b->details[i].key) != 0 ||
		    strcmp(a->details[i].value, b->details[i].value) != 0)
			return false;
	return true;
}

/* Return a word for the difference, or NULL. */
static const char *differs(const side *left, const side *right, bool operations)
{
	const hr_trace_event *a = &left->event, *b = &right->event;

	if (a->kind != b->kind)
		return "another kind of event";
	if (hr_trace_has(a->kind, 'n') &&
	    strcmp(left->trace->nodes[a->node].path, right->trace->nodes[b->node].path) != 0)
		return "another node";
	if (a->execution != b->execution)
		return "another execution";
	if (a->parent != b->parent)
		return "another instance of the parent";
	if (a->first != b->first || a->count != b->count)
		return a->kind == HR_TRACE_PUSH || a->kind == HR_TRACE_POP
			       ? "another number in flight"
			       : "other instances";
	if (hr_trace_has(a->kind, 'v') &&
	    (a->output != b->output || a->input != b->input ||
	     strcmp(left->trace->nodes[a->from].path, right->trace->nodes[b->from].path) != 0))
		return "another edge";
	if (a->object != b->object || a->bytes != b->bytes)
		return "another object or size";
	if (!same_value(a, b))
		return "another value";
	if (strcmp(a->by, b->by) != 0)
		return hr_trace_has(a->kind, 'n') ? "another backend" : "another place";
	if (strcmp(a->word, b->word) != 0)
		return "another outcome";
	if (strcmp(a->text, b->text) != 0)
		return "another text";
	if (strcmp(a->order, b->order) != 0)
		return "another order of instances";
	if (!same_details(a, b))
		return "another detail";
	return operations && a->operations != b->operations ? "another number of operations" : NULL;
}

static void print_side(const side *at, FILE *stream)
{
	fprintf(stream, "  %s: ", at->trace->path);
	if (at->more) {
		trace_print_event(at->trace, &at->event, stream);
		fprintf(stream, ", after %" PRIu64 " operations\n", at->event.operations);
	} else {
		fputs("has no more events\n", stream);
	}
}

int trace_diff(const hr_trace *a, const hr_trace *b, bool operations, FILE *stream)
{
	side left = {.trace = a, .cursor = hr_trace_cursor_new(a)};
	side right = {.trace = b, .cursor = hr_trace_cursor_new(b)};
	const char *what = NULL;
	uint64_t events = 0;
	int status = 0;

	do {
		left.more = hr_trace_next(left.cursor, &left.event);
		right.more = hr_trace_next(right.cursor, &right.event);
		if (left.more && right.more)
			what = differs(&left, &right, operations);
		else if (left.more != right.more)
			what = "one has ended";
		events += left.more && right.more;
	} while (!what && left.more && right.more);
	if (what) {
		fprintf(stream, "event %" PRIu64 " differs: %s\n",
			events - (left.more && right.more), what);
		print_side(&left, stream);
		print_side(&right, stream);
		status = TRACE_DIFFERS;
	} else {
		fprintf(stream, "the same %" PRIu64 " events\n", events);
	}
	if (!left.more && trace_end(a, left.cursor))
		status = TRACE_WRONG;
	if (!right.more && trace_end(b, right.cursor))
		status = TRACE_WRONG;
	hr_trace_cursor_free(left.cursor);
	hr_trace_cursor_free(right.cursor);
	return status;
}
