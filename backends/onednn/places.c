/* backends/onednn/places.c -- the memory of a plan: its owner, its layout, and reordering to
 * another layout.
 *
 * Not here: the computation of primitives (product.c, simple.c). */
#include <string.h>

#include "backends/onednn/onednn.h"

dn_layout dn_layout_of(dn_maker *m, int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag)
{
	dn_layout made = NULL;

	return dn_ok(m, dn_layout_make(&m->layouts, rank, dims, tag, &made)) ? made : NULL;
}

dn_layout dn_plain(dn_maker *m, const hr_unit_tensor *tensor)
{
	static const dnnl_format_tag_t tags[HR_UNIT_DIMS] = {dnnl_a, dnnl_ab, dnnl_abc, dnnl_abcd};
	dnnl_dims_t dims;

	for (uint32_t i = 0; i < tensor->rank; i++)
		dims[i] = (dnnl_dim_t)tensor->dims[i];
	return dn_layout_of(m, (int)tensor->rank, dims, tags[tensor->rank - 1]);
}

dn_layout dn_any(dn_maker *m, dn_layout of)
{
	return of ? dn_layout_of(m, dn_layout_rank(of), dn_layout_dims(of), dnnl_format_tag_any)
		  : NULL;
}

static int32_t add_place(dn_maker *m, dn_layout md, int32_t number, void *handle)
{
	dn_place place = {.tensor = number};

	if (!md || !dn_ok(m, dnnl_memory_create(&place.memory, md, m->unit->engine, handle)))
		return -1;
	HR_PUSH(&m->plan->places, place);
	return (int32_t)m->plan->places.count - 1;
}

int32_t dn_place_new(dn_maker *m, dn_layout md, int32_t number)
{
	return add_place(m, md, number, number < 0 ? DNNL_MEMORY_ALLOCATE : DNNL_MEMORY_NONE);
}

int32_t dn_place_alias(dn_maker *m, int32_t place, dn_layout md)
{
	void *handle = DNNL_MEMORY_NONE;
	int32_t number;

	if (place < 0)
		return -1;
	number = m->plan->places.data[place].tensor;
	if (number < 0 && !dn_ok(m, dnnl_memory_get_data_handle(dn_memory(m, place), &handle)))
		return -1;
	return add_place(m, md, number, handle);
}

dnnl_memory_t dn_memory(const dn_maker *m, int32_t place)
{
	return place < 0 ? NULL : m->plan->places.data[place].memory;
}

dn_layout dn_place_desc(const dn_maker *m, int32_t place)
{
	dn_layout md = NULL;

	if (place >= 0)
		(void)dnnl_memory_get_memory_desc(dn_memory(m, place), &md);
	return md;
}

dn_layout dn_chosen(dnnl_primitive_desc_t pd, dnnl_query_t what)
{
	return dnnl_primitive_desc_query_md(pd, what, 0);
}

bool dn_is_compiled(dnnl_primitive_desc_t pd)
{
	const char *name = NULL;

	return dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&name) ==
		       dnnl_success &&
	       strstr(name, "jit");
}

/* --- stages ----------------------------------------------------------------------------------- */

dn_stage *dn_stage_new(dn_maker *m, dnnl_primitive_desc_t pd)
{
	dn_stage stage = {0};
	bool made = dn_ok(m, dnnl_primitive_create(&stage.primitive, pd));

	dnnl_primitive_desc_destroy(pd);
	if (!made)
		return NULL;
	HR_PUSH(&m->plan->stages, stage);
	return &HR_LAST(&m->plan->stages);
}

void dn_argument(dn_maker *m, dn_stage *stage, int argument, int32_t place)
{
	if (stage && place >= 0)
		stage->arguments[stage->count++] = (dnnl_exec_arg_t){argument, dn_memory(m, place)};
}

static dnnl_primitive_desc_t reorder_of(dn_maker *m, dn_layout from, dn_layout to)
{
	dnnl_primitive_desc_t pd = NULL;

	(void)dn_ok(m, dnnl_reorder_primitive_desc_create(&pd, from, m->unit->engine, to,
							  m->unit->engine, NULL));
	return pd;
}

void dn_reorder(dn_maker *m, int32_t from, int32_t to)
{
	dnnl_primitive_desc_t pd;
	dn_stage *stage;

	if (from < 0 || to < 0)
		return;
	pd = reorder_of(m, dn_place_desc(m, from), dn_place_desc(m, to));
	if (!pd)
		return;
	stage = dn_stage_new(m, pd);
	dn_argument(m, stage, DNNL_ARG_FROM, from);
	dn_argument(m, stage, DNNL_ARG_TO, to);
}

/* --- tensors ---------------------------------------------------------------------------------- */

int32_t dn_current(dn_maker *m, uint32_t number)
{
	if (m->current[number] < 0) {
		dn_layout md = dn_plain(m, &m->tensors[number]);

		m->current[number] = dn_place_new(m, md, (int32_t)number);
	}
	return m->current[number];
}

int32_t dn_as(dn_maker *m, uint32_t number, dn_layout md)
{
	int32_t from = dn_current(m, number), to;

	if (from < 0 || dnnl_memory_desc_equal(dn_place_desc(m, from), md))
		return from;
	to = dn_place_new(m, md, -1);
	dn_reorder(m, from, to);
	return to;
}

int32_t dn_weights_as(dn_maker *m, uint32_t number, dn_layout seen, dn_layout md)
{
	dn_layout plain = dn_plain(m, &m->tensors[number]);
	int32_t from = dn_place_alias(m, dn_as(m, number, plain), seen), to;
	dn_weights weights = {.tensor = number, .bytes = dnnl_memory_desc_get_size(md)};
	dnnl_primitive_desc_t pd;

	if (from < 0 || dnnl_memory_desc_equal(seen, md))
		return from;
	if (number >= m->unit->tensor_count) { /* computed by an earlier step */
		to = dn_place_new(m, md, -1);
		dn_reorder(m, from, to);
		return to;
	}
	to = add_place(m, md, -1, DNNL_MEMORY_NONE);
	pd = reorder_of(m, seen, md);
	if (to < 0 || !pd)
		return -1;
	if (dn_ok(m, dnnl_primitive_create(&weights.reorder, pd))) {
		weights.from = dn_memory(m, from);
		weights.to = dn_memory(m, to);
		HR_PUSH(&m->plan->weights, weights);
	}
	dnnl_primitive_desc_destroy(pd);
	return to;
}

int32_t dn_result(dn_maker *m, uint32_t number, dn_layout md)
{
	dn_layout plain = dn_plain(m, &m->tensors[number]);
	bool wanted = m->unit->steps[number - m->unit->tensor_count].returned;

	m->current[number] = dn_place_new(
		m, md, wanted && dnnl_memory_desc_equal(plain, md) ? (int32_t)number : -1);
	return m->current[number];
}

void dn_deliver(dn_maker *m, uint32_t number)
{
	dn_layout plain = dn_plain(m, &m->tensors[number]);
	int32_t from = m->current[number];

	if (from < 0 || !m->unit->steps[number - m->unit->tensor_count].returned ||
	    m->plan->places.data[from].tensor == (int32_t)number)
		return;
	dn_reorder(m, from, dn_place_new(m, plain, (int32_t)number));
}
