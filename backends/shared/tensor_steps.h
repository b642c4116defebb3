/* backends/shared/tensor_steps.h -- what modules that take units with tensors share: which steps
 * one call can do, shapes, plans.
 *
 * A module that wants it is built with tensor_steps.c; it knows backends/backend.h alone. */
#ifndef HR_TENSOR_STEPS_H
#define HR_TENSOR_STEPS_H

#include <stdbool.h>

#include "backends/backend.h"
#include "src/base/vec.h"

/* The steps of a unit with the tensors of a grid. */
typedef struct hr_steps {
	const hr_unit_step *steps;     /* borrowed; so are these: */
	const hr_unit_tensor *tensors; /* tensor_count + step_count */
	uint32_t step_count, tensor_count;
} hr_steps;

/* A convolution or product with what comes right after it: the result is that of `last`. */
typedef struct hr_merged_steps {
	uint32_t step, last;
	/* tensors that are added: one value for each channel, or any other; -1: none */
	int32_t bias, addend;
	int32_t add, activation; /* steps; -1: none */
} hr_merged_steps;

/* The number of the tensor that STEP gives. */
static inline uint32_t hr_steps_result(const hr_steps *of, uint32_t step)
{
	return of->tensor_count + step;
}

hr_merged_steps hr_steps_alone(uint32_t step);
/* STEP with the add after it, and the activation after that, of a kind that TAKES says yes to, as
 * far as nobody else uses what is between them. T7 */
hr_merged_steps hr_steps_merge(const hr_steps *of, uint32_t step,
			       bool (*takes)(const hr_unit_step *activation));
/* Sets those of MARKS, by step, that are part of MERGED but not its first. */
void hr_steps_mark(const hr_merged_steps *merged, bool *marks);

bool hr_same_shape(const hr_unit_tensor *a, const hr_unit_tensor *b);
/* 1 for those that a tensor of lower rank lacks. */
uint64_t hr_unit_dim(const hr_unit_tensor *tensor, uint32_t dim);
uint64_t hr_unit_elements(const hr_unit_tensor *tensor);
/* Why libraries that count in int cannot have these tensors; NULL: they can. */
const char *hr_steps_unfit(const hr_steps *of);
/* "pool.max" */
const char *hr_step_name(uint32_t operation);

/* --- plans ------------------------------------------------------------------------------------ */

typedef struct hr_cached_plan {
	hr_unit_tensor *tensors; /* the shapes that it is for; owns */
	void *plan;
	uint64_t used; /* when last, in questions */
} hr_cached_plan;

/* What a module has made for some shapes of a unit's tensors, 32 at most: the one that was not used
 * for longest goes. */
typedef struct hr_plans {
	HR_VEC(hr_cached_plan) all; /* owns */
	uint64_t asked;
} hr_plans;

/* The plan for the shapes of TENSORS, COUNT of them, or NULL. */
void *hr_plans_find(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count);
/* Takes PLAN; FREE_PLAN ends the one that goes. */
void hr_plans_add(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count, void *plan,
		  void (*free_plan)(void *plan));
void hr_plans_free(hr_plans *plans, void (*free_plan)(void *plan));

#endif
