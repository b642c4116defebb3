/* interp/row/row_data.c -- elements and bounds of operands as numbers, and results from numbers.
 *
 * Invariant: a real result is rounded here and nowhere else. */
#include <string.h>

#include "interp/row/row_private.h"
#include "src/base/alloc.h"

const hr_row_unit hr_row_units[HR_E_COUNT] = {
	[HR_E_F16] = {0x1p-11, 0x1p-14, 65504, 0},
	[HR_E_BF16] = {0x1p-8, 0x1p-126, 0x1.fep127, 0},
	[HR_E_F32] = {0x1p-24, 0x1p-126, (double)FLT_MAX, 0},
	[HR_E_F64] = {0x1p-53, DBL_MIN, DBL_MAX, 1},
};

size_t hr_row_bytes(const hr_tensor_data *tensor)
{
	return tensor->wide ? sizeof(double) : hr_elem_bytes(tensor->elem);
}

/* --- loads ------------------------------------------------------------------------------------ */

#define LOAD(type)                                                                                 \
	do {                                                                                       \
		const type *at = (const type *)from->data + first;                                 \
                                                                                                   \
		for (uint64_t i = 0; i < count; i++)                                               \
			to[i] = at[i];                                                             \
	} while (0)

void hr_row_load_reals(const hr_tensor_data *from, uint64_t first, uint64_t count, double *to)
{
	if (from->wide || from->elem == HR_E_F64)
		memcpy(to, (const double *)from->data + first, count * sizeof(*to));
	else if (from->elem == HR_E_F32)
		for (uint64_t i = 0; i < count; i++)
			to[i] = (double)((const float *)from->data)[first + i];
	else
		for (uint64_t i = 0; i < count; i++)
			to[i] = hr_elem_real(from->elem, from->data, first + i);
}

void hr_row_load_integers(const hr_tensor_data *from, uint64_t first, uint64_t count, int64_t *to)
{
	switch (from->elem) {
	case HR_E_I8: LOAD(int8_t); break;
	case HR_E_BOOL:
		for (uint64_t i = 0; i < count; i++)
			to[i] = ((const uint8_t *)from->data)[first + i] != 0;
		break;
	case HR_E_U8: LOAD(uint8_t); break;
	case HR_E_I16: LOAD(int16_t); break;
	case HR_E_U16: LOAD(uint16_t); break;
	case HR_E_I32: LOAD(int32_t); break;
	case HR_E_U32: LOAD(uint32_t); break;
	default: LOAD(int64_t); break;
	}
}

void hr_row_load_bounds(const hr_tensor_data *from, uint64_t first, uint64_t count, double *to)
{
	if (from->bound)
		for (uint64_t i = 0; i < count; i++)
			to[i] = (double)from->bound[first + i];
	else
		memset(to, 0, count * sizeof(*to));
}

double *hr_row_reals(const hr_tensor_data *tensor)
{
	double *all = hr_alloc(tensor->count * sizeof(*all) + 1);

	hr_row_load_reals(tensor, 0, tensor->count, all);
	return all;
}

int64_t *hr_row_integers(const hr_tensor_data *tensor)
{
	int64_t *all = hr_alloc(tensor->count * sizeof(*all) + 1);

	hr_row_load_integers(tensor, 0, tensor->count, all);
	return all;
}

double *hr_row_bounds(const hr_tensor_data *tensor)
{
	double *all = hr_alloc(tensor->count * sizeof(*all) + 1);

	hr_row_load_bounds(tensor, 0, tensor->count, all);
	return all;
}

double *hr_row_errors(const hr_tensor_data *tensor, const double *values)
{
	const hr_row_unit *unit = hr_row_unit_of(tensor->elem);
	double *all = hr_row_bounds(tensor), any = 0;

	for (uint64_t i = 0; i < tensor->count; i++) {
		all[i] = hr_row_off(unit, values[i], all[i]);
		any = all[i] > any ? all[i] : any;
	}
	if (any > 0)
		return all;
	hr_free(all);
	return NULL;
}

double hr_row_number(const hr_tensor_data *tensor, uint64_t i)
{
	double real;

	if (!hr_elem_is_real(tensor->elem))
		return (double)hr_elem_integer(tensor->elem, tensor->data, i);
	hr_row_load_reals(tensor, i, 1, &real);
	return real;
}

bool hr_row_certain(const hr_tensor_data *tensor)
{
	for (uint64_t i = 0; tensor->bound && i < tensor->count; i++)
		if (tensor->bound[i] > 0)
			return false;
	return true;
}

/* --- stores ----------------------------------------------------------------------------------- */

/* Set element I of a real result and return its value. */
static double set_real(hr_tensor_data *result, uint64_t i, double value)
{
	if (result->wide) {
		((double *)result->data)[i] = value;
		return value;
	}
	hr_elem_set_real(result->elem, result->data, i, value);
	return hr_elem_real(result->elem, result->data, i);
}

void hr_row_store_one(hr_tensor_data *result, uint64_t i, double value, double error, double size)
{
	bool in_range = size + error < hr_row_unit_of(result->elem)->most;
	double rounded = set_real(result, i, value);

	if (!isfinite(value))
		error = isfinite(error) && (in_range || isnan(value)) ? 0 : INFINITY;
	else if (!in_range || isinf(rounded))
		error = INFINITY;
	else
		error += fabs(rounded - value);
	result->bound[i] = hr_row_bound_up(error);
}

/* Store a run of binary32 results that are all finite and in range, whose sizes are their own. Return how
 * many from the first on are. */
static uint64_t store_plain(hr_tensor_data *result, uint64_t first, uint64_t count,
			    const double *value, const double *error)
{
	float *to = (float *)result->data + first, *bound = result->bound + first;

	for (uint64_t i = 0; i < count; i++) {
		double off = error ? error[i] : 0;

		if (!(fabs(value[i]) + off < (double)FLT_MAX))
			return i;
		to[i] = (float)value[i];
		bound[i] = hr_row_bound_up(off + fabs((double)to[i] - value[i]));
	}
	return count;
}

void hr_row_store(hr_tensor_data *result, uint64_t first, uint64_t count, const double *value,
		  const double *error, const double *size)
{
	bool plain = result->elem == HR_E_F32 && !result->wide && !size;

	for (uint64_t i = 0; i < count; i++) {
		if (plain)
			i += store_plain(result, first + i, count - i, value + i,
					 error ? error + i : NULL);
		if (i < count)
			hr_row_store_one(result, first + i, value[i], error ? error[i] : 0,
					 size ? size[i] : hr_row_size(value[i]));
	}
}

#define STORE(type)                                                                                \
	do {                                                                                       \
		type *at = (type *)result->data + first;                                           \
                                                                                                   \
		for (uint64_t i = 0; i < count; i++)                                               \
			at[i] = (type)value[i];                                                    \
	} while (0)

void hr_row_store_integers(hr_tensor_data *result, uint64_t first, uint64_t count,
			   const int64_t *value, const double *unsure)
{
	float *bound = result->bound + first;

	switch (hr_elem_bytes(result->elem)) {
	case 1:
		if (result->elem == HR_E_BOOL)
			for (uint64_t i = 0; i < count; i++)
				((uint8_t *)result->data)[first + i] = value[i] != 0;
		else
			STORE(uint8_t);
		break;
	case 2: STORE(uint16_t); break;
	case 4: STORE(uint32_t); break;
	default: STORE(uint64_t); break;
	}
	for (uint64_t i = 0; i < count; i++)
		bound[i] = unsure && unsure[i] > 0 ? INFINITY : 0;
}
