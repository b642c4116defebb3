/* tools/import/stablehlo/index.c -- gather and scatter with general dimension numbers.
 *
 * Both become gather_nd and scatter_nd. Axes of the operand that indices choose from, its chosen axes, are
 * brought to the front; windows of them become axes of the indices. Positions of gathered windows are clamped;
 * of scattered ones, each element that is out of range is dropped. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* An operation during its translation. B is the number of batch axes of the indices, W that of windowed axes
 * among the chosen ones. */
typedef struct indexing {
	hlo_op *o;
	hlo_list window, collapsed, batching, index_batching, map;
	int64_t vector_axis;
	hr_tv x, indices; /* indices: i64, with the index vector last */
	unsigned rank, b, w;
	hr_tv size[HR_RANK_MOST]; /* of the window along each axis of X, scalars */
	bool windowed[HR_RANK_MOST], chosen[HR_RANK_MOST];
	unsigned order[HR_RANK_MOST]; /* axes of X, chosen ones first */
	unsigned chosen_count;
	hr_tv shape; /* of the indices with windows, without the vector */
} indexing;

static bool read_list(indexing *n, const mlir_attr *numbers, const char *name, const char *other,
		      unsigned rank, hlo_list *out)
{
	const mlir_attr *attr = mlir_item(numbers, name);

	return hlo_axes(n->o, attr ? attr : mlir_item(numbers, other), name, rank, out);
}

static bool read_dimension_numbers(indexing *n, const char *name, unsigned result_rank)
{
	const mlir_attr *numbers = mlir_attr_of(n->o->op, name);
	const mlir_attr *vector = mlir_item(numbers, "index_vector_dim");
	const unsigned index_rank = hlo_rank(n->o, n->o->in[1]);

	n->vector_axis = vector ? vector->integer : 0;
	if (n->vector_axis < 0 || n->vector_axis > index_rank)
		return hlo_invalid(n->o, "its index_vector_dim is out of range");
	n->b = index_rank - (n->vector_axis < index_rank);
	return read_list(n, numbers, "offset_dims", "update_window_dims", result_rank,
			 &n->window) &&
	       read_list(n, numbers, "collapsed_slice_dims", "inserted_window_dims", n->rank,
			 &n->collapsed) &&
	       read_list(n, numbers, "operand_batching_dims", "input_batching_dims", n->rank,
			 &n->batching) &&
	       read_list(n, numbers, "start_indices_batching_dims", "scatter_indices_batching_dims",
			 index_rank, &n->index_batching) &&
	       read_list(n, numbers, "start_index_map", "scatter_dims_to_operand_dims", n->rank,
			 &n->map) &&
	       (n->batching.count == n->index_batching.count ||
		hlo_invalid(n->o, "its batching dimensions differ in number"));
}

/* Set the indices as i64, with the index vector last. */
static bool read_indices(indexing *n)
{
	const hr_tv given = h_i64(n->o, n->o->in[1]);
	unsigned perm[HR_RANK_MOST + 1], count = 0;
	int64_t last, length;

	if (!given)
		return false;
	for (unsigned i = 0; i < hlo_rank(n->o, given); i++)
		if (i != n->vector_axis)
			perm[count++] = i;
	perm[count] = (unsigned)n->vector_axis;
	last = n->b;
	n->indices = n->vector_axis == hlo_rank(n->o, given)
			     ? h_unsqueeze(n->o, given, &last, 1)
			     : h_transpose(n->o, given, perm, count + 1);
	return n->indices && hr_t_extent(n->o->program, n->indices, n->b, &length) &&
			       length == n->map.count
		       ? true
		       : hlo_invalid(n->o, "its indices do not have %u numbers each", n->map.count);
}

/* Choose the axes, when sizes of windows are known; FULL: those with windows as large as the axis. */
static bool choose_axes(indexing *n, const bool *full)
{
	unsigned rest = 0;

	for (unsigned d = 0; d < n->rank; d++) {
		n->windowed[d] =
			!hlo_has(&n->collapsed, d, NULL) && !hlo_has(&n->batching, d, NULL);
		n->chosen[d] = !n->windowed[d] || !full[d];
		n->chosen_count += n->chosen[d];
	}
	if (!n->chosen_count) {
		n->chosen[0] = true;
		n->chosen_count = 1;
	}
	for (unsigned d = 0, first = 0; d < n->rank; d++) {
		n->order[n->chosen[d] ? first++ : n->chosen_count + rest++] = d;
		n->w += n->chosen[d] && n->windowed[d];
	}
	return n->b + n->w + 1 <= HR_RANK_MOST ||
	       hlo_refuse(n->o, "its indices and windows have more than %d dimensions together",
			  HR_RANK_MOST - 1);
}

/* Set the shape of all indices: that of the batch, then of windows. */
static void set_shape(indexing *n)
{
	hr_tv extents[HR_RANK_MOST];
	unsigned count = 0;

	for (unsigned i = 0; i < n->b; i++)
		extents[count++] = h_extent(n->o, n->indices, i);
	for (unsigned d = 0; d < n->rank; d++)
		if (n->chosen[d] && n->windowed[d])
			extents[count++] = n->size[d];
	n->shape = h_vector(n->o, extents, count);
}

/* Return where windows begin along axis D: of rank B, or a scalar. CLAMPS: they are moved to where they fit. */
static hr_tv window_start(indexing *n, unsigned d, bool clamps)
{
	const hlo_op *o = n->o;
	unsigned at;
	hr_tv start;

	if (hlo_has(&n->batching, d, &at)) {
		const int64_t axis = n->index_batching.at[at];
		const unsigned own = (unsigned)(axis - (axis > n->vector_axis));

		return h_along(o, h_count(o, h_extent(o, n->indices, own)), own, n->b);
	}
	if (!hlo_has(&n->map, d, &at))
		return h_integer(o, 0);
	start = h_gather(o, n->indices, h_integer(o, at), n->b);
	if (clamps)
		start = h_min(o, h_max(o, start, h_integer(o, 0)),
			      h_sub(o, h_extent(o, n->x, d), n->size[d]));
	return start;
}

/* Return the indices along axis D, of shape SHAPE; WINDOW is the number of windowed axes before it. */
static hr_tv index_along(indexing *n, unsigned d, unsigned window, bool clamps)
{
	const hlo_op *o = n->o;
	const hr_tv start = window_start(n, d, clamps);
	hr_tv index;
	int64_t added[HR_RANK_MOST];

	if (!start)
		return 0;
	/* The start lacks leading axes where it is of a batching axis, and all where it is a scalar. */
	for (unsigned i = 0; i < n->w; i++)
		added[i] = hlo_rank(o, start) + i;
	index = hlo_rank(o, start) ? h_unsqueeze(o, start, added, n->w) : start;
	if (n->windowed[d])
		index = h_add(o, index,
			      h_along(o, h_count(o, n->size[d]), n->b + window, n->b + n->w));
	return h_broadcast(o, index, n->shape);
}

/* Set PARTS to the indices along all chosen axes. */
static bool all_indices(indexing *n, bool clamps, hr_tv *parts)
{
	unsigned window = 0;

	for (unsigned i = 0; i < n->chosen_count; i++) {
		parts[i] = index_along(n, n->order[i], window, clamps);
		if (!parts[i])
			return false;
		window += n->windowed[n->order[i]];
	}
	return true;
}

/* Return PARTS, along the chosen axes, as one tensor of vectors. */
static hr_tv joined(const indexing *n, hr_tv *parts)
{
	const int64_t last = n->b + n->w;

	for (unsigned i = 0; i < n->chosen_count; i++)
		parts[i] = h_unsqueeze(n->o, parts[i], &last, 1);
	return h_concat(n->o, (unsigned)last, parts, n->chosen_count);
}

/* Set PERM[i] to the axis, of a tensor of batch, windows and the other axes of X, that is axis I of the result of
 * gather, or of the updates. Return false after an error. */
static bool result_order(const indexing *n, unsigned rank, unsigned *perm)
{
	unsigned of_axis[HR_RANK_MOST], batch = 0, window = n->b, rest = n->b + n->w, at = 0;
	unsigned windows[HR_RANK_MOST], count = 0;

	for (unsigned d = 0; d < n->rank; d++) {
		if (!n->windowed[d])
			continue;
		of_axis[d] = n->chosen[d] ? window++ : rest++;
		windows[count++] = of_axis[d];
	}
	if (count != n->window.count || rank != n->b + count)
		return hlo_invalid(n->o,
				   "its dimension numbers do not fit the ranks of its operands");
	for (unsigned i = 0; i < rank; i++) {
		if (!hlo_has(&n->window, i, &at)) {
			perm[i] = batch++;
			continue;
		}
		/* The windowed axes are in order. */
		at = 0;
		for (unsigned k = 0; k < i; k++)
			at += hlo_has(&n->window, k, NULL);
		perm[i] = windows[at];
	}
	return true;
}

/* --- gather --------------------------------------------------------------------------------------------- */

/* Set the sizes of windows; FULL[d] if they are as large as axis D. */
static bool gather_sizes(indexing *n, bool *full)
{
	const hlo_op *o = n->o;
	hlo_list sizes = {0};

	if (!o->argument && !hlo_ints(o, "slice_sizes", &sizes))
		return false;
	if (!o->argument && sizes.count != n->rank)
		return hlo_invalid(o, "it has %u slice_sizes for %u axes", sizes.count, n->rank);
	for (unsigned d = 0; d < n->rank; d++) {
		const hr_tvalue *of;

		n->size[d] = o->argument ? h_element(o, h_i64(o, o->in[2]), d)
					 : h_integer(o, sizes.at[d]);
		if (!n->size[d])
			return false;
		of = hr_t_value(o->program, n->size[d]);
		full[d] = of->known_count == 1 && of->known[0] &&
			  hr_sym_equal(o->model->symbols, of->known[0],
				       hr_t_value(o->program, n->x)->extent[d]);
	}
	return true;
}

hr_tv hlo_op_gather(hlo_op *o)
{
	indexing n = {.o = o, .x = o->in[0], .rank = hlo_rank(o, o->in[0])};
	const unsigned result_rank = o->op->types[0].rank;
	hr_tv parts[HR_RANK_MOST], moved;
	unsigned perm[HR_RANK_MOST];
	bool full[HR_RANK_MOST] = {0};

	if (!n.rank)
		return hlo_refuse(o, "its operand is a scalar");
	if (!read_dimension_numbers(&n, "dimension_numbers", result_rank) ||
	    !gather_sizes(&n, full) || !read_indices(&n) || !choose_axes(&n, full) ||
	    !result_order(&n, result_rank, perm))
		return 0;
	set_shape(&n);
	if (!all_indices(&n, true, parts))
		return 0;
	moved = h_transpose(o, n.x, n.order, n.rank);
	return h_transpose(o, hr_t_2(o->program, HR_R_gather_nd, moved, joined(&n, parts)), perm,
			   result_rank);
}

/* --- scatter -------------------------------------------------------------------------------------------- */

static const char *scatter_reduction(const hlo_op *o)
{
	const mlir_region *region = o->op->region_count == 1 ? o->op->regions : NULL;

	if (region && hlo_region_is_second(region))
		return "none";
	switch (region ? hlo_region_row(region) : HR_R_NONE) {
	case HR_R_add: return "add";
	case HR_R_mul: return "mul";
	case HR_R_max: return "max";
	case HR_R_min: return "min";
	default: return NULL;
	}
}

/* Set the sizes of windows from the updates. */
static bool scatter_sizes(indexing *n, bool *full)
{
	const hlo_op *o = n->o;
	const unsigned rank = hlo_rank(o, o->in[2]);
	unsigned next = 0;

	for (unsigned d = 0; d < n->rank; d++) {
		if (hlo_has(&n->collapsed, d, NULL) || hlo_has(&n->batching, d, NULL))
			continue;
		while (next < rank && !hlo_has(&n->window, next, NULL))
			next++;
		if (next == rank)
			return hlo_invalid(o, "its updates have too few window dimensions");
		n->size[d] = h_extent(o, o->in[2], next);
		full[d] = !hlo_has(&n->map, d, NULL) &&
			  hr_sym_equal(o->model->symbols,
				       hr_t_value(o->program, o->in[2])->extent[next],
				       hr_t_value(o->program, n->x)->extent[d]);
		next++;
	}
	return true;
}

/* Move all indices that are out of range to one element more at the end of the first chosen axis. */
static void drop_outside(indexing *n, hr_tv *parts)
{
	const hlo_op *o = n->o;
	const hr_tv zero = h_integer(o, 0);
	hr_tv inside = 0;

	for (unsigned i = 0; i < n->chosen_count; i++) {
		const hr_tv extent = h_extent(o, n->x, n->order[i]);
		const hr_tv within =
			h_and(o, h_less_equal(o, zero, parts[i]), h_less(o, parts[i], extent));

		inside = i ? h_and(o, inside, within) : within;
	}
	for (unsigned i = 0; i < n->chosen_count; i++)
		parts[i] = h_where(o, inside, parts[i], i ? zero : h_extent(o, n->x, n->order[0]));
}

/* Return what UNORDERED, of which axis I is PERM[i] of the result, is. */
static hr_tv inverse_transpose(const hlo_op *o, hr_tv unordered, const unsigned *perm,
			       unsigned rank)
{
	unsigned inverse[HR_RANK_MOST];

	for (unsigned i = 0; i < rank; i++)
		inverse[perm[i]] = i;
	return h_transpose(o, unordered, inverse, rank);
}

hr_tv hlo_op_scatter(hlo_op *o)
{
	indexing n = {.o = o, .x = o->in[0], .rank = hlo_rank(o, o->in[0])};
	const unsigned update_rank = hlo_rank(o, o->in[2]);
	const char *reduction = scatter_reduction(o);
	const int64_t none[HR_RANK_MOST] = {0}, one[HR_RANK_MOST] = {1};
	hr_tv parts[HR_RANK_MOST], moved, updates;
	unsigned perm[HR_RANK_MOST];
	bool full[HR_RANK_MOST] = {0};

	if (!reduction)
		return hlo_refuse(o,
				  "its region is none of add, multiply, maximum, minimum, or the "
				  "update itself");
	if (o->in_count != 3 || !n.rank)
		return hlo_refuse(o, "several operands, or a scalar, are not supported");
	if (!read_dimension_numbers(&n, "scatter_dimension_numbers", update_rank) ||
	    !scatter_sizes(&n, full) || !read_indices(&n) || !choose_axes(&n, full) ||
	    !result_order(&n, update_rank, perm))
		return 0;
	set_shape(&n);
	if (!all_indices(&n, false, parts))
		return 0;
	drop_outside(&n, parts);
	moved = h_transpose(o, n.x, n.order, n.rank);
	moved = h_pad(o, moved, hr_t_scalar(o->program, hlo_elem(o, moved), 0), none, one, none);
	updates = inverse_transpose(o, o->in[2], perm, update_rank);
	moved = hr_t_call(o->program, HR_R_scatter_nd,
			  (const hr_tv[]){moved, joined(&n, parts), updates}, 3, "reduce=%s",
			  reduction);
	return inverse_transpose(o, h_slice(o, moved, 0, 0, -1, 1), n.order, n.rank);
}
