/* tools/import/onnx/check.c -- the rules of ONNX for the names, the order and the nodes of a block.
 *
 * Invariant: after onnx_check_block() has returned true, each name is given once, before it is used.
 * Owns:      nothing.
 * Not here:  the signatures of operators (operator.c), types and shapes (the calls of operators). */
#include <stdio.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* What gives a name. */
typedef enum name_giver { BY_INPUT, BY_INITIALIZER, BY_NODE } name_giver;

typedef struct block_checking {
	onnx_scope *scope;
	const onnx_block *block;
	hr_strmap given; /* names, to their name_giver + 4 * the index of a node */
	bool ordered;    /* names are given once and before their uses */
} block_checking;

#define INVALID(o, ...) onnx_invalid(&(o)->model->report, (o)->name, (o)->what, __VA_ARGS__)
#define REFUSE(o, ...)  onnx_refuse(&(o)->model->report, (o)->name, (o)->what, __VA_ARGS__)

static uint64_t given_as(name_giver by, size_t node)
{
	return (uint64_t)by + 4 * (uint64_t)node;
}

static onnx_node node_at(const block_checking *c, size_t i)
{
	return onnx_node_of(c->scope, c->block->nodes[i]);
}

static const char *giver_text(const block_checking *c, uint64_t given)
{
	switch ((name_giver)(given % 4)) {
	case BY_INPUT: return "an input";
	case BY_INITIALIZER: return "an initializer";
	default:
		return hr_arena_printf(c->scope->model->arena, "node %llu, '%s' (%s)",
				       (unsigned long long)given / 4, node_at(c, given / 4).name,
				       c->block->nodes[given / 4]->op_type);
	}
}

/* Note that NAME is given by an input or an initializer. An initializer may be the default of an
 * input. */
static void give(block_checking *c, const char *name, name_giver by)
{
	onnx_report *report = &c->scope->model->report;
	const char *what = by == BY_INPUT ? "input" : "initializer";
	uint64_t before;

	if (!*name)
		onnx_invalid(report, "", what, "it has no name");
	else if (!hr_strmap_get(&c->given, name, &before) ||
		 (by == BY_INITIALIZER && before == given_as(BY_INPUT, 0))) {
		hr_strmap_put(&c->given, name, given_as(by, 0));
		return;
	} else
		onnx_invalid(report, name, what, "the name is also that of %s",
			     giver_text(c, before));
	c->ordered = false;
}

/* Note the outputs of node I. Names of later nodes are known already, to tell a wrong order from an
 * unknown name. */
static void give_outputs(block_checking *c, size_t i)
{
	const Onnx__NodeProto *node = c->block->nodes[i];
	uint64_t before;

	for (size_t k = 0; k < node->n_output; k++) {
		const char *name = node->output[k];

		if (!*name)
			continue;
		if (hr_strmap_get(&c->given, name, &before)) {
			const onnx_node o = node_at(c, i);

			INVALID(&o, "its output '%s' is also %s %s", name,
				before % 4 == BY_NODE ? "made by" : "the name of",
				giver_text(c, before));
			c->ordered = false;
			continue;
		}
		hr_strmap_put(&c->given, name, given_as(BY_NODE, i));
	}
}

static bool is_given_outside(const block_checking *c, const char *name)
{
	return hr_strmap_get(&c->scope->values, name, NULL);
}

static void check_operands(block_checking *c, size_t i, const onnx_names *used)
{
	uint64_t given;

	for (size_t k = 0; k < used->count; k++) {
		const char *name = used->data[k];
		const bool here = hr_strmap_get(&c->given, name, &given);
		onnx_node o;

		if (here ? given % 4 != BY_NODE || given / 4 < i : is_given_outside(c, name))
			continue;
		o = node_at(c, i);
		c->ordered = false;
		if (!here)
			INVALID(&o, "nothing gives its operand '%s'", name);
		else
			INVALID(&o,
				"its operand '%s' is made by %s, which is not before it: the nodes are not in order, or there is a cycle",
				name, giver_text(c, given));
	}
}

static void check_names(block_checking *c)
{
	const onnx_block *block = c->block;
	onnx_names used = {0};

	for (size_t i = 0; i < block->input_count; i++)
		give(c, block->inputs[i], BY_INPUT);
	for (size_t i = 0; i < block->initializer_count; i++)
		give(c, block->initializers[i]->name, BY_INITIALIZER);
	for (size_t i = 0; i < block->node_count; i++)
		give_outputs(c, i);
	for (size_t i = 0; i < block->node_count; i++) {
		used.count = 0;
		onnx_used_names(c->scope->model, block->nodes[i], &used);
		check_operands(c, i, &used);
	}
	HR_VEC_FREE(&used);
	for (size_t i = 0; i < block->output_count; i++)
		if (!hr_strmap_get(&c->given, block->outputs[i], NULL) &&
		    !is_given_outside(c, block->outputs[i])) {
			onnx_invalid(&c->scope->model->report, block->outputs[i], "output",
				     "no node produces it");
			c->ordered = false;
		}
}

/* --- names that nodes use ---------------------------------------------------------------------- */

static void add_name(onnx_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->data[i], name) == 0)
			return;
	if (*name)
		HR_PUSH(names, name);
}

/* Add the names that GRAPH takes from outside. */
static void add_free_names(const onnx_model *model, const Onnx__GraphProto *graph,
			   onnx_names *names)
{
	onnx_names used = {0};
	hr_strmap own = {0};

	for (size_t i = 0; i < graph->n_input; i++)
		hr_strmap_put(&own, graph->input[i]->name, 1);
	for (size_t i = 0; i < graph->n_initializer; i++)
		hr_strmap_put(&own, graph->initializer[i]->name, 1);
	for (size_t i = 0; i < graph->n_node; i++)
		for (size_t k = 0; k < graph->node[i]->n_output; k++)
			hr_strmap_put(&own, graph->node[i]->output[k], 1);
	for (size_t i = 0; i < graph->n_node; i++)
		onnx_used_names(model, graph->node[i], &used);
	for (size_t i = 0; i < graph->n_output; i++)
		add_name(&used, graph->output[i]->name);
	for (size_t i = 0; i < used.count; i++)
		if (!hr_strmap_get(&own, used.data[i], NULL))
			add_name(names, used.data[i]);
	hr_strmap_free(&own);
	HR_VEC_FREE(&used);
}

void onnx_used_names(const onnx_model *model, const Onnx__NodeProto *node, onnx_names *names)
{
	for (size_t i = 0; i < node->n_input; i++)
		add_name(names, node->input[i]);
	for (size_t i = 0; i < node->n_attribute; i++)
		if (node->attribute[i]->has_g)
			add_free_names(model, onnx_graph_of(model, node->attribute[i]), names);
}

/* --- which nodes matter ------------------------------------------------------------------------ */

/* Mark the nodes that an output depends on. Operands come before, so one pass from the end does. */
static void find_live(const block_checking *c, unsigned char *nodes, hr_strmap *live)
{
	const onnx_block *block = c->block;
	onnx_names used = {0};

	for (size_t i = 0; i < block->output_count; i++)
		hr_strmap_put(live, block->outputs[i], 1);
	for (size_t i = block->node_count; i-- > 0;) {
		const Onnx__NodeProto *node = block->nodes[i];

		for (size_t k = 0; k < node->n_output; k++)
			if (*node->output[k] && hr_strmap_get(live, node->output[k], NULL))
				nodes[i] |= ONNX_LIVE;
		if (!(nodes[i] & ONNX_LIVE))
			continue;
		used.count = 0;
		onnx_used_names(c->scope->model, node, &used);
		for (size_t k = 0; k < used.count; k++)
			hr_strmap_put(live, used.data[k], 1);
	}
	HR_VEC_FREE(&used);
}

/* --- nodes ------------------------------------------------------------------------------------- */

/* Return the operator of NODE with its domain, as one text. */
static const char *full_name(const block_checking *c, const Onnx__NodeProto *node)
{
	return hr_arena_printf(c->scope->model->arena, "%s/%s", node->domain ? node->domain : "",
			       node->op_type);
}

/* Report an operator that is not supported at its first node. NUMBERS has the number of its nodes, and
 * afterwards 0. */
static void lacks(const block_checking *c, const onnx_node *o, hr_strmap *numbers)
{
	const char *domain = o->proto->domain, *name = full_name(c, o->proto);
	char more[48] = "";
	uint64_t number = 0;

	hr_strmap_get(numbers, name, &number);
	if (!number)
		return;
	hr_strmap_put(numbers, name, 0);
	if (number > 1)
		snprintf(more, sizeof(more), "; %llu more node%s it",
			 (unsigned long long)number - 1, number > 2 ? "s have" : " has");
	if (onnx_is_own_domain(o->proto))
		REFUSE(o, "%s%s", onnx_operator_lacks(o->proto->op_type), more);
	else
		REFUSE(o, "it belongs to the domain '%s', and is no function of the model%s",
		       domain ? domain : "", more);
}

/* Report what the call of a function has that the function lacks. */
static hr_status check_call(const onnx_node *o, const Onnx__FunctionProto *function)
{
	const Onnx__NodeProto *node = o->proto;
	hr_status status = HR_OK;

	if (node->n_input > function->n_input || node->n_output > function->n_output)
		status = INVALID(
			o, "it has %zu operands and %zu outputs, but the function has %zu and %zu",
			node->n_input, node->n_output, function->n_input, function->n_output);
	for (size_t i = 0; i < o->attribute_count; i++) {
		const char *name = o->attributes[i].name;
		bool known = false;

		for (size_t k = 0; k < function->n_attribute && !known; k++)
			known = strcmp(function->attribute[k], name) == 0;
		for (size_t k = 0; k < function->n_attribute_proto && !known; k++)
			known = strcmp(function->attribute_proto[k]->name, name) == 0;
		if (!known)
			status = INVALID(o, "the function has no attribute '%s'", name);
	}
	return status;
}

/* Check node I, whose operator is known, or which is dead; report that it is not known. */
static bool check_node(const block_checking *c, size_t i, bool live, hr_strmap *numbers)
{
	const onnx_node o = node_at(c, i);
	const Onnx__FunctionProto *function = onnx_function_of(c->scope->model, o.proto);

	if (function)
		return check_call(&o, function) == HR_OK;
	if (o.op)
		return onnx_check_node(&o) == HR_OK;
	if (live)
		lacks(c, &o, numbers);
	return !live;
}

static void check_nodes(const block_checking *c, unsigned char *nodes)
{
	hr_strmap numbers = {0};

	for (size_t i = 0; i < c->block->node_count; i++) {
		const char *name = full_name(c, c->block->nodes[i]);
		uint64_t number = 0;

		hr_strmap_get(&numbers, name, &number);
		if (nodes[i] & ONNX_LIVE)
			hr_strmap_put(&numbers, name, number + 1);
	}
	for (size_t i = 0; i < c->block->node_count; i++)
		if (!check_node(c, i, nodes[i] & ONNX_LIVE, &numbers))
			nodes[i] |= ONNX_BAD;
	hr_strmap_free(&numbers);
}

bool onnx_check_block(onnx_scope *scope, const onnx_block *block, unsigned char *nodes,
		      hr_strmap *live)
{
	block_checking c = {.scope = scope, .block = block, .ordered = true};

	check_names(&c);
	if (c.ordered)
		find_live(&c, nodes, live);
	check_nodes(&c, nodes);
	hr_strmap_free(&c.given);
	return c.ordered;
}
