/* tools/import/onnx/spatial.c -- resize and sample images; boxes.
 *
 * Not here:  pools and convolutions (window.c). */
#include <math.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- Resize, Upsample -------------------------------------------------------------------------- */

/* An empty vector. */
static hr_tv nothing(const onnx_node *o, hr_elem elem)
{
	static const uint64_t none = 0;

	return hr_t_constant(o->program, "", elem, 1, &none, &none);
}

/* Return true if operand I is given and has elements. */
static bool has_elements(const onnx_node *o, unsigned i)
{
	int64_t count = 1;

	return onnx_in(o, i) && !(hr_t_extent(o->program, o->in[i], 0, &count) && !count);
}

/* The call; TEXT has its attributes. */
static hr_tv resized(const onnx_node *o, hr_tv roi, hr_tv scales, hr_tv sizes, const char *text)
{
	const hr_tv operands[] = {o->in[0], roi ? roi : nothing(o, HR_E_F32),
				  scales ? scales : nothing(o, HR_E_F32),
				  sizes ? sizes : nothing(o, HR_E_I64)};

	return hr_t_call(o->program, HR_R_resize, operands, 4, "%s", text);
}

/* Upsample, and Resize before operator set 11, whose scales are all there is. NEAREST is the element
 * before or after. */
static hr_tv by_scales(const onnx_node *o, hr_tv scales, const char *nearest)
{
	static const char *const modes[] = {"nearest", "linear", "linear"};
	const int mode = onnx_choice(o, "mode", "nearest linear bilinear");

	if (mode < 0)
		return 0;
	return resized(o, 0, scales, 0,
		       hr_arena_printf(o->model->arena, "mode=%s coordinates=asymmetric nearest=%s",
				       modes[mode], nearest));
}

hr_tv op_upsample(onnx_node *o)
{
	const Onnx__AttributeProto *scales = onnx_attr(o, "scales");
	const uint64_t count = scales ? scales->n_floats : 0;

	return by_scales(o,
			 scales ? hr_t_constant(o->program, "", HR_E_F32, 1, &count, scales->floats)
				: o->in[1],
			 "floor");
}

/* Resize of operator set 10. The standard does not say which element is the nearest; its test cases have
 * the one before, and where the scale is less than 1 the one after. */
static hr_tv resized_by_scales(const onnx_node *o)
{
	const hr_tvalue *of = hr_t_value(o->program, o->in[1]);
	bool smaller = false, larger = false;
	int64_t count = 0;

	if (!of->data || !hr_t_extent(o->program, o->in[1], 0, &count))
		return onnx_node_refuse(o, "scales that are not known at import are not supported");
	for (int64_t i = 0; i < count; i++) {
		const double scale = hr_elem_real(of->elem, of->data, (uint64_t)i);

		smaller |= scale < 1;
		larger |= scale > 1;
	}
	if (smaller && larger)
		return onnx_node_refuse(o, "scales both above and below 1 are not supported");
	return by_scales(o, o->in[1], smaller ? "ceil" : "floor");
}

/* Return the texts of the choices that NAME has, as one word; NULL after an error. */
static const char *word(const onnx_node *o, const char *name, const char *choices)
{
	const char *at = choices;
	const int choice = onnx_choice(o, name, choices);

	for (int i = 0; i < choice; i++)
		at = strchr(at, ' ') + 1;
	return choice < 0 ? NULL : hr_arena_strndup(o->model->arena, at, strcspn(at, " "));
}

/* Return the attributes of the call, or NULL after an error. */
static const char *resize_text(const onnx_node *o)
{
	const onnx_list axes = onnx_ints(o, "axes");
	const unsigned rank = onnx_rank(o, o->in[0]);
	const char *mode = word(o, "mode", "nearest linear cubic");
	const char *policy = word(o, "keep_aspect_ratio_policy", "stretch not_larger not_smaller");
	const char *nearest =
		word(o, "nearest_mode", "round_prefer_floor round_prefer_ceil floor ceil");
	const char *coordinates =
		word(o, "coordinate_transformation_mode",
		     "half_pixel half_pixel_symmetric pytorch_half_pixel align_corners asymmetric "
		     "tf_half_pixel_for_nn tf_crop_and_resize");
	int64_t at[HR_RANK_MOST];
	unsigned axis;

	if (!mode || !policy || !nearest || !coordinates)
		return NULL;
	if (axes.count > rank) {
		onnx_node_invalid(o, "it has %zu axes, but its operand %u", axes.count, rank);
		return NULL;
	}
	for (size_t i = 0; i < axes.count; i++) {
		if (!onnx_axis(o, axes.data[i], rank, &axis))
			return NULL;
		at[i] = axis;
	}
	return hr_arena_printf(
		o->model->arena,
		"mode=%s coordinates=%s nearest=%s cubic=%.9g exclude_outside=%d extrapolation=%.9g "
		"antialias=%d policy=%s%s%s",
		mode, coordinates, nearest, onnx_real(o, "cubic_coeff_a", -0.75),
		onnx_int(o, "exclude_outside", 0) != 0, onnx_real(o, "extrapolation_value", 0),
		onnx_int(o, "antialias", 0) != 0, policy, axes.given ? " axes=" : "",
		axes.given ? onnx_list_text(o, at, axes.count) : "");
}

hr_tv op_resize(onnx_node *o)
{
	const bool scales = has_elements(o, 2), sizes = has_elements(o, 3);
	const char *text;

	if (o->opset < 11)
		return resized_by_scales(o);
	if (scales == sizes)
		return onnx_node_invalid(o, "it must have either scales or sizes");
	text = resize_text(o);
	return text ? resized(o, has_elements(o, 1) ? o->in[1] : 0, scales ? o->in[2] : 0,
			      sizes ? o->in[3] : 0, text)
		    : 0;
}

/* --- samples ----------------------------------------------------------------------------------- */

hr_tv op_grid_sample(onnx_node *o)
{
	const char *const modes[2] = {"bilinear nearest bicubic", "linear nearest cubic"};
	static const char *const names[] = {"linear", "nearest", "cubic"};
	const int mode = onnx_choice(o, "mode", modes[o->opset >= 20]);
	const char *padding = word(o, "padding_mode", "zeros border reflection");

	if (mode < 0 || !padding)
		return 0;
	return hr_t_call(o->program, HR_R_grid_sample, o->in, 2,
			 "mode=%s padding=%s align_corners=%d", names[mode], padding,
			 onnx_int(o, "align_corners", 0) != 0);
}

/* The places of COUNT elements from -1 to 1, wide: of their centres, or with corners on -1 and 1. */
static hr_tv places(const onnx_node *o, hr_tv count, bool corners)
{
	const hr_elem elem = onnx_type(o, o->in[0]);
	const hr_tv like = o->in[0], at = t_widen_to(o, t_count(o, count), elem);
	hr_tv steps = count, first = t_wide(o, like, -1);

	if (corners)
		steps = t_max(o, t_sub(o, count, t_integer(o, 1)), t_integer(o, 1));
	steps = t_div(o, t_wide(o, like, 2), t_widen_to(o, steps, elem));
	if (!corners)
		first = t_add(o, first, t_div(o, steps, t_wide(o, like, 2)));
	return t_add(o, first, t_mul(o, at, steps));
}

/* Theta times (x, y, 1), or (x, y, z, 1), for each place. */
hr_tv op_affine_grid(onnx_node *o)
{
	const bool corners = onnx_int(o, "align_corners", 0) != 0;
	const hr_tv theta = o->in[0];
	int64_t rank;
	unsigned spatial;
	hr_tv sum = 0;

	if (!hr_t_extent(o->program, o->in[1], 0, &rank) || rank < 4 || rank > 5 ||
	    onnx_rank(o, theta) != 3)
		return onnx_node_invalid(o, "theta is %s, and the size %s",
					 hr_t_text(o->program, theta),
					 hr_t_text(o->program, o->in[1]));
	spatial = (unsigned)rank - 2;
	for (unsigned i = 0; i <= spatial; i++) {
		/* (batch, spatial), with axes for the places */
		hr_tv column = t_widen(o, t_gather(o, theta, t_integer(o, i), 2));
		int64_t axes[HR_RANK_MOST] = {1, 2, 3};

		column = t_unsqueeze(o, column, onnx_list_text(o, axes, spatial));
		if (i < spatial) {
			const unsigned axis = spatial - i; /* x is last */
			hr_tv at = places(o, t_element(o, o->in[1], axis + 1), corners);

			column = t_mul(o, column, t_along(o, at, axis, spatial + 2));
		}
		sum = sum ? t_add(o, sum, column) : column;
	}
	return t_narrow(o, sum);
}

/* --- regions and boxes ------------------------------------------------------------------------- */

hr_tv op_roi_align(onnx_node *o)
{
	const char *mode = word(o, "mode", "avg max");
	const char *coordinates =
		word(o, "coordinate_transformation_mode", "half_pixel output_half_pixel");
	const hr_tv operands[] = {o->in[0], o->in[1], t_cast(o, o->in[2], HR_E_I64)};

	if (!mode || !coordinates)
		return 0;
	return hr_t_call(o->program, HR_R_roi_align, operands, 3,
			 "mode=%s height=%lld width=%lld ratio=%lld scale=%.9g coordinates=%s",
			 mode, (long long)onnx_int(o, "output_height", 1),
			 (long long)onnx_int(o, "output_width", 1),
			 (long long)onnx_int(o, "sampling_ratio", 0),
			 onnx_real(o, "spatial_scale", 1),
			 o->opset < 16 ? "output_half_pixel" : coordinates);
}

hr_tv op_max_roi_pool(onnx_node *o)
{
	const onnx_list shape = onnx_ints(o, "pooled_shape");

	if (shape.count != 2)
		return onnx_node_invalid(o, "pooled_shape has %zu numbers", shape.count);
	return hr_t_call(o->program, HR_R_roi_pool, o->in, 2, "height=%lld width=%lld scale=%.9g",
			 (long long)shape.data[0], (long long)shape.data[1],
			 onnx_real(o, "spatial_scale", 1));
}

/* Operand I, a scalar or a vector of one element; else OTHERWISE. */
static hr_tv threshold(const onnx_node *o, unsigned i, hr_tv otherwise)
{
	return has_elements(o, i) ? t_reshape_to(o, o->in[i], NULL, 0) : otherwise;
}

hr_tv op_non_max_suppression(onnx_node *o)
{
	const hr_tv operands[] = {o->in[0], o->in[1], threshold(o, 2, t_integer(o, 0)),
				  threshold(o, 3, t_scalar(o, HR_E_F32, 0)),
				  threshold(o, 4, t_scalar(o, HR_E_F32, -INFINITY))};

	return hr_t_call(o->program, HR_R_non_max_suppression, operands, 5, "center=%d",
			 onnx_int(o, "center_point_box", 0) != 0);
}
