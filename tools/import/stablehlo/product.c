/* tools/import/stablehlo/product.c -- products of tensors, convolutions.
 *
 * Where the result has another type than the operands, they are converted to it first, exactly. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* Return X as an operand of a product whose result is of type ELEM. */
static hr_tv as_factor(const hlo_op *o, hr_tv x, hr_elem elem)
{
	if (!x || hlo_elem(o, x) == elem)
		return x;
	return hr_elem_is_real(elem) ? h_widen_to(o, x, elem) : h_cast(o, x, elem);
}

/* Convert both operands, and return true if they are wide then, so that the product is to be narrowed. */
static bool convert_factors(const hlo_op *o, hr_tv *a, hr_tv *b)
{
	const hr_elem elem = o->op->types[0].elem;
	bool wide;

	*a = as_factor(o, *a, elem);
	*b = as_factor(o, *b, elem);
	if (!*a || !*b)
		return false;
	wide = hr_t_value(o->program, *a)->wide || hr_t_value(o->program, *b)->wide;
	if (wide) {
		*a = h_widen(o, *a);
		*b = h_widen(o, *b);
	}
	return wide;
}

/* --- dot ------------------------------------------------------------------------------------------------- */

/* Axes of one operand of a product. */
typedef struct factor {
	hr_tv x;
	hlo_list batch, contracted;
	unsigned rest[HR_RANK_MOST], rest_count;
} factor;

static bool read_factor(hlo_op *o, factor *f, const mlir_attr *batch, const mlir_attr *contracted)
{
	const unsigned rank = hlo_rank(o, f->x);

	if (!hlo_axes(o, batch, "batching_dims", rank, &f->batch) ||
	    !hlo_axes(o, contracted, "contracting_dims", rank, &f->contracted))
		return false;
	for (unsigned i = 0; i < rank; i++) {
		const bool batched = hlo_has(&f->batch, i, NULL);

		if (batched && hlo_has(&f->contracted, i, NULL))
			return hlo_invalid(o, "axis %u is both of the batch and contracted", i);
		if (!batched && !hlo_has(&f->contracted, i, NULL))
			f->rest[f->rest_count++] = i;
	}
	return true;
}

/* The product of the extents of axes FIRST to LAST - 1. */
static hr_tv extents(const hlo_op *o, hr_tv x, unsigned first, unsigned last)
{
	int64_t axes[HR_RANK_MOST];

	for (unsigned i = first; i < last; i++)
		axes[i - first] = i;
	return hr_t_call(o->program, HR_R_extent, &x, 1, "axes=%s", h_list(o, axes, last - first));
}

/* Return F's operand as a batch of matrices: rows are the contracted axes if RIGHT, else columns. */
static hr_tv matrix(const hlo_op *o, const factor *f, bool right)
{
	const unsigned rank = hlo_rank(o, f->x), b = f->batch.count;
	const unsigned split = b + (right ? f->contracted.count : f->rest_count);
	unsigned perm[HR_RANK_MOST], count = 0;
	hr_tv shape[HR_RANK_MOST + 2], x;

	for (unsigned i = 0; i < b; i++)
		perm[count++] = (unsigned)f->batch.at[i];
	for (unsigned side = 0; side < 2; side++)
		if ((side == 0) == right)
			for (unsigned i = 0; i < f->contracted.count; i++)
				perm[count++] = (unsigned)f->contracted.at[i];
		else
			for (unsigned i = 0; i < f->rest_count; i++)
				perm[count++] = f->rest[i];
	x = h_transpose(o, f->x, perm, rank);
	if (split == b + 1 && rank == b + 2)
		return x;
	for (unsigned i = 0; i < b; i++)
		shape[i] = h_extent(o, x, i);
	shape[b] = extents(o, x, b, split);
	shape[b + 1] = extents(o, x, split, rank);
	return h_reshape(o, x, h_vector(o, shape, b + 2));
}

static hr_tv multiply(hlo_op *o, factor *lhs, factor *rhs)
{
	const unsigned b = lhs->batch.count;
	hr_tv shape[2 * HR_RANK_MOST], product;
	unsigned count = 0;
	bool wide;

	if (b != rhs->batch.count || lhs->contracted.count != rhs->contracted.count)
		return hlo_invalid(o, "its operands have different numbers of axes");
	if (b + 2 > HR_RANK_MOST || b + lhs->rest_count + rhs->rest_count > HR_RANK_MOST)
		return hlo_refuse(o, "a product of more than %d dimensions", HR_RANK_MOST);
	for (unsigned i = 0; i < b; i++)
		shape[count++] = h_extent(o, lhs->x, (unsigned)lhs->batch.at[i]);
	for (unsigned i = 0; i < lhs->rest_count; i++)
		shape[count++] = h_extent(o, lhs->x, lhs->rest[i]);
	for (unsigned i = 0; i < rhs->rest_count; i++)
		shape[count++] = h_extent(o, rhs->x, rhs->rest[i]);
	wide = convert_factors(o, &lhs->x, &rhs->x);
	if (!lhs->x || !rhs->x)
		return 0;
	product = h_dot(o, matrix(o, lhs, false), matrix(o, rhs, true));
	if (lhs->rest_count != 1 || rhs->rest_count != 1)
		product = h_reshape(o, product, h_vector(o, shape, count));
	return wide ? h_narrow(o, product) : product;
}

hr_tv hlo_op_dot_general(hlo_op *o)
{
	const mlir_attr *numbers = mlir_attr_of(o->op, "dot_dimension_numbers");
	factor f[2] = {{.x = o->in[0]}, {.x = o->in[1]}};
	static const char *const names[2][4] = {
		{"lhs_batching_dimensions", "lhs_contracting_dimensions", "batching_dims",
		 "contracting_dims"},
		{"rhs_batching_dimensions", "rhs_contracting_dimensions", "batching_dims_rhs",
		 "contracting_dims_rhs"},
	};

	for (unsigned i = 0; i < 2; i++) {
		const mlir_attr *batch = numbers ? mlir_item(numbers, names[i][0])
						 : mlir_attr_of(o->op, names[i][2]);
		const mlir_attr *contracted = numbers ? mlir_item(numbers, names[i][1])
						      : mlir_attr_of(o->op, names[i][3]);

		if (!read_factor(o, &f[i], batch, contracted))
			return 0;
	}
	return multiply(o, &f[0], &f[1]);
}

hr_tv hlo_op_dot(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	mlir_attr last = {.kind = MLIR_INTEGER, .integer = (int64_t)rank - 1},
		  first = {.kind = MLIR_INTEGER};
	const mlir_attr lists[2] = {{.kind = MLIR_LIST, .count = 1, .items = &last},
				    {.kind = MLIR_LIST, .count = 1, .items = &first}};
	factor f[2] = {{.x = o->in[0]}, {.x = o->in[1]}};

	return read_factor(o, &f[0], NULL, &lists[0]) && read_factor(o, &f[1], NULL, &lists[1])
		       ? multiply(o, &f[0], &f[1])
		       : 0;
}

/* --- convolution -------------------------------------------------------------------------------------------- */

typedef struct convolving {
	hlo_op *o;
	unsigned spaces;
	unsigned axes[3][HR_RANK_MOST]; /* of X, W and the result: where axis I of the row's is */
	hlo_list stride, pad, x_dilation, w_dilation, reversal;
	int64_t group, batch_group;
} convolving;

/* Read one list of dimension numbers, whose first two axes are named by LETTERS. */
static bool read_axes(const convolving *c, const mlir_attr *list, const char *letters,
		      unsigned *axes)
{
	unsigned seen = 0;

	if (list->kind != MLIR_LIST || list->count != c->spaces + 2)
		return hlo_invalid(c->o, "its dimension numbers do not fit its operands");
	for (unsigned i = 0; i < list->count; i++) {
		const mlir_attr *item = &list->items[i];
		const char *letter = item->kind == MLIR_WORD && strlen(item->text) == 1
					     ? strchr(letters, *item->text)
					     : NULL;
		const int64_t at = letter ? letter - letters : item->integer + 2;

		if ((!letter && item->kind != MLIR_INTEGER) || at < 0 || at >= c->spaces + 2 ||
		    (seen >> at & 1))
			return hlo_invalid(c->o, "its dimension numbers are wrong");
		seen |= 1U << at;
		axes[at] = i;
	}
	return true;
}

static bool read_dimension_numbers(convolving *c)
{
	const mlir_attr *numbers = mlir_attr_of(c->o->op, "dim_numbers");

	numbers = numbers ? numbers : mlir_attr_of(c->o->op, "dimension_numbers");
	if (!numbers || numbers->kind != MLIR_LIST || numbers->count != 3)
		return hlo_invalid(c->o, "its dimension numbers are missing");
	return read_axes(c, &numbers->items[0], "bf", c->axes[0]) &&
	       read_axes(c, &numbers->items[1], "oi", c->axes[1]) &&
	       read_axes(c, &numbers->items[2], "bf", c->axes[2]);
}

/* Set *OUT to a list of PER numbers for each axis of space, each at least LEAST, or OTHERWISE. */
static bool read_window(const convolving *c, const char *name, const char *long_name, unsigned per,
			int64_t least, int64_t otherwise, hlo_list *out)
{
	const mlir_attr *window = mlir_attr_of(c->o->op, "window");
	const mlir_attr *attr = mlir_item(window, name);
	mlir_attr flat = {.kind = MLIR_LIST};
	mlir_attr items[2 * HR_RANK_MOST];

	attr = attr ? attr : mlir_attr_of(c->o->op, long_name);
	if (attr && attr->kind == MLIR_LIST && attr->count && attr->items[0].kind == MLIR_LIST) {
		for (size_t i = 0; i < attr->count; i++)
			for (size_t k = 0; k < attr->items[i].count; k++)
				if (flat.count < 2 * HR_RANK_MOST)
					items[flat.count++] = attr->items[i].items[k];
		flat.items = items;
		attr = &flat;
	}
	if (!hlo_list_of(c->o, attr, long_name, out))
		return false;
	for (unsigned i = 0; !out->given && i < per * c->spaces; i++)
		out->at[i] = otherwise;
	if (out->given && out->count != per * c->spaces)
		return hlo_invalid(c->o, "its %s has %u numbers for %u axes", long_name, out->count,
				   c->spaces);
	for (unsigned i = 0; i < per * c->spaces; i++)
		if (out->at[i] < least || out->at[i] > INT32_MAX)
			return hlo_invalid(c->o, "its %s has %lld", long_name,
					   (long long)out->at[i]);
	return true;
}

/* Set the padding of a dynamic convolution, which must be known at import. */
static bool read_dynamic_padding(convolving *c)
{
	for (unsigned i = 0; i < 2 * c->spaces; i++)
		if (!hr_t_known(c->o->program, c->o->in[2], i, &c->pad.at[i]))
			return hlo_refuse(c->o,
					  "padding that is not known at import is not supported");
	return true;
}

static bool read_convolution(convolving *c)
{
	c->group = hlo_int(c->o, "feature_group_count", 1);
	c->batch_group = hlo_int(c->o, "batch_group_count", 1);
	if (c->group < 1 || c->batch_group < 1 || (c->group > 1 && c->batch_group > 1) ||
	    c->group > INT32_MAX || c->batch_group > INT32_MAX)
		return hlo_invalid(c->o, "its groups are wrong");
	return read_dimension_numbers(c) &&
	       read_window(c, "stride", "window_strides", 1, 1, 1, &c->stride) &&
	       read_window(c, "pad", "padding", 2, INT32_MIN, 0, &c->pad) &&
	       read_window(c, "lhs_dilate", "lhs_dilation", 1, 1, 1, &c->x_dilation) &&
	       read_window(c, "rhs_dilate", "rhs_dilation", 1, 1, 1, &c->w_dilation) &&
	       read_window(c, "reverse", "window_reversal", 1, 0, 0, &c->reversal) &&
	       (!c->o->argument || read_dynamic_padding(c));
}

/* Return X (g * n, c, space) as (n, g * c, space): groups of the batch become groups of features. */
static hr_tv batch_groups(const convolving *c, hr_tv x)
{
	const hlo_op *o = c->o;
	const unsigned rank = c->spaces + 2;
	const hr_tv groups = h_integer(o, c->batch_group);
	hr_tv shape[HR_RANK_MOST + 1];
	unsigned perm[HR_RANK_MOST + 1] = {1, 0};

	if (rank == HR_RANK_MOST)
		return hlo_refuse(o, "groups of the batch of %d dimensions", HR_RANK_MOST);
	shape[0] = groups;
	shape[1] = h_div(o, h_extent(o, x, 0), groups);
	for (unsigned i = 1; i < rank; i++) {
		shape[i + 1] = h_extent(o, x, i);
		perm[i + 1] = i + 1;
	}
	x = h_transpose(o, h_reshape(o, x, h_vector(o, shape, rank + 1)), perm, rank + 1);
	shape[0] = shape[1];
	shape[1] = h_mul(o, groups, shape[2]);
	for (unsigned i = 2; i < rank; i++)
		shape[i] = shape[i + 1];
	return h_reshape(o, x, h_vector(o, shape, rank));
}

/* Return X with zeros between its elements. */
static hr_tv dilated(const convolving *c, hr_tv x)
{
	int64_t none[HR_RANK_MOST] = {0}, inner[HR_RANK_MOST] = {0};
	bool any = false;

	for (unsigned i = 0; i < c->spaces; i++) {
		inner[i + 2] = c->x_dilation.at[i] - 1;
		any |= inner[i + 2] > 0;
	}
	return any ? h_pad(c->o, x, hr_t_scalar(c->o->program, hlo_elem(c->o, x), 0), none, none,
			   inner)
		   : x;
}

static hr_tv convolve(const convolving *c, hr_tv x, hr_tv w)
{
	const hlo_op *o = c->o;
	int64_t pads[2 * HR_RANK_MOST];

	for (unsigned i = 0; i < c->spaces; i++) {
		pads[i] = c->pad.at[2 * i];
		pads[c->spaces + i] = c->pad.at[2 * i + 1];
	}
	if (!c->spaces) {
		const int64_t added = 2;

		return h_squeeze(o,
				 hr_t_call(o->program, HR_R_convolution,
					   (const hr_tv[]){h_unsqueeze(o, x, &added, 1),
							   h_unsqueeze(o, w, &added, 1)},
					   2, "group=%lld", (long long)(c->group * c->batch_group)),
				 &added, 1);
	}
	return hr_t_call(o->program, HR_R_convolution, (const hr_tv[]){x, w}, 2,
			 "group=%lld strides=%s pads=%s dilations=%s",
			 (long long)(c->group * c->batch_group), h_list(o, c->stride.at, c->spaces),
			 h_list(o, pads, 2 * c->spaces), h_list(o, c->w_dilation.at, c->spaces));
}

hr_tv hlo_op_convolution(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	convolving c = {.o = o, .spaces = rank - 2};
	unsigned back[HR_RANK_MOST];
	hr_tv x = o->in[0], w = o->in[1];
	bool wide;

	if (rank < 2 || hlo_rank(o, w) != rank || o->op->types[0].rank != rank)
		return hlo_invalid(o, "its operands have %u and %u axes", rank, hlo_rank(o, w));
	if (!read_convolution(&c))
		return 0;
	x = dilated(&c, h_transpose(o, x, c.axes[0], rank));
	if (x && c.batch_group > 1)
		x = batch_groups(&c, x);
	w = h_transpose(o, w, c.axes[1], rank);
	for (unsigned i = 0; i < c.spaces; i++)
		if (c.reversal.at[i])
			w = h_reverse(o, w, i + 2);
	wide = convert_factors(o, &x, &w);
	x = convolve(&c, x, w);
	for (unsigned i = 0; i < rank; i++)
		back[c.axes[2][i]] = i;
	x = h_transpose(o, x, back, rank);
	return wide ? h_narrow(o, x) : x;
}
