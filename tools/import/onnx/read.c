/* tools/import/onnx/read.c -- read an ONNX file: versions, subgraphs, inputs, the graph, outputs.
 *
 * Only what outputs depend on is read: initializers, inputs and nodes that are not used may have any
 * type, rank and operator. The messages are in the arena, so that constants can borrow their data.
 *
 * Owns:      the maps of external data, until onnx_close().
 * Not here:  nodes (block.c), tensors (tensor.c), the rules of a graph (check.c). */
#include <ctype.h>
#include <string.h>

#include "src/file/file.h"
#include "tools/import/file/external.h"
#include "tools/import/file/wire.h"
#include "tools/import/onnx/onnx_private.h"

/* --- messages ---------------------------------------------------------------------------------- */

static void *message_alloc(void *arena, size_t size)
{
	return hr_arena_alloc(arena, size);
}

static void message_free(void *arena, void *memory)
{
	(void)arena, (void)memory;
}

/* Read the message TYPE to the arena. Return NULL, with the reason in *WHY, if it is none. */
static void *read_message(hr_arena *arena, const ProtobufCMessageDescriptor *type,
			  const uint8_t *bytes, size_t size, const char **why)
{
	ProtobufCAllocator allocator = {message_alloc, message_free, arena};

	*why = "a name in it contains a zero byte";
	if (onnx_has_zero(type, bytes, size))
		return NULL;
	*why = "it is not an ONNX model";
	return protobuf_c_message_unpack(type, &allocator, size, bytes);
}

/* Return true if the nodes have all texts, which protobuf may omit. */
static bool nodes_have_texts(Onnx__NodeProto *const *nodes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!nodes[i]->op_type || !nodes[i]->n_output)
			return false;
		for (size_t k = 0; k < nodes[i]->n_attribute; k++)
			if (!nodes[i]->attribute[k]->name)
				return false;
	}
	return true;
}

static bool graph_has_texts(const Onnx__GraphProto *graph)
{
	bool all = nodes_have_texts(graph->node, graph->n_node);

	for (size_t i = 0; i < graph->n_initializer; i++)
		all &= graph->initializer[i]->name != NULL;
	for (size_t i = 0; i < graph->n_input; i++)
		all &= graph->input[i]->name != NULL;
	for (size_t i = 0; i < graph->n_output; i++)
		all &= graph->output[i]->name != NULL;
	return all;
}

static bool function_has_texts(const Onnx__FunctionProto *function)
{
	bool all = function->name && nodes_have_texts(function->node, function->n_node);

	for (size_t i = 0; i < function->n_attribute_proto; i++)
		all &= function->attribute_proto[i]->name != NULL;
	return all;
}

/* --- subgraphs --------------------------------------------------------------------------------- */

static bool read_subgraphs(onnx_model *model, Onnx__NodeProto *const *nodes, size_t count,
			   unsigned depth);

static bool read_subgraph(onnx_model *model, const Onnx__AttributeProto *a, unsigned depth)
{
	const char *why = NULL;
	Onnx__GraphProto *graph;

	if (depth >= ONNX_MOST_DEPTH)
		return onnx_malformed(&model->report, "its subgraphs are nested too deep") == HR_OK;
	graph = read_message(model->arena, &onnx__graph_proto__descriptor, a->g.data, a->g.len,
			     &why);
	if (!graph || !graph_has_texts(graph))
		return onnx_malformed(&model->report, why) == HR_OK;
	hr_map_put(&model->graphs, hr_map_key(a), hr_map_key(graph));
	return read_subgraphs(model, graph->node, graph->n_node, depth + 1);
}

/* Read the subgraphs of NODES. Return false after an error. */
static bool read_subgraphs(onnx_model *model, Onnx__NodeProto *const *nodes, size_t count,
			   unsigned depth)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < nodes[i]->n_attribute; k++)
			if (nodes[i]->attribute[k]->has_g &&
			    !read_subgraph(model, nodes[i]->attribute[k], depth))
				return false;
	return true;
}

const Onnx__GraphProto *onnx_graph_of(const onnx_model *model, const Onnx__AttributeProto *a)
{
	uint64_t graph = 0;

	hr_map_get(&model->graphs, hr_map_key(a), &graph);
	return (const Onnx__GraphProto *)(uintptr_t)graph;
}

/* --- versions ---------------------------------------------------------------------------------- */

static bool uses_default_domain(const Onnx__GraphProto *graph)
{
	bool uses = false;

	for (size_t i = 0; i < graph->n_node; i++)
		uses |= onnx_is_default_domain(graph->node[i]->domain);
	return uses;
}

/* Set *OPSET to the operator set, which a model imports once. */
static hr_status read_versions(onnx_model *model, int64_t *opset)
{
	const Onnx__ModelProto *proto = model->proto;
	onnx_report *report = &model->report;
	unsigned entries = 0;

	if (!proto->has_ir_version || proto->ir_version < 1)
		return onnx_malformed(report, "it has no ir_version");
	if (proto->ir_version > ONNX_NEWEST_IR)
		return onnx_refuse(report, "ir_version", "model",
				   "its ir_version is %lld; the newest known is %d",
				   (long long)proto->ir_version, ONNX_NEWEST_IR);
	*opset = 1;
	for (size_t i = 0; i < proto->n_opset_import; i++)
		if (onnx_is_default_domain(proto->opset_import[i]->domain)) {
			*opset = proto->opset_import[i]->version;
			entries++;
		}
	if (entries > 1)
		return onnx_malformed(
			report, "opset_import has several entries for the domain '' (ai.onnx)");
	if (!entries && proto->ir_version >= 3) {
		if (uses_default_domain(proto->graph))
			return onnx_malformed(
				report, "opset_import has no entry for the domain '' (ai.onnx)");
		*opset = ONNX_NEWEST_OPSET;
	}
	if (*opset < 1)
		return onnx_malformed(report, hr_arena_printf(model->arena,
							      "opset_import has the version %lld",
							      (long long)*opset));
	if (*opset > ONNX_NEWEST_OPSET)
		return onnx_refuse(report, "opset_import", "model",
				   "its operator set is %lld; the newest known is %d",
				   (long long)*opset, ONNX_NEWEST_OPSET);
	return HR_OK;
}

/* --- inputs ------------------------------------------------------------------------------------ */

/* Return true if NAME is an identifier, which a symbol can have as its name. */
static bool is_identifier(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	while (isalnum((unsigned char)*name) || *name == '_')
		name++;
	return !*name;
}

/* Return the symbol of the dimensions named NAME. */
static hr_sym named_dimension(onnx_model *model, const char *name)
{
	uint64_t symbol = 0;

	if (hr_strmap_get(&model->dimensions, name, &symbol))
		return (hr_sym)symbol;
	symbol = hr_sym_symbol(model->symbols, is_identifier(name) ? name : NULL);
	hr_strmap_put(&model->dimensions, name, symbol);
	return (hr_sym)symbol;
}

static const Onnx__TensorShapeProto *shape_of(const Onnx__ValueInfoProto *info)
{
	return info->type && info->type->tensor_type ? info->type->tensor_type->shape : NULL;
}

/* Define the names of INFO's dimensions: the first is the batch, if that is given. All are defined
 * before a symbol without a name is made. */
static void name_dimensions(onnx_model *model, const Onnx__ValueInfoProto *info)
{
	const Onnx__TensorShapeProto *shape = shape_of(info);

	for (size_t i = 0; shape && i < shape->n_dim; i++) {
		const char *name = shape->dim[i]->dim_param;

		if (shape->dim[i]->has_dim_value || !name || !*name)
			continue;
		if (!i && model->source->batch)
			hr_strmap_put(&model->dimensions, name,
				      hr_sym_number(model->symbols, (int64_t)model->source->batch));
		else if (is_identifier(name))
			named_dimension(model, name);
	}
}

static hr_sym read_dimension(onnx_model *model, const Onnx__TensorShapeProto__Dimension *dim,
			     bool first)
{
	if (dim->has_dim_value)
		return hr_sym_number(model->symbols, dim->dim_value);
	if (dim->dim_param && *dim->dim_param)
		return named_dimension(model, dim->dim_param);
	return first && model->source->batch
		       ? hr_sym_number(model->symbols, (int64_t)model->source->batch)
		       : hr_sym_symbol(model->symbols, NULL);
}

static const onnx_fixed *fixed_value(const onnx_source *source, const char *name)
{
	for (size_t i = 0; i < source->fixed_count; i++)
		if (strcmp(source->fixed[i].name, name) == 0)
			return &source->fixed[i];
	return NULL;
}

/* Return false, and report it, if VALUE does not have the type and shape that INFO declares. */
static bool fits_input(onnx_model *model, const Onnx__ValueInfoProto *info, const onnx_fixed *value)
{
	const Onnx__TensorShapeProto *shape = shape_of(info);
	bool fits = shape && shape->n_dim == value->shape.rank &&
		    onnx_elem(info->type->tensor_type->elem_type) == value->elem;

	for (unsigned i = 0; fits && i < value->shape.rank; i++)
		fits = !shape->dim[i]->has_dim_value ||
		       (uint64_t)shape->dim[i]->dim_value == value->shape.dim[i];
	if (!fits)
		onnx_refuse(&model->report, info->name, "input",
			    "the value that it is fixed to has another type or shape");
	return fits;
}

static hr_tv add_input(onnx_scope *scope, const Onnx__ValueInfoProto *info)
{
	onnx_model *model = scope->model;
	const Onnx__TypeProto__Tensor *type = info->type ? info->type->tensor_type : NULL;
	const onnx_fixed *fixed = fixed_value(model->source, info->name);
	const char *name = hr_arena_strdup(model->arena, info->name);
	hr_sym extents[HR_RANK_MOST];

	if (!type || !type->shape) {
		onnx_refuse(&model->report, name, "input",
			    "it is not a tensor, or its rank is unknown");
		return 0;
	}
	if (!onnx_elem(type->elem_type)) {
		onnx_refuse(&model->report, name, "input",
			    "its elements are %s, which is not supported",
			    onnx_type_name(model, type->elem_type));
		return 0;
	}
	if (type->shape->n_dim > HR_RANK_MOST) {
		onnx_refuse(&model->report, name, "input",
			    "it has %zu dimensions; tensors have at most %d", type->shape->n_dim,
			    HR_RANK_MOST);
		return 0;
	}
	for (size_t i = 0; i < type->shape->n_dim; i++) {
		if (type->shape->dim[i]->has_dim_value && type->shape->dim[i]->dim_value < 0) {
			onnx_invalid(&model->report, name, "input", "dimension %zu is negative", i);
			return 0;
		}
		extents[i] = read_dimension(model, type->shape->dim[i], i == 0);
	}
	if (fixed)
		return fits_input(model, info, fixed)
			       ? hr_t_constant(scope->program, name, fixed->elem, fixed->shape.rank,
					       fixed->shape.dim, fixed->data)
			       : 0;
	return hr_t_input(scope->program, name, onnx_elem(type->elem_type),
			  (unsigned)type->shape->n_dim, extents);
}

/* Report each value that is given for an input which GRAPH does not have. */
static void check_fixed(onnx_model *model, const Onnx__GraphProto *graph)
{
	for (size_t i = 0; i < model->source->fixed_count; i++) {
		const char *name = model->source->fixed[i].name;
		bool has = false;

		for (size_t k = 0; k < graph->n_input && !has; k++)
			has = strcmp(graph->input[k]->name, name) == 0;
		if (!has)
			onnx_refuse(&model->report, name, "--fix", "the model has no such input");
	}
}

/* An input that has an initializer is a constant. */
void onnx_add_inputs(onnx_scope *scope, const onnx_block *block, const hr_strmap *live)
{
	const Onnx__GraphProto *graph = block->graph;

	check_fixed(scope->model, graph);
	for (unsigned add = 0; add < 2; add++)
		for (size_t i = 0; i < graph->n_input; i++) {
			const char *name = graph->input[i]->name;

			if (!hr_strmap_get(live, name, NULL) ||
			    hr_strmap_get(&scope->values, name, NULL))
				continue;
			if (add)
				onnx_scope_put(scope, name, add_input(scope, graph->input[i]));
			else
				name_dimensions(scope->model, graph->input[i]);
		}
}

/* --- outputs ----------------------------------------------------------------------------------- */

/* Return the text of SHAPE, "(n, 3)". */
static const char *declared_text(const onnx_model *model, const Onnx__TensorShapeProto *shape)
{
	const char *text = "(";

	for (size_t i = 0; i < shape->n_dim; i++) {
		const Onnx__TensorShapeProto__Dimension *dim = shape->dim[i];
		const char *name = dim->dim_param && *dim->dim_param ? dim->dim_param : "?";

		if (dim->has_dim_value)
			name = hr_arena_printf(model->arena, "%lld", (long long)dim->dim_value);
		text = hr_arena_printf(model->arena, "%s%s%s", text, i ? ", " : "", name);
	}
	return hr_arena_printf(model->arena, "%s)", text);
}

/* Report that type or shape, which the file declares, is another one. */
static void check_output(onnx_model *model, const hr_tprogram *program,
			 const Onnx__ValueInfoProto *info, hr_tv value)
{
	const Onnx__TypeProto__Tensor *type = info->type ? info->type->tensor_type : NULL;
	const Onnx__TensorShapeProto *shape = shape_of(info);
	const hr_tvalue *of = hr_t_value(program, value);
	bool same;
	int64_t is;

	if (type && type->has_elem_type && onnx_elem(type->elem_type) != of->elem)
		onnx_invalid(&model->report, info->name, "output",
			     "it is %s, but the file declares elements of %s",
			     hr_t_text(program, value), onnx_type_name(model, type->elem_type));
	if (!shape)
		return;
	same = shape->n_dim == of->rank;
	for (unsigned i = 0; same && i < of->rank; i++)
		if (shape->dim[i]->has_dim_value && hr_t_extent(program, value, i, &is))
			same = shape->dim[i]->dim_value == is;
	if (!same)
		onnx_invalid(&model->report, info->name, "output",
			     "it is %s, but the file declares %s", hr_t_text(program, value),
			     declared_text(model, shape));
}

static void add_outputs(onnx_model *model, hr_tprogram *program, const onnx_block *block,
			const hr_tv *values)
{
	for (size_t i = 0; i < block->output_count; i++) {
		if (!values[i])
			continue;
		check_output(model, program, block->graph->output[i], values[i]);
		hr_t_output(program, hr_arena_strdup(model->arena, block->outputs[i]), values[i]);
	}
}

/* --- the file ---------------------------------------------------------------------------------- */

/* Translate the model's graph, whose operator set is OPSET. */
static hr_status read_graph(onnx_model *model, int64_t opset, hr_tprogram **program)
{
	const Onnx__GraphProto *graph = model->proto->graph;
	const onnx_block block = onnx_block_of_graph(model, graph);
	onnx_scope scope = {.model = model, .opset = opset, .prefix = ""};
	hr_tv *outputs = hr_arena_array(model->arena, block.output_count + 1, sizeof(*outputs));

	scope.program = hr_tprogram_new(model->arena, model->symbols,
					graph->name && *graph->name ? graph->name : "Network");
	if (!block.output_count)
		onnx_malformed(&model->report, "it has no outputs");
	onnx_translate_block(&scope, &block, outputs);
	add_outputs(model, scope.program, &block, outputs);
	hr_strmap_free(&scope.values);
	if (model->report.status == HR_OK)
		*program = scope.program;
	else
		hr_tprogram_free(scope.program);
	return model->report.status;
}

static hr_status read_model(onnx_model *model, const uint8_t *bytes, size_t size)
{
	const char *why = NULL;
	bool whole;

	model->proto =
		read_message(model->arena, &onnx__model_proto__descriptor, bytes, size, &why);
	whole = model->proto && model->proto->graph && graph_has_texts(model->proto->graph);
	for (size_t i = 0; whole && i < model->proto->n_functions; i++)
		whole = function_has_texts(model->proto->functions[i]);
	return whole ? HR_OK : onnx_malformed(&model->report, why);
}

static bool read_all_subgraphs(onnx_model *model)
{
	const Onnx__ModelProto *proto = model->proto;
	bool read = read_subgraphs(model, proto->graph->node, proto->graph->n_node, 0);

	for (size_t i = 0; read && i < proto->n_functions; i++)
		read = read_subgraphs(model, proto->functions[i]->node, proto->functions[i]->n_node,
				      0);
	return read;
}

hr_status onnx_program(onnx_source *source, hr_tprogram **program)
{
	onnx_model model = {
		.source = source,
		.report = {.diags = source->diags, .file = source->path, .arena = source->arena},
		.arena = source->arena,
		.symbols = source->symbols};
	int64_t opset = 0;
	hr_status status;
	uint8_t *bytes;
	size_t size;
	int error = hr_file_read(source->path, &bytes, &size);

	if (error)
		return hr_report(source->diags, HR_D_unreadable_file, NULL, source->path,
				 strerror(error));
	status = read_model(&model, bytes, size);
	hr_free(bytes);
	if (status == HR_OK)
		status = read_versions(&model, &opset);
	if (status == HR_OK)
		status = read_all_subgraphs(&model) ? read_graph(&model, opset, program)
						    : model.report.status;
	hr_map_free(&model.graphs);
	hr_strmap_free(&model.dimensions);
	hr_strmap_free(&model.sequences);
	return status;
}

void onnx_close(onnx_source *source)
{
	onnx_unmap(&source->maps);
}
