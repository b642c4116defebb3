/* backends/case/case_tensor.c -- tensors of a case: the values and shape of a handle, as a NumPy
 * file.
 *
 * Owns:     nothing; values are in the case's arena.
 * Not here: memory that pointers point to (backends/crosscheck/case_make.c). */
#include "backends/case/case_tensor.h"

#include <string.h>

#include "interp/tensor/tensors.h"
#include "src/file/npy.h"

_Static_assert((int)HR_CASE_DIMS == (int)HR_TENSOR_DIMS, "a case holds every tensor");

int hr_case_take_tensor(hr_case *self, hr_run *run, uint64_t handle)
{
	const char *why;
	const hr_tensor *tensor = hr_tensor_find(run, (const void *)(uintptr_t)handle, &why);
	hr_case_memory copy = {0};
	hr_array array;

	if (!tensor || !hr_tensor_array(tensor, &array, &why))
		return -1;
	copy.rank = array.shape.rank;
	memcpy(copy.dims, array.shape.dim, copy.rank * sizeof(*copy.dims));
	copy.bytes = hr_dims_count(&array.shape) * sizeof(float);
	copy.data = hr_arena_alloc(&self->arena, copy.bytes + 1);
	memcpy(copy.data, array.value, copy.bytes);
	HR_PUSH(&self->memory, copy);
	return (int)self->memory.count - 1;
}

bool hr_case_write_tensor(const hr_case_memory *tensor, const char *path, const char **why)
{
	hr_npy array = {.kind = HR_NPY_FLOAT,
			.bytes = sizeof(float),
			.dims = tensor->rank,
			.data = tensor->data};

	memcpy(array.shape, tensor->dims, tensor->rank * sizeof(*tensor->dims));
	*why = "too large";
	return hr_npy_measure(&array) && hr_npy_write(path, &array, why);
}

bool hr_case_read_tensor(hr_case *self, const char *path, hr_case_memory *tensor, const char **why)
{
	hr_npy array;

	if (!hr_npy_read(path, &array, why))
		return false;
	*why = "not a tensor of floats with 1 to 4 dimensions";
	if (array.kind != HR_NPY_FLOAT || array.bytes != sizeof(float) || !array.dims ||
	    array.dims > HR_CASE_DIMS) {
		hr_free(array.data);
		return false;
	}
	*tensor = (hr_case_memory){.rank = array.dims, .bytes = array.count * sizeof(float)};
	memcpy(tensor->dims, array.shape, array.dims * sizeof(*array.shape));
	tensor->data = hr_arena_alloc(&self->arena, tensor->bytes + 1);
	memcpy(tensor->data, array.data, tensor->bytes);
	hr_free(array.data);
	return true;
}

void hr_case_cut_tensor(hr_case_memory *tensor, unsigned dim, uint64_t less)
{
	uint64_t outer = 1, inner = sizeof(float), old = tensor->dims[dim];

	for (unsigned d = 0; d < dim; d++)
		outer *= tensor->dims[d];
	for (unsigned d = dim + 1; d < tensor->rank; d++)
		inner *= tensor->dims[d];
	for (uint64_t i = 0; i < outer; i++)
		memmove(tensor->data + i * less * inner, tensor->data + i * old * inner,
			less * inner);
	tensor->dims[dim] = less;
	tensor->bytes = outer * less * inner;
}
