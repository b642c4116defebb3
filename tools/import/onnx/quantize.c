/* tools/import/onnx/quantize.c -- quantised operators: what they round, and where, is part of their meaning.
 *
 * Values that the standard's reference implementation computes in a type are computed in it here. Integers
 * are exact.
 *
 * Not here:  types with fewer than 8 bits, which no tensor has. */
#include "tools/import/onnx/onnx_private.h"

/* --- scales and zero points -------------------------------------------------------------------- */

/* V of blocks: each of its elements along AXIS is repeated, for the elements of X. */
static hr_tv of_blocks(const onnx_node *o, hr_tv v, hr_tv x, unsigned axis, int64_t size)
{
	const unsigned rank = onnx_rank(o, x);
	int64_t repeat[HR_RANK_MOST + 1];
	hr_tv shape[HR_RANK_MOST];
	const int64_t at = axis + 1;

	if (rank == HR_RANK_MOST)
		return onnx_node_refuse(o, "blocks of a tensor of %u dimensions are not supported",
					rank);
	for (unsigned i = 0; i < rank; i++) {
		repeat[i] = 1;
		shape[i] = t_extent(o, v, i);
	}
	repeat[rank] = 1;
	repeat[at] = size;
	shape[axis] = t_mul(o, shape[axis], t_integer(o, size));
	v = t_unsqueeze(o, v, onnx_list_text(o, &at, 1));
	v = t_broadcast(o, v, hr_t_integers(o->program, repeat, rank + 1));
	v = t_reshape(o, v, t_vector(o, shape, rank));
	return t_slice(o, v, axis, t_integer(o, 0), t_extent(o, x, axis));
}

/* Return operand I, a scale or zero point, for the elements of operand 0: of all, of an axis, of blocks. */
static hr_tv for_elements(const onnx_node *o, unsigned i)
{
	const int64_t size = onnx_int(o, "block_size", 0);
	const hr_tv x = o->in[0], v = onnx_in(o, i);
	const unsigned rank = onnx_rank(o, x);
	unsigned axis;
	int64_t count;

	if (!v || !onnx_rank(o, v))
		return v;
	if (onnx_rank(o, v) == 1 && hr_t_extent(o->program, v, 0, &count) && count == 1)
		return t_squeeze(o, v, "0");
	if (size < 0 || (size ? onnx_rank(o, v) != rank : onnx_rank(o, v) != 1))
		return onnx_node_invalid(o, "operand %u is %s, with block_size %lld", i,
					 hr_t_text(o->program, v), (long long)size);
	if (!onnx_axis(o, onnx_int(o, "axis", 1), rank, &axis))
		return 0;
	return size ? of_blocks(o, v, x, axis, size) : t_along(o, v, axis, rank);
}

/* --- rounding ---------------------------------------------------------------------------------- */

typedef struct integer_range {
	double least, most;
} integer_range;

static const integer_range ranges[HR_E_COUNT] = {
	[HR_E_I8] = {-128, 127},
	[HR_E_U8] = {0, 255},
	[HR_E_I16] = {-32768, 32767},
	[HR_E_U16] = {0, 65535},
	[HR_E_I32] = {-2147483648.0, 2147483647},
};

static hr_tv clamp(const onnx_node *o, hr_tv a, double least, double most)
{
	return t_min(o, t_max(o, a, t_like(o, a, least)), t_like(o, a, most));
}

/* X rounded, plus ZERO, if it is not 0, as a value of the type TO, which saturates. */
static hr_tv saturate(const onnx_node *o, hr_tv x, hr_tv zero, hr_elem to)
{
	const double far = 1 << 20; /* all that is farther saturates */
	hr_tv a = t_round(o, x);

	if (a && onnx_type(o, a) != HR_E_F64)
		a = t_cast(o, a, HR_E_F32);
	a = t_cast(o, clamp(o, a, -far, far), HR_E_I32);
	if (zero)
		a = t_add(o, a, t_cast(o, zero, HR_E_I32));
	return t_cast(o, clamp(o, a, ranges[to].least, ranges[to].most), to);
}

/* Return the type that the attribute NAME gives, or OTHERWISE; HR_E_NONE after an error. */
static hr_elem type_of(const onnx_node *o, const char *name, hr_elem otherwise)
{
	const int64_t type = onnx_int(o, name, 0);
	const int32_t number = type > 0 && type < INT32_MAX ? (int32_t)type : 0;

	if (!type)
		return otherwise;
	if (!onnx_elem(number))
		onnx_node_refuse(o, "%s: the type %s is not supported", name,
				 onnx_type_name(o->model, number));
	return onnx_elem(number);
}

/* The type in which reals of ONE and OTHER are computed; integers are computed in f64. */
static hr_elem common_type(hr_elem one, hr_elem other)
{
	if (one == other)
		return one;
	if (!hr_elem_is_real(one) || one == HR_E_F64 || other == HR_E_F64)
		return HR_E_F64;
	return HR_E_F32;
}

/* --- QuantizeLinear, DequantizeLinear ------------------------------------------------------------ */

hr_tv op_quantize_linear(onnx_node *o)
{
	const hr_tv x = o->in[0], scale = for_elements(o, 1), zero = for_elements(o, 2);
	hr_elem to = type_of(o, "output_dtype", HR_E_U8), type;

	if (!to || !scale || (onnx_in(o, 2) && !zero))
		return 0;
	if (zero && onnx_int(o, "output_dtype", 0) && onnx_type(o, zero) != to)
		return onnx_node_invalid(o, "output_dtype is not the type of the zero point");
	to = zero ? onnx_type(o, zero) : to;
	if (ranges[to].most == 0 || hr_elem_bytes(to) > 2)
		return onnx_node_refuse(o, "%s is no type to quantise to", hr_elem_name(to));
	type = type_of(o, "precision", common_type(onnx_type(o, x), onnx_type(o, scale)));
	if (!type)
		return 0;
	return saturate(o, t_div(o, t_cast(o, x, type), t_cast(o, scale, type)), zero, to);
}

hr_tv op_dequantize_linear(onnx_node *o)
{
	const hr_tv scale = for_elements(o, 1), zero = for_elements(o, 2);
	hr_tv x = t_cast(o, o->in[0], HR_E_F32);
	hr_elem to;

	if (!scale || (onnx_in(o, 2) && !zero))
		return 0;
	if (zero && onnx_type(o, zero) != onnx_type(o, o->in[0]))
		return onnx_node_invalid(o, "the zero point is %s, but the operand %s",
					 hr_t_text(o->program, zero),
					 hr_t_text(o->program, o->in[0]));
	to = type_of(o, "output_dtype", onnx_type(o, scale));
	if (zero)
		x = t_sub(o, x, t_cast(o, zero, HR_E_F32));
	return to ? t_cast(o, t_mul(o, x, t_cast(o, scale, HR_E_F32)), to) : 0;
}

/* The range of X and 0 becomes that of u8. */
hr_tv op_dynamic_quantize_linear(onnx_node *o)
{
	const hr_tv x = o->in[0], none = t_like(o, x, 0);
	hr_tv most = t_max(o, none, t_reduce(o, HR_R_maximum, x, NULL, false));
	hr_tv least = t_min(o, none, t_reduce(o, HR_R_minimum, x, NULL, false));
	hr_tv range, scale, zero, y;

	range = t_where(o, t_equal(o, most, least), t_like(o, x, 1), t_sub(o, most, least));
	scale = t_div(o, range, t_like(o, x, 255));
	zero = t_round(o, clamp(o, t_sub(o, none, t_div(o, least, scale)), 0, 255));
	y = clamp(o, t_add(o, t_round(o, t_div(o, x, scale)), zero), 0, 255);
	if (o->out_count > 1)
		o->out[1] = scale;
	if (o->out_count > 2)
		o->out[2] = t_cast(o, zero, HR_E_U8);
	return t_cast(o, y, HR_E_U8);
}

/* --- products of integers ------------------------------------------------------------------------ */

/* Operand I as i32, minus the zero point, which is operand ZERO: a vector of those is along AXIS. */
static hr_tv centered(const onnx_node *o, unsigned i, unsigned zero, unsigned axis)
{
	const hr_tv a = t_cast(o, o->in[i], HR_E_I32);
	hr_tv of = onnx_in(o, zero);

	if (!of)
		return a;
	if (onnx_rank(o, of) == 1 && onnx_rank(o, a) > axis)
		of = t_along(o, of, axis, onnx_rank(o, a));
	return t_sub(o, a, t_cast(o, of, HR_E_I32));
}

/* The axis of the rows, or columns, of the matrices in operand I. */
static unsigned matrix_axis(const onnx_node *o, unsigned i, bool columns)
{
	const unsigned rank = onnx_rank(o, o->in[i]);

	return columns || rank < 2 ? rank - 1 : rank - 2;
}

hr_tv op_mat_mul_integer(onnx_node *o)
{
	if (!onnx_rank(o, o->in[0]) || !onnx_rank(o, o->in[1]))
		return onnx_node_invalid(o, "an operand is a scalar");
	return t_mat_mul(o, centered(o, 0, 2, matrix_axis(o, 0, false)),
			 centered(o, 1, 3, matrix_axis(o, 1, true)));
}

/* The convolution of i32, of operand 0 and the filter, which is operand W; their zero points. */
static hr_tv integer_convolution(const onnx_node *o, unsigned w, unsigned x_zero, unsigned w_zero)
{
	const unsigned spatial = onnx_spatial(o);
	const char *window =
		spatial && onnx_kernel_fits(o, o->in[w]) ? onnx_window_text(o, spatial) : NULL;

	if (!window)
		return 0;
	return hr_t_call(o->program, HR_R_convolution,
			 (const hr_tv[]){centered(o, 0, x_zero, 1), centered(o, w, w_zero, 0)}, 2,
			 "group=%lld %s", (long long)onnx_int(o, "group", 1), window);
}

hr_tv op_conv_integer(onnx_node *o)
{
	return integer_convolution(o, 1, 2, 3);
}

/* --- products that are quantised again ----------------------------------------------------------- */

/* Scale I; a vector of those is along AXIS of RANK axes. */
static hr_tv scale_along(const onnx_node *o, unsigned i, unsigned axis, unsigned rank)
{
	return onnx_rank(o, o->in[i]) == 1 && axis < rank ? t_along(o, o->in[i], axis, rank)
							  : o->in[i];
}

/* SUM times FACTOR, in f64, with the zero point ZERO of the result, which has its type. */
static hr_tv requantised(const onnx_node *o, hr_tv sum, hr_tv factor, hr_tv zero)
{
	const hr_elem to = onnx_type(o, zero);
	hr_tv y = t_mul(o, t_cast(o, sum, HR_E_F64), t_cast(o, factor, HR_E_F64));

	if (ranges[to].most == 0)
		return onnx_node_refuse(o, "%s is no type to quantise to", hr_elem_name(to));
	y = t_add(o, y, t_cast(o, zero, HR_E_F64));
	return t_cast(o, clamp(o, t_round(o, y), ranges[to].least, ranges[to].most), to);
}

hr_tv op_qlinear_mat_mul(onnx_node *o)
{
	const unsigned rows = matrix_axis(o, 0, false), columns = matrix_axis(o, 3, true);
	hr_tv factor, sum;

	if (!onnx_rank(o, o->in[0]) || !onnx_rank(o, o->in[3]))
		return onnx_node_invalid(o, "an operand is a scalar");
	sum = t_mat_mul(o, centered(o, 0, 2, rows), centered(o, 3, 5, columns));
	factor = t_mul(o, scale_along(o, 1, rows, onnx_rank(o, o->in[0])),
		       scale_along(o, 4, columns, onnx_rank(o, o->in[3])));
	return requantised(o, sum, t_div(o, factor, o->in[6]), o->in[7]);
}

hr_tv op_qlinear_conv(onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]);
	hr_tv sum = integer_convolution(o, 3, 2, 5), factor;

	if (onnx_in(o, 8))
		sum = t_add(o, sum, t_along(o, o->in[8], 1, rank));
	factor = t_mul(o, scale_along(o, 1, rank, rank), scale_along(o, 4, 1, rank));
	return requantised(o, sum, t_div(o, factor, o->in[6]), o->in[7]);
}
