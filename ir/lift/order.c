/* ir/lift/order.c -- a topological order of a child graph: sources before sinks (G3).
 *
 * Invariant: a node enters the heap when its last source has left it.
 * Owns:      scratch, while it runs.
 * Not here:  diagnostics (ir/lift/validate.c). */
#include "ir/lift/order.h"

#include <stdio.h>
#include <string.h>

typedef struct sorter {
	const hr_graph_shape *shape;
	/* index of each child's first edge in by_source; one more for the end */
	unsigned *first_edge;
	unsigned *by_source;        /* edges, sorted by source */
	unsigned *waits_for;        /* number of sources not placed yet, by child */
	unsigned *heap, heap_count; /* children that could come next, smallest first */
} sorter;

/* --- a heap of numbers ------------------------------------------------------------------------ */

static void swap(unsigned *a, unsigned *b)
{
	unsigned kept = *a;

	*a = *b;
	*b = kept;
}

static void push(sorter *s, unsigned child)
{
	unsigned at = s->heap_count++;

	s->heap[at] = child;
	for (; at && s->heap[(at - 1) / 2] > s->heap[at]; at = (at - 1) / 2)
		swap(&s->heap[at], &s->heap[(at - 1) / 2]);
}

static unsigned pop(sorter *s)
{
	unsigned result = s->heap[0], at = 0;

	s->heap[0] = s->heap[--s->heap_count];
	for (;;) {
		unsigned least = 2 * at + 1;

		if (least >= s->heap_count)
			return result;
		if (least + 1 < s->heap_count && s->heap[least + 1] < s->heap[least])
			least++;
		if (s->heap[at] <= s->heap[least])
			return result;
		swap(&s->heap[at], &s->heap[least]);
		at = least;
	}
}

/* --- the order -------------------------------------------------------------------------------- */

static void sort_edges(sorter *s)
{
	const hr_graph_shape *shape = s->shape;

	for (unsigned i = 0; i < shape->edge_count; i++) {
		s->first_edge[shape->edges[i].source + 1]++;
		s->waits_for[shape->edges[i].sink]++;
	}
	for (unsigned i = 0; i < shape->child_count; i++)
		s->first_edge[i + 1] += s->first_edge[i];
	for (unsigned i = shape->edge_count; i-- > 0;) {
		unsigned source = shape->edges[i].source;

		/* Filled from the end; afterwards first_edge has its previous values. */
		s->by_source[--s->first_edge[source + 1]] = i;
	}
	memmove(s->first_edge, s->first_edge + 1, shape->child_count * sizeof(*s->first_edge));
	s->first_edge[shape->child_count] = shape->edge_count;
}

static unsigned fill_order(sorter *s, unsigned *order)
{
	const hr_graph_shape *shape = s->shape;
	unsigned count = 0;

	for (unsigned i = 0; i < shape->child_count; i++)
		if (!s->waits_for[i])
			push(s, i);
	while (s->heap_count) {
		unsigned child = pop(s);

		order[count++] = child;
		for (unsigned i = s->first_edge[child]; i < s->first_edge[child + 1]; i++) {
			unsigned sink = shape->edges[s->by_source[i]].sink;

			if (!--s->waits_for[sink])
				push(s, sink);
		}
	}
	return count;
}

/* --- cycles ----------------------------------------------------------------------------------- */

/* Return, for each child that still waits, one of its sources that waits too; each one has such a
 * source. */
static unsigned *waiting_sources(const sorter *s)
{
	unsigned *source = hr_alloc_array(s->shape->child_count, sizeof(*source));

	for (unsigned i = 0; i < s->shape->edge_count; i++) {
		const hr_edge *edge = &s->shape->edges[i];

		if (s->waits_for[edge->source] && s->waits_for[edge->sink])
			source[edge->sink] = edge->source;
	}
	return source;
}

static void name_cycle(const sorter *s, char *text, size_t size)
{
	unsigned *source = waiting_sources(s), at = 0, count = 0;
	unsigned *cycle = hr_alloc_array(s->shape->child_count + 1, sizeof(*cycle));
	size_t used = 0;
	unsigned start;

	while (!s->waits_for[at])
		at++;
	/* After as many steps as there are children, the walk is on the cycle. */
	for (unsigned i = 0; i < s->shape->child_count; i++)
		at = source[at];
	start = at;
	do {
		cycle[count++] = at;
		at = source[at];
	} while (at != start);
	for (unsigned i = count + 1; i-- > 0 && used < size;) {
		/* cycle[] is in the reverse direction of the edges. */
		const char *name = s->shape->children[cycle[i % count]].label;

		used += (size_t)snprintf(text + used, size - used, "%s%s", i == count ? "" : " -> ",
					 name);
	}
	if (used >= size)
		strcpy(text + size - 4, "...");
	hr_free(source);
	hr_free(cycle);
}

unsigned *hr_topological_order(hr_arena *arena, const hr_graph_shape *shape, char *text,
			       size_t size)
{
	unsigned *order = hr_arena_array(arena, shape->child_count, sizeof(*order));
	sorter s = {.shape = shape};
	unsigned count;

	s.first_edge = hr_alloc_array((size_t)shape->child_count + 1, sizeof(unsigned));
	s.by_source = hr_alloc_array(shape->edge_count, sizeof(unsigned));
	s.waits_for = hr_alloc_array(shape->child_count, sizeof(unsigned));
	s.heap = hr_alloc_array(shape->child_count, sizeof(unsigned));
	sort_edges(&s);
	count = fill_order(&s, order);
	if (count != shape->child_count)
		name_cycle(&s, text, size);
	hr_free(s.first_edge);
	hr_free(s.by_source);
	hr_free(s.waits_for);
	hr_free(s.heap);
	return count == shape->child_count ? order : NULL;
}
