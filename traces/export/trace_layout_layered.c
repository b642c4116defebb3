/* traces/export/trace_layout_layered.c -- lay out in layers if Graphviz is missing: each node is
 * below its sources, the order in a layer has few crossings, and x is as near to the mean of the
 * neighbours as the adjacent nodes allow.
 *
 * A line that skips layers passes a point in each of them, which has a place in the order like a
 * node. The running time is proportional to the number of nodes and points, for each of a fixed
 * number of rounds.
 *
 * Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for Visual Understanding of Hierarchical System
 * Structures", 1981; x by the pool-adjacent-violators algorithm. */
#include <stdlib.h>

#include "traces/export/trace_layout.h"

enum {
	ROUNDS = 12,
	MOST_POINTS = 50000, /* with more points lines are straight */
};
static const double between = 26; /* horizontal gap in a layer */
static const double below = 44;   /* gap between layers */
static const double point_width = 8;

typedef struct vertex {
	uint32_t layer, place; /* PLACE: position in its layer */
	double x, width;       /* x of its centre */
	double wanted;
} vertex;

typedef struct layer_link {
	uint32_t from, to; /* vertices in adjacent layers */
} layer_link;

typedef struct drawing {
	trace_layout *layout;
	uint32_t node, count; /* the first COUNT vertices are the children */
	HR_VEC(vertex) vertices;
	HR_VEC(layer_link) links;
	uint32_t *first_point; /* by line of the parent: vertex of its first point, or 0; owns */
	uint32_t *first_in_layer, *ordered; /* own */
	uint32_t layers;
} drawing;

static uint32_t local(const drawing *self, uint32_t node)
{
	const uint32_t *children = self->layout->children + self->layout->first_child[self->node];
	uint32_t low = 0, high = self->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (children[middle] < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint32_t first_line(const drawing *self)
{
	return self->layout->first_line[self->node];
}

static uint32_t end_line(const drawing *self)
{
	return self->layout->first_line[self->node + 1];
}

/* --- layers ----------------------------------------------------------------------------------- */

/* Assign layers in topological order. In a cycle, which only a damaged trace has, the first node is
 * taken first. */
static void find_layers(drawing *self)
{
	uint32_t *sources = hr_alloc_array((size_t)self->count + 1, sizeof(uint32_t));
	uint32_t *begin = hr_alloc_array((size_t)self->count + 2, sizeof(uint32_t));
	uint32_t *queue = hr_alloc_array((size_t)self->count + 1, sizeof(uint32_t)), head = 0,
		 tail = 0, next = 0;
	bool *queued = hr_alloc_array((size_t)self->count + 1, sizeof(bool));
	const trace_line *lines = self->layout->lines;

	for (uint32_t i = first_line(self); i < end_line(self); i++) {
		sources[local(self, lines[i].to)]++;
		begin[local(self, lines[i].from) + 1] = i + 1; /* lines are sorted by source */
	}
	for (uint32_t v = 0; v < self->count; v++)
		if (!sources[v]) {
			queue[tail++] = v;
			queued[v] = true;
		}
	begin[0] = first_line(self);
	for (uint32_t v = 1; v <= self->count; v++)
		begin[v] = begin[v] > begin[v - 1] ? begin[v] : begin[v - 1];
	while (head < self->count) {
		uint32_t v;

		while (head == tail) {
			if (!queued[next]) {
				queue[tail++] = next;
				queued[next] = true;
			}
			next++;
		}
		v = queue[head++];
		for (uint32_t i = begin[v]; i < begin[v + 1]; i++) {
			uint32_t to = local(self, lines[i].to);

			if (queued[to])
				continue;
			if (self->vertices.data[to].layer <= self->vertices.data[v].layer)
				self->vertices.data[to].layer = self->vertices.data[v].layer + 1;
			if (--sources[to] == 0) {
				queue[tail++] = to;
				queued[to] = true;
			}
		}
	}
	hr_free(sources);
	hr_free(begin);
	hr_free(queue);
	hr_free(queued);
}

/* Add points where a line crosses a layer, and links between adjacent layers. */
static void find_links(drawing *self)
{
	const trace_line *lines = self->layout->lines;

	self->first_point =
		hr_alloc_array((size_t)(end_line(self) - first_line(self)) + 1, sizeof(uint32_t));
	for (uint32_t i = first_line(self); i < end_line(self); i++) {
		uint32_t at = local(self, lines[i].from), to = local(self, lines[i].to);
		uint32_t layer = self->vertices.data[at].layer,
			 last = self->vertices.data[to].layer;

		if (last <= layer || last - layer > MOST_POINTS ||
		    self->vertices.count + last - layer > MOST_POINTS + self->count)
			continue;
		if (last - layer > 1)
			self->first_point[i - first_line(self)] = (uint32_t)self->vertices.count;
		while (++layer < last) {
			HR_PUSH(&self->links, (layer_link){at, (uint32_t)self->vertices.count});
			at = (uint32_t)self->vertices.count;
			HR_PUSH(&self->vertices, (vertex){.layer = layer, .width = point_width});
		}
		HR_PUSH(&self->links, (layer_link){at, to});
	}
}

/* --- order in layers -------------------------------------------------------------------------- */

static const vertex *compared; /* qsort passes no context; only one thread makes layouts */

static int by_wanted(const void *a, const void *b)
{
	const vertex *x = &compared[*(const uint32_t *)a], *y = &compared[*(const uint32_t *)b];

	if (x->wanted != y->wanted)
		return x->wanted < y->wanted ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void fill_layers(drawing *self)
{
	uint32_t count = (uint32_t)self->vertices.count, *at;

	for (uint32_t v = 0; v < count; v++)
		if (self->vertices.data[v].layer >= self->layers)
			self->layers = self->vertices.data[v].layer + 1;
	self->first_in_layer = hr_alloc_array((size_t)self->layers + 2, sizeof(uint32_t));
	self->ordered = hr_alloc_array((size_t)count + 1, sizeof(uint32_t));
	at = self->first_in_layer + 1;
	for (uint32_t v = 0; v < count; v++)
		at[self->vertices.data[v].layer]++;
	for (uint32_t l = 1; l < self->layers; l++)
		at[l] += at[l - 1];
	for (uint32_t v = count; v-- > 0;)
		self->ordered[--at[self->vertices.data[v].layer]] = v;
	for (uint32_t l = 0; l < self->layers; l++)
		self->first_in_layer[l] = at[l];
	self->first_in_layer[self->layers] = count;
	for (uint32_t l = 0; l < self->layers; l++)
		for (uint32_t i = self->first_in_layer[l]; i < self->first_in_layer[l + 1]; i++)
			self->vertices.data[self->ordered[i]].place = i - self->first_in_layer[l];
}

/* Compute the desired position of each vertex: the mean over its neighbours above, below, or
 * both. */
static void want_means(drawing *self, bool above, bool beneath, bool places)
{
	uint32_t *counts = hr_alloc_array(self->vertices.count + 1, sizeof(uint32_t));
	vertex *vertices = self->vertices.data;

	for (size_t v = 0; v < self->vertices.count; v++)
		vertices[v].wanted = 0;
	for (size_t i = 0; i < self->links.count; i++) {
		layer_link it = self->links.data[i];

		if (above) {
			vertices[it.to].wanted +=
				places ? vertices[it.from].place : vertices[it.from].x;
			counts[it.to]++;
		}
		if (beneath) {
			vertices[it.from].wanted +=
				places ? vertices[it.to].place : vertices[it.to].x;
			counts[it.from]++;
		}
	}
	for (size_t v = 0; v < self->vertices.count; v++)
		if (counts[v])
			vertices[v].wanted /= counts[v];
		else
			vertices[v].wanted = places ? vertices[v].place : vertices[v].x;
	hr_free(counts);
}

static void order_layers(drawing *self)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		want_means(self, round % 2 == 0, round % 2 == 1, true);
		compared = self->vertices.data;
		for (uint32_t l = 0; l < self->layers; l++) {
			uint32_t first = self->first_in_layer[l],
				 count = self->first_in_layer[l + 1] - first;

			qsort(self->ordered + first, count, sizeof(uint32_t), by_wanted);
			for (uint32_t i = 0; i < count; i++)
				self->vertices.data[self->ordered[first + i]].place = i;
		}
	}
}

/* --- x ---------------------------------------------------------------------------------------- */

/* Compute the positions nearest to the desired ones, in least squares, that keep the order and the
 * gaps. */
static void place_layer(drawing *self, uint32_t layer, double *means, uint32_t *weights)
{
	uint32_t first = self->first_in_layer[layer],
		 count = self->first_in_layer[layer + 1] - first, used = 0;
	double offset = 0, before = 0;

	for (uint32_t i = 0; i < count; i++) {
		const vertex *it = &self->vertices.data[self->ordered[first + i]];

		offset += i ? before / 2 + between + it->width / 2 : 0;
		before = it->width;
		means[used] = it->wanted - offset;
		weights[used++] = 1;
		while (used > 1 && means[used - 2] > means[used - 1]) {
			uint32_t both = weights[used - 2] + weights[used - 1];

			means[used - 2] = (means[used - 2] * weights[used - 2] +
					   means[used - 1] * weights[used - 1]) /
					  both;
			weights[--used - 1] = both;
		}
	}
	offset = 0;
	for (uint32_t i = 0, block = 0, in = 0; i < count; i++) {
		vertex *it = &self->vertices.data[self->ordered[first + i]];

		offset += i ? before / 2 + between + it->width / 2 : 0;
		before = it->width;
		it->x = means[block] + offset;
		if (++in == weights[block]) {
			block++;
			in = 0;
		}
	}
}

static void find_x(drawing *self)
{
	double *means = hr_alloc_array(self->vertices.count + 1, sizeof(double));
	uint32_t *weights = hr_alloc_array(self->vertices.count + 1, sizeof(uint32_t));

	for (unsigned round = 0; round < ROUNDS + 1; round++) {
		if (round)
			want_means(self, round < ROUNDS && round % 2 == 1,
				   round == ROUNDS || round % 2 == 0, false);
		for (uint32_t l = 0; l < self->layers; l++)
			place_layer(self, l, means, weights);
	}
	hr_free(means);
	hr_free(weights);
}

/* --- boxes and lines -------------------------------------------------------------------------- */

static void place_boxes(drawing *self, trace_box *inside, double *tops)
{
	trace_layout *layout = self->layout;
	const uint32_t *children = layout->children + layout->first_child[self->node];
	double left = 0, right = 0, y = 0;

	for (size_t v = 0; v < self->vertices.count; v++) {
		const vertex *it = &self->vertices.data[v];

		left = !v || it->x - it->width / 2 < left ? it->x - it->width / 2 : left;
		right = !v || it->x + it->width / 2 > right ? it->x + it->width / 2 : right;
	}
	for (uint32_t l = 0; l < self->layers; l++) {
		double row = 0;

		for (uint32_t i = self->first_in_layer[l]; i < self->first_in_layer[l + 1]; i++) {
			uint32_t v = self->ordered[i];

			self->vertices.data[v].x -= left;
			if (v < self->count && layout->boxes[children[v]].height > row)
				row = layout->boxes[children[v]].height;
		}
		tops[l] = y;
		y += row + below;
	}
	tops[self->layers] = y;
	for (uint32_t v = 0; v < self->count; v++) {
		trace_box *box = &layout->boxes[children[v]];

		box->x = self->vertices.data[v].x - box->width / 2;
		box->y = tops[self->vertices.data[v].layer];
	}
	*inside = (trace_box){.width = right - left, .height = y - below};
}

static void curve(trace_layout *layout, trace_point to)
{
	trace_point from = HR_LAST(&layout->points);
	double middle = (from.y + to.y) / 2;

	HR_PUSH(&layout->points, (trace_point){from.x, middle});
	HR_PUSH(&layout->points, (trace_point){to.x, middle});
	HR_PUSH(&layout->points, to);
}

/* Return the x at which a line meets a box, shifted towards its other end. */
static double port(const trace_box *box, double towards)
{
	double middle = box->x + box->width / 2, off = (towards - middle) * 0.3;
	double most = box->width * 0.38;

	return middle + (off > most ? most : off < -most ? -most : off);
}

static void draw_line(drawing *self, uint32_t number, const double *tops)
{
	trace_layout *layout = self->layout;
	trace_line *line = &layout->lines[number];
	const trace_box *from = &layout->boxes[line->from], *to = &layout->boxes[line->to];
	uint32_t point = self->first_point[number - first_line(self)];
	uint32_t last = self->vertices.data[local(self, line->to)].layer;
	double next = point ? self->vertices.data[point].x : to->x + to->width / 2;
	double before = from->x + from->width / 2;

	line->point = layout->points.count;
	HR_PUSH(&layout->points, (trace_point){port(from, next), from->y + from->height});
	for (; point && self->vertices.data[point].layer < last; point++) {
		uint32_t layer = self->vertices.data[point].layer;

		before = self->vertices.data[point].x;
		curve(layout, (trace_point){before, tops[layer]});
		curve(layout, (trace_point){before, tops[layer + 1] - below});
		if (layer + 1 == last)
			break;
	}
	curve(layout, (trace_point){port(to, before), to->y});
	line->points = layout->points.count - line->point;
}

void trace_layout_layered(trace_layout *layout, uint32_t node, trace_box *inside)
{
	drawing self = {.layout = layout, .node = node, .count = trace_child_count(layout, node)};
	double *tops;

	for (uint32_t i = 0; i < self.count; i++)
		HR_PUSH(&self.vertices,
			(vertex){.width = layout->boxes[layout->children[layout->first_child[node] +
									 i]]
						  .width});
	find_layers(&self);
	find_links(&self);
	fill_layers(&self);
	order_layers(&self);
	find_x(&self);
	tops = hr_alloc_array((size_t)self.layers + 1, sizeof(double));
	place_boxes(&self, inside, tops);
	for (uint32_t i = first_line(&self); i < end_line(&self); i++)
		draw_line(&self, i, tops);
	hr_free(tops);
	HR_VEC_FREE(&self.vertices);
	HR_VEC_FREE(&self.links);
	hr_free(self.first_point);
	hr_free(self.first_in_layer);
	hr_free(self.ordered);
}
