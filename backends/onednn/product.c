/* backends/onednn/product.c -- convolutions and products, merged with the add and the activation
 * after them into one primitive.
 *
 * Steps are merged if the intermediate result is used by the next step only. An addend with one
 * value for each channel is the bias; an addend of the result's shape is stored in the result
 * before the product, which is added to it; the activation is a post-operation. Other broadcasts
 * are merged with matrix products only, because oneDNN has no fast convolution with them. Sums are
 * direct (no Winograd), as the bounds assume.
 * Clauses:   T2, T3, T4, T7. */
#include <string.h>

#include "backends/onednn/onednn.h"

static uint32_t result_of(const dn_maker *m, uint32_t step)
{
	return m->unit->tensor_count + step;
}

static bool takes(const hr_unit_step *step)
{
	float alpha, beta;

	return dn_activation(step, &alpha, &beta) != dnnl_alg_kind_undef;
}

/* --- primitives ------------------------------------------------------------------------------- */

/* The layouts as which a primitive sees its operands and its result; for those named `any` the
 * primitive chooses the layout. */
typedef struct sight {
	dn_layout x, weights, bias, result;
	dn_layout x_any, weights_any, result_any;
	dn_layout addend; /* an addend that is broadcast */
} sight;

static bool is_broadcast(const dn_maker *m, const hr_merged_steps *g)
{
	return g->addend >= 0 &&
	       !hr_same_shape(&m->tensors[g->addend], &m->tensors[result_of(m, g->last)]);
}

static void choose_any(dn_maker *m, sight *s)
{
	s->x_any = dn_any(m, s->x);
	s->weights_any = dn_any(m, s->weights);
	s->result_any = dn_any(m, s->result);
}

static dn_layout see_row(dn_maker *m, uint64_t count)
{
	dnnl_dims_t dims = {(dnnl_dim_t)count};

	return dn_layout_of(m, 1, dims, dnnl_a);
}

static dn_layout see_matrix(dn_maker *m, uint64_t rows, uint64_t columns, dnnl_format_tag_t tag)
{
	dnnl_dims_t dims = {(dnnl_dim_t)rows, (dnnl_dim_t)columns};

	return dn_layout_of(m, 2, dims, tag);
}

/* x is (m, k), weights are (n, k), stored as (k, n), the result is (m, n). */
static bool see_product(dn_maker *m, const hr_merged_steps *g, sight *s)
{
	const hr_unit_step *of = &m->unit->steps[g->step];
	const hr_unit_tensor *x = &m->tensors[of->operands[0]];
	const hr_unit_tensor *result = &m->tensors[result_of(m, g->step)];
	uint64_t rows = result->dims[0], columns = result->dims[1], inner = 1;

	for (uint32_t i = 1; i < x->rank; i++)
		inner *= x->dims[i];
	s->x = see_matrix(m, rows, inner, dnnl_ab);
	s->result = see_matrix(m, rows, columns, dnnl_ab);
	s->weights = see_matrix(m, columns, inner, dnnl_ba);
	s->bias = see_row(m, columns);
	if (is_broadcast(m, g))
		s->addend = see_matrix(m, m->tensors[g->addend].dims[0],
				       m->tensors[g->addend].dims[1], dnnl_ab);
	choose_any(m, s);
	s->result_any = s->result;
	return m->status == dnnl_success;
}

static bool see_convolution(dn_maker *m, const hr_merged_steps *g, sight *s)
{
	const hr_unit_step *of = &m->unit->steps[g->step];
	const hr_unit_tensor *f = &m->tensors[of->operands[1]];
	dnnl_dims_t dims = {of->groups, (dnnl_dim_t)f->dims[0] / of->groups, (dnnl_dim_t)f->dims[1],
			    (dnnl_dim_t)f->dims[2], (dnnl_dim_t)f->dims[3]};

	s->x = dn_plain(m, &m->tensors[of->operands[0]]);
	s->result = dn_plain(m, &m->tensors[result_of(m, g->step)]);
	s->weights = of->groups > 1 ? dn_layout_of(m, 5, dims, dnnl_abcde) : dn_plain(m, f);
	s->bias = see_row(m, f->dims[0]);
	choose_any(m, s);
	return m->status == dnnl_success;
}

/* Make the addend and the activation post-operations. */
static dnnl_primitive_attr_t attributes(dn_maker *m, const hr_merged_steps *g, const sight *s)
{
	dnnl_primitive_attr_t made = NULL;
	dnnl_post_ops_t operations = NULL;
	float alpha, beta;

	if (g->addend < 0 && g->activation < 0)
		return NULL;
	if (!dn_ok(m, dnnl_primitive_attr_create(&made)) ||
	    !dn_ok(m, dnnl_post_ops_create(&operations)))
		return made;
	if (is_broadcast(m, g))
		(void)dn_ok(m, dnnl_post_ops_append_binary(operations, dnnl_binary_add, s->addend));
	else if (g->addend >= 0)
		(void)dn_ok(m, dn_append_sum(operations));
	if (g->activation >= 0) {
		dnnl_alg_kind_t kind = dn_activation(&m->unit->steps[g->activation], &alpha, &beta);

		(void)dn_ok(m, dn_append_eltwise(operations, kind, alpha, beta));
	}
	(void)dn_ok(m, dnnl_primitive_attr_set_post_ops(made, operations));
	dnnl_post_ops_destroy(operations);
	return made;
}

static dnnl_status_t describe(const dn_maker *m, const hr_merged_steps *g, const sight *s,
			      dnnl_primitive_attr_t attr, dnnl_primitive_desc_t *pd)
{
	const hr_unit_step *of = &m->unit->steps[g->step];
	dn_layout bias = g->bias >= 0 ? s->bias : NULL;
	dnnl_dims_t stride = {of->stride[0], of->stride[1]};
	dnnl_dims_t padding = {of->padding[0], of->padding[1]};

	if (of->operation == HR_TENSOR_MUL)
		return dn_describe_inner_product(pd, m->unit->engine, s->x_any, s->weights_any,
						 bias, s->result_any, attr);
	return dn_describe_convolution(pd, m->unit->engine, s->x_any, s->weights_any, bias,
				       s->result_any, stride, padding, attr);
}

/* --- making the stage ---------------------------------------------------------------------- */

/* Return the place of the result, which contains the addend if there is one to add to. The result
 * of a product is a matrix; its tensor has two more dimensions. */
static int32_t place_result(dn_maker *m, const hr_merged_steps *g, dn_layout md)
{
	uint32_t number = result_of(m, g->last);
	dn_layout plain = dn_plain(m, &m->tensors[number]);
	bool convolution = m->unit->steps[g->step].operation == HR_TENSOR_CONVOLUTION;
	int32_t place = dn_result(m, number, convolution ? md : plain);

	if (g->addend >= 0 && !is_broadcast(m, g))
		dn_reorder(m, dn_current(m, (uint32_t)g->addend), place);
	return convolution ? place : dn_place_alias(m, place, md);
}

static int32_t place_x(dn_maker *m, const hr_merged_steps *g, const sight *s, dn_layout md)
{
	uint32_t x = m->unit->steps[g->step].operands[0];
	dn_layout plain = dn_plain(m, &m->tensors[x]);
	int32_t place;

	if (m->unit->steps[g->step].operation == HR_TENSOR_CONVOLUTION)
		return dn_as(m, x, md);
	place = dn_place_alias(m, dn_as(m, x, plain), s->x);
	if (place >= 0 && !dnnl_memory_desc_equal(s->x, md))
		(void)dn_ok(m, dnnl_unimplemented);
	return place;
}

static int32_t place_plain(dn_maker *m, uint32_t number, dn_layout seen)
{
	dn_layout plain = dn_plain(m, &m->tensors[number]);

	return dn_place_alias(m, dn_as(m, number, plain), seen);
}

/* Add the stage; frees PD. */
static bool add_stage(dn_maker *m, const hr_merged_steps *g, const sight *s,
		      dnnl_primitive_desc_t pd)
{
	dn_layout x_md = dn_chosen(pd, dnnl_query_src_md);
	dn_layout w_md = dn_chosen(pd, dnnl_query_weights_md);
	dn_layout r_md = dn_chosen(pd, dnnl_query_dst_md);
	int32_t x = place_x(m, g, s, x_md);
	int32_t w = dn_weights_as(m, m->unit->steps[g->step].operands[1], s->weights, w_md);
	int32_t bias = g->bias >= 0 ? place_plain(m, (uint32_t)g->bias, s->bias) : -1;
	int32_t addend = is_broadcast(m, g) ? place_plain(m, (uint32_t)g->addend, s->addend) : -1;
	int32_t result = place_result(m, g, r_md);
	dn_stage *stage = dn_stage_new(m, pd);

	dn_argument(m, stage, DNNL_ARG_SRC, x);
	dn_argument(m, stage, DNNL_ARG_WEIGHTS, w);
	dn_argument(m, stage, DNNL_ARG_BIAS, bias);
	dn_argument(m, stage, DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, addend);
	dn_argument(m, stage, DNNL_ARG_DST, result);
	dn_deliver(m, result_of(m, g->last));
	return m->status == dnnl_success;
}

/* Return false if oneDNN does not support it; nothing has changed then. */
static bool make_group(dn_maker *m, const hr_merged_steps *g)
{
	dnnl_primitive_desc_t pd = NULL;
	dnnl_primitive_attr_t attr;
	dnnl_status_t status;
	sight s = {0};

	if (!(m->unit->steps[g->step].operation == HR_TENSOR_MUL ? see_product(m, g, &s)
								 : see_convolution(m, g, &s)))
		return false;
	attr = attributes(m, g, &s);
	status = m->status == dnnl_success ? describe(m, g, &s, attr, &pd) : m->status;
	if (attr)
		dnnl_primitive_attr_destroy(attr);
	if (status != dnnl_success && g->last != g->step)
		return false;
	if (!dn_ok(m, status))
		return false;
	return add_stage(m, g, &s, pd);
}

bool dn_make_product(dn_maker *m, uint32_t step)
{
	const hr_steps steps = dn_steps(m->unit, m->tensors);
	const hr_merged_steps alone = hr_steps_alone(step),
			      merged = hr_steps_merge(&steps, step, takes);

	if (merged.last == step ||
	    (m->unit->steps[step].operation == HR_TENSOR_CONVOLUTION && is_broadcast(m, &merged)) ||
	    !make_group(m, &merged))
		return m->status == dnnl_success && make_group(m, &alone);
	hr_steps_mark(&merged, m->merged);
	return true;
}
