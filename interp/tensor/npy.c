/* interp/tensor/npy.c -- tensors as NumPy's arrays: element types and shapes.
 *
 * Owns:      nothing.
 * Not here:  files (src/file/npy.c). */
#include <string.h>

#include "interp/tensor/tensors.h"

hr_elem hr_npy_elem(const hr_npy *array)
{
	const unsigned bytes = array->bytes;

	switch (array->kind) {
	case HR_NPY_BOOL: return HR_E_BOOL;
	case HR_NPY_BF16: return HR_E_BF16;
	case HR_NPY_FLOAT: return bytes == 2 ? HR_E_F16 : bytes == 4 ? HR_E_F32 : HR_E_F64;
	case HR_NPY_INT:
		return bytes == 1   ? HR_E_I8
		       : bytes == 2 ? HR_E_I16
		       : bytes == 4 ? HR_E_I32
				    : HR_E_I64;
	case HR_NPY_UINT:
		return bytes == 1   ? HR_E_U8
		       : bytes == 2 ? HR_E_U16
		       : bytes == 4 ? HR_E_U32
				    : HR_E_NONE;
	}
	return HR_E_NONE;
}

void hr_npy_set_elem(hr_npy *array, hr_elem elem)
{
	array->kind = elem == HR_E_BOOL         ? HR_NPY_BOOL
		      : elem == HR_E_BF16       ? HR_NPY_BF16
		      : hr_elem_is_real(elem)   ? HR_NPY_FLOAT
		      : hr_elem_is_signed(elem) ? HR_NPY_INT
						: HR_NPY_UINT;
	array->bytes = (unsigned)hr_elem_bytes(elem);
}

bool hr_npy_dims(const hr_npy *array, hr_dims *dims)
{
	if (array->dims > HR_RANK_MOST)
		return false;
	dims->rank = array->dims;
	memcpy(dims->dim, array->shape, array->dims * sizeof(*dims->dim));
	return true;
}

bool hr_tensor_npy(const hr_tensor *tensor, hr_npy *array)
{
	hr_dims dims;
	bool wide;
	hr_elem elem = hr_tensor_elem(tensor->view.data_type, &wide);

	if (!elem || !tensor->data || !hr_tensor_dims(tensor, &dims))
		return false;
	hr_npy_set_elem(array, wide ? HR_E_F64 : elem);
	array->dims = dims.rank;
	memcpy(array->shape, dims.dim, dims.rank * sizeof(*dims.dim));
	array->count = tensor->count;
	array->data = tensor->data;
	return true;
}
