/* tools/import/tensor.c -- tensors of the file: initializers and constants, as floats or integers.
 *
 * FLOAT becomes a weight. INT32, INT64 and BOOL are integers, from which shapes and axes are computed
 * at import. All other types are refused by name. Data is little-endian, like this machine.
 *
 * Owns:      nothing; data is copied to the arena.
 * Not here:  data in other files (file/external.c). */
#include <string.h>

#include "tools/import/file/external.h"
#include "tools/import/import.h"

/* By ONNX's number. */
static const char *const type_names[] = {
	"UNDEFINED",      "FLOAT",    "UINT8",        "INT8",           "UINT16",
	"INT16",          "INT32",    "INT64",        "STRING",         "BOOL",
	"FLOAT16",        "DOUBLE",   "UINT32",       "UINT64",         "COMPLEX64",
	"COMPLEX128",     "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2",
	"FLOAT8E5M2FNUZ", "UINT4",    "INT4",         "FLOAT4E2M1",     "FLOAT8E8M0",
	"UINT2",          "INT2"};

const char *import_type_name(import_model *model, int32_t type)
{
	if (type >= 0 && (size_t)type < sizeof(type_names) / sizeof(*type_names))
		return type_names[type];
	return hr_arena_printf(&model->arena, "type %d", type);
}

/* Return the size of an element in raw data; 0 if the type is not supported. */
static size_t element_size(int32_t type)
{
	switch (type) {
	case ONNX_FLOAT:
	case ONNX_INT32: return 4;
	case ONNX_INT64: return 8;
	case ONNX_BOOL: return 1;
	default: return 0;
	}
}

/* Elements as they are in the file: SIZE bytes each, which for BOOL in int32_data is not
 * element_size(). */
typedef struct elements {
	const void *data;
	size_t size;
	uint64_t count;
	bool copied; /* DATA is in the arena */
} elements;

static elements typed_elements(const Onnx__TensorProto *tensor)
{
	if (tensor->data_type == ONNX_FLOAT)
		return (elements){tensor->float_data, 4, tensor->n_float_data, false};
	if (tensor->data_type == ONNX_INT64)
		return (elements){tensor->int64_data, 8, tensor->n_int64_data, false};
	return (elements){tensor->int32_data, 4, tensor->n_int32_data, false};
}

/* Copy the BYTES bytes of TENSOR, whose data is in another file. */
static hr_status read_external(import_model *model, const char *name, const char *what,
			       const Onnx__TensorProto *tensor, uint64_t bytes, const void **data)
{
	onnx_report report = {model->diags, model->file, &model->arena, model->status, 0};
	onnx_maps maps = {0};
	const void *mapped = NULL;
	hr_status status = onnx_external(&report, &maps, name, what, tensor, bytes, &mapped);

	model->status = report.status;
	if (status == HR_OK) {
		void *copy = hr_arena_alloc(&model->arena, bytes + 1);

		memcpy(copy, mapped, bytes);
		*data = copy;
	}
	onnx_unmap(&maps);
	return status;
}

/* Set *FOUND to the elements of TENSOR, which are to be COUNT. */
static hr_status find_elements(import_model *model, const char *name, const char *what,
			       const Onnx__TensorProto *tensor, uint64_t count, elements *found)
{
	const size_t size = element_size(tensor->data_type);
	const bool raw = tensor->has_raw_data, elsewhere = tensor->data_location == 1;

	*found = typed_elements(tensor);
	if (tensor->data_location < 0 || tensor->data_location > 1)
		return import_invalid(model, name, what, "the data_location %d is not known",
				      tensor->data_location);
	if (raw + elsewhere + (found->count > 0) > 1)
		return import_invalid(model, name, what, "it has data in two places");
	if (elsewhere) {
		if (count > UINT64_MAX / size)
			return import_refuse(model, name, what, "it is too large");
		HR_TRY(read_external(model, name, what, tensor, count * size, &found->data));
		*found = (elements){found->data, size, count, true};
	} else if (raw) {
		*found =
			(elements){tensor->raw_data.data, size, tensor->raw_data.len / size, false};
	}
	if (found->count != count || (raw && tensor->raw_data.len % size))
		return import_invalid(model, name, what,
				      "the number of values does not match its shape");
	return HR_OK;
}

static int64_t integer_at(const elements *of, uint64_t i)
{
	const uint8_t *at = (const uint8_t *)of->data + i * of->size;
	int32_t small;
	int64_t number;

	if (of->size == 1)
		return *at;
	if (of->size == sizeof(small)) {
		memcpy(&small, at, sizeof(small));
		return small;
	}
	memcpy(&number, at, sizeof(number));
	return number;
}

/* Copy elements to VALUE. */
static void set_data(import_model *model, import_value *value, const elements *of)
{
	if (value->type == ONNX_FLOAT && of->copied) {
		value->data = of->data;
	} else if (value->type == ONNX_FLOAT) {
		float *data = hr_arena_array(&model->arena, of->count + 1, sizeof(float));

		if (of->count)
			memcpy(data, of->data, of->count * sizeof(float));
		value->data = data;
	} else {
		int64_t *data = hr_arena_array(&model->arena, of->count + 1, sizeof(int64_t));

		for (uint64_t i = 0; i < of->count; i++)
			data[i] = value->type == ONNX_BOOL ? integer_at(of, i) != 0
							   : integer_at(of, i);
		value->integers = data;
	}
}

hr_status import_tensor(import_model *model, const char *name, const char *what, const void *proto,
			unsigned *value)
{
	const Onnx__TensorProto *tensor = proto;
	elements found;
	hr_dims dims;
	unsigned made;

	for (size_t i = 0; i < tensor->n_dims; i++)
		if (tensor->dims[i] < 0)
			return import_invalid(model, name, what, "dimension %zu is %lld", i,
					      (long long)tensor->dims[i]);
	if (!element_size(tensor->data_type))
		return import_refuse(
			model, name, what,
			"its elements are %s; tensors are FLOAT, and constants INT32, INT64 or BOOL",
			import_type_name(model, tensor->data_type));
	if (!import_dims(&dims, tensor->dims, tensor->n_dims))
		return import_refuse(model, name, what,
				     "it has %zu dimensions; tensors have at most %d",
				     tensor->n_dims, HR_TENSOR_DIMS);
	HR_TRY(find_elements(model, name, what, tensor, hr_dims_count(&dims), &found));
	made = import_add(model, name, IMPORT_WEIGHT, &dims);
	model->values.data[made].type = tensor->data_type;
	set_data(model, &model->values.data[made], &found);
	*value = made;
	return HR_OK;
}
