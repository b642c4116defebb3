/* backends/unit/nest.h -- nested nodes, each with one child, flattened into one grid.
 *
 * If a node has a single child and that child is an internal node, the instances of the child in
 * all instances of the node form a product grid. A device then gets one grid of groups instead of
 * one launch for each instance of the outer nodes. */
#ifndef HR_NEST_H
#define HR_NEST_H

#include "backends/backend.h"
#include "ir/graph/graph.h"

enum { HR_NEST_LEVELS = 16 };

typedef struct hr_unit_nest {
	const hr_node *node[HR_NEST_LEVELS]; /* the innermost first; borrowed from the program */
	unsigned count;                      /* 1: TOP alone */
	unsigned dims;                       /* total number of dimensions */
} hr_unit_nest;

/* Fill NEST with TOP and its descendants, as long as each has exactly one child, which is an
 * internal node and gets its inputs unchanged. */
void hr_nest_find(const hr_node *top, hr_unit_nest *nest);
static inline const hr_node *hr_nest_top(const hr_unit_nest *nest)
{
	return nest->node[nest->count - 1];
}
/* Return true if the flattened grid has a single dimension, which numbers the instances in
 * reference order. That is the case if the nodes have more than three dimensions together; the
 * extents of the nodes are then extra levels of the unit, starting at hr_nest_levels(), innermost
 * first. Otherwise the flattened grid has all dimensions, outermost node first. */
static inline bool hr_nest_is_line(const hr_unit_nest *nest)
{
	return nest->dims > 3;
}
static inline uint32_t hr_nest_levels(const hr_unit_nest *nest)
{
	return hr_nest_top(nest)->depth + 1;
}
/* Return the index of dimension D of level L among all dimensions. */
unsigned hr_nest_dim(const hr_unit_nest *nest, unsigned l, unsigned d);
/* Return the parent's input that is bound to input PORT of CHILD with the same type, or -1. */
int hr_nest_bound(const hr_node *child, unsigned port);
/* Return the input of the top node that reaches input INPUT of the innermost node. */
unsigned hr_nest_input(const hr_unit_nest *nest, unsigned input);
/* Return the output of the innermost node that is output OUTPUT of the top node with the same type,
 * or -1. */
int hr_nest_output(const hr_unit_nest *nest, unsigned output);
/* Convert GRID, whose levels and range are those of the top node, to the flattened grid, with
 * LEVELS as the storage of its levels, which must have room for all levels of the unit. Also set
 * `inner` to the grid of LEAF in the innermost node. All grids must be valid. Return false if there
 * are too many instances. */
bool hr_nest_place(const hr_unit_nest *nest, const hr_node *leaf, hr_unit_grid *grid,
		   hr_unit_level *levels) HR_MUST_CHECK;

#endif
