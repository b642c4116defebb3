/* traces/export/trace_totals.h -- totals of nodes and edges over a whole trace: the numbers of
 * stat, dot and html.
 *
 * Times are those of the trace's clock. A node waits from when all values of its edges are
 * available until its grid begins. The critical path of an execution is the longest chain of edges
 * between children of the root: even with a thread for each child the execution could not end
 * sooner. Nodes within a child have a share of the child's time. */
#ifndef HR_TRACE_TOTALS_H
#define HR_TRACE_TOTALS_H

#include "src/base/vec.h"
#include "traces/export/trace_follow.h"

typedef struct trace_row {
	uint64_t grids, instances, operations, self_operations, total, self, waited, bytes,
		critical;
	uint64_t copied;              /* bytes copied between places while its grids ran */
	uint64_t executions;          /* of a root */
	uint64_t longest, longest_at; /* the grid that took longest, and when it began */
	char by[32];                  /* the backend that ran it last, or "" */
} trace_row;

/* A unit in which a backend runs a whole graph. It counts as a grid of the root, which has no
 * grids. */
typedef struct trace_whole {
	uint32_t root, thread;
	uint64_t execution, begin, operations;
} trace_whole;

/* How often executions ran in an order. */
typedef struct trace_order {
	char name[32];
	uint64_t runs;
} trace_order;

typedef struct trace_totals {
	trace_row *rows;            /* indexed by node; owns */
	uint64_t *values, *bytes;   /* indexed by edge; own */
	uint64_t begun, executions; /* EXECUTIONS: number of ended executions */
	uint64_t critical, most_in_flight, diagnostics;
	uint64_t to_device, to_host; /* bytes copied, also outside of grids */
	/* the first orders that executions ran in, if there are several; owns */
	HR_VEC(trace_order) orders;
	uint64_t more_orders; /* runs in other orders */
	char order[32];       /* the last order that began, or "" */
	/* the order of the critical paths, the last one of each execution; or "" */
	char path_order[32];
	bool path_orders;           /* critical paths are of several orders */
	HR_VEC(trace_whole) wholes; /* units that have begun; owns */
	/* grids that had not ended at the end of the trace; END is that time. Owns */
	HR_VEC(trace_grid) open;
} trace_totals;

trace_totals trace_totals_new(const hr_trace *trace);
void trace_totals_free(trace_totals *totals);
/* Process an event. Call it for each event, after trace_follow_event(), which returned GRID. */
void trace_totals_event(trace_totals *totals, const hr_trace *trace, trace_follow *follow,
			const hr_trace_event *event, const trace_grid *grid);
/* Finish after the last event: record open grids. END is the end of the trace by its clock. */
void trace_totals_end(trace_totals *totals, const trace_follow *follow, uint64_t end);
/* Return the totals of all events that CURSOR has left. The caller frees them. */
trace_totals trace_totals_of(const hr_trace *trace, hr_trace_cursor *cursor);
/* Return true if executions ran in several orders, or more than once. */
bool trace_ran_again(const trace_totals *totals);
/* Write to WORDS which order the critical path is of, if executions ran several times: " of order
 * reverse"; else "". */
enum { TRACE_PATH_WORDS = 64 };
void trace_path_words(const trace_totals *totals, char words[TRACE_PATH_WORDS]);
/* Return the last node of an execution's critical path, or HR_TRACE_NO_NODE; the other nodes follow
 * by `before`. The path is unknown if not all nodes were recorded. */
uint32_t trace_path_end(const hr_trace *trace, const trace_execution *in);
/* Return the index of the edge that carried the value of EVENT, or edge_count. */
uint32_t trace_edge_of(const hr_trace *trace, const trace_follow *follow,
		       const hr_trace_event *event);

#endif
