/* ir/hetero/interface.c -- the inputs and outputs of each node, and where its inputs come from.
 *
 * A declared value is an input if the parent has it as an input. One that the section computes from
 * inputs is computed again by the node, so its inputs are those that it is computed from. An input
 * comes from the last sibling before that has the same input of the parent as an output, otherwise
 * from the parent.
 *
 * Invariant: every pointer is followed by its size if the parent's is.
 * Owns:      nothing.
 * Not here:  whether a node uses other values (value.c). */
#include <string.h>

#include "ir/hetero/hetero_private.h"
#include "ir/program/debug_names.h"

int hr_node_port(const hr_hnode *node, LLVMValueRef value)
{
	for (size_t i = 0; i < node->ports.count; i++)
		if (node->ports.data[i].value == value)
			return (int)i;
	return -1;
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* --- roots ------------------------------------------------------------------------------------ */

static void name_argument(void *context, LLVMValueRef value, const char *name, size_t length)
{
	if (LLVMIsAArgument(value) && !*hr_name_of(value))
		LLVMSetValueName2(value, name, length);
	(void)context;
}

/* The inputs are the parameters. */
static void function_interface(const hr_tree *tree, hr_hnode *node)
{
	LLVMValueRef function = tree->flow->function;
	bool changed = hr_debug_names_begin(tree->h->module);

	hr_debug_names(function, name_argument, NULL);
	hr_debug_names_end(tree->h->module, changed);
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMValueRef value = LLVMGetParam(function, i);
		hr_hport port = {.value = value,
				 .name = hr_name_of(value),
				 .type = LLVMTypeOf(value),
				 .parent = -1,
				 .source = -1,
				 .is_size = i && LLVMTypeOf(value) == tree->h->i64 &&
					    is_pointer(LLVMGetParam(function, i - 1))};

		HR_PUSH(&node->ports, port);
	}
}

static const char *name_of(const hr_tree *tree, LLVMValueRef value)
{
	const char *name = LLVMIsAInstruction(value) ? hr_variable_name(tree->h->arena, value)
						     : hr_name_of(value);

	return name ? name : "";
}

/* Return the value that VALUE was converted from for a variadic call. */
static LLVMValueRef unpromoted(LLVMValueRef value)
{
	while (LLVMIsAFPExtInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

static int launch_port(const hr_tree *tree, hr_hnode *node, LLVMValueRef value)
{
	int known = hr_node_port(node, value);

	if (known < 0) {
		HR_PUSH(&node->ports, (hr_hport){.value = value,
						 .argument = value,
						 .name = name_of(tree, value),
						 .type = LLVMTypeOf(value),
						 .parent = -1,
						 .source = -1});
		known = (int)node->ports.count - 1;
	}
	return known;
}

static void launch_pair(const hr_tree *tree, hr_hnode *node, const hr_declared *item, bool output)
{
	int known = hr_node_port(node, item->value);
	bool constant = LLVMIsAConstantInt(item->size);

	if (known < 0) {
		known = launch_port(tree, node, item->value);
		HR_PUSH(&node->ports,
			(hr_hport){.value = LLVMTypeOf(item->size) == tree->h->i64 && !constant &&
							    hr_node_port(node, item->size) < 0
						    ? item->size
						    : NULL,
				   .argument = item->size,
				   .name = constant ? "" : name_of(tree, item->size),
				   .type = tree->h->i64,
				   .parent = -1,
				   .source = -1,
				   .is_size = true});
		if (!constant)
			launch_port(tree, node, unpromoted(item->size));
	}
	if (output)
		node->ports.data[known].out = true;
	else
		node->ports.data[known].in = true;
}

static void launch_interface(const hr_tree *tree, hr_hnode *node)
{
	const hr_declaration *d = &node->declared;

	for (unsigned i = 0; i < d->input_count; i++) {
		LLVMValueRef scalar = d->inputs[i].size ? NULL : unpromoted(d->inputs[i].value);

		if (!scalar)
			launch_pair(tree, node, &d->inputs[i], false);
		else if (!LLVMIsConstant(scalar))
			launch_port(tree, node, scalar);
	}
	for (unsigned i = 0; i < d->output_count; i++)
		launch_pair(tree, node, &d->outputs[i], true);
}

/* --- nodes in sections ------------------------------------------------------------------------ */

typedef struct node_need {
	const hr_tree *tree;
	hr_hnode *node;
	hr_map seen; /* computed values whose inputs are added */
	LLVMValueRef lacking;
} node_need;

/* Let input PORT come from the last sibling that has the same input of the parent as an output. */
static void find_source(const node_need *n, hr_hport *port)
{
	const hr_hnode *parent = n->node->parent;

	for (size_t i = 0; i < parent->children.count && parent->children.data[i] != n->node; i++) {
		const hr_hnode *sibling = parent->children.data[i];

		for (size_t k = 0; k < sibling->outputs.count; k++)
			if (sibling->ports.data[sibling->outputs.data[k]].parent == port->parent) {
				port->source = (int)i;
				port->output = (int)k;
			}
	}
}

static int add_port(const node_need *n, int from)
{
	const hr_hport *origin = &n->node->parent->ports.data[from];
	hr_hport port = {.value = origin->value,
			 .name = origin->name,
			 .type = origin->type,
			 .is_size = origin->is_size,
			 .parent = from,
			 .source = -1};

	find_source(n, &port);
	HR_PUSH(&n->node->ports, port);
	return (int)n->node->ports.count - 1;
}

/* Return the input of the node for input FROM of its parent, added if it is missing; a pointer
 * comes with its size. */
static int need_port(const node_need *n, int from)
{
	const hr_hnode *parent = n->node->parent;
	int made;

	for (size_t i = 0; i < n->node->ports.count; i++)
		if (n->node->ports.data[i].parent == from)
			return (int)i;
	made = add_port(n, from);
	if ((size_t)from + 1 < parent->ports.count && parent->ports.data[from + 1].is_size) {
		for (size_t i = 0; i < n->node->ports.count; i++)
			if (n->node->ports.data[i].parent == from + 1)
				n->node->ports.data[i].value = NULL;
		add_port(n, from + 1);
	}
	return made;
}

/* Return true if VALUE is the index of a parallel loop around or of the node. */
static bool is_index(const node_need *n, LLVMValueRef value)
{
	if (!LLVMIsAPHINode(value))
		return false;
	for (const hr_hnode *node = n->node; node; node = node->parent)
		for (unsigned d = 0; node->kind == HR_K_LOOP && d < node->dims; d++)
			if (node->loops[d].header == hr_flow_block_of(n->tree->flow, value))
				return true;
	return false;
}

/* Add what VALUE is computed from; return false and set lacking if that is not an input of the
 * parent. */
static bool need_value(node_need *n, LLVMValueRef value)
{
	int from = LLVMIsConstant(value) ? -1 : hr_node_port(n->node->parent, value);

	if (from >= 0) {
		need_port(n, from);
		return true;
	}
	if (LLVMIsConstant(value) || (LLVMIsAInstruction(value) && is_index(n, value)))
		return true;
	if (LLVMIsAInstruction(value) && hr_is_pure(value)) {
		if (hr_map_get(&n->seen, hr_map_key(value), NULL))
			return true;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
			if (!need_value(n, LLVMGetOperand(value, i)))
				return false;
		hr_map_put(&n->seen, hr_map_key(value), 1);
		return true;
	}
	n->lacking = value;
	return false;
}

/* Return the pointer that POINTER is computed from. */
static LLVMValueRef base_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAFreezeInst(pointer) ||
	       LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsABitCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

static bool lacks(const node_need *n, unsigned i, bool output)
{
	hr_hetero *h = n->tree->h;
	bool local = LLVMIsAAllocaInst(n->lacking);

	return hr_hetero_report(
		h, n->node->begin, HR_D_hetero_undeclared,
		hr_arena_printf(h->arena, "%s %u of %s", output ? "output" : "input", i + 1,
				hr_node_text(h, n->node)),
		hr_hetero_describe(h, n->lacking), hr_node_text(h, n->node->parent),
		local ? "\nhelp: a section has no variables of its own: pass a buffer to the launch"
		      : "");
}

static bool add_item(node_need *n, const hr_declared *item, unsigned i, bool output)
{
	LLVMValueRef base;
	int port;

	if (hr_private_of(n->node, item->value))
		return true;
	if (!need_value(n, item->value) || (item->size && !need_value(n, item->size)))
		return lacks(n, i, output);
	if (!item->size)
		return true;
	base = base_of(item->value);
	port = LLVMIsConstant(base) ? -1 : hr_node_port(n->node, base);
	if (port >= 0 && output)
		n->node->ports.data[port].out = true;
	else if (port >= 0)
		n->node->ports.data[port].in = true;
	return true;
}

static void add_outputs(hr_hnode *node)
{
	for (unsigned i = 0; i < node->ports.count; i++) {
		if (!node->ports.data[i].out)
			continue;
		HR_PUSH(&node->outputs, i);
		if (i + 1 < node->ports.count && node->ports.data[i + 1].is_size &&
		    node->ports.data[i + 1].parent == node->ports.data[i].parent + 1)
			HR_PUSH(&node->outputs, i + 1);
	}
}

bool hr_node_interface(const hr_tree *tree, hr_hnode *node)
{
	const hr_declaration *d = &node->declared;
	node_need n = {.tree = tree, .node = node};
	bool good = true;

	if (node->kind == HR_K_FUNCTION) {
		function_interface(tree, node);
		return true;
	}
	if (node->kind == HR_K_LAUNCH) {
		launch_interface(tree, node);
		return true;
	}
	for (unsigned i = 0; i < d->input_count; i++)
		good &= add_item(&n, &d->inputs[i], i, false);
	for (unsigned i = 0; i < d->output_count; i++)
		good &= add_item(&n, &d->outputs[i], i, true);
	hr_map_free(&n.seen);
	add_outputs(node);
	return good;
}
