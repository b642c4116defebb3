/* backends/onednn/simple.c -- steps that are a single primitive: add, activations, softmax,
 * batchnorm, pools.
 *
 * Clauses:   T1, T5, T6.
 * Not here:  convolutions and products, and what is merged with them (product.c). */
#include <string.h>

#include "backends/onednn/onednn.h"

static uint32_t result_of(const dn_maker *m, uint32_t step)
{
	return m->unit->tensor_count + step;
}

/* Apply KIND to FROM, with the result in TO; both have the same layout. */
static bool eltwise(dn_maker *m, int32_t from, int32_t to, dnnl_alg_kind_t kind, float alpha,
		    float beta)
{
	dnnl_primitive_desc_t pd;
	dn_stage *stage;

	if (from < 0 || to < 0 ||
	    !dn_ok(m, dn_describe_eltwise(&pd, m->unit->engine, kind, dn_place_desc(m, from), alpha,
					  beta)))
		return false;
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, to);
	return stage;
}

dnnl_alg_kind_t dn_activation(const hr_unit_step *step, float *alpha, float *beta)
{
	*alpha = *beta = 0;
	switch (step->operation) {
	case HR_TENSOR_RELU: return dnnl_eltwise_relu;
	case HR_TENSOR_CLIPPED_RELU: *beta = step->clip; return dnnl_eltwise_clip;
	case HR_TENSOR_TANH: return dnnl_eltwise_tanh;
	case HR_TENSOR_SIGMOID: return dnnl_eltwise_logistic;
	default: return dnnl_alg_kind_undef;
	}
}

static bool activation(dn_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->unit->steps[step];
	int32_t from = dn_current(m, of->operands[0]);
	float alpha, beta;
	dnnl_alg_kind_t kind = dn_activation(of, &alpha, &beta);

	if (from < 0)
		return false;
	return eltwise(m, from, dn_result(m, result_of(m, step), dn_place_desc(m, from)), kind,
		       alpha, beta);
}

/* --- add -------------------------------------------------------------------------------------- */

/* X + B, where X has the shape of the result; the operand that is broadcast must be the second one
 * of the primitive. */
static bool add(dn_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->unit->steps[step];
	uint32_t number = result_of(m, step), x = of->operands[0], b = of->operands[1];
	const hr_unit_tensor *result = &m->tensors[number];
	dn_layout plain = dn_plain(m, result), x_plain, b_plain;
	dnnl_primitive_desc_t pd;
	int32_t first, second;
	dn_stage *stage;

	if (!hr_same_shape(&m->tensors[x], result)) {
		x = of->operands[1];
		b = of->operands[0];
	}
	if (!hr_same_shape(&m->tensors[x], result))
		return dn_ok(m, dnnl_unimplemented); /* both are broadcast */
	x_plain = dn_plain(m, &m->tensors[x]);
	b_plain = dn_plain(m, &m->tensors[b]);
	first = dn_as(m, x, x_plain);
	second = dn_as(m, b, b_plain);
	if (first < 0 || second < 0 ||
	    !dn_ok(m, dn_describe_add(&pd, m->unit->engine, x_plain, b_plain, plain)))
		return false;
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC_0, first);
	dn_argument(m, stage, DNNL_ARG_SRC_1, second);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, plain));
	return stage;
}

/* --- layouts ---------------------------------------------------------------------------------- */

/* Describes the primitive of STEP for an operand with the layout of X. */
typedef dnnl_status_t describer(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, dn_layout x,
				dnnl_primitive_desc_t *pd);

/* Return the layout that stores as many channels side by side as a vector has lanes; NULL if there
 * are too few channels. */
static dn_layout blocked_layout(dn_maker *m, dn_layout plain)
{
	bool wide = (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core) ==
		    dnnl_cpu_isa_avx512_core;

	if (dn_layout_rank(plain) != 4 || dn_layout_dims(plain)[1] < (wide ? 8 : 4))
		return NULL;
	return dn_layout_of(m, 4, dn_layout_dims(plain), wide ? dnnl_aBcd16b : dnnl_aBcd8b);
}

/* Return a primitive of STEP for the values of *FROM, and set *FROM to the place to read them from.
 * For planar layouts, oneDNN has only simple loops for some operations; a blocked layout is faster,
 * including reordering to it and back. Return NULL on failure. */
static dnnl_primitive_desc_t describe_best(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind,
					   describer *describe_on, int32_t *from)
{
	dnnl_primitive_desc_t pd = NULL, other = NULL;
	dn_layout plain = dn_place_desc(m, *from), side_by_side;
	int32_t blocked;

	if (*from < 0 || !dn_ok(m, describe_on(m, step, kind, plain, &pd)))
		return NULL;
	side_by_side = dn_is_compiled(pd) ? NULL : blocked_layout(m, plain);
	if (!side_by_side || describe_on(m, step, kind, side_by_side, &other) != dnnl_success)
		return pd;
	if (!dn_is_compiled(other)) {
		dnnl_primitive_desc_destroy(other);
		return pd;
	}
	dnnl_primitive_desc_destroy(pd);
	blocked = dn_place_new(m, side_by_side, -1);
	dn_reorder(m, *from, blocked);
	*from = blocked;
	return other;
}

/* --- operations along channels ------------------------------------------------------------- */

static bool softmax(dn_maker *m, uint32_t step)
{
	uint32_t number = result_of(m, step), x = m->unit->steps[step].operands[0];
	dn_layout plain = dn_plain(m, &m->tensors[number]);
	int32_t from = dn_as(m, x, plain);
	dnnl_primitive_desc_t pd;
	dn_stage *stage;

	if (from < 0 || !dn_ok(m, dn_describe_softmax(&pd, m->unit->engine, plain)))
		return false;
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, plain));
	return stage;
}

/* Return operand I of STEP as a row of channels. */
static int32_t channels(dn_maker *m, uint32_t step, uint32_t i)
{
	uint32_t number = m->unit->steps[step].operands[i];
	uint32_t x = m->unit->steps[step].operands[0];
	dnnl_dims_t dims = {(dnnl_dim_t)m->tensors[x].dims[1]};
	int32_t place = dn_as(m, number, dn_plain(m, &m->tensors[number]));

	return dn_place_alias(m, place, dn_layout_of(m, 1, dims, dnnl_a));
}

static dnnl_status_t describe_batchnorm(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind,
					dn_layout x, dnnl_primitive_desc_t *pd)
{
	(void)kind;
	return dn_describe_batchnorm(pd, m->unit->engine, x, (float)m->unit->steps[step].epsilon);
}

static bool batchnorm(dn_maker *m, uint32_t step)
{
	static const int arguments[] = {0, DNNL_ARG_SCALE, DNNL_ARG_SHIFT, DNNL_ARG_MEAN,
					DNNL_ARG_VARIANCE};
	const hr_unit_step *of = &m->unit->steps[step];
	uint32_t number = result_of(m, step);
	int32_t from = dn_current(m, of->operands[0]), places[HR_UNIT_OPERANDS];
	dnnl_primitive_desc_t pd;
	dn_stage *stage;

	for (uint32_t i = 1; i < of->operand_count; i++)
		places[i] = channels(m, step, i);
	if (from < 0 || m->status != dnnl_success)
		return false;
	pd = describe_best(m, step, dnnl_alg_kind_undef, describe_batchnorm, &from);
	if (!pd)
		return false;
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, dn_place_desc(m, from)));
	for (uint32_t i = 1; i < of->operand_count; i++)
		dn_argument(m, stage, arguments[i], places[i]);
	return stage;
}

/* --- pools ------------------------------------------------------------------------------------ */

static dnnl_status_t describe_pool(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, dn_layout x,
				   dnnl_primitive_desc_t *pd)
{
	const hr_unit_step *of = &m->unit->steps[step];
	dnnl_dims_t window = {of->window[0], of->window[1]},
		    stride = {of->stride[0], of->stride[1]};
	dnnl_dims_t padding = {of->padding[0], of->padding[1]};
	dn_layout any = dn_any(m, dn_plain(m, &m->tensors[result_of(m, step)]));

	return any ? dn_describe_pool(pd, m->unit->engine, kind, x, any, stride, window, padding)
		   : m->status;
}

static bool slide(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, int32_t from)
{
	uint32_t number = result_of(m, step);
	dnnl_primitive_desc_t pd = describe_best(m, step, kind, describe_pool, &from);
	dn_stage *stage;
	int32_t result;

	if (!pd)
		return false;
	result = dn_result(m, number, dn_chosen(pd, dnnl_query_dst_md));
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, result);
	return stage;
}

/* The minimum is the negated maximum of the negated values, which is exact. */
static bool pool_min(dn_maker *m, uint32_t step)
{
	int32_t from = dn_current(m, m->unit->steps[step].operands[0]), negated, result;

	if (from < 0)
		return false;
	negated = dn_place_new(m, dn_place_desc(m, from), -1);
	if (!eltwise(m, from, negated, dnnl_eltwise_linear, -1, 0) ||
	    !slide(m, step, dnnl_pooling_max, negated))
		return false;
	result = m->current[result_of(m, step)];
	return eltwise(m, result, result, dnnl_eltwise_linear, -1, 0);
}

static bool pool(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind)
{
	return slide(m, step, kind, dn_current(m, m->unit->steps[step].operands[0]));
}

bool dn_make_simple(dn_maker *m, uint32_t step)
{
	bool made;

	switch (m->unit->steps[step].operation) {
	case HR_TENSOR_ADD: made = add(m, step); break;
	case HR_TENSOR_SOFTMAX: made = softmax(m, step); break;
	case HR_TENSOR_BATCHNORM: made = batchnorm(m, step); break;
	case HR_TENSOR_POOL_MAX: made = pool(m, step, dnnl_pooling_max); break;
	case HR_TENSOR_POOL_MIN: made = pool_min(m, step); break;
	case HR_TENSOR_POOL_MEAN: made = pool(m, step, dnnl_pooling_avg_exclude_padding); break;
	default: made = activation(m, step); break;
	}
	if (made)
		dn_deliver(m, result_of(m, step));
	return made && m->status == dnnl_success;
}
