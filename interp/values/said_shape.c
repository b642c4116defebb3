/* interp/values/said_shape.c -- symbolic shapes of tensors in graphs, from what hpvm-import says.
 *
 * The attribute "hpvm.shape.N" is type and shape of output N of a leaf, and of input N of a root; an input has the shape of
 * what comes to it.
 *
 * Not here:  the shapes of a run (hr_graph_dims). */
#include "interp/values/said_shape.h"

#include <stdio.h>

static const char *said_shape(const hr_program *program, const hr_node *node, unsigned port)
{
	char name[32];

	snprintf(name, sizeof(name), "hpvm.shape.%u", port);
	return hr_said_of(program->functions[node->function], name);
}

/* Return the shape of output PORT of NODE. */
static const char *output_shape(const hr_program *program, const hr_node *node, unsigned port)
{
	if (!node->internal)
		return said_shape(program, node, port);
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];

		if (bind->port == port)
			return output_shape(program, node->children[bind->child], bind->child_port);
	}
	return NULL;
}

static const char *input_shape(const hr_program *program, const hr_node *node, unsigned port)
{
	const hr_node *parent = node->parent;

	if (!parent)
		return said_shape(program, node, port);
	for (unsigned i = 0; i < parent->edge_count; i++) {
		const hr_edge *edge = &parent->edges[i];

		if (edge->sink == node->index && edge->sink_port == port)
			return output_shape(program, parent->children[edge->source],
					    edge->source_port);
	}
	for (unsigned i = 0; i < parent->input_bind_count; i++) {
		const hr_bind *bind = &parent->input_binds[i];

		if (bind->child == node->index && bind->child_port == port)
			return input_shape(program, parent, bind->port);
	}
	return NULL;
}

const char *hr_said_shape(const hr_program *program, const hr_node *node, bool output,
			  unsigned port)
{
	return output ? output_shape(program, node, port) : input_shape(program, node, port);
}
