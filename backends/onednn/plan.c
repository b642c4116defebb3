/* backends/onednn/plan.c -- makes the primitives for a unit at certain shapes, once for these
 * shapes.
 *
 * Invariant: the stages of a plan, executed in order, compute the returned tensors from those that
 *            come from outside.
 * Owns:      plans. */
#include <stdio.h>
#include <string.h>

#include "backends/onednn/onednn.h"

void dn_plan_free(void *made)
{
	dn_plan *plan = made;

	for (size_t i = 0; i < plan->stages.count; i++)
		dnnl_primitive_destroy(plan->stages.data[i].primitive);
	for (size_t i = 0; i < plan->weights.count; i++)
		dn_weights_free(&plan->weights.data[i]);
	for (size_t i = 0; i < plan->places.count; i++)
		dnnl_memory_destroy(plan->places.data[i].memory);
	HR_VEC_FREE(&plan->stages);
	HR_VEC_FREE(&plan->weights);
	HR_VEC_FREE(&plan->places);
	hr_free(plan);
}

static bool make_step(dn_maker *m, uint32_t step)
{
	uint32_t operation = m->unit->steps[step].operation;

	if (m->merged[step])
		return true;
	if (operation == HR_TENSOR_MUL || operation == HR_TENSOR_CONVOLUTION)
		return dn_make_product(m, step);
	return dn_make_simple(m, step);
}

static const char *words(dnnl_status_t status)
{
	return status == dnnl_unimplemented       ? "oneDNN does not implement it"
	       : status == dnnl_out_of_memory     ? "out of memory"
	       : status == dnnl_invalid_arguments ? "oneDNN rejects its parameters"
						  : "oneDNN failed";
}

static dn_plan *make(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT])
{
	uint32_t count = unit->tensor_count + unit->step_count;
	dn_maker m = {.unit = unit, .tensors = tensors};
	uint32_t step = 0;

	m.plan = hr_alloc_zero(sizeof(*m.plan));
	m.current = hr_alloc_array(count, sizeof(*m.current));
	memset(m.current, 0xff, count * sizeof(*m.current));
	m.merged = hr_alloc_zero(unit->step_count);
	while (step < unit->step_count && make_step(&m, step))
		step++;
	dn_layouts_free(&m.layouts);
	hr_free(m.current);
	hr_free(m.merged);
	if (step == unit->step_count)
		return m.plan;
	snprintf(text, HR_BACKEND_TEXT, "%s: %s", hr_step_name(unit->steps[step].operation),
		 words(m.status));
	dn_plan_free(m.plan);
	return NULL;
}

dn_plan *dn_plan_for(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT])
{
	uint32_t count = unit->tensor_count + unit->step_count;
	dn_plan *plan = hr_plans_find(&unit->plans, tensors, count);

	if (plan)
		return plan;
	plan = make(unit, tensors, text);
	if (plan)
		hr_plans_add(&unit->plans, tensors, count, plan, dn_plan_free);
	return plan;
}
