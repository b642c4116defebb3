/* tools/import/onnx/window.c -- convolutions, pools, and what else slides a window over spatial axes.
 *
 * Not here:  normalisations (norm.c). */
#include "tools/import/onnx/onnx_private.h"

/* --- attributes -------------------------------------------------------------------------------- */

unsigned onnx_spatial(const onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]);

	if (rank < 3)
		onnx_node_invalid(o, "its operand is %s, which has no spatial axes",
				  hr_t_text(o->program, o->in[0]));
	return rank < 3 ? 0 : rank - 2;
}

/* Return " NAME=1,2" for the attribute NAME, which has COUNT numbers of at least LEAST; "" if it is
 * omitted; NULL after an error. */
static const char *list_text(const onnx_node *o, const char *name, size_t count, int64_t least)
{
	const onnx_list list = onnx_ints(o, name);

	if (!list.given)
		return "";
	if (list.count != count) {
		onnx_node_invalid(o, "'%s' has %zu numbers, but %zu are required", name, list.count,
				  count);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		if (list.data[i] < least) {
			onnx_node_invalid(o, "'%s' has the number %lld", name,
					  (long long)list.data[i]);
			return NULL;
		}
	return hr_arena_printf(o->model->arena, " %s=%s", name,
			       onnx_list_text(o, list.data, count));
}

/* Return true if the attribute `pads` has a number other than 0. */
static bool pads_anything(const onnx_node *o)
{
	const onnx_list pads = onnx_ints(o, "pads");
	bool any = false;

	for (size_t i = 0; i < pads.count; i++)
		any |= pads.data[i] != 0;
	return any;
}

const char *onnx_window_text(const onnx_node *o, unsigned spatial)
{
	static const char *const automatic[] = {"none", "same_upper", "same_lower", "valid"};
	const int choice = onnx_choice(o, "auto_pad", "NOTSET SAME_UPPER SAME_LOWER VALID");
	const char *strides = list_text(o, "strides", spatial, 1);
	const char *dilations = list_text(o, "dilations", spatial, 1);
	const char *pads = list_text(o, "pads", 2 * spatial, 0);

	if (choice < 0 || !strides || !dilations || !pads)
		return NULL;
	if (choice && pads_anything(o)) {
		onnx_node_invalid(o, "it has pads, and auto_pad is not NOTSET");
		return NULL;
	}
	return hr_arena_printf(o->model->arena, "auto=%s%s%s%s", automatic[choice], strides,
			       dilations, choice ? "" : pads);
}

bool onnx_kernel_fits(const onnx_node *o, hr_tv w)
{
	const onnx_list kernel = onnx_ints(o, "kernel_shape");
	const hr_tvalue *of = hr_t_value(o->program, w);
	hr_symbols *symbols = o->model->symbols;
	bool fits = !kernel.given || kernel.count + 2 == of->rank;

	for (size_t i = 0; fits && i < kernel.count; i++)
		fits = hr_sym_need(symbols, HR_NEED_EQUAL, of->extent[i + 2],
				   hr_sym_number(symbols, kernel.data[i]), o->label);
	if (!fits)
		onnx_node_invalid(o, "kernel_shape is %s, but the filter is %s",
				  onnx_list_text(o, kernel.data, kernel.count),
				  hr_t_text(o->program, w));
	return fits;
}

/* Report an output padding, of SPATIAL axes, that is no smaller than the stride or the dilation. */
static bool output_padding_fits(const onnx_node *o, unsigned spatial)
{
	const onnx_list padding = onnx_ints(o, "output_padding"), strides = onnx_ints(o, "strides");
	const onnx_list dilations = onnx_ints(o, "dilations");

	for (unsigned i = 0; i < spatial && padding.given; i++) {
		const int64_t stride = strides.given ? strides.data[i] : 1;
		const int64_t dilation = dilations.given ? dilations.data[i] : 1;

		if (padding.data[i] < (stride > dilation ? stride : dilation))
			continue;
		onnx_node_invalid(
			o,
			"output_padding is %s: %lld must be less than the stride, %lld, or the dilation, %lld",
			onnx_list_text(o, padding.data, padding.count), (long long)padding.data[i],
			(long long)stride, (long long)dilation);
		return false;
	}
	return true;
}

/* --- convolutions ------------------------------------------------------------------------------ */

/* Return X, wide, and the bias B, if there is one, rounded. */
static hr_tv with_bias(const onnx_node *o, hr_tv x, hr_tv b)
{
	if (!b || !x)
		return x;
	return t_narrow(o, t_add(o, x, t_along(o, b, 1, onnx_rank(o, x))));
}

/* Return operand I of a convolution: wide if a bias is added. */
static hr_tv factor(const onnx_node *o, unsigned i, hr_tv bias)
{
	return bias ? t_widen(o, o->in[i]) : o->in[i];
}

hr_tv op_conv(onnx_node *o)
{
	const hr_tv b = onnx_in(o, 2);
	const unsigned spatial = onnx_spatial(o);
	const char *window;
	hr_tv x;

	if (!spatial || !onnx_kernel_fits(o, o->in[1]))
		return 0;
	window = onnx_window_text(o, spatial);
	if (!window)
		return 0;
	x = hr_t_call(o->program, HR_R_convolution,
		      (const hr_tv[]){factor(o, 0, b), factor(o, 1, b)}, 2, "group=%lld %s",
		      (long long)onnx_int(o, "group", 1), window);
	return with_bias(o, x, b);
}

/* Return the spatial shape that the attribute output_shape wants, or 0. It may begin with the batch and
 * the channels. */
static hr_tv wanted_shape(const onnx_node *o, unsigned spatial)
{
	const onnx_list shape = onnx_ints(o, "output_shape");

	if (!shape.given)
		return 0;
	if (shape.count != spatial && shape.count != spatial + 2)
		return onnx_node_invalid(o, "'output_shape' has %zu numbers, but %u are required",
					 shape.count, spatial);
	return hr_t_integers(o->program, shape.data + shape.count - spatial, spatial);
}

hr_tv op_conv_transpose(onnx_node *o)
{
	const hr_tv b = onnx_in(o, 2);
	const unsigned spatial = onnx_spatial(o);
	const char *window, *padding;
	hr_tv x;

	if (!spatial || !onnx_kernel_fits(o, o->in[1]))
		return 0;
	window = onnx_window_text(o, spatial);
	padding = list_text(o, "output_padding", spatial, 0);
	if (!window || !padding || !output_padding_fits(o, spatial))
		return 0;
	x = hr_t_call(o->program, HR_R_convolution_transpose,
		      (const hr_tv[]){factor(o, 0, b), factor(o, 1, b), wanted_shape(o, spatial)},
		      3, "group=%lld %s%s", (long long)onnx_int(o, "group", 1), window, padding);
	return with_bias(o, x, b);
}

hr_tv op_deform_conv(onnx_node *o)
{
	const hr_tv b = onnx_in(o, 3);
	const unsigned spatial = onnx_spatial(o);
	const char *strides, *pads, *dilations;
	hr_tv x;

	if (!spatial || !onnx_kernel_fits(o, o->in[1]))
		return 0;
	strides = list_text(o, "strides", spatial, 1);
	pads = list_text(o, "pads", 2 * spatial, 0);
	dilations = list_text(o, "dilations", spatial, 1);
	if (!strides || !pads || !dilations)
		return 0;
	x = hr_t_call(o->program, HR_R_deformable_convolution,
		      (const hr_tv[]){factor(o, 0, b), factor(o, 1, b), o->in[2], onnx_in(o, 4)}, 4,
		      "group=%lld offset_group=%lld%s%s%s", (long long)onnx_int(o, "group", 1),
		      (long long)onnx_int(o, "offset_group", 1), strides, pads, dilations);
	return with_bias(o, x, b);
}

/* --- pools ------------------------------------------------------------------------------------- */

/* Report pads that a window of a pool may lie in, without an element. */
static bool pads_fit(const onnx_node *o, unsigned spatial)
{
	const onnx_list pads = onnx_ints(o, "pads"), kernel = onnx_ints(o, "kernel_shape");
	const onnx_list dilations = onnx_ints(o, "dilations");

	for (size_t i = 0; i < pads.count; i++) {
		const size_t axis = i % spatial;
		const int64_t dilation = dilations.given ? dilations.data[axis] : 1;

		if ((pads.data[i] - 1) / dilation < kernel.data[axis] - 1 || !pads.data[i])
			continue;
		onnx_node_invalid(
			o, "pads are %s, and the window %s: %lld is as long as the window",
			onnx_list_text(o, pads.data, pads.count),
			onnx_list_text(o, kernel.data, kernel.count), (long long)pads.data[i]);
		return false;
	}
	return true;
}

/* Return a pool of KIND with O's window, and the attributes MORE. */
static hr_tv pool(const onnx_node *o, const char *kind, const char *more)
{
	const unsigned spatial = onnx_spatial(o);
	const onnx_list kernel = onnx_ints(o, "kernel_shape");
	const char *window = spatial ? onnx_window_text(o, spatial) : NULL;

	if (!window || !list_text(o, "kernel_shape", spatial, 1) || !pads_fit(o, spatial))
		return 0;
	return hr_t_call(o->program, HR_R_pool, o->in, 1, "kind=%s kernel=%s %s ceil=%d%s", kind,
			 onnx_list_text(o, kernel.data, kernel.count), window,
			 onnx_int(o, "ceil_mode", 0) != 0, more);
}

hr_tv op_max_pool(onnx_node *o)
{
	if (o->out_count > 1)
		o->out[1] = pool(o, "max_index",
				 onnx_int(o, "storage_order", 0) ? " column_major=1" : "");
	return pool(o, "max", "");
}

hr_tv op_average_pool(onnx_node *o)
{
	return pool(o, "average", onnx_int(o, "count_include_pad", 0) ? " count_pad=1" : "");
}

hr_tv op_lp_pool(onnx_node *o)
{
	if (onnx_int(o, "p", 2) < 1)
		return onnx_node_invalid(o, "p is %lld", (long long)onnx_int(o, "p", 2));
	return pool(o, "lp",
		    hr_arena_printf(o->model->arena, " p=%lld", (long long)onnx_int(o, "p", 2)));
}

/* --- pools of the whole plane -------------------------------------------------------------------- */

static const char *spatial_axes(const onnx_node *o, unsigned spatial)
{
	static const int64_t axes[] = {2, 3, 4, 5, 6, 7};

	return onnx_list_text(o, axes, spatial);
}

hr_tv op_global_max_pool(onnx_node *o)
{
	const unsigned spatial = onnx_spatial(o);

	return spatial ? t_reduce(o, HR_R_maximum, o->in[0], spatial_axes(o, spatial), true) : 0;
}

hr_tv op_global_average_pool(onnx_node *o)
{
	const unsigned spatial = onnx_spatial(o);

	if (!spatial)
		return 0;
	return t_narrow(o, t_mean(o, t_widen(o, o->in[0]), spatial_axes(o, spatial), true));
}

/* The root of order p of the sum of |x|^p. */
hr_tv op_global_lp_pool(onnx_node *o)
{
	const int64_t p = onnx_int(o, "p", 2);
	const unsigned spatial = onnx_spatial(o);
	hr_tv x;

	if (!spatial)
		return 0;
	if (p < 1)
		return onnx_node_invalid(o, "p is %lld", (long long)p);
	x = t_abs(o, t_widen(o, o->in[0]));
	x = t_reduce(o, HR_R_sum, t_pow(o, x, t_wide(o, x, (double)p)), spatial_axes(o, spatial),
		     true);
	return t_narrow(o, t_pow(o, x, t_wide(o, x, 1.0 / (double)p)));
}

/* --- back from windows --------------------------------------------------------------------------- */

/* Return the shape of what was pooled to X: along each spatial axis (n - 1) * stride - pads + kernel. */
static hr_tv unpooled_shape(const onnx_node *o, unsigned spatial)
{
	const onnx_list kernel = onnx_ints(o, "kernel_shape"), pads = onnx_ints(o, "pads");
	const onnx_list strides = onnx_ints(o, "strides");
	hr_tv extents[HR_RANK_MOST] = {t_extent(o, o->in[0], 0), t_extent(o, o->in[0], 1)};

	for (unsigned i = 0; i < spatial; i++) {
		const int64_t padding = pads.given ? pads.data[i] + pads.data[spatial + i] : 0;
		const int64_t stride = strides.given ? strides.data[i] : 1;
		hr_tv steps = t_sub(o, t_extent(o, o->in[0], i + 2), t_integer(o, 1));

		extents[i + 2] = t_add(o, t_mul(o, steps, t_integer(o, stride)),
				       t_integer(o, kernel.data[i] - padding));
	}
	return t_vector(o, extents, spatial + 2);
}

/* Elements go to their places, as MaxPool gives them, among zeros. A wanted shape may be larger. */
hr_tv op_max_unpool(onnx_node *o)
{
	static const int64_t flat[] = {-1};
	const unsigned spatial = onnx_spatial(o);
	hr_tv shape, zeros, count, result, wanted = onnx_in(o, 2), pads;

	if (!spatial || !list_text(o, "kernel_shape", spatial, 1) ||
	    !list_text(o, "strides", spatial, 1) || !list_text(o, "pads", 2 * spatial, 0))
		return 0;
	shape = unpooled_shape(o, spatial);
	count = t_reduce(o, HR_R_product, shape, "0", true);
	zeros = t_full(o, t_like(o, o->in[0], 0), count);
	result = hr_t_call(o->program, HR_R_scatter_elements,
			   (const hr_tv[]){zeros, t_reshape_to(o, o->in[1], flat, 1),
					   t_reshape_to(o, o->in[0], flat, 1)},
			   3, "axis=0 reduce=none");
	result = t_reshape(o, result, shape);
	if (!wanted)
		return result;
	pads = t_concat_2(o, 0, t_mul(o, shape, t_integer(o, 0)), t_sub(o, wanted, shape));
	return hr_t_call(o->program, HR_R_pad, (const hr_tv[]){result, pads}, 2, "mode=constant");
}

hr_tv op_col2im(onnx_node *o)
{
	int64_t spatial;
	const char *strides, *pads, *dilations;

	if (!hr_t_extent(o->program, o->in[1], 0, &spatial))
		return onnx_node_refuse(o, "the number of spatial axes is not known at import");
	strides = list_text(o, "strides", (size_t)spatial, 1);
	pads = list_text(o, "pads", 2 * (size_t)spatial, 0);
	dilations = list_text(o, "dilations", (size_t)spatial, 1);
	if (!strides || !pads || !dilations)
		return 0;
	strides = hr_arena_printf(o->model->arena, "%s%s%s", strides, pads, dilations);
	return hr_t_call(o->program, HR_R_col2im, o->in, 3, "%s", strides + (*strides == ' '));
}
