/* traces/read/trace_read_part.c -- a part of a trace: the events in a range of time and executions.
 *
 * Everything that has begun is remembered until it ends. When the part begins, all of it is
 * returned as if it began then. At the end of the part, everything that is open gets its end at
 * that time, if it has one in the trace.
 *
 * Owns:      the open begin events. */
#include "traces/read/trace_read_part.h"

#include <string.h>

bool trace_is_part(const hr_trace *trace)
{
	return trace->from || trace->to != UINT64_MAX || trace->first || trace->last != UINT64_MAX;
}

static void close_open(trace_part *self, size_t i)
{
	hr_free(self->opens.data[i].by);
	hr_free(self->opens.data[i].word);
	hr_free(self->opens.data[i].text);
	memmove(&self->opens.data[i], &self->opens.data[i + 1],
		(self->opens.count - i - 1) * sizeof(trace_open));
	self->opens.count--;
}

void trace_part_free(trace_part *self)
{
	while (self->opens.count)
		close_open(self, self->opens.count - 1);
	HR_VEC_FREE(&self->opens);
	*self = (trace_part){0};
}

/* --- open begin events ------------------------------------------------------------------------ */

static bool begins(hr_trace_kind kind)
{
	return kind == HR_TRACE_BEGIN_EXECUTION || kind == HR_TRACE_BEGIN_GRID ||
	       kind == HR_TRACE_BEGIN_BATCH || kind == HR_TRACE_BEGIN_UNIT;
}

static bool ends(hr_trace_kind kind)
{
	return kind && begins(kind - 1);
}

static void open_event(trace_part *self, const hr_trace_event *event, uint64_t number)
{
	trace_open it = {*event, number, hr_strdup(event->by), hr_strdup(event->word),
			 hr_strdup(event->text)};

	it.event.by = it.by;
	it.event.word = it.word;
	it.event.text = it.text;
	HR_PUSH(&self->opens, it);
}

/* Return true if EVENT ends a remembered begin, which is then removed. */
static bool close_event(trace_part *self, const hr_trace_event *event)
{
	for (size_t i = self->opens.count; i-- > 0;) {
		const hr_trace_event *it = &self->opens.data[i].event;

		if (it->kind + 1 != event->kind || it->node != event->node ||
		    it->execution != event->execution || it->parent != event->parent ||
		    it->first != event->first ||
		    (it->kind != HR_TRACE_BEGIN_EXECUTION && it->thread != event->thread))
			continue;
		close_open(self, i);
		return true;
	}
	return false;
}

/* Remove executions outside of the part from an order. Return true if some remain. */
static bool clip_order(const hr_trace *trace, hr_trace_event *event)
{
	uint64_t last = event->execution + event->count - 1;

	if (!event->count || last < event->execution || event->execution > trace->last ||
	    last < trace->first)
		return false;
	if (event->execution < trace->first)
		event->execution = trace->first;
	event->count = (last < trace->last ? last : trace->last) - event->execution + 1;
	return true;
}

static bool is_of(const hr_trace_event *execution, const hr_trace_event *order)
{
	return execution->node == order->node &&
	       execution->execution - order->execution < order->count;
}

/* Remember an order in place of the previous one. */
static void open_order(trace_part *self, const hr_trace_event *event, uint64_t number)
{
	for (size_t i = self->opens.count; i-- > 0;)
		if (self->opens.data[i].event.kind == HR_TRACE_ORDER &&
		    self->opens.data[i].event.node == event->node)
			close_open(self, i);
	open_event(self, event, number);
}

/* Remove orders without open executions, after EVENT has ended one. */
static void close_order(trace_part *self, const hr_trace_event *event)
{
	for (size_t i = self->opens.count; i-- > 0;) {
		const hr_trace_event *order = &self->opens.data[i].event;
		bool open = false;

		if (order->kind != HR_TRACE_ORDER || order->node != event->node)
			continue;
		for (size_t j = 0; j < self->opens.count && !open; j++)
			open = self->opens.data[j].event.kind == HR_TRACE_BEGIN_EXECUTION &&
			       is_of(&self->opens.data[j].event, order);
		if (!open)
			close_open(self, i);
	}
}

static void note(trace_part *self, const hr_trace_event *event, uint64_t number)
{
	self->operations = event->operations;
	if (event->kind == HR_TRACE_ORDER)
		open_order(self, event, number);
	else if (begins(event->kind))
		open_event(self, event, number);
	else if (ends(event->kind))
		close_event(self, event);
	if (event->kind == HR_TRACE_END_EXECUTION)
		close_order(self, event);
}

/* --- the part --------------------------------------------------------------------------------- */

static uint64_t clock_of(const hr_trace *trace, const hr_trace_event *event)
{
	return trace->wall ? event->ns : event->operations;
}

/* Move EVENT to the border AT, where OPERATIONS have been done. */
static void cut(const hr_trace *trace, hr_trace_event *event, uint64_t at, uint64_t operations)
{
	event->operations = trace->wall ? operations : at;
	if (trace->wall)
		event->ns = at;
}

/* Return true for events about objects and for verdicts, which also concern other times. */
static bool is_lasting(hr_trace_kind kind)
{
	return kind == HR_TRACE_TRACK || kind == HR_TRACE_UNTRACK || kind == HR_TRACE_MOVE ||
	       kind == HR_TRACE_VERDICT;
}

/* Return true if EVENT, which is not before the part, belongs to it. */
static bool takes_late(trace_part *self, const hr_trace *trace, hr_trace_event *event,
		       uint64_t number)
{
	if (clock_of(trace, event) <= trace->to) {
		note(self, event, number);
		return true;
	}
	if (!ends(event->kind) || !close_event(self, event))
		return false;
	cut(trace, event, trace->to, self->operations);
	return true;
}

bool trace_part_takes(trace_part *self, const hr_trace *trace, hr_trace_event *event,
		      uint64_t number)
{
	uint64_t at = clock_of(trace, event);

	if (event->kind == HR_TRACE_ORDER
		    ? !clip_order(trace, event)
		    : hr_trace_has(event->kind, 'x') &&
			      (event->execution < trace->first || event->execution > trace->last))
		return false;
	if (is_lasting(event->kind)) {
		if (at < trace->from || at > trace->to)
			cut(trace, event, at < trace->from ? trace->from : trace->to,
			    event->operations);
		return true;
	}
	if (at < trace->from) {
		note(self, event, number);
		return false;
	}
	if (!self->reached && self->opens.count) {
		self->reached = self->waits = self->has_first = true;
		self->first = *event;
		self->first_number = number;
		return false;
	}
	self->reached = true;
	return takes_late(self, trace, event, number);
}

bool trace_part_waiting(trace_part *self, const hr_trace *trace, bool at_end, hr_trace_event *event,
			uint64_t *number)
{
	if (at_end && !self->reached)
		self->reached = self->waits = true;
	if (!self->waits)
		return false;
	if (self->given < self->opens.count) {
		*event = self->opens.data[self->given].event;
		*number = self->opens.data[self->given++].number;
		cut(trace, event, trace->from, self->operations);
		return true;
	}
	self->waits = false;
	if (!self->has_first)
		return false;
	*event = self->first;
	*number = self->first_number;
	return takes_late(self, trace, event, *number);
}
