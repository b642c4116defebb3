/* tools/import/ops.c -- operators of ONNX as tensor operations (T), or refused by name.
 *
 * An operator that only changes a shape is no operation.
 *
 * Clauses:   T1 to T6.
 * Not here:  which operators there are (operator.def), sliding windows (window.c), sums and products
 *            (product.c), integers (fold.c), shapes of tensors (values.c), code (write.c). */
#include <float.h>
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

hr_status on_relu(const on *o, unsigned *result)
{
	return activation(o, HR_H_tensor_relu, result);
}

hr_status on_tanh(const on *o, unsigned *result)
{
	return activation(o, HR_H_tensor_tanh, result);
}

hr_status on_sigmoid(const on *o, unsigned *result)
{
	return activation(o, HR_H_tensor_sigmoid, result);
}

/* Return the operand itself under another name. */
hr_status on_pass_on(const on *o, unsigned *result)
{
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	return on_reshaped(o, x, &value_at(o, x)->onnx, result);
}

/* Refuse the training form of BatchNormalization and Dropout: before version 7, is_test says so. */
static hr_status check_inference(const on *o)
{
	if (o->model->opset < 7 && !on_integer(o, "is_test", 0))
		return REFUSE(
			o,
			"'is_test' is 0, so it is the training form; only inference is supported");
	if (on_integer(o, "training_mode", 0))
		return REFUSE(o, "'training_mode' is 1; only inference is supported");
	return HR_OK;
}

/* From version 12 on, ratio and training_mode are operands. A ratio of 0 drops nothing. */
hr_status on_dropout(const on *o, unsigned *result)
{
	unsigned ratio, training;

	HR_TRY(check_inference(o));
	HR_TRY(on_operand(o, 1, false, &ratio));
	HR_TRY(on_constant_operand(o, 2, "training_mode", &training));
	if (training && import_count(value_at(o, training)) != 1)
		return INVALID(o, "its training_mode is not a scalar");
	if (training && *value_at(o, training)->integers &&
	    !(ratio && on_data(o, ratio) && import_count(value_at(o, ratio)) == 1 &&
	      *on_data(o, ratio) == 0))
		return REFUSE(o, "its training_mode is true; only inference is supported");
	return on_pass_on(o, result);
}

hr_status on_batchnorm(const on *o, unsigned *result)
{
	import_step step = {.op = HR_H_tensor_batchnorm, .operand_count = 5};

	HR_TRY(check_inference(o));
	if (!on_integer(o, "spatial", 1))
		return REFUSE(
			o,
			"'spatial' is 0; only a mean and a variance for each channel are supported");
	for (size_t k = 1; k < o->node->n_output; k++)
		if (*o->node->output[k]) /* the statistics of training, before version 14 */
			return REFUSE(
				o,
				"it has output %zu, so it is the training form; only inference is supported",
				k);
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

hr_status on_softmax(const on *o, unsigned *result)
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
		return INVALID(o, "it has no dimension %lld", (long long)axis);
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

/* Return true if BOUND, of which SIGN is the side, clips no finite number: the default is the largest
 * one. */
static bool is_no_bound(double bound, double sign)
{
	return sign * bound >= (double)FLT_MAX;
}

hr_status on_clip(const on *o, unsigned *result)
{
	double least, most;

	HR_TRY(bound_of(o, "min", 1, -INFINITY, &least));
	HR_TRY(bound_of(o, "max", 2, INFINITY, &most));
	if (least == 0 && most == 6)
		return activation(o, HR_H_tensor_clipped_relu, result);
	if (least == 0 && is_no_bound(most, 1))
		return activation(o, HR_H_tensor_relu, result);
	if (is_no_bound(least, -1) && is_no_bound(most, 1))
		return on_pass_on(o, result);
	return REFUSE(
		o, "it clips to %g to %g; only 0 to 6, or a lower bound of 0 alone, is supported",
		least, most);
}

/* --- shapes ----------------------------------------------------------------------------------- */

hr_status on_flatten(const on *o, unsigned *result)
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
		return INVALID(o, "its axis is %lld, but its operand has %u dimensions",
			       (long long)on_integer(o, "axis", 1), x->rank);
	for (unsigned i = 0; i < x->rank; i++)
		shape.dim[i >= axis] *= x->dim[i];
	return on_reshaped(o, from, &shape, result);
}

/* Set TO to the COUNT numbers of the shape that the node wants: an operand, or an attribute before
 * version 5. */
static hr_status wanted_shape(const on *o, const int64_t **to, uint64_t *count)
{
	const Onnx__AttributeProto *a = on_attribute(o, "shape");
	unsigned wanted;

	if (o->model->opset < 5) {
		*to = a ? a->ints : NULL;
		*count = a ? a->n_ints : 0;
		return HR_OK;
	}
	HR_TRY(on_constant_operand(o, 1, "shape", &wanted));
	if (value_at(o, wanted)->onnx.rank != 1)
		return INVALID(o, "its shape has %u dimensions instead of one",
			       value_at(o, wanted)->onnx.rank);
	*to = value_at(o, wanted)->integers;
	*count = import_count(value_at(o, wanted));
	return HR_OK;
}

hr_status on_reshape(const on *o, unsigned *result)
{
	bool zeros = on_integer(o, "allowzero", 0);
	hr_dims shape = {0}, x;
	const int64_t *to;
	uint64_t known = 1, count;
	int left = -1;
	unsigned from;

	HR_TRY(on_operand(o, 0, true, &from));
	HR_TRY(wanted_shape(o, &to, &count));
	x = value_at(o, from)->onnx;
	if (count > HR_TENSOR_DIMS)
		return REFUSE(o, "its shape has %llu dimensions; tensors have at most %d",
			      (unsigned long long)count, HR_TENSOR_DIMS);
	shape.rank = (unsigned)count;
	for (unsigned i = 0; i < shape.rank; i++) {
		if (to[i] < -1 || (to[i] == -1 && left >= 0) ||
		    (to[i] == 0 && !zeros && i >= x.rank))
			return INVALID(o, "dimension %u of its shape is %lld", i, (long long)to[i]);
		shape.dim[i] = to[i] == 0 && !zeros ? x.dim[i] : (uint64_t)to[i];
		if (to[i] == -1)
			left = (int)i;
		else if (__builtin_mul_overflow(known, shape.dim[i], &known))
			return INVALID(o, "its shape is too large");
	}
	if (left >= 0)
		shape.dim[left] = known ? hr_dims_count(&x) / known : 0;
	return on_reshaped(o, from, &shape, result);
}

hr_status on_squeeze(const on *o, unsigned *result)
{
	bool marks[2 * HR_TENSOR_DIMS] = {false}, said;
	hr_dims dims, shape = {0};
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = value_at(o, x)->onnx;
	HR_TRY(on_axes(o, dims.rank, marks, &said));
	for (unsigned i = 0; i < dims.rank; i++)
		if (said ? !marks[i] : dims.dim[i] != 1)
			shape.dim[shape.rank++] = dims.dim[i];
	return on_reshaped(o, x, &shape, result);
}

hr_status on_unsqueeze(const on *o, unsigned *result)
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
	HR_TRY(on_axes(o, shape.rank, marks, &said));
	for (unsigned i = 0; i < shape.rank; i++)
		shape.dim[i] = marks[i] ? 1 : dims.dim[from++];
	return on_reshaped(o, x, &shape, result);
}

/* Transpose a weight; or dimensions of size 1, which moves no value. */
hr_status on_transpose(const on *o, unsigned *result)
{
	const Onnx__AttributeProto *a = on_attribute(o, "perm");
	unsigned x, perm[HR_TENSOR_DIMS], seen = 0, last = 0;
	bool moves = false;
	hr_dims dims, shape;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = shape = value_at(o, x)->onnx;
	if (a && a->n_ints != dims.rank)
		return INVALID(o, "'perm' has %zu numbers, but %u are required", a->n_ints,
			       dims.rank);
	for (unsigned i = 0; i < dims.rank; i++) {
		int64_t from = a ? a->ints[i] : (int64_t)(dims.rank - 1 - i);

		if (from < 0 || from >= dims.rank || seen >> from & 1)
			return INVALID(o, "'perm' has the number %lld", (long long)from);
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

/* Copy a value that is only another name, by a window of one element. */
hr_status import_result(import_model *model, unsigned *value)
{
	Onnx__NodeProto node = ONNX__NODE_PROTO__INIT;
	import_step step = {
		.op = HR_H_tensor_pool_max, .operand_count = 1, .numbers = {1, 1, 0, 0, 1, 1}};
	const char *name = model->values.data[*value].name;
	const on o = {model, &node, name, "output"};

	node.op_type = "Identity";
	HR_TRY(on_settle(&o, value));
	step.operands[0] = *value;
	HR_TRY(on_step(&o, step, value));
	model->values.data[*value].name = name;
	return HR_OK;
}

/* Give the outputs of a node that has been reported. */
static void refuse_outputs(import_model *model, const Onnx__NodeProto *node)
{
	static const hr_dims none = {0};

	for (size_t k = 0; k < node->n_output; k++)
		if (*node->output[k])
			import_name(model, node->output[k],
				    import_add(model, node->output[k], IMPORT_REFUSED, &none));
}

static bool has_refused_operand(const on *o)
{
	for (size_t i = 0; i < o->node->n_input; i++)
		if (value_at(o, import_find(o->model, o->node->input[i]))->kind == IMPORT_REFUSED)
			return true;
	return false;
}

/* Report an output that is used but not made, as the mask of Dropout. */
static hr_status check_outputs(const on *o, const hr_strmap *live)
{
	for (size_t k = 1; k < o->node->n_output; k++)
		if (hr_strmap_get(live, o->node->output[k], NULL))
			return REFUSE(
				o,
				"its output %zu, '%s', is used; tensor operations have one result",
				k, o->node->output[k]);
	return HR_OK;
}

static hr_status translate(const on *o, const hr_strmap *live, unsigned *result)
{
	HR_TRY(check_outputs(o, live));
	return on_operator_of(o)->translate(o, result);
}

void import_node(import_model *model, const void *proto, bool bad, const hr_strmap *live)
{
	const on o = on_node(model, proto);
	unsigned result = 0;

	if (bad || has_refused_operand(&o) || translate(&o, live, &result) != HR_OK) {
		refuse_outputs(model, proto);
		return;
	}
	value_at(&o, result)->name = hr_arena_strdup(&model->arena, o.node->output[0]);
	import_name(model, o.node->output[0], result);
}
