/* traces/record/record.c -- receive what a run emits, decide whether it is an event of the trace,
 * and time it.
 *
 * One block is filled at a time, under a lock, by whichever thread emits an event; a full block
 * goes to the thread that packs and writes (record_queue.c). So a recorder takes the same memory
 * however long the run is, and a run that dies leaves all blocks that were written. With wall time,
 * a partial block is written, too, when no event has arrived for a while, so that a run that hangs
 * and is killed leaves nearly all of its events; blocks of logical time are always the same.
 *
 * Reading the processor's clock costs as much as everything else together, so an event that follows
 * directly on the same thread, with nothing but the schedule's own work in between, gets the tick
 * of the event before.
 *
 * The most frequent events are not emitted but noted (interp/run/notes.h) if nothing is filtered
 * out and time is wall time; record_notes.c turns notes into events.
 *
 * Owns:      the numbers of threads.
 * Not here:  the encoding of events (record_fields.c, record_notes.c) and of blocks
 *            (record_blocks.c). */
#include "traces/record/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traces/record/record_blocks.h"
#include "traces/record/record_fields.h"
#include "traces/record/record_head.h"
#include "traces/record/record_notes.h"
#include "traces/record/record_queue.h"

_Static_assert((int)HR_EVENT_BEGIN_EXECUTION == HR_TRACE_BEGIN_EXECUTION &&
		       (int)HR_EVENT_END_EXECUTION == HR_TRACE_END_EXECUTION &&
		       (int)HR_EVENT_PUSH == HR_TRACE_PUSH && (int)HR_EVENT_POP == HR_TRACE_POP &&
		       (int)HR_EVENT_EDGE == HR_TRACE_EDGE && (int)HR_EVENT_BIND == HR_TRACE_BIND &&
		       (int)HR_EVENT_BIND_OUT == HR_TRACE_BIND_OUT,
	       "what there is most of has the same numbers in the file");

struct hr_recorder {
	hr_events events;
	const hr_record_plan *plan;
	hr_notes notes;        /* its lock protects all fields below */
	record_queue *queue;   /* owns */
	record_blocks *blocks; /* owns */
	bool closed;
	bool all; /* all executions and nodes are recorded */
	bool wall;
	bool plain;            /* ALL and WALL, and not closed */
	uint32_t thread_count; /* number of threads so far */
	record_moment now;     /* of the current event */
	record_names names;
	uint8_t tail[RECORD_TAIL]; /* tail of the current event */
};

/* --- time ------------------------------------------------------------------------------------- */

/* Switch to another thread, which may have no number yet. */
__attribute__((noinline)) static void change_thread(hr_recorder *self, hr_thread *thread)
{
	if (thread && !thread->event_thread)
		thread->event_thread = self->thread_count < HR_TRACE_MOST_THREADS - 1
					       ? ++self->thread_count
					       : self->thread_count;
	self->now.thread = thread ? (uint32_t)thread->event_thread : 0;
	self->notes.number = thread ? thread->event_thread : UINT64_MAX;
	self->notes.last_kind = HR_EVENT_KINDS;
}

/* Add the operations of THREAD since its last event. Return true if it has done nothing that takes
 * long. */
static inline bool count_operations(hr_recorder *self, hr_thread *thread)
{
	uint64_t operations;
	bool paused;

	if (__builtin_expect(!thread || !thread->event_thread ||
				     self->now.thread != thread->event_thread,
			     0))
		change_thread(self, thread);
	if (!thread)
		return false;
	operations = hr_notes_operations(thread);
	paused = thread->paused;
	thread->paused = false;
	self->now.operations += operations;
	return !operations && !paused;
}

static inline void read_clock(hr_recorder *self)
{
	uint64_t then = hr_tick(); /* another processor may have started counting later */

	self->now.tick = then > self->now.tick ? then : self->now.tick;
}

/* --- filters ---------------------------------------------------------------------------------- */

static bool names_object(hr_event_kind kind)
{
	return kind >= HR_EVENT_TRACK && kind <= HR_EVENT_MOVE;
}

static bool has_execution(hr_event_kind kind)
{
	return kind < HR_EVENT_TRACK || kind == HR_EVENT_BEGIN_UNIT || kind == HR_EVENT_END_UNIT ||
	       kind == HR_EVENT_DIFFERENCE || kind == HR_EVENT_ORDER;
}

static inline bool is_wanted(const hr_recorder *self, hr_event_kind kind, const hr_node *node,
			     uint64_t execution)
{
	const hr_record_plan *plan = self->plan;

	if (names_object(kind))
		return plan->levels & HR_EVENTS_MEMORY;
	if (self->all)
		return true;
	if (has_execution(kind) && (execution < plan->first || execution > plan->last))
		return false;
	return !plan->node || kind < HR_EVENT_BEGIN_GRID || kind == HR_EVENT_ORDER || !node ||
	       strncmp(node->path, plan->node, strlen(plan->node)) == 0;
}

/* Return true if EVENT is a batch without a selected instance. */
static inline bool is_other_batch(const hr_recorder *self, const hr_event *event)
{
	const hr_record_plan *plan = self->plan;

	return (event->kind == HR_EVENT_BEGIN_BATCH || event->kind == HR_EVENT_END_BATCH) &&
	       (event->first > plan->last_instance ||
		event->first + event->count <= plan->first_instance);
}

__attribute__((noinline)) static bool begin_other_event(hr_recorder *self, bool quick,
							hr_event_kind kind, const hr_node *node,
							uint64_t execution)
{
	bool at_once = quick && hr_notes_follows(self->notes.last_kind, kind),
	     wanted = is_wanted(self, kind, node, execution);

	if (self->closed)
		return false;
	self->notes.last_kind = wanted ? kind : HR_EVENT_KINDS;
	if (wanted && self->wall && !at_once)
		read_clock(self);
	return wanted;
}

/* Set the fields that all events have. Return false if the event is filtered out. The caller holds
 * the lock. If KIND is a constant, nearly all of this is folded away. */
__attribute__((always_inline)) static inline bool begin_event(hr_recorder *self, hr_thread *thread,
							      hr_event_kind kind,
							      const hr_node *node,
							      uint64_t execution)
{
	bool quick = count_operations(self, thread);

	if (__builtin_expect(!self->plain || names_object(kind), 0))
		return begin_other_event(self, quick, kind, node, execution);
	if (!(quick && hr_notes_follows(self->notes.last_kind, kind)))
		read_clock(self);
	self->notes.last_kind = kind;
	return true;
}

/* --- events ----------------------------------------------------------------------------------- */

/* Set the fields that all entries have; the others are undefined. */
static inline void begin_entry(hr_recorder *self, record_entry *entry, hr_trace_kind kind)
{
	entry->at = self->now;
	entry->kind = kind;
	entry->tail = self->tail;
	entry->tail_bytes = entry->by = 0;
}

static inline void set_place(hr_recorder *self, record_entry *entry, const hr_node *node,
			     uint64_t execution, const hr_level *parent)
{
	entry->node = record_node(&self->names, node);
	entry->execution = execution;
	entry->parent = hr_notes_parent(parent);
}

static void append(hr_recorder *self, const hr_event *event)
{
	record_entry entry;

	begin_entry(self, &entry, record_kind(event->kind));
	if (event->node)
		set_place(self, &entry, event->node, event->execution, event->parent);
	entry.first = event->first;
	entry.count = event->count;
	entry.tail_bytes =
		(uint32_t)(record_tail(&self->names, event, self->tail, &entry.by) - self->tail);
	record_blocks_add(self->blocks, &entry);
}

/* EDGE, BIND, BIND_OUT. */
static void append_value(hr_recorder *self, const hr_event *event)
{
	record_blocks *blocks = self->blocks;
	uint8_t *at = record_blocks_value(blocks, &self->now, event->kind,
					  record_node(&self->names, event->node), event->execution,
					  hr_notes_parent(event->parent));

	record_blocks_written(blocks, record_value(&self->names, event, at), 1);
	if (event->content)
		/* reading memory took time, which must not be added to the next event */
		self->notes.last_kind = HR_EVENT_KINDS;
}

static void write_notes(void *data)
{
	hr_recorder *self = data;

	if (self->notes.next != self->notes.data)
		record_notes_write(&self->notes, &self->names, self->blocks, &self->now);
}

/* Take the lock and write all notes. Return false if this thread is already inside. */
static inline bool enter(hr_recorder *self, bool *owned)
{
	if (!own_lock_take(&self->notes.lock, owned))
		return false;
	write_notes(self);
	return true;
}

/* Limit an order to the selected executions. If none is selected the event stays unchanged and is
 * filtered out. */
static void clip_order(const hr_record_plan *plan, hr_event *event)
{
	uint64_t last = event->execution + event->count - 1;

	if (event->execution > plan->last || last < plan->first)
		return;
	if (event->execution < plan->first)
		event->execution = plan->first;
	event->count = (last < plan->last ? last : plan->last) - event->execution + 1;
}

static void note(void *data, hr_thread *thread, const hr_event *event)
{
	hr_recorder *self = data;
	hr_event order;
	bool owned, wanted;

	if (event->kind == HR_EVENT_ORDER) {
		order = *event;
		clip_order(self->plan, &order);
		event = &order;
	}
	if (!enter(self, &owned))
		return;
	wanted = begin_event(self, thread, event->kind, event->node, event->execution) &&
		 !is_other_batch(self, event);
	if (event->kind == HR_EVENT_TRACK && !self->closed)
		record_track(&self->names, event->value);
	if (wanted) {
		if (event->kind >= HR_EVENT_EDGE && event->kind <= HR_EVENT_BIND_OUT)
			append_value(self, event);
		else
			append(self, event);
	}
	if (event->kind == HR_EVENT_UNTRACK)
		record_untrack(&self->names, event->value);
	own_lock_give(&self->notes.lock, owned);
}

__attribute__((noinline)) static void
append_other_value(hr_recorder *self, const hr_event_values *of, const hr_event_value *value)
{
	append_value(self, &(hr_event){.kind = value->kind,
				       .node = value->node,
				       .execution = of->execution,
				       .parent = of->parent,
				       .from = value->from,
				       .from_port = value->from_port,
				       .port = value->port,
				       .count = 1,
				       .value = of->image + value->at,
				       .bytes = value->type->store_size});
}

static void append_known_value(hr_recorder *self, const hr_event_values *of, hr_event_value *value,
			       uint64_t parent)
{
	record_blocks *blocks = self->blocks;
	uint8_t *at;

	if (__builtin_expect(!value->known, 0)) {
		value->known = record_known(&self->names, value);
		value->small = !(record_known_what(value->known) & RECORD_NOT_FEW) &&
			       value->type->store_size <= sizeof(int64_t);
	}
	if (!value->small) {
		append_other_value(self, of, value);
		return;
	}
	at = record_blocks_value(blocks, &self->now, value->kind,
				 record_node(&self->names, value->node), of->execution, parent);
	record_blocks_written(blocks,
			      record_small(value->known, hr_event_small(value, of->image), at), 1);
}

/* Write the values, at once if nothing is filtered out. OF->count must not be 0. Return true if the
 * last value was selected. */
static bool emit_values(hr_recorder *self, hr_thread *thread, const hr_event_values *of)
{
	hr_event_value *value = of->data, *end = value + of->count;
	bool wanted = begin_event(self, thread, HR_EVENT_EDGE, value->node, of->execution);
	uint64_t parent = hr_notes_parent(of->parent);

	for (;;) {
		if (wanted)
			append_known_value(self, of, value, parent);
		if (++value == end)
			return wanted;
		if (!self->all || !wanted)
			wanted = begin_event(self, thread, HR_EVENT_EDGE, value->node,
					     of->execution);
	}
}

static void note_values(void *data, hr_thread *thread, const hr_event_values *values)
{
	hr_recorder *self = data;
	bool owned;

	if (!enter(self, &owned))
		return;
	emit_values(self, thread, values);
	own_lock_give(&self->notes.lock, owned);
}

static void note_begin_grid(void *data, hr_thread *thread, const hr_event_grid *grid)
{
	hr_recorder *self = data;
	record_entry *entry;
	bool owned;

	if (!enter(self, &owned))
		return;
	/* if a value is selected, so is its grid */
	if (grid->of.count ? emit_values(self, thread, &grid->of)
			   : begin_event(self, thread, HR_EVENT_BEGIN_GRID, grid->node,
					 grid->of.execution)) {
		entry = record_blocks_begin_grid(self->blocks);
		entry->at = self->now;
		set_place(self, entry, grid->node, grid->of.execution, grid->of.parent);
		entry->count = grid->count;
		self->notes.last_kind = HR_EVENT_BEGIN_GRID;
	}
	own_lock_give(&self->notes.lock, owned);
}

/* Write the name of the backend, which is mostly empty. */
static inline uint8_t *put_by(uint8_t *at, const char *by)
{
	return __builtin_expect(by != NULL, 0) ? record_text(at, by) : put_nobody(at);
}

/* End a grid in which other events have occurred. */
__attribute__((noinline)) static void end_outer_grid(hr_recorder *self, const hr_event_grid *grid,
						     const char *by)
{
	record_entry entry;

	begin_entry(self, &entry, HR_TRACE_END_GRID);
	set_place(self, &entry, grid->node, grid->of.execution, grid->of.parent);
	entry.count = grid->count;
	entry.tail_bytes = (uint32_t)(record_text(self->tail, by) - self->tail);
	record_blocks_add(self->blocks, &entry);
}

static void end_grid(hr_recorder *self, const hr_event_grid *grid, const char *by)
{
	record_blocks *blocks = self->blocks;

	if (record_blocks_is_begun(blocks, &self->now, record_node(&self->names, grid->node),
				   grid->of.execution, hr_notes_parent(grid->of.parent)))
		record_blocks_written(blocks,
				      put_by(record_blocks_end_grid(blocks, &self->now), by), 2);
	else
		end_outer_grid(self, grid, by);
}

static void note_end_grid(void *data, hr_thread *thread, const hr_event_grid *grid, const char *by)
{
	hr_recorder *self = data;
	bool owned;

	if (!enter(self, &owned))
		return;
	if (begin_event(self, thread, HR_EVENT_END_GRID, grid->node, grid->of.execution))
		end_grid(self, grid, by);
	own_lock_give(&self->notes.lock, owned);
}

/* Inlined into callers that pass a constant KIND, which folds most of it away. */
__attribute__((always_inline)) static inline void append_flow(hr_recorder *self, hr_thread *thread,
							      hr_event_kind kind,
							      const hr_node *root,
							      uint64_t execution, uint64_t count)
{
	if (begin_event(self, thread, kind, root, execution))
		record_blocks_flow(self->blocks, &self->now, (unsigned)kind,
				   record_node(&self->names, root), execution, count);
}

static void note_flow(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		      uint64_t execution, uint64_t count)
{
	hr_recorder *self = data;
	bool owned;

	if (!enter(self, &owned))
		return;
	if (kind == HR_EVENT_PUSH)
		append_flow(self, thread, HR_EVENT_PUSH, root, execution, count);
	else if (kind == HR_EVENT_POP)
		append_flow(self, thread, HR_EVENT_POP, root, execution, count);
	else
		append_flow(self, thread, HR_EVENT_END_EXECUTION, root, execution, count);
	own_lock_give(&self->notes.lock, owned);
}

/* Called when no event has arrived for a while. */
static void write_what_is(void *data)
{
	hr_recorder *self = data;
	bool owned;

	if (!own_lock_try(&self->notes.lock, &owned))
		return;
	write_notes(self);
	if (!self->closed)
		record_blocks_flush(self->blocks);
	own_lock_give(&self->notes.lock, owned);
}

/* The caller's guard ends the process if a lock that is never released blocks this. */
static void died(void *data)
{
	(void)!hr_record_close(data);
}

/* --- life ------------------------------------------------------------------------------------- */

void hr_record_free(hr_recorder *self)
{
	if (!self)
		return;
	record_blocks_free(self->blocks);
	record_names_free(&self->names);
	own_lock_end(&self->notes.lock);
	hr_free(self);
}

static int open_queue(hr_recorder *self, const hr_program *program)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);
	int error = 0;

	if (!stream)
		return errno;
	hr_record_head(program, self->plan, stream);
	fclose(stream);
	self->queue = record_queue_new(self->plan->path, text, bytes, &error);
	free(text);
	return error;
}

int hr_record_new(const hr_program *program, const hr_record_plan *plan, hr_recorder **recorder)
{
	hr_recorder *self = hr_alloc_zero(sizeof(*self));
	int error;

	own_lock_init(&self->notes.lock);
	self->notes.last_kind = HR_EVENT_KINDS;
	self->plan = plan;
	self->wall = plan->clock == HR_TRACE_WALL;
	self->all = !plan->node && !plan->first && plan->last == UINT64_MAX;
	self->plain = self->all && self->wall;
	self->notes.next = self->notes.data;
	self->notes.number = UINT64_MAX;
	self->notes.write = write_notes;
	self->notes.data_of_write = self;
	self->events =
		(hr_events){.data = self,
			    .notes = self->plain ? &self->notes : NULL,
			    .levels = plan->levels,
			    .hashes = plan->buffers == HR_TRACE_BUFFERS_DEFAULT
					      ? self->wall
					      : plan->buffers != HR_TRACE_BUFFERS_NONE,
			    .hashes_of_binds = plan->buffers > HR_TRACE_BUFFERS_NONE,
			    .keeps = plan->buffers == HR_TRACE_BUFFERS_WHOLE ? plan->keeps : 0,
			    .note = note,
			    .values = note_values,
			    .begin_grid = note_begin_grid,
			    .end_grid = note_end_grid,
			    .flow = note_flow,
			    .died = died};
	error = open_queue(self, program);
	if (error) {
		hr_record_free(self);
		return error;
	}
	record_names_init(&self->names, program, self->wall);
	self->blocks = record_blocks_new(self->queue, self->wall);
	if (self->wall)
		record_queue_when_idle(self->queue, write_what_is, self);
	*recorder = self;
	return 0;
}

const hr_events *hr_record_events(hr_recorder *self, hr_run *run)
{
	self->names.run = run;
	return &self->events;
}

int hr_record_close(hr_recorder *self)
{
	bool owned;
	int error;

	if (!enter(self, &owned))
		return EBUSY;
	self->closed = true;
	self->plain = false;
	self->notes.number = UINT64_MAX;
	record_blocks_flush(self->blocks);
	error = record_queue_close(self->queue);
	own_lock_give(&self->notes.lock, owned);
	return error;
}
