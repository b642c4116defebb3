/* ir/rowkernel/move.c -- kernels that move elements to places that follow from their own: broadcast,
 * transpose.
 *
 * The result's element at coordinates i is that of operand 0 at v.0 + the sum of i[k] * x.s[k]. */
#include "ir/rowkernel/rowkernel_private.h"

void hr_rk_write_shifted(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank;

	w->base = "move";
	hr_rk_bits(w, 0);
	for (unsigned i = 1; i < w->count; i++)
		hr_rk_values(w, i);
	hr_rk_coordinates(w, rank);
	hr_rk_say(w, "out[at] = x[v.0");
	for (unsigned k = 0; k < rank; k++)
		hr_rk_say(w, " + i%u * x.s%u", k, k);
	hr_rk_say(w, "];\n");
}

void hr_rk_measure_broadcast(hr_rk_launch *l)
{
	hr_rk_spread(l, 1);
	hr_rk_join(l, 1);
	hr_rk_grid(l);
}

void hr_rk_measure_transpose(hr_rk_launch *l)
{
	const hr_dims *x = &l->operands[0].shape;
	int64_t step[HR_RANK_MOST], all = 1;

	for (unsigned k = x->rank; k-- > 0; all *= (int64_t)x->dim[k])
		step[k] = all;
	l->grid_shape = *l->result;
	for (unsigned k = 0; k < x->rank; k++)
		l->stride[0][k] = step[hr_attribute_at(l->kernel->attributes, "perm", k,
						       (int64_t)(x->rank - 1 - k))];
	hr_rk_join(l, 1);
	hr_rk_grid(l);
}
