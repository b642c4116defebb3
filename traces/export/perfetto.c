/* traces/export/perfetto.c -- hpvm-trace export --format=perfetto: packets for Perfetto's trace
 * processor and viewer.
 *
 * A process for each root; in it a track for each child of the root and thread, on which the grids
 * below nest, for each backend with its units and builds, for each thread's batches, for each
 * object of tracked memory with where its newest bytes are, for executions (several tracks where
 * they overlap), and a counter of those in flight. Where grids do not nest (depth first), every
 * node has a track. Edges are flows: the slice of a source names one for each node that it leads
 * to, and the sink's ends them. Slices are written as they begin and end, so those of no length
 * keep their order. Times are nanoseconds since the recording began, or operations.
 * Not here: packets and their fields (perfetto_packets.c). */
#include <inttypes.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "traces/export/perfetto_packets.h"
#include "traces/export/trace.h"
#include "traces/export/trace_follow.h"

/* Tracks are told apart by what they are of, a number, and a thread. */
typedef enum track_kind {
	TRACK_STAGE,
	TRACK_BACKEND,
	TRACK_BATCHES,
	TRACK_OBJECT,
	TRACK_FLIGHT,
	TRACK_FOUND,
	TRACK_EXECUTIONS,
	TRACK_ORDERS
} track_kind;

/* Executions of a root that overlap have a lane each. */
typedef struct root_lanes {
	uint32_t count;
	HR_VEC(uint32_t) unused; /* owns */
} root_lanes;

typedef struct perfetto {
	const hr_trace *trace;
	perfetto_out out;
	trace_follow *follow;
	uint32_t *stages, *roots; /* by node; own */
	bool nests;               /* the grids of every stage do */
	hr_map tracks;            /* by what they are: uuid */
	hr_strmap backends;       /* numbers */
	HR_VEC(uint32_t) * sinks; /* by node: nodes that edges lead to, each once; owns */
	root_lanes *lanes;        /* by node; owns */
	hr_map flights;           /* executions that have begun: their lanes */
	hr_map ordered;           /* roots whose executions run in an order that has been told */
	hr_map open;              /* objects of which a slice of their place is open */
} perfetto;

/* --- tracks ----------------------------------------------------------------------------------- */

/* Uuids of processes are their nodes' numbers plus 1. */
static void put_processes(perfetto *self)
{
	const hr_trace *trace = self->trace;

	self->out.uuid = trace->node_count + 1;
	for (uint32_t n = 0; n < trace->node_count; n++)
		if (self->roots[n] == n)
			perfetto_process(&self->out, n + 1, trace->nodes[n].path);
}

static uint64_t track(perfetto *self, track_kind kind, uint32_t root, uint64_t number,
		      uint32_t thread, const char *name)
{
	uint64_t key = ((number << 24 ^ thread) << 3 | kind) * UINT64_C(0x9fb21c651e98df25) ^ root,
		 uuid;
	char text[HR_TRACE_TEXT * 2];

	if (hr_map_get(&self->tracks, key, &uuid))
		return uuid;
	if (thread > 1)
		snprintf(text, sizeof(text), "%.*s (thread %u)", HR_TRACE_TEXT, name, thread);
	uuid = perfetto_track(&self->out, root + 1, thread > 1 ? text : name, kind == TRACK_FLIGHT);
	hr_map_put(&self->tracks, key, uuid);
	return uuid;
}

static uint64_t stage_track(perfetto *self, const hr_trace_event *event)
{
	uint32_t node = event->node, root = self->roots[node];
	uint64_t key = (((uint64_t)node << 24 ^ event->thread) << 3 | TRACK_STAGE) ^ UINT64_C(1)
											     << 63,
		 uuid;

	if (self->nests || self->trace->nodes[node].parent == HR_TRACE_NO_NODE ||
	    self->stages[node] == node)
		return track(self, TRACK_STAGE, root, self->stages[node], event->thread,
			     self->trace->nodes[self->stages[node]].path);
	if (!hr_map_get(&self->tracks, key, &uuid)) {
		hr_trace_event above = *event;

		above.node = self->trace->nodes[node].parent;
		uuid = perfetto_track(&self->out, stage_track(self, &above),
				      self->trace->nodes[node].path, false);
		hr_map_put(&self->tracks, key, uuid);
	}
	return uuid;
}

static uint64_t backend_track(perfetto *self, const hr_trace_event *event, uint32_t thread)
{
	uint64_t number = self->backends.count;

	if (!hr_strmap_get(&self->backends, event->by, &number))
		hr_strmap_put(&self->backends, event->by, number);
	return track(self, TRACK_BACKEND,
		     hr_trace_has(event->kind, 'n') ? self->roots[event->node] : 0, number, thread,
		     event->by);
}

static uint64_t object_track(perfetto *self, const hr_trace_event *event)
{
	char name[HR_TRACE_TEXT];

	snprintf(name, sizeof(name), "object %" PRIu64 "%s%.120s", event->object,
		 *event->text ? " " : "", event->text);
	return track(self, TRACK_OBJECT, 0, event->object, 0, name);
}

/* --- events ----------------------------------------------------------------------------------- */

static void begin_event(perfetto *self, const hr_trace_event *event, perfetto_type type,
			uint64_t track)
{
	perfetto_begin(&self->out, trace_clock(self->trace, event), type, track);
}

static uint64_t flow_id(uint32_t from, uint32_t to, const hr_trace_event *event)
{
	uint64_t id = event->execution * UINT64_C(0x9fb21c651e98df25) ^ event->parent;

	id = (id ^ id >> 32) * UINT64_C(0x9fb21c651e98df25) ^ ((uint64_t)from << 32 | to);
	id = (id ^ id >> 29) * UINT64_C(0x9fb21c651e98df25);
	return id ^ id >> 32;
}

static void put_flows(perfetto *self, const hr_trace_event *event)
{
	uint32_t count, last = HR_TRACE_NO_NODE;
	const uint32_t *edges = trace_follow_sources(self->follow, event->node, &count);

	for (size_t i = 0; i < self->sinks[event->node].count; i++)
		perfetto_flow(&self->out,
			      flow_id(event->node, self->sinks[event->node].data[i], event), false);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t from = self->trace->edges[edges[i]].from;

		if (from != last)
			perfetto_flow(&self->out, flow_id(from, event->node, event), true);
		last = from;
	}
}

static void begin_grid(perfetto *self, const hr_trace_event *event)
{
	const hr_trace_place *place = hr_trace_place_of(&self->trace->nodes[event->node]);

	begin_event(self, event, PERFETTO_BEGIN, stage_track(self, event));
	perfetto_call(&self->out, CATEGORY_GRID, event->node, NULL);
	perfetto_note_number(&self->out, NOTE_EXECUTION, event->execution);
	perfetto_note_number(&self->out, NOTE_INSTANCES, event->count);
	perfetto_note_text(&self->out, NOTE_ORDER, event->order);
	if (event->parent)
		perfetto_note_number(&self->out, NOTE_PARENT, event->parent - 1);
	if (place->file) {
		perfetto_note_text(&self->out, NOTE_SOURCE, place->file);
		perfetto_note_number(&self->out, NOTE_LINE, place->line);
	}
	put_flows(self, event);
	perfetto_end(&self->out);
}

static void end_grid(perfetto *self, const hr_trace_event *event, const trace_grid *grid)
{
	begin_event(self, event, PERFETTO_END, stage_track(self, event));
	perfetto_note_number(&self->out, NOTE_OPERATIONS,
			     grid->end_operations - grid->begin_operations);
	perfetto_note_text(&self->out, NOTE_BY, event->by);
	perfetto_end(&self->out);
}

static void put_unit(perfetto *self, const hr_trace_event *event, bool begins)
{
	begin_event(self, event, begins ? PERFETTO_BEGIN : PERFETTO_END,
		    backend_track(self, event, event->thread));
	if (begins) {
		perfetto_call(&self->out, CATEGORY_UNIT, event->node, NULL);
		perfetto_note_number(&self->out, NOTE_EXECUTION, event->execution);
		perfetto_note_number(&self->out, NOTE_FIRST, event->first);
		perfetto_note_number(&self->out, NOTE_INSTANCES, event->count);
	}
	perfetto_note_text(&self->out, NOTE_WORD, event->word);
	perfetto_note_text(&self->out, NOTE_TEXT, event->text);
	perfetto_end(&self->out);
}

static void put_batch(perfetto *self, const hr_trace_event *event, bool begins)
{
	begin_event(
		self, event, begins ? PERFETTO_BEGIN : PERFETTO_END,
		track(self, TRACK_BATCHES, self->roots[event->node], 0, event->thread, "batches"));
	if (begins) {
		perfetto_call(&self->out, CATEGORY_BATCH, event->node, NULL);
		perfetto_note_number(&self->out, NOTE_FIRST, event->first);
		perfetto_note_number(&self->out, NOTE_INSTANCES, event->count);
	}
	perfetto_end(&self->out);
}

static void put_flight(perfetto *self, const hr_trace_event *event)
{
	begin_event(self, event, PERFETTO_COUNTER,
		    track(self, TRACK_FLIGHT, event->node, 0, 0, "executions in flight"));
	perfetto_count(&self->out, event->count);
	perfetto_end(&self->out);
}

/* --- executions ------------------------------------------------------------------------------- */

static uint64_t flight_key(const hr_trace_event *event)
{
	return event->execution * UINT64_C(0x9fb21c651e98df25) ^ event->node;
}

static void begin_execution(perfetto *self, const hr_trace_event *event)
{
	root_lanes *lanes = &self->lanes[event->node];
	uint32_t lane = lanes->unused.count ? HR_LAST(&lanes->unused) : lanes->count++;
	char name[40];

	lanes->unused.count -= lanes->unused.count > 0;
	hr_map_put(&self->flights, flight_key(event), lane);
	snprintf(name, sizeof(name), "execution %" PRIu64, event->execution);
	begin_event(self, event, PERFETTO_BEGIN,
		    track(self, TRACK_EXECUTIONS, event->node, lane, 0, "executions"));
	perfetto_call(&self->out, CATEGORY_EXECUTION, event->node, name);
	perfetto_note_number(&self->out, NOTE_EXECUTION, event->execution);
	perfetto_end(&self->out);
}

static void end_execution(perfetto *self, const hr_trace_event *event)
{
	uint64_t lane;

	if (!hr_map_get(&self->flights, flight_key(event), &lane))
		return;
	hr_map_remove(&self->flights, flight_key(event));
	HR_PUSH(&self->lanes[event->node].unused, (uint32_t)lane);
	begin_event(self, event, PERFETTO_END,
		    track(self, TRACK_EXECUTIONS, event->node, lane, 0, "executions"));
	perfetto_end(&self->out);
}

/* --- orders of executions --------------------------------------------------------------------- */

static void end_order(perfetto *self, const hr_trace_event *event)
{
	if (!hr_map_get(&self->ordered, event->node, NULL))
		return;
	hr_map_remove(&self->ordered, event->node);
	begin_event(self, event, PERFETTO_END,
		    track(self, TRACK_ORDERS, event->node, 0, 0, "orders"));
	perfetto_end(&self->out);
}

/* Until the next one, or the end of the executions. */
static void begin_order(perfetto *self, const hr_trace_event *event)
{
	char name[HR_TRACE_TEXT];

	end_order(self, event);
	hr_map_put(&self->ordered, event->node, 1);
	snprintf(name, sizeof(name), "order %.100s", event->word);
	begin_event(self, event, PERFETTO_BEGIN,
		    track(self, TRACK_ORDERS, event->node, 0, 0, "orders"));
	perfetto_call(&self->out, CATEGORY_EXECUTION, event->node, name);
	perfetto_note_number(&self->out, NOTE_EXECUTION, event->execution);
	perfetto_end(&self->out);
}

/* --- memory ----------------------------------------------------------------------------------- */

static void put_place(perfetto *self, const hr_trace_event *event, const char *place)
{
	uint64_t uuid = object_track(self, event);

	if (hr_map_get(&self->open, event->object, NULL)) {
		begin_event(self, event, PERFETTO_END, uuid);
		perfetto_end(&self->out);
		hr_map_remove(&self->open, event->object);
	}
	if (!place)
		return;
	hr_map_put(&self->open, event->object, 1);
	begin_event(self, event, PERFETTO_BEGIN, uuid);
	perfetto_call(&self->out, CATEGORY_MEMORY, event->node, place);
	perfetto_note_number(&self->out, NOTE_BYTES, event->bytes);
	perfetto_note_text(&self->out, NOTE_TEXT, event->text);
	perfetto_end(&self->out);
}

static void put_instant(perfetto *self, const hr_trace_event *event, category what, uint64_t uuid,
			const char *name)
{
	begin_event(self, event, PERFETTO_INSTANT, uuid);
	perfetto_call(&self->out, what, event->node, name);
	if (hr_trace_has(event->kind, 'n'))
		perfetto_note_text(&self->out, NOTE_SOURCE, self->trace->nodes[event->node].path);
	if (hr_trace_has(event->kind, 'b'))
		perfetto_note_number(&self->out, NOTE_BYTES, event->bytes);
	if (hr_trace_has(event->kind, 'd'))
		perfetto_note_number(&self->out, NOTE_TOOK, event->nanoseconds);
	perfetto_note_text(&self->out, NOTE_ORDER, event->order);
	perfetto_note_text(&self->out, NOTE_BY, event->by);
	perfetto_note_text(&self->out, NOTE_WORD, event->word);
	perfetto_note_text(&self->out, NOTE_TEXT, event->text);
	for (unsigned i = 0; i < event->detail_count; i++)
		perfetto_note_named(&self->out, event->details[i].key, event->details[i].value);
	perfetto_end(&self->out);
}

static uint64_t found_track(perfetto *self, const hr_trace_event *event)
{
	uint32_t root = hr_trace_has(event->kind, 'n') ? self->roots[event->node] : 0;

	return track(self, TRACK_FOUND, root, 0, 0, "findings");
}

static void put_rare(perfetto *self, const hr_trace_event *event)
{
	const char *word = hr_trace_kind_word(event->kind);

	switch (event->kind) {
	case HR_TRACE_TRACK: put_place(self, event, "host"); break;
	case HR_TRACE_MOVE: put_place(self, event, event->by); break;
	case HR_TRACE_UNTRACK: put_place(self, event, NULL); break;
	case HR_TRACE_REQUEST:
		put_instant(self, event, CATEGORY_MEMORY, object_track(self, event), word);
		break;
	case HR_TRACE_COPY:
		put_instant(self, event, CATEGORY_MEMORY, backend_track(self, event, 0), word);
		break;
	case HR_TRACE_BUILD:
	case HR_TRACE_WORKER:
		put_instant(self, event, CATEGORY_UNIT, backend_track(self, event, 0), word);
		break;
	case HR_TRACE_DIFFERENCE:
	case HR_TRACE_VERDICT:
		put_instant(self, event, CATEGORY_FOUND, found_track(self, event), word);
		break;
	case HR_TRACE_DIAGNOSTIC:
		put_instant(self, event, CATEGORY_FOUND, found_track(self, event), event->text);
		break;
	default: break;
	}
}

static void put_event(perfetto *self, const hr_trace_event *event)
{
	const trace_grid *grid = trace_follow_event(self->follow, event);

	switch (event->kind) {
	case HR_TRACE_BEGIN_EXECUTION: begin_execution(self, event); break;
	case HR_TRACE_END_EXECUTION:
		end_order(self, event);
		end_execution(self, event);
		break;
	case HR_TRACE_BEGIN_GRID: begin_grid(self, event); break;
	case HR_TRACE_END_GRID:
		if (grid)
			end_grid(self, event, grid);
		break;
	case HR_TRACE_BEGIN_UNIT:
	case HR_TRACE_END_UNIT: put_unit(self, event, event->kind == HR_TRACE_BEGIN_UNIT); break;
	case HR_TRACE_BEGIN_BATCH:
	case HR_TRACE_END_BATCH: put_batch(self, event, event->kind == HR_TRACE_BEGIN_BATCH); break;
	case HR_TRACE_ORDER: begin_order(self, event); break;
	case HR_TRACE_PUSH:
	case HR_TRACE_POP: put_flight(self, event); break;
	default: put_rare(self, event); break;
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

static void find_nodes(perfetto *self)
{
	const hr_trace *trace = self->trace;

	self->stages = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	self->roots = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	self->sinks = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->sinks));
	self->lanes = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->lanes));
	for (uint32_t n = 0; n < trace->node_count; n++) {
		uint32_t parent = trace->nodes[n].parent;
		bool top = parent == HR_TRACE_NO_NODE ||
			   trace->nodes[parent].parent == HR_TRACE_NO_NODE;

		self->roots[n] = parent == HR_TRACE_NO_NODE ? n : self->roots[parent];
		self->stages[n] = top ? n : self->stages[parent];
	}
	for (uint32_t to = 0; to < trace->node_count; to++) {
		uint32_t count;
		const uint32_t *edges = trace_follow_sources(self->follow, to, &count);

		for (uint32_t i = 0; i < count; i++) {
			uint32_t from = trace->edges[edges[i]].from;

			if (!self->sinks[from].count || HR_LAST(&self->sinks[from]) != to)
				HR_PUSH(&self->sinks[from], to);
		}
	}
}

/* Whether what begins last ends first, on every thread. */
static bool nests(const hr_trace *trace)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_follow *follow = trace_follow_new(trace);
	hr_trace_event event;
	bool all = true;

	while (all && hr_trace_next(cursor, &event)) {
		const trace_grid *grid = trace_follow_event(follow, &event);

		all = !grid || grid->nests;
	}
	trace_follow_free(follow);
	hr_trace_cursor_free(cursor);
	return all;
}

int trace_perfetto(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	perfetto self = {.trace = trace, .out = {.stream = stream}, .nests = nests(trace)};
	hr_trace_event event;
	int status;

	self.follow = trace_follow_new(trace);
	find_nodes(&self);
	perfetto_snapshot(&self.out, trace->started);
	perfetto_names(&self.out, trace);
	put_processes(&self);
	while (hr_trace_next(cursor, &event))
		put_event(&self, &event);
	perfetto_flush(&self.out);
	status = trace_end(trace, cursor);
	for (uint32_t n = 0; n < trace->node_count; n++) {
		HR_VEC_FREE(&self.sinks[n]);
		HR_VEC_FREE(&self.lanes[n].unused);
	}
	hr_map_free(&self.open);
	hr_map_free(&self.ordered);
	hr_map_free(&self.flights);
	hr_free(self.lanes);
	hr_free(self.sinks);
	hr_free(self.stages);
	hr_free(self.roots);
	hr_map_free(&self.tracks);
	hr_strmap_free(&self.backends);
	perfetto_free(&self.out);
	trace_follow_free(self.follow);
	hr_trace_cursor_free(cursor);
	return status;
}
