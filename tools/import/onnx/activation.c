/* tools/import/onnx/activation.c -- activation functions, computed in binary64 and rounded once.
 *
 * A condition on x is one that a NaN does not meet where its result must be NaN. */
#include <math.h>

#include "tools/import/onnx/onnx_private.h"

/* The operand, wide. */
static hr_tv wide_x(const onnx_node *o)
{
	return t_widen(o, o->in[0]);
}

/* A constant to compute with X. */
static hr_tv number(const onnx_node *o, double value)
{
	return t_wide(o, o->in[0], value);
}

/* The attribute NAME as such a constant. */
static hr_tv parameter(const onnx_node *o, const char *name, double otherwise)
{
	return number(o, onnx_real(o, name, otherwise));
}

hr_tv op_relu(onnx_node *o)
{
	return t_max(o, o->in[0], t_like(o, o->in[0], 0));
}

hr_tv op_leaky_relu(onnx_node *o)
{
	hr_tv x = wide_x(o), slope = parameter(o, "alpha", (double)0.01f);

	return t_narrow(o, t_where(o, t_less(o, x, number(o, 0)), t_mul(o, slope, x), x));
}

hr_tv op_prelu(onnx_node *o)
{
	hr_tv x = o->in[0];

	return t_where(o, t_less(o, x, t_like(o, x, 0)), t_mul(o, x, o->in[1]), x);
}

hr_tv op_thresholded_relu(onnx_node *o)
{
	hr_tv x = wide_x(o), zero = number(o, 0);

	return t_narrow(o, t_where(o, t_less(o, parameter(o, "alpha", 1), x), x, zero));
}

/* e^x - 1, as ONNX's definitions say: the bound has the rounding of e^x, which other runtimes make. */
static hr_tv exp_minus_1(const onnx_node *o, hr_tv x)
{
	return t_sub(o, t_exp(o, x), number(o, 1));
}

hr_tv op_elu(onnx_node *o)
{
	hr_tv x = wide_x(o), alpha = parameter(o, "alpha", 1);

	return t_narrow(
		o, t_where(o, t_less(o, x, number(o, 0)), t_mul(o, alpha, exp_minus_1(o, x)), x));
}

hr_tv op_selu(onnx_node *o)
{
	hr_tv x = wide_x(o), alpha = parameter(o, "alpha", (double)1.67326319217681884765625f);
	hr_tv gamma = parameter(o, "gamma", (double)1.05070102214813232421875f);
	hr_tv below = t_mul(o, alpha, exp_minus_1(o, x));

	return t_narrow(o, t_mul(o, gamma, t_where(o, t_less(o, number(o, 0), x), x, below)));
}

hr_tv op_celu(onnx_node *o)
{
	hr_tv x = wide_x(o), alpha = parameter(o, "alpha", 1), zero = number(o, 0);
	hr_tv below = t_mul(o, alpha, exp_minus_1(o, t_div(o, x, alpha)));

	return t_narrow(o, t_add(o, t_max(o, x, zero), t_min(o, below, zero)));
}

/* log(1 + e^x), without overflow. */
static hr_tv softplus(const onnx_node *o, hr_tv x)
{
	return t_add(o, t_max(o, x, number(o, 0)), t_log1p(o, t_exp(o, t_neg(o, t_abs(o, x)))));
}

hr_tv op_softplus(onnx_node *o)
{
	return t_narrow(o, softplus(o, wide_x(o)));
}

hr_tv op_softsign(onnx_node *o)
{
	hr_tv x = wide_x(o);

	return t_narrow(o, t_div(o, x, t_add(o, number(o, 1), t_abs(o, x))));
}

hr_tv op_mish(onnx_node *o)
{
	hr_tv x = wide_x(o);

	return t_narrow(o, t_mul(o, x, t_tanh(o, softplus(o, x))));
}

static hr_tv hard_sigmoid(const onnx_node *o, hr_tv x, hr_tv alpha, hr_tv beta)
{
	return t_max(o, number(o, 0), t_min(o, number(o, 1), t_add(o, t_mul(o, alpha, x), beta)));
}

hr_tv op_hard_sigmoid(onnx_node *o)
{
	return t_narrow(o, hard_sigmoid(o, wide_x(o), parameter(o, "alpha", (double)0.2f),
					parameter(o, "beta", 0.5)));
}

hr_tv op_hard_swish(onnx_node *o)
{
	hr_tv x = wide_x(o);

	return t_narrow(o, t_mul(o, x, hard_sigmoid(o, x, number(o, 1.0 / 6), number(o, 0.5))));
}

static hr_tv swish(const onnx_node *o)
{
	hr_tv x = wide_x(o);

	return t_mul(o, x, t_sigmoid(o, t_mul(o, parameter(o, "alpha", 1), x)));
}

hr_tv op_swish(onnx_node *o)
{
	return t_narrow(o, swish(o));
}

hr_tv op_swiglu(onnx_node *o)
{
	return t_narrow(o, t_mul(o, swish(o), o->in[1]));
}

hr_tv op_gelu(onnx_node *o)
{
	const int approximate = onnx_choice(o, "approximate", "none tanh");
	hr_tv x = wide_x(o), inner;

	if (approximate < 0)
		return 0;
	if (approximate) {
		inner = t_mul(o, t_mul(o, x, x), t_mul(o, number(o, 0.044715), x));
		inner = t_tanh(o, t_mul(o, number(o, sqrt(2 / M_PI)), t_add(o, x, inner)));
	} else {
		inner = t_erf(o, t_mul(o, x, number(o, sqrt(0.5))));
	}
	return t_narrow(o, t_mul(o, t_mul(o, number(o, 0.5), x), t_add(o, number(o, 1), inner)));
}

/* Of integers too. */
hr_tv op_shrink(onnx_node *o)
{
	const double most = onnx_real(o, "lambd", 0.5), bias = onnx_real(o, "bias", 0);
	hr_tv x = t_compute(o, o->in[0]), zero = t_wide(o, x, 0);
	hr_tv above = t_sub(o, x, t_wide(o, x, bias)), below = t_add(o, x, t_wide(o, x, bias));

	above = t_where(o, t_less(o, t_wide(o, x, most), x), above, zero);
	x = t_where(o, t_less(o, x, t_wide(o, x, -most)), below, above);
	return t_computed(o, x, onnx_type(o, o->in[0]));
}
