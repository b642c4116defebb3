/* backends/dispatch/tensor_grid.h -- the tensors of one instance of a unit with tensors: from
 * handles to memory, and back. */
#ifndef HR_TENSOR_GRID_H
#define HR_TENSOR_GRID_H

#include "backends/unit/unit.h"
#include "backends/worker/reachable.h"
#include "interp/tensor/tensors.h"

typedef struct hr_tensor_grid {
	hr_run *run;
	const hr_made_unit *made; /* borrowed */
	uint32_t count;           /* of both of these: operands, then results of steps */
	hr_unit_tensor *all;      /* for hr_unit_grid; owns */
	hr_tensor **tensors;      /* NULL: no operand, or no result yet; owns the array */
	hr_dims *dims;            /* owns */
} hr_tensor_grid;

/* Looks the operands up in INPUTS, an image. False: a handle or a shape is wrong, and the engine
 * will say what. In both cases *grid is to be freed. */
bool hr_tensor_grid_begin(hr_run *run, const hr_made_unit *made, const uint8_t *inputs,
			  hr_tensor_grid *grid) HR_MUST_CHECK;
void hr_tensor_grid_free(hr_tensor_grid *grid);
/* Makes tensors for all results, the execution's of THREAD. */
hr_status hr_tensor_grid_make(hr_tensor_grid *grid, hr_thread *thread) HR_MUST_CHECK;
/* The results have been computed: says what HPVM 1.0 would have overwritten, and writes the image
 * OUTPUTS. */
hr_status hr_tensor_grid_end(hr_tensor_grid *grid, hr_thread *thread, uint8_t *outputs)
	HR_MUST_CHECK;
/* The memory of those that are wanted outside, in order of address. */
void hr_tensor_grid_ranges(const hr_tensor_grid *grid, hr_ranges *ranges);
/* Elements of result STEP. */
uint64_t hr_tensor_grid_elements(const hr_tensor_grid *grid, uint32_t step);

#endif
