/* backends/dispatch/tensor_grid.h -- converts the tensors of one instance of a tensor unit: handles
 * to memory, and back. */
#ifndef HR_TENSOR_GRID_H
#define HR_TENSOR_GRID_H

#include "backends/unit/unit.h"
#include "backends/worker/reachable.h"
#include "interp/tensor/tensors.h"

typedef struct hr_tensor_grid {
	hr_run *run;
	const hr_made_unit *made; /* borrowed */
	/* Length of the arrays below: operands, then results of steps. */
	uint32_t count;
	hr_unit_tensor *all; /* for hr_unit_grid; owned */
	/* NULL for an operand that is none or a result that does not exist yet; the array is
	 * owned. */
	hr_tensor **tensors;
	hr_dims *dims; /* owned */
} hr_tensor_grid;

/* Look up the operands in INPUTS, an image of inputs. Return false if a handle or a shape is
 * invalid; the engine then reports the error. In both cases the caller frees *GRID. */
bool hr_tensor_grid_begin(hr_run *run, const hr_made_unit *made, const uint8_t *inputs,
			  hr_tensor_grid *grid) HR_MUST_CHECK;
void hr_tensor_grid_free(hr_tensor_grid *grid);
/* Create tensors for all results; they belong to the execution of THREAD. */
hr_status hr_tensor_grid_make(hr_tensor_grid *grid, hr_thread *thread) HR_MUST_CHECK;
/* Finish the grid after the results have been computed: report what HPVM 1.0 would have
 * overwritten, and write the image OUTPUTS. */
hr_status hr_tensor_grid_end(hr_tensor_grid *grid, hr_thread *thread, uint8_t *outputs)
	HR_MUST_CHECK;
/* Fill RANGES with the memory of the results that are used outside the unit, sorted by address. */
void hr_tensor_grid_ranges(const hr_tensor_grid *grid, hr_ranges *ranges);
/* Return the number of elements of the result of STEP. */
uint64_t hr_tensor_grid_elements(const hr_tensor_grid *grid, uint32_t step);

#endif
