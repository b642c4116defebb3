/* traces/export/trace_follow.c -- match the ends of grids and executions with their begins.
 *
 * Open grids are on one stack for each thread. A depth-first run ends them in another order than
 * they began; then one is removed from the middle.
 *
 * Owns:      stacks, and executions until they have ended. */
#include "traces/export/trace_follow.h"

#include <string.h>

#include "src/base/alloc.h"
#include "src/base/vec.h"

typedef HR_VEC(trace_grid) stack;

struct trace_follow {
	const hr_trace *trace;
	uint32_t *first_edge, *edges;       /* indexed by sink; owns */
	uint32_t *roots;                    /* by node: its root; owns */
	HR_VEC(stack) threads;              /* indexed by thread */
	HR_VEC(trace_execution) executions; /* open executions; newest last */
	trace_grid grid;                    /* the grid that has ended last */
	/* the execution that the last event ended; NODES is NULL if none */
	trace_execution ended;
};

static void sort_edges(trace_follow *self)
{
	const hr_trace *trace = self->trace;
	uint32_t *next;

	self->first_edge = hr_alloc_array((size_t)trace->node_count + 2, sizeof(uint32_t));
	self->edges = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(uint32_t));
	next = self->first_edge + 1;
	for (uint32_t i = 0; i < trace->edge_count; i++)
		next[trace->edges[i].to]++;
	for (uint32_t n = 0; n < trace->node_count; n++)
		next[n] += self->first_edge[n];
	for (uint32_t i = trace->edge_count; i > 0; i--)
		self->edges[--next[trace->edges[i - 1].to]] = i - 1;
	/* next[] is the start of the following node */
	for (uint32_t n = 0; n < trace->node_count; n++)
		self->first_edge[n] = next[n];
	self->first_edge[trace->node_count] = trace->edge_count;
}

trace_follow *trace_follow_new(const hr_trace *trace)
{
	trace_follow *self = hr_alloc_zero(sizeof(*self));

	self->trace = trace;
	sort_edges(self);
	self->roots = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	for (uint32_t n = 0; n < trace->node_count; n++)
		self->roots[n] = trace->nodes[n].parent == HR_TRACE_NO_NODE
					 ? n
					 : self->roots[trace->nodes[n].parent];
	return self;
}

static void free_ended(trace_follow *self)
{
	hr_free(self->ended.nodes);
	self->ended.nodes = NULL;
}

void trace_follow_free(trace_follow *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->threads.count; i++)
		HR_VEC_FREE(&self->threads.data[i]);
	for (size_t i = 0; i < self->executions.count; i++)
		hr_free(self->executions.data[i].nodes);
	free_ended(self);
	HR_VEC_FREE(&self->threads);
	HR_VEC_FREE(&self->executions);
	hr_free(self->first_edge);
	hr_free(self->edges);
	hr_free(self->roots);
	hr_free(self);
}

const uint32_t *trace_follow_sources(const trace_follow *self, uint32_t node, uint32_t *count)
{
	*count = self->first_edge[node + 1] - self->first_edge[node];
	return self->edges + self->first_edge[node];
}

/* --- executions ------------------------------------------------------------------------------- */

static trace_execution *find(trace_follow *self, uint32_t node, uint64_t number)
{
	for (size_t i = self->executions.count; i > 0; i--) {
		trace_execution *it = &self->executions.data[i - 1];

		if (it->number == number && it->root == self->roots[node])
			return it;
	}
	return NULL;
}

const trace_execution *trace_follow_execution(trace_follow *self, const hr_trace_event *event)
{
	if (self->ended.nodes && self->ended.root == event->node &&
	    self->ended.number == event->execution)
		return &self->ended;
	return find(self, event->node, event->execution);
}

/* Begin an execution of a root. Others are not followed. */
static void begin_execution(trace_follow *self, const hr_trace_event *event)
{
	trace_execution it = {.root = event->node,
			      .number = event->execution,
			      .begin = trace_clock(self->trace, event)};

	if (self->roots[event->node] != event->node)
		return;
	while (it.root + it.node_count < self->trace->node_count &&
	       self->roots[it.root + it.node_count] == it.root)
		it.node_count++;
	it.nodes = hr_alloc_array((size_t)it.node_count + 1, sizeof(*it.nodes));
	HR_PUSH(&self->executions, it);
}

/* Restart executions: their earlier events were in another order, or have been undone. */
static void begin_order(trace_follow *self, const hr_trace_event *event)
{
	for (size_t i = 0; i < self->executions.count; i++) {
		trace_execution *it = &self->executions.data[i];

		if (it->root != event->node || it->number - event->execution >= event->count)
			continue;
		it->begin = trace_clock(self->trace, event);
		memset(it->nodes, 0, it->node_count * sizeof(*it->nodes));
	}
}

static void end_execution(trace_follow *self, const hr_trace_event *event)
{
	trace_execution *it = find(self, event->node, event->execution);

	if (!it)
		return;
	self->ended = *it;
	*it = HR_LAST(&self->executions);
	self->executions.count--;
}

/* --- grids ------------------------------------------------------------------------------------ */

static stack *stack_of(trace_follow *self, unsigned thread)
{
	while (self->threads.count <= thread)
		HR_PUSH(&self->threads, (stack){0});
	return &self->threads.data[thread];
}

static uint64_t ready_at(trace_follow *self, const stack *open, const trace_execution *in,
			 uint32_t node)
{
	uint64_t ready = open->count && self->trace->nodes[node].parent == HR_LAST(open).node
				 ? HR_LAST(open).since
				 : in->begin;
	uint32_t count;
	const uint32_t *edges = trace_follow_sources(self, node, &count);

	for (uint32_t i = 0; i < count; i++) {
		const trace_span *source = &in->nodes[self->trace->edges[edges[i]].from - in->root];

		if (source->ended && source->end > ready)
			ready = source->end;
	}
	return ready;
}

/* Instances of an internal node run in sequence; grids in an instance are ready from its first grid
 * on. */
static void note_instance(const trace_follow *self, const stack *open, const hr_trace_event *event,
			  uint64_t at)
{
	trace_grid *outer = open->count ? &HR_LAST(open) : NULL;

	if (!outer || self->trace->nodes[event->node].parent != outer->node ||
	    outer->instance == event->parent)
		return;
	outer->instance = event->parent;
	outer->since = at;
}

static void begin_grid(trace_follow *self, const hr_trace_event *event)
{
	stack *open = stack_of(self, event->thread);
	const trace_execution *in = find(self, event->node, event->execution);
	uint64_t at = trace_clock(self->trace, event);
	trace_grid grid;

	note_instance(self, open, event, at);
	grid = (trace_grid){
		.node = event->node,
		.execution = event->execution,
		.parent = event->parent,
		.count = event->count,
		.begin = at,
		.begin_operations = event->operations,
		.ready = in ? ready_at(self, open, in, event->node) : at,
		.since = at,
		.nests = true,
		.thread = event->thread,
	};

	HR_PUSH(open, grid);
}

trace_grid *trace_follow_begun(trace_follow *self, const hr_trace_event *event)
{
	return &HR_LAST(stack_of(self, event->thread));
}

const trace_grid *trace_follow_open(const trace_follow *self, size_t number)
{
	for (size_t i = 0; i < self->threads.count; i++) {
		const stack *open = &self->threads.data[i];

		if (number < open->count)
			return &open->data[number];
		number -= open->count;
	}
	return NULL;
}

const trace_grid *trace_follow_inside(const trace_follow *self, uint32_t thread)
{
	const stack *open = thread < self->threads.count ? &self->threads.data[thread] : NULL;

	return open && open->count ? &HR_LAST(open) : NULL;
}

/* Update the node's place on the longest chain of its execution. */
static void note_span(trace_follow *self, const trace_grid *grid)
{
	trace_execution *in = find(self, grid->node, grid->execution);
	trace_span *span = in ? &in->nodes[grid->node - in->root] : NULL;
	uint32_t count;
	const uint32_t *edges;

	if (!span)
		return;
	edges = trace_follow_sources(self, grid->node, &count);
	*span = (trace_span){
		.begin = grid->begin,
		.end = grid->end,
		.taken = grid->end - grid->begin,
		.spent = span->spent + grid->end - grid->begin,
		.before = HR_TRACE_NO_NODE,
		.ended = true,
	};
	for (uint32_t i = 0; i < count; i++) {
		uint32_t from = self->trace->edges[edges[i]].from;

		if (in->nodes[from - in->root].ended &&
		    in->nodes[from - in->root].longest > span->longest) {
			span->longest = in->nodes[from - in->root].longest;
			span->before = from;
		}
	}
	span->longest += span->taken;
}

static const trace_grid *end_grid(trace_follow *self, const hr_trace_event *event)
{
	stack *open = stack_of(self, event->thread);
	size_t at = open->count;
	trace_grid *grid = &self->grid;

	while (at > 0 && (open->data[at - 1].node != event->node ||
			  open->data[at - 1].execution != event->execution ||
			  open->data[at - 1].parent != event->parent))
		at--;
	if (at == 0)
		return NULL;
	*grid = open->data[at - 1];
	grid->nests = grid->nests && at == open->count;
	grid->end = trace_clock(self->trace, event);
	grid->end_operations = event->operations;
	memmove(&open->data[at - 1], &open->data[at], (open->count - at) * sizeof(*grid));
	open->count--;
	for (size_t i = at - 1; i < open->count; i++)
		open->data[i].nests = false;
	if (at > 1) {
		open->data[at - 2].inner += grid->end - grid->begin;
		open->data[at - 2].inner_operations +=
			grid->end_operations - grid->begin_operations;
	}
	note_span(self, grid);
	return grid;
}

const trace_grid *trace_follow_event(trace_follow *self, const hr_trace_event *event)
{
	free_ended(self);
	switch (event->kind) {
	case HR_TRACE_BEGIN_EXECUTION: begin_execution(self, event); return NULL;
	case HR_TRACE_ORDER: begin_order(self, event); return NULL;
	case HR_TRACE_END_EXECUTION: end_execution(self, event); return NULL;
	case HR_TRACE_BEGIN_GRID: begin_grid(self, event); return NULL;
	case HR_TRACE_END_GRID: return end_grid(self, event);
	default: return NULL;
	}
}
