/* ir/rowkernel/measure.c -- what the measures of rows share: strides, joined axes, the grid. */
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

void hr_rk_steps(const hr_dims *shape, int64_t step[HR_RANK_MOST])
{
	int64_t all = 1;

	for (unsigned k = shape->rank; k-- > 0; all *= (int64_t)shape->dim[k])
		step[k] = all;
}

int64_t hr_rk_least_integer(hr_elem elem)
{
	return hr_elem_is_signed(elem) ? (int64_t)(UINT64_MAX << (8 * hr_elem_bytes(elem) - 1)) : 0;
}

int64_t hr_rk_greatest_integer(hr_elem elem)
{
	unsigned bits = elem == HR_E_BOOL ? 1 : 8 * (unsigned)hr_elem_bytes(elem);

	return hr_elem_is_signed(elem) ? ~hr_rk_least_integer(elem)
				       : (int64_t)(UINT64_MAX >> (64 - bits));
}

void hr_rk_spread(hr_rk_launch *l, unsigned operands)
{
	l->grid_shape = *l->result;
	for (unsigned i = 0; i < operands; i++) {
		const hr_dims *own = &l->operands[i].shape;
		int64_t step = 1;

		for (unsigned k = own->rank; k-- > 0; step *= (int64_t)own->dim[k])
			l->stride[i][l->result->rank - own->rank + k] = own->dim[k] == 1 ? 0 : step;
	}
}

static bool axes_join(const hr_rk_launch *l, unsigned axis, unsigned operands)
{
	for (unsigned i = 0; i < operands; i++)
		if (l->stride[i][axis - 1] != l->stride[i][axis] * (int64_t)l->grid_shape.dim[axis])
			return false;
	return true;
}

/* Remove AXIS: those before it move up, and the first becomes one of extent 1. */
static void remove_axis(hr_rk_launch *l, unsigned axis, unsigned operands)
{
	for (unsigned k = axis; k > 0; k--) {
		l->grid_shape.dim[k] = l->grid_shape.dim[k - 1];
		for (unsigned i = 0; i < operands; i++)
			l->stride[i][k] = l->stride[i][k - 1];
	}
	l->grid_shape.dim[0] = 1;
	for (unsigned i = 0; i < operands; i++)
		l->stride[i][0] = 0;
}

void hr_rk_join(hr_rk_launch *l, unsigned operands)
{
	unsigned first = 0; /* axes before it have been removed */

	for (unsigned axis = 0; axis < l->grid_shape.rank; axis++)
		if (l->grid_shape.dim[axis] == 1) {
			remove_axis(l, axis, operands);
			first++;
		}
	for (unsigned axis = l->grid_shape.rank; axis-- > first + 1;)
		if (axes_join(l, axis, operands)) {
			l->grid_shape.dim[axis - 1] *= l->grid_shape.dim[axis];
			for (unsigned i = 0; i < operands; i++)
				l->stride[i][axis - 1] = l->stride[i][axis];
			remove_axis(l, axis, operands);
			axis++;
			first++;
		}
}

void hr_rk_grid(hr_rk_launch *l)
{
	unsigned rank = l->grid_shape.rank, dims = rank < 3 ? rank : 3;

	for (unsigned k = 0; k < rank; k++)
		l->grid[k + dims < rank ? 0 : k + dims - rank] *= l->grid_shape.dim[k];
}

void hr_rk_lines(hr_rk_launch *l, int64_t axis)
{
	const hr_dims *x = &l->operands[0].shape;

	l->grid_shape = (hr_dims){3, {1, 1, 1}};
	for (unsigned k = 0; k < x->rank; k++)
		l->grid_shape.dim[k < axis ? 0 : k == axis ? 1 : 2] *= x->dim[k];
	l->grid[0] = l->grid_shape.dim[0];
	l->grid[1] = l->grid_shape.dim[2];
}
