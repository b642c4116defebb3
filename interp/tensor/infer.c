/* interp/tensor/infer.c -- follow shapes from the inputs of a root along edges and through leaves.
 *
 * In a leaf, only the steps that ir/lift/tensor_leaf.c finds are followed. Every other value is
 * unknown, and so is the result of operands that do not fit one another.
 *
 * Owns:      the shapes it has found.
 * Not here:  shapes of operations (shape.c), the run (apply.c). */
#include "interp/tensor/infer.h"

#include <string.h>

#include "ir/lift/tensor_leaf.h"
#include "src/base/arena.h"

struct hr_graph_dims {
	hr_arena arena;
	const hr_program *program;
	hr_dims **inputs, **outputs; /* by number of node, then port */
};

static const hr_dims unknown;

/* --- leaves ----------------------------------------------------------------------------------- */

/* The inputs of a leaf and the results of its steps. */
typedef struct leaf_dims {
	const hr_dims *inputs;
	hr_dims *results;
} leaf_dims;

static hr_dims dims_of(const leaf_dims *known, hr_step_value value)
{
	return value.kind == HR_STEP_INPUT    ? known->inputs[value.number]
	       : value.kind == HR_STEP_RESULT ? known->results[value.number]
					      : unknown;
}

static hr_dims result_dims(const leaf_dims *known, const hr_tensor_step *step)
{
	char why[HR_TENSOR_WHY];
	hr_tensor_op op;
	hr_dims result;

	hr_tensor_op_of(step, &op);
	for (unsigned i = 0; i < op.operand_count; i++)
		op.operand[i].shape = dims_of(known, step->operand[i]);
	return step->known && hr_tensor_shape(&op, &result, why) ? result : unknown;
}

static void find_leaf_dims(hr_graph_dims *dims, const hr_node *node)
{
	leaf_dims known = {.inputs = dims->inputs[node->number]};
	hr_tensor_leaf leaf;

	hr_tensor_leaf_read(dims->program, node, &leaf);
	known.results = hr_alloc_zero((leaf.steps.count + 1) * sizeof(*known.results));
	for (size_t i = 0; i < leaf.steps.count; i++)
		known.results[i] = result_dims(&known, &leaf.steps.data[i]);
	for (unsigned i = 0; i < node->output_count; i++)
		dims->outputs[node->number][i] = dims_of(&known, leaf.outputs[i]);
	hr_free(known.results);
	hr_tensor_leaf_free(&leaf);
}

/* --- graphs ----------------------------------------------------------------------------------- */

static void node_dims(hr_graph_dims *dims, const hr_node *node);

static void child_dims(hr_graph_dims *dims, const hr_node *node, unsigned child)
{
	hr_dims *inputs = dims->inputs[node->children[child]->number];

	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].child == child)
			inputs[node->input_binds[i].child_port] =
				dims->inputs[node->number][node->input_binds[i].port];
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];

		if (edge->sink == child)
			inputs[edge->sink_port] =
				dims->outputs[node->children[edge->source]->number]
					     [edge->source_port];
	}
	node_dims(dims, node->children[child]);
}

static void node_dims(hr_graph_dims *dims, const hr_node *node)
{
	if (!node->internal) {
		find_leaf_dims(dims, node);
		return;
	}
	for (unsigned i = 0; i < node->child_count; i++)
		child_dims(dims, node, node->order[i]);
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];

		dims->outputs[node->number][bind->port] =
			dims->outputs[node->children[bind->child]->number][bind->child_port];
	}
}

hr_graph_dims *hr_graph_dims_new(const hr_program *program, const hr_graph *graph,
				 const hr_dims *inputs)
{
	hr_graph_dims *dims = hr_alloc_zero(sizeof(*dims));
	const hr_node *root = graph->root;

	dims->program = program;
	hr_arena_init(&dims->arena);
	dims->inputs = hr_arena_array(&dims->arena, graph->node_count, sizeof(*dims->inputs));
	dims->outputs = hr_arena_array(&dims->arena, graph->node_count, sizeof(*dims->outputs));
	for (unsigned i = 0; i < graph->node_count; i++) {
		const hr_node *node = graph->nodes[i];

		dims->inputs[i] =
			hr_arena_array(&dims->arena, node->input_count + 1, sizeof(**dims->inputs));
		dims->outputs[i] = hr_arena_array(&dims->arena, node->output_count + 1,
						  sizeof(**dims->outputs));
	}
	if (root->input_count)
		memcpy(dims->inputs[root->number], inputs, root->input_count * sizeof(*inputs));
	node_dims(dims, root);
	return dims;
}

void hr_graph_dims_free(hr_graph_dims *dims)
{
	if (!dims)
		return;
	hr_arena_free(&dims->arena);
	hr_free(dims);
}

const hr_dims *hr_graph_dims_of(const hr_graph_dims *dims, const hr_node *node, bool output,
				unsigned port)
{
	return &(output ? dims->outputs : dims->inputs)[node->number][port];
}
