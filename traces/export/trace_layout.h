/* traces/export/trace_layout.h -- where nodes and edges of the graphs are drawn.
 *
 * Children of each internal node are laid out on their own, deepest first, for edges never leave
 * their parent; so a box is as large as what is in it. Edges between the same two nodes of the same
 * kind are one line. Lengths are pixels; positions are of the upper left corner, within the
 * parent's. */
#ifndef HR_TRACE_LAYOUT_H
#define HR_TRACE_LAYOUT_H

#include "src/base/vec.h"
#include "traces/read/trace_read.h"

#define TRACE_BOX_HEIGHT 50.0
#define TRACE_BOX_HEAD   44.0 /* of an internal node, above what is in it */
#define TRACE_BOX_MARGIN 14.0 /* around what is in it */

typedef struct trace_box {
	double x, y, width, height;
} trace_box;

typedef struct trace_line {
	uint32_t from, to;
	bool all_to_all, streaming;
	uint32_t first, count; /* of edges that it stands for, in layout->edges */
	/* in layout->points: 3n + 1 of Bézier curves, in the parent's inside */
	size_t point, points;
} trace_line;

typedef struct trace_point {
	double x, y;
} trace_point;

typedef struct trace_layout {
	const hr_trace *trace;
	const char *by;   /* "dot" or "layered": who has made the last of it */
	trace_box *boxes; /* by node; owns */
	/* children of a node, then roots as those of node_count; own */
	uint32_t *first_child, *children;
	uint32_t *first_line; /* lines between children of a node; owns */
	trace_line *lines;    /* by parent; owns */
	uint32_t line_count;
	uint32_t *edges; /* owns */
	HR_VEC(trace_point) points;
	double width, height; /* of all roots together */
} trace_layout;

typedef enum trace_layout_by {
	TRACE_LAYOUT_ANY,
	TRACE_LAYOUT_DOT,
	TRACE_LAYOUT_LAYERED
} trace_layout_by;

/* ANY: by dot (Graphviz) if it can be run and ends in time, else by our own. False: DOT was asked
 * for and could not do it. To be freed either way. */
bool trace_layout_make(const hr_trace *trace, trace_layout_by by, trace_layout *layout);
void trace_layout_free(trace_layout *layout);

/* --- for trace_layout*.c --- */
static inline uint32_t trace_child_count(const trace_layout *layout, uint32_t node)
{
	return layout->first_child[node + 1] - layout->first_child[node];
}

/* Lays out the children of NODES, whose boxes have sizes, and their lines. Sets width and height of
 * INSIDES. False: dot has not done it, and nothing was changed. */
bool trace_layout_dot(trace_layout *layout, const uint32_t *nodes, size_t count,
		      trace_box *insides);
void trace_layout_layered(trace_layout *layout, uint32_t node, trace_box *inside);

#endif
