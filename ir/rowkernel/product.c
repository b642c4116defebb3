/* ir/rowkernel/product.c -- the kernel of dot.
 *
 * An instance computes a tile of the result, with a vector for each of its rows; at the edges, element by
 * element. */
#include "ir/rowkernel/rowkernel_private.h"

enum { ROWS = 4 };

/* Write the product of COUNT rows from ROW on with the columns of one vector. */
static void write_rows(hr_rk_writer *w, const char *row, unsigned count)
{
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(w, "s%u = splat(0); ", r);
	hr_rk_say(w, "for (k, 0, terms) {\n  b = vector(y, right + k * columns + column);\n");
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(w, "  s%u = s%u + splat(x[left + (%s + %u) * terms + k]) * b;\n", r, r,
			  row, r);
	hr_rk_say(w, "}\n");
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(w, "out[(g0 * rows + %s + %u) * columns + column] = s%u;\n", row, r, r);
}

/* Set LEFT or RIGHT to the place of the operand's matrix: the batch is g0. */
static void write_matrix(hr_rk_writer *w, const char *which, const char *name, unsigned rank,
			 unsigned batch)
{
	hr_rk_say(w, "%s = ", which);
	hr_rk_offset(w, name, rank - 2, batch);
	hr_rk_say(w, ";\n");
}

void hr_rk_write_dot(hr_rk_writer *w)
{
	unsigned x = w->kernel->operands[0].rank, y = w->kernel->operands[1].rank;
	unsigned batch = w->kernel->result->rank - 2;
	bool vectors;

	hr_rk_data(w, 0);
	hr_rk_data(w, 1);
	vectors = hr_rk_storage(w->kernel->result) == w->source.real;
	w->source.dims = 3;
	hr_rk_say(w, "rest = g0;\n");
	for (unsigned k = batch; k-- > 0;)
		hr_rk_say(w, "i%u = rest %% n.%u; rest = rest / n.%u;\n", k, k, k);
	write_matrix(w, "left", "x", x, batch);
	write_matrix(w, "right", "y", y, batch);
	hr_rk_say(w,
		  "rows = x.%u; terms = x.%u; columns = y.%u; row = g1 * %d; column = g2 * %d;\n"
		  "row_end = least(rows, row + %d); column_end = least(columns, column + %d);\n",
		  x - 2, x - 1, y - 1, ROWS, HR_RK_LANES, ROWS, HR_RK_LANES);
	if (vectors) {
		hr_rk_say(w, "if (column_end - column == %d) {\nif (row_end - row == %d) {\n",
			  HR_RK_LANES, ROWS);
		write_rows(w, "row", ROWS);
		hr_rk_say(w, "} else { for (r, row, row_end) {\n");
		write_rows(w, "r", 1);
		hr_rk_say(w, "} } } else {\n");
	}
	hr_rk_say(
		w,
		"for (r, row, row_end) { for (c, column, column_end) {\n"
		"  s = %s;\n"
		"  for (k, 0, terms) { s = s + x[left + r * terms + k] * y[right + k * columns + c]; }\n"
		"  out[(g0 * rows + r) * columns + c] = s;\n} }%s\n",
		hr_rk_is_real(w->kernel->result) ? "0.0" : "0", vectors ? " }" : "");
}

/* grid_shape is that of the batch, and strides are those of its matrices. */
void hr_rk_measure_dot(hr_rk_launch *l)
{
	unsigned rank = l->result->rank;

	hr_rk_spread(l, 2);
	l->grid_shape.rank = rank - 2;
	l->grid[0] = hr_dims_count(&l->grid_shape);
	l->grid[1] = (l->result->dim[rank - 2] + ROWS - 1) / ROWS;
	l->grid[2] = (l->result->dim[rank - 1] + HR_RK_LANES - 1) / HR_RK_LANES;
}
