/* ir/tensor/element.h -- element types and shapes of tensors (X1). */
#ifndef HR_ELEMENT_H
#define HR_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A tensor has at most so many dimensions. */
enum { HR_RANK_MOST = 8 };

typedef enum hr_elem {
	HR_E_NONE, /* no type: unknown */
	HR_E_F16,
	HR_E_BF16,
	HR_E_F32,
	HR_E_F64,
	HR_E_I8,
	HR_E_U8,
	HR_E_I16,
	HR_E_U16,
	HR_E_I32,
	HR_E_U32,
	HR_E_I64,
	HR_E_BOOL, /* one byte: 0 or 1 */
	HR_E_COUNT,
} hr_elem;

/* Return "f32"; "none" for HR_E_NONE. */
const char *hr_elem_name(hr_elem elem);
/* Return the type named NAME, or HR_E_NONE. */
hr_elem hr_elem_named(const char *name);
size_t hr_elem_bytes(hr_elem elem);

static inline bool hr_elem_is_real(hr_elem elem)
{
	return elem >= HR_E_F16 && elem <= HR_E_F64;
}

/* Not bool. */
static inline bool hr_elem_is_integer(hr_elem elem)
{
	return elem >= HR_E_I8 && elem <= HR_E_I64;
}

static inline bool hr_elem_is_signed(hr_elem elem)
{
	return elem == HR_E_I8 || elem == HR_E_I16 || elem == HR_E_I32 || elem == HR_E_I64;
}

/* Return element I of DATA, of a real type, exactly. */
double hr_elem_real(hr_elem elem, const void *data, uint64_t i);
/* Return element I of DATA, of an integer type or bool. */
int64_t hr_elem_integer(hr_elem elem, const void *data, uint64_t i);
/* Set element I of DATA to VALUE rounded once, to nearest, ties to even. */
void hr_elem_set_real(hr_elem elem, void *data, uint64_t i, double value);
/* Set element I of DATA to VALUE, wrapped to the type; of bool: to VALUE != 0. */
void hr_elem_set_integer(hr_elem elem, void *data, uint64_t i, int64_t value);

/* --- shapes ----------------------------------------------------------------------------------- */

typedef struct hr_dims {
	unsigned rank;              /* 0 to 8; 0 is a scalar */
	uint64_t dim[HR_RANK_MOST]; /* the last is contiguous; n, c, h, w if RANK is 4 */
} hr_dims;

/* Room for a shape as text. */
enum { HR_DIMS_TEXT = 24 * HR_RANK_MOST };

/* Return the number of elements, or UINT64_MAX if it does not fit 64 bits. */
uint64_t hr_dims_count(const hr_dims *shape);
/* Write SHAPE to TEXT in the form "(1, 3, 32, 32)" and return TEXT. */
const char *hr_dims_text(const hr_dims *shape, char text[HR_DIMS_TEXT]);
/* Return true if ONE and OTHER have one rank and equal extents. */
bool hr_dims_equal(const hr_dims *one, const hr_dims *other);

#endif
