/* traces/export/trace_follow.h -- from single events to executions and grids: match ends with
 * begins, and find what ran inside what. */
#ifndef HR_TRACE_FOLLOW_H
#define HR_TRACE_FOLLOW_H

#include "traces/read/trace_read.h"

/* What a node has done in one execution so far. */
typedef struct trace_span {
	uint64_t begin, end; /* of its last grid, by the clock of the trace */
	uint64_t longest;    /* time along the longest chain of edges that ends at this node */
	uint64_t taken;      /* part of LONGEST spent in this node */
	uint64_t spent;      /* time in all its grids; a node within others may have several */
	uint32_t before;     /* the previous node on that chain, or HR_TRACE_NO_NODE */
	bool ended;
} trace_span;

typedef struct trace_execution {
	uint32_t root, node_count; /* nodes ROOT to ROOT + NODE_COUNT - 1 */
	uint64_t number, begin;    /* BEGIN: start of the current order, if it runs in several */
	trace_span *nodes;         /* indexed by node - root */
} trace_execution;

/* A grid that has ended. */
typedef struct trace_grid {
	uint32_t node;
	uint64_t execution, parent, count;
	uint64_t begin, end; /* by the clock of the trace: ns, or operations */
	uint64_t begin_operations, end_operations;
	uint64_t inner, inner_operations; /* time and operations of grids within it */
	uint64_t ready;                   /* when all values of its edges were available */
	/* instance of this node in which an inner grid began last, and when */
	uint64_t instance, since;
	bool nests; /* all inner grids that began in it ended in it */
	unsigned thread;
	uint32_t mark; /* for the caller, see trace_follow_begun() */
} trace_grid;

typedef struct trace_follow trace_follow;
trace_follow *trace_follow_new(const hr_trace *trace);
void trace_follow_free(trace_follow *self);

static inline uint64_t trace_clock(const hr_trace *trace, const hr_trace_event *event)
{
	return trace->wall ? event->ns : event->operations;
}

/* Process an event. Call it for each event, in order. Return the grid that the event ends, or NULL;
 * it is valid until the next call. */
const trace_grid *trace_follow_event(trace_follow *self, const hr_trace_event *event);
/* Return open grid NUMBER, from 0, outer grids before inner ones. Return NULL if there are
 * fewer. */
const trace_grid *trace_follow_open(const trace_follow *self, size_t number);
/* Return the innermost open grid of THREAD, or NULL. */
const trace_grid *trace_follow_inside(const trace_follow *self, uint32_t thread);
/* Return the grid that EVENT, a begin-grid, has just begun. */
trace_grid *trace_follow_begun(trace_follow *self, const hr_trace_event *event);
/* Return the execution that EVENT belongs to or ends, or NULL. It is valid until the next
 * trace_follow_event(). */
const trace_execution *trace_follow_execution(trace_follow *self, const hr_trace_event *event);
/* Return the edges that lead to NODE as indices into trace->edges, and set *COUNT to their
 * number. */
const uint32_t *trace_follow_sources(const trace_follow *self, uint32_t node, uint32_t *count);

#endif
