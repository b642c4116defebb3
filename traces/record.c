/* traces/record.c -- events into blocks.
 *
 * One block is filled at a time, under a lock, by whichever thread tells something; a full one goes to the thread
 * that packs and writes (record_file.c). So a recorder takes the same memory however long the run is, and a
 * run that dies leaves all blocks that were written.
 *
 * A beginning waits for the next event: if that is its end, both are one pair, which is what most events are
 * in a stream. Reading the processor's clock costs as much as all else, so what follows at once on the same thread,
 * with nothing but the schedule's own work between, has the tick of what it follows.
 *
 * Pointers would differ from run to run, and are told as an object that the tracker knows and where in it.
 *
 * Owns:     the block, the numbers of threads and objects. */
#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trace_format.h"
#include "memory.h"
#include "record_file.h"
#include "record_head.h"
#include "record_lock.h"

enum {
	MOST_TEXT = 1024,      /* bytes of a text; the rest is left out */
	ROOM = 1 << 16,        /* bytes that no event exceeds, but for contents of buffers */
};

/* What an event's numbers are told relative to; a block begins with all 0. */
typedef struct last {
	uint64_t execution, first[HR_TRACE_KINDS];
} last;

/* A beginning that is not in the block yet. */
typedef struct pending {
	bool is;
	unsigned code;         /* of the pair */
	uint64_t thread, tick, operations;
	hr_told_grid grid;
	hr_event event;        /* of others than grids: node, execution, parent, first, count; by and more of units */
	hr_event_more more;
	char text[MOST_TEXT];
} pending;

struct hr_recorder {
	hr_events events;
	const hr_record_plan *plan;
	hr_run *run;
	record_lock lock;
	record_file *file;     /* owns */
	bool closed;
	bool all;              /* executions and nodes */
	bool wall, one_graph;
	hr_map bases;          /* by root: number of its node; owns */
	const hr_node *root;   /* that was asked for last, and its number */
	uint64_t base;
	uint64_t thread_count, thread; /* so far; the number of the one that tells something */
	hr_map objects;        /* by address: number, from 1; owns */
	uint64_t object_count;
	uint64_t start, operations; /* of the clock; operations until the last event */
	uint64_t begin_tick, tick;  /* of the block, and of the last event in it or pending */
	uint64_t written_tick, written_thread; /* of the last event in the block */
	hr_event_kind last_kind; /* of event, and who told it: what comes next may have its tick */
	uint64_t last_thread;
	last last;
	pending pending;
	hr_trace_block block;
	uint8_t *bytes;        /* of the block; the file's */
};

/* --- blocks --------------------------------------------------------------------------------------- */

static uint64_t now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

/* Costs less than half of now() where the processor counts at a constant rate, as all of x86-64 do. */
static uint64_t tick(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return now();
#endif
}

static void begin_block(hr_recorder *self)
{
	uint64_t first = self->block.first + self->block.events;

	self->tick = self->written_tick = self->begin_tick = self->wall ? tick() : 0;
	self->written_thread = 0;
	self->block = (hr_trace_block){
		.mark = HR_TRACE_BLOCK_MARK,
		.first = first,
		.ns = self->wall ? now() - self->start : 0,
		.operations = self->operations,
		.end_operations = self->operations,
	};
	memset(&self->last, 0, sizeof(self->last));
}

static void complete_block(hr_recorder *self)
{
	if (self->wall) {
		uint64_t at = tick();

		self->block.ticks = (at > self->tick ? at : self->tick) - self->begin_tick;
		self->block.end_ns = now() - self->start;
	}
}

static void end_block(hr_recorder *self)
{
	complete_block(self);
	self->bytes = record_file_put(self->file, self->bytes, &self->block);
	begin_block(self);
}

/* --- numbers -------------------------------------------------------------------------------------- */

static uint8_t *put_large(uint8_t *at, uint64_t value)
{
	while (value >= 0x80) {
		*at++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*at++ = (uint8_t)value;
	return at;
}

/* Most are below 128; of times nobody can tell, and the processor has better things to learn than their branches. Writes
 * up to 4 bytes more than it gives. */
static inline uint8_t *put_time(uint8_t *at, uint64_t value)
{
	uint32_t low = (uint32_t)value, bytes;

	if (__builtin_expect(value >= 1u << 28, 0))
		return put_large(at, value);
	bytes = (38u - (uint32_t)__builtin_clz(low | 1)) * 37 >> 8; /* (bits + 6) / 7 */
	low = (low & 0x7f) | (low & 0x3f80) << 1 | (low & 0x1fc000) << 2 | (low & 0xfe00000) << 3;
	low |= (uint32_t)((UINT64_C(1) << 8 * (bytes - 1)) - 1) & 0x80808080;
	memcpy(at, &low, sizeof(low));
	return at + bytes;
}

static inline uint8_t *put(uint8_t *at, uint64_t value)
{
	if (__builtin_expect(value >= 0x80, 0))
		return put_large(at, value);
	*at = (uint8_t)value;
	return at + 1;
}

static inline uint8_t *put_signed(uint8_t *at, uint64_t value)
{
	return put(at, value << 1 ^ (uint64_t)((int64_t)value >> 63));
}

static uint8_t *put_text(uint8_t *at, const char *text)
{
	size_t length = text ? strnlen(text, MOST_TEXT - 1) : 0;

	at = put(at, length);
	if (length)
		memcpy(at, text, length);
	at[length] = 0;
	return at + length + 1;
}

static uint8_t *put_details(uint8_t *at, const hr_event_more *more)
{
	unsigned count = more->count < HR_TRACE_MOST_DETAILS ? more->count : HR_TRACE_MOST_DETAILS;

	at = put(at, count);
	for (unsigned i = 0; i < count; i++) {
		at = put_text(at, more->details[i].key);
		at = put_text(at, more->details[i].value);
	}
	return at;
}

/* --- what events name ----------------------------------------------------------------------------- */

static uint64_t node_number(hr_recorder *self, const hr_node *node)
{
	const hr_node *root = node;

	if (self->one_graph)
		return node->number;
	while (root->parent)
		root = root->parent;
	if (root != self->root) {
		self->root = root;
		hr_map_get(&self->bases, hr_map_key(root), &self->base);
	}
	return self->base + node->number;
}

/* Advances the clock by what THREAD has done since it last told something. Whether it has paused since. */
static inline bool count_operations(hr_recorder *self, hr_thread *thread)
{
	uint64_t operations;
	bool paused;

	self->thread = 0;
	if (!thread)
		return true;
	operations = hr_thread_bytes(thread) / HR_STEP_BYTES;
	paused = thread->paused;
	thread->paused = false;
	if (!thread->told_number)
		thread->told_number = self->thread_count < HR_TRACE_MOST_THREADS - 1 ? ++self->thread_count
										    : self->thread_count;
	self->thread = thread->told_number;
	if (operations > thread->told) {
		self->operations += operations - thread->told;
		thread->told = operations;
	}
	return paused;
}

static uint64_t parent_index(const hr_level *parent)
{
	if (!parent)
		return 0;
	return (uint64_t)((parent->id[0] * parent->extent[1] + parent->id[1]) * parent->extent[2] +
			  parent->id[2]) + 1;
}

/* --- values --------------------------------------------------------------------------------------- */

static uint8_t *put_content(uint8_t *at, const hr_event_content *content)
{
	at = put(at, content->bytes);
	memcpy(at, &content->hash, sizeof(content->hash));
	at = put(at + sizeof(content->hash), content->kept);
	if (content->kept)
		memcpy(at, content->whole, content->kept);
	return at + content->kept;
}

static uint8_t *put_pointer(const hr_recorder *self, uint8_t *at, const hr_event *event)
{
	void *address, *base;
	uint64_t object;
	size_t bytes;

	memcpy(&address, event->value, sizeof(address));
	if (!address || !hr_tracked(self->run->tracker, address, &base, &bytes) ||
	    !hr_map_get(&self->objects, hr_map_key(base), &object)) {
		*at++ = HR_TRACE_POINTER;
		*at++ = address == NULL;
		return at;
	}
	*at++ = event->content ? HR_TRACE_BUFFER : HR_TRACE_OBJECT;
	at = put(at, object);
	at = put(at, (uint64_t)((uint8_t *)address - (uint8_t *)base));
	return event->content ? put_content(at, event->content) : at;
}

static uint8_t *put_value(const hr_recorder *self, uint8_t *at, const hr_event *event)
{
	const hr_type *type = event->node->inputs[event->port].type;
	uint64_t bytes = event->bytes < HR_TRACE_MOST_VALUE ? event->bytes : HR_TRACE_MOST_VALUE;
	int64_t whole;
	int32_t half;

	if (!event->value) {
		*at++ = HR_TRACE_NO_VALUE;
		return at;
	}
	if (type->kind == HR_T_PTR)
		return put_pointer(self, at, event);
	if (type->kind == HR_T_INT && (bytes == sizeof(whole) || bytes == sizeof(half))) {
		*at++ = HR_TRACE_INTEGER;
		memcpy(&half, event->value, sizeof(half));
		whole = half;
		if (bytes == sizeof(whole))
			memcpy(&whole, event->value, sizeof(whole));
		return put_signed(at, (uint64_t)whole);
	}
	*at++ = HR_TRACE_BYTES;
	*at++ = (uint8_t)bytes;
	memcpy(at, event->value, bytes);
	return at + bytes;
}

/* --- fields --------------------------------------------------------------------------------------- */

static const uint8_t kind_of[HR_EVENT_KINDS] = {
	[HR_EVENT_BEGIN_EXECUTION] = HR_TRACE_BEGIN_EXECUTION,
	[HR_EVENT_END_EXECUTION] = HR_TRACE_END_EXECUTION,
	[HR_EVENT_PUSH] = HR_TRACE_PUSH,
	[HR_EVENT_POP] = HR_TRACE_POP,
	[HR_EVENT_BEGIN_GRID] = HR_TRACE_BEGIN_GRID,
	[HR_EVENT_END_GRID] = HR_TRACE_END_GRID,
	[HR_EVENT_EDGE] = HR_TRACE_EDGE,
	[HR_EVENT_BEGIN_BATCH] = HR_TRACE_BEGIN_BATCH,
	[HR_EVENT_END_BATCH] = HR_TRACE_END_BATCH,
	[HR_EVENT_TRACK] = HR_TRACE_TRACK,
	[HR_EVENT_UNTRACK] = HR_TRACE_UNTRACK,
	[HR_EVENT_REQUEST] = HR_TRACE_REQUEST,
	[HR_EVENT_COPY] = HR_TRACE_COPY,
	[HR_EVENT_MOVE] = HR_TRACE_MOVE,
	[HR_EVENT_BEGIN_UNIT] = HR_TRACE_BEGIN_UNIT,
	[HR_EVENT_END_UNIT] = HR_TRACE_END_UNIT,
	[HR_EVENT_BUILD] = HR_TRACE_BUILD,
	[HR_EVENT_WORKER] = HR_TRACE_WORKER,
	[HR_EVENT_DIFFERENCE] = HR_TRACE_DIFFERENCE,
	[HR_EVENT_VERDICT] = HR_TRACE_VERDICT,
	[HR_EVENT_DIAGNOSTIC] = HR_TRACE_DIAGNOSTIC,
};

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

/* The object at an address; it is a new one at TRACK. */
static uint64_t object_of(hr_recorder *self, const hr_event *event)
{
	uint64_t number = 0;

	if (event->kind == HR_EVENT_TRACK) {
		number = ++self->object_count;
		hr_map_put(&self->objects, hr_map_key(event->value), number);
	} else {
		void *base = (void *)(uintptr_t)event->value;
		size_t bytes;

		if (event->kind == HR_EVENT_REQUEST || event->kind == HR_EVENT_COPY)
			hr_tracked(self->run->tracker, event->value, &base, &bytes);
		hr_map_get(&self->objects, hr_map_key(base), &number);
	}
	return number;
}

static uint64_t offset_in_object(const hr_recorder *self, const hr_event *event)
{
	void *base;
	size_t bytes;

	if (!hr_tracked(self->run->tracker, event->value, &base, &bytes))
		return 0;
	return (uint64_t)((const uint8_t *)event->value - (const uint8_t *)base);
}

static uint8_t *put_first(hr_recorder *self, uint8_t *at, const hr_event *event)
{
	hr_trace_kind kind = (hr_trace_kind)kind_of[event->kind];

	if (kind == HR_TRACE_REQUEST || kind == HR_TRACE_COPY)
		return put(at, offset_in_object(self, event));
	at = put_signed(at, event->first - self->last.first[kind]);
	self->last.first[kind] = event->first;
	return at;
}

/* What comes rarely. */
static uint8_t *put_more(hr_recorder *self, uint8_t *at, char field, const hr_event *event)
{
	static const hr_event_more none;
	const hr_event_more *more = event->more ? event->more : &none;

	switch (field) {
	case 'f':
		return put_first(self, at, event);
	case 'j':
		return put(at, object_of(self, event));
	case 's':
		return put_text(at, more->text);
	case 'w':
		return put_text(at, more->word);
	case 'd':
		return put(at, self->wall ? more->nanoseconds : 0);
	case 'k':
		return put_details(at, more);
	}
	hr_bug("field '%c' of an event", field);
}

static inline uint8_t *put_field(hr_recorder *self, uint8_t *at, char field, const hr_event *event)
{
	switch (field) {
	case 'n':
		return put(at, node_number(self, event->node));
	case 'x':
		at = put_signed(at, event->execution - self->last.execution);
		self->last.execution = event->execution;
		return at;
	case 'p':
		return put(at, parent_index(event->parent));
	case 'c':
		return put(at, event->count);
	case 'e':
		return put(at, node_number(self, event->from));
	case 'o':
		return put(put(at, event->from_port), event->port);
	case 'b':
		return put(at, event->bytes);
	case 'v':
		return put_value(self, at, event);
	case 'y':
		return put_text(at, event->by);
	default:
		return put_more(self, at, field, event);
	}
}

static inline uint8_t *put_place(hr_recorder *self, uint8_t *at, const hr_node *node, uint64_t execution,
				 const hr_level *parent)
{
	at = put(at, node_number(self, node));
	at = put_signed(at, execution - self->last.execution);
	self->last.execution = execution;
	return put(at, parent_index(parent));
}

/* What there is most of goes without looking at each field. */
static uint8_t *put_fields(hr_recorder *self, uint8_t *at, const hr_event *event)
{
	const hr_node *node = event->node;

	switch (event->kind) {
	case HR_EVENT_BEGIN_BATCH:
		at = put_place(self, at, node, event->execution, event->parent);
		return put(put_first(self, at, event), event->count);
	case HR_EVENT_EDGE:
		at = put_place(self, at, node, event->execution, event->parent);
		at = put(at, node_number(self, event->from));
		at = put(put(at, event->from_port), event->port);
		return put_value(self, put(put(at, event->count), event->bytes), event);
	default:
		for (const char *field = fields_of[kind_of[event->kind]]; *field; field++)
			at = put_field(self, at, *field, event);
		return at;
	}
}

/* --- events --------------------------------------------------------------------------------------- */

/* The head of an event, or of a pair. */
static inline uint8_t *put_head(hr_recorder *self, uint8_t *at, unsigned code, uint64_t thread,
				uint64_t then, uint64_t operations)
{
	uint8_t *head = at++;

	*head = (uint8_t)code;
	if (thread == self->written_thread)
		*head |= HR_TRACE_SAME_THREAD;
	else
		at = put(at, thread);
	self->written_thread = thread;
	if (then == self->written_tick)
		*head |= HR_TRACE_SAME_TICK;
	else
		at = put_time(at, then - self->written_tick);
	self->written_tick = then;
	if (operations == self->block.end_operations)
		*head |= HR_TRACE_SAME_OPERATIONS;
	else
		at = put(at, operations - self->block.end_operations);
	self->block.end_operations = operations;
	return at;
}

/* The time until the second event of a pair. */
static uint8_t *put_second(hr_recorder *self, uint8_t *at)
{
	if (self->wall)
		at = put_time(at, self->tick - self->written_tick);
	self->written_tick = self->tick;
	at = put(at, self->operations - self->block.end_operations);
	self->block.end_operations = self->operations;
	return at;
}

static void written(hr_recorder *self, const uint8_t *end, unsigned events)
{
	self->block.bytes = (uint32_t)(end - self->bytes);
	self->block.events += events;
}

static unsigned pair_code(hr_event_kind kind)
{
	switch (kind) {
	case HR_EVENT_BEGIN_BATCH:
		return HR_TRACE_BATCH;
	case HR_EVENT_BEGIN_UNIT:
		return HR_TRACE_UNIT;
	default:
		return 0;
	}
}

static inline pending *wait_for_end(hr_recorder *self, unsigned code)
{
	pending *it = &self->pending;

	it->is = true;
	it->code = code;
	it->thread = self->thread;
	it->tick = self->tick;
	it->operations = self->operations;
	return it;
}

static void begin_pair(hr_recorder *self, unsigned code, const hr_event *event)
{
	pending *it = wait_for_end(self, code);

	it->event = *event;
	it->event.more = NULL;
	if (code != HR_TRACE_UNIT || !event->more || !event->more->text)
		return;
	snprintf(it->text, sizeof(it->text), "%s", event->more->text);
	it->more = (hr_event_more){.text = it->text};
	it->event.more = &it->more;
}

/* Whether EVENT is the end of what has just begun. */
static bool ends_pending(const hr_recorder *self, const hr_event *event)
{
	const hr_event *it = &self->pending.event;

	return self->pending.code != HR_TRACE_GRID && event->kind == it->kind + 1 &&
	       self->thread == self->pending.thread && event->node == it->node &&
	       event->execution == it->execution && event->parent == it->parent &&
	       event->first == it->first && event->count == it->count;
}

static void end_pending(hr_recorder *self, const hr_event *event)
{
	pending *it = &self->pending;
	uint8_t *at = self->bytes + self->block.bytes;

	at = put_head(self, at, it->code, it->thread, it->tick, it->operations);
	at = put_second(self, put_fields(self, at, &it->event));
	if (it->code == HR_TRACE_UNIT)
		at = put_more(self, put_more(self, at, 'w', event), 's', event);
	self->last.first[kind_of[event->kind]] = event->first;
	it->is = false;
	written(self, at, 2);
}

static uint8_t *put_grid(hr_recorder *self, uint8_t *at, const hr_told_grid *grid)
{
	return put(put_place(self, at, grid->node, grid->execution, grid->parent), grid->count);
}

static void flush_pending(hr_recorder *self)
{
	pending *it = &self->pending;
	bool grid = it->code == HR_TRACE_GRID;
	uint8_t *at = self->bytes + self->block.bytes;

	if (!it->is)
		return;
	at = put_head(self, at, grid ? HR_TRACE_BEGIN_GRID : kind_of[it->event.kind], it->thread, it->tick,
		      it->operations);
	at = grid ? put_grid(self, at, &it->grid) : put_fields(self, at, &it->event);
	it->is = false;
	written(self, at, 1);
}

static size_t room_for(const hr_event *event)
{
	return ROOM + (event->content ? event->content->kept : 0);
}

static void append(hr_recorder *self, const hr_event *event)
{
	uint8_t *at;

	flush_pending(self);
	if (self->block.bytes + room_for(event) > HR_RECORD_ROOM)
		end_block(self);
	at = put_head(self, self->bytes + self->block.bytes, kind_of[event->kind], self->thread, self->tick,
		      self->operations);
	written(self, put_fields(self, at, event), 1);
}

/* --- time ----------------------------------------------------------------------------------------- */

/* What the schedule does next, after BEFORE, with nothing between that takes long. */
static inline bool follows(hr_event_kind before, hr_event_kind kind)
{
	switch (kind) {
	case HR_EVENT_BEGIN_GRID:
	case HR_EVENT_EDGE:
	case HR_EVENT_END_EXECUTION:
	case HR_EVENT_POP:
		return before < HR_EVENT_BEGIN_BATCH;
	case HR_EVENT_BEGIN_BATCH:
		return before == HR_EVENT_END_BATCH;
	default:
		return false;
	}
}

static inline void read_clock(hr_recorder *self, hr_event_kind kind, bool paused)
{
	bool at_once = !paused && self->thread == self->last_thread && follows(self->last_kind, kind);

	if (self->wall && !at_once) {
		uint64_t then = tick(); /* which another processor may have begun to count later */

		self->tick = then > self->tick ? then : self->tick;
	}
	self->last_thread = self->thread;
	self->last_kind = kind;
}

/* --- what is wanted ------------------------------------------------------------------------------- */

static bool names_object(hr_event_kind kind)
{
	return kind >= HR_EVENT_TRACK && kind <= HR_EVENT_MOVE;
}

static bool has_execution(hr_event_kind kind)
{
	return kind < HR_EVENT_TRACK || kind == HR_EVENT_BEGIN_UNIT || kind == HR_EVENT_END_UNIT ||
	       kind == HR_EVENT_DIFFERENCE;
}

static inline bool is_wanted(const hr_recorder *self, hr_event_kind kind, const hr_node *node, uint64_t execution)
{
	const hr_record_plan *plan = self->plan;

	if (names_object(kind))
		return plan->levels & HR_EVENTS_MEMORY;
	if (self->all)
		return true;
	if (has_execution(kind) && (execution < plan->first || execution > plan->last))
		return false;
	return !plan->node || kind < HR_EVENT_BEGIN_GRID || !node ||
	       strncmp(node->path, plan->node, strlen(plan->node)) == 0;
}

/* What all events have: false if this one is left out. The lock is held. */
static inline bool begin_event(hr_recorder *self, hr_thread *thread, hr_event_kind kind,
			       const hr_node *node, uint64_t execution)
{
	bool paused = count_operations(self, thread);

	if (self->closed)
		return false;
	if (is_wanted(self, kind, node, execution)) {
		read_clock(self, kind, paused);
		return true;
	}
	self->last_kind = HR_EVENT_KINDS;
	return false;
}

static inline void end_event(hr_recorder *self)
{
	if (self->block.bytes > HR_TRACE_BLOCK_BYTES && !self->pending.is)
		end_block(self);
}

static void take(hr_recorder *self, hr_thread *thread, const hr_event *event)
{
	unsigned code;

	if (!begin_event(self, thread, event->kind, event->node, event->execution)) {
		if (event->kind == HR_EVENT_TRACK)
			object_of(self, event);
	} else if (self->pending.is && ends_pending(self, event)) {
		end_pending(self, event);
	} else if ((code = pair_code(event->kind))) {
		flush_pending(self);
		begin_pair(self, code, event);
	} else {
		append(self, event);
	}
	if (event->kind == HR_EVENT_UNTRACK)
		hr_map_remove(&self->objects, hr_map_key(event->value));
	end_event(self);
}

static void note(void *data, hr_thread *thread, const hr_event *event)
{
	hr_recorder *self = data;
	bool owned;

	if (!record_lock_take(&self->lock, &owned))
		return;
	take(self, thread, event);
	record_lock_give(&self->lock, owned);
}

static void take_grid(hr_recorder *self, const hr_told_grid *grid, const char *by)
{
	pending *it = &self->pending;
	uint8_t *at;
	bool pair;

	if (grid->begins) {
		flush_pending(self);
		wait_for_end(self, HR_TRACE_GRID)->grid = *grid;
		return;
	}
	pair = it->is && it->code == HR_TRACE_GRID && it->thread == self->thread &&
	       it->grid.node == grid->node && it->grid.execution == grid->execution &&
	       it->grid.parent == grid->parent;
	if (!pair)
		flush_pending(self);
	at = self->bytes + self->block.bytes;
	if (pair) {
		at = put_head(self, at, HR_TRACE_GRID, it->thread, it->tick, it->operations);
		at = put_second(self, put_grid(self, at, grid));
		it->is = false;
	} else {
		at = put_head(self, at, HR_TRACE_END_GRID, self->thread, self->tick, self->operations);
		at = put_grid(self, at, grid);
	}
	written(self, put_text(at, by), 1 + pair);
}

static void note_grid(void *data, hr_thread *thread, const hr_told_grid *grid, const char *by)
{
	hr_recorder *self = data;
	bool owned;

	if (!record_lock_take(&self->lock, &owned))
		return;
	if (begin_event(self, thread, grid->begins ? HR_EVENT_BEGIN_GRID : HR_EVENT_END_GRID, grid->node,
			grid->execution))
		take_grid(self, grid, by);
	end_event(self);
	record_lock_give(&self->lock, owned);
}

static void note_flow(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		      uint64_t execution, uint64_t count)
{
	hr_recorder *self = data;
	bool owned, enters = kind == HR_EVENT_PUSH;
	uint8_t *at;

	if (!record_lock_take(&self->lock, &owned))
		return;
	if (begin_event(self, thread, kind, root, execution)) {
		flush_pending(self);
		at = put_head(self, self->bytes + self->block.bytes, enters ? HR_TRACE_ENTER : kind_of[kind],
			      self->thread, self->tick, self->operations);
		at = put(at, node_number(self, root));
		at = put_signed(at, execution - self->last.execution);
		self->last.execution = execution;
		if (kind != HR_EVENT_END_EXECUTION)
			at = put(at, count);
		if (enters)
			at = put_second(self, at);
		written(self, at, 1 + enters);
	}
	end_event(self);
	record_lock_give(&self->lock, owned);
}

/* --- life ----------------------------------------------------------------------------------------- */

static int write_head(hr_recorder *self, const hr_program *program)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream)
		return errno;
	hr_record_head(program, self->plan, stream);
	fclose(stream);
	record_file_head(self->file, text, bytes);
	free(text);
	return 0;
}

void hr_record_free(hr_recorder *self)
{
	if (!self)
		return;
	hr_map_free(&self->bases);
	hr_map_free(&self->objects);
	record_lock_end(&self->lock);
	hr_free(self);
}

int hr_record_new(const hr_program *program, const hr_record_plan *plan, hr_recorder **recorder)
{
	hr_recorder *self = hr_alloc_zero(sizeof(*self));
	uint64_t base = 0;
	int error = 0;

	record_lock_init(&self->lock);
	self->last_kind = HR_EVENT_KINDS;
	self->plan = plan;
	self->wall = plan->clock == HR_TRACE_WALL;
	self->all = !plan->node && !plan->first && plan->last == UINT64_MAX;
	self->events = (hr_events){.data = self,
				   .levels = plan->levels,
				   .hashes = plan->buffers == HR_TRACE_BUFFERS_DEFAULT
						     ? self->wall
						     : plan->buffers != HR_TRACE_BUFFERS_NONE,
				   .keeps = plan->buffers == HR_TRACE_BUFFERS_WHOLE ? plan->keeps : 0,
				   .note = note,
				   .grid = note_grid,
				   .flow = note_flow};
	self->file = record_file_new(plan->path, &error);
	if (self->file)
		error = write_head(self, program);
	if (error) {
		hr_record_free(self);
		return error;
	}
	for (uint32_t g = 0; g < program->graph_count; base += program->graphs[g++]->node_count)
		hr_map_put(&self->bases, hr_map_key(program->graphs[g]->root), base);
	self->one_graph = program->graph_count == 1;
	self->bytes = record_file_room(self->file);
	self->start = now();
	begin_block(self);
	*recorder = self;
	return 0;
}

const hr_events *hr_record_events(hr_recorder *self, hr_run *run)
{
	self->run = run;
	return &self->events;
}

int hr_record_close(hr_recorder *self)
{
	bool owned;
	int error;

	if (!record_lock_take(&self->lock, &owned))
		return EBUSY;
	self->closed = true;
	flush_pending(self);
	complete_block(self);
	error = record_file_close(self->file, self->bytes, &self->block);
	record_lock_give(&self->lock, owned);
	return error;
}
