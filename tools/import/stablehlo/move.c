/* tools/import/stablehlo/move.c -- constants, shapes, and operations that move elements. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- constants and iota -------------------------------------------------------------------------------- */

/* Return the declared shape of result 0 as a vector; 0 after an error: it has a `?`. */
static hr_tv declared_shape(hlo_op *o)
{
	const mlir_type *type = &o->op->types[0];

	for (unsigned i = 0; i < type->rank; i++)
		if (type->dim[i] < 0)
			return hlo_invalid(o, "its result is declared as %s, without its shape",
					   type->text);
	return hr_t_integers(o->program, type->dim, type->rank);
}

/* Return the elements of ATTR, whose one element stands for COUNT. */
static const void *repeated(const hlo_op *o, const mlir_attr *attr, uint64_t count)
{
	const size_t size = hr_elem_bytes(attr->type.elem);
	uint8_t *made = hr_arena_array(o->model->arena, count + 1, size);

	for (uint64_t i = 0; i < count; i++)
		memcpy(made + i * size, attr->data, size);
	return made;
}

hr_tv hlo_op_constant(hlo_op *o)
{
	enum { REPEATED_MOST = 4096 };
	const mlir_attr *value = mlir_attr_of(o->op, "value");
	const void *data = value ? value->data : NULL;
	uint64_t extents[HR_RANK_MOST], count = 1;
	bool small = true;

	if (!value || value->kind != MLIR_DENSE)
		return hlo_refuse(o, "its value is no dense<...>; other forms are not supported");
	for (unsigned i = 0; i < value->type.rank; i++) {
		extents[i] = (uint64_t)value->type.dim[i];
		small = small && (!extents[i] || count <= REPEATED_MOST / extents[i]);
		count = small ? count * extents[i] : 0;
	}
	if (!value->splat)
		return hr_t_constant(o->program, "", value->type.elem, value->type.rank, extents,
				     data);
	if (small)
		return hr_t_constant(o->program, "", value->type.elem, value->type.rank, extents,
				     repeated(o, value, count));
	return h_broadcast(o, hr_t_constant(o->program, "", value->type.elem, 0, NULL, data),
			   hr_t_integers(o->program, value->type.dim, value->type.rank));
}

hr_tv hlo_op_iota(hlo_op *o)
{
	const mlir_type *type = &o->op->types[0];
	const int64_t axis = hlo_int(o, "dim", hlo_int(o, "iota_dimension", 0));
	const hr_tv shape = o->argument ? h_i64(o, o->in[0]) : declared_shape(o);

	if (!shape)
		return 0;
	if (axis < 0 || axis >= type->rank)
		return hlo_invalid(o, "its result has no axis %lld", (long long)axis);
	return h_broadcast(
		o,
		h_along(o, h_cast(o, h_count(o, h_element(o, shape, (unsigned)axis)), type->elem),
			(unsigned)axis, type->rank),
		shape);
}

/* --- broadcasting and reshaping ------------------------------------------------------------------------- */

hr_tv hlo_op_broadcast_in_dim(hlo_op *o)
{
	const mlir_type *type = &o->op->types[0];
	const unsigned rank = hlo_rank(o, o->in[0]);
	const hr_tv shape = o->argument ? h_i64(o, o->in[1]) : declared_shape(o);
	const mlir_attr *attr = mlir_attr_of(o->op, "dims");
	int64_t added[HR_RANK_MOST];
	unsigned order[HR_RANK_MOST], count = 0, next = 0;
	hlo_list dims;

	attr = attr ? attr : mlir_attr_of(o->op, "broadcast_dimensions");
	if (!shape || !hlo_axes(o, attr, "dims", type->rank, &dims))
		return 0;
	if (dims.count != rank)
		return hlo_invalid(o, "it gives %u dimensions for an operand of %u", dims.count,
				   rank);
	for (unsigned axis = 0; axis < type->rank; axis++)
		if (hlo_has(&dims, axis, &order[next]))
			next++;
		else
			added[count++] = axis;
	return h_broadcast(o, h_unsqueeze(o, h_transpose(o, o->in[0], order, rank), added, count),
			   shape);
}

hr_tv hlo_op_broadcast_front(hlo_op *o)
{
	const hr_tv shape = declared_shape(o);

	return shape ? h_broadcast(o, o->in[0], shape) : 0;
}

hr_tv hlo_op_reshape(hlo_op *o)
{
	const hr_tv shape = o->argument ? h_i64(o, o->in[1]) : declared_shape(o);

	return shape ? h_reshape(o, o->in[0], shape) : 0;
}

hr_tv hlo_op_transpose(hlo_op *o)
{
	const mlir_attr *attr = mlir_attr_of(o->op, "dims");
	unsigned perm[HR_RANK_MOST];
	const unsigned rank = hlo_rank(o, o->in[0]);
	hlo_list list;

	attr = attr ? attr : mlir_attr_of(o->op, "permutation");
	if (!hlo_axes(o, attr, "permutation", rank, &list))
		return 0;
	if (list.count != rank)
		return hlo_invalid(o, "its permutation has %u axes, of %u", list.count, rank);
	for (unsigned i = 0; i < rank; i++)
		perm[i] = (unsigned)list.at[i];
	return h_transpose(o, o->in[0], perm, rank);
}

hr_tv hlo_op_reverse(hlo_op *o)
{
	const mlir_attr *attr = mlir_attr_of(o->op, "dims");
	hr_tv x = o->in[0];
	hlo_list list;

	attr = attr ? attr : mlir_attr_of(o->op, "dimensions");
	if (!hlo_axes(o, attr, "dimensions", hlo_rank(o, x), &list))
		return 0;
	for (unsigned i = 0; i < list.count; i++)
		x = h_reverse(o, x, (unsigned)list.at[i]);
	return x;
}

hr_tv hlo_op_concatenate(hlo_op *o)
{
	const int64_t axis = hlo_int(o, "dim", hlo_int(o, "dimension", 0));

	if (axis < 0 || axis >= hlo_rank(o, o->in[0]))
		return hlo_invalid(o, "its operands have no axis %lld", (long long)axis);
	return h_concat(o, (unsigned)axis, o->in, o->in_count);
}

/* --- slices --------------------------------------------------------------------------------------------- */

hr_tv hlo_op_slice(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	hlo_list starts, limits, strides;
	int64_t axes[HR_RANK_MOST];

	if (!hlo_ints(o, "start_indices", &starts) || !hlo_ints(o, "limit_indices", &limits) ||
	    !hlo_ints(o, "strides", &strides))
		return 0;
	if (starts.count != rank || limits.count != rank || strides.count != rank)
		return hlo_invalid(o, "it has %u ranges for %u axes", starts.count, rank);
	for (unsigned i = 0; i < rank; i++) {
		axes[i] = i;
		if (starts.at[i] < 0 || limits.at[i] < starts.at[i] || strides.at[i] < 1)
			return hlo_invalid(o, "range %u is wrong", i);
	}
	return hr_t_call(o->program, HR_R_slice,
			 (const hr_tv[]){o->in[0], hr_t_integers(o->program, starts.at, rank),
					 hr_t_integers(o->program, limits.at, rank),
					 hr_t_integers(o->program, axes, rank),
					 hr_t_integers(o->program, strides.at, rank)},
			 5, "%s", "");
}

hr_tv hlo_op_real_dynamic_slice(hlo_op *o)
{
	int64_t axes[HR_RANK_MOST];
	const unsigned rank = hlo_rank(o, o->in[0]);

	for (unsigned i = 0; i < rank; i++)
		axes[i] = i;
	return hr_t_call(o->program, HR_R_slice,
			 (const hr_tv[]){o->in[0], h_i64(o, o->in[1]), h_i64(o, o->in[2]),
					 hr_t_integers(o->program, axes, rank), h_i64(o, o->in[3])},
			 5, "%s", "");
}

/* Return START, a scalar, moved so that SIZE elements of A along AXIS are there. */
static hr_tv clamped_start(hlo_op *o, hr_tv start, hr_tv a, unsigned axis, hr_tv size)
{
	const hr_tv last = h_sub(o, h_extent(o, a, axis), size);

	return h_min(o, h_max(o, h_i64(o, start), h_integer(o, 0)), last);
}

hr_tv hlo_op_dynamic_slice(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	const mlir_attr *attr = mlir_attr_of(o->op, "sizes");
	hr_tv x = o->in[0];
	hlo_list sizes;

	attr = attr ? attr : mlir_attr_of(o->op, "slice_sizes");
	if (!hlo_list_of(o, attr, "slice_sizes", &sizes))
		return 0;
	if (sizes.count != rank || o->in_count != rank + 1)
		return hlo_invalid(o, "it has %u sizes and %u starts for %u axes", sizes.count,
				   o->in_count - 1, rank);
	for (unsigned i = 0; i < rank; i++) {
		const hr_tv size = h_integer(o, sizes.at[i]);
		int64_t extent;

		if (hr_t_extent(o->program, x, i, &extent) && extent == sizes.at[i])
			continue;
		x = h_gather(o, x,
			     h_add(o, h_count(o, size), clamped_start(o, o->in[1 + i], x, i, size)),
			     i);
	}
	return x;
}

/* Along each axis, the update is moved to where it belongs; elsewhere the operand stays. */
hr_tv hlo_op_dynamic_update_slice(hlo_op *o)
{
	const hr_tv x = o->in[0];
	const unsigned rank = hlo_rank(o, x);
	hr_tv update = o->in[1], inside = 0;

	if (o->in_count != rank + 2 || hlo_rank(o, update) != rank)
		return hlo_invalid(o, "it has %u starts, and an update of %u axes, for %u axes",
				   o->in_count - 2, hlo_rank(o, update), rank);
	if (!rank)
		return update;
	for (unsigned i = 0; i < rank; i++) {
		const hr_tv size = h_extent(o, update, i), zero = h_integer(o, 0);
		const hr_tv last = h_sub(o, size, h_integer(o, 1));
		const hr_tv from = h_sub(o, h_count(o, h_extent(o, x, i)),
					 clamped_start(o, o->in[2 + i], x, i, size));
		const hr_tv within = h_and(o, h_less_equal(o, zero, from), h_less(o, from, size));
		const hr_tv here = h_along(o, within, i, rank);

		inside = i ? h_and(o, inside, here) : here;
		update = h_gather(o, update, h_min(o, h_max(o, from, zero), last), i);
	}
	return h_where(o, inside, update, x);
}

/* --- padding -------------------------------------------------------------------------------------------- */

static hr_tv pad_by(hlo_op *o, const hlo_list *low, const hlo_list *high, const hlo_list *inner)
{
	const unsigned rank = hlo_rank(o, o->in[0]);

	if (low->count != rank || high->count != rank || inner->count != rank)
		return hlo_invalid(o, "its padding is not of %u axes", rank);
	for (unsigned i = 0; i < rank; i++)
		if (inner->at[i] < 0)
			return hlo_invalid(o, "its interior padding is negative");
	return h_pad(o, o->in[0], o->in[1], low->at, high->at, inner->at);
}

/* Set *OUT to the attribute NAME of the printed form, or LONG_NAME. */
static bool padding(hlo_op *o, const char *name, const char *long_name, hlo_list *out)
{
	const mlir_attr *attr = mlir_attr_of(o->op, name);

	return hlo_list_of(o, attr ? attr : mlir_attr_of(o->op, long_name), long_name, out);
}

hr_tv hlo_op_pad(hlo_op *o)
{
	hlo_list low, high, inner;

	return padding(o, "low", "edge_padding_low", &low) &&
			       padding(o, "high", "edge_padding_high", &high) &&
			       padding(o, "interior", "interior_padding", &inner)
		       ? pad_by(o, &low, &high, &inner)
		       : 0;
}

hr_tv hlo_op_dynamic_pad(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	const hr_tv ends[] = {h_i64(o, o->in[2]), h_i64(o, o->in[3])};

	for (unsigned i = 0; i < rank; i++) {
		int64_t inner;

		if (!hr_t_known(o->program, o->in[4], i, &inner) || inner)
			return hlo_refuse(o, "interior padding that is not known at import, or "
					     "not 0, is not supported");
	}
	return hr_t_3(o->program, HR_R_pad, o->in[0], h_concat(o, 0, ends, 2), o->in[1]);
}

/* --- extents ---------------------------------------------------------------------------------------------- */

hr_tv hlo_op_get_dimension_size(hlo_op *o)
{
	const int64_t axis = hlo_int(o, "dim", hlo_int(o, "dimension", -1));

	if (axis < 0 || axis >= hlo_rank(o, o->in[0]))
		return hlo_invalid(o, "its operand has no axis %lld", (long long)axis);
	return h_cast(o, h_extent(o, o->in[0], (unsigned)axis), HR_E_I32);
}

/* The first elements along an axis. */
hr_tv hlo_op_set_dimension_size(hlo_op *o)
{
	const int64_t axis = hlo_int(o, "dim", hlo_int(o, "dimension", -1)), zero = 0;
	const hr_tv size = h_unsqueeze(o, h_i64(o, o->in[1]), (const int64_t[]){0}, 1);

	if (axis < 0 || axis >= hlo_rank(o, o->in[0]))
		return hlo_invalid(o, "its operand has no axis %lld", (long long)axis);
	return hr_t_call(o->program, HR_R_slice,
			 (const hr_tv[]){o->in[0], hr_t_integers(o->program, &zero, 1), size,
					 hr_t_integers(o->program, &axis, 1)},
			 4, "%s", "");
}
