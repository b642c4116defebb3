/* backends/shared/tensor_steps.h -- code shared by modules that accept units with tensors: merging
 * steps into one library call, shapes, and plans.
 *
 * A module that uses it is built with tensor_steps.c, which depends on backends/backend.h alone. */
#ifndef HR_TENSOR_STEPS_H
#define HR_TENSOR_STEPS_H

#include <stdbool.h>

#include "backends/backend.h"
#include "src/base/vec.h"

/* The steps of a unit with the tensors of one grid. */
typedef struct hr_steps {
	const hr_unit_step *steps;     /* borrowed, like TENSORS */
	const hr_unit_tensor *tensors; /* tensor_count + step_count */
	uint32_t step_count, tensor_count;
} hr_steps;

/* A convolution or product merged with the steps right after it. The result is that of step
 * LAST. */
typedef struct hr_merged_steps {
	uint32_t step, last;
	/* Tensors to add: BIAS has one value for each channel, ADDEND any shape; -1 if none. */
	int32_t bias, addend;
	int32_t add, activation; /* numbers of the merged steps; -1 if none */
} hr_merged_steps;

/* Return the number of the tensor that STEP computes. */
static inline uint32_t hr_steps_result(const hr_steps *of, uint32_t step)
{
	return of->tensor_count + step;
}

hr_merged_steps hr_steps_alone(uint32_t step);
/* Merge STEP with the add that follows it and the activation that follows the add, as far as no
 * other step uses the intermediate results and TAKES accepts the activation (T7). */
hr_merged_steps hr_steps_merge(const hr_steps *of, uint32_t step,
			       bool (*takes)(const hr_unit_step *activation));
/* Set MARKS, indexed by step, for the steps of MERGED except its first. */
void hr_steps_mark(const hr_merged_steps *merged, bool *marks);

bool hr_same_shape(const hr_unit_tensor *a, const hr_unit_tensor *b);
/* Return the size of dimension DIM; 1 if the tensor has a lower rank. */
uint64_t hr_unit_dim(const hr_unit_tensor *tensor, uint32_t dim);
uint64_t hr_unit_elements(const hr_unit_tensor *tensor);
/* Return why a library that uses int for sizes cannot represent these tensors, or NULL if it
 * can. */
const char *hr_steps_unfit(const hr_steps *of);
/* Return the name of an operation, for example "pool.max". */
const char *hr_step_name(uint32_t operation);

/* --- plans ------------------------------------------------------------------------------------ */

typedef struct hr_cached_plan {
	hr_unit_tensor *tensors; /* the shapes that the plan is made for; owned */
	void *plan;
	uint64_t used; /* value of `asked` when it was last used */
} hr_cached_plan;

/* A cache of what a module has prepared for the shapes of a unit's tensors. It holds at most 32
 * plans and evicts the least recently used one. */
typedef struct hr_plans {
	HR_VEC(hr_cached_plan) all; /* owned */
	uint64_t asked;
} hr_plans;

/* Return the plan for the shapes of the COUNT tensors TENSORS, or NULL. */
void *hr_plans_find(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count);
/* Add PLAN, which the cache then owns. FREE_PLAN frees an evicted plan. */
void hr_plans_add(hr_plans *plans, const hr_unit_tensor *tensors, uint32_t count, void *plan,
		  void (*free_plan)(void *plan));
void hr_plans_free(hr_plans *plans, void (*free_plan)(void *plan));

#endif
