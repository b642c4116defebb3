/* ir/lift/expand.c -- makes one tree of nodes for each root, from the shapes of node functions.
 *
 * Nodes that run the same function share its shape's edges, binds and order, and its ports.
 *
 * Invariant: nodes[n]->number == n; a parent comes before its children, in creation order.
 * Owns:      nothing; trees are in the program's arena.
 * Not here:  checks of the shapes (validate.c), queries on a graph (ir/graph/graph.c). */
#include <string.h>

#include <llvm-c/Core.h>

#include "ir/lift/lift.h"
#include "ir/program/hpvm_names.h"
#include "src/base/readable.h"

enum { NODE_LIMIT = 10 * 1000 * 1000 };

typedef struct builder {
	hr_lift *lift;
	hr_arena *arena;
	hr_graph *graph;
} builder;

/* Return the value of an attribute that ir/kernel/ has given FUNCTION, or NULL. */
static const char *kernel_text(builder *b, const hr_function *function, const char *name)
{
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
		function->llvm, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
		(unsigned)strlen(name));
	unsigned length;
	const char *text = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;

	return text ? hr_arena_strndup(b->arena, text, length) : NULL;
}

static hr_instance_kind instance_kind(const char *noun)
{
	hr_instance_kind kind = HR_BLOCK;

	while (noun && kind != HR_INSTANCE && strcmp(hr_instance_noun(kind), noun) != 0)
		kind--;
	return noun ? kind : HR_INSTANCE;
}

static hr_node *new_node(builder *b, const hr_function *function, hr_node *parent, unsigned index)
{
	const hr_graph_shape *shape = hr_facts_of(b->lift, function)->shape;
	hr_node *node = HR_ARENA_NEW(b->arena, hr_node);

	node->name = function->name;
	node->kernel = kernel_text(b, function, HR_KERNEL_NAME);
	node->variable = kernel_text(b, function, HR_KERNEL_VARIABLE);
	node->kind = instance_kind(kernel_text(b, function, HR_KERNEL_INSTANCE));
	node->function = function->id;
	node->parent = parent;
	node->index = index;
	node->depth = parent ? parent->depth + 1 : 0;
	node->number = b->graph->node_count;
	node->internal = function->internal_node;
	node->allocation = function->allocation;
	node->has_barrier = function->has_barrier;
	node->hint = function->hint;
	node->inputs = function->inputs;
	node->input_count = function->input_count;
	node->inputs_bytes = function->inputs_bytes;
	node->outputs = function->outputs;
	node->output_count = function->output_count;
	node->outputs_bytes = function->outputs_bytes;
	if (shape) {
		node->children = hr_arena_array(b->arena, shape->child_count, sizeof(hr_node *));
		node->child_count = shape->child_count;
		node->edges = shape->edges;
		node->edge_count = shape->edge_count;
		node->input_binds = shape->input_binds;
		node->input_bind_count = shape->input_bind_count;
		node->output_binds = shape->output_binds;
		node->output_bind_count = shape->output_bind_count;
		node->order = shape->order;
	}
	b->graph->nodes[b->graph->node_count++] = node;
	return node;
}

static hr_node *new_child(builder *b, hr_node *parent, unsigned index)
{
	hr_program *program = b->lift->program;
	const hr_graph_shape *shape =
		hr_facts_of(b->lift, program->functions[parent->function])->shape;
	const hr_child *child = &shape->children[index];
	hr_node *node = new_node(b, child->function, parent, index);

	node->path = hr_arena_printf(b->arena, "%s/%s", parent->path, child->label);
	node->shown = hr_arena_readable(b->arena, node->path);
	node->dims = child->dims;
	for (unsigned i = 0; i < child->dims; i++)
		node->extent[i] = child->extent[i];
	node->where = hr_where_call(program, child->instruction);
	node->where.node = node->path;
	parent->children[index] = node;
	return node;
}

typedef struct expand_level {
	hr_node *node;
	unsigned next; /* next child to make */
} expand_level;

/* Expand depth first, which determines the numbers; without recursion, because hierarchies may be
 * deep. */
static void expand_below(builder *b, hr_node *root)
{
	HR_VEC(expand_level) stack = {0};

	HR_PUSH(&stack, (expand_level){.node = root});
	while (stack.count) {
		expand_level *top = &HR_LAST(&stack);
		hr_node *child;

		if (top->next == top->node->child_count) {
			stack.count--;
			continue;
		}
		child = new_child(b, top->node, top->next++);
		HR_PUSH(&stack, (expand_level){.node = child});
	}
	HR_VEC_FREE(&stack);
}

static hr_graph *expand(hr_lift *lift, const hr_function *function)
{
	hr_program *program = lift->program;
	builder b = {.lift = lift, .arena = &program->arena};
	hr_node *root;

	b.graph = HR_ARENA_NEW(b.arena, hr_graph);
	b.graph->nodes =
		hr_arena_array(b.arena, hr_facts_of(lift, function)->nodes, sizeof(hr_node *));
	root = new_node(&b, function, NULL, 0);
	root->path = hr_plain_name(program, function->name);
	root->shown = hr_arena_readable(b.arena, root->path);
	root->where = function->where;
	root->where.node = root->path;
	b.graph->root = root;
	expand_below(&b, root);
	return b.graph;
}

/* Return true for a root: an internal node function that is not a child, or that a launch names. */
static bool is_root(hr_lift *lift, const hr_function *function)
{
	const hr_facts *facts = hr_facts_of(lift, function);

	return facts->shape && (!facts->created || facts->launched);
}

void hr_graph_expand(hr_lift *lift)
{
	hr_program *program = lift->program;
	uint64_t nodes = 0;

	program->graphs =
		hr_arena_array(&program->arena, program->function_count, sizeof(hr_graph *));
	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (!is_root(lift, function))
			continue;
		if (__builtin_add_overflow(nodes, lift->facts[i].nodes, &nodes) ||
		    nodes > NODE_LIMIT) {
			hr_lift_report(lift, function, NULL, HR_D_unsupported_feature,
				       "a program with graphs of more than 10,000,000 nodes");
			hr_lift_failed(lift, HR_UNSUPPORTED);
			return;
		}
		program->graphs[program->graph_count++] = expand(lift, function);
	}
}
