/* interp/args/needs.c -- what a tensor program needs of its inputs, checked before it runs (X2).
 *
 * The front end says it in an attribute of the root (ir/tensor/needs.h): each input's type and extents, over
 * symbols, and what operators need of these.
 *
 * Owns:      nothing.
 * Clauses:   X2.
 * Not here:  needs of extents that are found in data (interp/tensor/program.c). */
#include "ir/tensor/needs.h"

#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/host/launch.h"
#include "interp/tensor/tensors.h"

/* Return the tensor whose handle, of TYPE, is at PACKED, or NULL. */
static const hr_tensor *tensor_at(const hr_direct *direct, const hr_type *type,
				  const uint8_t *packed)
{
	const void *handle;
	const char *why;

	if (type->kind != HR_T_PTR)
		return NULL;
	memcpy(&handle, packed, sizeof(handle));
	return hr_tensor_find(direct->run, handle, &why);
}

static hr_status refuse(hr_direct *direct, const char *why)
{
	return hr_report(direct->diags, HR_D_shape_constraint, NULL, why);
}

/* Set SHAPES to the shapes of the inputs. Report one of another type than NEEDS has, or that is no tensor. */
static hr_status check_types(hr_direct *direct, const hr_function *root, const uint8_t *packed,
			     const hr_needs *needs, hr_dims *shapes)
{
	for (unsigned i = 0; i < needs->input_count && i < root->input_count; i++) {
		const hr_needs_input *input = &needs->inputs[i];
		const hr_tensor *tensor = tensor_at(direct, root->inputs[i].type, packed);
		hr_elem elem;
		bool wide;

		packed += hr_packed_size(root->inputs[i].type);
		if (!tensor || !hr_tensor_dims(tensor, &shapes[i]))
			return refuse(direct,
				      hr_arena_printf(&direct->arena, "input '%s' is not a tensor",
						      input->name));
		elem = hr_tensor_elem(tensor->view.data_type, &wide);
		if (elem != input->elem)
			return refuse(direct, hr_arena_printf(&direct->arena,
							      "input '%s' is %s, but must be %s",
							      input->name, hr_elem_name(elem),
							      hr_elem_name(input->elem)));
	}
	return HR_OK;
}

static hr_status check(hr_direct *direct, const hr_function *root, const uint8_t *packed,
		       hr_symbols *symbols, const char *text)
{
	hr_sym_values values = {0};
	const char *why = NULL;
	hr_needs needs;
	hr_dims *shapes;
	hr_status status;

	if (!hr_needs_read(&direct->arena, symbols, text, &needs, &why))
		return refuse(direct, why);
	shapes = hr_arena_array(&direct->arena, needs.input_count + 1, sizeof(*shapes));
	status = check_types(direct, root, packed, &needs, shapes);
	if (status == HR_OK &&
	    !hr_needs_check(&direct->arena, symbols, &needs, shapes, &values, &why))
		status = refuse(direct, why);
	hr_sym_values_free(&values);
	return status;
}

hr_status hr_direct_needs(hr_direct *direct, const hr_function *root, const uint8_t *packed)
{
	const char *text = hr_said_of(root, "hpvm.tensor.program");
	hr_symbols *symbols;
	hr_status status;

	if (!text || !*text || !direct->run)
		return HR_OK;
	symbols = hr_symbols_new();
	status = check(direct, root, packed, symbols, text);
	hr_symbols_free(symbols);
	return status;
}
