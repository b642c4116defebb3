/* tools/session/describe.c -- the part of hpvm_run.h that describes a loaded program: roots,
 * nodes, ports.
 *
 * Owns:      nothing: nodes and texts are the program's.
 * Not here:  loading (context.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/session/run_context.h"

size_t hpvm_run_root_count(const hpvm_run_context *context)
{
	return context->program ? context->program->graph_count : 0;
}

const hpvm_run_node *hpvm_run_root(const hpvm_run_context *context, size_t number)
{
	return number < hpvm_run_root_count(context)
		       ? context_handle(context->program->graphs[number]->root)
		       : NULL;
}

const hpvm_run_node *hpvm_run_find_root(const hpvm_run_context *context, const char *name)
{
	for (size_t i = 0; i < hpvm_run_root_count(context); i++)
		if (strcmp(context->program->graphs[i]->root->name, name) == 0)
			return hpvm_run_root(context, i);
	return NULL;
}

/* How many nodes NODE and all below it are. */
static size_t count_nodes(const hr_node *node)
{
	size_t count = 1;

	for (unsigned i = 0; i < node->child_count; i++)
		count += count_nodes(node->children[i]);
	return count;
}

size_t hpvm_run_node_count(const hpvm_run_node *root)
{
	return count_nodes(context_node(root));
}

/* Numbers of nodes are depth first (ir/graph/graph.h). */
static const hr_node *find_number(const hr_node *node, size_t number)
{
	const hr_node *found = node->number == number ? node : NULL;

	for (unsigned i = 0; i < node->child_count && !found; i++)
		found = find_number(node->children[i], number);
	return found;
}

const hpvm_run_node *hpvm_run_node_at(const hpvm_run_node *root, size_t number)
{
	return context_handle(find_number(context_node(root), context_node(root)->number + number));
}

const char *hpvm_run_node_name(const hpvm_run_node *node)
{
	return context_node(node)->name;
}

const char *hpvm_run_node_path(const hpvm_run_node *node)
{
	return context_node(node)->path;
}

hpvm_run_node_kind hpvm_run_node_kind_of(const hpvm_run_node *node)
{
	const hr_node *of = context_node(node);

	return of->internal     ? HPVM_RUN_INTERNAL
	       : of->allocation ? HPVM_RUN_ALLOCATION
				: HPVM_RUN_LEAF;
}

const hpvm_run_node *hpvm_run_node_parent(const hpvm_run_node *node)
{
	return context_handle(context_node(node)->parent);
}

const char *hpvm_run_node_target(const hpvm_run_node *node)
{
	return hr_target_name(context_node(node)->hint);
}

unsigned hpvm_run_node_dims(const hpvm_run_node *node)
{
	return context_node(node)->dims;
}

size_t hpvm_run_node_extent(const hpvm_run_node *node, unsigned dimension, char *text, size_t size)
{
	const hr_node *of = context_node(node);
	char *whole = NULL;
	size_t length = 0;
	FILE *stream;

	if (size)
		text[0] = '\0';
	if (dimension >= of->dims)
		return 0;
	stream = open_memstream(&whole, &length);
	if (!stream)
		return 0;
	hr_expr_print(of->extent[dimension], of->parent ? of->parent->inputs : of->inputs, stream);
	if (fclose(stream) != 0)
		return 0;
	if (size)
		snprintf(text, size, "%s", whole);
	free(whole);
	return length;
}

static const hr_port *port_of(const hpvm_run_node *node, hpvm_run_port side, unsigned number)
{
	const hr_node *of = context_node(node);

	if (number >= hpvm_run_port_count(node, side))
		return NULL;
	return side == HPVM_RUN_INPUT ? &of->inputs[number] : &of->outputs[number];
}

unsigned hpvm_run_port_count(const hpvm_run_node *node, hpvm_run_port side)
{
	return side == HPVM_RUN_INPUT ? context_node(node)->input_count
				      : context_node(node)->output_count;
}

const char *hpvm_run_port_name(const hpvm_run_node *node, hpvm_run_port side, unsigned number)
{
	const hr_port *port = port_of(node, side, number);

	return !port ? NULL : port->name ? port->name : "";
}

const char *hpvm_run_port_type(const hpvm_run_node *node, hpvm_run_port side, unsigned number)
{
	const hr_port *port = port_of(node, side, number);

	return port ? port->type->text : NULL;
}

size_t hpvm_run_port_bytes(const hpvm_run_node *node, hpvm_run_port side, unsigned number)
{
	const hr_port *port = port_of(node, side, number);

	return port ? port->type->size : 0;
}

unsigned hpvm_run_port_access(const hpvm_run_node *node, hpvm_run_port side, unsigned number)
{
	const hr_port *port = port_of(node, side, number);

	return !port ? 0 : (port->in ? HPVM_RUN_IN : 0u) | (port->out ? HPVM_RUN_OUT : 0u);
}
