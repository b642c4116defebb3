/* tools/trace_html_events.c -- events into slices of lanes, marks and objects.
 *
 * A lane has slices of one node and kind; those that run at once are in several. What has begun and not ended
 * is a slice until the trace's end.
 *
 * Owns:     what has begun.
 * Not here: writing anything (trace_html.c, trace_slices.c). */
#include "trace_html_events.h"

#include <stdio.h>
#include <string.h>

#include "alloc.h"

enum {
	MOST_ROWS = 24,        /* lanes of one node and kind */
	MOST_CHAINS = 1024,
	MOST_MARKS = 10000,
	MOST_OBJECTS = 2000,
	MOST_ACCESSES = 500,   /* of one object */
	MOST_TEXTS = 4096,
	MOST_PENDING = 4096,   /* values for one node that has not begun */
	MOST_RESULTS = 64,     /* that one slice shows */
	NO_ROW = UINT32_MAX,
};

typedef struct row {
	trace_lane *lane;
	uint32_t text;         /* backend of a unit */
	bool taken;            /* by one that has begun */
} row;

typedef HR_VEC(row) rows;

/* A slice that has begun. */
typedef struct open_slice {
	trace_slice slice;
	trace_lane_kind kind;
	uint32_t node, row;
	trace_arrivals arrivals;
	uint32_t results;      /* of them that it has given */
	bool used;
} open_slice;

typedef struct flight {
	uint64_t at, number, count;
	trace_lane *lane;
} flight;

struct trace_events {
	trace_page *page;
	trace_follow *follow;
	rows *rows;                    /* by kind and node; own */
	trace_arrivals *pending;       /* by node, for its next grids; own */
	size_t pending_count;
	uint32_t *binds;               /* by the number of an input of all nodes: of its bind; owns */
	uint32_t *inputs;              /* by node: the number of its first input; owns */
	uint32_t *results, *outputs;   /* the same of outputs, and the binds that they come from; own */
	flight *flights;               /* by node (roots); owns */
	uint32_t *orders;              /* by node (roots): what executions run in, in opens, plus 1; or 0; owns */
	HR_VEC(open_slice) opens;
	HR_VEC(uint32_t) free_opens;
	HR_VEC(uint32_t) batches, executions, units; /* in opens */
	bool has_begun;
	uint64_t now, operations, number;
};

/* So many ports have no number yet. */
static uint32_t *no_numbers(uint32_t count)
{
	uint32_t *numbers = hr_alloc_array((size_t)count + 1, sizeof(*numbers));

	for (uint32_t i = 0; i < count; i++)
		numbers[i] = UINT32_MAX;
	return numbers;
}

static void index_binds(trace_events *self)
{
	const hr_trace *trace = self->page->trace;
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
		self->binds[self->inputs[trace->binds[i].node] + trace->binds[i].port] = trace->edge_count + i;
	for (uint32_t i = 0; i < trace->result_count; i++)
		self->results[self->outputs[trace->nodes[trace->results[i].node].parent] +
			      trace->results[i].parent_port] = base + i;
}

trace_events *trace_events_new(trace_page *page)
{
	trace_events *self = hr_alloc_zero(sizeof(*self));
	size_t nodes = (size_t)page->trace->node_count + 1;

	self->page = page;
	self->follow = trace_follow_new(page->trace);
	self->rows = hr_alloc_array(nodes * TRACE_LANES, sizeof(*self->rows));
	self->pending = hr_alloc_array(nodes, sizeof(*self->pending));
	self->flights = hr_alloc_array(nodes, sizeof(*self->flights));
	self->orders = hr_alloc_array(nodes, sizeof(*self->orders));
	index_binds(self);
	return self;
}

/* --- lanes ---------------------------------------------------------------------------------------- */

static rows *rows_of(trace_events *self, trace_lane_kind kind, uint32_t node)
{
	return &self->rows[(size_t)node * TRACE_LANES + kind];
}

static trace_lane *new_lane(trace_page *page, trace_lane_kind kind, uint32_t node, uint32_t number, uint32_t text)
{
	trace_lane *lane = trace_lane_new(page->lanes);

	HR_PUSH(&page->about, (trace_lane_about){lane, kind, node, number, text});
	return lane;
}

static uint32_t text_number(trace_page *page, const char *text)
{
	if (!*text)
		return 0;
	for (uint32_t i = 0; i < page->texts.count; i++)
		if (strcmp(page->texts.data[i], text) == 0)
			return i + 1;
	if (page->texts.count == MOST_TEXTS)
		return 0;
	HR_PUSH(&page->texts, hr_strdup(text));
	return (uint32_t)page->texts.count;
}

/* The first lane that is free, which is taken; NO_ROW: there would be too many. */
static uint32_t take_row(trace_events *self, trace_lane_kind kind, uint32_t node, uint32_t text)
{
	rows *of = rows_of(self, kind, node);
	uint32_t i = 0;

	while (i < of->count && (of->data[i].taken || of->data[i].text != text))
		i++;
	if (i == MOST_ROWS)
		return NO_ROW;
	if (i == of->count)
		HR_PUSH(of, (row){.lane = new_lane(self->page, kind, node, i, text), .text = text});
	of->data[i].taken = true;
	return i;
}

static uint32_t begin_slice(trace_events *self, trace_lane_kind kind, const hr_trace_event *event)
{
	uint32_t text = kind == TRACE_LANE_UNIT ? text_number(self->page, event->by) : 0;
	open_slice it = {
		.slice = {.begin = self->now, .ready = self->now, .number = self->number,
			  .execution = event->execution, .parent = event->parent, .first = event->first,
			  .count = event->count, .operations = event->operations, .thread = event->thread,
			  .text = text,
			  .chain = kind == TRACE_LANE_GRID || kind == TRACE_LANE_BATCH ? text_number(self->page, event->order) : 0},
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
	it.arrivals = self->opens.data[number].arrivals; /* the memory */
	it.arrivals.count = 0;
	self->opens.data[number] = it;
	return number;
}

/* LAST: number of the event that ended it, or 0. */
static void end_slice(trace_events *self, uint32_t number, uint64_t last)
{
	open_slice *it = &self->opens.data[number];
	trace_slice *slice = &it->slice;

	slice->end = self->now;
	slice->last = last;
	slice->operations = self->operations > slice->operations ? self->operations - slice->operations : 0;
	if (it->row == NO_ROW) {
		self->page->not_shown++;
	} else {
		row *in = &rows_of(self, it->kind, it->node)->data[it->row];

		trace_lane_add(in->lane, slice, &it->arrivals);
		in->taken = false;
	}
	it->used = false;
	HR_PUSH(&self->free_opens, number);
}

/* --- grids and what comes over edges -------------------------------------------------------------- */

/* The number of an edge, or after those, of a bind, of an input and then of an output; UINT32_MAX: the head knows none. */
static uint32_t way_of(const trace_events *self, const hr_trace_event *event)
{
	const hr_trace *trace = self->page->trace;
	uint32_t edge;

	if (event->kind == HR_TRACE_BIND)
		return self->binds[self->inputs[event->node] + event->input];
	if (event->kind == HR_TRACE_BIND_OUT)
		return self->results[self->outputs[event->from] + event->input];
	edge = trace_edge_of(trace, self->follow, event);
	return edge < trace->edge_count ? edge : UINT32_MAX;
}

static trace_arrival *new_arrival(const trace_events *self, trace_arrivals *to, const hr_trace_event *event)
{
	trace_arrival *it;

	HR_RESERVE(to, 1);
	it = &to->data[to->count++];
	it->edge = way_of(self, event);
	it->number = self->number;
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
	it->value_bytes = !event->value				    ? 0
			  : event->value_bytes < TRACE_MOST_SHOWN ? event->value_bytes
								  : TRACE_MOST_SHOWN;
	if (it->value_bytes)
		memcpy(it->value, event->value, it->value_bytes);
	return it;
}

static void note_arrival(trace_events *self, const hr_trace_event *event)
{
	const trace_execution *in = trace_follow_execution(self->follow, event);
	const trace_span *source = in && event->kind == HR_TRACE_EDGE ? &in->nodes[event->from - in->root] : NULL;
	trace_arrivals *to = &self->pending[event->node];
	trace_arrival *it;

	if (to->count >= MOST_PENDING)
		return;
	it = new_arrival(self, to, event);
	it->left = source && source->ended && source->end <= self->now ? source->end + 1 : 0;
	self->pending_count++;
}

/* A value that the grid or execution which is under way gives. */
static void note_result(trace_events *self, const hr_trace_event *event)
{
	for (size_t i = self->opens.count; i-- > 0;) {
		open_slice *it = &self->opens.data[i];

		if (!it->used || it->node != event->from || it->slice.execution != event->execution ||
		    (it->kind != TRACE_LANE_GRID && it->kind != TRACE_LANE_EXECUTION))
			continue;
		if (it->results++ < MOST_RESULTS)
			new_arrival(self, &it->arrivals, event)->count = event->parent;
		return;
	}
}

/* Values that wait for this grid. */
static void take_arrivals(trace_events *self, const hr_trace_event *event, trace_arrivals *taken)
{
	trace_arrivals *from = &self->pending[event->node];
	size_t kept = 0;

	for (size_t i = 0; i < from->count; i++)
		if (from->data[i].execution == event->execution && from->data[i].parent == event->parent)
			HR_PUSH(taken, from->data[i]);
		else if (kept++ != i)
			from->data[kept - 1] = from->data[i];
	self->pending_count -= from->count - kept;
	from->count = kept;
}

static void begin_grid(trace_events *self, const hr_trace_event *event)
{
	trace_grid *grid = trace_follow_begun(self->follow, event);
	uint32_t number = begin_slice(self, TRACE_LANE_GRID, event);
	open_slice *it = &self->opens.data[number];

	take_arrivals(self, event, &it->arrivals);
	it->slice.ready = grid->ready < self->now ? grid->ready : self->now;
	grid->mark = number;
}

/* Of sinks that had no instances. */
static void drop_arrivals(trace_events *self, const hr_trace_event *event)
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

static void end_grid(trace_events *self, const hr_trace_event *event, const trace_grid *grid)
{
	if (!grid)
		return;
	self->opens.data[grid->mark].slice.text = text_number(self->page, event->by);
	end_slice(self, grid->mark, self->number);
}

/* --- batches and executions ----------------------------------------------------------------------- */

static bool is_same(const open_slice *it, const hr_trace_event *event)
{
	return it->node == event->node && it->slice.execution == event->execution &&
	       it->slice.first == event->first && it->slice.parent == event->parent &&
	       (it->kind == TRACE_LANE_EXECUTION || it->slice.thread == event->thread);
}

/* Ends the newest of LIST that EVENT ends. Gives its number in opens, or that there is none. */
static bool end_newest(trace_events *self, uint32_t *list, size_t *count, const hr_trace_event *event,
		       uint32_t chain)
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

static bool is_chain(const trace_page *page, size_t number, const trace_execution *in, uint32_t last)
{
	const uint32_t *at = page->chain_nodes.data + page->chains.data[number];

	for (; last != HR_TRACE_NO_NODE && *at == last; at++)
		last = in->nodes[last - in->root].before;
	return *at == last;
}

/* The number of an execution's critical path, from 1; 0: it has none, or there are too many. */
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

/* It ends with what it is of, or the next one. */
static void begin_order(trace_events *self, const hr_trace_event *event)
{
	trace_slice *slice;

	end_order(self, event->node);
	self->orders[event->node] = begin_slice(self, TRACE_LANE_ORDER, event) + 1;
	slice = &self->opens.data[self->orders[event->node] - 1].slice;
	slice->chain = text_number(self->page, event->word);
	slice->text = text_number(self->page, event->text);
}

static void end_execution(trace_events *self, const hr_trace_event *event)
{
	uint32_t chain = chain_of(self->page, trace_follow_execution(self->follow, event));
	const trace_slice *order = self->orders[event->node] ? &self->opens.data[self->orders[event->node] - 1].slice : NULL;

	if (order && event->execution - order->execution < order->count)
		end_order(self, event->node);
	drop_arrivals(self, event);
	end_newest(self, self->executions.data, &self->executions.count, event, chain);
}

/* --- units of backends ---------------------------------------------------------------------------- */

static void begin_unit(trace_events *self, const hr_trace_event *event)
{
	uint32_t number = begin_slice(self, TRACE_LANE_UNIT, event);

	self->opens.data[number].slice.chain = text_number(self->page, event->text);
	HR_PUSH(&self->units, number);
}

/* How it ended, if not well, takes the place of what ran in it. */
static void end_unit(trace_events *self, const hr_trace_event *event)
{
	size_t i = self->units.count;
	uint32_t chain = 0;

	while (i > 0 && !is_same(&self->opens.data[self->units.data[i - 1]], event))
		i--;
	if (i > 0)
		chain = self->opens.data[self->units.data[i - 1]].slice.chain;
	if (strcmp(event->word, "done") != 0)
		chain = text_number(self->page, event->word);
	end_newest(self, self->units.data, &self->units.count, event, chain);
}

/* --- what is in flight ---------------------------------------------------------------------------- */

static void end_flight(flight *it, uint64_t now, uint64_t number)
{
	trace_slice slice = {.begin = it->at, .end = now, .ready = it->at, .number = it->number,
			     .last = number, .count = it->count};

	if (it->lane)
		trace_lane_add(it->lane, &slice, NULL);
}

static void note_flight(trace_events *self, const hr_trace_event *event)
{
	flight *it = &self->flights[event->node];

	if (!it->lane)
		it->lane = new_lane(self->page, TRACE_LANE_FLIGHT, event->node, 0, 0);
	else
		end_flight(it, self->now, self->number);
	it->at = self->now;
	it->number = self->number;
	it->count = event->count;
}

/* --- memory and diagnostics ----------------------------------------------------------------------- */

static void note_mark(trace_events *self, const hr_trace_event *event)
{
	trace_page *page = self->page;
	trace_mark it = {
		.kind = event->kind,
		.number = self->number,
		.at = self->now,
		.execution = event->execution,
		.parent = event->parent,
		.nanoseconds = event->nanoseconds,
		.thread = event->thread,
		.node = hr_trace_has(event->kind, 'n') ? event->node : HR_TRACE_NO_NODE,
		.detail_count = event->detail_count,
	};

	if (page->marks.count == MOST_MARKS) {
		page->more_marks++;
		return;
	}
	it.by = hr_strdup(event->by);
	it.word = hr_strdup(event->word);
	it.text = hr_strdup(event->text);
	it.details = hr_alloc_array(2 * (size_t)event->detail_count + 1, sizeof(char *));
	for (unsigned i = 0; i < event->detail_count; i++) {
		it.details[2 * i] = hr_strdup(event->details[i].key);
		it.details[2 * i + 1] = hr_strdup(event->details[i].value);
	}
	HR_PUSH(&page->marks, it);
}

/* Numbers of objects only grow. */
static trace_object *find_object(trace_page *page, uint64_t object)
{
	size_t low = 0, high = page->objects.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (page->objects.data[middle].object < object)
			low = middle + 1;
		else
			high = middle;
	}
	return low < page->objects.count && page->objects.data[low].object == object
		       ? &page->objects.data[low]
		       : NULL;
}

static void track(trace_events *self, const hr_trace_event *event)
{
	trace_page *page = self->page;

	if (page->objects.count == MOST_OBJECTS ||
	    (page->objects.count && HR_LAST(&page->objects).object >= event->object))
		page->more_objects++;
	else
		HR_PUSH(&page->objects, (trace_object){.object = event->object,
						       .number = self->number,
						       .bytes = event->bytes,
						       .begin = self->now,
						       .text = hr_strdup(event->text)});
}

static void end_place(trace_events *self, trace_object *it, uint64_t last)
{
	it->place.end = self->now;
	it->place.last = last;
	if (it->places)
		trace_lane_add(it->places, &it->place, NULL);
}

/* Before it first moved it was at the host. */
static void move(trace_events *self, trace_object *it, const hr_trace_event *event)
{
	if (!it->places) {
		it->places = new_lane(self->page, TRACE_LANE_PLACE,
				      (uint32_t)(it - self->page->objects.data), 0, 0);
		it->place = (trace_slice){.begin = it->begin, .ready = it->begin, .number = it->number,
					  .text = text_number(self->page, "host")};
	}
	end_place(self, it, self->number);
	it->moves++;
	it->place = (trace_slice){.begin = self->now, .ready = self->now, .number = self->number,
				  .text = text_number(self->page, event->by),
				  .chain = text_number(self->page, event->text)};
	it->place.count = it->place.text;
}

static void note_access(trace_events *self, trace_object *it, const hr_trace_event *event)
{
	char words[HR_TRACE_TEXT] = "";

	if (event->kind == HR_TRACE_COPY)
		snprintf(words, sizeof(words), "copy %.60s: %.60s", event->word, event->by);
	it->requests += event->kind == HR_TRACE_REQUEST;
	it->copies += event->kind == HR_TRACE_COPY;
	it->copied += event->kind == HR_TRACE_COPY ? event->bytes : 0;
	if (it->accesses.count < MOST_ACCESSES)
		HR_PUSH(&it->accesses, (trace_access){self->number, self->now, event->first, event->bytes,
						      text_number(self->page, words)});
}

static void note_memory(trace_events *self, const hr_trace_event *event)
{
	trace_object *it = find_object(self->page, event->object);

	if (!it || it->ended)
		return;
	if (event->kind == HR_TRACE_UNTRACK) {
		end_place(self, it, self->number);
		it->end = self->now;
		it->last_number = self->number;
		it->ended = true;
	} else if (event->kind == HR_TRACE_MOVE) {
		move(self, it, event);
	} else {
		note_access(self, it, event);
	}
}

/* --- all of it ------------------------------------------------------------------------------------ */

static void dispatch(trace_events *self, const hr_trace_event *event, const trace_grid *grid)
{
	switch (event->kind) {
	case HR_TRACE_BEGIN_EXECUTION:
		HR_PUSH(&self->executions, begin_slice(self, TRACE_LANE_EXECUTION, event));
		break;
	case HR_TRACE_END_EXECUTION:
		end_execution(self, event);
		break;
	case HR_TRACE_PUSH:
	case HR_TRACE_POP:
		note_flight(self, event);
		break;
	case HR_TRACE_BEGIN_GRID:
		begin_grid(self, event);
		break;
	case HR_TRACE_END_GRID:
		end_grid(self, event, grid);
		break;
	case HR_TRACE_EDGE:
	case HR_TRACE_BIND:
		note_arrival(self, event);
		break;
	case HR_TRACE_BIND_OUT:
		note_result(self, event);
		break;
	case HR_TRACE_BEGIN_BATCH:
		HR_PUSH(&self->batches, begin_slice(self, TRACE_LANE_BATCH, event));
		break;
	case HR_TRACE_END_BATCH:
		end_newest(self, self->batches.data, &self->batches.count, event, text_number(self->page, event->order));
		break;
	case HR_TRACE_BEGIN_UNIT:
		begin_unit(self, event);
		break;
	case HR_TRACE_END_UNIT:
		end_unit(self, event);
		break;
	case HR_TRACE_TRACK:
		track(self, event);
		break;
	case HR_TRACE_UNTRACK:
	case HR_TRACE_REQUEST:
	case HR_TRACE_COPY:
	case HR_TRACE_MOVE:
		note_memory(self, event);
		break;
	case HR_TRACE_BUILD:
	case HR_TRACE_WORKER:
	case HR_TRACE_DIFFERENCE:
	case HR_TRACE_VERDICT:
	case HR_TRACE_DIAGNOSTIC:
		note_mark(self, event);
		break;
	case HR_TRACE_ORDER:
		begin_order(self, event);
		break;
	case HR_TRACE_KINDS:
		break;
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
	self->now = at > self->now ? at : self->now; /* a damaged trace may go back */
	self->operations = event->operations > self->operations ? event->operations : self->operations;
	self->number = number;
	page->end = self->now;
	trace_totals_event(&page->totals, page->trace, self->follow, event, grid);
	dispatch(self, event, grid);
}

/* The lanes of grids that have not ended. */
static void note_open(trace_events *self)
{
	trace_page *page = self->page;

	trace_totals_end(&page->totals, self->follow, self->now);
	for (size_t i = 0; i < page->totals.open.count; i++) {
		const open_slice *it = &self->opens.data[page->totals.open.data[i].mark];
		const trace_lane *lane =
			it->row == NO_ROW ? NULL : rows_of(self, it->kind, it->node)->data[it->row].lane;
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
	for (size_t i = 0; i < self->page->objects.count; i++)
		if (!self->page->objects.data[i].ended)
			end_place(self, &self->page->objects.data[i], 0);
}

void trace_events_free(trace_events *self)
{
	uint32_t nodes = self->page->trace->node_count;

	for (size_t i = 0; i < (size_t)nodes * TRACE_LANES; i++)
		HR_VEC_FREE(&self->rows[i]);
	for (uint32_t n = 0; n < nodes; n++)
		HR_VEC_FREE(&self->pending[n]);
	for (size_t i = 0; i < self->opens.count; i++)
		HR_VEC_FREE(&self->opens.data[i].arrivals);
	HR_VEC_FREE(&self->opens);
	HR_VEC_FREE(&self->free_opens);
	HR_VEC_FREE(&self->batches);
	HR_VEC_FREE(&self->executions);
	HR_VEC_FREE(&self->units);
	hr_free(self->rows);
	hr_free(self->pending);
	hr_free(self->flights);
	hr_free(self->orders);
	hr_free(self->binds);
	hr_free(self->results);
	hr_free(self->inputs);
	hr_free(self->outputs);
	trace_follow_free(self->follow);
	hr_free(self);
}
