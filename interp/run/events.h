/* interp/run/events.h -- what a run tells whoever records it (--trace): graphs, executions, grids,
 * batches of instances, streams, tracked memory and where it is, backends, and what is found.
 *
 * Whoever wants to know gives the run an hr_events; a run without one pays for a look at a pointer.
 * Events come from the threads that run graphs, several of which may tell something at once.
 *
 * Not here: how events are kept (traces/). */
#ifndef HR_EVENTS_H
#define HR_EVENTS_H

#include <string.h>

#include "interp/run/thread.h"

/* Kinds, with what is told of each. */
typedef enum hr_event_kind {
	/* level graph */
	HR_EVENT_BEGIN_EXECUTION, /* node: the root; execution */
	HR_EVENT_END_EXECUTION,   /* the same */
	HR_EVENT_PUSH, /* the same; count: executions in flight with it. The execution begins */
	HR_EVENT_POP,  /* the same; count: without it */
	/* level node */
	HR_EVENT_BEGIN_GRID, /* node, execution, parent; count: instances */
	HR_EVENT_END_GRID,   /* node, execution, parent; count; by: the backend, or NULL */
	/* a value comes over an edge: node: the sink; execution, parent; from, ports; count:
	 * values; value, bytes: of one of them, value NULL where instances get different ones */
	HR_EVENT_EDGE,
	/* the same from an input of the parent: from: the parent, from_port: its input */
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
	/* value, bytes: memory goes to another place; by: whose the place is that is not the
	 * host's; word: "to device", "to host" */
	HR_EVENT_COPY,
	/* value: the object whose newest bytes are elsewhere now; bytes; by: where; text: who made
	 * them go there, or NULL */
	HR_EVENT_MOVE,
	/* backends, level node */
	/* node, execution, parent; first, count: instances; by: the backend; text: what runs as one
	 * with it, or NULL */
	HR_EVENT_BEGIN_UNIT,
	HR_EVENT_END_UNIT, /* the same; word: how it ended; text: more, or NULL */
	/* always */
	/* node; by: the backend; word: "taken", "refused" ...; text: why; nanoseconds */
	HR_EVENT_BUILD,
	HR_EVENT_WORKER, /* by: the backend in it; word: "started", "crashed" ...; text */
	/* node, execution, parent, by; details: the first one of a node and a backend */
	HR_EVENT_DIFFERENCE,
	HR_EVENT_VERDICT,    /* node, by, word; details: of all grids, at the end */
	HR_EVENT_DIAGNOSTIC, /* text: its name; details */
	/* node: the root; execution, and count from it on: they run in this order until they end or
	 * the next such event; word: which; text: how, or NULL */
	HR_EVENT_ORDER,
	HR_EVENT_KINDS
} hr_event_kind;

/* levels, which may be combined; graphs are always told of */
enum {
	HR_EVENTS_NODE = 1,
	HR_EVENTS_INSTANCE = 2,
	HR_EVENTS_MEMORY = 4,
};

enum { HR_EVENT_DETAILS = 24 }; /* of one event, at most */

struct hr_event_content;

typedef struct hr_event_detail {
	const char *key, *value;                /* value NULL: a pointer, */
	const void *address;                    /* to here, */
	const struct hr_event_content *content; /* where this was; NULL: nobody has looked */
} hr_event_detail;

/* What events that come rarely tell beside. */
typedef struct hr_event_more {
	const char *word, *text;
	uint64_t nanoseconds;
	const hr_event_detail *details;
	unsigned count;
} hr_event_more;

/* A buffer, up to the end of its object or as long as the argument after it says. */
typedef struct hr_event_content {
	uint64_t bytes, hash; /* hr_content_hash() */
	const uint8_t *whole; /* the first KEPT bytes; NULL: not asked for */
	uint64_t kept;
} hr_event_content;

typedef struct hr_event {
	hr_event_kind kind;
	const hr_node *node;
	uint64_t execution;
	const hr_level *parent; /* the instance of the parent, or NULL */
	uint64_t first, count;
	const hr_node *from;      /* source of an edge, */
	unsigned from_port, port; /* an output of that and an input of node */
	const void *value;
	uint64_t bytes;
	/* of what an edge's value points to; NULL: nobody has looked */
	const hr_event_content *content;
	const char *by;
	const hr_event_more *more; /* NULL: there is none */
} hr_event;

/* An EDGE, BIND or BIND_OUT of one value that is no pointer: what is always the same of it. */
typedef struct hr_event_value {
	hr_event_kind kind;
	const hr_node *node, *from; /* from: of an EDGE or BIND */
	unsigned from_port, port;
	const hr_type *type;
	uint32_t at;    /* in the image */
	uint64_t known; /* whoever is told may keep here what it makes of that; 0 at first; */
	bool small; /* then that is enough to tell the value itself, which is of 8 bytes at most */
} hr_event_value;

/* A small one: an integer of 4 bytes with its sign; else its bytes, lowest first. */
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
	const hr_level *parent; /* as of the event */
	uint64_t execution;
	const uint8_t *image;
	hr_event_value *data; /* none: NULL */
	size_t count;
} hr_event_values;

typedef struct hr_event_grid {
	const hr_node *node;
	hr_event_values of; /* parent, execution; data: what has come to it, where it begins */
	uint64_t count;
	/* a leaf's, and its end is told by the same thread whatever happens: until then it stays as
	 * it is, with the values */
	bool waits;
} hr_event_grid;

typedef struct hr_notes hr_notes; /* notes.h */

struct hr_events {
	void *data;
	/* what need not be told at once may be noted here; NULL: all is told; borrowed */
	hr_notes *notes;
	unsigned levels;      /* HR_EVENTS_... */
	bool hashes;          /* contents of buffers that edges lead to are wanted, */
	bool hashes_of_binds; /* and binds, */
	size_t keeps;         /* and so many of their bytes */
	/* The event is borrowed for the call. THREAD may be NULL: compiled host code. */
	void (*note)(void *data, hr_thread *thread, const hr_event *event);
	/* The same, of what there is most of: BEGIN_GRID, with values that have come, and END_GRID;
	 * values; PUSH, POP and END_EXECUTION. */
	void (*values)(void *data, hr_thread *thread, const hr_event_values *values);
	void (*begin_grid)(void *data, hr_thread *thread, const hr_event_grid *grid);
	void (*end_grid)(void *data, hr_thread *thread, const hr_event_grid *grid, const char *by);
	void (*flow)(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		     uint64_t execution, uint64_t count);
	/* The process ends as soon as this returns, and maybe before: within a signal handler,
	 * other threads may go on. */
	void (*died)(void *data);
};

static inline bool hr_events_want(const hr_run *run, unsigned level)
{
	return run->events && run->events->levels & level;
}

static inline void hr_events_note(const hr_run *run, hr_thread *thread, hr_event *event)
{
	run->events->note(run->events->data, thread, event);
}

struct hr_offload_grid;
/* interp/schedule/emit_events.c: that NODE, with all below it, begins to run on BY, or has ended:
 * of GRID's instances. */
void hr_emit_event_unit(const struct hr_offload_grid *grid, const hr_node *node, hr_event_kind kind,
			const char *by, const char *word, const char *text);

#endif
