/* traces/read/trace_read_cursor.c -- iterate over the events of a trace, or of a part of it, and
 * track the order that executions run in.
 *
 * Owns:      the names of orders.
 * Not here:  blocks and their bytes (trace_read_events.c), borders of a part
 *            (trace_read_part.c). */
#include <string.h>

#include "src/base/alloc.h"
#include "src/base/vec.h"
#include "traces/read/trace_read_events.h"
#include "traces/read/trace_read_part.h"

/* Executions of a root that run in one order. */
typedef struct running {
	uint64_t first, count;
	const char *order;
} running;

struct hr_trace_cursor {
	const hr_trace *trace;
	trace_decoder decoder;
	/* by root node: the order that its executions run in, or NULL if unknown; owns */
	running *running;
	HR_VEC(char *) orders; /* their names; own */
	uint64_t given;        /* number of the last event that was returned; UINT64_MAX if none */
	trace_part part;
};

hr_trace_cursor *hr_trace_cursor_new(const hr_trace *trace)
{
	hr_trace_cursor *self = hr_alloc_zero(sizeof(*self));

	self->trace = self->decoder.trace = trace;
	self->decoder.number = self->given = UINT64_MAX; /* the number before the first */
	return self;
}

void hr_trace_cursor_free(hr_trace_cursor *self)
{
	if (!self)
		return;
	trace_part_free(&self->part);
	for (size_t i = 0; i < self->orders.count; i++)
		hr_free(self->orders.data[i]);
	HR_VEC_FREE(&self->orders);
	hr_free(self->running);
	trace_decoder_free(&self->decoder);
	hr_free(self);
}

void hr_trace_seek(hr_trace_cursor *self, size_t block)
{
	trace_part_free(&self->part);
	hr_free(self->running);
	self->running = NULL;
	trace_decoder_seek(&self->decoder, block);
}

const char *hr_trace_wrong(const hr_trace_cursor *self)
{
	if (self->decoder.failed)
		return self->decoder.wrong;
	return *self->trace->damage ? self->trace->damage : NULL;
}

uint64_t hr_trace_number(const hr_trace_cursor *self)
{
	return self->given;
}

/* --- orders of an execution ------------------------------------------------------------------- */

static const char *order_called(hr_trace_cursor *self, const char *name)
{
	/* a repeated name is usually near; otherwise it is stored twice */
	enum { NEAR = 64 };
	size_t first = self->orders.count > NEAR ? self->orders.count - NEAR : 0;

	for (size_t i = self->orders.count; i-- > first;)
		if (strcmp(self->orders.data[i], name) == 0)
			return self->orders.data[i];
	HR_PUSH(&self->orders, hr_strdup(name));
	return self->orders.data[self->orders.count - 1];
}

static void note_order(hr_trace_cursor *self, const hr_trace_event *event)
{
	if (!self->running)
		self->running = hr_alloc_zero(self->trace->node_count * sizeof(*self->running));
	self->running[event->node] =
		(running){event->execution, event->count, order_called(self, event->word)};
}

/* Return the order of an event within an execution. */
static const char *order_of(const hr_trace_cursor *self, const hr_trace_event *event)
{
	const running *it;
	uint32_t root = event->node;

	if (event->kind <= HR_TRACE_POP || !hr_trace_has(event->kind, 'x'))
		return "";
	if (!self->trace->orders)
		return self->trace->order ? self->trace->order : "";
	if (!self->running)
		return "";
	while (self->trace->nodes[root].parent != HR_TRACE_NO_NODE)
		root = self->trace->nodes[root].parent;
	it = &self->running[root];
	return it->order && event->execution - it->first < it->count ? it->order : "";
}

/* --- events ----------------------------------------------------------------------------------- */

static bool next_event(hr_trace_cursor *self, hr_trace_event *event)
{
	if (!trace_decoder_next(&self->decoder, event))
		return false;
	if (event->kind == HR_TRACE_ORDER)
		note_order(self, event);
	event->order = order_of(self, event);
	return true;
}

bool hr_trace_next(hr_trace_cursor *self, hr_trace_event *event)
{
	bool more = true;

	if (!trace_is_part(self->trace)) {
		more = next_event(self, event);
		self->given = self->decoder.number;
		return more;
	}
	while (more) {
		if (trace_part_waiting(&self->part, self->trace, false, event, &self->given))
			return true;
		more = next_event(self, event);
		self->given = self->decoder.number;
		if (more && trace_part_takes(&self->part, self->trace, event, self->decoder.number))
			return true;
	}
	return trace_part_waiting(&self->part, self->trace, true, event, &self->given);
}
