/* ir/pass/wrapper.c -- wrapper-api: tensor operations of a node become calls of wrappers with the
 * node's number.
 *
 * Patterns within one node (those of fuse.c) become one call, wrapper_ConvLayer2 or
 * wrapper_FCLayer; every other operation becomes the wrapper of that operation. A call is placed
 * where the last operation of its pattern was. Each node gets a separate function, because its
 * number is a constant there: the position of the leaf among the leaves with tensor operations of
 * its graph, in topological order, depth first, from 1. Nodes of an internal node function that
 * several nodes run have the numbers of the first.
 *
 * Invariant: operations and their order are unchanged.
 * Clauses:   T7.
 * Not here:  the meaning of wrappers (interp/host/tensor_entries.c), fusing nodes (fuse.c). */
#include <stdio.h>
#include <string.h>

#include "ir/pass/pass_private.h"

enum { MOST_OPERANDS = 20, NAME = 256, DEEPEST = 4 };

/* The steps of one call; if there are several, the first one is a convolution or mul. */
typedef struct step_group {
	unsigned steps[DEEPEST];
	unsigned count;
	int bias;             /* the operand of steps[1] that is added, or -1 */
	int activation, pool; /* numbers in the wrapper's tables, -1: none */
	const hr_tensor_step *pool_step;
} step_group;

/* --- patterns --------------------------------------------------------------------------------- */

static bool is_result(hr_step_value value, unsigned step)
{
	return value.kind == HR_STEP_RESULT && value.number == step;
}

/* Return the only step that uses STEP; -1 if there is none, or STEP is an output of the leaf. */
static int only_user(const hr_tensor_leaf *leaf, unsigned step)
{
	int user = -1;

	for (unsigned i = 0; i < leaf->output_count; i++)
		if (is_result(leaf->outputs[i], step))
			return -1;
	for (unsigned i = step + 1; i < leaf->steps.count; i++)
		for (unsigned k = 0; k < leaf->steps.data[i].operand_count; k++) {
			if (!is_result(leaf->steps.data[i].operand[k], step))
				continue;
			if (user >= 0)
				return -1;
			user = (int)i;
		}
	return user;
}

/* Return the number of OP in the wrapper's table; -1 if it has none. */
static int activation_of(hr_hpvm op)
{
	hr_hpvm one;

	for (int32_t i = 0; hr_wrapper_activation(i, &one); i++)
		if (one == op)
			return i;
	return -1;
}

static int pool_of(hr_hpvm op)
{
	hr_hpvm one;

	for (int32_t i = 0; hr_wrapper_pool(i, &one); i++)
		if (one == op)
			return i;
	return -1;
}

/* Return the step that follows the last step of G, or NULL. */
static const hr_tensor_step *next_of(const hr_tensor_leaf *leaf, const step_group *g,
				     unsigned *number)
{
	int user = only_user(leaf, g->steps[g->count - 1]);

	*number = (unsigned)user;
	return user < 0 ? NULL : &leaf->steps.data[user];
}

static step_group find_group(const hr_tensor_leaf *leaf, unsigned first)
{
	step_group g = {.steps = {first}, .count = 1, .bias = -1, .activation = -1, .pool = -1};
	bool convolution = leaf->steps.data[first].op == HR_H_tensor_convolution;
	const hr_tensor_step *next;
	unsigned number;

	if (!convolution && leaf->steps.data[first].op != HR_H_tensor_mul)
		return g;
	next = next_of(leaf, &g, &number);
	if (!next || next->op != HR_H_tensor_add)
		return g;
	g.bias = is_result(next->operand[0], first);
	g.steps[g.count++] = number;
	next = next_of(leaf, &g, &number);
	if (next && activation_of(next->op) >= 0) {
		g.activation = activation_of(next->op);
		g.steps[g.count++] = number;
		next = next_of(leaf, &g, &number);
	}
	if (next && convolution && pool_of(next->op) >= 0) {
		g.pool = pool_of(next->op);
		g.pool_step = next;
		g.steps[g.count++] = number;
	}
	return g;
}

/* --- calls ------------------------------------------------------------------------------------ */

typedef struct wrapper_writing {
	hr_pass_code code;
	const hr_tensor_leaf *leaf;
	LLVMValueRef id;
	const LLVMValueRef *inputs;
	LLVMValueRef *results;
	LLVMValueRef operands[MOST_OPERANDS];
	unsigned count;
} wrapper_writing;

static void put(wrapper_writing *w, LLVMValueRef value)
{
	w->operands[w->count++] = value;
}

static void put_tensor(wrapper_writing *w, hr_step_value value)
{
	put(w, hr_pass_value(value, w->inputs, w->results));
}

static void put_number(wrapper_writing *w, int32_t number)
{
	put(w, hr_pass_int(&w->code, number));
}

static void put_numbers(wrapper_writing *w, const hr_tensor_step *step)
{
	for (unsigned i = 0; i < hr_tensor_numbers(step->op); i++)
		put_number(w, step->numbers[i]);
}

/* Append the operands of STEP in the wrapper's order. */
static void put_step(wrapper_writing *w, const hr_tensor_step *step)
{
	for (unsigned i = 0; i < step->operand_count; i++)
		put_tensor(w, step->operand[i]);
	if (pool_of(step->op) >= 0)
		put_number(w, pool_of(step->op));
	put_numbers(w, step);
	if (step->op == HR_H_tensor_batchnorm)
		put(w, LLVMConstReal(LLVMDoubleTypeInContext(w->code.context), step->epsilon));
}

static void put_layer(wrapper_writing *w, const step_group *g)
{
	const hr_tensor_step *first = &w->leaf->steps.data[g->steps[0]];
	LLVMTypeRef real = LLVMFloatTypeInContext(w->code.context);

	put_tensor(w, first->operand[0]);
	put_tensor(w, first->operand[1]);
	if (g->bias >= 0)
		put_tensor(w, w->leaf->steps.data[g->steps[1]].operand[g->bias]);
	else
		put(w, LLVMConstNull(w->code.ptr));
	if (first->op == HR_H_tensor_convolution) {
		put_numbers(w, first);
		put_number(w, g->pool >= 0 ? g->pool : 0);
		if (g->pool_step)
			put_numbers(w, g->pool_step);
		for (unsigned i = 0; !g->pool_step && i < 6; i++)
			put_number(w, 0);
	}
	put_number(w, g->activation);
	put(w, LLVMConstReal(real, 0));
	put(w, LLVMConstReal(real, 0));
}

static hr_hpvm wrapper_of(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_convolution: return HR_H_wrapper_conv_layer;
	case HR_H_tensor_mul: return HR_H_wrapper_fc_layer;
	case HR_H_tensor_group_convolution: return HR_H_wrapper_group_convolution;
	case HR_H_tensor_batchnorm: return HR_H_wrapper_batchnorm;
	case HR_H_tensor_add: return HR_H_wrapper_add;
	case HR_H_tensor_relu: return HR_H_wrapper_relu;
	case HR_H_tensor_clipped_relu: return HR_H_wrapper_clipped_relu;
	case HR_H_tensor_tanh: return HR_H_wrapper_tanh;
	case HR_H_tensor_sigmoid: return HR_H_wrapper_sigmoid;
	case HR_H_tensor_softmax: return HR_H_wrapper_softmax;
	default: return HR_H_wrapper_pooling;
	}
}

/* Write the call for G; return its result. */
static LLVMValueRef write_group(wrapper_writing *w, const step_group *g)
{
	const hr_tensor_step *first = &w->leaf->steps.data[g->steps[0]];
	hr_hpvm wrapper = wrapper_of(first->op);
	LLVMTypeRef types[MOST_OPERANDS];

	w->count = 0;
	put(w, w->id);
	if (wrapper == HR_H_wrapper_conv_layer || wrapper == HR_H_wrapper_fc_layer)
		put_layer(w, g);
	else
		put_step(w, first);
	for (unsigned i = 0; i < w->count; i++)
		types[i] = LLVMTypeOf(w->operands[i]);
	return hr_pass_call(&w->code, hr_hpvm_c_name(wrapper),
			    LLVMFunctionType(w->code.ptr, types, w->count, false), w->operands,
			    w->count);
}

/* A call is placed where the last step of its group was. */
static void write_groups(wrapper_writing *w)
{
	size_t count = w->leaf->steps.count;
	/* indexed by last step */
	step_group *ending = hr_alloc_zero((count + 1) * sizeof(*ending));
	bool *taken = hr_alloc_zero(count + 1);

	for (unsigned i = 0; i < count; i++) {
		step_group g;

		if (taken[i])
			continue;
		g = find_group(w->leaf, i);
		for (unsigned k = 0; k < g.count; k++)
			taken[g.steps[k]] = true;
		ending[g.steps[g.count - 1]] = g;
	}
	for (unsigned i = 0; i < count; i++)
		if (ending[i].count)
			w->results[i] = write_group(w, &ending[i]);
	hr_free(ending);
	hr_free(taken);
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* Return the string NUMBER as a constant. */
static LLVMValueRef id_text(hr_program *program, unsigned number)
{
	char text[16];
	unsigned length = (unsigned)snprintf(text, sizeof(text), "%u", number);
	LLVMValueRef value = LLVMConstStringInContext(program->context, text, length, false);
	LLVMValueRef global = LLVMAddGlobal(program->module, LLVMTypeOf(value), "node_id");

	LLVMSetInitializer(global, value);
	LLVMSetGlobalConstant(global, true);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
	return global;
}

static LLVMValueRef new_function(hr_program *program, const hr_node *node, unsigned number)
{
	LLVMValueRef old = program->functions[node->function]->llvm, made;
	LLVMTypeRef *types = hr_alloc_array(node->input_count + 1, sizeof(*types));
	char name[NAME];

	for (unsigned i = 0; i < node->input_count; i++)
		types[i] = LLVMTypeOf(LLVMGetParam(old, i));
	snprintf(name, sizeof(name), "%s_wrapper_%u", node->name, number);
	made = hr_pass_function(program, name, types, node->inputs, node->input_count);
	hr_free(types);
	return made;
}

static LLVMValueRef wrapped(hr_program *program, const hr_node *node, const hr_tensor_leaf *leaf,
			    unsigned number)
{
	LLVMValueRef made = new_function(program, node, number);
	LLVMValueRef *inputs = hr_alloc_array(node->input_count + 1, sizeof(LLVMValueRef));
	wrapper_writing w = {.leaf = leaf, .id = id_text(program, number), .inputs = inputs};

	w.results = hr_alloc_zero((leaf->steps.count + 1) * sizeof(LLVMValueRef));
	for (unsigned i = 0; i < node->input_count; i++)
		inputs[i] = LLVMGetParam(made, i);
	hr_pass_code_begin(&w.code, program, made);
	hr_pass_say(&w.code, made, node->hint, node->inputs, node->input_count);
	write_groups(&w);
	hr_pass_return(&w.code, leaf, inputs, w.results);
	hr_pass_code_end(&w.code);
	hr_free(inputs);
	hr_free(w.results);
	return made;
}

/* --- graphs ----------------------------------------------------------------------------------- */

typedef struct numbering {
	hr_program *program;
	unsigned *of; /* indexed by node number; 0: not a leaf with tensor operations; owns */
	unsigned last;
} numbering;

static void number_below(numbering *n, const hr_node *node)
{
	hr_tensor_leaf leaf;

	for (unsigned i = 0; i < node->child_count; i++)
		number_below(n, node->children[node->order[i]]);
	if (node->internal)
		return;
	hr_tensor_leaf_read(n->program, node, &leaf);
	if (leaf.steps.count)
		n->of[node->number] = ++n->last;
	hr_tensor_leaf_free(&leaf);
}

static bool is_wrapped(const hr_tensor_leaf *leaf)
{
	for (size_t i = 0; i < leaf->steps.count; i++)
		if (hr_hpvm_is_wrapper(hr_hpvm_call_of(leaf->steps.data[i].call).op))
			return true;
	return false;
}

/* Return true if CHILD has got a new function. */
static bool wrap_child(hr_program *program, hr_pass_child *child, const numbering *n)
{
	const hr_node *node = child->node;
	hr_tensor_leaf leaf;
	bool wraps;

	if (node->internal || node->hint != HR_TARGET_TENSOR)
		return false;
	hr_tensor_leaf_read(program, node, &leaf);
	wraps = leaf.complete && !is_wrapped(&leaf);
	if (wraps)
		child->function = wrapped(program, node, &leaf, n->of[node->number]);
	hr_tensor_leaf_free(&leaf);
	return wraps;
}

static numbering number_graph(hr_program *program, const hr_node *node)
{
	numbering n = {.program = program};
	const hr_graph *graph;

	while (node->parent)
		node = node->parent;
	graph = hr_program_graph(program, node->function);
	n.of = hr_alloc_zero((graph->node_count + 1) * sizeof(*n.of));
	number_below(&n, node);
	return n;
}

/* The former functions of children, in no order, with duplicates. */
typedef HR_VEC(LLVMValueRef) functions;

static bool wrap_children(void *data, hr_program *program, const hr_node *node)
{
	functions *old = data;
	numbering n = number_graph(program, node);
	hr_pass_shape shape;
	bool any = false;

	hr_pass_shape_read(program, node, &shape);
	for (size_t i = 0; i < shape.children.count; i++) {
		LLVMValueRef before = shape.children.data[i].function;

		if (!wrap_child(program, &shape.children.data[i], &n))
			continue;
		any = true;
		HR_PUSH(old, before);
	}
	if (any)
		hr_pass_shape_write(&shape);
	hr_pass_shape_free(&shape);
	hr_free(n.of);
	return false;
}

static bool is_repeated(const functions *all, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (all->data[k] == all->data[i])
			return true;
	return false;
}

hr_status hr_pass_wrap_tensors(hr_program *program, bool *more)
{
	functions old = {0};

	hr_pass_each(program, wrap_children, &old);
	for (size_t i = old.count; i > 0; i--)
		if (!is_repeated(&old, i - 1))
			hr_pass_forget(old.data[i - 1]);
	HR_VEC_FREE(&old);
	(void)more;
	return HR_OK;
}
