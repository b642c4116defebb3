/* ir/lift/tensor_leaf.c -- reads the tensor operations of a leaf.
 *
 * A leaf is analysed if its code has one block: tensor operations, variables that hold handles, and
 * the returned values.
 * Invariant: a step's operands are inputs, or results of earlier steps, or unknown.
 * Owns:      the steps, until they are freed.
 * Clauses:   T1 to T6: operands only, not their meaning.
 * Not here:  shapes (interp/tensor/shape.c), values (interp/tensor/operate.c). */
#include "ir/lift/tensor_leaf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "ir/lift/lift.h"

/* A value, or a variable's address, and its meaning. */
typedef struct known {
	LLVMValueRef value;
	hr_step_value is;
} known;

typedef struct reading {
	hr_tensor_leaf *leaf;
	const hr_node *node;
	HR_VEC(known) values;
	bool returned;
} reading;

static void give_up(reading *r, LLVMValueRef at, const char *what)
{
	unsigned line = at ? LLVMGetDebugLocLine(at) : 0;

	if (*r->leaf->why)
		return;
	if (line)
		snprintf(r->leaf->why, HR_LEAF_WHY, "%s in line %u", what, line);
	else
		snprintf(r->leaf->why, HR_LEAF_WHY, "%s", what);
}

static hr_step_value value_of(const reading *r, LLVMValueRef value)
{
	for (size_t i = r->values.count; i > 0; i--)
		if (r->values.data[i - 1].value == value)
			return r->values.data[i - 1].is;
	if (value && LLVMIsConstant(value))
		return (hr_step_value){.kind = HR_STEP_CONSTANT, .constant = value};
	return (hr_step_value){0};
}

static void set_value(reading *r, LLVMValueRef value, hr_step_value is)
{
	HR_PUSH(&r->values, (known){value, is});
}

/* --- operations ------------------------------------------------------------------------------- */

unsigned hr_tensor_operands(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add:
	case HR_H_tensor_mul:
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution: return 2;
	case HR_H_tensor_batchnorm: return 5;
	default: return 1;
	}
}

unsigned hr_tensor_numbers(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_convolution: return 4;
	case HR_H_tensor_group_convolution:
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean: return 6;
	default: return 0;
	}
}

bool hr_wrapper_activation(int32_t number, hr_hpvm *op)
{
	static const hr_hpvm all[] = {HR_H_NONE, HR_H_tensor_tanh, HR_H_tensor_relu,
				      HR_H_tensor_clipped_relu};

	if (number < -1 || number > 2)
		return false;
	*op = all[number + 1];
	return true;
}

bool hr_wrapper_pool(int32_t number, hr_hpvm *op)
{
	static const hr_hpvm all[] = {HR_H_tensor_pool_max, HR_H_tensor_pool_mean,
				      HR_H_tensor_pool_min};

	if (number < 0 || number > 2)
		return false;
	*op = all[number];
	return true;
}

/* A call whose operands are being read. */
typedef struct leaf_operands {
	reading *r;
	const hr_hpvm_call *call;
	bool known; /* all numbers so far are known */
} leaf_operands;

static hr_step_value tensor_at(leaf_operands *from, unsigned i)
{
	LLVMValueRef value = hr_hpvm_operand(from->call, i);
	hr_step_value is = value ? value_of(from->r, value) : (hr_step_value){0};

	if (is.kind == HR_STEP_CONSTANT)
		is.kind = HR_STEP_UNKNOWN;
	if (is.kind == HR_STEP_UNKNOWN)
		give_up(from->r, from->call->instruction,
			"a tensor that is neither an input nor a result");
	return is;
}

static LLVMValueRef constant_at(leaf_operands *from, unsigned i)
{
	LLVMValueRef value = hr_hpvm_operand(from->call, i);
	hr_step_value is = value ? value_of(from->r, value) : (hr_step_value){0};

	if (is.kind == HR_STEP_CONSTANT)
		return is.constant;
	from->known = false;
	give_up(from->r, from->call->instruction, "a number that is not a constant");
	return NULL;
}

static int32_t number_at(leaf_operands *from, unsigned i)
{
	LLVMValueRef value = constant_at(from, i);

	return value && LLVMIsAConstantInt(value) ? (int32_t)LLVMConstIntGetSExtValue(value) : 0;
}

static double real_at(leaf_operands *from, unsigned i)
{
	LLVMValueRef value = constant_at(from, i);
	LLVMBool loses;

	return value && LLVMIsAConstantFP(value) ? LLVMConstRealGetDouble(value, &loses) : 0;
}

static hr_step_value add_step(leaf_operands *from, hr_tensor_step step)
{
	reading *r = from->r;

	step.call = from->call->instruction;
	step.operand_count = hr_tensor_operands(step.op);
	step.known = from->known;
	HR_PUSH(&r->leaf->steps, step);
	return (hr_step_value){.kind = HR_STEP_RESULT,
			       .number = (unsigned)r->leaf->steps.count - 1};
}

/* Read the numbers of STEP, which are operands from FIRST on. */
static void read_numbers(leaf_operands *from, unsigned first, hr_tensor_step *step)
{
	unsigned count = hr_tensor_numbers(step->op);

	for (unsigned i = 0; i < count; i++)
		step->numbers[i] = number_at(from, first + i);
}

/* Read an operation with the operands of src/hpvm.h: tensors, then numbers; FIRST is the first
 * tensor. */
static hr_step_value plain_step(leaf_operands *from, hr_hpvm op, unsigned first)
{
	unsigned count = hr_tensor_operands(op);
	hr_tensor_step step = {.op = op};

	for (unsigned i = 0; i < count; i++)
		step.operand[i] = tensor_at(from, first + i);
	read_numbers(from, first + count, &step);
	if (op == HR_H_tensor_batchnorm)
		step.epsilon = real_at(from, first + count);
	return add_step(from, step);
}

/* --- wrappers --------------------------------------------------------------------------------- */

/* Return X plus operand I, unless that is null. */
static hr_step_value biased(leaf_operands *from, hr_step_value x, unsigned i)
{
	LLVMValueRef bias = hr_hpvm_operand(from->call, i);

	if (bias && LLVMIsNull(bias))
		return x;
	return add_step(
		from, (hr_tensor_step){.op = HR_H_tensor_add, .operand = {x, tensor_at(from, i)}});
}

/* Return the activation of X whose number is operand I. */
static hr_step_value activated(leaf_operands *from, hr_step_value x, unsigned i)
{
	hr_hpvm op = HR_H_NONE;

	if (!hr_wrapper_activation(number_at(from, i), &op))
		give_up(from->r, from->call->instruction, "an unknown activation");
	return op == HR_H_NONE ? x : add_step(from, (hr_tensor_step){.op = op, .operand = {x}});
}

/* Return the pool of X whose number is operand FIRST, with the numbers that follow. */
static hr_step_value pooled(leaf_operands *from, hr_step_value x, unsigned first)
{
	hr_tensor_step step = {.op = HR_H_tensor_pool_max, .operand = {x}};

	if (!hr_wrapper_pool(number_at(from, first), &step.op))
		give_up(from->r, from->call->instruction, "an unknown pool");
	read_numbers(from, first + 1, &step);
	return add_step(from, step);
}

/* id, x, filter, bias, 4 numbers, pool, 6 numbers of the pool, activation, 2 ranges */
static hr_step_value layer_of_convolution(leaf_operands *from)
{
	hr_tensor_step step = {.op = HR_H_tensor_convolution,
			       .operand = {tensor_at(from, 1), tensor_at(from, 2)}};
	hr_step_value x;

	read_numbers(from, 4, &step);
	x = activated(from, biased(from, add_step(from, step), 3), 15);
	return number_at(from, 9) ? pooled(from, x, 8) : x;
}

/* id, x, weights, bias, activation, 2 ranges */
static hr_step_value layer_of_product(leaf_operands *from)
{
	hr_step_value x = add_step(
		from, (hr_tensor_step){.op = HR_H_tensor_mul,
				       .operand = {tensor_at(from, 1), tensor_at(from, 2)}});

	return activated(from, biased(from, x, 3), 4);
}

/* The node's id, which comes first, is ignored. */
static hr_step_value wrapped_step(leaf_operands *from)
{
	switch (from->call->op) {
	case HR_H_wrapper_conv_layer: return layer_of_convolution(from);
	case HR_H_wrapper_fc_layer: return layer_of_product(from);
	case HR_H_wrapper_pooling: return pooled(from, tensor_at(from, 1), 2);
	case HR_H_wrapper_group_convolution:
		return plain_step(from, HR_H_tensor_group_convolution, 1);
	case HR_H_wrapper_batchnorm: return plain_step(from, HR_H_tensor_batchnorm, 1);
	case HR_H_wrapper_add: return plain_step(from, HR_H_tensor_add, 1);
	case HR_H_wrapper_relu: return plain_step(from, HR_H_tensor_relu, 1);
	case HR_H_wrapper_clipped_relu: return plain_step(from, HR_H_tensor_clipped_relu, 1);
	case HR_H_wrapper_tanh: return plain_step(from, HR_H_tensor_tanh, 1);
	case HR_H_wrapper_sigmoid: return plain_step(from, HR_H_tensor_sigmoid, 1);
	case HR_H_wrapper_softmax: return plain_step(from, HR_H_tensor_softmax, 1);
	default: hr_bug("'%s' is not a tensor wrapper", from->call->name);
	}
}

static void read_operation(reading *r, const hr_hpvm_call *call)
{
	leaf_operands from = {.r = r, .call = call, .known = true};
	hr_step_value result;

	if (call->op == HR_H_node_id) {
		hr_step_value number = value_of(r, hr_hpvm_operand(call, 0));

		r->leaf->node_id = number.kind == HR_STEP_CONSTANT ? number.constant : NULL;
		return;
	}
	if (call->op >= HR_H_tensor_op && call->op <= HR_H_tensor_keep) {
		give_up(r, call->instruction, "an operation of a tensor program");
		return;
	}
	result =
		hr_hpvm_is_wrapper(call->op) ? wrapped_step(&from) : plain_step(&from, call->op, 0);
	set_value(r, call->instruction, result);
}

/* --- the leaf --------------------------------------------------------------------------------- */

static void set_output(reading *r, LLVMValueRef at, unsigned output, LLVMValueRef value)
{
	hr_step_value is = value_of(r, value);

	if (output >= r->leaf->output_count)
		return;
	if (is.kind == HR_STEP_CONSTANT && LLVMIsAConstantInt(is.constant) &&
	    LLVMGetIntTypeWidth(LLVMTypeOf(is.constant)) <= 64)
		is.integer = LLVMConstIntGetZExtValue(is.constant);
	else if (is.kind == HR_STEP_UNKNOWN ||
		 (is.kind == HR_STEP_CONSTANT && !LLVMIsNull(is.constant)))
		give_up(r, at, "an output that is not an input, a result or an integer");
	r->leaf->outputs[output] = is;
}

/* __hpvm__return(n, values...) */
static void read_return(reading *r, LLVMValueRef call)
{
	unsigned count = LLVMGetNumArgOperands(call);

	for (unsigned i = 1; i < count; i++)
		set_output(r, call, i - 1, LLVMGetOperand(call, i));
	r->returned = true;
}

/* A structure is built field by field. The last insertion of a field counts. */
static void read_returned(reading *r, LLVMValueRef at)
{
	LLVMValueRef value;

	if (r->returned || LLVMGetNumOperands(at) != 1)
		return;
	for (value = LLVMGetOperand(at, 0); LLVMIsAInsertValueInst(value);
	     value = LLVMGetOperand(value, 0)) {
		unsigned field = *LLVMGetIndices(value);

		if (field < r->leaf->output_count &&
		    r->leaf->outputs[field].kind == HR_STEP_UNKNOWN)
			set_output(r, at, field, LLVMGetOperand(value, 1));
	}
	r->returned = true;
}

static bool is_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address) != NULL;
}

static bool is_remark(const hr_hpvm_call *call, LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMGetCalledValue(instruction);
	size_t length;

	return call->op == HR_H_NONE && LLVMIsAFunction(callee) &&
	       hr_is_remark(LLVMGetValueName2(callee, &length));
}

static void read_call(reading *r, LLVMValueRef instruction)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);
	char text[HR_LEAF_WHY / 2];

	if (hr_hpvm_class_of(call.op) == HR_HC_TENSOR) {
		read_operation(r, &call);
	} else if (call.op == HR_H_return_) {
		read_return(r, instruction);
	} else if (hr_hpvm_class_of(call.op) != HR_HC_NODE && !is_remark(&call, instruction)) {
		snprintf(text, sizeof(text), "a call of '%s'", call.name ? call.name : "a pointer");
		give_up(r, instruction, text);
	}
}

static void read_instruction(reading *r, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMCall:
	case LLVMInvoke: read_call(r, at); return;
	case LLVMStore:
		if (is_variable(LLVMGetOperand(at, 1)))
			set_value(r, LLVMGetOperand(at, 1), value_of(r, LLVMGetOperand(at, 0)));
		else
			give_up(r, at, "a store to memory");
		return;
	case LLVMLoad:
		if (is_variable(LLVMGetOperand(at, 0)))
			set_value(r, at, value_of(r, LLVMGetOperand(at, 0)));
		else
			give_up(r, at, "a load from memory");
		return;
	case LLVMBitCast: set_value(r, at, value_of(r, LLVMGetOperand(at, 0))); return;
	case LLVMRet: read_returned(r, at); return;
	case LLVMAlloca:
	case LLVMInsertValue: return;
	default: give_up(r, at, "an instruction that is not a tensor operation");
	}
}

static bool has_all_outputs(const hr_tensor_leaf *leaf)
{
	for (unsigned i = 0; i < leaf->output_count; i++)
		if (leaf->outputs[i].kind == HR_STEP_UNKNOWN)
			return false;
	return true;
}

void hr_tensor_leaf_read(const hr_program *program, const hr_node *node, hr_tensor_leaf *leaf)
{
	LLVMValueRef function = program->functions[node->function]->llvm;
	reading r = {.leaf = leaf, .node = node};

	*leaf = (hr_tensor_leaf){.output_count = node->output_count};
	leaf->outputs = hr_alloc_zero((node->output_count + 1) * sizeof(*leaf->outputs));
	if (LLVMCountBasicBlocks(function) != 1) {
		snprintf(leaf->why, sizeof(leaf->why), "its code has branches");
		return;
	}
	for (unsigned i = 0; i < node->input_count && i < LLVMCountParams(function); i++)
		set_value(&r, LLVMGetParam(function, i),
			  (hr_step_value){.kind = HR_STEP_INPUT, .number = i});
	for (LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); at;
	     at = LLVMGetNextInstruction(at))
		read_instruction(&r, at);
	if (!*leaf->why && !has_all_outputs(leaf))
		snprintf(leaf->why, sizeof(leaf->why), "an output without a value");
	leaf->complete = !*leaf->why && leaf->steps.count > 0;
	HR_VEC_FREE(&r.values);
}

static bool block_calls_rows(LLVMBasicBlockRef block)
{
	for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
		if (LLVMIsACallInst(at) && hr_hpvm_call_of(at).op == HR_H_tensor_op)
			return true;
	return false;
}

bool hr_node_calls_rows(const hr_program *program, const hr_node *node)
{
	LLVMValueRef function = program->functions[node->function]->llvm;

	for (unsigned i = 0; i < node->child_count; i++)
		if (hr_node_calls_rows(program, node->children[i]))
			return true;
	for (LLVMBasicBlockRef block = node->internal ? NULL : LLVMGetFirstBasicBlock(function);
	     block; block = LLVMGetNextBasicBlock(block))
		if (block_calls_rows(block))
			return true;
	return false;
}

void hr_tensor_leaf_free(hr_tensor_leaf *leaf)
{
	HR_VEC_FREE(&leaf->steps);
	hr_free(leaf->outputs);
	leaf->outputs = NULL;
}
