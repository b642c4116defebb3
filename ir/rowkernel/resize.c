/* ir/rowkernel/resize.c -- kernels of resize: values between the elements of a tensor.
 *
 * Along each axis a place has one tap (nearest, or an axis that stays as it is), two (linear) or four (cubic).
 * v.0 is 1 if operand 2, the scales, has elements; else the sizes of the result give them.
 * Not here:  antialias, exclude_outside, regions and policies, which the reference computes. */
#include <stdio.h>

#include "ir/rowkernel/rowkernel_private.h"

/* Return where place i of the result lies on the operand, by `coordinates`; NULL if there is no kernel. */
static const char *coordinate_of(const hr_attributes *of)
{
	static const char *const known[][2] = {
		{"half_pixel", "(place + 0.5) / scale - 0.5"},
		{"pytorch_half_pixel", "scale * extent == 1 ? -0.5 : (place + 0.5) / scale - 0.5"},
		{"half_pixel_symmetric", "(1.0 - real(size) / (scale * extent)) * (extent / 2) + "
					 "((place + 0.5) / scale - 0.5)"},
		{"align_corners", "scale * extent == 1 ? 0.0 : "
				  "place * (extent - 1) / (scale * extent - 1)"},
		{"asymmetric", "place / scale"},
	};

	for (unsigned i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (hr_attribute_is(of, "coordinates", known[i][0]))
			return known[i][1];
	return NULL;
}

static const char *nearest_of(const hr_attributes *of)
{
	return hr_attribute_is(of, "nearest", "floor")               ? "floor(near)"
	       : hr_attribute_is(of, "nearest", "ceil")              ? "ceil(near)"
	       : hr_attribute_is(of, "nearest", "round_prefer_ceil") ? "floor(near + 0.5)"
								     : "ceil(near - 0.5)";
}

static bool is_nearest(const hr_attributes *of)
{
	return hr_attribute_is(of, "mode", "nearest");
}

static bool has_kernel(const hr_attributes *of)
{
	return coordinate_of(of) && hr_attribute_is(of, "policy", "stretch") &&
	       hr_attribute_integer(of, "antialias", 0) == 0 &&
	       hr_attribute_integer(of, "exclude_outside", 0) == 0;
}

/* Write the place and the taps of AXIS, whose scale is number N of operand 2. */
static void write_axis(hr_rk_writer *w, unsigned axis, unsigned n)
{
	const hr_attributes *of = w->kernel->attributes;
	const char *reach = hr_attribute_is(of, "mode", "cubic") ? "1" : "0";

	hr_rk_say(
		w,
		"size = n.%u; extent = real(x.%u); place = real(i%u); scale = real(size) / extent;\n",
		axis, axis, axis);
	if (w->kernel->use[2] == HR_ROWKERNEL_DATA)
		hr_rk_say(w, "if (v.0 != 0) { scale = z[%u]; }\n", n);
	hr_rk_say(w, "near = %s; same%u = size == x.%u && fabs(scale - 1) <= 1e-9;\n",
		  coordinate_of(of), axis, axis);
	if (is_nearest(of))
		hr_rk_say(w, "near = same%u ? place : %s; first%u = int(near);\n", axis,
			  nearest_of(of), axis);
	else
		hr_rk_say(w,
			  "near = same%u ? place : near; taps%u = same%u ? 1 : 2 + 2 * %s;\n"
			  "first%u = int(floor(near)) - (same%u ? 0 : %s);\n",
			  axis, axis, axis, reach, axis, axis, reach);
	hr_rk_say(w, "near%u = near;\n", axis);
}

/* Write the weight of element p of AXIS. */
static void write_weight(hr_rk_writer *w, unsigned axis)
{
	const hr_attributes *of = w->kernel->attributes;
	double a = hr_attribute_real(of, "cubic", -0.75);

	hr_rk_say(w, "t = fabs(near%u - real(p));\n", axis);
	if (hr_attribute_is(of, "mode", "linear"))
		hr_rk_say(w, "part = t < 1 ? 1.0 - t : 0.0;\n");
	else
		hr_rk_say(w,
			  "part = t <= 1 ? (%a * t - %a) * t * t + 1.0 : "
			  "t < 2 ? ((%a * t - %a) * t + %a) * t - %a : 0.0;\n",
			  a + 2, a + 3, a, 5 * a, 8 * a, 4 * a);
	hr_rk_say(w, "weight%u = weight%u * (same%u ? 1.0 : part);\n", axis + 1, axis, axis);
}

/* Write the one element that each place has: it is moved as it is. */
static void write_nearest(hr_rk_writer *w, unsigned rank, const bool is[HR_RANK_MOST])
{
	hr_rk_say(w, "from = 0;\n");
	for (unsigned k = 0; k < rank; k++)
		if (is[k])
			hr_rk_say(w, "from = from * x.%u + most(0, least(first%u, x.%u - 1));\n", k,
				  k, k);
		else
			hr_rk_say(w, "from = from * x.%u + i%u;\n", k, k);
	hr_rk_say(w, "out[at] = x[from];\n");
}

/* Write loops over all taps, and the sum of their elements. Integers are rounded and clamped. */
static void write_taps(hr_rk_writer *w, unsigned rank, const bool is[HR_RANK_MOST])
{
	bool is_real = hr_rk_is_real(w->kernel->result);

	hr_rk_say(w, "total = 0.0; weight0 = 1.0; from0 = 0;\n");
	for (unsigned k = 0; k < rank; k++) {
		if (!is[k]) {
			hr_rk_say(w, "weight%u = weight%u; from%u = from%u * x.%u + i%u;\n", k + 1,
				  k, k + 1, k, k, k);
			continue;
		}
		hr_rk_say(w, "for (tap%u, 0, taps%u) {\np = first%u + tap%u;\n", k, k, k, k);
		write_weight(w, k);
		hr_rk_say(w, "from%u = from%u * x.%u + most(0, least(p, x.%u - 1));\n", k + 1, k, k,
			  k);
	}
	hr_rk_say(w, "if (weight%u != 0) { total = total + weight%u * %s[from%u]%s; }\n", rank,
		  rank, is_real ? "x" : "real(x", rank, is_real ? "" : ")");
	for (unsigned k = 0; k < rank; k++)
		hr_rk_say(w, "%s", is[k] ? "}" : "");
	hr_rk_say(w, "\n%s",
		  is_real ? "out[at] = total;\n"
			  : "total = rint(total);\nout[at] = total < real(v.1) ? v.1 : "
			    "total >= real(v.2) ? v.2 : int(total);\n");
}

void hr_rk_write_resize(hr_rk_writer *w)
{
	const hr_attributes *of = w->kernel->attributes;
	const hr_attribute *axes = hr_attribute_of(of, "axes");
	unsigned rank = w->kernel->result->rank;
	bool is[HR_RANK_MOST] = {false};

	if (!has_kernel(of)) {
		hr_rk_host(w);
		return;
	}
	(is_nearest(of) ? hr_rk_bits : hr_rk_data)(w, 0);
	if (w->kernel->operands[2].elem != HR_E_NONE)
		hr_rk_data(w, 2);
	/* binary32 does not hold all numbers of these types */
	if (!hr_rk_is_real(w->kernel->result) && hr_elem_bytes(w->kernel->result->elem) > 2)
		w->source.real = HR_E_F64;
	hr_rk_coordinates(w, rank);
	for (unsigned n = 0; n < (axes ? axes->count : rank); n++) {
		unsigned axis = axes ? (unsigned)axes->integers[n] : n;

		is[axis] = true;
		write_axis(w, axis, n);
	}
	(is_nearest(of) ? write_nearest : write_taps)(w, rank, is);
}

void hr_rk_measure_resize(hr_rk_launch *l)
{
	hr_elem elem = l->kernel->result->elem;

	l->value[0] =
		l->kernel->use[2] == HR_ROWKERNEL_DATA && hr_dims_count(&l->operands[2].shape) > 0;
	l->value[1] = hr_rk_least_integer(elem);
	l->value[2] = hr_rk_greatest_integer(elem);
	l->grid_shape = *l->result;
	hr_rk_grid(l);
}
