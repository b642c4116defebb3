/* interp/run/notes.h -- the most frequent events of a run, in a short form that is written where
 * they happen.
 *
 * Emitting an event for each item of a stream takes longer than a short item itself. The thread
 * that runs the items therefore only notes what happened and when, in a few stores; the recorder
 * turns many notes into events at once: when the buffer is full, and before any other event is
 * emitted. A note refers to nothing but nodes of the program.
 *
 * The notes belong to the thread that owns the lock. For all other threads, and for events that do
 * not fit, every function here returns false, and the caller emits the event as usual
 * (events.h). */
#ifndef HR_NOTES_H
#define HR_NOTES_H

#include "interp/run/events.h"
#include "src/base/own_lock.h"
#include "src/base/tick.h"

enum { HR_NOTES = 32, HR_NOTE_VALUES = 4, HR_NOTE_ROOM = 128 };

typedef struct hr_note_value {
	uint64_t known; /* hr_event_value.known */
	/* an integer of 4 bytes sign-extended, otherwise the bytes in little-endian order */
	int64_t value;
} hr_note_value;

typedef struct hr_note {
	/* hr_event_kind: PUSH, POP, END_EXECUTION; BEGIN_GRID, which becomes END_GRID once the grid
	 * has begun and ended; BIND_OUT: one value */
	uint8_t kind;
	/* of the values that a grid has received, the first are binds, the others edges */
	uint8_t binds, value_count;
	uint32_t parent; /* instance of the parent plus 1, or 0 */
	uint64_t count;  /* as in hr_event */
	const hr_node *node;
	uint64_t execution;
	uint64_t tick;       /* 0: that of the previous note */
	uint64_t operations; /* since the thread last emitted something */
	uint64_t end_tick, end_operations;
	hr_note_value values[HR_NOTE_VALUES];
} hr_note;
_Static_assert(sizeof(hr_note) <= HR_NOTE_ROOM, "a few lines of the cache");

struct hr_notes {
	own_lock lock;           /* protects everything the recorder owns */
	hr_note *next;           /* the first free note, or the end of data */
	hr_note *open;           /* of a grid that has begun and not ended; NULL: none */
	hr_event_kind last_kind; /* the next note may share its tick; HR_EVENT_KINDS: it may not */
	void (*write)(void *data); /* turns all notes into events, and empties the buffer */
	void *data_of_write;
	/* of the thread that last emitted something; matches no thread after recording ends */
	uint64_t number;
	hr_note data[HR_NOTES];
};

/* Return true if the schedule does KIND directly after BEFORE, with no long work in between. */
static inline bool hr_notes_follows(hr_event_kind before, hr_event_kind kind)
{
	switch (kind) {
	case HR_EVENT_BEGIN_GRID:
	case HR_EVENT_EDGE:
	case HR_EVENT_BIND:
	case HR_EVENT_BIND_OUT: return before < HR_EVENT_BEGIN_BATCH;
	case HR_EVENT_END_EXECUTION: /* without events of nodes, it comes after what began it */
		return before > HR_EVENT_BEGIN_GRID && before < HR_EVENT_BEGIN_BATCH;
	case HR_EVENT_BEGIN_BATCH: return before == HR_EVENT_END_BATCH;
	default: return false;
	}
}

/* Return the number of operations that THREAD has run since it last emitted something, and set that
 * to now. */
static inline uint64_t hr_notes_operations(hr_thread *thread)
{
	uint64_t operations = hr_thread_bytes(thread) / HR_STEP_BYTES,
		 since = operations - thread->event_operations;

	if (operations <= thread->event_operations)
		return 0;
	thread->event_operations = operations;
	return since;
}

/* Return the instance of the parent plus 1; 0 if there is none. */
static inline uint64_t hr_notes_parent(const hr_level *parent)
{
	if (!parent)
		return 0;
	if (!parent->dims)
		return 1;
	return hr_instance_index(parent->extent, parent->id) + 1;
}

/* Take the lock. Return true only if this thread owns it and was the last to emit something. */
static inline bool hr_notes_take(hr_notes *notes, const hr_thread *thread)
{
	if (!notes || !thread || !own_lock_take_own(&notes->lock))
		return false;
	if (__builtin_expect(thread->event_thread == notes->number, 1))
		return true;
	own_lock_give(&notes->lock, true);
	return false;
}

/* Return a new note and hold the lock; NULL, without the lock, if the event cannot be noted. */
static inline hr_note *hr_notes_new(hr_notes *notes, const hr_thread *thread)
{
	if (!hr_notes_take(notes, thread))
		return NULL;
	if (__builtin_expect(notes->next == notes->data + HR_NOTES, 0))
		notes->write(notes->data_of_write);
	return notes->next;
}

/* Release the lock and return true: the event has been noted. */
static inline bool hr_notes_give(hr_notes *notes)
{
	own_lock_give(&notes->lock, true);
	return true;
}

/* Fill in the fields that all notes have. */
static inline void hr_notes_fill(hr_notes *notes, hr_thread *thread, hr_event_kind kind,
				 const hr_node *node, uint64_t execution)
{
	hr_note *note = notes->next++;

	note->kind = (uint8_t)kind;
	note->node = node;
	note->execution = execution;
	note->operations = hr_notes_operations(thread);
	note->tick =
		!note->operations && !thread->paused && hr_notes_follows(notes->last_kind, kind)
			? 0
			: hr_tick();
	thread->paused = false;
	notes->last_kind = kind;
}

/* Note a PUSH, POP or END_EXECUTION. */
static inline bool hr_notes_flow(hr_notes *notes, hr_thread *thread, hr_event_kind kind,
				 const hr_node *root, uint64_t execution, uint64_t count)
{
	hr_note *note = hr_notes_new(notes, thread);

	if (!note)
		return false;
	note->count = count;
	hr_notes_fill(notes, thread, kind, root, execution);
	return hr_notes_give(notes);
}

/* Copy the values to NOTE. Return false if there are too many, or one is not small. */
static inline bool hr_notes_values(hr_note *note, const hr_event_values *of)
{
	uint64_t parent = hr_notes_parent(of->parent);

	if (of->count > HR_NOTE_VALUES || parent > UINT32_MAX)
		return false;
	note->parent = (uint32_t)parent;
	note->value_count = (uint8_t)of->count;
	note->binds = 0;
	for (size_t i = 0; i < of->count; i++) {
		const hr_event_value *value = &of->data[i];

		if (!value->small)
			return false;
		note->binds = (uint8_t)(note->binds + (value->kind == HR_EVENT_BIND));
		note->values[i] = (hr_note_value){value->known, hr_event_small(value, of->image)};
	}
	return true;
}

/* Note one BIND_OUT. */
static inline bool hr_notes_output(hr_notes *notes, hr_thread *thread, const hr_event_values *of)
{
	hr_note *note = of->count == 1 ? hr_notes_new(notes, thread) : NULL;

	if (!note)
		return false;
	if (!hr_notes_values(note, of)) {
		own_lock_give(&notes->lock, true);
		return false;
	}
	hr_notes_fill(notes, thread, HR_EVENT_BIND_OUT, of->data->node, of->execution);
	return hr_notes_give(notes);
}

/* Note that the grid of a leaf begins, with the values received. The same thread always emits its
 * end. */
static inline bool hr_notes_begin_grid(hr_notes *notes, hr_thread *thread,
				       const hr_event_grid *grid)
{
	hr_note *note = hr_notes_new(notes, thread);

	if (!note)
		return false;
	if (!hr_notes_values(note, &grid->of)) {
		own_lock_give(&notes->lock, true);
		return false;
	}
	note->count = grid->count;
	notes->open = note;
	hr_notes_fill(notes, thread, HR_EVENT_BEGIN_GRID, grid->node, grid->of.execution);
	return hr_notes_give(notes);
}

/* Note that this grid ends, run by the engine. Return false, too, if something else has been
 * emitted since it began. */
static inline bool hr_notes_end_grid(hr_notes *notes, hr_thread *thread, const hr_event_grid *grid)
{
	hr_note *note;

	if (!hr_notes_take(notes, thread))
		return false;
	note = notes->open;
	notes->open = NULL;
	if (!note || note + 1 != notes->next || note->node != grid->node ||
	    note->execution != grid->of.execution) {
		own_lock_give(&notes->lock, true);
		return false;
	}
	note->kind = HR_EVENT_END_GRID;
	note->end_operations = hr_notes_operations(thread);
	note->end_tick = hr_tick();
	thread->paused = false;
	notes->last_kind = HR_EVENT_END_GRID;
	return hr_notes_give(notes);
}

#endif
