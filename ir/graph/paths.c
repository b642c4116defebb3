/* ir/graph/paths.c -- which children of an internal node paths of edges order.
 *
 * The children are numbered in a topological order. Of each child, the children from which a path
 * leads to it are a set of ranges of numbers. Such a set is small because the order follows chains
 * of edges to their end. It is computed from the sets of the sources of the child's edges when it is
 * first asked for.
 *
 * A second set has the children from which some path orders all instances: one with an all-to-all
 * edge, or through a leaf that has passed a barrier. Which children have passed barriers is
 * known of an instance of the parent, hr_path_rounds, which has second sets of its own.
 *
 * Invariant: ranges of a set ascend, and neither overlap nor touch.
 * Owns:      hr_paths; the sets of an instance are in its arena.
 * Clauses:   E2, E3, M4.
 * Not here:  order of instances (interp/check/race/order.c). */
#include "ir/graph/paths.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/vec.h"

typedef struct path_range {
	uint32_t first, last;
} path_range;

struct hr_path_set {
	uint32_t count;
	path_range ranges[];
};

/* The source of an edge. */
typedef struct path_source {
	uint32_t number;
	bool all; /* the edge is all-to-all */
} path_source;

struct hr_paths {
	const hr_node *node;
	uint32_t *number;     /* by child: its number */
	uint32_t *child;      /* by number */
	uint32_t *first;      /* by number: index of its first source; one more at the end */
	path_source *sources; /* by number of the sink, each edge once */
	const hr_path_set **any,
		**all; /* by number: the sets before any barrier; NULL: not computed */
	HR_VEC(path_range) scratch;
	HR_VEC(uint32_t)
	wanted;         /* numbers whose sets are being computed, and where each of them is */
	hr_arena arena; /* owns all of these but the vectors */
};

/* --- numbers ---------------------------------------------------------------------------------- */

/* Edges by source: the sinks of CHILD begin at first[CHILD]. */
typedef struct path_sinks {
	uint32_t *first, *sinks;
} path_sinks;

static path_sinks sinks_of(const hr_node *node)
{
	path_sinks made = {hr_alloc_array((size_t)node->child_count + 2, sizeof(uint32_t)),
			   hr_alloc_array((size_t)node->edge_count + 1, sizeof(uint32_t))};

	/* first[i + 1] is where the next sink of i goes: in the end, where those of i end. */
	for (unsigned i = 0; i < node->edge_count; i++)
		made.first[node->edges[i].source + 2]++;
	for (unsigned i = 0; i < node->child_count; i++)
		made.first[i + 2] += made.first[i + 1];
	for (unsigned i = 0; i < node->edge_count; i++)
		made.sinks[made.first[node->edges[i].source + 1]++] = node->edges[i].sink;
	return made;
}

/* Number the children that are not numbered and that a path leads to from CHILD, and then CHILD,
 * downwards from *NEXT. STACK has room for all children; at[] is how many sinks are left, plus 1. */
static void number_from(hr_paths *made, const path_sinks *edges, uint32_t child, uint32_t *stack,
			uint32_t *at, uint32_t *next)
{
	uint32_t depth = 0;

	if (at[child])
		return;
	stack[depth++] = child;
	at[child] = edges->first[child + 1] - edges->first[child] + 1;
	while (depth) {
		uint32_t top = stack[depth - 1], sink;

		if (--at[top]) {
			sink = edges->sinks[edges->first[top] + at[top] - 1];
			if (at[sink] || made->number[sink] != UINT32_MAX)
				continue;
			stack[depth++] = sink;
			at[sink] = edges->first[sink + 1] - edges->first[sink] + 1;
		} else {
			made->number[top] = --*next;
			made->child[*next] = top;
			depth--;
		}
	}
}

/* Number the children depth first, so that a chain has successive numbers, and in the order of
 * creation where the edges allow it. */
static void number_all(hr_paths *made)
{
	unsigned n = made->node->child_count;
	path_sinks edges = sinks_of(made->node);
	uint32_t *stack = hr_alloc_array((size_t)n + 1, sizeof(uint32_t));
	uint32_t *at = hr_alloc_array((size_t)n + 1, sizeof(uint32_t)), next = n;

	memset(made->number, 0xff, n * sizeof(*made->number));
	for (unsigned child = n; child-- > 0;)
		if (made->number[child] == UINT32_MAX)
			number_from(made, &edges, child, stack, at, &next);
	hr_free(edges.first);
	hr_free(edges.sinks);
	hr_free(stack);
	hr_free(at);
}

/* List the sources of each child, by number; several edges between the same children are one. */
static void list_sources(hr_paths *made)
{
	const hr_node *node = made->node;
	unsigned n = node->child_count;
	uint32_t *end = hr_alloc_array((size_t)n + 1, sizeof(uint32_t)), count = 0;
	/* by source: the edge to the current sink, plus 1: first one-to-one, then all-to-all */
	uint64_t *seen = hr_alloc_array((size_t)n + 1, 2 * sizeof(uint64_t));
	uint32_t *by_sink = hr_alloc_array((size_t)node->edge_count + 1, sizeof(uint32_t));

	for (unsigned i = 0; i < node->edge_count; i++)
		end[made->number[node->edges[i].sink]]++;
	for (unsigned i = 1; i < n; i++)
		end[i] += end[i - 1];
	for (unsigned i = node->edge_count; i-- > 0;)
		by_sink[--end[made->number[node->edges[i].sink]]] = i; /* now the beginning */
	for (uint32_t i = 0, sink = 0; sink < n; sink++) {
		made->first[sink] = count;
		for (; i < node->edge_count && made->number[node->edges[by_sink[i]].sink] == sink;
		     i++) {
			const hr_edge *edge = &node->edges[by_sink[i]];
			uint32_t source = made->number[edge->source];
			uint64_t *last = &seen[2 * (size_t)source + edge->all_to_all];

			if (*last == (uint64_t)sink + 1)
				continue;
			*last = (uint64_t)sink + 1;
			made->sources[count++] = (path_source){source, edge->all_to_all};
		}
	}
	made->first[n] = count;
	hr_free(end);
	hr_free(seen);
	hr_free(by_sink);
}

hr_paths *hr_paths_new(const hr_node *node)
{
	hr_paths *made = hr_alloc_zero(sizeof(*made));
	unsigned n = node->child_count;

	made->node = node;
	hr_arena_init(&made->arena);
	made->number = hr_arena_array(&made->arena, n, sizeof(*made->number));
	made->child = hr_arena_array(&made->arena, n, sizeof(*made->child));
	made->first = hr_arena_array(&made->arena, (size_t)n + 1, sizeof(*made->first));
	made->sources = hr_arena_array(&made->arena, node->edge_count, sizeof(*made->sources));
	made->any = hr_arena_array(&made->arena, n, sizeof(*made->any));
	made->all = hr_arena_array(&made->arena, n, sizeof(*made->all));
	number_all(made);
	list_sources(made);
	return made;
}

void hr_paths_free(hr_paths *self)
{
	HR_VEC_FREE(&self->scratch);
	HR_VEC_FREE(&self->wanted);
	hr_arena_free(&self->arena);
	hr_free(self);
}

/* --- sets ------------------------------------------------------------------------------------- */

static int by_first(const void *a, const void *b)
{
	const path_range *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

static void add_set(hr_paths *self, const hr_path_set *set)
{
	for (uint32_t i = 0; i < set->count; i++)
		HR_PUSH(&self->scratch, set->ranges[i]);
}

/* Return the union of the ranges in the scratch vector, which is emptied. */
static const hr_path_set *joined(hr_paths *self, hr_arena *arena)
{
	path_range *ranges = self->scratch.data;
	uint32_t count = 0;
	hr_path_set *made;

	if (self->scratch.count)
		qsort(ranges, self->scratch.count, sizeof(*ranges), by_first);
	for (size_t i = 0; i < self->scratch.count; i++) {
		if (count && ranges[i].first <= ranges[count - 1].last + 1) {
			if (ranges[i].last > ranges[count - 1].last)
				ranges[count - 1].last = ranges[i].last;
		} else {
			ranges[count++] = ranges[i];
		}
	}
	made = hr_arena_alloc(arena, sizeof(*made) + count * sizeof(*ranges));
	made->count = count;
	if (count)
		memcpy(made->ranges, ranges, count * sizeof(*ranges));
	self->scratch.count = 0;
	return made;
}

/* Compute the sets of the child of NUMBER; those of its sources are known. */
static const hr_path_set *any_of(hr_paths *self, uint32_t number)
{
	for (uint32_t i = self->first[number]; i < self->first[number + 1]; i++) {
		uint32_t source = self->sources[i].number;

		HR_PUSH(&self->scratch, (path_range){source, source});
		add_set(self, self->any[source]);
	}
	return joined(self, &self->arena);
}

static const hr_path_set *all_of(hr_paths *self, const hr_path_set *const *sets,
				 const uint32_t *rounds, uint32_t number, hr_arena *arena)
{
	for (uint32_t i = self->first[number]; i < self->first[number + 1]; i++) {
		uint32_t source = self->sources[i].number;
		bool waits = rounds && rounds[self->child[source]];

		if (self->sources[i].all)
			HR_PUSH(&self->scratch, (path_range){source, source});
		add_set(self, self->sources[i].all || waits ? self->any[source] : sets[source]);
	}
	return joined(self, arena);
}

/* Compute the sets of the child of NUMBER, and before them those of the children that they require.
 * SETS: the second sets, by number; with ROUNDS of the instance that they are of, or NULL. */
static void compute(hr_paths *self, const hr_path_set **sets, const uint32_t *rounds,
		    uint32_t number, hr_arena *arena)
{
	HR_PUSH(&self->wanted, number);
	HR_PUSH(&self->wanted, self->first[number]);
	while (self->wanted.count) {
		uint32_t *at = &HR_LAST(&self->wanted), of = at[-1], source;

		while (*at < self->first[of + 1] && sets[self->sources[*at].number])
			++*at;
		if (*at < self->first[of + 1]) {
			source = self->sources[*at].number;
			HR_PUSH(&self->wanted, source);
			HR_PUSH(&self->wanted, self->first[source]);
			continue;
		}
		if (!self->any[of])
			self->any[of] = any_of(self, of);
		if (!sets[of])
			sets[of] = all_of(self, sets, rounds, of, arena);
		self->wanted.count -= 2;
	}
}

static bool has(const hr_path_set *set, uint32_t number)
{
	uint32_t low = 0, high = set->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (set->ranges[middle].last < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < set->count && set->ranges[low].first <= number;
}

static enum hr_path path(hr_paths *self, const hr_path_set **sets, const uint32_t *rounds,
			 hr_arena *arena, const hr_node *a, const hr_node *b)
{
	uint32_t from = self->number[a->index], to = self->number[b->index];

	if (from >= to)
		return HR_NO_PATH;
	if (!sets[to])
		compute(self, sets, rounds, to, arena);
	if (!has(self->any[to], from))
		return HR_NO_PATH;
	return has(sets[to], from) ? HR_PATH_ALL : HR_PATH_EACH;
}

enum hr_path hr_path_before_barriers(hr_paths *self, const hr_node *a, const hr_node *b)
{
	return path(self, self->all, NULL, &self->arena, a, b);
}

enum hr_path hr_path_in(hr_paths *self, const hr_path_rounds *rounds, hr_arena *arena,
			const hr_node *a, const hr_node *b)
{
	if (!rounds->passed)
		return hr_path_before_barriers(self, a, b);
	return path(self, rounds->all, rounds->passed, arena, a, b);
}

void hr_path_passed(hr_path_rounds *rounds, hr_arena *arena, const hr_node *child, uint32_t round)
{
	unsigned n = child->parent->child_count;

	if (!rounds->passed) {
		rounds->passed = hr_arena_array(arena, n, sizeof(*rounds->passed));
		rounds->all = hr_arena_array(arena, n, sizeof(*rounds->all));
	}
	rounds->passed[child->index] = round;
}
