/* backends/shared/tensor_steps.c -- tensor units from the point of view of modules: merging steps,
 * shapes, plans by shape.
 *
 * Clauses:   T7.
 * Not here:  how a leaf becomes steps (backends/unit/unit_tensor.c), the libraries' calls
 *            (backends/onednn/, backends/cudnn/). */
#include "backends/shared/tensor_steps.h"

#include <string.h>

enum { MOST_PLANS = 32 };

/* --- shapes ----------------------------------------------------------------------------------- */

bool hr_same_shape(const hr_unit_tensor *a, const hr_unit_tensor *b)
{
	return a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof(*a->dims)) == 0;
}

uint64_t hr_unit_dim(const hr_unit_tensor *tensor, uint32_t dim)
{
	return dim < tensor->rank ? tensor->dims[dim] : 1;
}

uint64_t hr_unit_elements(const hr_unit_tensor *tensor)
{
	uint64_t count = 1;

	for (uint32_t i = 0; i < tensor->rank; i++)
		count *= tensor->dims[i];
	return count;
}

const char *hr_steps_unfit(const hr_steps *of)
{
	for (uint32_t i = 0; i < of->tensor_count + of->step_count; i++) {
		uint64_t count = hr_unit_elements(&of->tensors[i]);

		if (of->tensors[i].rank && (count == 0 || count > INT32_MAX))
			return count ? "a tensor of more than 2^31 - 1 elements"
				     : "an empty tensor";
	}
	return NULL;
}

const char *hr_step_name(uint32_t operation)
{
	static const char *const names[] = {"",         "add",          "mul",      "convolution",
					    "relu",     "clipped.relu", "tanh",     "sigmoid",
					    "softmax",  "batchnorm",    "pool.max", "pool.min",
					    "pool.mean"};

	return operation < sizeof(names) / sizeof(names[0]) ? names[operation] : "?";
}

/* --- merging ------------------------------------------------------------------------------- */

static bool uses(const hr_unit_step *step, uint32_t number)
{
	for (uint32_t i = 0; i < step->operand_count; i++)
		if (step->operands[i] == number)
			return true;
	return false;
}

/* Return the only step that uses the result of STEP. Return -1 if there is none or several, or the
 * result is used outside the unit. */
static int32_t only_user(const hr_steps *of, uint32_t step)
{
	int32_t user = -1;

	if (of->steps[step].returned)
		return -1;
	for (uint32_t i = step + 1; i < of->step_count; i++) {
		if (!uses(&of->steps[i], hr_steps_result(of, step)))
			continue;
		if (user >= 0)
			return -1;
		user = (int32_t)i;
	}
	return user;
}

/* The shape is (1, channels, 1, 1). */
static bool is_bias(const hr_unit_tensor *tensor, const hr_unit_tensor *result)
{
	return tensor->rank == 4 && tensor->dims[0] == 1 && tensor->dims[1] == result->dims[1] &&
	       tensor->dims[2] == 1 && tensor->dims[3] == 1;
}

static void merge_add(const hr_steps *of, hr_merged_steps *merged)
{
	uint32_t result = hr_steps_result(of, merged->step), other;
	int32_t user = only_user(of, merged->last);
	const hr_unit_step *add;

	if (user < 0 || of->steps[user].operation != HR_TENSOR_ADD)
		return;
	add = &of->steps[user];
	other = add->operands[add->operands[0] == result];
	/* The addend must be computed before, and only the addend may be broadcast. */
	if (other >= result ||
	    !hr_same_shape(&of->tensors[hr_steps_result(of, (uint32_t)user)], &of->tensors[result]))
		return;
	if (is_bias(&of->tensors[other], &of->tensors[result]))
		merged->bias = (int32_t)other;
	else
		merged->addend = (int32_t)other;
	merged->add = user;
	merged->last = (uint32_t)user;
}

hr_merged_steps hr_steps_alone(uint32_t step)
{
	return (hr_merged_steps){
		.step = step, .last = step, .bias = -1, .addend = -1, .add = -1, .activation = -1};
}

hr_merged_steps hr_steps_merge(const hr_steps *of, uint32_t step,
			       bool (*takes)(const hr_unit_step *))
{
	hr_merged_steps merged = hr_steps_alone(step);
	int32_t user;

	merge_add(of, &merged);
	user = only_user(of, merged.last);
	if (user >= 0 && takes(&of->steps[user])) {
		merged.activation = user;
		merged.last = (uint32_t)user;
	}
	return merged;
}

void hr_steps_mark(const hr_merged_steps *merged, bool *marks)
{
	if (merged->add >= 0)
		marks[merged->add] = true;
	if (merged->activation >= 0)
		marks[merged->activation] = true;
}

/* --- plans ------------------------------------------------------------------------------------ */

static bool fits(const hr_cached_plan *cached, const hr_unit_tensor *tensors, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!hr_same_shape(&cached->tensors[i], &tensors[i]))
			return false;
	return true;
}

void *hr_plans_find(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count)
{
	plans->asked++;
	for (size_t i = 0; i < plans->all.count; i++)
		if (fits(&plans->all.data[i], tensors, count)) {
			plans->all.data[i].used = plans->asked;
			return plans->all.data[i].plan;
		}
	return NULL;
}

static void free_cached(hr_cached_plan *cached, void (*free_plan)(void *plan))
{
	free_plan(cached->plan);
	hr_free(cached->tensors);
}

void hr_plans_add(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count, void *plan,
		  void (*free_plan)(void *plan))
{
	hr_cached_plan made = {.plan = plan, .used = plans->asked};
	hr_cached_plan *place;

	made.tensors = hr_alloc_array(count, sizeof(*tensors));
	memcpy(made.tensors, tensors, count * sizeof(*tensors));
	if (plans->all.count < MOST_PLANS) {
		HR_PUSH(&plans->all, made);
		return;
	}
	place = &plans->all.data[0];
	for (size_t i = 1; i < plans->all.count; i++)
		if (plans->all.data[i].used < place->used)
			place = &plans->all.data[i];
	free_cached(place, free_plan);
	*place = made;
}

void hr_plans_free(hr_plans *plans, void (*free_plan)(void *plan))
{
	for (size_t i = 0; i < plans->all.count; i++)
		free_cached(&plans->all.data[i], free_plan);
	HR_VEC_FREE(&plans->all);
}
