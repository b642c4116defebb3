/* backends/unit/nest.c -- nested nodes, each with one child, flattened into one grid.
 *
 * Owns:      nothing.
 * Clauses:   N1 (the reference order), N2, E4 (binds name values), G7 (extents depend on the
 *            parent's inputs).
 * Not here:  queries of indices in code (unit_nest.c), groups (unit_groups.c). */
#include "backends/unit/nest.h"

#include <string.h>

#include "src/base/alloc.h"

/* --- finding the nodes --------------------------------------------------------------------- */

int hr_nest_bound(const hr_node *child, unsigned port)
{
	const hr_node *node = child->parent;

	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].child == child->index &&
		    node->input_binds[i].child_port == port &&
		    node->inputs[node->input_binds[i].port].type == child->inputs[port].type)
			return (int)node->input_binds[i].port;
	return -1;
}

static bool has_one(const hr_node *node)
{
	const hr_node *child = node->child_count == 1 ? node->children[0] : NULL;

	if (!child || !child->internal)
		return false;
	for (unsigned i = 0; i < child->input_count; i++)
		if (hr_nest_bound(child, i) < 0)
			return false;
	return true;
}

void hr_nest_find(const hr_node *top, hr_unit_nest *nest)
{
	const hr_node *chain[HR_NEST_LEVELS];

	*nest = (hr_unit_nest){.count = 1, .dims = top->dims};
	chain[0] = top;
	for (; nest->count < HR_NEST_LEVELS && has_one(top); nest->count++) {
		chain[nest->count] = top = top->children[0];
		nest->dims += top->dims;
	}
	for (unsigned l = 0; l < nest->count; l++)
		nest->node[l] = chain[nest->count - 1 - l];
}

unsigned hr_nest_dim(const hr_unit_nest *nest, unsigned l, unsigned d)
{
	for (unsigned above = l + 1; above < nest->count; above++)
		d += nest->node[above]->dims;
	return d;
}

unsigned hr_nest_input(const hr_unit_nest *nest, unsigned input)
{
	for (unsigned l = 0; l + 1 < nest->count; l++)
		input = (unsigned)hr_nest_bound(nest->node[l], input);
	return input;
}

int hr_nest_output(const hr_unit_nest *nest, unsigned output)
{
	for (unsigned l = nest->count; l-- > 1;) {
		const hr_node *node = nest->node[l];
		const hr_bind *bind = NULL;

		for (unsigned i = 0; i < node->output_bind_count; i++)
			if (node->output_binds[i].port == output)
				bind = &node->output_binds[i];
		if (!bind ||
		    nest->node[l - 1]->outputs[bind->child_port].type != node->outputs[output].type)
			return -1;
		output = bind->child_port;
	}
	return (int)output;
}

/* --- a grid ----------------------------------------------------------------------------------- */

/* Store the extents of NODE in EXTENT. INPUTS is the image of inputs of an instance of its
 * parent. */
static void evaluate(const hr_node *node, const uint8_t *inputs, int64_t extent[3])
{
	const char *why;

	for (unsigned d = 0; d < 3; d++) {
		uint64_t value = 1;

		if (d < node->dims &&
		    !hr_expr_value(node->extent[d], node->parent->inputs, inputs, &value, &why))
			hr_bug("a grid that was valid has no extent: %s", why);
		extent[d] = (int64_t)value;
	}
}

/* Return the image of NODE's inputs, owned by the caller. OUTER is the image of its parent's
 * inputs. */
static uint8_t *enter(const hr_node *node, const uint8_t *outer)
{
	uint8_t *inner = hr_alloc_zero(node->inputs_bytes + 1);

	for (unsigned i = 0; i < node->input_count; i++)
		memcpy(inner + node->inputs[i].offset,
		       outer + node->parent->inputs[hr_nest_bound(node, i)].offset,
		       node->inputs[i].type->store_size);
	return inner;
}

/* Compute the grids of all levels below the top, and of LEAF in the innermost node. */
static void evaluate_all(const hr_unit_nest *nest, const hr_node *leaf, const uint8_t *inputs,
			 int64_t extents[][3], int64_t inner[3])
{
	uint8_t *image = NULL, *next;

	for (unsigned l = nest->count - 1; l-- > 0;) {
		evaluate(nest->node[l], image ? image : inputs, extents[l]);
		next = enter(nest->node[l], image ? image : inputs);
		hr_free(image);
		image = next;
	}
	evaluate(leaf, image ? image : inputs, inner);
	hr_free(image);
}

/* Convert the box to numbers of instances in reference order, in which it is contiguous. */
static bool place_line(const hr_unit_nest *nest, const int64_t extents[][3], hr_unit_grid *grid,
		       hr_unit_level *level)
{
	const int64_t *top = extents[nest->count - 1];
	int64_t all = 1, each = 1, first = 0, last = 0;

	for (unsigned l = 0; l < nest->count; l++)
		for (unsigned d = 0; d < 3; d++) {
			if (__builtin_mul_overflow(all, extents[l][d], &all))
				return false;
			if (l + 1 < nest->count)
				each *= extents[l][d];
		}
	for (unsigned d = 0; d < 3; d++) {
		first = first * top[d] + grid->begin[d];
		last = last * top[d] + grid->end[d] - 1;
	}
	*level = (hr_unit_level){.extent = {all, 1, 1}};
	for (unsigned d = 0; d < 3; d++)
		grid->begin[d] = 0, grid->end[d] = 1;
	grid->begin[0] = first * each;
	grid->end[0] = (last + 1) * each;
	return true;
}

/* The dimensions of the top node come first. */
static void place_box(const hr_unit_nest *nest, const int64_t extents[][3], hr_unit_grid *grid,
		      hr_unit_level *level)
{
	*level = (hr_unit_level){.extent = {1, 1, 1}};
	for (unsigned l = 0; l < nest->count; l++)
		for (unsigned d = 0; d < nest->node[l]->dims; d++) {
			unsigned at = hr_nest_dim(nest, l, d);

			level->extent[at] = extents[l][d];
			if (l + 1 < nest->count)
				grid->begin[at] = 0, grid->end[at] = extents[l][d];
		}
}

bool hr_nest_place(const hr_unit_nest *nest, const hr_node *leaf, hr_unit_grid *grid,
		   hr_unit_level *levels)
{
	uint32_t above = hr_nest_levels(nest);
	int64_t extents[HR_NEST_LEVELS][3];

	memcpy(extents[nest->count - 1], grid->levels[0].extent, sizeof(extents[0]));
	evaluate_all(nest, leaf, grid->inputs, extents, grid->inner);
	if (nest->count == 1)
		return true;
	memcpy(levels, grid->levels, above * sizeof(*levels));
	grid->levels = levels;
	if (!hr_nest_is_line(nest)) {
		place_box(nest, (const int64_t(*)[3])extents, grid, &levels[0]);
		return true;
	}
	for (unsigned l = 0; l < nest->count; l++) {
		levels[above + l] = (hr_unit_level){.id = {0}};
		memcpy(levels[above + l].extent, extents[l], sizeof(extents[l]));
	}
	return place_line(nest, (const int64_t(*)[3])extents, grid, &levels[0]);
}
