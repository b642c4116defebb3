/* interp/args/tensor.c -- tensors as arguments and results of a direct launch.
 *
 * An argument is `tensor: FILE`, or `tensor:` with a source of array.c. A result is `tensor:
 * SHAPE`, so that its expected value can be checked before anything runs. An additional `shape` is
 * another view of the same elements: of an argument, the shape of the tensor; of a result, the
 * shape in which it is saved. The `source-shape` of an argument is the shape that its source must
 * have. Of a tensor program, tensors have any type and shape, and a result is `tensor: any`.
 *
 * Owns:      nothing; the tensors belong to the run.
 * Not here:  arrays (array.c), comparisons (check.c). */
#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/host/launch.h"
#include "interp/tensor/tensors.h"

static const hr_elements f32 = {
	.array = {.kind = HR_NPY_FLOAT, .bytes = 4},
	.element = {HR_C_F32, 32, HR_SIGN_EITHER},
	.typed = true,
};

/* `tensor: FILE` is short for `tensor: {npy: FILE}`. */
static const hr_yaml *source_of(hr_direct *direct, const hr_yaml *tensor)
{
	hr_yaml *key, *map;

	if (tensor->kind != HR_YAML_SCALAR)
		return tensor;
	key = HR_ARENA_NEW(&direct->arena, hr_yaml);
	map = HR_ARENA_NEW(&direct->arena, hr_yaml);
	*key = *tensor;
	key->text = "npy";
	*map = *tensor;
	map->kind = HR_YAML_MAP;
	map->count = 1;
	map->keys = hr_arena_array(&direct->arena, 1, sizeof(*map->keys));
	map->items = hr_arena_array(&direct->arena, 1, sizeof(*map->items));
	map->keys[0] = key;
	map->items[0] = (hr_yaml *)tensor;
	return map;
}

static hr_status check_array(hr_direct *direct, const hr_yaml *at, const hr_npy *array)
{
	if (direct->any_tensors && hr_npy_elem(array) && array->dims <= HR_RANK_MOST)
		return HR_OK;
	if (direct->any_tensors)
		return hr_direct_bad(direct, at,
				     hr_npy_elem(array)
					     ? "a tensor must have at most 8 dimensions"
					     : "a tensor cannot have elements of type u64");
	if (array->kind != HR_NPY_FLOAT || array->bytes != 4)
		return hr_direct_bad(
			direct, at, "the elements of a tensor must have type f32, not %s%s%.80s",
			hr_direct_type_name(array), at->kind == HR_YAML_SCALAR ? " as in " : "",
			at->kind == HR_YAML_SCALAR ? at->text : "");
	if (array->dims < 1 || array->dims > HR_TENSOR_DIMS)
		return hr_direct_bad(direct, at, "a tensor must have 1 to 4 dimensions, not %u",
				     array->dims);
	return HR_OK;
}

/* Return the shape of ARRAY in the form "(2, 3)"; in the arena. */
static const char *shape_text(hr_direct *direct, const hr_npy *array)
{
	const char *text = "(";

	for (unsigned i = 0; i < array->dims; i++)
		text = hr_arena_printf(&direct->arena, "%s%s%llu", text, i ? ", " : "",
				       (unsigned long long)array->shape[i]);
	return hr_arena_printf(&direct->arena, "%s%s)", text, array->dims == 1 ? "," : "");
}

/* Report a source whose shape is not the key `source-shape` of SPEC: its elements would be taken in
 * another order. */
static hr_status check_source(hr_direct *direct, const hr_yaml *spec, const hr_yaml *source,
			      const hr_npy *array)
{
	const hr_yaml *wanted = hr_yaml_get(spec, "source-shape"),
		      *file = hr_yaml_get(source, "npy");
	hr_npy shape = {0};

	if (!wanted)
		return HR_OK;
	HR_TRY(hr_direct_shape(direct, wanted, &shape));
	if (shape.dims == array->dims &&
	    memcmp(shape.shape, array->shape, shape.dims * sizeof(*shape.shape)) == 0)
		return HR_OK;
	return hr_direct_bad(direct, source, "%s%.80s has the shape %s, but must have %s",
			     file ? "" : "the source of the tensor", file ? file->text : "",
			     shape_text(direct, array), shape_text(direct, &shape));
}

static hr_dims dims_of(const hr_npy *array)
{
	hr_dims dims = {.rank = array->dims};

	memcpy(dims.dim, array->shape, array->dims * sizeof(*dims.dim));
	return dims;
}

/* Read the key `shape` of SPEC, which must have as many elements as LIKE, into *ARRAY. Set *GIVEN
 * to false if it is omitted. */
static hr_status read_view(hr_direct *direct, const hr_yaml *spec, const hr_npy *like,
			   hr_npy *array, bool *given)
{
	const hr_yaml *shape = hr_yaml_get(spec, "shape");
	uint64_t count = 1;

	*given = shape != NULL;
	if (!shape)
		return HR_OK;
	*array = *like;
	HR_TRY(hr_direct_shape(direct, shape, array));
	if (!hr_npy_measure(array))
		return hr_direct_bad(direct, shape, "the tensor is too large");
	for (unsigned i = 0; i < like->dims; i++)
		count *= like->shape[i];
	return array->count == count
		       ? HR_OK
		       : hr_direct_bad(direct, shape,
				       "the shape has %llu elements, but %llu are given",
				       (unsigned long long)array->count, (unsigned long long)count);
}

hr_status hr_direct_tensor(hr_direct *direct, const hr_yaml *spec, const char *what, void **handle)
{
	static const char *const keys[] = {"tensor", "bytes", "shape", "source-shape", NULL};
	const hr_yaml *tensor = hr_yaml_get(spec, "tensor"), *source = source_of(direct, tensor);
	hr_elements elements = {0};
	hr_tensor *made;
	hr_npy held;
	hr_dims dims;
	bool given;

	HR_TRY(hr_direct_check_keys(direct, spec, keys));
	if (source->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, tensor,
				     "a file, or a map that describes the tensor, is expected");
	HR_TRY(hr_direct_check_keys(direct, source, hr_direct_array_keys));
	HR_TRY(hr_direct_array(direct, source, &f32, &elements));
	HR_TRY(check_source(direct, spec, source, &elements.array));
	HR_TRY(read_view(direct, spec, &elements.array, &held, &given));
	if (!given)
		held = elements.array;
	HR_TRY(check_array(direct, tensor, &held));
	dims = dims_of(&held);
	HR_TRY(hr_tensor_new(direct->run, NULL, &dims, hr_tensor_type_of(hr_npy_elem(&held), false),
			     HR_TENSOR_OF_HOST, what, &made));
	memcpy(made->data, elements.array.data, made->bytes);
	*handle = made;
	return HR_OK;
}

hr_status hr_direct_tensor_result(hr_direct *direct, const hr_yaml *spec, hr_elements *elements)
{
	const hr_yaml *shape = hr_yaml_get(spec, "tensor");
	hr_elements made = f32;
	hr_npy view;
	bool given;

	if (direct->any_tensors && hr_yaml_is(shape, "any")) {
		*elements = (hr_elements){.any = true};
		return HR_OK;
	}
	HR_TRY(hr_direct_shape(direct, shape, &made.array));
	HR_TRY(check_array(direct, shape, &made.array));
	if (!hr_npy_measure(&made.array))
		return hr_direct_bad(direct, shape, "the tensor is too large");
	HR_TRY(read_view(direct, spec, &made.array, &view, &given));
	if (given)
		made.array = view;
	*elements = made;
	return HR_OK;
}

hr_status hr_direct_tensor_check(hr_direct *direct, const hr_yaml *spec, hr_check *check)
{
	const hr_yaml *bounds = hr_yaml_get(spec, "bounds");

	if (!direct->any_tensors || !hr_yaml_is(hr_yaml_get(spec, "tensor"), "any")) {
		check->held = HR_ARENA_NEW(&direct->arena, hr_npy);
		HR_TRY(hr_direct_shape(direct, hr_yaml_get(spec, "tensor"), check->held));
	}
	return bounds ? hr_direct_file_name(direct, bounds, &check->bounds) : HR_OK;
}

/* Save the bounds of TENSOR; one without bounds is exact. */
static hr_status save_bounds(hr_direct *direct, const hr_check *check, const hr_tensor *tensor,
			     const hr_npy *like)
{
	float *none = tensor->bound ? NULL : hr_alloc_zero(tensor->count * sizeof(float) + 1);
	hr_npy array = *like;
	const char *why = NULL;
	bool written;

	if (hr_tensors_by_backend(direct->run))
		return hr_direct_bad(
			direct, check->at,
			"%s: only the interpreter computes bounds, but a backend has run; run without backends",
			check->what);
	array.data = (uint8_t *)(tensor->bound ? tensor->bound : none);
	hr_npy_set_elem(&array, HR_E_F32);
	written = hr_npy_write(check->bounds, &array, &why);
	hr_free(none);
	return written ? HR_OK
		       : hr_direct_bad(direct, check->at, "'%.80s': %s", check->bounds,
				       why ? why : "cannot be written");
}

/* The same for a result of any type and shape. */
static hr_status any_values(hr_direct *direct, const hr_check *check, const void *handle,
			    hr_elements *elements)
{
	hr_npy *array = &elements->array;
	const char *why = "damaged by the program";
	hr_tensor *tensor = hr_tensor_find(direct->run, handle, &why);

	if (!tensor || !hr_tensor_npy(tensor, array))
		return hr_direct_bad(direct, check->at, "%s is not a tensor: %p is %s", check->what,
				     handle, why);
	elements->element = hr_element_of_npy(array->kind, array->bytes);
	elements->typed = true;
	if (check->expects)
		HR_TRY(hr_check_fit(direct, check->at, elements, check));
	HR_TRY(hr_tensor_read_by_host(direct->run, tensor, "results"));
	return check->bounds ? save_bounds(direct, check, tensor, array) : HR_OK;
}

hr_status hr_direct_tensor_values(hr_direct *direct, const hr_check *check, const void *handle,
				  hr_elements *elements)
{
	char got[HR_DIMS_TEXT], wanted[HR_DIMS_TEXT];
	hr_tensor *tensor;
	const char *why;
	hr_dims dims;
	hr_array array;

	if (!check->held)
		return any_values(direct, check, handle, elements);
	dims = dims_of(check->held);
	tensor = hr_tensor_find(direct->run, handle, &why);
	if (!tensor || !hr_tensor_array(tensor, &array, &why))
		return hr_direct_bad(direct, check->at, "%s is not a tensor: %p is %s", check->what,
				     handle, why);
	if (array.shape.rank != dims.rank ||
	    memcmp(array.shape.dim, dims.dim, dims.rank * sizeof(*dims.dim)) != 0)
		return hr_direct_bad(direct, check->at, "%s is a tensor of shape %s, not %s",
				     check->what, hr_dims_text(&array.shape, got),
				     hr_dims_text(&dims, wanted));
	HR_TRY(hr_tensor_read_by_host(direct->run, tensor, "results"));
	elements->array.data = tensor->data;
	return check->bounds ? save_bounds(direct, check, tensor, &elements->array) : HR_OK;
}

hr_dims *hr_direct_tensor_inputs(hr_direct *direct, const hr_function *root, const uint8_t *packed)
{
	hr_dims *dims = hr_alloc_array((size_t)root->input_count + 1, sizeof(*dims));

	for (unsigned i = 0; i < root->input_count; i++) {
		const hr_tensor *tensor = NULL;
		const void *handle;
		const char *why;

		if (root->inputs[i].type->kind == HR_T_PTR) {
			memcpy(&handle, packed, sizeof(handle));
			tensor = hr_tensor_find(direct->run, handle, &why);
		}
		if (!tensor || !hr_tensor_dims(tensor, &dims[i]))
			dims[i].rank = 0;
		packed += hr_packed_size(root->inputs[i].type);
	}
	return dims;
}
