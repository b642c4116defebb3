/* backends/rows/row_grid.c -- grids of kernels: arguments, extents, elements in memory.
 *
 * A kernel computes wide values in their element's type (hr_rowkernel_storage()), the reference in
 * binary64: elements of wide tensors are converted, rounded once.
 * Owns:      nothing.
 * Not here:  kernels and their units (row_kernel.c). */
#include <string.h>

#include "backends/rows/row_kernel.h"

/* --- elements --------------------------------------------------------------------------------- */

static hr_elem stored(const hr_tensor_data *data)
{
	return hr_rowkernel_storage(data->elem, data->wide);
}

/* Return true if the elements of DATA are binary64, and a kernel has others. */
static bool converts(const hr_tensor_data *data)
{
	return data->wide && stored(data) != HR_E_F64;
}

uint64_t hr_row_stored_bytes(const hr_tensor_data *data)
{
	return data->count * hr_elem_bytes(stored(data));
}

const void *hr_row_stored(const hr_tensor_data *data, void **copy)
{
	const double *from = data->data;
	float *to;

	*copy = NULL;
	if (!converts(data))
		return data->data;
	*copy = to = hr_alloc_array(data->count + 1, sizeof(*to));
	for (uint64_t i = 0; i < data->count; i++)
		to[i] = (float)from[i];
	return to;
}

void hr_row_set_stored(const hr_tensor_data *data, const void *elements)
{
	const float *from = elements;
	double *to = data->data;

	if (elements == data->data)
		return;
	if (!converts(data)) {
		memcpy(to, elements, hr_row_stored_bytes(data));
		return;
	}
	for (uint64_t i = 0; i < data->count; i++)
		to[i] = (double)from[i];
}

/* --- arguments -------------------------------------------------------------------------------- */

/* The image that is being filled, input by input. */
typedef struct row_image {
	const hr_unit *unit;
	uint8_t *inputs;
	uint32_t next;
} row_image;

static void put(row_image *image, uint64_t value)
{
	memcpy(image->inputs + image->unit->inputs[image->next++].offset, &value, sizeof(value));
}

static void put_memory(row_image *image, const void *memory, uint64_t bytes)
{
	put(image, (uintptr_t)memory);
	put(image, bytes);
}

/* Return the elements of DATA, a vector of integers, which the caller frees. */
static int64_t *values_of(const hr_tensor_data *data)
{
	int64_t *values = hr_alloc_array(data->count + 1, sizeof(*values));

	for (uint64_t i = 0; i < data->count; i++)
		values[i] = hr_elem_is_real(data->elem)
				    ? (int64_t)hr_elem_real(data->elem, data->data, i)
				    : hr_elem_integer(data->elem, data->data, i);
	return values;
}

static void put_numbers(row_image *image, const hr_rowkernel *kernel, const hr_row_op *op,
			uint64_t extents[3])
{
	hr_rowkernel_operand operands[HR_ROWKERNEL_OPERANDS] = {0};
	int64_t *values[HR_ROWKERNEL_OPERANDS] = {NULL};
	int64_t *numbers = hr_alloc_array(kernel->number_count + 1, sizeof(*numbers));

	for (unsigned i = 0; i < op->count; i++) {
		if (!op->operands[i])
			continue;
		operands[i].shape = op->operands[i]->shape;
		if (kernel->use[i] != HR_ROWKERNEL_VALUES)
			continue;
		operands[i].values = values[i] = values_of(op->operands[i]);
		operands[i].value_count = op->operands[i]->count;
	}
	hr_rowkernel_numbers(kernel, operands, &op->result->shape, numbers, extents);
	for (unsigned i = 0; i < kernel->number_count; i++)
		put(image, (uint64_t)numbers[i]);
	for (unsigned i = 0; i < op->count; i++)
		hr_free(values[i]);
	hr_free(numbers);
}

void hr_row_grid_make(const hr_row_kernel *kernel, const hr_unit *unit, const hr_row_op *op,
		      const void *const *operands, void *result, hr_row_grid *grid)
{
	row_image image = {unit, hr_alloc_zero((size_t)unit->input_stride + 16), 0};
	uint64_t extents[3] = {1, 1, 1};

	put_memory(&image, result, hr_row_stored_bytes(op->result));
	for (unsigned i = 0; i < op->count; i++)
		if (kernel->of.use[i] == HR_ROWKERNEL_DATA)
			put_memory(&image, operands[i], hr_row_stored_bytes(op->operands[i]));
	put_numbers(&image, &kernel->of, op, extents);
	*grid = (hr_row_grid){.inputs = image.inputs};
	for (unsigned d = 0; d < 3; d++) {
		grid->end[d] = d < kernel->of.dims ? (int64_t)extents[d] : 1;
		grid->levels[0].extent[d] = grid->end[d];
		grid->levels[1].extent[d] = 1;
	}
}
