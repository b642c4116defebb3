/* interp/row/row_constant.c -- the elements of a row `constant` that has them in its text.
 *
 * Not here:  constants in files (interp/tensor/files.c, tools/ral/execution.c). */
#include "interp/row/row_constant.h"

bool hr_row_constant_shape(const hr_attributes *of, hr_tensor_data *result)
{
	const hr_attribute *type = hr_attribute_of(of, "type"),
			   *shape = hr_attribute_of(of, "shape");

	if (!type || (shape && shape->count > HR_RANK_MOST))
		return false;
	result->elem = hr_elem_named(type->text);
	result->shape.rank = shape ? (unsigned)shape->count : 0;
	for (unsigned i = 0; i < result->shape.rank; i++)
		result->shape.dim[i] = (uint64_t)shape->integers[i];
	result->count = hr_dims_count(&result->shape);
	return result->elem && result->count < SIZE_MAX / sizeof(double);
}

bool hr_row_constant_values(const hr_attributes *of, const hr_tensor_data *result)
{
	const hr_attribute *values = hr_attribute_of(of, "values");
	const uint64_t given = values ? values->count : 0;

	/* one value stands for all elements */
	if (given != result->count && given != 1)
		return false;
	for (uint64_t i = 0; i < result->count; i++) {
		uint64_t from = given == 1 ? 0 : i;

		if (hr_elem_is_real(result->elem))
			hr_elem_set_real(result->elem, result->data, i, values->reals[from]);
		else
			hr_elem_set_integer(result->elem, result->data, i, values->integers[from]);
	}
	return true;
}
