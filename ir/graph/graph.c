/* ir/graph/graph.c -- queries on a graph: names, which inputs vary, which leaves form a chain.
 *
 * Owns:      nothing.
 * Not here:  making graphs (ir/lift/expand.c), expressions (expr.c), printing (print_text.c and
 *            others). */
#include "ir/graph/graph.h"

#include <stdio.h>

#include "src/base/alloc.h"

const char *hr_target_name(hr_target target)
{
	static const char *const names[HR_TARGET_COUNT] = {"none",   "cpu",        "gpu", "cudnn",
							   "tensor", "cpu-or-gpu", "fpga"};

	return names[target];
}

const char *hr_node_title(const hr_node *node)
{
	return node->kernel ? node->kernel : node->path;
}

const char *hr_port_note(const hr_port *port, char note[HR_PORT_NOTE])
{
	if (*port->name)
		snprintf(note, HR_PORT_NOTE, " ('%.*s')", HR_PORT_NOTE - 6, port->name);
	else
		*note = '\0';
	return note;
}

bool hr_input_varies(const hr_node *node, unsigned port)
{
	const hr_node *parent = node->parent, *source;

	for (unsigned i = 0; parent && i < parent->edge_count; i++) {
		const hr_edge *edge = &parent->edges[i];

		if (edge->sink != node->index || edge->sink_port != port)
			continue;
		source = parent->children[edge->source];
		if (edge->all_to_all || !source->dims || !node->dims)
			return false;
		return source->internal || !source->outputs[edge->source_port].pass_through ||
		       hr_input_varies(source, source->outputs[edge->source_port].pass_through - 1);
	}
	return false;
}

/* Return true if edges, in either direction, connect all children. */
static bool is_connected(const hr_node *node)
{
	bool *reached = hr_alloc_zero(node->child_count + 1), grows = true, all = true;

	reached[0] = true;
	while (grows) {
		grows = false;
		for (unsigned i = 0; i < node->edge_count; i++) {
			bool *from = &reached[node->edges[i].source],
			     *to = &reached[node->edges[i].sink];

			grows |= *from != *to;
			*from = *to = *from || *to;
		}
	}
	for (unsigned i = 0; i < node->child_count; i++)
		all &= reached[i];
	hr_free(reached);
	return all;
}

const char *hr_why_no_chain(const hr_node *node)
{
	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];

		if (child->internal)
			return "a node below it has child nodes";
		if (!child->dims)
			return "a leaf has only one instance";
		if (child->has_barrier)
			return "instances of a leaf meet at a barrier";
	}
	for (unsigned i = 0; i < node->edge_count; i++)
		if (node->edges[i].all_to_all)
			return "an edge between its leaves is all-to-all";
	if (!is_connected(node))
		return "no edges connect all of its leaves";
	return node->child_count > 1 ? NULL : "it has one leaf";
}
