/* tools/import/onnx/signal.c -- Fourier transforms, windows of signals, mel weights.
 *
 * A transform is a product with the matrix of cosines and sines. All is computed in binary64 and rounded
 * once. */
#include <math.h>

#include "tools/import/onnx/onnx_private.h"

/* --- transforms -------------------------------------------------------------------------------- */

typedef struct transform {
	bool inverse, onesided;
	hr_tv length; /* of the transform: a scalar of i64 */
} transform;

/* A scalar of i64 as a wide value of LIKE's type. */
static hr_tv number(const onnx_node *o, hr_tv a, hr_tv like)
{
	return t_widen_to(o, a, onnx_type(o, like));
}

/* 2 pi (1 + n k / length), wide, for N numbers in rows and K in columns; further whole turns are left out.
 * With the first turn the bound of no sine is 0: it shall hold for a fast transform too, which does not
 * multiply by each of them. */
static hr_tv angles(const onnx_node *o, const transform *t, hr_tv n, hr_tv k, hr_tv like)
{
	hr_tv products =
		t_mod(o, t_mul(o, t_unsqueeze(o, t_count(o, n), "1"), t_count(o, k)), t->length);

	products = number(o, t_add(o, products, t->length), like);
	return t_div(o, t_mul(o, t_wide(o, like, 2 * M_PI), products), number(o, t->length, like));
}

/* length / 2 + 1 */
static hr_tv one_side(const onnx_node *o, const transform *t)
{
	return t_add(o, t_div(o, t->length, t_integer(o, 2)), t_integer(o, 1));
}

/* Part I, real or imaginary, of X: its last axis; the first N elements along the axis before it. */
static hr_tv part_of(const onnx_node *o, hr_tv x, unsigned i, hr_tv n)
{
	const unsigned rank = onnx_rank(o, x);

	return t_slice(o, t_gather(o, x, t_integer(o, i), rank - 1), rank - 2, t_integer(o, 0), n);
}

/* ONE times COSINE, plus OTHER times SINE, if there is an OTHER. */
static hr_tv combined(const onnx_node *o, hr_tv one, hr_tv cosine, hr_tv other, hr_tv sine)
{
	const hr_tv product = t_mat_mul(o, one, cosine);

	return other ? t_add(o, product, t_mat_mul(o, other, sine)) : product;
}

/* Join REAL and IMAGINARY along a new last axis. */
static hr_tv as_complex(const onnx_node *o, hr_tv real, hr_tv imaginary)
{
	const int64_t axis = onnx_rank(o, real);
	const char *last = onnx_list_text(o, &axis, 1);

	return t_concat_2(o, (unsigned)axis, t_unsqueeze(o, real, last),
			  t_unsqueeze(o, imaginary, last));
}

/* The transform of the wide X along the axis before its last, which has PARTS parts; wide. */
static hr_tv transformed(const onnx_node *o, const transform *t, hr_tv x, int64_t parts)
{
	const hr_tv n = t_min(o, t_extent(o, x, onnx_rank(o, x) - 2), t->length);
	hr_tv turn = angles(o, t, n, t->onesided ? one_side(o, t) : t->length, x);
	hr_tv cosine = t_cos(o, turn), sine = t_sin(o, turn), real = part_of(o, x, 0, n);
	hr_tv imaginary = parts == 2 ? part_of(o, x, 1, n) : 0, scale;

	if (!t->inverse)
		sine = t_neg(o, sine);
	x = as_complex(o, combined(o, real, cosine, imaginary, t_neg(o, sine)),
		       combined(o, real, sine, imaginary, cosine));
	if (!t->inverse)
		return x;
	scale = number(o, t->length, x);
	return t_div(o, x, scale);
}

/* The real signal whose transform has X as its first half: each of its elements stands for two, but for
 * the first and, if the length is even, the last. */
static hr_tv inverse_of_one_side(const onnx_node *o, const transform *t, hr_tv x, int64_t parts)
{
	const unsigned rank = onnx_rank(o, x);
	const hr_tv n = t_min(o, t_extent(o, x, rank - 2), one_side(o, t)), k = t_count(o, n);
	const int64_t last = rank - 1;
	hr_tv turn = angles(o, t, n, t->length, x), single, imaginary, weight, y;

	single = t_or(o, t_equal(o, k, t_integer(o, 0)),
		      t_equal(o, t_mul(o, k, t_integer(o, 2)), t->length));
	weight = t_where(o, single, t_wide(o, x, 1), t_wide(o, x, 2));
	imaginary = parts == 2 ? t_mul(o, part_of(o, x, 1, n), weight) : 0;
	y = combined(o, t_mul(o, part_of(o, x, 0, n), weight), t_cos(o, turn), imaginary,
		     t_neg(o, t_sin(o, turn)));
	y = t_div(o, y, number(o, t->length, x));
	return t_unsqueeze(o, y, onnx_list_text(o, &last, 1));
}

/* Set *PARTS to the number of elements of X's last axis, real or complex. Return false after an error. */
static bool find_parts(const onnx_node *o, hr_tv x, int64_t *parts)
{
	const unsigned rank = onnx_rank(o, x);

	if (rank >= 2 && !hr_t_extent(o->program, x, rank - 1, parts)) {
		onnx_node_refuse(o, "the last extent of its operand, %s, is not known at import",
				 hr_t_text(o->program, x));
		return false;
	}
	if (rank >= 2 && *parts >= 1 && *parts <= 2)
		return true;
	onnx_node_invalid(o, "its operand is %s, whose last axis is no real or complex number",
			  hr_t_text(o->program, x));
	return false;
}

/* Operand I, a scalar or a vector of one integer, as a scalar of i64; 0 if it is omitted. */
static hr_tv scalar(const onnx_node *o, unsigned i)
{
	const hr_tv a = onnx_in(o, i);

	return a ? t_cast(o, t_reshape_to(o, a, NULL, 0), HR_E_I64) : 0;
}

/* Operand I in the same way, of at least LEAST; else an error that begins with WHAT. */
static hr_tv scalar_from(const onnx_node *o, unsigned i, int64_t least, const char *what)
{
	const hr_tv a = scalar(o, i);

	return a ? t_within(o, a, least, 0, what) : 0;
}

/* Return the axis of the signal among RANK axes, as a scalar of i64, which may be known only when the
 * program runs. */
static hr_tv axis_of_signal(const onnx_node *o, unsigned rank)
{
	hr_tv axis = scalar(o, 2);
	int64_t number;
	unsigned known;

	if (!axis)
		axis = t_integer(o, o->opset < 20 ? onnx_int(o, "axis", 1) : -2);
	if (!hr_t_known(o->program, axis, 0, &number)) {
		axis = t_where(o, t_less(o, axis, t_integer(o, 0)),
			       t_add(o, axis, t_integer(o, rank)), axis);
		return t_within(o, axis, 0, t_integer(o, (int64_t)rank - 1),
				"the axis is none of the signal");
	}
	if (!onnx_axis(o, number, rank, &known))
		return 0;
	if (known + 1 == rank)
		return onnx_node_invalid(o, "its axis is that of real and imaginary parts");
	return t_integer(o, known);
}

/* Which axes of a signal are before its own, its own, and after it; extents of them all. */
typedef struct signal_axes {
	hr_tv extents, before, own, after;
} signal_axes;

/* The product of the extents of CHOSEN axes. */
static hr_tv chosen_extents(const onnx_node *o, const signal_axes *axes, hr_tv chosen)
{
	return t_reduce(o, HR_R_product, t_where(o, chosen, axes->extents, t_integer(o, 1)), NULL,
			false);
}

/* The signal X with one axis before its own, and one after: (before, after, own, parts). */
static hr_tv as_lines(const onnx_node *o, const signal_axes *axes, hr_tv x)
{
	const hr_tv shape[] = {chosen_extents(o, axes, axes->before),
			       chosen_extents(o, axes, axes->own),
			       chosen_extents(o, axes, axes->after), t_integer(o, -1)};

	return t_swap(o, t_reshape(o, x, t_vector(o, shape, 4)), 1, 2);
}

/* The reverse of as_lines(), of X with another extent of its own axis. */
static hr_tv from_lines(const onnx_node *o, const signal_axes *axes, hr_tv x)
{
	const hr_tv own = t_extent(o, x, 2), parts = t_shape_part(o, x, 3, 4);
	const hr_tv extents = t_where(o, axes->own, own, axes->extents);

	return t_reshape(o, t_swap(o, x, 1, 2), t_concat_2(o, 0, extents, parts));
}

hr_tv op_dft(onnx_node *o)
{
	transform t = {.inverse = onnx_int(o, "inverse", 0) != 0,
		       .onesided = onnx_int(o, "onesided", 0) != 0,
		       .length =
			       scalar_from(o, 1, 1, "the length of the transform is not positive")};
	const unsigned rank = onnx_rank(o, o->in[0]);
	signal_axes axes;
	int64_t parts;
	hr_tv axis, at, x;

	if (!find_parts(o, o->in[0], &parts))
		return 0;
	axis = axis_of_signal(o, rank);
	at = t_count(o, t_integer(o, rank - 1));
	axes = (signal_axes){.extents = t_shape_part(o, o->in[0], 0, rank - 1),
			     .before = t_less(o, at, axis),
			     .own = t_equal(o, at, axis),
			     .after = t_less(o, axis, at)};
	x = t_widen(o, as_lines(o, &axes, o->in[0]));
	if (!t.length) {
		t.length = t_extent(o, x, 2);
		if (t.inverse && t.onesided)
			t.length = t_mul(o, t_sub(o, t.length, t_integer(o, 1)), t_integer(o, 2));
	}
	x = t.inverse && t.onesided ? inverse_of_one_side(o, &t, x, parts)
				    : transformed(o, &t, x, parts);
	return from_lines(o, &axes, t_narrow(o, x));
}

/* Frames of the signal, times the window, are transformed. */
hr_tv op_stft(onnx_node *o)
{
	transform t = {.onesided = onnx_int(o, "onesided", 1) != 0};
	const hr_tv step = scalar_from(o, 1, 1, "the step between frames is not positive");
	const hr_tv window = onnx_in(o, 2);
	hr_tv x = o->in[0], size, frames, at;
	int64_t parts;

	/* PyTorch's exporter leaves the last axis out for real signals, and runtimes take that */
	if (onnx_rank(o, x) == 2)
		x = t_unsqueeze(o, x, "2");
	if (!find_parts(o, x, &parts))
		return 0;
	if (onnx_rank(o, x) != 3)
		return onnx_node_invalid(o, "its signal is %s", hr_t_text(o->program, x));
	t.length = scalar_from(o, 3, 1, "the length of frames is not positive");
	if (!t.length)
		t.length = t_extent(o, window ? window : x, window ? 0 : 1);
	size = window ? t_extent(o, window, 0) : t.length;
	frames = t_div(o, t_sub(o, t_extent(o, x, 1), t.length), step);
	frames = t_add(o, frames, t_integer(o, 1));
	at = t_add(o, t_unsqueeze(o, t_mul(o, t_count(o, frames), step), "1"), t_count(o, size));
	x = t_widen(o, t_gather(o, x, at, 1));
	if (window)
		x = t_mul(o, x, t_widen(o, t_unsqueeze(o, window, "1")));
	return t_narrow(o, transformed(o, &t, x, parts));
}

/* --- windows ----------------------------------------------------------------------------------- */

/* Return the real type that the attribute output_datatype gives, or HR_E_NONE after an error. */
static hr_elem output_type(const onnx_node *o)
{
	const int64_t type = onnx_int(o, "output_datatype", 1);
	const int32_t number = type > 0 && type < INT32_MAX ? (int32_t)type : 0;
	const hr_elem elem = onnx_elem(number);

	if (!elem || elem == HR_E_BOOL)
		onnx_node_refuse(o, "output_datatype: the type %s is not supported",
				 onnx_type_name(o->model, number));
	return elem == HR_E_BOOL ? HR_E_NONE : elem;
}

/* HannWindow, HammingWindow, BlackmanWindow: a sum of cosines, whose factors the argument chooses. */
hr_tv op_window(onnx_node *o)
{
	static const double factors[][3] = {
		{0.5, -0.5, 0},
		{25.0 / 46, -21.0 / 46, 0},
		{0.42, -0.5, 0.08},
	};
	const double *factor = factors[o->argument];
	const hr_elem to = output_type(o), type = hr_elem_is_real(to) ? to : HR_E_F64;
	hr_tv size = scalar_from(o, 0, 0, "the size is negative"), length = size, turn, sum, like;

	if (!to)
		return 0;
	if (!onnx_int(o, "periodic", 1))
		length = t_sub(o, size, t_integer(o, 1));
	turn = t_widen_to(o, t_count(o, size), type);
	like = turn;
	turn = t_div(o, t_mul(o, turn, t_wide(o, like, 2 * M_PI)), t_widen_to(o, length, type));
	sum = t_add(o, t_wide(o, like, factor[0]),
		    t_mul(o, t_wide(o, like, factor[1]), t_cos(o, turn)));
	if (factor[2] != 0)
		sum = t_add(o, sum,
			    t_mul(o, t_wide(o, like, factor[2]),
				  t_cos(o, t_mul(o, turn, t_wide(o, like, 2)))));
	return t_cast(o, t_narrow(o, sum), to);
}

/* --- mel weights ------------------------------------------------------------------------------- */

static hr_tv f64(const onnx_node *o, double value)
{
	return t_scalar(o, HR_E_F64, value);
}

/* Operand I, a frequency, on the mel scale. */
static hr_tv mel_of(const onnx_node *o, unsigned i)
{
	const hr_tv hertz = t_cast(o, t_reshape_to(o, o->in[i], NULL, 0), HR_E_F64);

	return t_mul(o, f64(o, 2595 / log(10)), t_log1p(o, t_div(o, hertz, f64(o, 700))));
}

/* The bins of the spectrum at the edges of COUNT bins of equal width on the mel scale, and 2 more. */
static hr_tv mel_edges(const onnx_node *o, hr_tv count, hr_tv length, hr_tv rate)
{
	const hr_tv edges = t_add(o, count, t_integer(o, 2)), low = mel_of(o, 3);
	hr_tv step = t_div(o, t_sub(o, mel_of(o, 4), low), t_cast(o, edges, HR_E_F64)), mel, hertz;

	mel = t_add(o, t_mul(o, t_cast(o, t_count(o, edges), HR_E_F64), step), low);
	hertz = t_mul(o, f64(o, 700), t_expm1(o, t_mul(o, mel, f64(o, log(10) / 2595))));
	length = t_cast(o, t_add(o, length, t_integer(o, 1)), HR_E_F64);
	return t_cast(o, t_floor(o, t_div(o, t_mul(o, hertz, length), t_cast(o, rate, HR_E_F64))),
		      HR_E_I64);
}

static hr_tv ratio(const onnx_node *o, hr_tv a, hr_tv b)
{
	return t_div(o, t_cast(o, a, HR_E_F64), t_cast(o, b, HR_E_F64));
}

/* Triangles over the bins of the spectrum, from an edge over the next to the one after it. */
hr_tv op_mel_weight_matrix(onnx_node *o)
{
	const hr_tv count = scalar_from(o, 0, 1, "the number of bands is not positive");
	const hr_tv length = scalar_from(o, 1, 1, "the length of the transform is not positive");
	const hr_tv rate = scalar_from(o, 2, 1, "the sample rate is not positive"),
		    zero = f64(o, 0);
	const hr_elem to = output_type(o);
	hr_tv edges, edge[3], bin, rises, falls, up;

	if (!to)
		return 0;
	edges = mel_edges(o, count, length, rate);
	for (unsigned i = 0; i < 3; i++)
		edge[i] = t_slice(o, edges, 0, t_integer(o, i), t_add(o, count, t_integer(o, i)));
	bin = t_add(o, t_div(o, length, t_integer(o, 2)), t_integer(o, 1));
	bin = t_unsqueeze(o, t_count(o, bin), "1");
	rises = t_and(o, t_less_equal(o, edge[0], bin), t_less_equal(o, bin, edge[1]));
	falls = t_and(o, t_less_equal(o, edge[1], bin), t_less(o, bin, edge[2]));
	up = t_where(o, t_equal(o, edge[0], edge[1]), f64(o, 1),
		     ratio(o, t_sub(o, bin, edge[0]), t_sub(o, edge[1], edge[0])));
	up = t_where(o, rises, up, zero);
	return t_cast(
		o,
		t_where(o, falls, ratio(o, t_sub(o, edge[2], bin), t_sub(o, edge[2], edge[1])), up),
		to);
}
