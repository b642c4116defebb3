/* interp/run/notes.h -- what a run tells most often, noted where it happens.
 *
 * To tell whoever records the run of each item of a stream takes longer than light items
 * themselves. So the thread that runs them only notes what happened and when, in a few stores;
 * whoever records makes events of many notes at once: when there is no more room, and before
 * anything else is told. A note refers to nothing but nodes of the program.
 *
 * Notes belong to the thread that owns the lock; for all others, and for what does not fit, every
 * function here says false, and the event is told as others are (events.h). */
#ifndef HR_NOTES_H
#define HR_NOTES_H

#include "interp/run/events.h"
#include "src/base/own_lock.h"
#include "src/base/tick.h"

enum { HR_NOTES = 32, HR_NOTE_VALUES = 4, HR_NOTE_ROOM = 128 };

typedef struct hr_note_value {
	uint64_t known; /* hr_event_value.known */
	int64_t value;  /* an integer of 4 bytes with its sign; else the bytes, lowest first */
} hr_note_value;

typedef struct hr_note {
	/* hr_event_kind: PUSH, POP, END_EXECUTION; BEGIN_GRID, which becomes END_GRID: it has begun
	 * and ended; BIND_OUT: one value */
	uint8_t kind;
	/* of values that have come to a grid, the first are binds, the others edges */
	uint8_t binds, value_count;
	uint32_t parent; /* its instance plus 1, or 0 */
	uint64_t count;  /* as of the event */
	const hr_node *node;
	uint64_t execution;
	uint64_t tick;       /* 0: that of the note before */
	uint64_t operations; /* since the thread last told something */
	uint64_t end_tick, end_operations;
	hr_note_value values[HR_NOTE_VALUES];
} hr_note;
_Static_assert(sizeof(hr_note) <= HR_NOTE_ROOM, "a few lines of the cache");

struct hr_notes {
	own_lock lock;           /* of all that whoever records has */
	hr_note *next;           /* the first that is free, or their end */
	hr_note *open;           /* of a grid that has begun, and not ended; NULL: none */
	hr_event_kind last_kind; /* what comes next may have its tick; HR_EVENT_KINDS: it may not */
	void (*write)(void *data); /* makes events of all there are, and empties them */
	void *data_of_write;
	/* of the thread that told something last; no thread's once nothing is recorded */
	uint64_t number;
	hr_note data[HR_NOTES];
};

/* What the schedule does next, after BEFORE, with nothing between that takes long. */
static inline bool hr_notes_follows(hr_event_kind before, hr_event_kind kind)
{
	switch (kind) {
	case HR_EVENT_BEGIN_GRID:
	case HR_EVENT_EDGE:
	case HR_EVENT_BIND:
	case HR_EVENT_BIND_OUT: return before < HR_EVENT_BEGIN_BATCH;
	case HR_EVENT_END_EXECUTION: /* where nodes are not told of, it comes after what began it */
		return before > HR_EVENT_BEGIN_GRID && before < HR_EVENT_BEGIN_BATCH;
	case HR_EVENT_BEGIN_BATCH: return before == HR_EVENT_END_BATCH;
	default: return false;
	}
}

/* What THREAD has done since it last told something, which it has now. */
static inline uint64_t hr_notes_operations(hr_thread *thread)
{
	uint64_t operations = hr_thread_bytes(thread) / HR_STEP_BYTES,
		 since = operations - thread->event_operations;

	if (operations <= thread->event_operations)
		return 0;
	thread->event_operations = operations;
	return since;
}

/* The instance of the parent, plus 1; 0: there is none. */
static inline uint64_t hr_notes_parent(const hr_level *parent)
{
	if (!parent)
		return 0;
	if (!parent->dims)
		return 1;
	return (uint64_t)((parent->id[0] * parent->extent[1] + parent->id[1]) * parent->extent[2] +
			  parent->id[2]) +
	       1;
}

/* Takes the lock if it is this thread's, which told something last. */
static inline bool hr_notes_take(hr_notes *notes, const hr_thread *thread)
{
	if (!notes || !thread || !own_lock_take_own(&notes->lock))
		return false;
	if (__builtin_expect(thread->event_thread == notes->number, 1))
		return true;
	own_lock_give(&notes->lock, true);
	return false;
}

/* NULL: it cannot be noted. Else the lock is held. */
static inline hr_note *hr_notes_new(hr_notes *notes, const hr_thread *thread)
{
	if (!hr_notes_take(notes, thread))
		return NULL;
	if (__builtin_expect(notes->next == notes->data + HR_NOTES, 0))
		notes->write(notes->data_of_write);
	return notes->next;
}

static inline bool hr_notes_give(hr_notes *notes)
{
	own_lock_give(&notes->lock, true);
	return true;
}

/* What all notes have. */
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

/* PUSH, POP or END_EXECUTION. */
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

/* False: they are not few, or not small. */
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

/* One BIND_OUT. */
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

/* Of a leaf, with what has come to it; its end is told by the same thread whatever happens. */
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

/* Of that leaf, by the run itself. False, too, where something else has been told since. */
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
