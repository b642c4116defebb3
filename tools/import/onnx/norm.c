/* tools/import/onnx/norm.c -- normalisations: computed in binary64, rounded once. */
#include <math.h>

#include "tools/import/onnx/onnx_private.h"

/* The mean and the reciprocal of the standard deviation of a wide X along AXES. */
typedef struct moments {
	hr_tv centred, mean, variance, inverse;
} moments;

static moments moments_of(const onnx_node *o, hr_tv x, const char *axes, double epsilon)
{
	moments made = {.mean = t_mean(o, x, axes, true)};

	made.centred = t_sub(o, x, made.mean);
	made.variance = t_mean(o, t_mul(o, made.centred, made.centred), axes, true);
	made.inverse = t_div(o, t_wide(o, x, 1),
			     t_sqrt(o, t_add(o, made.variance, t_wide(o, x, epsilon))));
	return made;
}

static double epsilon_of(const onnx_node *o)
{
	return onnx_real(o, "epsilon", (double)1e-5f);
}

/* Return the axes FIRST to RANK - 1 as text. */
static const char *axes_from(const onnx_node *o, unsigned first, unsigned rank)
{
	int64_t axes[HR_RANK_MOST];
	unsigned count = 0;

	for (unsigned axis = first; axis < rank; axis++)
		axes[count++] = axis;
	return onnx_list_text(o, axes, count);
}

/* The parameter I of channels as a wide tensor like X. */
static hr_tv channels(const onnx_node *o, unsigned i, hr_tv x)
{
	return t_widen_to(o, t_along(o, o->in[i], 1, onnx_rank(o, x)), onnx_type(o, x));
}

/* --- batches ----------------------------------------------------------------------------------- */

/* (x - mean) / sqrt(variance + epsilon) * scale + bias, of a wide X. Runtimes that know the parameters before they run
 * compute one factor and one summand for each channel: the bound is that of this order, which is no smaller. */
static hr_tv batch_norm(const onnx_node *o, hr_tv x, hr_tv mean, hr_tv variance)
{
	hr_tv root = t_sqrt(o, t_add(o, variance, t_wide(o, x, epsilon_of(o))));
	hr_tv factor = t_div(o, channels(o, 1, x), root);
	hr_tv summand = t_sub(o, channels(o, 2, x), t_mul(o, mean, factor));

	return t_narrow(o, t_add(o, t_mul(o, x, factor), summand));
}

/* Return the new running statistic, of the running one, operand I, and that of this batch. */
static hr_tv running(const onnx_node *o, unsigned i, hr_tv batch, const char *axes)
{
	const double momentum = onnx_real(o, "momentum", (double)0.9f);
	const hr_elem elem = onnx_type(o, o->in[i]);
	hr_tv old = t_widen(o, o->in[i]);

	/* of extents 1: the same elements, in the parameter's type */
	batch = t_widen_to(o, t_reduce(o, HR_R_sum, batch, axes, false), elem);
	old = t_mul(o, old, t_wide(o, old, momentum));
	return t_narrow(o, t_add(o, old, t_mul(o, batch, t_wide(o, old, 1 - momentum))));
}

static hr_tv train(onnx_node *o, hr_tv x)
{
	int64_t axes[HR_RANK_MOST] = {0};
	unsigned count = 1;
	const char *text;
	moments of;

	for (unsigned axis = 2; axis < onnx_rank(o, x); axis++)
		axes[count++] = axis;
	text = onnx_list_text(o, axes, count);
	of = moments_of(o, x, text, 0);
	if (o->out_count > 1)
		o->out[1] = running(o, 3, of.mean, text);
	if (o->out_count > 2)
		o->out[2] = running(o, 4, of.variance, text);
	return batch_norm(o, x, of.mean, of.variance);
}

/* Several outputs mean training, before operator set 14. */
hr_tv op_batch_norm(onnx_node *o)
{
	hr_tv x = t_widen(o, o->in[0]);
	bool trains = onnx_int(o, "training_mode", 0) != 0;

	if (!onnx_int(o, "spatial", 1))
		return onnx_node_refuse(o, "spatial=0 is not supported");
	for (unsigned i = 1; i < o->out_count; i++)
		if (*o->proto->output[i] && !trains)
			return onnx_node_refuse(o, "it has outputs of training, but is not %s",
						o->opset < 14 ? "supported" : "in that mode");
	return trains ? train(o, x) : batch_norm(o, x, channels(o, 3, x), channels(o, 4, x));
}

/* --- instances and groups ----------------------------------------------------------------------- */

hr_tv op_instance_norm(onnx_node *o)
{
	hr_tv x = t_widen(o, o->in[0]);
	const unsigned rank = onnx_rank(o, x);
	moments of;

	if (rank < 3)
		return onnx_node_invalid(o, "its operand is %s, which has no spatial axes",
					 hr_t_text(o->program, o->in[0]));
	of = moments_of(o, x, axes_from(o, 2, rank), epsilon_of(o));
	x = t_mul(o, t_mul(o, of.centred, of.inverse), channels(o, 1, x));
	return t_narrow(o, t_add(o, x, channels(o, 2, x)));
}

/* Return X, of the shape (n, groups, ...), times scale plus bias, in X's shape. In operator set 18 there is
 * one of them for each group, later for each channel. */
static hr_tv scale_groups(const onnx_node *o, hr_tv x)
{
	const bool by_group = o->opset < 21;
	hr_tv shape = t_shape(o, o->in[0]);

	if (!by_group)
		x = t_reshape(o, x, shape);
	x = t_add(o, t_mul(o, x, channels(o, 1, x)), channels(o, 2, x));
	return t_narrow(o, by_group ? t_reshape(o, x, shape) : x);
}

hr_tv op_group_norm(onnx_node *o)
{
	const int64_t groups = onnx_int(o, "num_groups", 0);
	const hr_tvalue *x = hr_t_value(o->program, o->in[0]);
	hr_symbols *symbols = o->model->symbols;
	const int64_t grouped[] = {0, groups, -1};
	moments of;

	if (x->rank < 2 || groups < 1 ||
	    !hr_sym_need(symbols, HR_NEED_DIVIDES, hr_sym_number(symbols, groups), x->extent[1],
			 o->label))
		return onnx_node_invalid(o, "the channels of %s are not divisible by %lld groups",
					 hr_t_text(o->program, o->in[0]), (long long)groups);
	of = moments_of(o,
			hr_t_call(o->program, HR_R_reshape,
				  (const hr_tv[]){t_widen(o, o->in[0]),
						  hr_t_integers(o->program, grouped, 3)},
				  2, "copy_zero=1"),
			"2", epsilon_of(o));
	return scale_groups(o, t_mul(o, of.centred, of.inverse));
}

/* --- layers ------------------------------------------------------------------------------------ */

/* Return the type of statistics that a layer gives. */
static hr_elem stash_type(const onnx_node *o)
{
	return onnx_elem((int32_t)onnx_int(o, "stash_type", 1));
}

hr_tv op_layer_norm(onnx_node *o)
{
	const hr_tv b = onnx_in(o, 2);
	const hr_elem stash = stash_type(o);
	hr_tv x = t_widen(o, o->in[0]);
	const unsigned rank = onnx_rank(o, x);
	unsigned axis;
	moments of;

	if (!onnx_axis(o, onnx_int(o, "axis", -1), rank, &axis))
		return 0;
	if (!hr_elem_is_real(stash))
		return onnx_node_refuse(o, "stash_type %lld is not supported",
					(long long)onnx_int(o, "stash_type", 1));
	of = moments_of(o, x, axes_from(o, axis, rank), epsilon_of(o));
	if (o->out_count > 1)
		o->out[1] = t_narrow(o, t_widen_to(o, of.mean, stash));
	if (o->out_count > 2)
		o->out[2] = t_narrow(o, t_widen_to(o, of.inverse, stash));
	x = t_mul(o, t_mul(o, of.centred, of.inverse), o->in[1]);
	return t_narrow(o, b ? t_add(o, x, b) : x);
}

/* x / sqrt(mean(x^2) + epsilon) * scale, in the type of scale */
hr_tv op_rms_norm(onnx_node *o)
{
	hr_tv x = t_widen_to(o, o->in[0], onnx_type(o, o->in[1])), mean;
	const unsigned rank = onnx_rank(o, x);
	unsigned axis;

	if (!onnx_axis(o, onnx_int(o, "axis", -1), rank, &axis))
		return 0;
	mean = t_mean(o, t_mul(o, x, x), axes_from(o, axis, rank), true);
	mean = t_sqrt(o, t_add(o, mean, t_wide(o, x, epsilon_of(o))));
	return t_narrow(o, t_mul(o, t_div(o, x, mean), o->in[1]));
}

/* --- along axes --------------------------------------------------------------------------------- */

/* (x - mean) / (standard deviation + 1e-9) */
hr_tv op_mean_variance_norm(onnx_node *o)
{
	static const int64_t usual[] = {0, 2, 3};
	const onnx_list given = onnx_ints(o, "axes");
	const onnx_list list = given.given ? given : (onnx_list){true, 3, usual};
	hr_tv x = t_widen(o, o->in[0]);
	const char *axes = onnx_axes_text(o, list, onnx_rank(o, x));
	moments of;

	if (!axes)
		return 0;
	of = moments_of(o, x, axes, 0);
	return t_narrow(o, t_div(o, of.centred,
				 t_add(o, t_sqrt(o, of.variance), t_wide(o, x, (double)1e-9f))));
}

/* x over its norm of order 1 or 2; 0 where that is 0 */
hr_tv op_lp_norm(onnx_node *o)
{
	const int64_t p = onnx_int(o, "p", 2);
	hr_tv x = t_widen(o, o->in[0]), zero = t_wide(o, x, 0), norm;
	unsigned axis;
	const char *axes;

	if (!onnx_axis(o, onnx_int(o, "axis", -1), onnx_rank(o, x), &axis))
		return 0;
	if (p != 1 && p != 2)
		return onnx_node_invalid(o, "p is %lld, but must be 1 or 2", (long long)p);
	axes = onnx_list_text(o, (const int64_t[]){axis}, 1);
	norm = t_reduce(o, HR_R_sum, p == 1 ? t_abs(o, x) : t_mul(o, x, x), axes, true);
	norm = p == 1 ? norm : t_sqrt(o, norm);
	return t_narrow(o, t_where(o, t_equal(o, norm, zero), zero, t_div(o, x, norm)));
}

/* x / (bias + alpha * m)^beta, where m is the mean of x^2 over SIZE channels around, of which those outside
 * count as 0. */
hr_tv op_lrn(onnx_node *o)
{
	const int64_t size = onnx_int(o, "size", 0), before = (size - 1) / 2, after = size / 2;
	hr_tv x = t_widen(o, o->in[0]), mean, scale;

	if (onnx_rank(o, x) < 3 || size < 1)
		return onnx_node_invalid(o, "its operand is %s, and its size %lld",
					 hr_t_text(o->program, o->in[0]), (long long)size);
	mean = t_vector(o,
			(const hr_tv[]){t_extent(o, x, 0), t_integer(o, 1), t_extent(o, x, 1),
					t_extents(o, x, 2, onnx_rank(o, x))},
			4);
	mean = t_reshape(o, t_mul(o, x, x), mean);
	mean = hr_t_call(o->program, HR_R_pool, &mean, 1,
			 "kind=average kernel=%lld,1 pads=%lld,0,%lld,0 count_pad=1",
			 (long long)size, (long long)before, (long long)after);
	mean = t_reshape(o, mean, t_shape(o, x));
	scale = t_add(o, t_wide(o, x, onnx_real(o, "bias", 1)),
		      t_mul(o, t_wide(o, x, onnx_real(o, "alpha", (double)0.0001f)), mean));
	return t_narrow(o, t_div(o, x, t_pow(o, scale, t_wide(o, x, onnx_real(o, "beta", 0.75)))));
}
