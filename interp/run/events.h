/* interp/run/events.h -- the events that a run emits to its recorder (--trace): graphs, executions,
 * grids, batches of instances, streams, tracked memory and its location, backends, and findings.
 *
 * A recorder sets the run's hr_events; a run without one only tests a pointer. Events come from the
 * threads that run graphs, several of which may emit events at the same time.
 *
 * Not here: how events are stored (traces/). */
#ifndef HR_EVENTS_H
#define HR_EVENTS_H

#include <string.h>

#include "interp/run/thread.h"

/* Kinds of events, with the fields that are set. */
typedef enum hr_event_kind {
	/* level graph */
	HR_EVENT_BEGIN_EXECUTION, /* node: the root; execution */
	HR_EVENT_END_EXECUTION,   /* the same */
	/* as BEGIN_EXECUTION; count: executions in flight, with this one. The execution begins */
	HR_EVENT_PUSH,
	HR_EVENT_POP, /* as BEGIN_EXECUTION; count: executions in flight, without this one */
	/* level node */
	HR_EVENT_BEGIN_GRID, /* node, execution, parent; count: instances */
	HR_EVENT_END_GRID,   /* node, execution, parent; count; by: the backend, or NULL */
	/* an edge delivers a value: node: the sink; execution, parent; from, ports; count: number
	 * of values; value, bytes: one of them; value is NULL if instances get different values */
	HR_EVENT_EDGE,
	/* an input of the parent delivers a value; as EDGE, with from: the parent, from_port: its
	 * input */
	HR_EVENT_BIND,
	/* a value goes to an output of the parent: node: the source; execution, parent; from_port:
	 * its output, port: the parent's; count, value, bytes */
	HR_EVENT_BIND_OUT,
	/* level instance */
	/* node, execution, parent; first, count: instances, in reference order */
	HR_EVENT_BEGIN_BATCH,
	HR_EVENT_END_BATCH,
	/* level memory */
	HR_EVENT_TRACK,   /* value: the object's address; bytes */
	HR_EVENT_UNTRACK, /* value */
	HR_EVENT_REQUEST, /* value, bytes */
	/* value, bytes: memory is copied to another place; by: the owner of the place that is not
	 * the host's; word: "to device", "to host" */
	HR_EVENT_COPY,
	/* value: the object whose newest bytes are elsewhere now; bytes; by: their location; text:
	 * the node or call that moved them, or NULL */
	HR_EVENT_MOVE,
	/* backends, level node */
	/* node, execution, parent; first, count: instances; by: the backend; text: what else runs
	 * in the same unit, or NULL */
	HR_EVENT_BEGIN_UNIT,
	HR_EVENT_END_UNIT, /* the same; word: how it ended; text: details, or NULL */
	/* always */
	/* node; by: the backend; word: "taken", "refused" ...; text: why; nanoseconds */
	HR_EVENT_BUILD,
	HR_EVENT_WORKER, /* by: its backend; word: "started", "crashed" ...; text */
	/* node, execution, parent, by; details: of the first difference of a node and a backend */
	HR_EVENT_DIFFERENCE,
	HR_EVENT_VERDICT,    /* node, by, word; details: summed over all grids, at the end */
	HR_EVENT_DIAGNOSTIC, /* text: the name of the diagnostic; details */
	/* node: the root; execution, and count from it on: they run in this order until they end or
	 * the next ORDER event; word: the order; text: how, or NULL */
	HR_EVENT_ORDER,
	HR_EVENT_KINDS
} hr_event_kind;

/* levels, which may be combined; events of graphs are always emitted */
enum {
	HR_EVENTS_NODE = 1,
	HR_EVENTS_INSTANCE = 2,
	HR_EVENTS_MEMORY = 4,
};

/* Return the level without which events of KIND are not emitted: NODE, INSTANCE, or 0 if neither
 * matters. */
static inline unsigned hr_events_level(hr_event_kind kind)
{
	if ((kind >= HR_EVENT_BEGIN_GRID && kind <= HR_EVENT_BIND_OUT) ||
	    kind == HR_EVENT_BEGIN_UNIT || kind == HR_EVENT_END_UNIT)
		return HR_EVENTS_NODE;
	return kind == HR_EVENT_BEGIN_BATCH || kind == HR_EVENT_END_BATCH ? HR_EVENTS_INSTANCE : 0;
}

enum { HR_EVENT_DETAILS = 24 }; /* maximum number of details of an event */

struct hr_event_content;

typedef struct hr_event_detail {
	const char *key, *value;                /* value NULL: the value is a pointer, */
	const void *address;                    /* to this address, */
	const struct hr_event_content *content; /* with this content; NULL: not read */
} hr_event_detail;

/* Rare fields of an event. */
typedef struct hr_event_more {
	const char *word, *text;
	uint64_t nanoseconds;
	const hr_event_detail *details;
	unsigned count;
} hr_event_more;

/* The content of a buffer, which ends with its object or is as long as its size argument says. */
typedef struct hr_event_content {
	uint64_t bytes, hash; /* hr_content_hash() */
	const uint8_t *whole; /* the first KEPT bytes; NULL: not requested */
	uint64_t kept;
} hr_event_content;

typedef struct hr_event {
	hr_event_kind kind;
	const hr_node *node;
	uint64_t execution;
	const hr_level *parent; /* the instance of the parent, or NULL */
	uint64_t first, count;
	const hr_node *from;      /* source of an edge */
	unsigned from_port, port; /* output of `from` and input of `node` */
	const void *value;
	uint64_t bytes;
	/* content that an edge's value points to; NULL: not read */
	const hr_event_content *content;
	const char *by;
	const hr_event_more *more; /* or NULL */
} hr_event;

/* The constant fields of an EDGE, BIND or BIND_OUT event with one value that is not a pointer. */
typedef struct hr_event_value {
	hr_event_kind kind;
	const hr_node *node, *from; /* from: for EDGE and BIND */
	unsigned from_port, port;
	const hr_type *type;
	uint32_t at; /* offset in the image */
	/* initially 0; the recorder may keep the encoded constant fields here */
	uint64_t known;
	/* set with `known`: `known` and the value, at most 8 bytes, suffice to emit the event */
	bool small;
} hr_event_value;

/* Return a small value: an integer of 4 bytes sign-extended, otherwise the bytes in little-endian
 * order. */
static inline int64_t hr_event_small(const hr_event_value *value, const uint8_t *image)
{
	size_t bytes = value->type->store_size;
	int64_t whole = 0;
	int32_t half;

	if (bytes == sizeof(whole)) {
		memcpy(&whole, image + value->at, sizeof(whole));
	} else if (bytes == sizeof(half)) {
		memcpy(&half, image + value->at, sizeof(half));
		whole = half;
	} else {
		memcpy(&whole, image + value->at, bytes);
	}
	return whole;
}

typedef struct hr_event_values {
	const hr_level *parent; /* as in hr_event */
	uint64_t execution;
	const uint8_t *image;
	hr_event_value *data; /* NULL if there are none */
	size_t count;
} hr_event_values;

typedef struct hr_event_grid {
	const hr_node *node;
	/* parent, execution; data: the values that it has received when it begins */
	hr_event_values of;
	uint64_t count;
	/* a leaf's grid whose end is always emitted by the same thread; until then this struct and
	 * the values do not change */
	bool waits;
} hr_event_grid;

typedef struct hr_notes hr_notes; /* notes.h */

struct hr_events {
	void *data;
	/* for events that need not be emitted at once; NULL: every event is emitted at once;
	 * borrowed */
	hr_notes *notes;
	unsigned levels;      /* HR_EVENTS_... */
	bool hashes;          /* contents of buffers that edges point to are wanted, */
	bool hashes_of_binds; /* contents of buffers that binds point to, */
	size_t keeps;         /* and the first `keeps` bytes of them */
	/* The event is borrowed for the call. THREAD may be NULL: compiled host code. */
	void (*note)(void *data, hr_thread *thread, const hr_event *event);
	/* The same for the most frequent events: values; BEGIN_GRID with the values received, and
	 * END_GRID; PUSH, POP and END_EXECUTION. */
	void (*values)(void *data, hr_thread *thread, const hr_event_values *values);
	void (*begin_grid)(void *data, hr_thread *thread, const hr_event_grid *grid);
	void (*end_grid)(void *data, hr_thread *thread, const hr_event_grid *grid, const char *by);
	void (*flow)(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		     uint64_t execution, uint64_t count);
	/* Called when the process is about to end. The process may end before it returns; in a
	 * signal handler, other threads may still run. */
	void (*died)(void *data);
};

/* Return true if the run has a recorder that wants events of LEVEL. */
static inline bool hr_events_want(const hr_run *run, unsigned level)
{
	return run->events && run->events->levels & level;
}

/* Emit EVENT. Valid only if the run has a recorder. THREAD may be NULL: compiled host code. */
static inline void hr_events_note(const hr_run *run, hr_thread *thread, hr_event *event)
{
	run->events->note(run->events->data, thread, event);
}

struct hr_offload_grid;
/* interp/schedule/emit_events.c: emit that NODE, with all nodes below it, begins to run on backend
 * BY, or has ended, for the instances of GRID. */
void hr_emit_event_unit(const struct hr_offload_grid *grid, const hr_node *node, hr_event_kind kind,
			const char *by, const char *word, const char *text);

#endif
