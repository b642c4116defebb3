/* tools/import/onnx/tensor.c -- tensors of the file: initializers and constants.
 *
 * Data is little-endian, like this machine. Constants borrow it from the message, which is in the
 * arena, or from a mapped file; what has another form there is converted.
 *
 * Not here:  data in other files (external.c). */
#include <string.h>

#include "tools/import/file/external.h"
#include "tools/import/onnx/onnx_private.h"

/* By ONNX's number. */
static const struct {
	const char *name;
	hr_elem elem;
} types[] = {
	{"UNDEFINED", HR_E_NONE},
	{"FLOAT", HR_E_F32},
	{"UINT8", HR_E_U8},
	{"INT8", HR_E_I8},
	{"UINT16", HR_E_U16},
	{"INT16", HR_E_I16},
	{"INT32", HR_E_I32},
	{"INT64", HR_E_I64},
	{"STRING", HR_E_NONE},
	{"BOOL", HR_E_BOOL},
	{"FLOAT16", HR_E_F16},
	{"DOUBLE", HR_E_F64},
	{"UINT32", HR_E_U32},
	{"UINT64", HR_E_NONE},
	{"COMPLEX64", HR_E_NONE},
	{"COMPLEX128", HR_E_NONE},
	{"BFLOAT16", HR_E_BF16},
	{"FLOAT8E4M3FN", HR_E_NONE},
	{"FLOAT8E4M3FNUZ", HR_E_NONE},
	{"FLOAT8E5M2", HR_E_NONE},
	{"FLOAT8E5M2FNUZ", HR_E_NONE},
	{"UINT4", HR_E_NONE},
	{"INT4", HR_E_NONE},
	{"FLOAT4E2M1", HR_E_NONE},
	{"FLOAT8E8M0", HR_E_NONE},
	{"UINT2", HR_E_NONE},
	{"INT2", HR_E_NONE},
};

static bool is_known(int32_t type)
{
	return type >= 0 && (size_t)type < sizeof(types) / sizeof(*types);
}

const char *onnx_type_name(const onnx_model *model, int32_t type)
{
	return is_known(type) ? types[type].name : hr_arena_printf(model->arena, "type %d", type);
}

hr_elem onnx_elem(int32_t type)
{
	return is_known(type) ? types[type].elem : HR_E_NONE;
}

/* Elements as they are in the file: SIZE bytes each, which in int32_data is not that of the type. */
typedef struct raw_elements {
	const void *data;
	size_t size;
	uint64_t count;
} raw_elements;

static raw_elements typed_elements(const Onnx__TensorProto *tensor, hr_elem elem)
{
	switch (elem) {
	case HR_E_F32: return (raw_elements){tensor->float_data, 4, tensor->n_float_data};
	case HR_E_F64: return (raw_elements){tensor->double_data, 8, tensor->n_double_data};
	case HR_E_I64: return (raw_elements){tensor->int64_data, 8, tensor->n_int64_data};
	case HR_E_U32: return (raw_elements){tensor->uint64_data, 8, tensor->n_uint64_data};
	default: return (raw_elements){tensor->int32_data, 4, tensor->n_int32_data};
	}
}

/* A tensor while it is read. */
typedef struct tensor_reading {
	onnx_model *model;
	const char *name, *what;
	const Onnx__TensorProto *tensor;
	hr_elem elem;
	hr_dims shape;
} tensor_reading;

#define INVALID(r, ...) onnx_invalid(&(r)->model->report, (r)->name, (r)->what, __VA_ARGS__)
#define REFUSE(r, ...)  onnx_refuse(&(r)->model->report, (r)->name, (r)->what, __VA_ARGS__)

static hr_status read_shape(tensor_reading *r)
{
	const Onnx__TensorProto *tensor = r->tensor;

	for (size_t i = 0; i < tensor->n_dims; i++)
		if (tensor->dims[i] < 0)
			return INVALID(r, "dimension %zu is %lld", i, (long long)tensor->dims[i]);
	r->elem = onnx_elem(tensor->data_type);
	if (!r->elem)
		return REFUSE(r, "its elements are %s, which is not supported",
			      onnx_type_name(r->model, tensor->data_type));
	if (tensor->n_dims > HR_RANK_MOST)
		return REFUSE(r, "it has %zu dimensions; tensors have at most %d", tensor->n_dims,
			      HR_RANK_MOST);
	r->shape.rank = (unsigned)tensor->n_dims;
	for (size_t i = 0; i < tensor->n_dims; i++)
		r->shape.dim[i] = (uint64_t)tensor->dims[i];
	return HR_OK;
}

/* Set *FOUND to the elements, which are to be COUNT. */
static hr_status find_elements(const tensor_reading *r, uint64_t count, raw_elements *found)
{
	const Onnx__TensorProto *tensor = r->tensor;
	const size_t size = hr_elem_bytes(r->elem);
	const bool raw = tensor->has_raw_data, elsewhere = tensor->data_location == 1;

	*found = typed_elements(tensor, r->elem);
	if (tensor->data_location < 0 || tensor->data_location > 1)
		return INVALID(r, "the data_location %d is not known", tensor->data_location);
	if (raw + elsewhere + (found->count > 0) > 1)
		return INVALID(r, "it has data in two places");
	if (elsewhere) {
		if (count > UINT64_MAX / size)
			return REFUSE(r, "it is too large");
		HR_TRY(onnx_external(&r->model->report, &r->model->source->maps, r->name, r->what,
				     tensor, count * size, &found->data));
		found->size = size;
		found->count = count;
	} else if (raw) {
		*found = (raw_elements){tensor->raw_data.data, size, tensor->raw_data.len / size};
	}
	if (found->count != count || (raw && tensor->raw_data.len % size))
		return INVALID(r, "the number of values does not match its shape");
	return HR_OK;
}

/* Return true if the bytes of OF are a constant's as they are. */
static bool can_borrow(const tensor_reading *r, const raw_elements *of)
{
	const uint8_t *bytes = of->data;

	if (of->size != hr_elem_bytes(r->elem) || (uintptr_t)of->data % of->size)
		return false;
	for (uint64_t i = 0; r->elem == HR_E_BOOL && i < of->count; i++)
		if (bytes[i] > 1)
			return false;
	return true;
}

static const void *converted(const tensor_reading *r, const raw_elements *of)
{
	const size_t size = hr_elem_bytes(r->elem);
	uint8_t *made = hr_arena_array(r->model->arena, of->count + 1, size);

	if (of->size == size && of->count)
		memcpy(made, of->data, of->count * size);
	for (uint64_t i = 0; of->size != size && i < of->count; i++)
		memcpy(made + i * size, (const uint8_t *)of->data + i * of->size, size);
	for (uint64_t i = 0; r->elem == HR_E_BOOL && i < of->count; i++)
		made[i] = made[i] != 0;
	return made;
}

hr_tv onnx_tensor(onnx_model *model, hr_tprogram *program, const char *name, const char *what,
		  const Onnx__TensorProto *tensor)
{
	static const uint64_t nothing[1];
	tensor_reading r = {.model = model, .name = name, .what = what, .tensor = tensor};
	raw_elements found = {0};
	const void *data;

	if (read_shape(&r) != HR_OK || find_elements(&r, hr_dims_count(&r.shape), &found) != HR_OK)
		return 0;
	data = can_borrow(&r, &found) ? found.data : converted(&r, &found);
	return hr_t_constant(program, hr_arena_strdup(model->arena, name), r.elem, r.shape.rank,
			     r.shape.dim, data ? data : nothing);
}
