/* ir/rowkernel/move.c -- kernels that move elements to places that follow from their own: broadcast,
 * transpose, slice, pad, concat, reverse_sequence.
 *
 * Elements are moved as bits, unless an operand is wide and the result is not, or the other way round.
 * Not here:  places that indices give (index.c). */
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

/* --- one operand, other strides --------------------------------------------------------------- */

/* The result's element at coordinates i is that of operand 0 at v.0 + the sum of i[k] * x.s[k]. */
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
	int64_t step[HR_RANK_MOST];

	hr_rk_steps(x, step);
	l->grid_shape = *l->result;
	for (unsigned k = 0; k < x->rank; k++)
		l->stride[0][k] = step[hr_attribute_at(l->kernel->attributes, "perm", k,
						       (int64_t)(x->rank - 1 - k))];
	hr_rk_join(l, 1);
	hr_rk_grid(l);
}

/* Return element N of the list that operand I is, or OTHERWISE if it is omitted. */
static int64_t listed(const hr_rk_launch *l, unsigned i, uint64_t n, int64_t otherwise)
{
	return l->kernel->use[i] == HR_ROWKERNEL_VALUES ? l->operands[i].values[n] : otherwise;
}

/* The same, of a list of axes. */
static unsigned listed_axis(const hr_rk_launch *l, unsigned i, uint64_t n)
{
	int64_t axis = listed(l, i, n, (int64_t)n);

	return (unsigned)(axis < 0 ? axis + l->operands[0].shape.rank : axis);
}

void hr_rk_measure_slice(hr_rk_launch *l)
{
	const hr_dims *x = &l->operands[0].shape;

	hr_rk_steps(x, l->stride[0]);
	l->grid_shape = *l->result;
	for (uint64_t i = 0; i < l->operands[1].value_count; i++) {
		unsigned axis = listed_axis(l, 3, i);
		int64_t extent = (int64_t)x->dim[axis], step = listed(l, 4, i, 1);
		int64_t first = listed(l, 1, i, 0), most = step < 0 ? extent - 1 : extent;

		first += first < 0 ? extent : 0;
		first = first < 0 ? 0 : first > most ? most : first;
		l->value[0] += first * l->stride[0][axis];
		/* an axis of one element may have any step */
		l->stride[0][axis] = l->result->dim[axis] > 1 ? step * l->stride[0][axis] : 0;
	}
	hr_rk_join(l, 1);
	hr_rk_grid(l);
}

/* --- pad -------------------------------------------------------------------------------------- */

/* Of axis k: v.k is what is added before it, v.(8 + k) the elements that are left of it, v.(16 + k) those
 * that are removed before it. */
enum { LEFT = 8, REMOVED = 16 };

/* Write the element of axis K at place p. */
static void write_element(hr_rk_writer *w, unsigned k)
{
	const hr_attributes *of = w->kernel->attributes;

	hr_rk_say(w, "p = i%u - v.%u; count = v.%u;\n", k, k, LEFT + k);
	if (hr_attribute_is(of, "mode", "edge"))
		hr_rk_say(w, "p = p < 0 ? 0 : least(p, count - 1);\n");
	else if (hr_attribute_is(of, "mode", "wrap"))
		hr_rk_say(w, "p = cycle(p, count);\n");
	else if (hr_attribute_is(of, "mode", "reflect"))
		hr_rk_say(w, "p = cycle(p, 2 * (count - 1)); "
			     "p = p < count ? p : 2 * (count - 1) - p;\n");
	else
		hr_rk_say(w, "inside = inside && p >= 0 && p < count;\n");
	hr_rk_say(w, "from = from + (p + v.%u) * x.s%u;\n", REMOVED + k, k);
}

void hr_rk_write_pad(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank;
	bool has_fill = w->count > 2 && w->kernel->operands[2].elem != HR_E_NONE;

	hr_rk_bits(w, 0);
	hr_rk_values(w, 1);
	if (has_fill)
		hr_rk_bits(w, 2);
	if (w->count > 3)
		hr_rk_values(w, 3);
	hr_rk_coordinates(w, rank);
	hr_rk_say(w, "from = 0; inside = 0 == 0;\n");
	for (unsigned k = 0; k < rank; k++)
		write_element(w, k);
	hr_rk_say(w, "if (inside) { out[at] = x[from]; } else { out[at] = %s; }\n",
		  has_fill ? "z[0]" : "0");
}

void hr_rk_measure_pad(hr_rk_launch *l)
{
	const hr_dims *x = &l->operands[0].shape;
	uint64_t count = l->operands[1].value_count / 2;

	hr_rk_steps(x, l->stride[0]);
	l->grid_shape = *l->result;
	for (unsigned k = 0; k < x->rank; k++)
		l->value[LEFT + k] = (int64_t)x->dim[k];
	for (uint64_t i = 0; i < count; i++) {
		unsigned axis = listed_axis(l, 3, i);
		int64_t before = listed(l, 1, i, 0), after = listed(l, 1, count + i, 0);

		l->value[axis] = before > 0 ? before : 0;
		l->value[LEFT + axis] += (before < 0 ? before : 0) + (after < 0 ? after : 0);
		l->value[REMOVED + axis] = before < 0 ? -before : 0;
	}
	hr_rk_grid(l);
}

/* --- concat ----------------------------------------------------------------------------------- */

/* The grid is what is before the axis, and all from it on: v.i is that of operand i. */
void hr_rk_write_concat(hr_rk_writer *w)
{
	for (unsigned i = 0; i < w->count; i++)
		hr_rk_bits(w, i);
	w->source.dims = 2;
	hr_rk_say(w, "at = g0 * n.1 + g1; k = g1;\n");
	for (unsigned i = 0; i < w->count; i++) {
		const char *name = w->source.arrays[i + 1].name;

		if (i + 1 < w->count)
			hr_rk_say(w,
				  "if (k < v.%u) { out[at] = %s[g0 * v.%u + k]; } else { "
				  "k = k - v.%u;\n",
				  i, name, i, i);
		else
			hr_rk_say(w, "out[at] = %s[g0 * v.%u + k];\n", name, i);
	}
	for (unsigned i = 1; i < w->count; i++)
		hr_rk_say(w, "}");
}

/* Return the product of the extents of axes FIRST to END - 1. */
static uint64_t extents(const hr_dims *shape, unsigned first, unsigned end)
{
	uint64_t product = 1;

	for (unsigned k = first; k < end; k++)
		product *= shape->dim[k];
	return product;
}

void hr_rk_measure_concat(hr_rk_launch *l)
{
	unsigned axis = (unsigned)hr_attribute_integer(l->kernel->attributes, "axis", 0);
	unsigned rank = l->result->rank;

	for (unsigned i = 0; i < l->kernel->operand_count; i++)
		l->value[i] = (int64_t)extents(&l->operands[i].shape, axis, rank);
	l->grid_shape = (hr_dims){2, {extents(l->result, 0, axis), extents(l->result, axis, rank)}};
	hr_rk_grid(l);
}

/* --- reverse_sequence ------------------------------------------------------------------------- */

/* The grid is axes 0 and 1, and what is after them. */
void hr_rk_write_reverse_sequence(hr_rk_writer *w)
{
	bool time_first = hr_attribute_integer(w->kernel->attributes, "time_axis", 0) == 0;

	hr_rk_bits(w, 0);
	hr_rk_data(w, 1);
	w->source.dims = 3;
	hr_rk_say(w,
		  "time = %s; length = most(0, least(y[%s], n.%d));\n"
		  "time = time < length ? length - 1 - time : time;\n"
		  "out[(g0 * n.1 + g1) * n.2 + g2] = x[(%s) * n.2 + g2];\n",
		  time_first ? "g0" : "g1", time_first ? "g1" : "g0", time_first ? 0 : 1,
		  time_first ? "time * n.1 + g1" : "g0 * n.1 + time");
}

void hr_rk_measure_reverse_sequence(hr_rk_launch *l)
{
	const hr_dims *x = l->result;

	l->grid_shape = (hr_dims){3, {x->dim[0], x->dim[1], extents(x, 2, x->rank)}};
	hr_rk_grid(l);
}
