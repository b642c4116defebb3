/* tools/import/read.c -- read an ONNX file: its inputs, weights and nodes.
 *
 * Owns:      values and steps; weights that the file has as floats stay in protobuf's memory.
 * Not here:  operators (ops.c). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/file/file.h"
#include "tools/import/import.h"
#include "tools/import/onnx.pb-c.h"

enum { ONNX_FLOAT = 1, ONNX_INT64 = 7 };

hr_status import_refuse(import_model *model, const char *node, const char *op, const char *format,
			...)
{
	char text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return hr_report(model->diags, HR_D_not_imported, NULL, model->file, node, op, text);
}

static hr_status malformed(import_model *model, const char *why)
{
	return hr_report(model->diags, HR_D_malformed_file, NULL, model->file, why);
}

/* --- values ----------------------------------------------------------------------------------- */

unsigned import_find(const import_model *model, const char *name)
{
	for (size_t i = model->values.count; i > 1 && *name; i--)
		if (strcmp(model->values.data[i - 1].name, name) == 0)
			return (unsigned)i - 1;
	return 0;
}

unsigned import_add(import_model *model, const char *name, import_kind kind, const hr_dims *onnx)
{
	HR_PUSH(&model->values, (import_value){.name = hr_arena_strdup(&model->arena, name),
					       .kind = kind,
					       .onnx = *onnx});
	return (unsigned)model->values.count - 1;
}

uint64_t import_count(const import_value *value)
{
	return hr_dims_count(&value->onnx);
}

static bool set_dims(hr_dims *dims, const int64_t *from, size_t count)
{
	*dims = (hr_dims){.rank = (unsigned)count};
	if (count > HR_TENSOR_DIMS)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (from[i] < 0)
			return false;
		dims->dim[i] = (uint64_t)from[i];
	}
	return true;
}

/* Add the data of a tensor, which is little-endian like this machine. */
static hr_status add_data(import_model *model, import_value *value, const Onnx__TensorProto *tensor)
{
	size_t size = tensor->data_type == ONNX_INT64 ? sizeof(int64_t) : sizeof(float);
	const void *data = tensor->data_type == ONNX_INT64 ? (const void *)tensor->int64_data
							   : (const void *)tensor->float_data;
	size_t count =
		tensor->data_type == ONNX_INT64 ? tensor->n_int64_data : tensor->n_float_data;
	void *copy;

	if (tensor->has_raw_data) {
		data = tensor->raw_data.data;
		count = tensor->raw_data.len / size;
	}
	if (count != import_count(value) || (tensor->has_raw_data && tensor->raw_data.len % size))
		return malformed(
			model,
			hr_arena_printf(&model->arena,
					"the number of values of '%s' does not match its shape",
					value->name));
	copy = hr_arena_alloc(&model->arena, count * size + 1);
	if (count)
		memcpy(copy, data, count * size);
	if (tensor->data_type == ONNX_INT64)
		value->integers = copy;
	else
		value->data = copy;
	return HR_OK;
}

/* Add a weight, or the integers of a shape. */
static hr_status add_tensor(import_model *model, const char *name, const Onnx__TensorProto *tensor)
{
	unsigned value;
	hr_dims dims;

	if (tensor->data_type != ONNX_FLOAT && tensor->data_type != ONNX_INT64)
		return import_refuse(model, name, "initializer",
				     "its elements are neither FP32 nor int64");
	if (tensor->data_location)
		return import_refuse(model, name, "initializer", "its data is in another file");
	if (!set_dims(&dims, tensor->dims, tensor->n_dims))
		return import_refuse(model, name, "initializer",
				     "it has %zu dimensions; tensors have at most %d",
				     tensor->n_dims, HR_TENSOR_DIMS);
	value = import_add(model, name, IMPORT_WEIGHT, &dims);
	return add_data(model, &model->values.data[value], tensor);
}

/* Read a dimension. The first may have a name instead of a size: it is the batch. */
static hr_status read_dim(import_model *model, const char *input, size_t i,
			  const Onnx__TensorShapeProto__Dimension *dim, int64_t *size)
{
	const char *name = dim->dim_param && *dim->dim_param ? dim->dim_param : "?";

	*size = dim->has_dim_value ? dim->dim_value : (int64_t)model->batch;
	if (dim->has_dim_value)
		return HR_OK;
	if (i)
		return import_refuse(
			model, input, "input",
			"the size of dimension %zu, '%s', is unknown; only the first dimension can be set (--batch)",
			i, name);
	return model->batch_given ? HR_OK
				  : hr_report(model->diags, HR_D_batch_assumed, NULL, model->file,
					      input, name);
}

static hr_status add_input(import_model *model, const Onnx__ValueInfoProto *info)
{
	const Onnx__TypeProto__Tensor *type = info->type ? info->type->tensor_type : NULL;
	int64_t dims[HR_TENSOR_DIMS];
	hr_dims shape;

	if (import_find(model, info->name))
		return HR_OK; /* a weight that is also an input */
	if (!type || !type->shape)
		return import_refuse(model, info->name, "input",
				     "it is not a tensor, or its shape is unknown");
	if (type->elem_type != ONNX_FLOAT)
		return import_refuse(model, info->name, "input", "its elements are not FP32");
	if (type->shape->n_dim > HR_TENSOR_DIMS)
		return import_refuse(model, info->name, "input",
				     "it has %zu dimensions; tensors have at most %d",
				     type->shape->n_dim, HR_TENSOR_DIMS);
	for (size_t i = 0; i < type->shape->n_dim; i++)
		HR_TRY(read_dim(model, info->name, i, type->shape->dim[i], &dims[i]));
	if (!set_dims(&shape, dims, type->shape->n_dim))
		return import_refuse(model, info->name, "input", "a dimension is negative");
	import_add(model, info->name, IMPORT_INPUT, &shape);
	return HR_OK;
}

/* --- the graph -------------------------------------------------------------------------------- */

static hr_status read_constant(import_model *model, const Onnx__NodeProto *node)
{
	for (size_t i = 0; i < node->n_attribute; i++)
		if (strcmp(node->attribute[i]->name, "value") == 0 && node->attribute[i]->t &&
		    node->n_output == 1)
			return add_tensor(model, node->output[0], node->attribute[i]->t);
	return import_refuse(model, node->output[0], "Constant", "its value is not a tensor");
}

/* Add a weight of the shape in its operand, with all elements equal. */
static hr_status read_filled(import_model *model, const Onnx__NodeProto *node)
{
	const char *name = node->output[0];
	unsigned from = node->n_input ? import_find(model, node->input[0]) : 0, value;
	const int64_t *dims = model->values.data[from].integers;
	const Onnx__TensorProto *with = NULL;
	float number = 0, *data;
	uint64_t count;
	hr_dims shape;

	for (size_t i = 0; i < node->n_attribute; i++)
		if (strcmp(node->attribute[i]->name, "value") == 0)
			with = node->attribute[i]->t;
	if (with && with->data_type == ONNX_FLOAT && with->raw_data.len == sizeof(number))
		memcpy(&number, with->raw_data.data, sizeof(number));
	else if (with && with->data_type == ONNX_FLOAT && with->n_float_data == 1)
		number = with->float_data[0];
	else if (with)
		return import_refuse(model, name, node->op_type, "its value is not a float");
	if (!dims || !set_dims(&shape, dims, import_count(&model->values.data[from])))
		return import_refuse(model, name, node->op_type,
				     "its shape is unknown, or has more than %d dimensions",
				     HR_TENSOR_DIMS);
	count = hr_dims_count(&shape);
	if (count > SIZE_MAX / sizeof(float) - 1)
		return import_refuse(model, name, node->op_type, "it is too large");
	data = hr_arena_alloc(&model->arena, count * sizeof(float) + 1);
	for (uint64_t i = 0; i < count; i++)
		data[i] = number;
	value = import_add(model, name, IMPORT_WEIGHT, &shape);
	model->values.data[value].data = data;
	return HR_OK;
}

static hr_status read_node(import_model *model, const Onnx__NodeProto *node)
{
	if (strcmp(node->op_type, "Constant") == 0)
		return read_constant(model, node);
	if (strcmp(node->op_type, "ConstantOfShape") == 0)
		return read_filled(model, node);
	return import_node(model, node);
}

/* Report that NAME is not defined, or that the operator which defines it has no such output in T,
 * as the mask of Dropout. */
static hr_status no_output(import_model *model, const Onnx__GraphProto *graph, const char *name)
{
	for (size_t i = 0; i < graph->n_node; i++)
		for (size_t k = 1; k < graph->node[i]->n_output; k++)
			if (strcmp(graph->node[i]->output[k], name) == 0)
				return import_refuse(
					model, name, "output",
					"it is output %zu of %s, which tensor operations do not produce",
					k, graph->node[i]->op_type);
	return import_refuse(model, name, "output", "no node produces it");
}

static hr_status read_graph(import_model *model, const Onnx__GraphProto *graph)
{
	model->name = graph->name && *graph->name ? hr_arena_strdup(&model->arena, graph->name)
						  : "Network";
	HR_PUSH(&model->values, (import_value){.name = ""});
	for (size_t i = 0; i < graph->n_initializer; i++)
		HR_TRY(add_tensor(model, graph->initializer[i]->name, graph->initializer[i]));
	for (size_t i = 0; i < graph->n_input; i++)
		HR_TRY(add_input(model, graph->input[i]));
	for (size_t i = 0; i < graph->n_node; i++)
		HR_TRY(read_node(model, graph->node[i]));
	for (size_t i = 0; i < graph->n_output; i++) {
		unsigned value = import_find(model, graph->output[i]->name);

		if (!value)
			return no_output(model, graph, graph->output[i]->name);
		if (model->values.data[value].kind != IMPORT_RESULT)
			HR_TRY(import_result(model, &value));
		HR_PUSH(&model->outputs, value);
	}
	if (!model->outputs.count)
		return malformed(model, "it has no outputs");
	return HR_OK;
}

/* Return true if the graph has all texts, which protobuf may omit. */
static bool has_texts(const Onnx__GraphProto *graph)
{
	bool all = true;

	for (size_t i = 0; i < graph->n_node; i++) {
		all &= graph->node[i]->op_type != NULL && graph->node[i]->n_output > 0;
		for (size_t k = 0; k < graph->node[i]->n_attribute; k++)
			all &= graph->node[i]->attribute[k]->name != NULL;
	}
	for (size_t i = 0; i < graph->n_initializer; i++)
		all &= graph->initializer[i]->name != NULL;
	for (size_t i = 0; i < graph->n_input; i++)
		all &= graph->input[i]->name != NULL;
	for (size_t i = 0; i < graph->n_output; i++)
		all &= graph->output[i]->name != NULL;
	return all;
}

hr_status import_read(import_model *model, const char *path)
{
	Onnx__ModelProto *proto;
	hr_status status;
	uint8_t *bytes;
	size_t size;
	int error = hr_file_read(path, &bytes, &size);

	if (error)
		return hr_report(model->diags, HR_D_unreadable_file, NULL, path, strerror(error));
	proto = onnx__model_proto__unpack(NULL, size, bytes);
	hr_free(bytes);
	if (!proto || !proto->graph || !has_texts(proto->graph)) {
		if (proto)
			onnx__model_proto__free_unpacked(proto, NULL);
		return malformed(model, "it is not an ONNX model");
	}
	model->opset = 1;
	for (size_t i = 0; i < proto->n_opset_import; i++)
		if (!proto->opset_import[i]->domain || !*proto->opset_import[i]->domain)
			model->opset = proto->opset_import[i]->version;
	status = read_graph(model, proto->graph);
	onnx__model_proto__free_unpacked(proto, NULL);
	return status;
}

void import_free(import_model *model)
{
	HR_VEC_FREE(&model->values);
	HR_VEC_FREE(&model->steps);
	HR_VEC_FREE(&model->outputs);
	hr_arena_free(&model->arena);
}
