/* tools/import/ops.c -- operators of ONNX as tensor operations (T), or refused by name.
 *
 * An operator that only changes a shape is no operation.
 *
 * Clauses:   T1 to T6.
 * Not here:  sliding windows (window.c), sums and products (product.c), shapes of tensors
 *            (values.c), files (read.c), code (write.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/import_node.h"

/* --- activations ------------------------------------------------------------------------------ */

static hr_status activation(const on *o, hr_hpvm op, unsigned *result)
{
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	return on_unary(o, op, x, result);
}

/* Return the operand itself under another name. */
static hr_status pass_on(const on *o, unsigned *result)
{
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	return on_reshaped(o, x, &value_at(o, x)->onnx, result);
}

static hr_status batchnorm(const on *o, unsigned *result)
{
	import_step step = {.op = HR_H_tensor_batchnorm, .operand_count = 5};

	if (on_integer(o, "training_mode", 0) || o->node->n_output > 1)
		return REFUSE(o, "it is the training form; only inference is supported");
	for (unsigned i = 0; i < 5; i++)
		HR_TRY(on_operand(o, i, true, &step.operands[i]));
	step.epsilon = on_real(o, "epsilon", (double)1e-5f);
	HR_TRY(on_as_it_is(o, &step.operands[0]));
	for (unsigned i = 1; i < 5; i++)
		HR_TRY(on_as_row(o, &step.operands[i]));
	return on_step(o, step, result);
}

/* Reshape *X so that its second dimension has COUNT elements, with BEFORE elements before it and
 * AFTER behind it. */
static hr_status as_columns(const on *o, unsigned *x, uint64_t before, uint64_t count,
			    uint64_t after)
{
	const hr_dims natural = on_padded(&value_at(o, *x)->onnx, 0),
		      columns = {4, {before, count, after, 1}};
	const hr_dims *held = on_settled(o, *x) ? &value_at(o, *x)->held : &natural;

	if (held->dim[0] == before && held->dim[1] == count)
		return on_settle(o, x);
	return on_hold(o, x, &columns);
}

static hr_status softmax(const on *o, unsigned *result)
{
	int64_t axis = on_integer(o, "axis", o->model->opset < 13 ? 1 : -1);
	uint64_t before = 1, after = 1, count = 1;
	hr_dims dims;
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = value_at(o, x)->onnx;
	if (axis < 0)
		axis += dims.rank;
	if (axis < 0 || axis >= dims.rank)
		return REFUSE(o, "it has no dimension %lld", (long long)axis);
	/* before version 13, all dimensions from the axis on */
	for (unsigned i = 0; i < dims.rank; i++)
		*(i < axis                            ? &before
		  : i == axis || o->model->opset < 13 ? &count
						      : &after) *= dims.dim[i];
	HR_TRY(as_columns(o, &x, before, count, after));
	return on_unary(o, HR_H_tensor_softmax, x, result);
}

/* Set *BOUND to a bound of Clip: operand INPUT, or the attribute NAME. */
static hr_status bound_of(const on *o, const char *name, size_t input, double otherwise,
			  double *bound)
{
	unsigned value;

	HR_TRY(on_operand(o, input, false, &value));
	*bound = value ? 0 : on_real(o, name, otherwise);
	if (!value)
		return HR_OK;
	if (!on_data(o, value) || import_count(value_at(o, value)) != 1)
		return REFUSE(o, "its bound '%s' is not a weight", value_at(o, value)->name);
	*bound = (double)*on_data(o, value);
	return HR_OK;
}

static hr_status clip(const on *o, unsigned *result)
{
	double least, most;

	HR_TRY(bound_of(o, "min", 1, -INFINITY, &least));
	HR_TRY(bound_of(o, "max", 2, INFINITY, &most));
	if (least == 0 && most == 6)
		return activation(o, HR_H_tensor_clipped_relu, result);
	if (least == 0 && isinf(most) && most > 0)
		return activation(o, HR_H_tensor_relu, result);
	if (isinf(least) && least < 0 && isinf(most) && most > 0)
		return pass_on(o, result);
	return REFUSE(
		o, "it clips to %g to %g; only 0 to 6, or a lower bound of 0 alone, is supported",
		least, most);
}

static hr_status sum_of_all(const on *o, unsigned *result)
{
	unsigned other;

	if (on_attribute(o, "axis")) /* in opsets before 7 */
		return REFUSE(
			o,
			"its 'axis' aligns the second operand; tensor operations align operands at the last dimension");
	if (o->node->n_input == 1)
		return pass_on(o, result);
	HR_TRY(on_operand(o, 0, true, result));
	for (size_t i = 1; i < o->node->n_input; i++) {
		HR_TRY(on_operand(o, i, true, &other));
		HR_TRY(on_sum(o, *result, other, result));
	}
	return HR_OK;
}

/* --- shapes ----------------------------------------------------------------------------------- */

static hr_status flatten(const on *o, unsigned *result)
{
	int64_t axis = on_integer(o, "axis", 1);
	hr_dims shape = {2, {1, 1}};
	const hr_dims *x;
	unsigned from;

	HR_TRY(on_operand(o, 0, true, &from));
	x = &value_at(o, from)->onnx;
	if (axis < 0)
		axis += x->rank;
	if (axis < 0 || axis > x->rank)
		return REFUSE(o, "its axis is %lld, but its operand has %u dimensions",
			      (long long)on_integer(o, "axis", 1), x->rank);
	for (unsigned i = 0; i < x->rank; i++)
		shape.dim[i >= axis] *= x->dim[i];
	return on_reshaped(o, from, &shape, result);
}

static hr_status reshape(const on *o, unsigned *result)
{
	bool zeros = on_integer(o, "allowzero", 0);
	hr_dims shape = {0};
	const import_value *to;
	const hr_dims *x;
	uint64_t known = 1;
	int left = -1;
	unsigned from, wanted;

	HR_TRY(on_operand(o, 0, true, &from));
	HR_TRY(on_operand(o, 1, true, &wanted));
	to = value_at(o, wanted);
	x = &value_at(o, from)->onnx;
	if (!to->integers || to->onnx.rank != 1)
		return REFUSE(o, "its shape is not a constant");
	if (import_count(to) > HR_TENSOR_DIMS)
		return REFUSE(o, "its shape has %llu dimensions; tensors have at most %d",
			      (unsigned long long)import_count(to), HR_TENSOR_DIMS);
	shape.rank = (unsigned)import_count(to);
	for (unsigned i = 0; i < shape.rank; i++) {
		int64_t dim = to->integers[i];

		shape.dim[i] = dim == 0 && !zeros && i < x->rank ? x->dim[i] : (uint64_t)dim;
		if (dim == -1)
			left = (int)i;
		else
			known *= shape.dim[i];
	}
	if (left >= 0)
		shape.dim[left] = known ? hr_dims_count(x) / known : 0;
	return on_reshaped(o, from, &shape, result);
}

/* Set MARKS for the axes of the node among RANK dimensions, from its attribute or operand. Set
 * *SAID to true if it has any. */
static hr_status read_axes(const on *o, unsigned rank, bool marks[2 * HR_TENSOR_DIMS], bool *said)
{
	const Onnx__AttributeProto *a = on_attribute(o, "axes");
	const int64_t *axes = a ? a->ints : NULL;
	size_t count = a ? a->n_ints : 0;
	unsigned operand;

	HR_TRY(on_operand(o, 1, false, &operand));
	if (operand) {
		axes = value_at(o, operand)->integers;
		count = import_count(value_at(o, operand));
		if (!axes)
			return REFUSE(o, "its axes are not a constant");
	}
	*said = axes != NULL;
	for (size_t i = 0; i < count; i++) {
		int64_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];

		if (axis < 0 || axis >= rank || marks[axis])
			return REFUSE(o, "it has the axis %lld", (long long)axes[i]);
		marks[axis] = true;
	}
	return HR_OK;
}

static hr_status squeeze(const on *o, unsigned *result)
{
	bool marks[2 * HR_TENSOR_DIMS] = {false}, said;
	hr_dims dims, shape = {0};
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = value_at(o, x)->onnx;
	HR_TRY(read_axes(o, dims.rank, marks, &said));
	for (unsigned i = 0; i < dims.rank; i++)
		if (said ? !marks[i] : dims.dim[i] != 1)
			shape.dim[shape.rank++] = dims.dim[i];
	return on_reshaped(o, x, &shape, result);
}

static hr_status unsqueeze(const on *o, unsigned *result)
{
	bool marks[2 * HR_TENSOR_DIMS] = {false}, said;
	const Onnx__AttributeProto *a = on_attribute(o, "axes");
	hr_dims dims, shape = {0};
	unsigned x, axes, from = 0;

	HR_TRY(on_operand(o, 0, true, &x));
	HR_TRY(on_operand(o, 1, false, &axes));
	dims = value_at(o, x)->onnx;
	if (dims.rank + (axes ? import_count(value_at(o, axes))
			 : a  ? a->n_ints
			      : 0) >
	    HR_TENSOR_DIMS)
		return REFUSE(o, "its result has more than %d dimensions", HR_TENSOR_DIMS);
	shape.rank = dims.rank + (unsigned)(axes ? import_count(value_at(o, axes))
					    : a  ? a->n_ints
						 : 0);
	HR_TRY(read_axes(o, shape.rank, marks, &said));
	for (unsigned i = 0; i < shape.rank; i++)
		shape.dim[i] = marks[i] ? 1 : dims.dim[from++];
	return on_reshaped(o, x, &shape, result);
}

/* Transpose a weight; or dimensions of size 1, which moves no value. */
static hr_status transpose(const on *o, unsigned *result)
{
	const Onnx__AttributeProto *a = on_attribute(o, "perm");
	unsigned x, perm[HR_TENSOR_DIMS], seen = 0, last = 0;
	bool moves = false;
	hr_dims dims, shape;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = shape = value_at(o, x)->onnx;
	if (a && a->n_ints != dims.rank)
		return REFUSE(o, "'perm' has %zu numbers, but %u are required", a->n_ints,
			      dims.rank);
	for (unsigned i = 0; i < dims.rank; i++) {
		int64_t from = a ? a->ints[i] : (int64_t)(dims.rank - 1 - i);

		if (from < 0 || from >= dims.rank || seen >> from & 1)
			return REFUSE(o, "'perm' has the number %lld", (long long)from);
		seen |= 1U << from;
		perm[i] = (unsigned)from;
		shape.dim[i] = dims.dim[from];
		if (shape.dim[i] == 1)
			continue;
		moves |= perm[i] < last;
		last = perm[i];
	}
	if (!moves)
		return on_reshaped(o, x, &shape, result);
	if (!on_data(o, x))
		return REFUSE(o, "'%s' is not a weight, and there is no transpose operation",
			      value_at(o, x)->name);
	*result = on_permuted(o, x, perm);
	return HR_OK;
}

static hr_status translate(const on *o, unsigned *result)
{
	const char *op = o->node->op_type;
#define IS(name) (strcmp(op, name) == 0)

	if (o->node->domain && *o->node->domain && strcmp(o->node->domain, "ai.onnx") != 0)
		return REFUSE(o, "it belongs to the domain '%s'", o->node->domain);
	if (IS("Conv"))
		return on_convolution(o, result);
	if (IS("Gemm"))
		return on_gemm(o, result);
	if (IS("MatMul"))
		return on_matmul(o, result);
	if (IS("Add") || IS("Sum"))
		return sum_of_all(o, result);
	if (IS("Relu"))
		return activation(o, HR_H_tensor_relu, result);
	if (IS("Tanh"))
		return activation(o, HR_H_tensor_tanh, result);
	if (IS("Sigmoid"))
		return activation(o, HR_H_tensor_sigmoid, result);
	if (IS("Clip"))
		return clip(o, result);
	if (IS("Softmax"))
		return softmax(o, result);
	if (IS("BatchNormalization"))
		return batchnorm(o, result);
	if (IS("MaxPool"))
		return on_pool(o, HR_H_tensor_pool_max, false, result);
	if (IS("AveragePool"))
		return on_pool(o, HR_H_tensor_pool_mean, false, result);
	if (IS("GlobalMaxPool"))
		return on_pool(o, HR_H_tensor_pool_max, true, result);
	if (IS("GlobalAveragePool"))
		return on_pool(o, HR_H_tensor_pool_mean, true, result);
	if (IS("Flatten"))
		return flatten(o, result);
	if (IS("Reshape"))
		return reshape(o, result);
	if (IS("Squeeze"))
		return squeeze(o, result);
	if (IS("Unsqueeze"))
		return unsqueeze(o, result);
	if (IS("Transpose"))
		return transpose(o, result);
	if (IS("Identity") || IS("Dropout"))
		return pass_on(o, result);
#undef IS
	return REFUSE(o, "there is no such tensor operation");
}

/* Copy a value that is only another name, by a window of one element. */
hr_status import_result(import_model *model, unsigned *value)
{
	Onnx__NodeProto node = ONNX__NODE_PROTO__INIT;
	import_step step = {
		.op = HR_H_tensor_pool_max, .operand_count = 1, .numbers = {1, 1, 0, 0, 1, 1}};
	const char *name = model->values.data[*value].name;
	const on o = {model, &node, name};

	node.op_type = "Identity";
	HR_TRY(on_settle(&o, value));
	step.operands[0] = *value;
	HR_TRY(on_step(&o, step, value));
	model->values.data[*value].name = name;
	return HR_OK;
}

hr_status import_node(import_model *model, const void *proto)
{
	const Onnx__NodeProto *node = proto;
	const on o = {model, node, node->name && *node->name ? node->name : node->output[0]};
	unsigned result = 0;

	HR_TRY(translate(&o, &result));
	model->values.data[result].name = hr_arena_strdup(&model->arena, node->output[0]);
	return HR_OK;
}
