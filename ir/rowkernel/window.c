/* ir/rowkernel/window.c -- kernels of windows that slide over the axes after the second: convolution,
 * convolution_transpose, pool.
 *
 * Element k of the window at place o lies at o * stride + k * dilation - before. For each of these axes there
 * are seven numbers, which text writes as `before@0`: v.(8 * which + axis).
 *
 * An instance of a convolution computes some channels at some places of the last axis: with vectors where all
 * of the window is within that axis and its stride is 1, else one by one. */
#include <stdio.h>
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

enum { ROWS = 4 };

typedef enum which { BEFORE, STRIDE, DILATION, KERNEL, IN, OUT, AFTER, WHICH } which;
/* Other numbers. */
enum { WINDOW = 8 * WHICH, CHANNELS, GROUP_ROWS, TILES, GROUPS };

/* Write TEXT, in which "before@" and so on stand for the numbers of AXIS, "@p" for that axis and "@q" for the
 * one before it. */
static void say_axis(hr_rk_writer *w, unsigned axis, const char *text)
{
	static const char *const names[] = {"before@", "stride@", "dilation@", "kernel@",
					    "in@",     "out@",    "after@"};

	while (*text) {
		size_t length = strcspn(text, "@");
		unsigned i = 0;

		if (!text[length]) {
			hr_rk_say(w, "%s", text);
			return;
		}
		if (text[length + 1] == 'p' || text[length + 1] == 'q') {
			hr_rk_say(w, "%.*s%u", (int)length, text,
				  text[length + 1] == 'p' ? axis + 1 : axis);
			text += length + 2;
			continue;
		}
		for (; i < WHICH; i++) {
			size_t size = strlen(names[i]);

			if (length + 1 >= size &&
			    memcmp(text + length + 1 - size, names[i], size) == 0)
				break;
		}
		if (i == WHICH)
			hr_bug("no number in '%s'", text);
		hr_rk_say(w, "%.*sv.%u", (int)(length + 1 - strlen(names[i])), text, 8 * i + axis);
		text += length + 1;
	}
}

/* --- measures --------------------------------------------------------------------------------- */

/* Return the padding before an axis, as `auto` and `pads` say. */
static int64_t padding_before(const hr_attributes *of, const int64_t *v, unsigned axis)
{
	bool lower = hr_attribute_is(of, "auto", "same_lower");
	int64_t covered = (v[8 * KERNEL + axis] - 1) * v[8 * DILATION + axis] + 1, needed;

	if (hr_attribute_is(of, "auto", "valid"))
		return 0;
	if (!lower && !hr_attribute_is(of, "auto", "same_upper"))
		return hr_attribute_at(of, "pads", axis, 0);
	needed = (v[8 * OUT + axis] - 1) * v[8 * STRIDE + axis] + covered - v[8 * IN + axis];
	needed = needed > 0 ? needed : 0;
	return lower ? needed - needed / 2 : needed / 2;
}

/* Return the padding after it. */
static int64_t padding_after(const hr_attributes *of, const int64_t *v, unsigned axis,
			     unsigned axes)
{
	int64_t covered = (v[8 * KERNEL + axis] - 1) * v[8 * DILATION + axis] + 1, needed;

	if (hr_attribute_is(of, "auto", "valid"))
		return 0;
	if (!hr_attribute_is(of, "auto", "same_lower") &&
	    !hr_attribute_is(of, "auto", "same_upper"))
		return hr_attribute_at(of, "pads", axes + axis, 0);
	needed = (v[8 * OUT + axis] - 1) * v[8 * STRIDE + axis] + covered - v[8 * IN + axis];
	return (needed > 0 ? needed : 0) - v[8 * BEFORE + axis];
}

/* Set the numbers of all axes for a window over IN with places OUT; KERNEL extents are from the third of
 * operand 1, or the attribute. */
static void set_axes(hr_rk_launch *l, const hr_dims *in, const hr_dims *out)
{
	const hr_attributes *of = l->kernel->attributes;
	int64_t *v = l->value;
	unsigned axes = in->rank - 2;

	v[WINDOW] = 1;
	for (unsigned k = 0; k < axes; k++) {
		v[8 * IN + k] = (int64_t)in->dim[k + 2];
		v[8 * OUT + k] = (int64_t)out->dim[k + 2];
		v[8 * STRIDE + k] = hr_attribute_at(of, "strides", k, 1);
		v[8 * DILATION + k] = hr_attribute_at(of, "dilations", k, 1);
		v[8 * KERNEL + k] = l->kernel->operand_count > 1
					    ? (int64_t)l->operands[1].shape.dim[k + 2]
					    : hr_attribute_at(of, "kernel", k, 1);
		v[8 * BEFORE + k] = padding_before(of, v, k);
		v[8 * AFTER + k] = v[8 * IN + k] + padding_after(of, v, k, axes);
		v[WINDOW] *= v[8 * KERNEL + k];
	}
}

/* --- convolution ------------------------------------------------------------------------------ */

/* Begin loops over the window's axes before END, within the operand: r(k + 1) is the place in the first k
 * axes of the operand, q(k + 1) that in the window's. */
static void begin_axes(hr_rk_writer *w, unsigned end)
{
	for (unsigned k = 0; k < end; k++)
		say_axis(
			w, k,
			"for (k@p, 0, kernel@) {\np@p = o@p * stride@ + k@p * dilation@ - before@;\n"
			"if (p@p >= 0 && p@p < in@) {\n"
			"r@p = r@q * in@ + p@p; q@p = q@q * kernel@ + k@p;\n");
}

static void end_axes(hr_rk_writer *w, unsigned end)
{
	for (unsigned k = 0; k < end; k++)
		hr_rk_say(w, "} } ");
	hr_rk_say(w, "\n");
}

/* Write the sums of COUNT channels from ROW on at the vector of places from `column` on. */
static void write_vectors(hr_rk_writer *w, unsigned axes, const char *row, unsigned count)
{
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(w, "s%u = splat(0); ", r);
	hr_rk_say(w,
		  "\nfor (c, 0, channels) {\nr0 = image * channels + c; q0 = 0;\n"
		  "filter = ((group * rows + %s) * channels + c) * window;\n",
		  row);
	begin_axes(w, axes - 1);
	say_axis(w, axes - 1,
		 "for (k, 0, kernel@) {\n"
		 "b = vector(x, r@q * in@ + column + k * dilation@ - before@);\n"
		 "tap = filter + q@q * kernel@ + k;\n");
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(w, "s%u = s%u + splat(y[tap + %u * channels * window]) * b;\n", r, r, r);
	hr_rk_say(w, "} ");
	end_axes(w, axes - 1);
	hr_rk_say(w, "}\n");
	for (unsigned r = 0; r < count; r++)
		hr_rk_say(
			w,
			"out[((image * rows + %s + %u) * places + outer) * v.%u + column] = s%u;\n",
			row, r, 8 * OUT + axes - 1, r);
}

static void write_single(hr_rk_writer *w, unsigned axes)
{
	hr_rk_say(w, "for (m, row, row_end) { for (c0, column, column_end) {\ntotal = %s;\n",
		  hr_rk_is_real(w->kernel->result) ? "0.0" : "0");
	hr_rk_say(w,
		  "o%u = c0;\nfor (c, 0, channels) {\nr0 = image * channels + c;\n"
		  "q0 = (group * rows + m) * channels + c;\n",
		  axes);
	begin_axes(w, axes);
	hr_rk_say(w, "total = total + x[r%u] * y[q%u];\n", axes, axes);
	end_axes(w, axes);
	say_axis(w, axes - 1,
		 "}\nout[((image * rows + m) * places + outer) * out@ + c0] = total;\n} }\n");
}

/* The grid is (images, groups, tiles of channels), the outer places, tiles of the last axis. `image` counts
 * images and groups. */
static void begin_convolution(hr_rk_writer *w, unsigned axes)
{
	w->source.dims = 3;
	hr_rk_say(
		w,
		"rows = v.%d; channels = v.%d; window = v.%d; tile = g0 %% v.%d; image = g0 / v.%d;\n"
		"group = image %% v.%d; row = tile * %d; row_end = least(rows, row + %d);\n"
		"outer = g1; rest = g1; places = 1;\n",
		GROUP_ROWS, CHANNELS, WINDOW, TILES, TILES, GROUPS, ROWS, ROWS);
	for (unsigned k = axes - 1; k-- > 0;)
		say_axis(w, k, "o@p = rest % out@; rest = rest / out@; places = places * out@;\n");
	say_axis(w, axes - 1, "column = g2 * 16; column_end = least(out@, column + 16);\n");
}

void hr_rk_write_convolution(hr_rk_writer *w)
{
	unsigned axes = w->kernel->result->rank - 2;
	bool vectors;

	hr_rk_data(w, 0);
	hr_rk_data(w, 1);
	begin_convolution(w, axes);
	vectors = hr_rk_storage(&w->kernel->operands[0]) == w->source.real &&
		  hr_rk_storage(w->kernel->result) == w->source.real;
	if (vectors) {
		say_axis(w, axes - 1,
			 "if (stride@ == 1 && column_end - column == 16 && column >= before@ && "
			 "column + 15 + (kernel@ - 1) * dilation@ - before@ < in@) {\n");
		hr_rk_say(w, "if (row_end - row == %d) {\n", ROWS);
		write_vectors(w, axes, "row", ROWS);
		hr_rk_say(w, "} else { for (m, row, row_end) {\n");
		write_vectors(w, axes, "m", 1);
		hr_rk_say(w, "} } } else {\n");
	}
	write_single(w, axes);
	hr_rk_say(w, "%s", vectors ? "}\n" : "");
}

/* Return true if the window is one element that moves by one, without padding. */
static bool is_plain(const int64_t *v, unsigned axes)
{
	for (unsigned k = 0; k < axes; k++)
		if (v[8 * KERNEL + k] != 1 || v[8 * STRIDE + k] != 1 || v[8 * BEFORE + k] != 0 ||
		    v[8 * IN + k] != v[8 * OUT + k])
			return false;
	return true;
}

/* Make all axes one if the window is plain. */
static void join_places(int64_t *v, unsigned axes)
{
	for (unsigned k = 0; is_plain(v, axes) && k + 1 < axes; k++) {
		v[8 * IN + axes - 1] *= v[8 * IN + k];
		v[8 * IN + k] = v[8 * OUT + k] = 1;
		v[8 * OUT + axes - 1] = v[8 * IN + axes - 1];
	}
}

void hr_rk_measure_convolution(hr_rk_launch *l)
{
	const hr_dims *w = &l->operands[1].shape;
	int64_t *v = l->value, groups = hr_attribute_integer(l->kernel->attributes, "group", 1);
	unsigned axes = w->rank - 2;

	set_axes(l, &l->operands[0].shape, l->result);
	join_places(v, axes);
	v[CHANNELS] = (int64_t)w->dim[1];
	v[GROUPS] = groups;
	v[GROUP_ROWS] = (int64_t)w->dim[0] / groups;
	v[TILES] = (v[GROUP_ROWS] + ROWS - 1) / ROWS;
	l->grid[0] = l->operands[0].shape.dim[0] * (uint64_t)(groups * v[TILES]);
	for (unsigned k = 0; k + 1 < axes; k++)
		l->grid[1] *= (uint64_t)v[8 * OUT + k];
	l->grid[2] = (uint64_t)(v[8 * OUT + axes - 1] + HR_RK_LANES - 1) / HR_RK_LANES;
}

/* --- convolution_transpose -------------------------------------------------------------------- */

/* An instance is one element: those of the operand whose windows cover it are added. */
void hr_rk_write_convolution_transpose(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank, axes = rank - 2;

	hr_rk_data(w, 0);
	hr_rk_data(w, 1);
	if (w->count > 2)
		hr_rk_values(w, 2);
	hr_rk_coordinates(w, rank);
	hr_rk_say(w,
		  "total = %s; rows = v.%d; channels = v.%d; group = i1 / rows; m = i1 %% rows;\n"
		  "for (c, 0, channels) {\nr0 = (i0 * v.%d + group) * channels + c;\n"
		  "q0 = (group * channels + c) * rows + m;\n",
		  hr_rk_is_real(w->kernel->result) ? "0.0" : "0", GROUP_ROWS, CHANNELS, GROUPS);
	for (unsigned k = 0; k < axes; k++) {
		hr_rk_say(w, "at%u = i%u;\n", k + 1, k + 2);
		say_axis(w, k,
			 "for (k@p, 0, kernel@) {\ns@p = at@p + before@ - k@p * dilation@;\n"
			 "p@p = div(s@p, stride@);\n"
			 "if (s@p >= 0 && p@p * stride@ == s@p && p@p < out@) {\n"
			 "r@p = r@q * out@ + p@p; q@p = q@q * kernel@ + k@p;\n");
	}
	hr_rk_say(w, "total = total + x[r%u] * y[q%u];\n", axes, axes);
	end_axes(w, axes);
	hr_rk_say(w, "}\nout[at] = total;\n");
}

/* Windows slide over the result; their places are the elements of the operand. */
void hr_rk_measure_convolution_transpose(hr_rk_launch *l)
{
	const hr_attributes *of = l->kernel->attributes;
	const hr_dims *x = &l->operands[0].shape, *w = &l->operands[1].shape;
	bool given = l->kernel->use[2] == HR_ROWKERNEL_VALUES;
	bool upper = hr_attribute_is(of, "auto", "same_upper");
	bool same = upper || hr_attribute_is(of, "auto", "same_lower");
	int64_t *v = l->value;

	set_axes(l, l->result, x);
	for (unsigned k = 0; (given || same) && k < x->rank - 2; k++) {
		int64_t all = (v[8 * OUT + k] - 1) * v[8 * STRIDE + k] +
			      hr_attribute_at(of, "output_padding", k, 0) +
			      (v[8 * KERNEL + k] - 1) * v[8 * DILATION + k] + 1;
		int64_t total = all > v[8 * IN + k] ? all - v[8 * IN + k] : 0;

		v[8 * BEFORE + k] = upper ? total / 2 : total - total / 2;
	}
	v[GROUPS] = hr_attribute_integer(of, "group", 1);
	v[CHANNELS] = (int64_t)x->dim[1] / v[GROUPS];
	v[GROUP_ROWS] = (int64_t)w->dim[1];
	l->grid_shape = *l->result;
	hr_rk_grid(l);
}

/* --- pool ------------------------------------------------------------------------------------- */

typedef enum pooled { MAX, MAX_INDEX, AVERAGE, NORM } pooled;

static pooled pool_of(const hr_attributes *of)
{
	return hr_attribute_is(of, "kind", "max")         ? MAX
	       : hr_attribute_is(of, "kind", "max_index") ? MAX_INDEX
	       : hr_attribute_is(of, "kind", "average")   ? AVERAGE
							  : NORM;
}

/* Write the loops over the window; BODY adds e, the element at r of the operand. With COUNT_PAD `count`
 * counts what is within the padding. */
static void write_window(hr_rk_writer *w, unsigned axes, const char *body, bool count_pad)
{
	for (unsigned k = 0; k < axes; k++) {
		hr_rk_say(w, "o%u = i%u;\n", k + 1, k + 2);
		say_axis(
			w, k,
			"for (k@p, 0, kernel@) {\np@p = o@p * stride@ + k@p * dilation@ - before@;\n"
			"t@p = t@q && p@p >= 0 && p@p < in@; r@p = r@q * in@ + p@p;\n");
		if (count_pad)
			say_axis(w, k, "d@p = d@q && p@p >= 0 - before@ && p@p < after@;\n");
	}
	if (count_pad)
		hr_rk_say(w, "if (d%u) { count = count + 1; }\n", axes);
	hr_rk_say(w, "if (t%u) {\nr = r%u; e = x[r];\n%s\n}\n", axes, axes, body);
	for (unsigned k = 0; k < axes; k++)
		hr_rk_say(w, "} ");
	hr_rk_say(w, "\n");
}

/* Write `found` of a plane whose first axis is contiguous; r0 is the plane. */
static void write_column_major(hr_rk_writer *w, unsigned axes)
{
	hr_rk_say(w, "below = 1; rest = found; found = 0; plane = 1;\n");
	for (unsigned k = 0; k < axes; k++)
		say_axis(w, k, "plane = plane * in@; ");
	hr_rk_say(w, "rest = rest - r0 * plane; step = plane;\n");
	for (unsigned k = axes; k-- > 0;)
		say_axis(w, k,
			 "step = step / in@; "
			 "found = found + rest % in@ * step; rest = rest / in@;\n");
	hr_rk_say(w, "found = seen ? found + r0 * plane : 0 - 1;\n");
}

static void write_index_pool(hr_rk_writer *w, unsigned axes)
{
	bool is_real = hr_rk_is_real(&w->kernel->operands[0]);

	hr_rk_say(w, "found = 0 - 1; seen = 0 == 1; best = %s;\n", is_real ? "0.0" : "0");
	write_window(w, axes,
		     is_real ? "take = !seen || e > best || (isnan(e) && !isnan(best)); "
			       "best = take ? e : best; found = take ? r : found; seen = 0 == 0;"
			     : "take = !seen || e > best; best = take ? e : best; "
			       "found = take ? r : found; seen = 0 == 0;",
		     false);
	if (hr_attribute_integer(w->kernel->attributes, "column_major", 0) != 0)
		write_column_major(w, axes);
	hr_rk_say(w, "out[at] = found;\n");
}

static void write_mean(hr_rk_writer *w, unsigned axes)
{
	bool is_real = hr_rk_is_real(w->kernel->result);
	bool count_pad = hr_attribute_integer(w->kernel->attributes, "count_pad", 0) != 0;

	hr_rk_say(w, "total = %s; count = 0; d0 = 0 == 0;\n", is_real ? "0.0" : "0");
	write_window(w, axes,
		     count_pad ? "total = total + e;" : "total = total + e; count = count + 1;",
		     count_pad);
	hr_rk_say(w, "out[at] = %s;\n", is_real ? "total / real(count)" : "div(total, count)");
}

static void write_norm(hr_rk_writer *w, unsigned axes)
{
	double p = hr_attribute_real(w->kernel->attributes, "p", 2);
	char body[80];

	snprintf(body, sizeof(body), "total = total + pow(fabs(e), %a);", p);
	hr_rk_say(w, "total = 0.0;\n");
	write_window(w, axes, body, false);
	hr_rk_say(w, "out[at] = pow(total, %a);\n", 1 / p);
}

void hr_rk_write_pool(hr_rk_writer *w)
{
	unsigned rank = w->kernel->result->rank, axes = rank - 2;
	bool is_real = hr_rk_is_real(w->kernel->result);

	hr_rk_data(w, 0);
	hr_rk_coordinates(w, rank);
	hr_rk_say(w, "r0 = i0 * x.1 + i1; t0 = 0 == 0;\n");
	switch (pool_of(w->kernel->attributes)) {
	case MAX:
		hr_rk_say(w, "total = %s;\n", is_real ? "-inf" : "v.7");
		write_window(w, axes,
			     is_real ? "total = max(total, e);" : "total = most(total, e);", false);
		hr_rk_say(w, "out[at] = total;\n");
		break;
	case MAX_INDEX: write_index_pool(w, axes); break;
	case AVERAGE: write_mean(w, axes); break;
	default: write_norm(w, axes); break;
	}
}

void hr_rk_measure_pool(hr_rk_launch *l)
{
	set_axes(l, &l->operands[0].shape, l->result);
	/* no tensor has so many spatial axes */
	l->value[7] = hr_rk_least_integer(l->kernel->result->elem);
	l->grid_shape = *l->result;
	hr_rk_grid(l);
}
