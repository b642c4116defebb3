/* interp/tensor/infer.c -- follows shapes from the inputs of a root along edges and through leaves.
 *
 * Of a leaf's code only what has one block is followed, which is what leaves of tensors are: tensor operations whose numbers are
 * constants, variables that hold handles, and what is returned. Everything else is not known, and so is what operands that do not
 * go together would give.
 *
 * Owns:      the shapes it has found.
 * Not here:  shapes of operations (shape.c), the run (apply.c). */
#include "infer.h"

#include <llvm-c/Core.h>
#include <string.h>

#include "arena.h"
#include "vec.h"

struct hr_graph_dims {
	hr_arena arena;
	const hr_program *program;
	hr_dims **inputs, **outputs; /* by number of node, then port */
};

/* A value, or a variable's address, that is a tensor. */
typedef struct known {
	LLVMValueRef value;
	hr_dims dims;
} known;

typedef struct leaf {
	HR_VEC(known) values;
	const hr_node *node;
	hr_dims *outputs;
} leaf;

static const hr_dims unknown;

static hr_dims dims_of(const leaf *l, LLVMValueRef value)
{
	for (size_t i = l->values.count; i > 0; i--)
		if (l->values.data[i - 1].value == value)
			return l->values.data[i - 1].dims;
	return unknown;
}

static void set_dims(leaf *l, LLVMValueRef value, hr_dims dims)
{
	HR_PUSH(&l->values, (known){value, dims});
}

/* --- operations ------------------------------------------------------------------------------- */

static bool constant(const hr_hpvm_call *call, unsigned operand, int32_t *number)
{
	LLVMValueRef value = hr_hpvm_operand(call, operand);

	if (!value || !LLVMIsAConstantInt(value))
		return false;
	*number = (int32_t)LLVMConstIntGetSExtValue(value);
	return true;
}

static bool constants(const hr_hpvm_call *call, unsigned first, int32_t *const *to, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (!constant(call, first + i, to[i]))
			return false;
	return true;
}

/* The numbers that its shape depends on. */
static bool read_numbers(const hr_hpvm_call *call, hr_tensor_op *op)
{
	hr_window *w = &op->window;
	int32_t *const convolution[] = {&w->vertical_pad, &w->horizontal_pad, &w->vertical_stride,
					&w->horizontal_stride};
	int32_t *const pool[] = {&w->height,	     &w->width,		  &w->vertical_pad,
				 &w->horizontal_pad, &w->vertical_stride, &w->horizontal_stride};

	switch (call->op) {
	case HR_H_tensor_group_convolution:
		return constants(call, 2, convolution, 4) && constant(call, 7, &op->groups);
	case HR_H_tensor_convolution:
		return constants(call, 2, convolution, 4);
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean:
		return constants(call, 1, pool, 6);
	default:
		return true;
	}
}

static unsigned operands_of(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add:
	case HR_H_tensor_mul:
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution:
		return 2;
	case HR_H_tensor_batchnorm:
		return 5;
	default:
		return 1;
	}
}

static hr_dims result_dims(const leaf *l, const hr_hpvm_call *call)
{
	hr_tensor_op op = {.op = call->op, .operand_count = operands_of(call->op)};
	char why[HR_TENSOR_WHY];
	hr_dims result;

	for (unsigned i = 0; i < op.operand_count; i++)
		op.operand[i].shape = dims_of(l, hr_hpvm_operand(call, i));
	return read_numbers(call, &op) && hr_tensor_shape(&op, &result, why) ? result : unknown;
}

/* --- leaves ----------------------------------------------------------------------------------- */

/* __hpvm__return(n, values...) */
static void returned(leaf *l, LLVMValueRef call)
{
	unsigned count = LLVMGetNumArgOperands(call);

	for (unsigned i = 1; i < count && i <= l->node->output_count; i++)
		l->outputs[i - 1] = dims_of(l, LLVMGetOperand(call, i));
}

/* A structure that is put together field by field, or one value. */
static void returned_value(leaf *l, LLVMValueRef value)
{
	if (l->node->output_count == 1)
		l->outputs[0] = dims_of(l, value);
	for (; LLVMIsAInsertValueInst(value); value = LLVMGetOperand(value, 0)) {
		unsigned field = *LLVMGetIndices(value);

		if (field < l->node->output_count && !l->outputs[field].rank)
			l->outputs[field] = dims_of(l, LLVMGetOperand(value, 1));
	}
}

static bool is_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address) != NULL;
}

static void follow(leaf *l, LLVMValueRef instruction)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);

	if (hr_hpvm_class_of(call.op) == HR_HC_TENSOR && call.op != HR_H_node_id)
		set_dims(l, instruction, result_dims(l, &call));
	else if (call.op == HR_H_return_)
		returned(l, instruction);
	else if (LLVMIsAStoreInst(instruction) && is_variable(LLVMGetOperand(instruction, 1)))
		set_dims(l, LLVMGetOperand(instruction, 1), dims_of(l, LLVMGetOperand(instruction, 0)));
	else if (LLVMIsALoadInst(instruction) && is_variable(LLVMGetOperand(instruction, 0)))
		set_dims(l, instruction, dims_of(l, LLVMGetOperand(instruction, 0)));
	else if (LLVMIsAReturnInst(instruction) && LLVMGetNumOperands(instruction) == 1)
		returned_value(l, LLVMGetOperand(instruction, 0));
}

static void leaf_dims(hr_graph_dims *dims, const hr_node *node)
{
	LLVMValueRef function = dims->program->functions[node->function]->llvm;
	leaf l = {.node = node, .outputs = dims->outputs[node->number]};

	if (LLVMCountBasicBlocks(function) != 1)
		return;
	for (unsigned i = 0; i < node->input_count && i < LLVMCountParams(function); i++)
		set_dims(&l, LLVMGetParam(function, i), dims->inputs[node->number][i]);
	for (LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); at;
	     at = LLVMGetNextInstruction(at))
		follow(&l, at);
	HR_VEC_FREE(&l.values);
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
		leaf_dims(dims, node);
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

		dims->inputs[i] = hr_arena_array(&dims->arena, node->input_count + 1,
						 sizeof(**dims->inputs));
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
