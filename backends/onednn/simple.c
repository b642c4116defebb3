/* backends/onednn/simple.c -- steps that are a primitive each: add, activations, softmax, batchnorm, pools.
 *
 * Clauses:   T1, T5, T6.
 * Not here:  convolutions and products, and what is merged with them (product.c). */
#include "onednn.h"

#include <string.h>

static uint32_t result_of(const dn_maker *m, uint32_t step)
{
	return m->unit->tensor_count + step;
}

static dnnl_primitive_desc_t describe(dn_maker *m, const void *desc)
{
	dnnl_primitive_desc_t pd = NULL;

	(void)dn_ok(m, dnnl_primitive_desc_create(&pd, desc, NULL, m->unit->engine, NULL));
	return pd;
}

/* FROM to TO; both have one layout. */
static bool eltwise(dn_maker *m, int32_t from, int32_t to, dnnl_alg_kind_t kind, float alpha,
		    float beta)
{
	dnnl_primitive_desc_t pd;
	dnnl_eltwise_desc_t desc;
	dn_stage *stage;

	if (from < 0 || to < 0 ||
	    !dn_ok(m, dnnl_eltwise_forward_desc_init(&desc, dnnl_forward_inference, kind,
						     dn_place_desc(m, from), alpha, beta)))
		return false;
	pd = describe(m, &desc);
	stage = pd ? dn_stage_new(m, pd) : NULL;
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, to);
	return stage;
}

dnnl_alg_kind_t dn_activation(const hr_unit_step *step, float *alpha, float *beta)
{
	*alpha = *beta = 0;
	switch (step->operation) {
	case HR_TENSOR_RELU:
		return dnnl_eltwise_relu;
	case HR_TENSOR_CLIPPED_RELU:
		*beta = step->clip;
		return dnnl_eltwise_clip;
	case HR_TENSOR_TANH:
		return dnnl_eltwise_tanh;
	case HR_TENSOR_SIGMOID:
		return dnnl_eltwise_logistic;
	default:
		return dnnl_alg_kind_undef;
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
	return eltwise(m, from, dn_result(m, result_of(m, step), dn_place_desc(m, from)), kind, alpha,
		       beta);
}

/* --- add ---------------------------------------------------------------------------------------- */

/* X + B, where X has the shape of the result; what is to be broadcast is the second operand of the primitive. */
static bool add(dn_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->unit->steps[step];
	uint32_t number = result_of(m, step), x = of->operands[0], b = of->operands[1];
	const hr_unit_tensor *result = &m->tensors[number];
	dnnl_memory_desc_t plain = dn_plain(result), x_plain, b_plain;
	dnnl_primitive_desc_t pd;
	dnnl_binary_desc_t desc;
	int32_t first, second;
	dn_stage *stage;

	if (!hr_same_shape(&m->tensors[x], result)) {
		x = of->operands[1];
		b = of->operands[0];
	}
	if (!hr_same_shape(&m->tensors[x], result))
		return dn_ok(m, dnnl_unimplemented); /* both are broadcast */
	x_plain = dn_plain(&m->tensors[x]);
	b_plain = dn_plain(&m->tensors[b]);
	first = dn_as(m, x, &x_plain);
	second = dn_as(m, b, &b_plain);
	if (first < 0 || second < 0 ||
	    !dn_ok(m, dnnl_binary_desc_init(&desc, dnnl_binary_add, &x_plain, &b_plain, &plain)))
		return false;
	pd = describe(m, &desc);
	stage = pd ? dn_stage_new(m, pd) : NULL;
	dn_argument(m, stage, DNNL_ARG_SRC_0, first);
	dn_argument(m, stage, DNNL_ARG_SRC_1, second);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, &plain));
	return stage;
}

/* --- layouts -------------------------------------------------------------------------------------- */

/* The primitive of STEP on an operand that lies as X does. */
typedef dnnl_status_t describer(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, const dnnl_memory_desc_t *x,
				dnnl_primitive_desc_t *pd);

/* As many channels side by side as a vector has room for. False: there are too few of them. */
static bool blocked_desc(const dnnl_memory_desc_t *plain, dnnl_memory_desc_t *md)
{
	bool wide = (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core) == dnnl_cpu_isa_avx512_core;

	return plain->ndims == 4 && plain->dims[1] >= (wide ? 8 : 4) &&
	       dnnl_memory_desc_init_by_tag(md, 4, plain->dims, dnnl_f32, wide ? dnnl_aBcd16b : dnnl_aBcd8b) ==
		       dnnl_success;
}

/* The primitive of STEP on the values of *FROM; *FROM is then where they lie for it. Of planes one after the other oneDNN has but
 * plain loops for some; with channels side by side it is faster, the way there and back included. NULL: it fails. */
static dnnl_primitive_desc_t describe_best(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, describer *describe_on,
					   int32_t *from)
{
	dnnl_primitive_desc_t pd = NULL, other = NULL;
	const dnnl_memory_desc_t *plain = dn_place_desc(m, *from);
	dnnl_memory_desc_t md;
	int32_t blocked;

	if (*from < 0 || !dn_ok(m, describe_on(m, step, kind, plain, &pd)))
		return NULL;
	if (dn_is_compiled(pd) || !blocked_desc(plain, &md) ||
	    describe_on(m, step, kind, &md, &other) != dnnl_success)
		return pd;
	if (!dn_is_compiled(other)) {
		dnnl_primitive_desc_destroy(other);
		return pd;
	}
	dnnl_primitive_desc_destroy(pd);
	blocked = dn_place_new(m, &md, -1);
	dn_reorder(m, *from, blocked);
	*from = blocked;
	return other;
}

/* --- what looks at channels --------------------------------------------------------------------- */

static bool softmax(dn_maker *m, uint32_t step)
{
	uint32_t number = result_of(m, step), x = m->unit->steps[step].operands[0];
	dnnl_memory_desc_t plain = dn_plain(&m->tensors[number]);
	int32_t from = dn_as(m, x, &plain);
	dnnl_primitive_desc_t pd;
	dnnl_softmax_desc_t desc;
	dn_stage *stage;

	if (from < 0 || !dn_ok(m, dnnl_softmax_forward_desc_init(&desc, dnnl_forward_inference,
								 &plain, 1)))
		return false;
	pd = describe(m, &desc);
	stage = pd ? dn_stage_new(m, pd) : NULL;
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, &plain));
	return stage;
}

/* Operand I of STEP as a row of channels. */
static int32_t channels(dn_maker *m, uint32_t step, uint32_t i)
{
	uint32_t number = m->unit->steps[step].operands[i];
	uint32_t x = m->unit->steps[step].operands[0];
	dnnl_memory_desc_t plain = dn_plain(&m->tensors[number]), md;
	dnnl_dims_t dims = {(dnnl_dim_t)m->tensors[x].dims[1]};

	if (!dn_ok(m, dnnl_memory_desc_init_by_tag(&md, 1, dims, dnnl_f32, dnnl_a)))
		return -1;
	return dn_place_alias(m, dn_as(m, number, &plain), &md);
}

static dnnl_status_t describe_batchnorm(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind,
					const dnnl_memory_desc_t *x, dnnl_primitive_desc_t *pd)
{
	const float epsilon = (float)m->unit->steps[step].epsilon;
	dnnl_batch_normalization_desc_t desc;
	dnnl_status_t status = dnnl_batch_normalization_forward_desc_init(
		&desc, dnnl_forward_inference, x, epsilon,
		dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift);

	(void)kind;
	return status == dnnl_success ? dnnl_primitive_desc_create(pd, &desc, NULL, m->unit->engine, NULL)
				      : status;
}

static bool batchnorm(dn_maker *m, uint32_t step)
{
	static const int arguments[] = {0, DNNL_ARG_SCALE, DNNL_ARG_SHIFT, DNNL_ARG_MEAN,
					DNNL_ARG_VARIANCE};
	const hr_unit_step *of = &m->unit->steps[step];
	uint32_t number = result_of(m, step);
	int32_t from = dn_current(m, of->operands[0]), places[HR_UNIT_OPERANDS];
	dnnl_memory_desc_t md;
	dnnl_primitive_desc_t pd;
	dn_stage *stage;

	for (uint32_t i = 1; i < of->operand_count; i++)
		places[i] = channels(m, step, i);
	if (from < 0 || m->status != dnnl_success)
		return false;
	pd = describe_best(m, step, dnnl_alg_kind_undef, describe_batchnorm, &from);
	if (!pd)
		return false;
	md = *dn_place_desc(m, from);
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, &md));
	for (uint32_t i = 1; i < of->operand_count; i++)
		dn_argument(m, stage, arguments[i], places[i]);
	return stage;
}

/* --- pools -------------------------------------------------------------------------------------- */

static dnnl_status_t describe_pool(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind,
				   const dnnl_memory_desc_t *x, dnnl_primitive_desc_t *pd)
{
	const hr_unit_step *of = &m->unit->steps[step];
	dnnl_memory_desc_t any = dn_plain(&m->tensors[result_of(m, step)]);
	dnnl_dims_t window = {of->window[0], of->window[1]}, stride = {of->stride[0], of->stride[1]};
	dnnl_dims_t padding = {of->padding[0], of->padding[1]};
	dnnl_pooling_desc_t desc;
	dnnl_status_t status;

	memset(&any.format_desc, 0, sizeof(any.format_desc));
	any.format_kind = dnnl_format_kind_any;
	status = dnnl_pooling_forward_desc_init(&desc, dnnl_forward_inference, kind, x, &any, stride,
						window, padding, padding);
	return status == dnnl_success ? dnnl_primitive_desc_create(pd, &desc, NULL, m->unit->engine, NULL)
				      : status;
}

static bool slide(dn_maker *m, uint32_t step, dnnl_alg_kind_t kind, int32_t from)
{
	uint32_t number = result_of(m, step);
	dnnl_primitive_desc_t pd = describe_best(m, step, kind, describe_pool, &from);
	dnnl_memory_desc_t md;
	dn_stage *stage;

	if (!pd)
		return false;
	md = dn_chosen(pd, dnnl_query_dst_md);
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_SRC, from);
	dn_argument(m, stage, DNNL_ARG_DST, dn_result(m, number, &md));
	return stage;
}

/* The least is the largest of the negatives, negated, which loses nothing. */
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
