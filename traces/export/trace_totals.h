/* traces/export/trace_totals.h -- what nodes and edges come to in a whole trace: the numbers of
 * stat, dot and html.
 *
 * Times are those of the trace's clock. A node waits from when all that its edges bring is there
 * until its grid begins. The critical path of an execution is the longest chain of edges between
 * children of the root: with a thread for each child it could not end sooner. What lies within a
 * child has its share of the child's time. */
#ifndef HR_TRACE_TOTALS_H
#define HR_TRACE_TOTALS_H

#include "src/base/vec.h"
#include "traces/export/trace_follow.h"

typedef struct trace_row {
	uint64_t grids, instances, operations, self_operations, total, self, waited, bytes,
		critical;
	uint64_t copied;              /* bytes between places, while its grids ran */
	uint64_t executions;          /* of a root */
	uint64_t longest, longest_at; /* the grid that took longest, and when it began */
	char by[32];                  /* the backend that ran it last, or "" */
} trace_row;

/* A unit in which a backend runs a whole graph: it counts as a grid of the root, which has none. */
typedef struct trace_whole {
	uint32_t root, thread;
	uint64_t execution, begin, operations;
} trace_whole;

/* How often executions were run in an order. */
typedef struct trace_order {
	char name[32];
	uint64_t runs;
} trace_order;

typedef struct trace_totals {
	trace_row *rows;            /* by node; owns */
	uint64_t *values, *bytes;   /* by edge; own */
	uint64_t begun, executions; /* executions: that have ended */
	uint64_t critical, most_in_flight, diagnostics;
	uint64_t to_device, to_host; /* bytes that were copied, also outside grids */
	HR_VEC(trace_order) orders;  /* of several that executions ran in, the first few; owns */
	uint64_t more_orders;        /* runs in others */
	char order[32];              /* that was told of last, or "" */
	char path_order[32]; /* that critical paths are of, the last one of each execution; or "" */
	bool path_orders;    /* they are of several */
	HR_VEC(trace_whole) wholes; /* that have begun; owns */
	HR_VEC(trace_grid) open;    /* that had not ended when the trace did; end: then. Owns */
} trace_totals;

trace_totals trace_totals_new(const hr_trace *trace);
void trace_totals_free(trace_totals *totals);
/* To be called with each event, after trace_follow_event, which has given GRID. */
void trace_totals_event(trace_totals *totals, const hr_trace *trace, trace_follow *follow,
			const hr_trace_event *event, const trace_grid *grid);
/* To be called after the last event, at END by the trace's clock: what is open. */
void trace_totals_end(trace_totals *totals, const trace_follow *follow, uint64_t end);
/* The totals of all that CURSOR has left; the caller frees them. */
trace_totals trace_totals_of(const hr_trace *trace, hr_trace_cursor *cursor);
/* Whether executions ran in several orders, or once more. */
bool trace_ran_again(const trace_totals *totals);
/* Which order the critical path is of, where executions ran several times: " of order reverse"; or
 * "". */
enum { TRACE_PATH_WORDS = 64 };
void trace_path_words(const trace_totals *totals, char words[TRACE_PATH_WORDS]);
/* The last node of an execution's critical path, or HR_TRACE_NO_NODE; others are `before` it.
 * Where not all nodes were recorded, it is not known. */
uint32_t trace_path_end(const hr_trace *trace, const trace_execution *in);
/* The number of the edge that an event's value came over, or edge_count. */
uint32_t trace_edge_of(const hr_trace *trace, const trace_follow *follow,
		       const hr_trace_event *event);

#endif
