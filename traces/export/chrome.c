/* traces/export/chrome.c -- hpvm-trace export --format=chrome: JSON for chrome://tracing and
 * Perfetto's viewer.
 *
 * Each root is a process, and each of its children a track on which the grids below nest. Batches
 * and units of backends have a track for each thread. Executions are asynchronous slices of the
 * root, edges are arrows, and pushes and pops a counter. A grid that does not nest (depth first) is
 * an asynchronous slice. Timestamps are microseconds with three digits, or operations of 1 ns each.
 *
 * Source: "Trace Event Format", Google, 2016. */
#include <inttypes.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/diag/escape.h"
#include "traces/export/trace.h"
#include "traces/export/trace_follow.h"

/* first numbers of the tracks of threads: batches, units of backends */
enum { BATCHES = 1000000, UNITS = 2000000 };

typedef struct arrow {
	uint32_t from, to;
	uint64_t execution, at; /* end of the source */
} arrow;

typedef struct chrome {
	const hr_trace *trace;
	FILE *stream;
	trace_follow *follow;
	uint32_t *stages, *roots;       /* indexed by node; own */
	HR_VEC(arrow) arrows;           /* to sinks that have not begun */
	HR_VEC(hr_trace_event) batches; /* batches and units that have begun */
	hr_map named;                   /* the tracks that have been given a name */
	uint64_t arrow_count;
	bool first;
} chrome;

static void begin(chrome *self, const char *phase, uint32_t root, uint32_t track, uint64_t at)
{
	fprintf(self->stream, "%s\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ".%03u",
		self->first ? "" : ",", phase, root + 1, track, at / 1000, (unsigned)(at % 1000));
	self->first = false;
}

static void name_track(chrome *self, const char *what, uint32_t root, uint32_t track,
		       const char *name)
{
	fprintf(self->stream,
		"%s\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":",
		self->first ? "" : ",", root + 1, track, what);
	hr_print_json(name, self->stream);
	fputs("}}", self->stream);
	self->first = false;
}

/* Find the child of the root that each node is or is in. The root is its own stage. */
static void find_stages(chrome *self)
{
	const hr_trace *trace = self->trace;

	self->stages = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	self->roots = hr_alloc_array((size_t)trace->node_count + 1, sizeof(uint32_t));
	for (uint32_t n = 0; n < trace->node_count; n++) {
		uint32_t parent = trace->nodes[n].parent;
		bool top = parent == HR_TRACE_NO_NODE ||
			   trace->nodes[parent].parent == HR_TRACE_NO_NODE;

		self->roots[n] = parent == HR_TRACE_NO_NODE ? n : self->roots[parent];
		self->stages[n] = top ? n : self->stages[parent];
		if (parent == HR_TRACE_NO_NODE)
			name_track(self, "process_name", n, 0, trace->nodes[n].path);
		if (top)
			name_track(self, "thread_name", self->roots[n], n + 1,
				   trace->nodes[n].path);
	}
}

static void print_text(chrome *self, const char *key, const char *text)
{
	if (!*text)
		return;
	fputc(',', self->stream);
	hr_print_json(key, self->stream);
	fputc(':', self->stream);
	hr_print_json(text, self->stream);
}

/* END is the event that ended the grid, or NULL. */
static void print_args(chrome *self, const trace_grid *grid, const hr_trace_event *end)
{
	const hr_trace_place *place = hr_trace_place_of(&self->trace->nodes[grid->node]);

	fprintf(self->stream,
		",\"args\":{\"execution\":%" PRIu64 ",\"instances\":%" PRIu64
		",\"operations\":%" PRIu64,
		grid->execution, grid->count, grid->end_operations - grid->begin_operations);
	if (grid->parent)
		fprintf(self->stream, ",\"parent instance\":%" PRIu64, grid->parent - 1);
	if (!end)
		fputs(",\"ended\":false", self->stream);
	print_text(self, "order", end ? end->order : "");
	print_text(self, "backend", end ? end->by : "");
	if (place->file) {
		fputs(",\"source\":", self->stream);
		hr_print_json(place->file, self->stream);
		fprintf(self->stream, ",\"line\":%u", place->line);
	}
	fputs("}}", self->stream);
}

static void print_grid(chrome *self, const trace_grid *grid, const hr_trace_event *last)
{
	uint32_t root = self->roots[grid->node], track = self->stages[grid->node] + 1;
	const char *path = self->trace->nodes[grid->node].path;
	uint64_t took = grid->end - grid->begin;

	if (grid->nests) {
		begin(self, "X", root, track, grid->begin);
		fprintf(self->stream,
			",\"dur\":%" PRIu64 ".%03u,\"cat\":\"grid\",\"name\":", took / 1000,
			(unsigned)(took % 1000));
		hr_print_json(path, self->stream);
		print_args(self, grid, last);
		return;
	}
	for (int end = 0; end < 2; end++) {
		begin(self, end ? "e" : "b", root, track, end ? grid->end : grid->begin);
		fprintf(self->stream,
			",\"cat\":\"grid\",\"id\":\"%u/%" PRIu64 "/%" PRIu64 "\",\"name\":",
			grid->node, grid->execution, grid->begin);
		hr_print_json(path, self->stream);
		print_args(self, grid, last);
	}
}

/* Executions are asynchronous because those of a stream overlap. */
static void print_execution(chrome *self, const hr_trace_event *event)
{
	const trace_execution *it = trace_follow_execution(self->follow, event);

	for (int end = 0; it && end < 2; end++) {
		begin(self, end ? "e" : "b", it->root, it->root + 1,
		      end ? trace_clock(self->trace, event) : it->begin);
		fprintf(self->stream,
			",\"cat\":\"execution\",\"id\":\"%u/%" PRIu64
			"\",\"name\":\"execution %" PRIu64 "\",\"args\":{\"execution\":%" PRIu64
			"}}",
			it->root, it->number, it->number, it->number);
	}
}

/* --- arrows ----------------------------------------------------------------------------------- */

static void note_arrow(chrome *self, const hr_trace_event *event)
{
	const trace_execution *in = trace_follow_execution(self->follow, event);
	const trace_span *source = in ? &in->nodes[event->from - in->root] : NULL;
	arrow it = {event->from, event->node, event->execution, 0};

	if (!source || !source->ended)
		return;
	it.at = source->end > source->begin ? source->end - 1 : source->end;
	HR_PUSH(&self->arrows, it);
}

static void print_arrows(chrome *self, const hr_trace_event *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < self->arrows.count; i++) {
		const arrow *it = &self->arrows.data[i];

		if (it->to != event->node || it->execution != event->execution) {
			self->arrows.data[kept++] = *it;
			continue;
		}
		for (int end = 0; end < 2; end++) {
			begin(self, end ? "f" : "s", self->roots[it->to],
			      self->stages[end ? it->to : it->from] + 1,
			      end ? trace_clock(self->trace, event) : it->at);
			fprintf(self->stream,
				",\"cat\":\"edge\",\"name\":\"edge\",\"id\":%" PRIu64 "%s}",
				self->arrow_count, end ? ",\"bp\":\"e\"" : "");
		}
		self->arrow_count++;
	}
	self->arrows.count = kept;
}

/* Drop the arrows to sinks without instances. */
static void drop_arrows(chrome *self, const hr_trace_event *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < self->arrows.count; i++)
		if (self->roots[self->arrows.data[i].to] != event->node ||
		    self->arrows.data[i].execution != event->execution)
			self->arrows.data[kept++] = self->arrows.data[i];
	self->arrows.count = kept;
}

/* --- other events ----------------------------------------------------------------------------- */

static bool is_batch(const hr_trace_event *a, const hr_trace_event *b)
{
	return a->kind + 1 == b->kind && a->thread == b->thread && a->node == b->node &&
	       a->execution == b->execution && a->first == b->first && a->parent == b->parent;
}

static uint32_t track_of_thread(chrome *self, const hr_trace_event *event)
{
	bool unit = event->kind == HR_TRACE_END_UNIT;
	uint32_t root = self->roots[event->node], track = (unit ? UNITS : BATCHES) + event->thread;
	char name[HR_TRACE_TEXT];

	if (hr_map_get(&self->named, (uint64_t)root << 32 | track, NULL))
		return track;
	hr_map_put(&self->named, (uint64_t)root << 32 | track, 1);
	snprintf(name, sizeof(name), "%s of thread %u", unit ? "backends" : "batches",
		 event->thread);
	name_track(self, "thread_name", root, track, name);
	return track;
}

/* Print a batch or a unit. */
static void print_batch(chrome *self, const hr_trace_event *end)
{
	bool unit = end->kind == HR_TRACE_END_UNIT;
	uint32_t track = track_of_thread(self, end);
	uint64_t at, took;
	size_t i = self->batches.count;

	while (i > 0 && !is_batch(&self->batches.data[i - 1], end))
		i--;
	if (i == 0)
		return;
	at = trace_clock(self->trace, &self->batches.data[i - 1]);
	took = trace_clock(self->trace, end) - at;
	self->batches.data[i - 1] = HR_LAST(&self->batches);
	self->batches.count--;
	begin(self, "X", self->roots[end->node], track, at);
	fprintf(self->stream, ",\"dur\":%" PRIu64 ".%03u,\"cat\":\"%s\",\"name\":", took / 1000,
		(unsigned)(took % 1000), unit ? "backend" : "batch");
	hr_print_json(self->trace->nodes[end->node].path, self->stream);
	fprintf(self->stream, ",\"args\":{\"first\":%" PRIu64 ",\"count\":%" PRIu64, end->first,
		end->count);
	print_text(self, "order", end->order);
	if (unit) {
		fputs(",\"backend\":", self->stream);
		hr_print_json(end->by, self->stream);
		fputs(",\"outcome\":", self->stream);
		hr_print_json(end->word, self->stream);
	}
	fputs("}}", self->stream);
}

static void print_depth(chrome *self, const hr_trace_event *event)
{
	begin(self, "C", event->node, 0, trace_clock(self->trace, event));
	fprintf(self->stream, ",\"name\":\"in flight\",\"args\":{\"executions\":%" PRIu64 "}}",
		event->count);
}

static void print_instant(chrome *self, const hr_trace_event *event)
{
	begin(self, "i", 0, 0, trace_clock(self->trace, event));
	fputs(",\"s\":\"g\",\"name\":", self->stream);
	if (event->kind == HR_TRACE_DIAGNOSTIC)
		hr_print_json(event->text, self->stream);
	else if (hr_trace_has(event->kind, 'j'))
		fprintf(self->stream, "\"%s object %" PRIu64 "\"", hr_trace_kind_word(event->kind),
			event->object);
	else
		hr_print_json(hr_trace_kind_word(event->kind), self->stream);
	fprintf(self->stream, ",\"cat\":\"%s\",\"args\":{\"bytes\":%" PRIu64,
		hr_trace_has(event->kind, 'j') ? "memory" : "finding", event->bytes);
	print_text(self, "node",
		   hr_trace_has(event->kind, 'n') ? self->trace->nodes[event->node].path : "");
	print_text(self, "order", event->order);
	print_text(self, "by", event->by);
	print_text(self, "outcome", event->word);
	print_text(self, "text", event->text);
	for (unsigned i = 0; i < event->detail_count; i++)
		print_text(self, event->details[i].key, event->details[i].value);
	fputs("}}", self->stream);
}

/* Print that executions of a root run in another order from now on. */
static void print_order(chrome *self, const hr_trace_event *event)
{
	begin(self, "i", event->node, 0, trace_clock(self->trace, event));
	fprintf(self->stream,
		",\"s\":\"p\",\"name\":\"order %s\",\"cat\":\"execution\",\"args\":{\"execution\":%" PRIu64
		",\"executions\":%" PRIu64 "}}",
		event->word, event->execution, event->count);
}

static void print_event(chrome *self, const hr_trace_event *event)
{
	const trace_grid *grid = trace_follow_event(self->follow, event);

	switch (event->kind) {
	case HR_TRACE_END_GRID:
		if (grid)
			print_grid(self, grid, event);
		break;
	case HR_TRACE_EDGE: note_arrow(self, event); break;
	case HR_TRACE_END_EXECUTION:
		print_execution(self, event);
		drop_arrows(self, event);
		break;
	case HR_TRACE_BEGIN_GRID: print_arrows(self, event); break;
	case HR_TRACE_BEGIN_BATCH:
	case HR_TRACE_BEGIN_UNIT: HR_PUSH(&self->batches, *event); break;
	case HR_TRACE_END_BATCH:
	case HR_TRACE_END_UNIT: print_batch(self, event); break;
	case HR_TRACE_PUSH:
	case HR_TRACE_POP: print_depth(self, event); break;
	case HR_TRACE_ORDER: print_order(self, event); break;
	case HR_TRACE_TRACK:
	case HR_TRACE_UNTRACK:
	case HR_TRACE_REQUEST:
	case HR_TRACE_DIAGNOSTIC:
	case HR_TRACE_COPY:
	case HR_TRACE_MOVE:
	case HR_TRACE_BUILD:
	case HR_TRACE_WORKER:
	case HR_TRACE_DIFFERENCE:
	case HR_TRACE_VERDICT: print_instant(self, event); break;
	default: break;
	}
}

/* Draw everything that has not ended up to the end of the trace. */
static void print_open(chrome *self, uint64_t end, uint64_t operations)
{
	const trace_grid *grid;

	for (size_t i = 0; (grid = trace_follow_open(self->follow, i)) != NULL; i++) {
		trace_grid cut = *grid;

		cut.end = end > cut.begin ? end : cut.begin;
		cut.end_operations =
			operations > cut.begin_operations ? operations : cut.begin_operations;
		print_grid(self, &cut, NULL);
	}
}

int trace_chrome(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	chrome self = {.trace = trace, .stream = stream, .first = true};
	hr_trace_event event;
	uint64_t end = 0, operations = 0;
	int status;

	self.follow = trace_follow_new(trace);
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", stream);
	find_stages(&self);
	while (hr_trace_next(cursor, &event)) {
		print_event(&self, &event);
		end = trace_clock(trace, &event);
		operations = event.operations;
	}
	print_open(&self, end, operations);
	fputs("\n]}\n", stream);
	status = trace_end(trace, cursor);
	HR_VEC_FREE(&self.arrows);
	HR_VEC_FREE(&self.batches);
	hr_map_free(&self.named);
	hr_free(self.stages);
	hr_free(self.roots);
	trace_follow_free(self.follow);
	hr_trace_cursor_free(cursor);
	return status;
}
