/* ir/rowkernel/index.c -- kernels that move elements to or from places that indices give: gather and scatter.
 *
 * An index that is out of range is an error of the reference; a kernel takes the nearest that is not, so
 * that it stays within its operands. */
#include <stdio.h>

#include "ir/rowkernel/rowkernel_private.h"

/* Write a statement that sets `place` to INDEX, an expression, counted from the end if it is negative. */
static void write_place(hr_rk_writer *w, const char *index, const char *extent)
{
	hr_rk_say(w,
		  "place = %s; place = place < 0 ? place + %s : place; "
		  "place = most(0, least(place, %s - 1));\n",
		  index, extent, extent);
}

/* --- gather ----------------------------------------------------------------------------------- */

/* The grid is what is before the axis, the indices, and what is after the axis. */
void hr_rk_write_gather(hr_rk_writer *w)
{
	hr_rk_bits(w, 0);
	hr_rk_data(w, 1);
	w->source.dims = 3;
	write_place(w, "y[g1]", "v.0");
	hr_rk_say(w, "out[(g0 * n.1 + g1) * n.2 + g2] = x[(g0 * v.0 + place) * n.2 + g2];\n");
}

void hr_rk_measure_gather(hr_rk_launch *l)
{
	int64_t axis = hr_attribute_integer(l->kernel->attributes, "axis", 0);

	hr_rk_lines(l, axis);
	l->value[0] = (int64_t)l->grid_shape.dim[1];
	l->grid_shape.dim[1] = hr_dims_count(&l->operands[1].shape);
	l->grid[0] = l->grid[1] = 1;
	hr_rk_grid(l);
}

/* --- gather_elements, scatter_elements -------------------------------------------------------- */

/* v.0 is the extent of the axis, v.1 its step; x.s of the axis is 0. */
static void write_elements_place(hr_rk_writer *w, unsigned rank)
{
	write_place(w, "y[at]", "v.0");
	hr_rk_say(w, "place = place * v.1 + ");
	hr_rk_offset(w, "x", rank, rank);
	hr_rk_say(w, ";\n");
}

void hr_rk_write_gather_elements(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank;

	hr_rk_bits(w, 0);
	hr_rk_data(w, 1);
	hr_rk_coordinates(w, rank);
	write_elements_place(w, rank);
	hr_rk_say(w, "out[at] = x[place];\n");
}

static void set_elements(hr_rk_launch *l)
{
	int64_t axis = hr_attribute_integer(l->kernel->attributes, "axis", 0);

	hr_rk_steps(&l->operands[0].shape, l->stride[0]);
	l->grid_shape = l->operands[1].shape;
	l->value[0] = (int64_t)l->operands[0].shape.dim[axis];
	l->value[1] = l->stride[0][axis];
	l->stride[0][axis] = 0;
}

void hr_rk_measure_gather_elements(hr_rk_launch *l)
{
	set_elements(l);
	hr_rk_grid(l);
}

/* --- gather_nd, scatter_nd -------------------------------------------------------------------- */

/* Write `from`, the place of the part that index tuple G of DEPTH numbers gives; axes begin at FIRST. v.k
 * is the step of axis k. */
static void write_tuple_place(hr_rk_writer *w, const char *g, unsigned depth, unsigned first)
{
	char index[48], extent[16];

	for (unsigned k = 0; k < depth; k++) {
		snprintf(index, sizeof(index), "y[%s * %u + %u]", g, depth, k);
		snprintf(extent, sizeof(extent), "x.%u", first + k);
		write_place(w, index, extent);
		hr_rk_say(w, "from = from + place * v.%u;\n", first + k);
	}
}

/* The grid is the tuples, and the elements of a part. v.8 is the tuples of a batch, v.9 the elements of x
 * for one. */
void hr_rk_write_gather_nd(hr_rk_writer *w)
{
	unsigned x = w->kernel->operands[0].rank, y = w->kernel->operands[1].rank;
	unsigned batch = (unsigned)hr_attribute_integer(w->kernel->attributes, "batch", 0);
	unsigned depth = y - 1 + x - batch - w->kernel->result->rank;

	hr_rk_bits(w, 0);
	hr_rk_data(w, 1);
	w->source.dims = 2;
	hr_rk_say(w, "from = g0 / v.8 * v.9;\n");
	write_tuple_place(w, "g0", depth, batch);
	hr_rk_say(w, "out[g0 * n.1 + g1] = x[from + g1];\n");
}

/* Set the steps of x, and the grid shape: the tuples of indices, the elements of a part from axis FIRST. */
static void set_tuples(hr_rk_launch *l, unsigned first)
{
	const hr_dims *x = &l->operands[0].shape, *y = &l->operands[1].shape;

	hr_rk_steps(x, l->value);
	l->grid_shape = (hr_dims){2, {1, 1}};
	for (unsigned k = 0; k + 1 < y->rank; k++)
		l->grid_shape.dim[0] *= y->dim[k];
	for (unsigned k = first; k < x->rank; k++)
		l->grid_shape.dim[1] *= x->dim[k];
}

void hr_rk_measure_gather_nd(hr_rk_launch *l)
{
	const hr_dims *x = &l->operands[0].shape, *y = &l->operands[1].shape;
	unsigned batch = (unsigned)hr_attribute_integer(l->kernel->attributes, "batch", 0);

	set_tuples(l, batch + (unsigned)y->dim[y->rank - 1]);
	l->value[8] = l->value[9] = 1;
	for (unsigned k = batch; k + 1 < y->rank; k++)
		l->value[8] *= (int64_t)y->dim[k];
	for (unsigned k = batch; k < x->rank; k++)
		l->value[9] *= (int64_t)x->dim[k];
	hr_rk_grid(l);
}

/* --- scatter ---------------------------------------------------------------------------------- */

/* Write the update of the element at PLACE by that at FROM: expressions. */
static void write_update(hr_rk_writer *w, const char *place, const char *from)
{
	static const char *const names[] = {"none", "add", "mul", "max", "min"};
	static const char *const real[] = {"u", "o + u", "o * u", "max(o, u)", "min(o, u)"};
	static const char *const integer[] = {"u", "o + u", "o * u", "most(o, u)", "least(o, u)"};
	unsigned i = 0;

	while (i < 4 && !hr_attribute_is(w->kernel->attributes, "reduce", names[i]))
		i++;
	hr_rk_say(w, "u = z[%s]; ", from);
	if (i > 0)
		hr_rk_say(w, "o = out[%s]; ", place);
	hr_rk_say(w, "out[%s] = %s;\n", place,
		  hr_rk_is_real(w->kernel->result) ? real[i] : integer[i]);
}

/* One instance: later updates of an element come after earlier ones. v.16 is the elements of x, v.17 those
 * of the indices, or tuples. */
static void begin_scatter(hr_rk_writer *w)
{
	hr_rk_data(w, 0);
	hr_rk_data(w, 1);
	hr_rk_data(w, 2);
	w->kernel->one_instance = true;
	w->source.dims = 1;
	hr_rk_say(w, "for (i, 0, v.16) { out[i] = x[i]; }\n");
}

void hr_rk_write_scatter_elements(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank;

	begin_scatter(w);
	hr_rk_say(w, "for (at, 0, v.17) {\nrest = at;\n");
	for (unsigned k = rank; k-- > 0;)
		hr_rk_say(w, "i%u = rest %% n.%u; rest = rest / n.%u;\n", k, k, k);
	write_elements_place(w, rank);
	write_update(w, "place", "at");
	hr_rk_say(w, "}\n");
}

void hr_rk_measure_scatter_elements(hr_rk_launch *l)
{
	set_elements(l);
	l->value[16] = (int64_t)hr_dims_count(l->result);
	l->value[17] = (int64_t)hr_dims_count(&l->grid_shape);
}

void hr_rk_write_scatter_nd(hr_rk_writer *w)
{
	const hr_rowkernel_type *o = w->kernel->operands;
	unsigned depth = o[0].rank + o[1].rank - 1 - o[2].rank;

	begin_scatter(w);
	hr_rk_say(w, "for (t, 0, v.17) {\nfrom = 0;\n");
	write_tuple_place(w, "t", depth, 0);
	hr_rk_say(w, "for (i, 0, n.1) {\n");
	write_update(w, "from + i", "t * n.1 + i");
	hr_rk_say(w, "}\n}\n");
}

void hr_rk_measure_scatter_nd(hr_rk_launch *l)
{
	const hr_dims *y = &l->operands[1].shape;

	set_tuples(l, (unsigned)y->dim[y->rank - 1]);
	l->value[16] = (int64_t)hr_dims_count(l->result);
	l->value[17] = (int64_t)l->grid_shape.dim[0];
}
