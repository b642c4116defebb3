/* traces/export/trace_html_events.c -- turn events into slices of lanes.
 *
 * A lane has slices of one node and kind; slices that overlap are in several lanes. What has begun
 * and not ended is a slice until the end of the trace.
 *
 * Owns:      open slices.
 * Not here:  marks and objects (trace_html_memory.c), values that wait for grids
 *            (trace_html_values.c), output (trace_html.c, trace_slices.c). */
#include "traces/export/trace_html_events.h"

#include <string.h>

#include "src/base/alloc.h"
#include "traces/export/trace_html_values.h"

enum {
	MOST_ROWS = 24, /* most lanes of one node and kind */
	MOST_CHAINS = 1024,
	MOST_RESULTS = 64, /* most results that one slice shows */
	NO_ROW = UINT32_MAX,
};

typedef struct lane_row {
	trace_lane *lane;
	uint32_t text; /* backend of a unit */
	bool taken;    /* by a slice that has begun */
} lane_row;

typedef HR_VEC(lane_row) rows;

/* A slice that has begun. */
typedef struct open_slice {
	trace_slice slice;
	trace_lane_kind kind;
	uint32_t node, row;
	trace_arrivals arrivals;
	uint32_t results; /* number of results returned so far */
	bool used;
} open_slice;

typedef struct flight {
	uint64_t at, number, count;
	trace_lane *lane;
} flight;

struct trace_events {
	trace_page *page;
	trace_follow *follow;
	rows *rows;           /* by kind and node; own */
	trace_values *values; /* values that no grid has taken; owns */
	flight *flights;      /* by root node; owns */
	/* by root node: index in OPENS of the current order's slice, plus 1; or 0; owns */
	uint32_t *orders;
	HR_VEC(open_slice) opens;
	HR_VEC(uint32_t) free_opens;
	HR_VEC(uint32_t) batches, executions, units; /* indices into OPENS */
	bool has_begun;
	uint64_t now, operations, number;
};

trace_events *trace_events_new(trace_page *page)
{
	trace_events *self = hr_alloc_zero(sizeof(*self));
	size_t nodes = (size_t)page->trace->node_count + 1;

	self->page = page;
	self->follow = trace_follow_new(page->trace);
	self->values = trace_values_new(page->trace, self->follow);
	self->rows = hr_alloc_array(nodes * TRACE_LANES, sizeof(*self->rows));
	self->flights = hr_alloc_array(nodes, sizeof(*self->flights));
	self->orders = hr_alloc_array(nodes, sizeof(*self->orders));
	return self;
}

/* --- lanes ------------------------------------------------------------------------------------ */

static rows *rows_of(trace_events *self, trace_lane_kind kind, uint32_t node)
{
	return &self->rows[(size_t)node * TRACE_LANES + kind];
}

/* Take the first free lane. Return NO_ROW if there would be too many. */
static uint32_t take_row(trace_events *self, trace_lane_kind kind, uint32_t node, uint32_t text)
{
	rows *of = rows_of(self, kind, node);
	uint32_t i = 0;

	while (i < of->count && (of->data[i].taken || of->data[i].text != text))
		i++;
	if (i == MOST_ROWS)
		return NO_ROW;
	if (i == of->count)
		HR_PUSH(of, (lane_row){.lane = trace_page_lane(self->page, kind, node, i, text),
				       .text = text});
	of->data[i].taken = true;
	return i;
}

static uint32_t begin_slice(trace_events *self, trace_lane_kind kind, const hr_trace_event *event)
{
	uint32_t text = kind == TRACE_LANE_UNIT ? trace_page_text(self->page, event->by) : 0;
	open_slice it = {
		.slice = {.begin = self->now,
			  .ready = self->now,
			  .number = self->number,
			  .execution = event->execution,
			  .parent = event->parent,
			  .first = event->first,
			  .count = event->count,
			  .operations = event->operations,
			  .thread = event->thread,
			  .text = text,
			  .chain = kind == TRACE_LANE_GRID || kind == TRACE_LANE_BATCH
					   ? trace_page_text(self->page, event->order)
					   : 0},
		.kind = kind,
		.node = event->node,
		.row = take_row(self, kind, event->node, text),
		.used = true,
	};
	uint32_t number;

	if (!self->free_opens.count) {
		HR_PUSH(&self->opens, it);
		return (uint32_t)self->opens.count - 1;
	}
	number = self->free_opens.data[--self->free_opens.count];
	it.arrivals = self->opens.data[number].arrivals; /* reuse its memory */
	it.arrivals.count = 0;
	self->opens.data[number] = it;
	return number;
}

/* End a slice. LAST is the number of the event that ended it, or 0. */
static void end_slice(trace_events *self, uint32_t number, uint64_t last)
{
	open_slice *it = &self->opens.data[number];
	trace_slice *slice = &it->slice;

	slice->end = self->now;
	slice->last = last;
	slice->operations =
		self->operations > slice->operations ? self->operations - slice->operations : 0;
	if (it->row == NO_ROW) {
		self->page->not_shown++;
	} else {
		lane_row *in = &rows_of(self, it->kind, it->node)->data[it->row];

		trace_lane_add(in->lane, slice, &it->arrivals);
		in->taken = false;
	}
	it->used = false;
	HR_PUSH(&self->free_opens, number);
}

/* --- grids and their results ------------------------------------------------------------------ */

/* Add a value that the current grid or execution returns. */
static void note_result(trace_events *self, const hr_trace_event *event)
{
	for (size_t i = self->opens.count; i-- > 0;) {
		open_slice *it = &self->opens.data[i];

		if (!it->used || it->node != event->from ||
		    it->slice.execution != event->execution ||
		    (it->kind != TRACE_LANE_GRID && it->kind != TRACE_LANE_EXECUTION))
			continue;
		if (it->results++ < MOST_RESULTS)
			trace_values_add(self->values, &it->arrivals, event, self->number)->count =
				event->parent;
		return;
	}
}

static void begin_grid(trace_events *self, const hr_trace_event *event)
{
	trace_grid *grid = trace_follow_begun(self->follow, event);
	uint32_t number = begin_slice(self, TRACE_LANE_GRID, event);
	open_slice *it = &self->opens.data[number];

	trace_values_take(self->values, event, &it->arrivals);
	it->slice.ready = grid->ready < self->now ? grid->ready : self->now;
	grid->mark = number;
}

static void end_grid(trace_events *self, const hr_trace_event *event, const trace_grid *grid)
{
	if (!grid)
		return;
	self->opens.data[grid->mark].slice.text = trace_page_text(self->page, event->by);
	end_slice(self, grid->mark, self->number);
}

/* --- batches and executions ------------------------------------------------------------------- */

static bool is_same(const open_slice *it, const hr_trace_event *event)
{
	return it->node == event->node && it->slice.execution == event->execution &&
	       it->slice.first == event->first && it->slice.parent == event->parent &&
	       (it->kind == TRACE_LANE_EXECUTION || it->slice.thread == event->thread);
}

/* End the newest slice of LIST that EVENT ends. Return false if there is none. */
static bool end_newest(trace_events *self, uint32_t *list, size_t *count,
		       const hr_trace_event *event, uint32_t chain)
{
	size_t i = *count;

	while (i > 0 && !is_same(&self->opens.data[list[i - 1]], event))
		i--;
	if (i == 0)
		return false;
	self->opens.data[list[i - 1]].slice.chain = chain;
	end_slice(self, list[i - 1], self->number);
	memmove(&list[i - 1], &list[i], (*count - i) * sizeof(*list));
	(*count)--;
	return true;
}

static bool is_chain(const trace_page *page, size_t number, const trace_execution *in,
		     uint32_t last)
{
	const uint32_t *at = page->chain_nodes.data + page->chains.data[number];

	for (; last != HR_TRACE_NO_NODE && *at == last; at++)
		last = in->nodes[last - in->root].before;
	return *at == last;
}

/* Return the number of an execution's critical path, from 1, or 0 if it has none, or if there are
 * too many. */
static uint32_t chain_of(trace_page *page, const trace_execution *in)
{
	uint32_t last = in ? trace_path_end(page->trace, in) : HR_TRACE_NO_NODE;

	if (last == HR_TRACE_NO_NODE)
		return 0;
	for (size_t i = 0; i < page->chains.count; i++)
		if (is_chain(page, i, in, last))
			return (uint32_t)i + 1;
	if (page->chains.count == MOST_CHAINS)
		return 0;
	HR_PUSH(&page->chains, page->chain_nodes.count);
	for (; last != HR_TRACE_NO_NODE; last = in->nodes[last - in->root].before)
		HR_PUSH(&page->chain_nodes, last);
	HR_PUSH(&page->chain_nodes, HR_TRACE_NO_NODE);
	return (uint32_t)page->chains.count;
}

static void end_order(trace_events *self, uint32_t root)
{
	if (self->orders[root])
		end_slice(self, self->orders[root] - 1, self->number);
	self->orders[root] = 0;
}

/* Begin the slice of an order. It ends with its executions, or with the next order. */
static void begin_order(trace_events *self, const hr_trace_event *event)
{
	trace_slice *slice;

	end_order(self, event->node);
	self->orders[event->node] = begin_slice(self, TRACE_LANE_ORDER, event) + 1;
	slice = &self->opens.data[self->orders[event->node] - 1].slice;
	slice->chain = trace_page_text(self->page, event->word);
	slice->text = trace_page_text(self->page, event->text);
}

static void end_execution(trace_events *self, const hr_trace_event *event)
{
	uint32_t chain = chain_of(self->page, trace_follow_execution(self->follow, event));
	const trace_slice *order = self->orders[event->node]
					   ? &self->opens.data[self->orders[event->node] - 1].slice
					   : NULL;

	if (order && event->execution - order->execution < order->count)
		end_order(self, event->node);
	trace_values_drop(self->values, event);
	end_newest(self, self->executions.data, &self->executions.count, event, chain);
}

/* --- units of backends ------------------------------------------------------------------------ */

static void begin_unit(trace_events *self, const hr_trace_event *event)
{
	uint32_t number = begin_slice(self, TRACE_LANE_UNIT, event);

	self->opens.data[number].slice.chain = trace_page_text(self->page, event->text);
	HR_PUSH(&self->units, number);
}

/* End a unit. If it failed, its outcome replaces the text of what ran in it. */
static void end_unit(trace_events *self, const hr_trace_event *event)
{
	size_t i = self->units.count;
	uint32_t chain = 0;

	while (i > 0 && !is_same(&self->opens.data[self->units.data[i - 1]], event))
		i--;
	if (i > 0)
		chain = self->opens.data[self->units.data[i - 1]].slice.chain;
	if (strcmp(event->word, "done") != 0)
		chain = trace_page_text(self->page, event->word);
	end_newest(self, self->units.data, &self->units.count, event, chain);
}

/* --- executions in flight --------------------------------------------------------------------- */

static void end_flight(flight *it, uint64_t now, uint64_t number)
{
	trace_slice slice = {.begin = it->at,
			     .end = now,
			     .ready = it->at,
			     .number = it->number,
			     .last = number,
			     .count = it->count};

	if (it->lane)
		trace_lane_add(it->lane, &slice, NULL);
}

static void note_flight(trace_events *self, const hr_trace_event *event)
{
	flight *it = &self->flights[event->node];

	if (!it->lane)
		it->lane = trace_page_lane(self->page, TRACE_LANE_FLIGHT, event->node, 0, 0);
	else
		end_flight(it, self->now, self->number);
	it->at = self->now;
	it->number = self->number;
	it->count = event->count;
}

/* --- all events ------------------------------------------------------------------------------- */

static void dispatch(trace_events *self, const hr_trace_event *event, const trace_grid *grid)
{
	switch (event->kind) {
	case HR_TRACE_BEGIN_EXECUTION:
		HR_PUSH(&self->executions, begin_slice(self, TRACE_LANE_EXECUTION, event));
		break;
	case HR_TRACE_END_EXECUTION: end_execution(self, event); break;
	case HR_TRACE_PUSH:
	case HR_TRACE_POP: note_flight(self, event); break;
	case HR_TRACE_BEGIN_GRID: begin_grid(self, event); break;
	case HR_TRACE_END_GRID: end_grid(self, event, grid); break;
	case HR_TRACE_EDGE:
	case HR_TRACE_BIND: trace_values_note(self->values, event, self->now, self->number); break;
	case HR_TRACE_BIND_OUT: note_result(self, event); break;
	case HR_TRACE_BEGIN_BATCH:
		HR_PUSH(&self->batches, begin_slice(self, TRACE_LANE_BATCH, event));
		break;
	case HR_TRACE_END_BATCH:
		end_newest(self, self->batches.data, &self->batches.count, event,
			   trace_page_text(self->page, event->order));
		break;
	case HR_TRACE_BEGIN_UNIT: begin_unit(self, event); break;
	case HR_TRACE_END_UNIT: end_unit(self, event); break;
	case HR_TRACE_TRACK:
	case HR_TRACE_UNTRACK:
	case HR_TRACE_REQUEST:
	case HR_TRACE_COPY:
	case HR_TRACE_MOVE: trace_page_memory(self->page, event, self->now, self->number); break;
	case HR_TRACE_BUILD:
	case HR_TRACE_WORKER:
	case HR_TRACE_DIFFERENCE:
	case HR_TRACE_VERDICT:
	case HR_TRACE_DIAGNOSTIC:
		trace_page_mark(self->page, event, self->now, self->number);
		break;
	case HR_TRACE_ORDER: begin_order(self, event); break;
	case HR_TRACE_KINDS: break;
	}
}

void trace_events_note(trace_events *self, const hr_trace_event *event, uint64_t number)
{
	trace_page *page = self->page;
	const trace_grid *grid = trace_follow_event(self->follow, event);
	uint64_t at = trace_clock(page->trace, event);

	if (!self->has_begun)
		page->begin = self->now = at;
	self->has_begun = true;
	self->now = at > self->now ? at : self->now; /* time in a damaged trace may go back */
	self->operations =
		event->operations > self->operations ? event->operations : self->operations;
	self->number = number;
	page->end = self->now;
	trace_totals_event(&page->totals, page->trace, self->follow, event, grid);
	dispatch(self, event, grid);
}

/* Record the lanes of grids that have not ended. */
static void note_open(trace_events *self)
{
	trace_page *page = self->page;

	trace_totals_end(&page->totals, self->follow, self->now);
	for (size_t i = 0; i < page->totals.open.count; i++) {
		const open_slice *it = &self->opens.data[page->totals.open.data[i].mark];
		const trace_lane *lane =
			it->row == NO_ROW ? NULL
					  : rows_of(self, it->kind, it->node)->data[it->row].lane;
		uint32_t number = lane ? 0 : UINT32_MAX;

		while (lane && page->about.data[number].lane != lane)
			number++;
		HR_PUSH(&page->open_lanes, number);
	}
}

void trace_events_end(trace_events *self)
{
	const hr_trace *trace = self->page->trace;

	note_open(self);

	for (uint32_t i = 0; i < self->opens.count; i++)
		if (self->opens.data[i].used)
			end_slice(self, i, 0);
	for (uint32_t n = 0; n < trace->node_count; n++)
		end_flight(&self->flights[n], self->now, 0);
	trace_page_end_memory(self->page, self->now);
}

void trace_events_free(trace_events *self)
{
	uint32_t nodes = self->page->trace->node_count;

	for (size_t i = 0; i < (size_t)nodes * TRACE_LANES; i++)
		HR_VEC_FREE(&self->rows[i]);
	for (size_t i = 0; i < self->opens.count; i++)
		HR_VEC_FREE(&self->opens.data[i].arrivals);
	HR_VEC_FREE(&self->opens);
	HR_VEC_FREE(&self->free_opens);
	HR_VEC_FREE(&self->batches);
	HR_VEC_FREE(&self->executions);
	HR_VEC_FREE(&self->units);
	hr_free(self->rows);
	hr_free(self->flights);
	hr_free(self->orders);
	trace_values_free(self->values);
	trace_follow_free(self->follow);
	hr_free(self);
}
