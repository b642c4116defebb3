/* tools/import/check.c -- the rules of ONNX for the names, the order and the nodes of a graph.
 *
 * Invariant: after import_check() has returned true, each name is given once, before it is used.
 * Owns:      nothing.
 * Not here:  the signatures of operators (operator.c), types and shapes (read.c, ops.c). */
#include <stdio.h>
#include <string.h>

#include "tools/import/import_node.h"

/* What gives a name. */
typedef enum giver { BY_INPUT, BY_INITIALIZER, BY_NODE } giver;

typedef struct checking {
	import_model *model;
	const Onnx__GraphProto *graph;
	hr_strmap given; /* names, to their giver + 4 * the index of a node */
	bool ordered;    /* names are given once and before their uses */
} checking;

static uint64_t given_as(giver by, size_t node)
{
	return (uint64_t)by + 4 * (uint64_t)node;
}

static on node_at(const checking *c, size_t i)
{
	return on_node(c->model, c->graph->node[i]);
}

static const char *giver_text(const checking *c, uint64_t given)
{
	switch ((giver)(given % 4)) {
	case BY_INPUT: return "an input";
	case BY_INITIALIZER: return "an initializer";
	default:
		return hr_arena_printf(&c->model->arena, "node %llu, '%s' (%s)",
				       (unsigned long long)given / 4, node_at(c, given / 4).name,
				       c->graph->node[given / 4]->op_type);
	}
}

/* Note that NAME is given by an input or an initializer. An initializer may be the default of an
 * input. */
static void give(checking *c, const char *name, giver by)
{
	const char *what = by == BY_INPUT ? "input" : "initializer";
	uint64_t before;

	if (!*name)
		import_invalid(c->model, "", what, "it has no name");
	else if (!hr_strmap_get(&c->given, name, &before) ||
		 (by == BY_INITIALIZER && before == given_as(BY_INPUT, 0))) {
		hr_strmap_put(&c->given, name, given_as(by, 0));
		return;
	} else
		import_invalid(c->model, name, what, "the name is also that of %s",
			       giver_text(c, before));
	c->ordered = false;
}

/* Note the outputs of node I. Names of later nodes are known already, to tell a wrong order from an
 * unknown name. */
static void give_outputs(checking *c, size_t i)
{
	const on o = node_at(c, i);
	uint64_t before;

	for (size_t k = 0; k < o.node->n_output; k++) {
		const char *name = o.node->output[k];

		if (!*name)
			continue;
		if (hr_strmap_get(&c->given, name, &before)) {
			INVALID(&o, "its output '%s' is also %s %s", name,
				before % 4 == BY_NODE ? "made by" : "the name of",
				giver_text(c, before));
			c->ordered = false;
			continue;
		}
		hr_strmap_put(&c->given, name, given_as(BY_NODE, i));
	}
}

static void check_operands(checking *c, size_t i)
{
	const on o = node_at(c, i);
	uint64_t given;

	for (size_t k = 0; k < o.node->n_input; k++) {
		const char *name = o.node->input[k];

		if (!*name)
			continue;
		if (!hr_strmap_get(&c->given, name, &given))
			INVALID(&o, "nothing gives its operand '%s'", name);
		else if (given % 4 == BY_NODE && given / 4 >= i)
			INVALID(&o,
				"its operand '%s' is made by %s, which is not before it: the nodes are not in order, or there is a cycle",
				name, giver_text(c, given));
		else
			continue;
		c->ordered = false;
	}
}

static void check_names(checking *c)
{
	const Onnx__GraphProto *graph = c->graph;

	for (size_t i = 0; i < graph->n_input; i++)
		give(c, graph->input[i]->name, BY_INPUT);
	for (size_t i = 0; i < graph->n_initializer; i++)
		give(c, graph->initializer[i]->name, BY_INITIALIZER);
	for (size_t i = 0; i < graph->n_node; i++)
		give_outputs(c, i);
	for (size_t i = 0; i < graph->n_node; i++)
		check_operands(c, i);
	for (size_t i = 0; i < graph->n_output; i++)
		if (!hr_strmap_get(&c->given, graph->output[i]->name, NULL)) {
			import_invalid(c->model, graph->output[i]->name, "output",
				       "no node produces it");
			c->ordered = false;
		}
}

/* --- which nodes matter ------------------------------------------------------------------------ */

/* Mark the nodes that an output depends on. Operands come before, so one pass from the end does. */
static void find_live(const checking *c, unsigned char *nodes, hr_strmap *live)
{
	const Onnx__GraphProto *graph = c->graph;

	for (size_t i = 0; i < graph->n_output; i++)
		hr_strmap_put(live, graph->output[i]->name, 1);
	for (size_t i = graph->n_node; i-- > 0;) {
		const Onnx__NodeProto *node = graph->node[i];

		for (size_t k = 0; k < node->n_output; k++)
			if (hr_strmap_get(live, node->output[k], NULL))
				nodes[i] |= IMPORT_LIVE;
		for (size_t k = 0; k < node->n_input && (nodes[i] & IMPORT_LIVE); k++)
			if (*node->input[k])
				hr_strmap_put(live, node->input[k], 1);
	}
}

/* --- nodes ------------------------------------------------------------------------------------- */

/* Return the operator of NODE with its domain, as one text. */
static const char *full_name(const checking *c, const Onnx__NodeProto *node)
{
	return hr_arena_printf(&c->model->arena, "%s/%s", node->domain ? node->domain : "",
			       node->op_type);
}

/* Report an operator that tensor operations lack at its first node. NUMBERS has the number of its
 * nodes, and afterwards 0. */
static void lacks(const checking *c, const on *o, hr_strmap *numbers)
{
	const char *domain = o->node->domain, *name = full_name(c, o->node);
	char more[48] = "";
	uint64_t number = 0;

	hr_strmap_get(numbers, name, &number);
	if (!number)
		return;
	hr_strmap_put(numbers, name, 0);
	if (number > 1)
		snprintf(more, sizeof(more), "; %llu more node%s it",
			 (unsigned long long)number - 1, number > 2 ? "s have" : " has");
	if (domain && *domain && strcmp(domain, "ai.onnx") != 0)
		REFUSE(o, "it belongs to the domain '%s'%s", domain, more);
	else
		REFUSE(o, "there is no such tensor operation%s", more);
}

static void check_nodes(const checking *c, unsigned char *nodes)
{
	hr_strmap numbers = {0};

	for (size_t i = 0; i < c->graph->n_node; i++) {
		const char *name = full_name(c, c->graph->node[i]);
		uint64_t number = 0;

		hr_strmap_get(&numbers, name, &number);
		if (nodes[i] & IMPORT_LIVE)
			hr_strmap_put(&numbers, name, number + 1);
	}
	for (size_t i = 0; i < c->graph->n_node; i++) {
		const on o = node_at(c, i);
		const bool known = on_operator_of(&o) != NULL;

		if (known ? on_check(&o) != HR_OK : nodes[i] & IMPORT_LIVE)
			nodes[i] |= IMPORT_BAD;
		if (!known && (nodes[i] & IMPORT_LIVE))
			lacks(c, &o, &numbers);
	}
	hr_strmap_free(&numbers);
}

bool import_check(import_model *model, const void *graph, unsigned char *nodes, hr_strmap *live)
{
	checking c = {.model = model, .graph = graph, .ordered = true};

	check_names(&c);
	if (c.ordered)
		find_live(&c, nodes, live);
	check_nodes(&c, nodes);
	hr_strmap_free(&c.given);
	return c.ordered;
}
