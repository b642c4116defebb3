/* tools/import/onnx/index.c -- operators that choose elements by data. */
#include "tools/import/onnx/onnx_private.h"

/* Set *AXIS to the attribute `axis` of operand 0. Return false after an error. */
static bool axis_of(const onnx_node *o, int64_t otherwise, unsigned *axis)
{
	return onnx_axis(o, onnx_int(o, "axis", otherwise), onnx_rank(o, o->in[0]), axis);
}

/* --- rows -------------------------------------------------------------------------------------- */

/* Report an index that is known at import, and is not one of AXIS. */
static bool indices_fit(const onnx_node *o, unsigned axis)
{
	int64_t extent, index;

	if (!hr_t_extent(o->program, o->in[0], axis, &extent))
		return true;
	for (size_t i = 0; i < hr_t_value(o->program, o->in[1])->known_count; i++)
		if (hr_t_known(o->program, o->in[1], i, &index) &&
		    (index < -extent || index >= extent)) {
			onnx_node_invalid(o, "it has the index %lld into %lld elements",
					  (long long)index, (long long)extent);
			return false;
		}
	return true;
}

/* Gather and GatherElements. */
hr_tv op_gather(onnx_node *o)
{
	unsigned axis;

	if (!axis_of(o, 0, &axis) || !indices_fit(o, axis))
		return 0;
	return hr_t_call(o->program, (hr_row)o->argument, o->in, 2, "axis=%u", axis);
}

hr_tv op_gather_nd(onnx_node *o)
{
	return hr_t_call(o->program, HR_R_gather_nd, o->in, 2, "batch=%lld",
			 (long long)onnx_int(o, "batch_dims", 0));
}

static const char *const reductions[] = {"none", "add", "mul", "max", "min"};

static int reduction(const onnx_node *o)
{
	return onnx_choice(o, "reduction", "none add mul max min");
}

/* ScatterElements, and Scatter, which it was before operator set 11. */
hr_tv op_scatter_elements(onnx_node *o)
{
	const int reduce = reduction(o);
	unsigned axis;

	if (reduce < 0 || !axis_of(o, 0, &axis))
		return 0;
	return hr_t_call(o->program, HR_R_scatter_elements, o->in, 3, "axis=%u reduce=%s", axis,
			 reductions[reduce]);
}

hr_tv op_scatter_nd(onnx_node *o)
{
	const int reduce = reduction(o);

	return reduce < 0 ? 0
			  : hr_t_call(o->program, HR_R_scatter_nd, o->in, 3, "reduce=%s",
				      reductions[reduce]);
}

hr_tv op_nonzero(onnx_node *o)
{
	return hr_t_1(o->program, HR_R_nonzero, o->in[0]);
}

/* --- composed ---------------------------------------------------------------------------------- */

hr_tv op_compress(onnx_node *o)
{
	static const int64_t flat[] = {-1};
	hr_tv x = o->in[0];
	unsigned axis = 0;

	if (onnx_rank(o, o->in[1]) != 1)
		return onnx_node_invalid(o, "its condition is %s, no vector",
					 hr_t_text(o->program, o->in[1]));
	if (!onnx_attr(o, "axis"))
		x = t_reshape_to(o, x, flat, 1);
	else if (!axis_of(o, 0, &axis))
		return 0;
	if (x && !hr_sym_need(o->model->symbols, HR_NEED_LESS_EQUAL,
			      hr_t_value(o->program, o->in[1])->extent[0],
			      hr_t_value(o->program, x)->extent[axis], o->label))
		return onnx_node_invalid(o, "its condition is %s, longer than axis %u of %s",
					 hr_t_text(o->program, o->in[1]), axis,
					 hr_t_text(o->program, x));
	return t_gather(o, x, t_squeeze(o, hr_t_1(o->program, HR_R_nonzero, o->in[1]), "0"), axis);
}

/* The number of elements was an attribute before operator set 10. */
hr_tv op_top_k(onnx_node *o)
{
	const int64_t k = onnx_int(o, "k", 0), zero = 0;
	hr_tv count = onnx_attr(o, "k") ? hr_t_integers(o->program, &k, 1) : onnx_in(o, 1), order;
	unsigned axis;

	if (!axis_of(o, -1, &axis))
		return 0;
	count = t_within(o, count, 0, t_add(o, t_extent(o, o->in[0], axis), t_integer(o, 1)),
			 "K is negative or more than the axis has");
	order = hr_t_call(o->program, HR_R_order, o->in, 1, "axis=%u descending=%d", axis,
			  onnx_int(o, "largest", 1) != 0);
	order = hr_t_call(o->program, HR_R_slice,
			  (const hr_tv[]){order, hr_t_integers(o->program, &zero, 1), count,
					  hr_t_integers(o->program, (const int64_t[]){axis}, 1)},
			  4, "%s", "");
	if (o->out_count > 1)
		o->out[1] = order;
	return hr_t_call(o->program, HR_R_gather_elements, (const hr_tv[]){o->in[0], order}, 2,
			 "axis=%u", axis);
}

/* Each output is a call; their numbers of elements are one. */
hr_tv op_unique(onnx_node *o)
{
	static const char *const results[] = {"values", "indices", "inverse", "counts"};
	const bool sorted = onnx_int(o, "sorted", 1) != 0;
	hr_symbols *symbols = o->model->symbols;
	unsigned axis = 0;

	if (onnx_attr(o, "axis") && !axis_of(o, 0, &axis))
		return 0;
	for (unsigned i = 0; i < o->out_count; i++) {
		if (i && !*o->proto->output[i])
			continue;
		o->out[i] =
			onnx_attr(o, "axis")
				? hr_t_call(o->program, HR_R_unique, o->in, 1,
					    "axis=%u sorted=%d result=%s", axis, sorted, results[i])
				: hr_t_call(o->program, HR_R_unique, o->in, 1,
					    "sorted=%d result=%s", sorted, results[i]);
		if (o->out[i] && i && i != 2 &&
		    !hr_sym_need(symbols, HR_NEED_EQUAL,
				 hr_t_value(o->program, o->out[i])->extent[0],
				 hr_t_value(o->program, o->out[0])->extent[axis], o->label))
			hr_bug("the outputs of Unique have several lengths");
	}
	return o->out[0];
}

hr_tv op_one_hot(onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]) + 1;
	hr_tv index = t_cast(o, o->in[0], HR_E_I64);
	hr_tv depth = t_as_scalar(o, t_cast(o, o->in[1], HR_E_I64)), places;
	unsigned axis;

	if (!onnx_axis(o, onnx_int(o, "axis", -1), rank, &axis))
		return 0;
	if (onnx_rank(o, o->in[2]) != 1)
		return onnx_node_invalid(o, "its values are %s, not two",
					 hr_t_text(o->program, o->in[2]));
	if (!onnx_extent_is(o, o->in[2], 0, 2))
		return 0;
	depth = t_within(o, depth, 1, 0, "the depth is not positive");
	index = t_where(o, t_less(o, index, t_integer(o, 0)), t_add(o, index, depth), index);
	index = t_unsqueeze(o, index, onnx_list_text(o, (const int64_t[]){axis}, 1));
	places = t_along(o, t_count(o, depth), axis, rank);
	return t_where(o, t_equal(o, index, places), t_element(o, o->in[2], 1),
		       t_element(o, o->in[2], 0));
}

hr_tv op_eye_like(onnx_node *o)
{
	const int32_t type = (int32_t)onnx_int(o, "dtype", 0);
	const hr_elem elem = onnx_attr(o, "dtype") ? onnx_elem(type) : onnx_type(o, o->in[0]);
	hr_tv row, column;

	if (!elem)
		return onnx_node_refuse(o, "the type %s is not supported",
					onnx_type_name(o->model, type));
	if (onnx_rank(o, o->in[0]) != 2)
		return onnx_node_invalid(o, "its operand is %s, no matrix",
					 hr_t_text(o->program, o->in[0]));
	row = t_unsqueeze(o, t_count(o, t_extent(o, o->in[0], 0)), "1");
	column = t_count(o, t_extent(o, o->in[0], 1));
	row = t_add(o, row, t_integer(o, onnx_int(o, "k", 0)));
	return t_cast(o, t_equal(o, row, column), elem);
}
