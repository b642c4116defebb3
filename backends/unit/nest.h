/* backends/unit/nest.h -- nodes in nodes, one in each, as one grid.
 *
 * Where a node has one child, an internal one, that child's instances in all of the node's are the
 * instances of both: a product. So a device gets one grid of groups, and no launch for each
 * instance of the nodes above. */
#ifndef HR_NEST_H
#define HR_NEST_H

#include "backends/backend.h"
#include "ir/graph/graph.h"

enum { HR_NEST_LEVELS = 16 };

typedef struct hr_unit_nest {
	const hr_node *node[HR_NEST_LEVELS]; /* the innermost first; the program's */
	unsigned count;                      /* 1: the node alone */
	unsigned dims;                       /* of all together */
} hr_unit_nest;

/* TOP, and what is in it, as long as each has one internal child that gets its inputs as they
 * are. */
void hr_nest_find(const hr_node *top, hr_unit_nest *nest);
static inline const hr_node *hr_nest_top(const hr_unit_nest *nest)
{
	return nest->node[nest->count - 1];
}
/* The one grid has all dimensions, outermost first, where that are no more than three. Otherwise it
 * has one, which counts instances in the reference order, and the unit has the levels' extents at
 * levels of their own: from hr_nest_levels() on, the innermost first. */
static inline bool hr_nest_is_line(const hr_unit_nest *nest)
{
	return nest->dims > 3;
}
static inline uint32_t hr_nest_levels(const hr_unit_nest *nest)
{
	return hr_nest_top(nest)->depth + 1;
}
/* The number of dimension D of level L among all. */
unsigned hr_nest_dim(const hr_unit_nest *nest, unsigned l, unsigned d);
/* The parent's input that is bound to input PORT of CHILD, with its type; -1: none. */
int hr_nest_bound(const hr_node *child, unsigned port);
/* The top's input that is INPUT of the innermost node. */
unsigned hr_nest_input(const hr_unit_nest *nest, unsigned input);
/* The innermost node's output that is OUTPUT of the top, with its type; -1: none. */
int hr_nest_output(const hr_unit_nest *nest, unsigned output);
/* GRID, whose levels and box are those of the top, gets those of all together, in LEVELS, which has
 * room for the unit's; and its `inner`, the grid of LEAF in the innermost node. All grids are
 * valid. False: there are too many instances. */
bool hr_nest_place(const hr_unit_nest *nest, const hr_node *leaf, hr_unit_grid *grid,
		   hr_unit_level *levels) HR_MUST_CHECK;

#endif
