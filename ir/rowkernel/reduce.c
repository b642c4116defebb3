/* ir/rowkernel/reduce.c -- kernels of reductions over sets of axes, and along one axis: positions and running
 * totals.
 *
 * A reduction's instance computes one element: the places of its elements are the sums of those of the
 * reduced axes, the last of which has a loop of its own. Numbers: v.0 places of all but the last, v.1 extent
 * and v.2 step of the last, v.3 what no elements give; v.8 and v.16 onwards extents and steps of the others. */
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

enum { FIRST = 3, DIMS = 8, STEPS = 16 };

/* --- totals ----------------------------------------------------------------------------------- */

typedef enum total_kind { SUM, PRODUCT, MAXIMUM, MINIMUM } total_kind;

static total_kind total_of(hr_row row)
{
	switch (row) {
	case HR_R_sum:
	case HR_R_cumulative_sum: return SUM;
	case HR_R_product:
	case HR_R_cumulative_product: return PRODUCT;
	case HR_R_maximum: return MAXIMUM;
	default: return MINIMUM;
	}
}

/* Return what no elements give. */
static const char *first_of(const hr_rk_writer *w)
{
	static const char *const real[] = {"0.0", "1.0", "-inf", "inf"};

	return hr_rk_is_real(w->kernel->result) ? real[total_of(w->kernel->attributes->row)]
						: "v.3";
}

/* Return `total` and `e` together. */
static const char *together(const hr_rk_writer *w)
{
	static const char *const real[] = {"total + e", "total * e", "max(total, e)",
					   "min(total, e)"};
	static const char *const integer[] = {"total + e", "total * e", "most(total, e)",
					      "least(total, e)"};
	total_kind of = total_of(w->kernel->attributes->row);

	return hr_rk_is_real(w->kernel->result) ? real[of] : integer[of];
}

static int64_t first_integer(total_kind of, hr_elem elem)
{
	switch (of) {
	case SUM: return 0;
	case PRODUCT: return 1;
	case MAXIMUM: return hr_rk_least_integer(elem);
	default: return hr_rk_greatest_integer(elem);
	}
}

/* --- over axes -------------------------------------------------------------------------------- */

void hr_rk_write_reduce(hr_rk_writer *w)
{
	unsigned rank = w->kernel->operands[0].rank;

	hr_rk_data(w, 0);
	if (w->count > 1)
		hr_rk_values(w, 1);
	hr_rk_coordinates(w, rank);
	hr_rk_say(w, "first = ");
	hr_rk_offset(w, "x", rank, rank);
	hr_rk_say(w, ";\ntotal = %s;\nfor (j, 0, v.0) {\nrest = j; from = first;\n", first_of(w));
	for (unsigned k = rank; k-- > 1;)
		hr_rk_say(w, "from = from + rest %% v.%u * v.%u; rest = rest / v.%u;\n", DIMS + k,
			  STEPS + k, DIMS + k);
	hr_rk_say(w,
		  "for (i, 0, v.1) { e = x[from + i * v.2]; total = %s; }\n}\nout[at] = total;\n",
		  together(w));
}

/* Set IS to the axes that are reduced. */
static void reduced_axes(const hr_rk_launch *l, bool is[HR_RANK_MOST])
{
	const hr_attribute *axes = hr_attribute_of(l->kernel->attributes, "axes");
	unsigned rank = l->operands[0].shape.rank;
	bool all = !axes && l->kernel->operand_count < 2;

	for (unsigned k = 0; k < rank; k++)
		is[k] = all;
	if (l->kernel->use[1] == HR_ROWKERNEL_VALUES)
		for (uint64_t i = 0; i < l->operands[1].value_count; i++) {
			int64_t axis = l->operands[1].values[i];

			is[axis < 0 ? axis + rank : axis] = true;
		}
	else if (axes)
		for (size_t i = 0; i < axes->count; i++)
			is[axes->integers[i]] = true;
}

/* Add an axis of EXTENT, whose elements are STEP apart, to the reduced ones; axes come from the last. */
static void add_reduced(hr_rk_launch *l, unsigned *count, int64_t extent, int64_t step)
{
	if (extent == 1)
		return;
	if (*count == 0) {
		l->value[1] = extent;
		l->value[2] = step;
		++*count;
	} else if (*count == 1 && step == l->value[1] * l->value[2]) {
		l->value[1] *= extent;
	} else {
		l->value[DIMS + *count] = extent;
		l->value[STEPS + *count] = step;
		l->value[0] *= extent;
		++*count;
	}
}

void hr_rk_measure_reduce(hr_rk_launch *l)
{
	const hr_dims *x = &l->operands[0].shape;
	bool is[HR_RANK_MOST];
	unsigned count = 0;
	int64_t step = 1;

	reduced_axes(l, is);
	l->value[0] = l->value[1] = 1;
	l->value[FIRST] =
		first_integer(total_of(l->kernel->attributes->row), l->kernel->result->elem);
	for (unsigned k = 0; k < HR_RANK_MOST; k++)
		l->value[DIMS + k] = 1;
	l->grid_shape = *x;
	for (unsigned k = x->rank; k-- > 0; step *= (int64_t)x->dim[k]) {
		l->stride[0][k] = is[k] ? 0 : step;
		if (!is[k])
			continue;
		add_reduced(l, &count, (int64_t)x->dim[k], step);
		l->grid_shape.dim[k] = 1;
	}
	hr_rk_join(l, 1);
	hr_rk_grid(l);
}

/* --- along one axis --------------------------------------------------------------------------- */

/* The grid of lines: what is before the axis, what is after it. Element i of a line is at
 * first + i * step. */
static void write_line(hr_rk_writer *w)
{
	hr_rk_data(w, 0);
	w->source.dims = 2;
	hr_rk_say(w, "step = n.2; first = g0 * n.1 * step + g1;\n");
}

void hr_rk_write_position(hr_rk_writer *w)
{
	bool greatest = w->kernel->attributes->row == HR_R_arg_max;
	bool is_real = hr_rk_is_real(&w->kernel->operands[0]);

	write_line(w);
	hr_rk_say(w, "best = x[first]; found = 0; last = last.0 != 0;\n"
		     "for (i, 1, n.1) {\ne = x[first + i * step];\n");
	hr_rk_say(w, "better = e %c best || (last && e == best);\n", greatest ? '>' : '<');
	if (is_real)
		hr_rk_say(w, "better = isnan(best) ? last && isnan(e) : better || isnan(e);\n");
	hr_rk_say(w, "found = better ? i : found; best = better ? e : best;\n}\n"
		     "out[g0 * step + g1] = found;\n");
}

void hr_rk_write_scan(hr_rk_writer *w)
{
	write_line(w);
	if (w->count > 1)
		hr_rk_values(w, 1);
	hr_rk_say(w,
		  "total = %s;\nfor (i, 0, n.1) {\n"
		  "place = first + (reverse.0 != 0 ? n.1 - 1 - i : i) * step; e = x[place];\n"
		  "next = %s; out[place] = exclusive.0 != 0 ? total : next; total = next;\n}\n",
		  first_of(w), together(w));
}

void hr_rk_measure_scan(hr_rk_launch *l)
{
	int64_t axis = hr_attribute_integer(l->kernel->attributes, "axis", 0);

	if (l->kernel->use[1] == HR_ROWKERNEL_VALUES)
		axis = l->operands[1].values[0];
	if (axis < 0)
		axis += l->operands[0].shape.rank;
	l->value[FIRST] =
		first_integer(total_of(l->kernel->attributes->row), l->kernel->result->elem);
	hr_rk_lines(l, axis);
}
