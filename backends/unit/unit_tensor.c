/* backends/unit/unit_tensor.c -- builds the unit of a leaf of tensor operations: steps instead of
 * bitcode.
 *
 * Clauses:   T1 to T6, as far as numbers of operations go.
 * Not here:  the tensors of a grid (backends/dispatch/tensor_grid.c), the analysis of a leaf
 *            (ir/lift/tensor_leaf.c). */
#include <string.h>

#include "backends/unit/unit.h"

static uint32_t operation_of(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add: return HR_TENSOR_ADD;
	case HR_H_tensor_mul: return HR_TENSOR_MUL;
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution: return HR_TENSOR_CONVOLUTION;
	case HR_H_tensor_relu: return HR_TENSOR_RELU;
	case HR_H_tensor_clipped_relu: return HR_TENSOR_CLIPPED_RELU;
	case HR_H_tensor_tanh: return HR_TENSOR_TANH;
	case HR_H_tensor_sigmoid: return HR_TENSOR_SIGMOID;
	case HR_H_tensor_softmax: return HR_TENSOR_SOFTMAX;
	case HR_H_tensor_batchnorm: return HR_TENSOR_BATCHNORM;
	case HR_H_tensor_pool_max: return HR_TENSOR_POOL_MAX;
	case HR_H_tensor_pool_min: return HR_TENSOR_POOL_MIN;
	case HR_H_tensor_pool_mean: return HR_TENSOR_POOL_MEAN;
	default: hr_bug("operation %d is none of tensors", (int)op);
	}
}

static void set_pair(int32_t to[2], const int32_t *from)
{
	memcpy(to, from, 2 * sizeof(*to));
}

static void set_numbers(hr_unit_step *to, const hr_tensor_step *from)
{
	const int32_t *numbers = from->numbers;

	to->groups = 1;
	if (hr_tensor_numbers(from->op) == 0)
		return;
	if (to->operation == HR_TENSOR_CONVOLUTION) {
		set_pair(to->padding, numbers);
		set_pair(to->stride, numbers + 2);
		if (from->op == HR_H_tensor_group_convolution)
			to->groups = numbers[5];
		return;
	}
	set_pair(to->window, numbers);
	set_pair(to->padding, numbers + 2);
	set_pair(to->stride, numbers + 4);
}

/* Tensors that come from outside have the numbers of the inputs. */
static void set_operands(hr_unit_step *to, const hr_tensor_step *from, uint32_t inputs)
{
	to->operand_count = from->operand_count;
	for (uint32_t i = 0; i < from->operand_count; i++)
		to->operands[i] = from->operand[i].number +
				  (from->operand[i].kind == HR_STEP_RESULT ? inputs : 0);
}

static void set_steps(hr_made_unit *made, float clip)
{
	const hr_tensor_leaf *leaf = &made->leaf;
	hr_unit *unit = &made->unit;
	hr_unit_step *steps = hr_arena_array(&made->arena, leaf->steps.count, sizeof(*steps));
	hr_unit_port *outputs = (hr_unit_port *)(uintptr_t)unit->outputs;

	unit->features = HR_UNIT_TENSORS;
	unit->steps = steps;
	unit->step_count = (uint32_t)leaf->steps.count;
	unit->tensor_count = unit->input_count;
	for (uint32_t i = 0; i < unit->step_count; i++) {
		const hr_tensor_step *from = &leaf->steps.data[i];

		steps[i] = (hr_unit_step){.operation = operation_of(from->op),
					  .clip = clip,
					  .epsilon = from->epsilon};
		set_numbers(&steps[i], from);
		set_operands(&steps[i], from, unit->tensor_count);
	}
	for (unsigned i = 0; i < leaf->output_count; i++)
		if (leaf->outputs[i].kind == HR_STEP_RESULT)
			steps[leaf->outputs[i].number].returned = 1;
		else if (leaf->outputs[i].kind == HR_STEP_INPUT)
			outputs[i].same_as = (int32_t)leaf->outputs[i].number;
}

bool hr_unit_varies(const hr_unit *unit)
{
	for (uint32_t i = 0; i < unit->input_count; i++)
		if (unit->inputs[i].flags & HR_PORT_VARIES)
			return true;
	return false;
}

bool hr_unit_has_tensors(const hr_program *program, const hr_node *node)
{
	hr_tensor_leaf leaf;
	bool has;

	hr_tensor_leaf_read(program, node, &leaf);
	has = leaf.steps.count > 0;
	hr_tensor_leaf_free(&leaf);
	return has;
}

hr_made_unit *hr_unit_make_tensors(const hr_program *program, const hr_node *leaf,
				   const bool *varies)
{
	hr_made_unit *made = hr_unit_describe(program, leaf, leaf, varies);

	made->unit.bitcode = "";
	made->unit.symbols = NULL;
	hr_tensor_leaf_read(program, leaf, &made->leaf);
	if (made->leaf.complete)
		set_steps(made, (float)program->sem.clip_max);
	else
		hr_unit_refuse(made, HR_REFUSES_TENSOR, "with other code around it: %s",
			       made->leaf.why);
	return made;
}
