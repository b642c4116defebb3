/* tools/import/onnx/block.c -- translate a block of nodes: a graph, the body of a function, a subgraph.
 *
 * Invariant: nodes are translated in order, after all names were checked; a node with an operand that was
 *            reported is skipped.
 * Owns:      nothing.
 * Not here:  the rules of a block (check.c), the meaning of operators (their handlers). */
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- scopes ------------------------------------------------------------------------------------ */

void onnx_scope_put(onnx_scope *scope, const char *name, hr_tv value)
{
	hr_tvalue *of = &scope->program->values.data[value];

	hr_strmap_put(&scope->values, name, value);
	if (value && !*of->name)
		of->name = hr_arena_strdup(scope->model->arena, name);
}

hr_tv onnx_scope_get(const onnx_scope *scope, const char *name)
{
	uint64_t value = 0;

	hr_strmap_get(&scope->values, name, &value);
	return (hr_tv)value;
}

/* --- blocks ------------------------------------------------------------------------------------ */

static const char **names_of(const onnx_model *model, Onnx__ValueInfoProto *const *infos,
			     size_t count)
{
	const char **names = hr_arena_array(model->arena, count + 1, sizeof(*names));

	for (size_t i = 0; i < count; i++)
		names[i] = infos[i]->name;
	return names;
}

onnx_block onnx_block_of_graph(const onnx_model *model, const Onnx__GraphProto *graph)
{
	return (onnx_block){.nodes = graph->node,
			    .node_count = graph->n_node,
			    .inputs = names_of(model, graph->input, graph->n_input),
			    .input_count = graph->n_input,
			    .outputs = names_of(model, graph->output, graph->n_output),
			    .output_count = graph->n_output,
			    .initializers = graph->initializer,
			    .initializer_count = graph->n_initializer,
			    .graph = graph};
}

static onnx_block block_of_function(const Onnx__FunctionProto *function)
{
	return (onnx_block){.nodes = function->node,
			    .node_count = function->n_node,
			    .inputs = (const char *const *)function->input,
			    .input_count = function->n_input,
			    .outputs = (const char *const *)function->output,
			    .output_count = function->n_output};
}

/* --- nodes ------------------------------------------------------------------------------------- */

/* Return true if TEXT is about operand I of O, or about none with that number. */
static bool is_own_operand(const onnx_node *o, const char *text, unsigned i)
{
	const char *own, *at = strstr(text, hr_arena_printf(o->model->arena, "operand %u, ", i));

	if (!at)
		return true;
	own = onnx_in(o, i) ? hr_t_text(o->program, o->in[i]) : "-";
	return strncmp(at + strlen("operand 0, "), own, strlen(own)) == 0;
}

/* Return what to add to the message TEXT about a call of ROW: O's own operands, if those of the call are
 * others. */
static const char *own_operands(const onnx_node *o, const char *text, const char *row)
{
	const char *list = "";
	bool own = true;

	for (unsigned i = 0; i < 5; i++)
		own &= is_own_operand(o, text, i);
	if (own || !*row)
		return "";
	for (unsigned i = 0; i < o->in_count; i++)
		list = hr_arena_printf(o->model->arena, "%s%s%s", list, i ? ", " : "",
				       o->in[i] ? hr_t_text(o->program, o->in[i]) : "none");
	return hr_arena_printf(o->model->arena,
			       "; these are operands of '%s' in it, its own are %s", row, list);
}

void onnx_report_calls(const onnx_node *o, hr_tprogram *program)
{
	for (size_t i = 0; i < program->errors.count; i++) {
		const hr_terror *error = &program->errors.data[i];

		(error->limit ? onnx_refuse : onnx_invalid)(
			&o->model->report, o->name, o->what, "%s%s", error->text,
			program == o->program ? own_operands(o, error->text, error->row) : "");
	}
	program->errors.count = 0;
}

/* Set the operands; those without a value, which a function may have, are omitted. Return false if one
 * was reported. */
static bool find_operands(onnx_node *o)
{
	hr_tv *in = hr_arena_array(o->model->arena, o->proto->n_input + 1, sizeof(*in));
	uint64_t value;

	for (size_t i = 0; i < o->proto->n_input; i++) {
		if (!hr_strmap_get(&o->scope->values, o->proto->input[i], &value))
			continue;
		if (!value && onnx_is_sequence(o->scope, o->proto->input[i])) {
			if (strcmp(o->proto->op_type, "SequenceAt") == 0)
				continue;
			onnx_refuse(&o->model->report, o->name, o->what,
				    "its operand %zu is a sequence; only SequenceAt takes one", i);
		}
		if (!value)
			return false;
		in[i] = (hr_tv)value;
		o->in_count = (unsigned)i + 1;
	}
	o->in = in;
	return true;
}

static int64_t function_opset(const onnx_scope *scope, const Onnx__FunctionProto *function)
{
	for (size_t i = 0; i < function->n_opset_import; i++)
		if (onnx_is_default_domain(function->opset_import[i]->domain))
			return function->opset_import[i]->version;
	return scope->opset;
}

/* Return true if O is in a body of FUNCTION. */
static bool is_within(const onnx_node *o, const Onnx__FunctionProto *function)
{
	for (; o; o = o->scope->caller)
		if (o->scope->function == function)
			return true;
	return false;
}

/* Translate the body of FUNCTION in place of O. */
static void expand(onnx_node *o, const Onnx__FunctionProto *function)
{
	const onnx_block block = block_of_function(function);
	onnx_scope inner = {.model = o->model,
			    .program = o->program,
			    .opset = function_opset(o->scope, function),
			    .prefix = hr_arena_printf(o->model->arena, "%s/", o->label),
			    .depth = o->scope->depth + 1,
			    .function = function,
			    .caller = o};
	hr_tv *outputs;

	if (is_within(o, function)) {
		onnx_invalid(&o->model->report, o->name, o->what, "the function calls itself");
		return;
	}
	if (inner.opset < 1 || inner.opset > ONNX_NEWEST_OPSET) {
		onnx_refuse(&o->model->report, o->name, o->what,
			    "the function's operator set is %lld; those from 1 to %d are known",
			    (long long)inner.opset, ONNX_NEWEST_OPSET);
		return;
	}
	outputs = hr_arena_array(o->model->arena, block.output_count + 1, sizeof(*outputs));
	for (size_t i = 0; i < block.input_count; i++)
		if (onnx_in(o, (unsigned)i))
			onnx_scope_put(&inner, block.inputs[i], o->in[i]);
	onnx_translate_block(&inner, &block, outputs);
	memcpy(o->out, outputs, o->out_count * sizeof(*outputs));
	hr_strmap_free(&inner.values);
}

/* Make the calls of O. An operator without calls only has another name for its operand. */
static void call_handler(onnx_node *o)
{
	hr_tprogram *program = o->program;
	const unsigned begun = hr_t_operator(program, o->label, o->proto->op_type);
	const hr_toperator *last;

	o->out[0] = o->op->handler(o);
	onnx_report_calls(o, program);
	last = &HR_LAST(&program->operators);
	if (program->operators.count == begun + 1 && last->control == HR_T_CALLS &&
	    !last->call_count)
		program->operators.count--;
}

static bool within_limits(const onnx_node *o)
{
	if (o->scope->depth < ONNX_MOST_DEPTH && ++o->model->nodes <= ONNX_MOST_NODES)
		return true;
	if (o->model->nodes <= ONNX_MOST_NODES + 1)
		onnx_refuse(&o->model->report, o->name, o->what,
			    "functions and subgraphs are nested too deep, or make too many nodes");
	o->model->nodes = ONNX_MOST_NODES + 1;
	return false;
}

/* Translate node I of BLOCK. */
static void translate_node(onnx_scope *scope, const onnx_block *block, size_t i, bool bad,
			   const hr_strmap *live)
{
	const Onnx__NodeProto *proto = block->nodes[i];
	const Onnx__FunctionProto *function = onnx_function_of(scope->model, proto);
	onnx_node o = onnx_node_of(scope, proto);
	const size_t before = scope->model->report.count;
	const bool named = proto->name && *proto->name;

	o.label = named ? o.name
			: hr_arena_printf(scope->model->arena, "%s%s_%zu", scope->prefix,
					  proto->op_type, i);
	if (!bad && find_operands(&o) && within_limits(&o)) {
		if (function)
			expand(&o, function);
		else
			call_handler(&o);
	}
	for (unsigned k = 0; k < o.out_count; k++) {
		const char *name = proto->output[k];

		if (!*name || !hr_strmap_get(live, name, NULL))
			continue;
		onnx_scope_put(scope, name, o.out[k]);
		if (!o.out[k] && !onnx_is_sequence(scope, name) && !bad && o.in &&
		    scope->model->report.count == before)
			onnx_refuse(&scope->model->report, o.name, o.what,
				    "its output %u, counted from 0, is not supported", k);
	}
}

/* Add the initializers of BLOCK that are LIVE. */
static void add_initializers(onnx_scope *scope, const onnx_block *block, const hr_strmap *live)
{
	for (size_t i = 0; i < block->initializer_count; i++) {
		const Onnx__TensorProto *tensor = block->initializers[i];

		if (hr_strmap_get(live, tensor->name, NULL))
			onnx_scope_put(scope, tensor->name,
				       onnx_tensor(scope->model, scope->program, tensor->name,
						   "initializer", tensor));
	}
}

void onnx_translate_block(onnx_scope *scope, const onnx_block *block, hr_tv *outputs)
{
	unsigned char *nodes = hr_alloc_zero(block->node_count + 1);
	hr_strmap live = {0};

	if (block->graph && block->graph->n_sparse_initializer)
		onnx_refuse(&scope->model->report, "", "sparse_initializer",
			    "sparse tensors are not supported");
	if (onnx_check_block(scope, block, nodes, &live)) {
		add_initializers(scope, block, &live);
		if (!scope->depth)
			onnx_add_inputs(scope, block, &live);
		for (size_t i = 0; i < block->node_count; i++)
			if (nodes[i] & ONNX_LIVE)
				translate_node(scope, block, i, nodes[i] & ONNX_BAD, &live);
	}
	for (size_t i = 0; i < block->output_count; i++) {
		outputs[i] = onnx_scope_get(scope, block->outputs[i]);
		if (!outputs[i] && onnx_is_sequence(scope, block->outputs[i]))
			onnx_refuse(&scope->model->report, block->outputs[i], "output",
				    "sequences are not supported");
	}
	hr_strmap_free(&live);
	hr_free(nodes);
}
