/* ir/graph/paths.h -- which children of an internal node paths of edges order.
 *
 * A question takes logarithmic time in usual graphs, and memory grows with nodes and edges: see
 * paths.c. Not safe for several threads at once. */
#ifndef HR_PATHS_H
#define HR_PATHS_H

#include "ir/graph/graph.h"
#include "src/base/arena.h"

/* The paths between the children of one internal node. */
typedef struct hr_paths hr_paths;
typedef struct hr_path_set hr_path_set;

/* EACH orders instance i before instance i, ALL orders all instances. */
enum hr_path { HR_NO_PATH, HR_PATH_EACH, HR_PATH_ALL };

/* In an instance of the internal node, which children have passed barriers; all zero: none. */
typedef struct hr_path_rounds {
	uint32_t *passed; /* by child: number of barriers; NULL: none */
	const hr_path_set **all;
} hr_path_rounds;

/* Return the paths of NODE (borrowed), which must stay as it is; the caller frees them. */
hr_paths *hr_paths_new(const hr_node *node);
void hr_paths_free(hr_paths *self);
/* Return how paths of edges order child A before child B. */
enum hr_path hr_path_before_barriers(hr_paths *self, const hr_node *a, const hr_node *b);
/* The same in an instance: a path through a child that has passed a barrier orders all instances.
 * The children before B do not pass a first barrier after the question. ARENA is that of
 * hr_path_passed(). */
enum hr_path hr_path_in(hr_paths *self, const hr_path_rounds *rounds, hr_arena *arena,
			const hr_node *a, const hr_node *b);
/* CHILD of the instance has passed barrier ROUND. ARENA lives as long as ROUNDS. */
void hr_path_passed(hr_path_rounds *rounds, hr_arena *arena, const hr_node *child, uint32_t round);

#endif
