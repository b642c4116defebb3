/* traces/export/trace_follow.h -- from single events to executions and grids: which end belongs to
 * which beginning, and what ran inside what. */
#ifndef HR_TRACE_FOLLOW_H
#define HR_TRACE_FOLLOW_H

#include "traces/read/trace_read.h"

/* What a node did in one execution, so far. */
typedef struct trace_span {
	uint64_t begin, end; /* of its last grid, by the clock of the trace */
	uint64_t longest;    /* time along the longest chain of edges that ends with it */
	uint64_t taken;      /* of which this node's own */
	uint64_t spent;      /* in all its grids: of nodes within others there may be several */
	uint32_t before;     /* the node before it on that chain, or HR_TRACE_NO_NODE */
	bool ended;
} trace_span;

typedef struct trace_execution {
	uint32_t root, node_count; /* nodes root to root + node_count - 1 */
	uint64_t number, begin;    /* begin: of the order that it runs in now, of several */
	trace_span *nodes;         /* by node - root */
} trace_execution;

/* A grid that has ended. */
typedef struct trace_grid {
	uint32_t node;
	uint64_t execution, parent, count;
	uint64_t begin, end; /* by the clock of the trace: ns, or operations */
	uint64_t begin_operations, end_operations;
	uint64_t inner, inner_operations; /* of grids within it */
	uint64_t ready;                   /* when all that its edges bring was there */
	uint64_t instance, since; /* of this node, that grids within it began in last, and when */
	bool nests;               /* those that began in it ended in it */
	unsigned thread;
	uint32_t mark; /* whoever follows may set it, see trace_follow_begun */
} trace_grid;

typedef struct trace_follow trace_follow;
trace_follow *trace_follow_new(const hr_trace *trace);
void trace_follow_free(trace_follow *self);

static inline uint64_t trace_clock(const hr_trace *trace, const hr_trace_event *event)
{
	return trace->wall ? event->ns : event->operations;
}

/* To be called with each event, in order. The grid that it ends, or NULL; valid until the next
 * call. */
const trace_grid *trace_follow_event(trace_follow *self, const hr_trace_event *event);
/* Grid NUMBER, from 0, of those that have begun and not ended, the outer before those in them;
 * NULL: there are not so many. */
const trace_grid *trace_follow_open(const trace_follow *self, size_t number);
/* The grid that THREAD is in, or NULL. */
const trace_grid *trace_follow_inside(const trace_follow *self, uint32_t thread);
/* The grid that EVENT, a begin-grid, has just begun. */
trace_grid *trace_follow_begun(trace_follow *self, const hr_trace_event *event);
/* The execution that EVENT belongs to or ends, or NULL; valid until the next call of the above. */
const trace_execution *trace_follow_execution(trace_follow *self, const hr_trace_event *event);
/* The edges that lead to a node: numbers in trace->edges, *count of them. */
const uint32_t *trace_follow_sources(const trace_follow *self, uint32_t node, uint32_t *count);

#endif
