/* traces/export/trace_html_values.c -- keep the values of edges and binds until their grid begins.
 *
 * Owns:      the waiting values. */
#include "traces/export/trace_html_values.h"

#include <string.h>

#include "src/base/alloc.h"

enum { MOST_PENDING = 4096 }; /* most values for one node that has not begun */

struct trace_values {
	const hr_trace *trace;
	trace_follow *follow;    /* borrowed */
	trace_arrivals *pending; /* by node, for its next grids; own */
	size_t pending_count;
	/* by the number of an input of all nodes: the number of its bind; owns */
	uint32_t *binds;
	uint32_t *inputs; /* by node: the number of its first input; owns */
	/* the same for outputs and the binds that they come from; own */
	uint32_t *results, *outputs;
};

/* Return an array for COUNT ports without numbers. */
static uint32_t *no_numbers(uint32_t count)
{
	uint32_t *numbers = hr_alloc_array((size_t)count + 1, sizeof(*numbers));

	for (uint32_t i = 0; i < count; i++)
		numbers[i] = UINT32_MAX;
	return numbers;
}

static void index_binds(trace_values *self)
{
	const hr_trace *trace = self->trace;
	uint32_t inputs = 0, outputs = 0, base = trace->edge_count + trace->bind_count;

	self->inputs = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->inputs));
	self->outputs = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->outputs));
	for (uint32_t n = 0; n < trace->node_count; n++) {
		self->inputs[n] = inputs;
		self->outputs[n] = outputs;
		inputs += trace->nodes[n].input_count;
		outputs += trace->nodes[n].output_count;
	}
	self->binds = no_numbers(inputs);
	self->results = no_numbers(outputs);
	for (uint32_t i = 0; i < trace->bind_count; i++)
		self->binds[self->inputs[trace->binds[i].node] + trace->binds[i].port] =
			trace->edge_count + i;
	for (uint32_t i = 0; i < trace->result_count; i++)
		self->results[self->outputs[trace->nodes[trace->results[i].node].parent] +
			      trace->results[i].parent_port] = base + i;
}

trace_values *trace_values_new(const hr_trace *trace, trace_follow *follow)
{
	trace_values *self = hr_alloc_zero(sizeof(*self));

	self->trace = trace;
	self->follow = follow;
	self->pending = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->pending));
	index_binds(self);
	return self;
}

void trace_values_free(trace_values *self)
{
	for (uint32_t n = 0; n < self->trace->node_count; n++)
		HR_VEC_FREE(&self->pending[n]);
	hr_free(self->pending);
	hr_free(self->binds);
	hr_free(self->results);
	hr_free(self->inputs);
	hr_free(self->outputs);
	hr_free(self);
}

/* Return the number of an edge, or after the edges, of a bind of an input, and then of an output;
 * or UINT32_MAX if the head has none. */
static uint32_t way_of(const trace_values *self, const hr_trace_event *event)
{
	const hr_trace *trace = self->trace;
	uint32_t edge;

	if (event->kind == HR_TRACE_BIND)
		return self->binds[self->inputs[event->node] + event->input];
	if (event->kind == HR_TRACE_BIND_OUT)
		return self->results[self->outputs[event->from] + event->input];
	edge = trace_edge_of(trace, self->follow, event);
	return edge < trace->edge_count ? edge : UINT32_MAX;
}

trace_arrival *trace_values_add(const trace_values *self, trace_arrivals *to,
				const hr_trace_event *event, uint64_t number)
{
	trace_arrival *it;

	HR_RESERVE(to, 1);
	it = &to->data[to->count++];
	it->edge = way_of(self, event);
	it->number = number;
	it->execution = event->execution;
	it->parent = event->parent;
	it->left = 0;
	it->count = event->count;
	it->bytes = event->bytes;
	it->kind = event->value_kind;
	it->object = event->value_object;
	it->offset = event->value_offset;
	it->buffer_bytes = event->buffer_bytes;
	it->hash = event->hash;
	it->null = event->null;
	it->value_bytes = !event->value                           ? 0
			  : event->value_bytes < TRACE_MOST_SHOWN ? event->value_bytes
								  : TRACE_MOST_SHOWN;
	if (it->value_bytes)
		memcpy(it->value, event->value, it->value_bytes);
	return it;
}

void trace_values_note(trace_values *self, const hr_trace_event *event, uint64_t now,
		       uint64_t number)
{
	const trace_execution *in = trace_follow_execution(self->follow, event);
	const trace_span *source =
		in && event->kind == HR_TRACE_EDGE ? &in->nodes[event->from - in->root] : NULL;
	trace_arrivals *to = &self->pending[event->node];
	trace_arrival *it;

	if (to->count >= MOST_PENDING)
		return;
	it = trace_values_add(self, to, event, number);
	it->left = source && source->ended && source->end <= now ? source->end + 1 : 0;
	self->pending_count++;
}

void trace_values_take(trace_values *self, const hr_trace_event *event, trace_arrivals *taken)
{
	trace_arrivals *from = &self->pending[event->node];
	size_t kept = 0;

	for (size_t i = 0; i < from->count; i++)
		if (from->data[i].execution == event->execution &&
		    from->data[i].parent == event->parent)
			HR_PUSH(taken, from->data[i]);
		else if (kept++ != i)
			from->data[kept - 1] = from->data[i];
	self->pending_count -= from->count - kept;
	from->count = kept;
}

void trace_values_drop(trace_values *self, const hr_trace_event *event)
{
	const trace_execution *in = trace_follow_execution(self->follow, event);

	for (uint32_t n = 0; in && n < in->node_count && self->pending_count; n++) {
		trace_arrivals *from = &self->pending[in->root + n];
		size_t kept = 0;

		for (size_t i = 0; i < from->count; i++)
			if (from->data[i].execution != event->execution)
				from->data[kept++] = from->data[i];
		self->pending_count -= from->count - kept;
		from->count = kept;
	}
}
