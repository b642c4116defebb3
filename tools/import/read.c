/* tools/import/read.c -- read an ONNX file: versions, weights, inputs, nodes and outputs.
 *
 * Only what outputs depend on is read: initializers, inputs and nodes that are not used may have any
 * type, rank and operator.
 *
 * Owns:      values and steps.
 * Not here:  the rules of a graph (check.c), tensors (tensor.c), operators (ops.c). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/file/file.h"
#include "tools/import/file/onnx.pb-c.h"
#include "tools/import/file/wire.h"
#include "tools/import/import.h"

/* --- errors ------------------------------------------------------------------------------------ */

static hr_status note(import_model *model, hr_status status)
{
	if (model->status == HR_OK || status == HR_REJECT)
		model->status = status;
	return status;
}

hr_status import_refuse(import_model *model, const char *name, const char *what, const char *format,
			...)
{
	char text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return note(model, hr_report(model->diags, HR_D_not_imported, NULL, model->file, name, what,
				     text));
}

hr_status import_malformed(import_model *model, const char *why)
{
	return note(model, hr_report(model->diags, HR_D_malformed_file, NULL, model->file, why));
}

hr_status import_invalid(import_model *model, const char *name, const char *what,
			 const char *format, ...)
{
	char text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return import_malformed(model,
				hr_arena_printf(&model->arena, "'%s' (%s): %s", name, what, text));
}

/* --- values ----------------------------------------------------------------------------------- */

unsigned import_find(const import_model *model, const char *name)
{
	uint64_t value = 0;

	hr_strmap_get(&model->named, name, &value);
	return (unsigned)value;
}

void import_name(import_model *model, const char *name, unsigned value)
{
	hr_strmap_put(&model->named, name, value);
}

unsigned import_add(import_model *model, const char *name, import_kind kind, const hr_dims *onnx)
{
	HR_PUSH(&model->values, (import_value){.name = hr_arena_strdup(&model->arena, name),
					       .kind = kind,
					       .type = ONNX_FLOAT,
					       .onnx = *onnx});
	return (unsigned)model->values.count - 1;
}

uint64_t import_count(const import_value *value)
{
	return hr_dims_count(&value->onnx);
}

bool import_dims(hr_dims *dims, const int64_t *from, size_t count)
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

/* --- inputs and weights ------------------------------------------------------------------------ */

/* Read a dimension. The first may have a name instead of a size: it is the batch. */
static hr_status read_dim(import_model *model, const char *input, size_t i,
			  const Onnx__TensorShapeProto__Dimension *dim, int64_t *size)
{
	const char *name = dim->dim_param && *dim->dim_param ? dim->dim_param : "?";

	*size = dim->has_dim_value ? dim->dim_value : (int64_t)model->batch;
	if (dim->has_dim_value || (!i && model->batch))
		return HR_OK;
	return import_refuse(
		model, input, "input",
		"the size of dimension %zu, '%s', is unknown; only the first dimension can be set (--batch)",
		i, name);
}

static hr_status read_input(import_model *model, const Onnx__ValueInfoProto *info, unsigned *value)
{
	const Onnx__TypeProto__Tensor *type = info->type ? info->type->tensor_type : NULL;
	int64_t dims[HR_TENSOR_DIMS];
	hr_dims shape;

	if (!type || !type->shape)
		return import_refuse(model, info->name, "input",
				     "it is not a tensor, or its shape is unknown");
	if (type->elem_type != ONNX_FLOAT)
		return import_refuse(model, info->name, "input",
				     "its elements are %s; inputs are FLOAT",
				     import_type_name(model, type->elem_type));
	if (type->shape->n_dim > HR_TENSOR_DIMS)
		return import_refuse(model, info->name, "input",
				     "it has %zu dimensions; tensors have at most %d",
				     type->shape->n_dim, HR_TENSOR_DIMS);
	for (size_t i = 0; i < type->shape->n_dim; i++)
		HR_TRY(read_dim(model, info->name, i, type->shape->dim[i], &dims[i]));
	if (!import_dims(&shape, dims, type->shape->n_dim))
		return import_invalid(model, info->name, "input", "a dimension is negative");
	*value = import_add(model, info->name, IMPORT_INPUT, &shape);
	return HR_OK;
}

/* Add the value that the model names NAME: VALUE, or one that has been refused if VALUE is 0. */
static void add_named(import_model *model, const char *name, unsigned value)
{
	static const hr_dims none = {0};

	import_name(model, name, value ? value : import_add(model, name, IMPORT_REFUSED, &none));
}

/* Add the initializers and inputs whose names are LIVE. An input that has an initializer is a
 * weight. */
static void add_live(import_model *model, const Onnx__GraphProto *graph, const hr_strmap *live)
{
	for (size_t i = 0; i < graph->n_initializer; i++) {
		const Onnx__TensorProto *tensor = graph->initializer[i];
		unsigned value = 0;

		if (!hr_strmap_get(live, tensor->name, NULL))
			continue;
		(void)!import_tensor(model, tensor->name, "initializer", tensor, &value);
		add_named(model, tensor->name, value);
	}
	for (size_t i = 0; i < graph->n_input; i++) {
		const char *name = graph->input[i]->name;
		unsigned value = 0;

		if (!hr_strmap_get(live, name, NULL) || import_find(model, name))
			continue;
		(void)!read_input(model, graph->input[i], &value);
		add_named(model, name, value);
	}
}

/* --- outputs ----------------------------------------------------------------------------------- */

/* Report that the shape, which the file declares, is another one. */
static hr_status check_shape(import_model *model, const char *name,
			     const Onnx__TensorShapeProto *shape, const hr_dims *dims)
{
	char is[HR_DIMS_TEXT];
	bool same = shape->n_dim == dims->rank;

	for (size_t i = 0; i < shape->n_dim && same; i++)
		same = !shape->dim[i]->has_dim_value ||
		       shape->dim[i]->dim_value == (int64_t)dims->dim[i];
	if (same)
		return HR_OK;
	return import_invalid(model, name, "output",
			      "it has the shape %s, but the file declares another",
			      hr_dims_text(dims, is));
}

static hr_status add_output(import_model *model, const Onnx__ValueInfoProto *info)
{
	const Onnx__TypeProto__Tensor *type = info->type ? info->type->tensor_type : NULL;
	unsigned value = import_find(model, info->name);
	const import_value *of = &model->values.data[value];

	if (of->kind == IMPORT_REFUSED)
		return HR_OK;
	if (type && type->has_elem_type && type->elem_type != of->type)
		return import_invalid(model, info->name, "output",
				      "its elements are %s, but the file declares %s",
				      import_type_name(model, of->type),
				      import_type_name(model, type->elem_type));
	if (type && type->shape)
		HR_TRY(check_shape(model, info->name, type->shape, &of->onnx));
	if (of->kind != IMPORT_RESULT)
		HR_TRY(import_result(model, &value));
	HR_PUSH(&model->outputs, value);
	return HR_OK;
}

/* --- the graph --------------------------------------------------------------------------------- */

static hr_status read_graph(import_model *model, const Onnx__GraphProto *graph)
{
	unsigned char *nodes = hr_alloc_zero(graph->n_node + 1);
	hr_strmap live = {0};

	model->name = graph->name && *graph->name ? hr_arena_strdup(&model->arena, graph->name)
						  : "Network";
	HR_PUSH(&model->values, (import_value){.name = ""});
	if (!graph->n_output)
		import_malformed(model, "it has no outputs");
	if (graph->n_sparse_initializer)
		import_refuse(model, "", "sparse_initializer", "sparse tensors are not supported");
	if (import_check(model, graph, nodes, &live)) {
		add_live(model, graph, &live);
		for (size_t i = 0; i < graph->n_node; i++)
			if (nodes[i] & IMPORT_LIVE)
				import_node(model, graph->node[i], nodes[i] & IMPORT_BAD, &live);
		for (size_t i = 0; i < graph->n_output; i++)
			(void)!add_output(model, graph->output[i]);
	}
	hr_strmap_free(&live);
	hr_free(nodes);
	return model->status;
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

/* --- the file ---------------------------------------------------------------------------------- */

/* "" and "ai.onnx" name the same domain. */
static bool is_default_domain(const char *domain)
{
	return !domain || !*domain || strcmp(domain, "ai.onnx") == 0;
}

/* Set the operator set. From IR version 3 on a model imports it, once for each domain; before, it is
 * 1. */
static hr_status read_versions(import_model *model, const Onnx__ModelProto *proto)
{
	hr_arena *arena = &model->arena;
	unsigned entries = 0;

	if (!proto->has_ir_version || proto->ir_version < 1)
		return import_malformed(model, "it has no ir_version");
	if (proto->ir_version > IMPORT_NEWEST_IR)
		return import_refuse(model, "ir_version", "model",
				     "its ir_version is %lld; the newest known is %d",
				     (long long)proto->ir_version, IMPORT_NEWEST_IR);
	model->opset = 1;
	for (size_t i = 0; i < proto->n_opset_import; i++)
		if (is_default_domain(proto->opset_import[i]->domain)) {
			model->opset = proto->opset_import[i]->version;
			entries++;
		}
	if (entries > 1)
		return import_malformed(
			model, "opset_import has several entries for the domain '' (ai.onnx)");
	if (!entries && proto->ir_version >= 3)
		return import_malformed(model,
					"opset_import has no entry for the domain '' (ai.onnx)");
	if (model->opset < 1)
		return import_malformed(model,
					hr_arena_printf(arena, "opset_import has the version %lld",
							(long long)model->opset));
	if (model->opset > IMPORT_NEWEST_OPSET)
		return import_refuse(model, "opset_import", "model",
				     "its operator set is %lld; the newest known is %d",
				     (long long)model->opset, IMPORT_NEWEST_OPSET);
	return HR_OK;
}

hr_status import_read(import_model *model, const char *path)
{
	Onnx__ModelProto *proto = NULL;
	hr_status status;
	uint8_t *bytes;
	size_t size;
	int error = hr_file_read(path, &bytes, &size);
	bool zeros;

	if (error)
		return hr_report(model->diags, HR_D_unreadable_file, NULL, path, strerror(error));
	zeros = onnx_has_zero(&onnx__model_proto__descriptor, bytes, size);
	if (!zeros)
		proto = onnx__model_proto__unpack(NULL, size, bytes);
	hr_free(bytes);
	if (!proto || !proto->graph || !has_texts(proto->graph)) {
		if (proto)
			onnx__model_proto__free_unpacked(proto, NULL);
		return import_malformed(model, zeros ? "a name in it contains a zero byte"
						     : "it is not an ONNX model");
	}
	status = read_versions(model, proto);
	if (status == HR_OK)
		status = read_graph(model, proto->graph);
	onnx__model_proto__free_unpacked(proto, NULL);
	return status;
}

void import_free(import_model *model)
{
	HR_VEC_FREE(&model->values);
	HR_VEC_FREE(&model->steps);
	HR_VEC_FREE(&model->outputs);
	hr_strmap_free(&model->named);
	hr_arena_free(&model->arena);
}
