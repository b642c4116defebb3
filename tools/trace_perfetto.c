/* tools/trace_perfetto.c -- hpvm-trace export --format=perfetto: packets for Perfetto's trace processor and viewer.
 *
 * A process for each root; in it a track for each child of the root and thread, on which the grids below nest, for each
 * backend with its units and builds, for each thread's batches, for each object of tracked memory with where
 * its newest bytes are, for executions (several tracks where they overlap), and a counter of those in flight. Where grids do not nest (depth first), every node
 * has a track. Edges are flows: the slice of a source names one for each node that it leads to, and the sink's ends them.
 * Slices are written as they begin and end, so those of no length keep their order.
 * Times are nanoseconds since the recording began, or operations.
 * Source of the fields' numbers: Perfetto's published .proto files (trace_packet, track_event, track_descriptor,
 * clock_snapshot, interned_data, debug_annotation). */
#include "trace.h"

#include <inttypes.h>
#include <string.h>

#include "alloc.h"
#include "map.h"
#include "proto_write.h"
#include "trace_follow.h"
#include "vec.h"

enum { /* fields */
	TRACE_PACKET = 1,
	PACKET_CLOCK_SNAPSHOT = 6, PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11,
	PACKET_INTERNED = 12, PACKET_FLAGS = 13, PACKET_TRACK = 60,
	SNAPSHOT_CLOCKS = 1, SNAPSHOT_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIME = 2,
	TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_PARENT = 5, TRACK_COUNTER = 8,
	PROCESS_PID = 1, PROCESS_NAME = 6, COUNTER_UNIT = 3,
	INTERNED_CATEGORIES = 1, INTERNED_NAMES = 2, INTERNED_ANNOTATIONS = 3, INTERNED_ID = 1, INTERNED_NAME = 2,
	EVENT_CATEGORY = 3, EVENT_ANNOTATION = 4, EVENT_TYPE = 9, EVENT_NAME_ID = 10, EVENT_TRACK = 11,
	EVENT_NAME = 23, EVENT_COUNTER = 30, EVENT_FLOW = 47, EVENT_LAST_FLOW = 48,
	ANNOTATION_NAME_ID = 1, ANNOTATION_UINT = 3, ANNOTATION_TEXT = 6, ANNOTATION_NAME = 10,
};

enum { /* values */
	SEQUENCE = 1,
	FLAG_CLEARED = 1, FLAG_NEEDS_STATE = 2,
	TYPE_BEGIN = 1, TYPE_END, TYPE_INSTANT, TYPE_COUNTER,
	CLOCK_REALTIME = 1, CLOCK_MONOTONIC = 3, CLOCK_BOOTTIME = 6, /* the last is what timestamps are of */
	UNIT_COUNT = 2,
};

/* Tracks are told apart by what they are of, a number, and a thread. */
typedef enum track_kind { TRACK_STAGE, TRACK_BACKEND, TRACK_BATCHES, TRACK_OBJECT, TRACK_FLIGHT, TRACK_FOUND,
			  TRACK_EXECUTIONS, TRACK_ORDERS } track_kind;

#define CATEGORIES(C) C(GRID, "grid") C(UNIT, "backend") C(BATCH, "batch") C(MEMORY, "memory") C(FOUND, "finding") C(FLIGHT, "stream") \
	C(EXECUTION, "execution")
#define CATEGORY_ENUMERATOR(name, word) CATEGORY_##name,
typedef enum category { NO_CATEGORY, CATEGORIES(CATEGORY_ENUMERATOR) CATEGORY_COUNT } category;
#undef CATEGORY_ENUMERATOR

#define ANNOTATIONS(A)                                                                             \
	A(EXECUTION, "execution") A(INSTANCES, "instances") A(PARENT, "parent instance") A(OPERATIONS, "operations") \
	A(FIRST, "first instance") A(BYTES, "bytes") A(SOURCE, "source") A(LINE, "line") A(BY, "backend") \
	A(WORD, "outcome") A(TEXT, "text") A(OBJECT, "object") A(TOOK, "nanoseconds") A(ORDER, "order")
#define ANNOTATION_ENUMERATOR(name, word) NOTE_##name,
typedef enum annotation { NO_NOTE, ANNOTATIONS(ANNOTATION_ENUMERATOR) NOTE_COUNT } annotation;
#undef ANNOTATION_ENUMERATOR

/* Executions of a root that overlap have a lane each. */
typedef struct root_lanes {
	uint32_t count;
	HR_VEC(uint32_t) unused;       /* owns */
} root_lanes;

typedef struct perfetto {
	const hr_trace *trace;
	FILE *stream;
	proto out;
	trace_follow *follow;
	uint32_t *stages, *roots;      /* by node; own */
	bool nests;                    /* the grids of every stage do */
	hr_map tracks;                 /* by what they are: uuid */
	hr_strmap backends;            /* numbers */
	uint64_t uuid;                 /* the last that was given */
	HR_VEC(uint32_t) *sinks;       /* by node: nodes that edges lead to, each once; owns */
	root_lanes *lanes;             /* by node; owns */
	hr_map flights;                /* executions that have begun: their lanes */
	hr_map ordered;                /* roots whose executions run in an order that has been told */
	hr_map open;                   /* objects of which a slice of their place is open */
} perfetto;

/* --- packets -------------------------------------------------------------------------------------- */

static void end_packet(perfetto *self)
{
	proto_number(&self->out, PACKET_SEQUENCE, SEQUENCE);
	proto_number(&self->out, PACKET_FLAGS, FLAG_NEEDS_STATE);
	proto_end(&self->out);
	if (self->out.bytes.count > 1 << 16)
		proto_flush(&self->out, self->stream);
}

static void put_clock(proto *out, unsigned id, uint64_t time)
{
	proto_begin(out, SNAPSHOT_CLOCKS);
	proto_number(out, CLOCK_ID, id);
	proto_number(out, CLOCK_TIME, time);
	proto_end(out);
}

static void put_snapshot(perfetto *self)
{
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_CLOCK_SNAPSHOT);
	put_clock(out, CLOCK_BOOTTIME, 0);
	put_clock(out, CLOCK_MONOTONIC, 0);
	if (self->trace->started)
		put_clock(out, CLOCK_REALTIME, self->trace->started);
	proto_number(out, SNAPSHOT_PRIMARY, CLOCK_BOOTTIME);
	proto_end(out);
	proto_number(out, PACKET_SEQUENCE, SEQUENCE);
	proto_end(out);
}

static void intern(proto *out, unsigned what, uint64_t id, const char *name)
{
	proto_begin(out, what);
	proto_number(out, INTERNED_ID, id);
	proto_text(out, INTERNED_NAME, name);
	proto_end(out);
}

/* All names at once: those of nodes, from 1. */
static void put_names(perfetto *self)
{
	static const char *const categories[] = {
#define X(name, word) word,
		CATEGORIES(X)
#undef X
	};
	static const char *const notes[] = {
#define X(name, word) word,
		ANNOTATIONS(X)
#undef X
	};
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_INTERNED);
	for (unsigned i = 1; i < CATEGORY_COUNT; i++)
		intern(out, INTERNED_CATEGORIES, i, categories[i - 1]);
	for (unsigned i = 1; i < NOTE_COUNT; i++)
		intern(out, INTERNED_ANNOTATIONS, i, notes[i - 1]);
	for (uint32_t n = 0; n < self->trace->node_count; n++)
		intern(out, INTERNED_NAMES, n + 1, self->trace->nodes[n].path);
	proto_end(out);
	proto_number(out, PACKET_SEQUENCE, SEQUENCE);
	proto_number(out, PACKET_FLAGS, FLAG_CLEARED);
	proto_end(out);
}

/* --- tracks --------------------------------------------------------------------------------------- */

static uint64_t put_track(perfetto *self, uint64_t parent, const char *name, bool counter)
{
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_TRACK);
	proto_number(out, TRACK_UUID, ++self->uuid);
	proto_number(out, TRACK_PARENT, parent);
	proto_text(out, TRACK_NAME, name);
	if (counter) {
		proto_begin(out, TRACK_COUNTER);
		proto_number(out, COUNTER_UNIT, UNIT_COUNT);
		proto_end(out);
	}
	proto_end(out);
	end_packet(self);
	return self->uuid;
}

/* Uuids of processes are their nodes' numbers plus 1. */
static void put_processes(perfetto *self)
{
	const hr_trace *trace = self->trace;
	proto *out = &self->out;

	self->uuid = trace->node_count + 1;
	for (uint32_t n = 0; n < trace->node_count; n++) {
		if (self->roots[n] != n)
			continue;
		proto_begin(out, TRACE_PACKET);
		proto_begin(out, PACKET_TRACK);
		proto_number(out, TRACK_UUID, n + 1);
		proto_begin(out, TRACK_PROCESS);
		proto_number(out, PROCESS_PID, n + 1);
		proto_text(out, PROCESS_NAME, trace->nodes[n].path);
		proto_end(out);
		proto_end(out);
		end_packet(self);
	}
}

static uint64_t track(perfetto *self, track_kind kind, uint32_t root, uint64_t number, uint32_t thread,
		      const char *name)
{
	uint64_t key = ((number << 24 ^ thread) << 3 | kind) * UINT64_C(0x9fb21c651e98df25) ^ root, uuid;
	char text[HR_TRACE_TEXT * 2];

	if (hr_map_get(&self->tracks, key, &uuid))
		return uuid;
	if (thread > 1)
		snprintf(text, sizeof(text), "%.*s (thread %u)", HR_TRACE_TEXT, name, thread);
	uuid = put_track(self, root + 1, thread > 1 ? text : name, kind == TRACK_FLIGHT);
	hr_map_put(&self->tracks, key, uuid);
	return uuid;
}

static uint64_t stage_track(perfetto *self, const hr_trace_event *event)
{
	uint32_t node = event->node, root = self->roots[node];
	uint64_t key = (((uint64_t)node << 24 ^ event->thread) << 3 | TRACK_STAGE) ^ UINT64_C(1) << 63, uuid;

	if (self->nests || self->trace->nodes[node].parent == HR_TRACE_NO_NODE ||
	    self->stages[node] == node)
		return track(self, TRACK_STAGE, root, self->stages[node], event->thread,
			     self->trace->nodes[self->stages[node]].path);
	if (!hr_map_get(&self->tracks, key, &uuid)) {
		hr_trace_event above = *event;

		above.node = self->trace->nodes[node].parent;
		uuid = put_track(self, stage_track(self, &above), self->trace->nodes[node].path, false);
		hr_map_put(&self->tracks, key, uuid);
	}
	return uuid;
}

static uint64_t backend_track(perfetto *self, const hr_trace_event *event, uint32_t thread)
{
	uint64_t number = self->backends.count;

	if (!hr_strmap_get(&self->backends, event->by, &number))
		hr_strmap_put(&self->backends, event->by, number);
	return track(self, TRACK_BACKEND, hr_trace_has(event->kind, 'n') ? self->roots[event->node] : 0, number,
		     thread, event->by);
}

static uint64_t object_track(perfetto *self, const hr_trace_event *event)
{
	char name[HR_TRACE_TEXT];

	snprintf(name, sizeof(name), "object %" PRIu64 "%s%.120s", event->object, *event->text ? " " : "",
		 event->text);
	return track(self, TRACK_OBJECT, 0, event->object, 0, name);
}

/* --- events --------------------------------------------------------------------------------------- */

static void begin_event(perfetto *self, const hr_trace_event *event, unsigned type, uint64_t uuid)
{
	proto_begin(&self->out, TRACE_PACKET);
	proto_number(&self->out, PACKET_TIMESTAMP, trace_clock(self->trace, event));
	proto_begin(&self->out, PACKET_EVENT);
	proto_number(&self->out, EVENT_TYPE, type);
	proto_number(&self->out, EVENT_TRACK, uuid);
}

static void end_event(perfetto *self)
{
	proto_end(&self->out);
	end_packet(self);
}

static void note_number(perfetto *self, annotation what, uint64_t number)
{
	proto_begin(&self->out, EVENT_ANNOTATION);
	proto_number(&self->out, ANNOTATION_NAME_ID, what);
	proto_number(&self->out, ANNOTATION_UINT, number);
	proto_end(&self->out);
}

static void note_text(perfetto *self, annotation what, const char *text)
{
	if (!text || !*text)
		return;
	proto_begin(&self->out, EVENT_ANNOTATION);
	proto_number(&self->out, ANNOTATION_NAME_ID, what);
	proto_text(&self->out, ANNOTATION_TEXT, text);
	proto_end(&self->out);
}

static void put_kind(perfetto *self, category what, const hr_trace_event *event, const char *name)
{
	proto_number(&self->out, EVENT_CATEGORY, what);
	if (name)
		proto_text(&self->out, EVENT_NAME, name);
	else
		proto_number(&self->out, EVENT_NAME_ID, event->node + 1);
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
		proto_fixed(&self->out, EVENT_FLOW,
			    flow_id(event->node, self->sinks[event->node].data[i], event));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t from = self->trace->edges[edges[i]].from;

		if (from != last)
			proto_fixed(&self->out, EVENT_LAST_FLOW, flow_id(from, event->node, event));
		last = from;
	}
}

static void begin_grid(perfetto *self, const hr_trace_event *event)
{
	const hr_trace_node *node = &self->trace->nodes[event->node];

	begin_event(self, event, TYPE_BEGIN, stage_track(self, event));
	put_kind(self, CATEGORY_GRID, event, NULL);
	note_number(self, NOTE_EXECUTION, event->execution);
	note_number(self, NOTE_INSTANCES, event->count);
	note_text(self, NOTE_ORDER, event->order);
	if (event->parent)
		note_number(self, NOTE_PARENT, event->parent - 1);
	if (node->file) {
		note_text(self, NOTE_SOURCE, node->file);
		note_number(self, NOTE_LINE, node->line);
	}
	put_flows(self, event);
	end_event(self);
}

static void end_grid(perfetto *self, const hr_trace_event *event, const trace_grid *grid)
{
	begin_event(self, event, TYPE_END, stage_track(self, event));
	note_number(self, NOTE_OPERATIONS, grid->end_operations - grid->begin_operations);
	note_text(self, NOTE_BY, event->by);
	end_event(self);
}

static void put_unit(perfetto *self, const hr_trace_event *event, bool begins)
{
	begin_event(self, event, begins ? TYPE_BEGIN : TYPE_END, backend_track(self, event, event->thread));
	if (begins) {
		put_kind(self, CATEGORY_UNIT, event, NULL);
		note_number(self, NOTE_EXECUTION, event->execution);
		note_number(self, NOTE_FIRST, event->first);
		note_number(self, NOTE_INSTANCES, event->count);
	}
	note_text(self, NOTE_WORD, event->word);
	note_text(self, NOTE_TEXT, event->text);
	end_event(self);
}

static void put_batch(perfetto *self, const hr_trace_event *event, bool begins)
{
	begin_event(self, event, begins ? TYPE_BEGIN : TYPE_END,
		    track(self, TRACK_BATCHES, self->roots[event->node], 0, event->thread, "batches"));
	if (begins) {
		put_kind(self, CATEGORY_BATCH, event, NULL);
		note_number(self, NOTE_FIRST, event->first);
		note_number(self, NOTE_INSTANCES, event->count);
	}
	end_event(self);
}

static void put_flight(perfetto *self, const hr_trace_event *event)
{
	begin_event(self, event, TYPE_COUNTER,
		    track(self, TRACK_FLIGHT, event->node, 0, 0, "executions in flight"));
	proto_number(&self->out, EVENT_COUNTER, event->count);
	end_event(self);
}

/* --- executions ----------------------------------------------------------------------------------- */

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
	begin_event(self, event, TYPE_BEGIN, track(self, TRACK_EXECUTIONS, event->node, lane, 0, "executions"));
	put_kind(self, CATEGORY_EXECUTION, event, name);
	note_number(self, NOTE_EXECUTION, event->execution);
	end_event(self);
}

static void end_execution(perfetto *self, const hr_trace_event *event)
{
	uint64_t lane;

	if (!hr_map_get(&self->flights, flight_key(event), &lane))
		return;
	hr_map_remove(&self->flights, flight_key(event));
	HR_PUSH(&self->lanes[event->node].unused, (uint32_t)lane);
	begin_event(self, event, TYPE_END, track(self, TRACK_EXECUTIONS, event->node, lane, 0, "executions"));
	end_event(self);
}

/* --- orders of executions --------------------------------------------------------------------------- */

static void end_order(perfetto *self, const hr_trace_event *event)
{
	if (!hr_map_get(&self->ordered, event->node, NULL))
		return;
	hr_map_remove(&self->ordered, event->node);
	begin_event(self, event, TYPE_END, track(self, TRACK_ORDERS, event->node, 0, 0, "orders"));
	end_event(self);
}

/* Until the next one, or the end of the executions. */
static void begin_order(perfetto *self, const hr_trace_event *event)
{
	char name[HR_TRACE_TEXT];

	end_order(self, event);
	hr_map_put(&self->ordered, event->node, 1);
	snprintf(name, sizeof(name), "order %.100s", event->word);
	begin_event(self, event, TYPE_BEGIN, track(self, TRACK_ORDERS, event->node, 0, 0, "orders"));
	put_kind(self, CATEGORY_EXECUTION, event, name);
	note_number(self, NOTE_EXECUTION, event->execution);
	end_event(self);
}

/* --- memory --------------------------------------------------------------------------------------- */

static void put_place(perfetto *self, const hr_trace_event *event, const char *place)
{
	uint64_t uuid = object_track(self, event);

	if (hr_map_get(&self->open, event->object, NULL)) {
		begin_event(self, event, TYPE_END, uuid);
		end_event(self);
		hr_map_remove(&self->open, event->object);
	}
	if (!place)
		return;
	hr_map_put(&self->open, event->object, 1);
	begin_event(self, event, TYPE_BEGIN, uuid);
	put_kind(self, CATEGORY_MEMORY, event, place);
	note_number(self, NOTE_BYTES, event->bytes);
	note_text(self, NOTE_TEXT, event->text);
	end_event(self);
}

static void put_instant(perfetto *self, const hr_trace_event *event, category what, uint64_t uuid,
			const char *name)
{
	begin_event(self, event, TYPE_INSTANT, uuid);
	put_kind(self, what, event, name);
	if (hr_trace_has(event->kind, 'n'))
		note_text(self, NOTE_SOURCE, self->trace->nodes[event->node].path);
	if (hr_trace_has(event->kind, 'b'))
		note_number(self, NOTE_BYTES, event->bytes);
	if (hr_trace_has(event->kind, 'd'))
		note_number(self, NOTE_TOOK, event->nanoseconds);
	note_text(self, NOTE_ORDER, event->order);
	note_text(self, NOTE_BY, event->by);
	note_text(self, NOTE_WORD, event->word);
	note_text(self, NOTE_TEXT, event->text);
	for (unsigned i = 0; i < event->detail_count; i++) {
		proto_begin(&self->out, EVENT_ANNOTATION);
		proto_text(&self->out, ANNOTATION_NAME, event->details[i].key);
		proto_text(&self->out, ANNOTATION_TEXT, event->details[i].value);
		proto_end(&self->out);
	}
	end_event(self);
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
	case HR_TRACE_TRACK:
		put_place(self, event, "host");
		break;
	case HR_TRACE_MOVE:
		put_place(self, event, event->by);
		break;
	case HR_TRACE_UNTRACK:
		put_place(self, event, NULL);
		break;
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
	default:
		break;
	}
}

static void put_event(perfetto *self, const hr_trace_event *event)
{
	const trace_grid *grid = trace_follow_event(self->follow, event);

	switch (event->kind) {
	case HR_TRACE_BEGIN_EXECUTION:
		begin_execution(self, event);
		break;
	case HR_TRACE_END_EXECUTION:
		end_order(self, event);
		end_execution(self, event);
		break;
	case HR_TRACE_BEGIN_GRID:
		begin_grid(self, event);
		break;
	case HR_TRACE_END_GRID:
		if (grid)
			end_grid(self, event, grid);
		break;
	case HR_TRACE_BEGIN_UNIT:
	case HR_TRACE_END_UNIT:
		put_unit(self, event, event->kind == HR_TRACE_BEGIN_UNIT);
		break;
	case HR_TRACE_BEGIN_BATCH:
	case HR_TRACE_END_BATCH:
		put_batch(self, event, event->kind == HR_TRACE_BEGIN_BATCH);
		break;
	case HR_TRACE_ORDER:
		begin_order(self, event);
		break;
	case HR_TRACE_PUSH:
	case HR_TRACE_POP:
		put_flight(self, event);
		break;
	default:
		put_rare(self, event);
		break;
	}
}

/* --- the whole ------------------------------------------------------------------------------------ */

static void find_nodes(perfetto *self)
{
	const hr_trace *trace = self->trace;

	self->stages = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	self->roots = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	self->sinks = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->sinks));
	self->lanes = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->lanes));
	for (uint32_t n = 0; n < trace->node_count; n++) {
		uint32_t parent = trace->nodes[n].parent;
		bool top = parent == HR_TRACE_NO_NODE || trace->nodes[parent].parent == HR_TRACE_NO_NODE;

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
	perfetto self = {.trace = trace, .stream = stream, .nests = nests(trace)};
	hr_trace_event event;
	int status;

	self.follow = trace_follow_new(trace);
	find_nodes(&self);
	put_snapshot(&self);
	put_names(&self);
	put_processes(&self);
	while (hr_trace_next(cursor, &event))
		put_event(&self, &event);
	proto_flush(&self.out, stream);
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
	proto_free(&self.out);
	trace_follow_free(self.follow);
	hr_trace_cursor_free(cursor);
	return status;
}
