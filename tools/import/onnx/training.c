/* tools/import/onnx/training.c -- losses and optimisers, computed in binary64 and rounded once.
 *
 * Not here:  Gradient, which is refused. */
#include "tools/import/onnx/onnx_private.h"

/* --- losses ------------------------------------------------------------------------------------ */

/* What a target contributes: where it is the class to ignore, nothing. */
typedef struct loss_targets {
	hr_tv target;  /* classes; 0 instead of the one to ignore */
	hr_tv ignored; /* bool; 0: none is */
	hr_tv weight;  /* wide; 0: 1 */
} loss_targets;

static loss_targets find_targets(const onnx_node *o, hr_tv x)
{
	loss_targets t = {.target = o->in[1]};

	if (onnx_attr(o, "ignore_index")) {
		const hr_tv which = t_cast(o, t_integer(o, onnx_int(o, "ignore_index", 0)),
					   onnx_type(o, t.target));

		t.ignored = t_equal(o, t.target, which);
		t.target = t_where(o, t.ignored, t_like(o, t.target, 0), t.target);
	}
	t.target = t_within(o, t.target, 0, t_extent(o, x, 1), "a label is no class");
	if (onnx_in(o, 2))
		t.weight = t_widen(o, t_gather(o, o->in[2], t.target, 0));
	else if (t.ignored)
		t.weight = t_wide(o, x, 1);
	if (t.ignored)
		t.weight = t_where(o, t.ignored, t_wide(o, x, 0), t.weight);
	return t;
}

/* The loss of the wide logarithms X of probabilities, of which axis 1 has the classes. */
static hr_tv loss_of(const onnx_node *o, hr_tv x)
{
	const int reduction = onnx_choice(o, "reduction", "mean sum none");
	loss_targets t;
	hr_tv loss, sum;

	if (reduction < 0)
		return 0;
	if (onnx_rank(o, x) < 2 || onnx_rank(o, o->in[1]) + 1 != onnx_rank(o, x))
		return onnx_node_invalid(o, "its operands are %s and %s",
					 hr_t_text(o->program, o->in[0]),
					 hr_t_text(o->program, o->in[1]));
	for (unsigned i = 0; i + 1 < onnx_rank(o, x); i++)
		if (!onnx_same_extent(o, o->in[1], i, x, i ? i + 1 : 0))
			return 0;
	if (onnx_in(o, 2) && !onnx_same_extent(o, o->in[2], 0, x, 1))
		return 0;
	t = find_targets(o, x);
	loss = hr_t_call(o->program, HR_R_gather_elements,
			 (const hr_tv[]){x, t_unsqueeze(o, t.target, "1")}, 2, "axis=1");
	loss = t_neg(o, t_squeeze(o, loss, "1"));
	if (t.ignored)
		loss = t_where(o, t.ignored, t_wide(o, x, 0), loss);
	if (t.weight)
		loss = t_mul(o, loss, t.weight);
	if (reduction == 2)
		return t_narrow(o, loss);
	sum = t_reduce(o, HR_R_sum, loss, NULL, false);
	if (reduction == 1)
		return t_narrow(o, sum);
	return t_narrow(o, t.weight ? t_div(o, sum, t_reduce(o, HR_R_sum, t.weight, NULL, false))
				    : t_mean(o, loss, NULL, false));
}

hr_tv op_negative_log_likelihood_loss(onnx_node *o)
{
	return loss_of(o, t_widen(o, o->in[0]));
}

hr_tv op_softmax_cross_entropy_loss(onnx_node *o)
{
	hr_tv x = t_log_softmax(o, t_widen(o, o->in[0]), "1");

	if (o->out_count > 1)
		o->out[1] = t_narrow(o, x);
	return loss_of(o, x);
}

/* --- optimisers -------------------------------------------------------------------------------- */

enum { MOST_STATES = 2 };

/* One step for one tensor. */
typedef struct optimiser {
	const onnx_node *o;
	hr_tv rate, step;         /* wide scalar; scalar of i64 */
	hr_tv x, gradient;        /* wide; the gradient of the norm is in it */
	hr_tv state[MOST_STATES]; /* set to the next ones */
} optimiser;

typedef hr_tv optimiser_step(optimiser *s); /* returns the next X */

/* The attribute NAME for computing with S. */
static hr_tv factor(const optimiser *s, const char *name, double otherwise)
{
	return t_wide(s->o, s->x, onnx_real(s->o, name, otherwise));
}

static hr_tv one_minus(const optimiser *s, hr_tv a)
{
	return t_sub(s->o, t_wide(s->o, s->x, 1), a);
}

/* FIRST where the step is the first, which has the number 0; else LATER. */
static hr_tv at_first(const optimiser *s, hr_tv first, hr_tv later)
{
	return t_where(s->o, t_less(s->o, t_integer(s->o, 0), s->step), later, first);
}

/* Return FACTOR * A + OTHER * B. */
static hr_tv blend(const onnx_node *o, hr_tv factor_of_a, hr_tv a, hr_tv other, hr_tv b)
{
	return t_add(o, t_mul(o, factor_of_a, a), t_mul(o, other, b));
}

static hr_tv adagrad_step(optimiser *s)
{
	const onnx_node *o = s->o;
	const hr_tv decay = factor(s, "decay_factor", 0);
	hr_tv count = t_widen_to(o, s->step, onnx_type(o, s->x)), rate;

	rate = t_div(o, s->rate, t_add(o, t_wide(o, s->x, 1), t_mul(o, count, decay)));
	s->state[0] = t_add(o, s->state[0], t_mul(o, s->gradient, s->gradient));
	return t_sub(o, s->x,
		     t_div(o, t_mul(o, rate, s->gradient),
			   t_add(o, t_sqrt(o, s->state[0]), factor(s, "epsilon", 1e-6))));
}

static hr_tv adam_step(optimiser *s)
{
	const onnx_node *o = s->o;
	const hr_tv alpha = factor(s, "alpha", (double)0.9f);
	const hr_tv beta = factor(s, "beta", (double)0.999f);
	const hr_tv count = t_widen_to(o, s->step, onnx_type(o, s->x));
	hr_tv rate, root, x;

	s->state[0] = blend(o, alpha, s->state[0], one_minus(s, alpha), s->gradient);
	s->state[1] =
		blend(o, beta, s->state[1], one_minus(s, beta), t_mul(o, s->gradient, s->gradient));
	rate = t_mul(o, s->rate, t_sqrt(o, one_minus(s, t_pow(o, beta, count))));
	rate = t_div(o, rate, one_minus(s, t_pow(o, alpha, count)));
	rate = at_first(s, s->rate, rate);
	root = t_add(o, t_sqrt(o, s->state[1]), factor(s, "epsilon", (double)1e-6f));
	x = t_sub(o, s->x, t_mul(o, rate, t_div(o, s->state[0], root)));
	return t_mul(o, one_minus(s, factor(s, "norm_coefficient_post", 0)), x);
}

static hr_tv momentum_step(optimiser *s)
{
	const onnx_node *o = s->o;
	const hr_tv alpha = factor(s, "alpha", 0);
	const hr_tv beta = at_first(s, t_wide(o, s->x, 1), factor(s, "beta", 0));
	hr_tv change;

	s->state[0] = blend(o, alpha, s->state[0], beta, s->gradient);
	change = s->state[0];
	if (onnx_choice(o, "mode", "standard nesterov") == 1)
		change = t_add(o, s->gradient, t_mul(o, alpha, change));
	return t_sub(o, s->x, t_mul(o, s->rate, change));
}

/* Operands: the rate, the step's number, then tensors, their gradients, and each state of them. Outputs:
 * the tensors, then each state. */
static hr_tv optimise(onnx_node *o, optimiser_step *step, unsigned states)
{
	const unsigned count = (o->in_count - 2) / (2 + states);
	optimiser s = {.o = o};

	if (o->in_count != 2 + count * (2 + states) || o->out_count != count * (1 + states))
		return onnx_node_invalid(o, "it has %u operands and %u outputs", o->in_count,
					 o->out_count);
	for (unsigned i = 0; i < count; i++) {
		s.x = t_widen(o, o->in[2 + i]);
		s.rate = s.x ? t_widen_to(o, o->in[0], onnx_type(o, s.x)) : 0;
		s.step = o->in[1];
		s.gradient = t_add(o, t_mul(o, factor(&s, "norm_coefficient", 0), s.x),
				   o->in[2 + count + i]);
		for (unsigned k = 0; k < states; k++)
			s.state[k] = t_widen(o, o->in[2 + (2 + k) * count + i]);
		o->out[i] = t_narrow(o, step(&s));
		for (unsigned k = 0; k < states; k++)
			o->out[(1 + k) * count + i] = t_narrow(o, s.state[k]);
	}
	return o->out[0];
}

hr_tv op_adagrad(onnx_node *o)
{
	return optimise(o, adagrad_step, 1);
}

hr_tv op_adam(onnx_node *o)
{
	return optimise(o, adam_step, 2);
}

hr_tv op_momentum(onnx_node *o)
{
	return optimise(o, momentum_step, 1);
}
