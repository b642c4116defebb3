/* backends/onednn/plan.c -- the primitives for a unit at certain shapes, made once for them.
 *
 * Invariant: a plan's stages, in their order, compute what is returned from what comes from outside.
 * Owns:      plans; the one that was not used for longest makes room for another. */
#include "onednn.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PLANS = 32 };

void dn_plan_free(dn_plan *plan)
{
	for (size_t i = 0; i < plan->stages.count; i++)
		dnnl_primitive_destroy(plan->stages.data[i].primitive);
	for (size_t i = 0; i < plan->weights.count; i++)
		dn_weights_free(&plan->weights.data[i]);
	for (size_t i = 0; i < plan->places.count; i++)
		dnnl_memory_destroy(plan->places.data[i].memory);
	HR_VEC_FREE(&plan->stages);
	HR_VEC_FREE(&plan->weights);
	HR_VEC_FREE(&plan->places);
	hr_free(plan->tensors);
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
	return status == dnnl_unimplemented    ? "oneDNN does not have it"
	       : status == dnnl_out_of_memory  ? "there is no memory for it"
	       : status == dnnl_invalid_arguments ? "oneDNN does not take its numbers"
						  : "oneDNN fails";
}

static const char *name_of(uint32_t operation)
{
	static const char *const names[] = {"",	    "add",	    "mul",  "convolution", "relu",
					    "clipped.relu", "tanh",    "sigmoid", "softmax",
					    "batchnorm",    "pool.max", "pool.min", "pool.mean"};

	return operation < sizeof(names) / sizeof(names[0]) ? names[operation] : "?";
}

static dn_plan *make(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT])
{
	uint32_t count = unit->tensor_count + unit->step_count;
	dn_maker m = {.unit = unit, .tensors = tensors};
	uint32_t step = 0;

	m.plan = hr_alloc_zero(sizeof(*m.plan));
	m.plan->tensors = hr_alloc_array(count, sizeof(*tensors));
	memcpy(m.plan->tensors, tensors, count * sizeof(*tensors));
	m.current = hr_alloc_array(count, sizeof(*m.current));
	memset(m.current, 0xff, count * sizeof(*m.current));
	m.merged = hr_alloc_zero(unit->step_count);
	while (step < unit->step_count && make_step(&m, step))
		step++;
	hr_free(m.current);
	hr_free(m.merged);
	if (step == unit->step_count)
		return m.plan;
	snprintf(text, HR_BACKEND_TEXT, "%s: %s", name_of(unit->steps[step].operation), words(m.status));
	dn_plan_free(m.plan);
	return NULL;
}

static bool fits(const dn_unit *unit, const dn_plan *plan, const hr_unit_tensor *tensors)
{
	for (uint32_t i = 0; i < unit->tensor_count + unit->step_count; i++)
		if (plan->tensors[i].rank != tensors[i].rank ||
		    memcmp(plan->tensors[i].dims, tensors[i].dims, sizeof(tensors[i].dims)) != 0)
			return false;
	return true;
}

/* The place of the plan that is to go. */
static dn_plan **oldest(dn_unit *unit)
{
	dn_plan **place = &unit->plans.data[0];

	for (size_t i = 1; i < unit->plans.count; i++)
		if (unit->plans.data[i]->used < (*place)->used)
			place = &unit->plans.data[i];
	return place;
}

dn_plan *dn_plan_for(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT])
{
	dn_plan *plan;

	unit->runs++;
	for (size_t i = 0; i < unit->plans.count; i++)
		if (fits(unit, unit->plans.data[i], tensors)) {
			unit->plans.data[i]->used = unit->runs;
			return unit->plans.data[i];
		}
	plan = make(unit, tensors, text);
	if (!plan)
		return NULL;
	plan->used = unit->runs;
	if (unit->plans.count < MOST_PLANS) {
		HR_PUSH(&unit->plans, plan);
	} else {
		dn_plan **place = oldest(unit);

		dn_plan_free(*place);
		*place = plan;
	}
	return plan;
}
