/* traces/export/trace_layout.h -- the layout of nodes and edges in a drawing of the graphs.
 *
 * Children of each internal node are laid out separately, deepest first, because edges never leave
 * their parent; so a box is as large as its contents. Edges of the same kind between the same two
 * nodes are one line. Lengths are pixels; a position is that of the upper left corner relative to
 * the parent's. */
#ifndef HR_TRACE_LAYOUT_H
#define HR_TRACE_LAYOUT_H

#include "src/base/vec.h"
#include "traces/read/trace_read.h"

#define TRACE_BOX_HEIGHT 50.0
#define TRACE_BOX_HEAD   44.0 /* of an internal node, above its contents */
#define TRACE_BOX_MARGIN 14.0 /* around the contents */

typedef struct trace_box {
	double x, y, width, height;
} trace_box;

typedef struct trace_line {
	uint32_t from, to;
	bool all_to_all, streaming;
	uint32_t first, count; /* the edges that the line stands for, in layout->edges */
	/* in layout->points: 3n + 1 points of Bézier curves, relative to the parent's contents */
	size_t point, points;
} trace_line;

typedef struct trace_point {
	double x, y;
} trace_point;

typedef struct trace_layout {
	const hr_trace *trace;
	trace_box *boxes; /* by node; owns */
	/* children of a node, then roots as those of node_count; own */
	uint32_t *first_child, *children;
	uint32_t *first_line; /* lines between children of a node; owns */
	trace_line *lines;    /* by parent; owns */
	uint32_t line_count;
	uint32_t *edges; /* owns */
	HR_VEC(trace_point) points;
	double width, height; /* size of all roots together */
} trace_layout;

/* Lay out all graphs of TRACE, which is borrowed. The caller frees LAYOUT with
 * trace_layout_free(). */
void trace_layout_make(const hr_trace *trace, trace_layout *layout);
void trace_layout_free(trace_layout *layout);

/* --- for trace_layout*.c --- */
static inline uint32_t trace_child_count(const trace_layout *layout, uint32_t node)
{
	return layout->first_child[node + 1] - layout->first_child[node];
}

/* Place the children of NODE, whose boxes have their sizes, and the lines between them. Set width
 * and height of INSIDE. */
void trace_layout_layered(trace_layout *layout, uint32_t node, trace_box *inside);

#endif
