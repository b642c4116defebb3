/* ir/tensor/element.c -- elements of tensors in memory, and shapes.
 *
 * Not here:  what operations compute (interp/row/). */
#include "ir/tensor/element.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/arith/arith.h"

static const struct {
	const char *name;
	size_t bytes;
} types[HR_E_COUNT] = {
	[HR_E_NONE] = {"none", 0}, [HR_E_F16] = {"f16", 2}, [HR_E_BF16] = {"bf16", 2},
	[HR_E_F32] = {"f32", 4},   [HR_E_F64] = {"f64", 8}, [HR_E_I8] = {"i8", 1},
	[HR_E_U8] = {"u8", 1},     [HR_E_I16] = {"i16", 2}, [HR_E_U16] = {"u16", 2},
	[HR_E_I32] = {"i32", 4},   [HR_E_U32] = {"u32", 4}, [HR_E_I64] = {"i64", 8},
	[HR_E_BOOL] = {"bool", 1},
};

const char *hr_elem_name(hr_elem elem)
{
	return types[elem].name;
}

hr_elem hr_elem_named(const char *name)
{
	for (hr_elem elem = HR_E_NONE + 1; elem < HR_E_COUNT; elem++)
		if (strcmp(types[elem].name, name) == 0)
			return elem;
	return HR_E_NONE;
}

size_t hr_elem_bytes(hr_elem elem)
{
	return types[elem].bytes;
}

double hr_elem_real(hr_elem elem, const void *data, uint64_t i)
{
	switch (elem) {
	case HR_E_F16: return hr_a_fpconv_f16_f64(((const uint16_t *)data)[i]);
	case HR_E_BF16: return hr_a_fpconv_b16_f64(((const uint16_t *)data)[i]);
	case HR_E_F32: return (double)((const float *)data)[i];
	default: return ((const double *)data)[i];
	}
}

int64_t hr_elem_integer(hr_elem elem, const void *data, uint64_t i)
{
	switch (elem) {
	case HR_E_I8: return ((const int8_t *)data)[i];
	case HR_E_U8: return ((const uint8_t *)data)[i];
	case HR_E_I16: return ((const int16_t *)data)[i];
	case HR_E_U16: return ((const uint16_t *)data)[i];
	case HR_E_I32: return ((const int32_t *)data)[i];
	case HR_E_U32: return ((const uint32_t *)data)[i];
	case HR_E_BOOL: return ((const uint8_t *)data)[i] != 0;
	default: return ((const int64_t *)data)[i];
	}
}

void hr_elem_set_real(hr_elem elem, void *data, uint64_t i, double value)
{
	switch (elem) {
	case HR_E_F16: ((uint16_t *)data)[i] = hr_a_fpconv_f64_f16(value); break;
	case HR_E_BF16: ((uint16_t *)data)[i] = hr_a_fpconv_f64_b16(value); break;
	case HR_E_F32: ((float *)data)[i] = (float)value; break;
	default: ((double *)data)[i] = value; break;
	}
}

void hr_elem_set_integer(hr_elem elem, void *data, uint64_t i, int64_t value)
{
	switch (hr_elem_bytes(elem)) {
	case 1: ((uint8_t *)data)[i] = (uint8_t)(elem == HR_E_BOOL ? value != 0 : value); break;
	case 2: ((uint16_t *)data)[i] = (uint16_t)value; break;
	case 4: ((uint32_t *)data)[i] = (uint32_t)value; break;
	default: ((int64_t *)data)[i] = value; break;
	}
}

uint64_t hr_dims_count(const hr_dims *shape)
{
	uint64_t count = 1;
	bool overflow = false;

	for (unsigned i = 0; i < shape->rank; i++)
		if (shape->dim[i] == 0)
			return 0;
	for (unsigned i = 0; i < shape->rank; i++)
		overflow |= __builtin_mul_overflow(count, shape->dim[i], &count);
	return overflow ? UINT64_MAX : count;
}

const char *hr_dims_text(const hr_dims *shape, char text[HR_DIMS_TEXT])
{
	int used = snprintf(text, HR_DIMS_TEXT, "(");

	for (unsigned i = 0; i < shape->rank && i < HR_RANK_MOST; i++)
		used += snprintf(text + used, (size_t)(HR_DIMS_TEXT - used), "%s%" PRIu64,
				 i ? ", " : "", shape->dim[i]);
	snprintf(text + used, (size_t)(HR_DIMS_TEXT - used), ")");
	return text;
}

bool hr_dims_equal(const hr_dims *one, const hr_dims *other)
{
	return one->rank == other->rank &&
	       memcmp(one->dim, other->dim, one->rank * sizeof(*one->dim)) == 0;
}
