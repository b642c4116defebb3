/* backends/dispatch/tensor_grid.c -- converts the tensors of one instance of a tensor unit: handles
 * to memory, and back.
 *
 * Invariant: shapes that a backend gets have passed the engine's checks (interp/tensor/shape.c).
 * Owns:      the arrays; tensors belong to the execution.
 * Clauses:   the conditions of T1 to T6; tensor-overwritten.
 * Not here:  the computation (backends/dispatch/run.c, backends/crosscheck/tensor.c). */
#include "backends/dispatch/tensor_grid.h"

#include <stdlib.h>
#include <string.h>

static void describe(hr_tensor_grid *grid, uint32_t number, float *values, uint64_t version)
{
	const hr_dims *dims = &grid->dims[number];
	hr_unit_tensor *to = &grid->all[number];

	*to = (hr_unit_tensor){.rank = dims->rank, .values = values, .version = version};
	memcpy(to->dims, dims->dim, dims->rank * sizeof(*to->dims));
}

static bool find_operand(hr_tensor_grid *grid, uint32_t number, const uint8_t *inputs)
{
	const void *handle;
	const char *why;
	hr_tensor *tensor;
	hr_array array;

	if (number >= grid->made->unit.tensor_count || grid->tensors[number])
		return true;
	memcpy(&handle, inputs + grid->made->unit.inputs[number].offset, sizeof(handle));
	tensor = hr_tensor_find(grid->run, handle, &why);
	if (!tensor || !hr_tensor_array(tensor, &array, &why))
		return false;
	grid->tensors[number] = tensor;
	grid->dims[number] = array.shape;
	describe(grid, number, (float *)(uintptr_t)array.value, tensor->version);
	return true;
}

static hr_tensor_op op_of(const hr_tensor_grid *grid, uint32_t step)
{
	const hr_unit_step *of = &grid->made->unit.steps[step];
	hr_tensor_op op;

	hr_tensor_op_of(&grid->made->leaf.steps.data[step], &op);
	for (uint32_t i = 0; i < of->operand_count; i++)
		op.operand[i].shape = grid->dims[of->operands[i]];
	return op;
}

static bool find_step(hr_tensor_grid *grid, uint32_t step, const uint8_t *inputs)
{
	const hr_unit_step *of = &grid->made->unit.steps[step];
	uint32_t number = grid->made->unit.tensor_count + step;
	char why[HR_TENSOR_WHY];
	hr_tensor_op op;

	for (uint32_t i = 0; i < of->operand_count; i++)
		if (!find_operand(grid, of->operands[i], inputs))
			return false;
	op = op_of(grid, step);
	if (!hr_tensor_shape(&op, &grid->dims[number], why) ||
	    hr_dims_count(&grid->dims[number]) > SIZE_MAX / sizeof(float))
		return false;
	describe(grid, number, NULL, 0);
	return true;
}

bool hr_tensor_grid_begin(hr_run *run, const hr_made_unit *made, const uint8_t *inputs,
			  hr_tensor_grid *grid)
{
	*grid = (hr_tensor_grid){.run = run, .made = made};
	grid->count = made->unit.tensor_count + made->unit.step_count;
	grid->all = hr_alloc_zero(grid->count * sizeof(*grid->all));
	grid->tensors = hr_alloc_zero(grid->count * sizeof(*grid->tensors));
	grid->dims = hr_alloc_zero(grid->count * sizeof(*grid->dims));
	for (uint32_t i = 0; i < made->unit.step_count; i++)
		if (!find_step(grid, i, inputs))
			return false;
	return true;
}

void hr_tensor_grid_free(hr_tensor_grid *grid)
{
	hr_free(grid->all);
	hr_free(grid->tensors);
	hr_free(grid->dims);
}

uint64_t hr_tensor_grid_elements(const hr_tensor_grid *grid, uint32_t step)
{
	return hr_dims_count(&grid->dims[grid->made->unit.tensor_count + step]);
}

hr_status hr_tensor_grid_make(hr_tensor_grid *grid, hr_thread *thread)
{
	const hr_unit *unit = &grid->made->unit;

	for (uint32_t i = 0; i < unit->step_count; i++) {
		uint32_t number = unit->tensor_count + i;
		const char *name = hr_hpvm_ir_name(grid->made->leaf.steps.data[i].op);

		HR_TRY(hr_tensor_new(grid->run, thread, &grid->dims[number], HR_TENSOR_FLOAT,
				     unit->steps[i].returned ? HR_TENSOR_COMPUTED
							     : HR_TENSOR_UNSEEN,
				     name, &grid->tensors[number]));
		if (!grid->tensors[number])
			return HR_TRAP; /* it was reported and is not fatal */
		grid->all[number].values = grid->tensors[number]->data;
	}
	return HR_OK;
}

static hr_status consume(hr_tensor_grid *grid, hr_thread *thread, uint32_t step)
{
	const hr_unit_step *of = &grid->made->unit.steps[step];
	hr_tensor *operands[HR_TENSOR_OPERANDS];
	hr_tensor_op op = op_of(grid, step);

	for (uint32_t i = 0; i < of->operand_count; i++)
		operands[i] = grid->tensors[of->operands[i]];
	return hr_tensors_consume(thread, &op, operands,
				  grid->tensors[grid->made->unit.tensor_count + step]);
}

hr_status hr_tensor_grid_end(hr_tensor_grid *grid, hr_thread *thread, uint8_t *outputs)
{
	const hr_unit *unit = &grid->made->unit;

	for (uint32_t i = 0; i < unit->step_count; i++)
		HR_TRY(consume(grid, thread, i));
	for (uint32_t i = 0; outputs && i < unit->output_count; i++) {
		const hr_step_value *value = &grid->made->leaf.outputs[i];
		const hr_unit_port *port = &unit->outputs[i];

		if (value->kind == HR_STEP_RESULT)
			memcpy(outputs + port->offset,
			       &grid->tensors[unit->tensor_count + value->number], port->bytes);
		else if (value->kind == HR_STEP_CONSTANT)
			memcpy(outputs + port->offset, &value->integer, port->bytes);
	}
	return HR_OK;
}

static int by_address(const void *left, const void *right)
{
	const hr_worker_range *a = left, *b = right;

	return (uintptr_t)a->memory < (uintptr_t)b->memory ? -1 : 1;
}

void hr_tensor_grid_ranges(const hr_tensor_grid *grid, hr_ranges *ranges)
{
	const hr_unit *unit = &grid->made->unit;

	ranges->count = 0;
	for (uint32_t i = 0; i < unit->step_count; i++) {
		uint64_t bytes = hr_tensor_grid_elements(grid, i) * sizeof(float);

		if (unit->steps[i].returned && bytes)
			HR_PUSH(ranges, (hr_worker_range){
						.memory = grid->all[unit->tensor_count + i].values,
						.bytes = bytes,
						.written = true});
	}
	if (ranges->count)
		qsort(ranges->data, ranges->count, sizeof(*ranges->data), by_address);
}
