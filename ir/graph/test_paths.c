/* ir/graph/test_paths.c -- paths of edges, compared with those that a table of all pairs has. */
#include "ir/graph/paths.h"
#include "src/base/alloc.h"
#include "src/base/mix.h"
#include "src/base/test.h"

enum { MOST = 24, GRAPHS = 4000 };

typedef struct test_graph {
	hr_node node, children[MOST];
	hr_edge edges[3 * MOST];
	uint32_t order[MOST]; /* topological */
	uint32_t rounds[MOST];
	enum hr_path pairs[MOST][MOST];
} test_graph;

static uint64_t state;

static uint32_t below(uint32_t count)
{
	return (uint32_t)(hr_mix(state += HR_MIX_STEP) % count);
}

/* Make a graph of some children in random order, with edges that follow another random order. */
static void make_graph(test_graph *made)
{
	unsigned n = 2 + below(MOST - 1);

	memset(made, 0, sizeof(*made));
	made->node.child_count = n;
	made->node.edges = made->edges;
	for (unsigned i = 0; i < n; i++) {
		unsigned other = below(i + 1);

		made->children[i].index = i;
		made->children[i].parent = &made->node;
		made->order[i] = made->order[other];
		made->order[other] = i;
		made->rounds[i] = below(4) == 0;
	}
	for (unsigned i = below(3 * n + 1); i > 0; i--) {
		unsigned from = below(n - 1), to = from + 1 + below(n - from - 1);

		made->edges[made->node.edge_count++] = (hr_edge){.source = made->order[from],
								 .sink = made->order[to],
								 .all_to_all = below(3) == 0};
	}
}

/* Fill the table of all pairs. */
static void close_pairs(test_graph *of, bool waits)
{
	for (unsigned i = 0; i < of->node.edge_count; i++) {
		const hr_edge *edge = &of->edges[i];
		enum hr_path *pair = &of->pairs[edge->source][edge->sink];

		*pair = edge->all_to_all || *pair == HR_PATH_ALL ? HR_PATH_ALL : HR_PATH_EACH;
	}
	for (unsigned via = 0; via < of->node.child_count; via++)
		for (unsigned a = 0; a < of->node.child_count; a++)
			for (unsigned b = 0; b < of->node.child_count; b++) {
				enum hr_path first = of->pairs[a][via], second = of->pairs[via][b];
				bool all = (waits && of->rounds[via]) || first == HR_PATH_ALL ||
					   second == HR_PATH_ALL;

				if (first && second && (all || !of->pairs[a][b]))
					of->pairs[a][b] = all ? HR_PATH_ALL : HR_PATH_EACH;
			}
}

static void compare(test_graph *of, const hr_path_rounds *rounds, hr_arena *arena, hr_paths *paths)
{
	unsigned n = of->node.child_count;

	for (unsigned i = 0; i < n * n; i++) {
		const hr_node *a = &of->children[below(n)], *b = &of->children[below(n)];
		enum hr_path found = rounds ? hr_path_in(paths, rounds, arena, a, b)
					    : hr_path_before_barriers(paths, a, b);

		ck_assert_int_eq(found, of->pairs[a->index][b->index]);
	}
}

START_TEST(paths_by_the_edges_alone)
{
	state = 1;
	for (unsigned i = 0; i < GRAPHS; i++) {
		test_graph of;
		hr_paths *paths;

		make_graph(&of);
		close_pairs(&of, false);
		paths = hr_paths_new(&of.node);
		compare(&of, NULL, NULL, paths);
		hr_paths_free(paths);
	}
}
END_TEST

START_TEST(paths_through_leaves_with_barriers)
{
	state = 2;
	for (unsigned i = 0; i < GRAPHS; i++) {
		hr_path_rounds rounds = {0};
		hr_paths *paths;
		hr_arena arena;
		test_graph of;

		make_graph(&of);
		close_pairs(&of, true);
		hr_arena_init(&arena);
		paths = hr_paths_new(&of.node);
		for (unsigned child = 0; child < of.node.child_count; child++)
			if (of.rounds[child])
				hr_path_passed(&rounds, &arena, &of.children[child], 1);
		compare(&of, &rounds, &arena, paths);
		hr_paths_free(paths);
		hr_arena_free(&arena);
	}
}
END_TEST

/* Many nodes: the sets of a chain, and of what fans out and in, are single ranges. */
START_TEST(long_chain)
{
	enum { LONG = 50000 };
	hr_node node = {.child_count = LONG, .edge_count = LONG - 1};
	hr_node *children = hr_alloc_array(LONG, sizeof(*children));
	hr_paths *paths;

	node.edges = hr_alloc_array(LONG, sizeof(*node.edges));
	for (unsigned i = 0; i < LONG; i++) {
		children[i].index = i;
		node.edges[i] = (hr_edge){.source = i, .sink = i + 1, .all_to_all = i == LONG / 2};
	}
	paths = hr_paths_new(&node);
	ck_assert_int_eq(hr_path_before_barriers(paths, &children[0], &children[LONG - 1]),
			 HR_PATH_ALL);
	ck_assert_int_eq(hr_path_before_barriers(paths, &children[0], &children[LONG / 2]),
			 HR_PATH_EACH);
	ck_assert_int_eq(hr_path_before_barriers(paths, &children[LONG - 1], &children[0]),
			 HR_NO_PATH);
	hr_paths_free(paths);
	hr_free(node.edges);
	hr_free(children);
}
END_TEST

HR_TEST_MAIN("paths", paths_by_the_edges_alone, paths_through_leaves_with_barriers, long_chain)
