/* tools/import/stablehlo/norm.c -- normalisation of batches: for inference, training, and its gradient. */
#include "tools/import/stablehlo/stablehlo_private.h"

/* Set *AXIS to the axis of the channels, and *EPSILON. Return false after an error: operands FROM to TO - 1 are
 * vectors. */
static bool read_channels(const hlo_op *o, unsigned from, unsigned to, unsigned *axis,
			  double *epsilon)
{
	const mlir_attr *given = mlir_attr_of(o->op, "epsilon");
	const int64_t feature = hlo_int(o, "feature_index", -1);

	if (feature < 0 || feature >= hlo_rank(o, o->in[0]) || !given)
		return hlo_invalid(o, "its feature_index or epsilon is missing or wrong");
	for (unsigned i = from; i < to; i++)
		if (hlo_rank(o, o->in[i]) != 1)
			return hlo_invalid(o, "operand %u is no vector", i);
	*axis = (unsigned)feature;
	/* an attribute of f32, whatever the type of the operands */
	*epsilon =
		(double)(float)(given->kind == MLIR_INTEGER ? (double)given->integer : given->real);
	return true;
}

/* Operand I, a vector along AXIS of operand 0, widened. */
static hr_tv channels(const hlo_op *o, unsigned i, unsigned axis)
{
	return h_along(o, h_widen(o, o->in[i]), axis, hlo_rank(o, o->in[0]));
}

/* Return the sum of X over all axes but AXIS; kept: as extents of 1. */
static hr_tv sum(const hlo_op *o, hr_tv x, unsigned axis, bool keep)
{
	int64_t axes[HR_RANK_MOST];
	unsigned count = 0;

	for (unsigned i = 0; i < hlo_rank(o, o->in[0]); i++)
		if (i != axis)
			axes[count++] = i;
	return hr_t_call(o->program, HR_R_sum, &x, 1, "axes=%s keep=%d", h_list(o, axes, count),
			 keep);
}

/* Return the number of elements of a channel, wide. */
static hr_tv number(const hlo_op *o, unsigned axis)
{
	const hr_elem elem = hlo_elem(o, o->in[0]);
	hr_tv all = h_integer(o, 1);

	for (unsigned i = 0; i < hlo_rank(o, o->in[0]); i++)
		if (i != axis)
			all = h_mul(o, all, h_extent(o, o->in[0], i));
	return h_widen_to(o, all, elem);
}

static hr_tv deviation(const hlo_op *o, hr_tv variance, double epsilon)
{
	return h_sqrt(o, h_add(o, variance, h_like(o, variance, epsilon)));
}

/* X times a factor of each channel plus a summand, in the order of ONNX's operator (tools/import/onnx/norm.c). */
static hr_tv normalised(const hlo_op *o, unsigned axis, hr_tv mean, hr_tv root)
{
	const hr_tv factor = h_div(o, channels(o, 1, axis), root);
	const hr_tv summand = h_sub(o, channels(o, 2, axis), h_mul(o, mean, factor));

	return h_narrow(o, h_add(o, h_mul(o, h_widen(o, o->in[0]), factor), summand));
}

hr_tv hlo_op_batch_norm(hlo_op *o)
{
	unsigned axis;
	double epsilon;

	if (!read_channels(o, 1, 5, &axis, &epsilon))
		return 0;
	return normalised(o, axis, channels(o, 3, axis),
			  deviation(o, channels(o, 4, axis), epsilon));
}

/* Results: the normalised batch, and the mean and variance of each channel. */
hr_tv hlo_op_batch_norm_training(hlo_op *o)
{
	const hr_tv x = h_widen(o, o->in[0]);
	unsigned axis;
	double epsilon;
	hr_tv n, mean, centred, squares;

	if (!read_channels(o, 1, 3, &axis, &epsilon))
		return 0;
	if (o->out_count != 3)
		return hlo_invalid(o, "it has %u results", o->out_count);
	n = number(o, axis);
	mean = h_div(o, sum(o, x, axis, true), n);
	centred = h_sub(o, x, mean);
	squares = h_mul(o, centred, centred);
	o->out[1] = h_narrow(o, h_div(o, sum(o, x, axis, false), n));
	o->out[2] = h_narrow(o, h_div(o, sum(o, squares, axis, false), n));
	return normalised(o, axis, mean,
			  deviation(o, h_div(o, sum(o, squares, axis, true), n), epsilon));
}

/* Operands: x, scale, mean, variance, gradient of the result. Results: gradients of x, scale, offset. */
hr_tv hlo_op_batch_norm_grad(hlo_op *o)
{
	hr_tv gradient, centred, variance, root, n, product, rest;
	unsigned axis;
	double epsilon;

	if (!read_channels(o, 1, 4, &axis, &epsilon))
		return 0;
	if (o->out_count != 3)
		return hlo_invalid(o, "it has %u results", o->out_count);
	gradient = h_widen(o, o->in[4]);
	centred = h_sub(o, h_widen(o, o->in[0]), channels(o, 2, axis));
	variance = channels(o, 3, axis);
	variance = h_add(o, variance, h_like(o, variance, epsilon));
	root = h_sqrt(o, variance);
	n = number(o, axis);
	product = h_mul(o, gradient, centred);
	o->out[1] = h_narrow(o, sum(o, h_div(o, product, root), axis, false));
	o->out[2] = h_narrow(o, sum(o, gradient, axis, false));
	rest = h_div(o, h_mul(o, sum(o, product, axis, true), centred), variance);
	rest = h_add(o, sum(o, gradient, axis, true), rest);
	rest = h_sub(o, h_mul(o, gradient, n), rest);
	return h_narrow(o, h_mul(o, h_div(o, h_div(o, channels(o, 1, axis), root), n), rest));
}
