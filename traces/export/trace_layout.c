/* traces/export/trace_layout.c -- sizes of boxes, edges that share a line, and the order in which
 * nodes are laid out.
 *
 * Not here: the positions of the children of one node (trace_layout_layered.c). */
#include "traces/export/trace_layout.h"

#include <stdlib.h>
#include <string.h>

static const double letter = 9; /* approximate width */
static const double narrowest = 128, widest_leaf = 260;
static const double gap = 24; /* between roots */

static void sort_children(trace_layout *self)
{
	const hr_trace *trace = self->trace;
	uint32_t count = trace->node_count, *at;

	self->first_child = hr_alloc_array((size_t)count + 3, sizeof(uint32_t));
	self->children = hr_alloc_array((size_t)count + 1, sizeof(uint32_t));
	at = self->first_child + 1;
	for (uint32_t n = 0; n < count; n++)
		at[trace->nodes[n].parent == HR_TRACE_NO_NODE ? count : trace->nodes[n].parent]++;
	for (uint32_t n = 0; n <= count; n++)
		at[n] += self->first_child[n];
	for (uint32_t n = count; n-- > 0;) {
		uint32_t parent =
			trace->nodes[n].parent == HR_TRACE_NO_NODE ? count : trace->nodes[n].parent;

		self->children[--at[parent]] = n;
	}
	memmove(self->first_child, at, ((size_t)count + 1) * sizeof(uint32_t));
	self->first_child[count + 1] = count;
}

/* --- lines ------------------------------------------------------------------------------------ */

typedef struct sorted_edge {
	uint32_t parent, number;
	const hr_trace_edge *edge;
} sorted_edge;

static int compare(const void *a, const void *b)
{
	const sorted_edge *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->edge->from != y->edge->from)
		return x->edge->from < y->edge->from ? -1 : 1;
	if (x->edge->to != y->edge->to)
		return x->edge->to < y->edge->to ? -1 : 1;
	if (x->edge->all_to_all != y->edge->all_to_all)
		return x->edge->all_to_all ? 1 : -1;
	if (x->edge->streaming != y->edge->streaming)
		return x->edge->streaming ? 1 : -1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static bool is_same_line(const trace_line *line, const hr_trace_edge *edge)
{
	return line->from == edge->from && line->to == edge->to &&
	       line->all_to_all == edge->all_to_all && line->streaming == edge->streaming;
}

static void sort_lines(trace_layout *self)
{
	const hr_trace *trace = self->trace;
	sorted_edge *sorted = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(*sorted));
	uint32_t next = 0;

	self->lines = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(*self->lines));
	self->edges = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(*self->edges));
	self->first_line = hr_alloc_array((size_t)trace->node_count + 3, sizeof(uint32_t));
	for (uint32_t i = 0; i < trace->edge_count; i++) {
		uint32_t parent = trace->nodes[trace->edges[i].from].parent;

		parent = parent == HR_TRACE_NO_NODE ? trace->node_count : parent;
		sorted[i] = (sorted_edge){parent, i, &trace->edges[i]};
	}
	qsort(sorted, trace->edge_count, sizeof(*sorted), compare);
	for (uint32_t i = 0; i < trace->edge_count; i++) {
		const hr_trace_edge *edge = sorted[i].edge;

		self->edges[i] = sorted[i].number;
		while (next <= sorted[i].parent)
			self->first_line[next++] = self->line_count;
		if (!self->line_count || !is_same_line(&self->lines[self->line_count - 1], edge))
			self->lines[self->line_count++] = (trace_line){
				.from = edge->from,
				.to = edge->to,
				.all_to_all = edge->all_to_all,
				.streaming = edge->streaming,
				.first = i,
			};
		self->lines[self->line_count - 1].count++;
	}
	while (next <= trace->node_count + 1)
		self->first_line[next++] = self->line_count;
	hr_free(sorted);
}

/* --- boxes ------------------------------------------------------------------------------------ */

static void size_leaf(trace_layout *self, uint32_t node)
{
	const char *path = self->trace->nodes[node].path, *name = strrchr(path, '/');
	double width = (double)strlen(name ? name + 1 : path) * letter + 24;

	self->boxes[node].width = width < narrowest     ? narrowest
				  : width > widest_leaf ? widest_leaf
							: width;
	self->boxes[node].height = TRACE_BOX_HEIGHT;
}

static void size_internal(trace_layout *self, uint32_t node, const trace_box *inside)
{
	trace_box *box = &self->boxes[node];

	size_leaf(self, node);
	if (box->width < inside->width + 2 * TRACE_BOX_MARGIN)
		box->width = inside->width + 2 * TRACE_BOX_MARGIN;
	box->height = inside->height + TRACE_BOX_HEAD + TRACE_BOX_MARGIN;
}

/* Place the roots in rows, with a total width near the total height. */
static void place_roots(trace_layout *self)
{
	uint32_t first = self->first_child[self->trace->node_count];
	double area = 0, widest = 0, x = 0, y = 0, row = 0;

	for (uint32_t i = first; i < self->trace->node_count; i++) {
		const trace_box *box = &self->boxes[self->children[i]];

		area += (box->width + gap) * (box->height + gap);
		widest = box->width > widest ? box->width : widest;
	}
	while (widest * widest < area)
		widest *= 1.25;
	for (uint32_t i = first; i < self->trace->node_count; i++) {
		trace_box *box = &self->boxes[self->children[i]];

		if (x > 0 && x + box->width > widest) {
			y += row + gap;
			x = row = 0;
		}
		box->x = x;
		box->y = y;
		x += box->width + gap;
		row = box->height > row ? box->height : row;
		self->width = x - gap > self->width ? x - gap : self->width;
	}
	self->height = y + row;
}

/* --- the whole -------------------------------------------------------------------------------- */

void trace_layout_make(const hr_trace *trace, trace_layout *self)
{
	*self = (trace_layout){.trace = trace};
	self->boxes = hr_alloc_array((size_t)trace->node_count + 1, sizeof(*self->boxes));
	sort_children(self);
	sort_lines(self);
	/* A parent comes before its children, so the children of every node are placed before the
	 * node is. */
	for (uint32_t n = trace->node_count; n-- > 0;) {
		trace_box inside;

		if (trace_child_count(self, n)) {
			trace_layout_layered(self, n, &inside);
			size_internal(self, n, &inside);
		} else {
			size_leaf(self, n);
		}
	}
	place_roots(self);
}

void trace_layout_free(trace_layout *self)
{
	hr_free(self->boxes);
	hr_free(self->first_child);
	hr_free(self->children);
	hr_free(self->first_line);
	hr_free(self->lines);
	hr_free(self->edges);
	HR_VEC_FREE(&self->points);
}
