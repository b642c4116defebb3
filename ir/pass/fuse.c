/* ir/pass/fuse.c -- fuse-tensor-nodes: consecutive nodes that match a pattern become one node.
 *
 * The patterns are convolution or mul, then add; then an optional activation; and after a
 * convolution an optional pool at the end, with or without an activation before it. Two nodes are
 * fused at a time, until nothing changes: a fused node is again the start of a pattern, so longer
 * patterns follow from shorter ones.
 *
 *	the fused node's inputs: those of the first node, then those of the second node that have
 *	no edge from the first one; edges between both become values
 *
 * Nodes are fused if they have the target TENSOR_TARGET, no dimensions, and only tensor operations,
 * and if all outputs of the first one go to the second. A program may contain the same pair of
 * functions several times: the pairs share the fused function.
 *
 * Invariant: the fused node's operations are those of both, in their order, on the same operands.
 * Clauses:   T7.
 * Not here:  calls in new functions (code.c), the graph's calls (shape.c). */
#include <stdio.h>
#include <string.h>

#include "ir/pass/pass_private.h"

enum { LONGEST = 4, NAME = 256 };

/* --- patterns --------------------------------------------------------------------------------- */

static bool is_activation(hr_hpvm op)
{
	return op == HR_H_tensor_relu || op == HR_H_tensor_clipped_relu || op == HR_H_tensor_tanh ||
	       op == HR_H_tensor_sigmoid;
}

static bool is_pool(hr_hpvm op)
{
	return op == HR_H_tensor_pool_max || op == HR_H_tensor_pool_min ||
	       op == HR_H_tensor_pool_mean;
}

static bool is_pattern(const hr_hpvm *ops, size_t count)
{
	bool convolution = ops[0] == HR_H_tensor_convolution;

	if ((!convolution && ops[0] != HR_H_tensor_mul) || count < 2 || ops[1] != HR_H_tensor_add)
		return false;
	if (count == 2)
		return true;
	if (count == 3)
		return is_activation(ops[2]) || (convolution && is_pool(ops[2]));
	return count == 4 && convolution && is_activation(ops[2]) && is_pool(ops[3]);
}

/* --- pairs of nodes --------------------------------------------------------------------------- */

/* The children FIRST and SECOND of a node. */
typedef struct fused_pair {
	hr_program *program;
	hr_pass_shape *shape;
	unsigned first, second;
	hr_tensor_leaf leaves[2];
	/* by input of the second node: the output of the first one connected to it, or -1; owns */
	int *fed;
} fused_pair;

static const hr_node *node_of(const fused_pair *p, bool second)
{
	return p->shape->children.data[second ? p->second : p->first].node;
}

static bool is_eligible(const hr_node *node)
{
	return !node->internal && node->hint == HR_TARGET_TENSOR && node->dims == 0;
}

/* Return the child that receives all outputs of child FIRST; -1 if there is none. */
static int only_sink(const hr_pass_shape *shape, unsigned first)
{
	int sink = -1;

	for (size_t i = 0; i < shape->output_binds.count; i++)
		if (shape->output_binds.data[i].child == first)
			return -1;
	for (size_t i = 0; i < shape->edges.count; i++) {
		const hr_edge *edge = &shape->edges.data[i];

		if (edge->source != first)
			continue;
		if (sink >= 0 && edge->sink != (unsigned)sink)
			return -1;
		sink = (int)edge->sink;
	}
	return sink;
}

static bool find_fed(fused_pair *p)
{
	const hr_node *first = node_of(p, false), *second = node_of(p, true);

	p->fed = hr_alloc_array(second->input_count + 1, sizeof(*p->fed));
	memset(p->fed, 0xff, second->input_count * sizeof(*p->fed));
	for (size_t i = 0; i < p->shape->edges.count; i++) {
		const hr_edge *edge = &p->shape->edges.data[i];

		if (edge->source != p->first || edge->sink != p->second)
			continue;
		if (first->outputs[edge->source_port].type != second->inputs[edge->sink_port].type)
			return false;
		p->fed[edge->sink_port] = (int)edge->source_port;
	}
	return true;
}

/* Return true if operand I of the second node's first step is the result of the last step of the
 * first node. */
static bool is_chained(const fused_pair *p, unsigned i)
{
	const hr_tensor_leaf *first = &p->leaves[0];
	const hr_step_value *operand = &p->leaves[1].steps.data[0].operand[i];
	int output = operand->kind == HR_STEP_INPUT ? p->fed[operand->number] : -1;

	return output >= 0 && first->outputs[output].kind == HR_STEP_RESULT &&
	       first->outputs[output].number == first->steps.count - 1;
}

/* Return true if the steps of both nodes form a pattern, each using the result of the previous
 * one. */
static bool makes_pattern(const fused_pair *p)
{
	const hr_tensor_leaf *first = &p->leaves[0], *second = &p->leaves[1];
	hr_hpvm ops[LONGEST];
	size_t count = 0;

	if (second->steps.count != 1 || first->steps.count + 1 > LONGEST)
		return false;
	for (size_t i = 0; i < first->steps.count; i++)
		ops[count++] = first->steps.data[i].op;
	ops[count++] = second->steps.data[0].op;
	if (!is_pattern(ops, count))
		return false;
	if (second->steps.data[0].op == HR_H_tensor_add)
		return is_chained(p, 0) != is_chained(p, 1);
	return is_chained(p, 0);
}

static bool is_plain(const hr_tensor_leaf *leaf)
{
	for (size_t i = 0; i < leaf->steps.count; i++)
		if (hr_hpvm_is_wrapper(hr_hpvm_call_of(leaf->steps.data[i].call).op))
			return false;
	return leaf->complete;
}

static void free_pair(fused_pair *p)
{
	hr_tensor_leaf_free(&p->leaves[0]);
	hr_tensor_leaf_free(&p->leaves[1]);
	hr_free(p->fed);
}

/* Return true if child FIRST and its only sink can be fused. The caller frees *p in any case. */
static bool find_pair(fused_pair *p, unsigned first)
{
	int second = only_sink(p->shape, first);

	p->first = first;
	p->second = second < 0 ? first : (unsigned)second;
	p->fed = NULL;
	memset(p->leaves, 0, sizeof(p->leaves));
	if (second < 0 || !is_eligible(node_of(p, false)) || !is_eligible(node_of(p, true)) ||
	    !find_fed(p))
		return false;
	hr_tensor_leaf_read(p->program, node_of(p, false), &p->leaves[0]);
	hr_tensor_leaf_read(p->program, node_of(p, true), &p->leaves[1]);
	return is_plain(&p->leaves[0]) && is_plain(&p->leaves[1]) && makes_pattern(p);
}

/* --- the fused function ----------------------------------------------------------------------- */

/* Inputs of the fused node; those of the second node are at the end. */
typedef struct merged {
	LLVMTypeRef *types; /* owns, as all arrays here */
	hr_port *ports;
	int *place; /* by input of the second node: its index among them, or -1 if it had an edge */
	unsigned count;
} merged;

static void add_input(merged *all, const hr_port *port, LLVMValueRef parameter)
{
	all->types[all->count] = LLVMTypeOf(parameter);
	all->ports[all->count++] = *port;
}

static merged merge_inputs(const fused_pair *p)
{
	const hr_node *first = node_of(p, false), *second = node_of(p, true);
	unsigned most = first->input_count + second->input_count + 1;
	merged all = {.types = hr_alloc_array(most, sizeof(*all.types)),
		      .ports = hr_alloc_array(most, sizeof(*all.ports)),
		      .place = hr_alloc_array(most, sizeof(*all.place))};

	for (unsigned i = 0; i < first->input_count; i++)
		add_input(&all, &first->inputs[i],
			  LLVMGetParam(p->shape->children.data[p->first].function, i));
	for (unsigned i = 0; i < second->input_count; i++) {
		all.place[i] = p->fed[i] < 0 ? (int)all.count : -1;
		if (p->fed[i] < 0)
			add_input(&all, &second->inputs[i],
				  LLVMGetParam(p->shape->children.data[p->second].function, i));
	}
	return all;
}

static void free_merged(merged *all)
{
	hr_free(all->types);
	hr_free(all->ports);
	hr_free(all->place);
}

static void write_fused(const fused_pair *p, const merged *all, LLVMValueRef fused)
{
	const hr_tensor_leaf *first = &p->leaves[0], *second = &p->leaves[1];
	unsigned count = node_of(p, true)->input_count;
	LLVMValueRef *inputs = hr_alloc_array(all->count + 1, sizeof(LLVMValueRef));
	LLVMValueRef *later = hr_alloc_array(count + 1, sizeof(LLVMValueRef));
	LLVMValueRef results[LONGEST], last[LONGEST];
	hr_pass_code code;

	hr_pass_code_begin(&code, p->program, fused);
	hr_pass_say(&code, fused, HR_TARGET_TENSOR, all->ports, all->count);
	for (unsigned i = 0; i < all->count; i++)
		inputs[i] = LLVMGetParam(fused, i);
	hr_pass_steps(&code, first, inputs, results);
	for (unsigned i = 0; i < count; i++)
		later[i] = all->place[i] >= 0
				   ? inputs[all->place[i]]
				   : hr_pass_value(first->outputs[p->fed[i]], inputs, results);
	hr_pass_steps(&code, second, later, last);
	hr_pass_return(&code, second, later, last);
	hr_pass_code_end(&code);
	hr_free(inputs);
	hr_free(later);
}

/* Write which outputs of the first node are connected to the inputs of the second: "0,1,-" */
static void wiring_of(const fused_pair *p, char wiring[NAME])
{
	size_t used = 0;

	*wiring = '\0';
	for (unsigned i = 0; i < node_of(p, true)->input_count && used < NAME; i++)
		used += (size_t)(p->fed[i] < 0
					 ? snprintf(wiring + used, NAME - used, "-,")
					 : snprintf(wiring + used, NAME - used, "%d,", p->fed[i]));
}

/* Return the fused function. One made from the same two functions, connected in the same manner, is
 * reused. Its name is "Convolution+Bias", which is not a C name; if the two are connected in
 * several manners, all but the first one have a number. */
static LLVMValueRef fused_function(const fused_pair *p, const merged *all)
{
	char name[NAME], wiring[NAME];
	int length = snprintf(name, NAME, "%s+%s", node_of(p, false)->name, node_of(p, true)->name);
	LLVMValueRef fused;

	wiring_of(p, wiring);
	for (unsigned i = 2;
	     length < NAME - 16 && (fused = LLVMGetNamedFunction(p->program->module, name)); i++) {
		if (hr_pass_is_ours(fused, wiring))
			return fused;
		snprintf(name + length, (size_t)(NAME - length), ".%u", i);
	}
	fused = hr_pass_function(p->program, name, all->types, all->ports, all->count);
	hr_pass_mark_ours(fused, wiring);
	write_fused(p, all, fused);
	return fused;
}

/* --- the graph -------------------------------------------------------------------------------- */

static unsigned moved(const fused_pair *p, unsigned child)
{
	if (child == p->second)
		child = p->first;
	return child > p->second ? child - 1 : child;
}

/* Move an end of an edge or bind at child *CHILD, whose port is an input. */
static void move_input(const fused_pair *p, const merged *all, unsigned *child, unsigned *port)
{
	if (*child == p->second)
		*port = (unsigned)all->place[*port];
	*child = moved(p, *child);
}

static void rewire(const fused_pair *p, const merged *all)
{
	hr_pass_shape *shape = p->shape;
	size_t kept = 0;

	for (size_t i = 0; i < shape->edges.count; i++) {
		hr_edge edge = shape->edges.data[i];

		if (edge.source == p->first && edge.sink == p->second)
			continue;
		edge.source = moved(p, edge.source);
		move_input(p, all, &edge.sink, &edge.sink_port);
		shape->edges.data[kept++] = edge;
	}
	shape->edges.count = kept;
	for (size_t i = 0; i < shape->input_binds.count; i++)
		move_input(p, all, &shape->input_binds.data[i].child,
			   &shape->input_binds.data[i].child_port);
	for (size_t i = 0; i < shape->output_binds.count; i++)
		shape->output_binds.data[i].child = moved(p, shape->output_binds.data[i].child);
	for (size_t i = p->second; i + 1 < shape->children.count; i++)
		shape->children.data[i] = shape->children.data[i + 1];
	shape->children.count--;
}

static void fuse(const fused_pair *p)
{
	LLVMValueRef old[] = {p->shape->children.data[p->first].function,
			      p->shape->children.data[p->second].function};
	merged all = merge_inputs(p);

	p->shape->children.data[p->first].function = fused_function(p, &all);
	rewire(p, &all);
	hr_pass_shape_write(p->shape);
	hr_pass_forget(old[0]);
	if (old[1] != old[0])
		hr_pass_forget(old[1]);
	free_merged(&all);
}

static bool fuse_one(void *data, hr_program *program, const hr_node *node)
{
	hr_pass_shape shape;
	bool found = false;

	(void)data;
	hr_pass_shape_read(program, node, &shape);
	for (unsigned i = 0; i < node->child_count && !found; i++) {
		fused_pair p = {.program = program, .shape = &shape};

		found = find_pair(&p, node->order[i]);
		if (found)
			fuse(&p);
		free_pair(&p);
	}
	hr_pass_shape_free(&shape);
	return found;
}

hr_status hr_pass_fuse_tensors(hr_program *program, bool *more)
{
	*more = hr_pass_each(program, fuse_one, NULL);
	return HR_OK;
}
