/* tools/import_ops.c -- operators of ONNX as tensor operations (T), or refused by name.
 *
 * Reduced to them are Gemm and MatMul (mul, add), a bias of Conv (add), global pools, Sum (add), and what only changes a
 * shape, which is none. What depends on more than T has (dilations, paddings of two sizes, ceil_mode) is refused.
 * Clauses:   T1 to T6.
 * Not here:  files (import_read.c), code (import_write.c). */
#include "import.h"

#include <stdio.h>
#include <string.h>

#include "tools/onnx.pb-c.h"

typedef struct on {
	import_model *model;
	const Onnx__NodeProto *node;
	const char *name;            /* for messages */
} on;

#define REFUSE(o, ...) import_refuse((o)->model, (o)->name, (o)->node->op_type, __VA_ARGS__)

static import_value *value_at(const on *o, unsigned value)
{
	return &o->model->values.data[value];
}

/* --- attributes --------------------------------------------------------------------------------- */

static const Onnx__AttributeProto *attribute(const on *o, const char *name)
{
	for (size_t i = 0; i < o->node->n_attribute; i++)
		if (strcmp(o->node->attribute[i]->name, name) == 0)
			return o->node->attribute[i];
	return NULL;
}

static int64_t integer(const on *o, const char *name, int64_t otherwise)
{
	const Onnx__AttributeProto *a = attribute(o, name);

	return a && a->has_i ? a->i : otherwise;
}

static double real(const on *o, const char *name, double otherwise)
{
	const Onnx__AttributeProto *a = attribute(o, name);

	return a && a->has_f ? (double)a->f : otherwise;
}

/* COUNT numbers, each OTHERWISE if they are left out. */
static hr_status integers(const on *o, const char *name, int64_t *to, size_t count, int64_t otherwise)
{
	const Onnx__AttributeProto *a = attribute(o, name);

	for (size_t i = 0; i < count; i++)
		to[i] = otherwise;
	if (!a)
		return HR_OK;
	if (a->n_ints != count)
		return REFUSE(o, "'%s' has %zu numbers, and %zu are wanted", name, a->n_ints, count);
	for (size_t i = 0; i < count; i++) {
		to[i] = a->ints[i];
		if (to[i] < 0 || to[i] > INT32_MAX)
			return REFUSE(o, "'%s' has the number %lld", name, (long long)to[i]);
	}
	return HR_OK;
}

/* --- operands ----------------------------------------------------------------------------------- */

/* Operand I, or 0 when it is left out. */
static hr_status operand(const on *o, size_t i, bool wanted, unsigned *value)
{
	*value = i < o->node->n_input ? import_find(o->model, o->node->input[i]) : 0;
	if (*value || (!wanted && (i >= o->node->n_input || !*o->node->input[i])))
		return HR_OK;
	return REFUSE(o, "there is no value '%s'", i < o->node->n_input ? o->node->input[i] : "");
}

static bool same(const hr_dims *a, const hr_dims *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, a->rank * sizeof(*a->dim)) == 0;
}

/* DIMS at the place FIRST of four dimensions, all others 1. */
static hr_dims padded(const hr_dims *dims, unsigned first)
{
	hr_dims held = {HR_TENSOR_DIMS, {1, 1, 1, 1}};

	memcpy(held.dim + first, dims->dim, dims->rank * sizeof(*dims->dim));
	return held;
}

/* *VALUE as a tensor of shape HELD: an input or a weight may become one, a weight also one beside another. */
static hr_status hold(const on *o, unsigned *value, const hr_dims *held)
{
	import_value *of = value_at(o, *value);

	if (of->integers)
		return REFUSE(o, "'%s' is of integers", of->name);
	if (!of->used && of->kind != IMPORT_RESULT)
		of->held = *held;
	of->used = true;
	if (same(&of->held, held))
		return HR_OK;
	if (of->kind == IMPORT_WEIGHT) {
		import_value copy = *of;

		copy.held = *held;
		copy.name = hr_arena_printf(&o->model->arena, "%s.%zu", of->name, o->model->values.count);
		HR_PUSH(&o->model->values, copy);
		*value = (unsigned)o->model->values.count - 1;
		return HR_OK;
	}
	return REFUSE(o, "'%s' would have to have another shape than the tensor has", of->name);
}

/* As ONNX has it. */
static hr_status as_it_is(const on *o, unsigned *value)
{
	hr_dims held = padded(&value_at(o, *value)->onnx, 0);

	return hold(o, value, &held);
}

/* As it is broadcast to RANK dimensions: its last one is the last of these. */
static hr_status as_broadcast(const on *o, unsigned *value, unsigned rank)
{
	const hr_dims *dims = &value_at(o, *value)->onnx;
	hr_dims held = padded(dims, dims->rank < rank ? rank - dims->rank : 0);

	return hold(o, value, &held);
}

static hr_status as_row(const on *o, unsigned *value)
{
	const hr_dims held = {4, {1, import_count(value_at(o, *value)), 1, 1}};

	return hold(o, value, &held);
}

/* --- steps -------------------------------------------------------------------------------------- */

/* What OP gives, with ONNX's shape as that of OPERANDS[0], unless set later. */
static hr_status add_step(const on *o, import_step step, unsigned *result)
{
	const hr_tensor_step numbers = {.op = step.op, .operand_count = step.operand_count,
					.epsilon = step.epsilon};
	hr_tensor_step with = numbers;
	char why[HR_TENSOR_WHY];
	hr_tensor_op op;
	hr_dims shape;

	memcpy(with.numbers, step.numbers, sizeof(with.numbers));
	hr_tensor_op_of(&with, &op);
	for (unsigned i = 0; i < step.operand_count; i++)
		op.operand[i].shape = value_at(o, step.operands[i])->held;
	if (!hr_tensor_shape(&op, &shape, why))
		return REFUSE(o, "%s", why);
	*result = import_add(o->model, "", IMPORT_RESULT, &value_at(o, step.operands[0])->onnx);
	value_at(o, *result)->held = shape;
	value_at(o, *result)->used = true;
	value_at(o, *result)->number = (unsigned)o->model->steps.count;
	step.label = hr_arena_printf(&o->model->arena, "%s_%zu", o->node->op_type, o->model->steps.count);
	step.result = *result;
	HR_PUSH(&o->model->steps, step);
	return HR_OK;
}

static hr_status unary(const on *o, hr_hpvm op, unsigned x, unsigned *result)
{
	import_value *of = value_at(o, x);

	if (!of->used)
		HR_TRY(as_it_is(o, &x));
	return add_step(o, (import_step){.op = op, .operands = {x}, .operand_count = 1}, result);
}

/* Of two held tensors. */
static hr_status binary(const on *o, hr_hpvm op, unsigned x, unsigned other, unsigned *result)
{
	return add_step(o, (import_step){.op = op, .operands = {x, other}, .operand_count = 2}, result);
}

/* X + B by ONNX's rules of broadcasting. */
static hr_status sum(const on *o, unsigned x, unsigned b, unsigned *result)
{
	unsigned x_rank = value_at(o, x)->onnx.rank, b_rank = value_at(o, b)->onnx.rank;
	unsigned rank = x_rank > b_rank ? x_rank : b_rank;
	hr_dims *shape;

	HR_TRY(as_broadcast(o, &x, rank));
	HR_TRY(as_broadcast(o, &b, rank));
	HR_TRY(binary(o, HR_H_tensor_add, x, b, result));
	shape = &value_at(o, *result)->onnx;
	*shape = value_at(o, *result)->held;
	shape->rank = rank;
	return HR_OK;
}

/* --- convolutions and pools --------------------------------------------------------------------- */

static bool is_text(const Onnx__AttributeProto *a, const char *text)
{
	return a->s.len == strlen(text) && memcmp(a->s.data, text, a->s.len) == 0;
}

/* Paddings that give ceil(extent / stride) positions of a window: auto_pad SAME_UPPER and SAME_LOWER,
 * which differ where the two sides of a dimension do. */
static hr_status same_pads(const on *o, const hr_dims *x, const int64_t kernel[2],
			   const int64_t strides[2], int64_t pads[4])
{
	for (unsigned i = 0; i < 2; i++) {
		int64_t extent = (int64_t)x->dim[i + 2], positions, missing;

		if (!strides[i])
			return REFUSE(o, "'strides' has the number 0");
		positions = extent / strides[i] + (extent % strides[i] != 0);
		missing = kernel[i] - (extent - (positions - 1) * strides[i]);
		if (missing < 0)
			missing = 0;
		if (missing > INT32_MAX)
			return REFUSE(o, "its window has %lld elements in a dimension", (long long)kernel[i]);
		if (missing % 2)
			return REFUSE(o, "its auto_pad gives paddings of a dimension two sizes: %lld and %lld",
				      (long long)missing / 2, (long long)missing / 2 + 1);
		pads[i] = pads[i + 2] = missing / 2;
	}
	return HR_OK;
}

/* Paddings and strides of a window of KERNEL elements on X, in T's order. */
static hr_status window_numbers(const on *o, const hr_dims *x, const int64_t kernel[2],
				int32_t to[4])
{
	const Onnx__AttributeProto *a = attribute(o, "auto_pad");
	bool stated = !a || !a->s.len || is_text(a, "NOTSET");
	int64_t pads[4] = {0}, strides[2], dilations[2];

	if (x->rank != 4)
		return REFUSE(o, "its input has %u dimensions, and 4 are wanted", x->rank);
	HR_TRY(integers(o, "strides", strides, 2, 1));
	HR_TRY(integers(o, "dilations", dilations, 2, 1));
	if (dilations[0] != 1 || dilations[1] != 1)
		return REFUSE(o, "it has dilations");
	if (integer(o, "ceil_mode", 0))
		return REFUSE(o, "ceil_mode is set");
	if (stated)
		HR_TRY(integers(o, "pads", pads, 4, 0));
	else if (is_text(a, "SAME_UPPER") || is_text(a, "SAME_LOWER"))
		HR_TRY(same_pads(o, x, kernel, strides, pads));
	else if (!is_text(a, "VALID"))
		return REFUSE(o, "auto_pad is '%.*s'", (int)a->s.len, (const char *)a->s.data);
	if (pads[0] != pads[2] || pads[1] != pads[3])
		return REFUSE(o, "paddings of a dimension have two sizes");
	for (unsigned i = 0; i < 2; i++) {
		to[i] = (int32_t)pads[i];
		to[i + 2] = (int32_t)strides[i];
	}
	return HR_OK;
}

static hr_status convolution(const on *o, unsigned *result)
{
	import_step step = {.op = HR_H_tensor_convolution, .operand_count = 2};
	int64_t groups = integer(o, "group", 1), kernel[2] = {1, 1};
	const hr_dims *filter;
	unsigned bias;

	HR_TRY(operand(o, 0, true, &step.operands[0]));
	HR_TRY(operand(o, 1, true, &step.operands[1]));
	HR_TRY(operand(o, 2, false, &bias));
	filter = &value_at(o, step.operands[1])->onnx;
	for (unsigned i = 0; i < 2 && filter->rank == 4; i++) /* another rank is refused below */
		kernel[i] = (int64_t)filter->dim[i + 2];
	HR_TRY(window_numbers(o, &value_at(o, step.operands[0])->onnx, kernel, step.numbers));
	if (groups < 1 || groups > INT32_MAX)
		return REFUSE(o, "there are %lld groups", (long long)groups);
	if (groups > 1) {
		step.op = HR_H_tensor_group_convolution;
		step.numbers[4] = 1;
		step.numbers[5] = (int32_t)groups;
	}
	HR_TRY(as_it_is(o, &step.operands[0]));
	HR_TRY(as_it_is(o, &step.operands[1]));
	HR_TRY(add_step(o, step, result));
	value_at(o, *result)->onnx = value_at(o, *result)->held;
	if (!bias)
		return HR_OK;
	HR_TRY(as_row(o, &bias));
	return binary(o, HR_H_tensor_add, *result, bias, result);
}

static hr_status pool(const on *o, hr_hpvm op, bool global, unsigned *result)
{
	import_step step = {.op = op, .operand_count = 1};
	int64_t kernel[2];
	const hr_dims *x;

	HR_TRY(operand(o, 0, true, &step.operands[0]));
	x = &value_at(o, step.operands[0])->onnx;
	if (o->node->n_output > 1)
		return REFUSE(o, "a second output is wanted");
	if (global && x->rank != 4)
		return REFUSE(o, "its input has %u dimensions, and 4 are wanted", x->rank);
	HR_TRY(integers(o, "kernel_shape", kernel, 2, 0));
	if (!global)
		HR_TRY(window_numbers(o, x, kernel, step.numbers + 2));
	if (op == HR_H_tensor_pool_mean && integer(o, "count_include_pad", 0) &&
	    (step.numbers[2] || step.numbers[3]))
		return REFUSE(o, "count_include_pad is set");
	for (unsigned i = 0; i < 2; i++)
		step.numbers[i] = (int32_t)(global ? (int64_t)x->dim[i + 2] : kernel[i]);
	if (global)
		step.numbers[4] = step.numbers[5] = 1;
	HR_TRY(as_it_is(o, &step.operands[0]));
	HR_TRY(add_step(o, step, result));
	value_at(o, *result)->onnx = value_at(o, *result)->held;
	return HR_OK;
}

/* --- products ----------------------------------------------------------------------------------- */

/* The second operand of a product as (1, 1, k, n), from (n, k) if TRANSPOSED. */
static hr_status as_matrix(const on *o, unsigned *value, bool transposed)
{
	import_value *of = value_at(o, *value), turned;
	uint64_t rows = of->onnx.dim[0], columns = of->onnx.dim[1];
	float *data;
	hr_dims held;

	if (of->onnx.rank != 2)
		return REFUSE(o, "'%s' is no matrix", of->name);
	if (!transposed) {
		held = padded(&of->onnx, 2);
		return hold(o, value, &held);
	}
	if (of->kind != IMPORT_WEIGHT || !of->data)
		return REFUSE(o, "'%s' is to be transposed, and is no weight", of->name);
	data = hr_arena_alloc(&o->model->arena, import_count(of) * sizeof(float) + 1);
	for (uint64_t i = 0; i < rows; i++)
		for (uint64_t k = 0; k < columns; k++)
			data[k * rows + i] = of->data[i * columns + k];
	turned = *of;
	turned.name = hr_arena_printf(&o->model->arena, "%s.T", of->name);
	turned.data = data;
	turned.onnx = (hr_dims){2, {columns, rows}};
	turned.held = padded(&turned.onnx, 2);
	turned.used = true;
	HR_PUSH(&o->model->values, turned);
	*value = (unsigned)o->model->values.count - 1;
	return HR_OK;
}

static hr_status product(const on *o, unsigned x, unsigned w, bool transposed, unsigned *result)
{
	import_value *of = value_at(o, x);

	if (of->onnx.rank != 2)
		return REFUSE(o, "'%s' is no matrix", of->name);
	if (!of->used)
		HR_TRY(as_it_is(o, &x)); /* a tensor with more dimensions is a matrix to mul */
	HR_TRY(as_matrix(o, &w, transposed));
	HR_TRY(binary(o, HR_H_tensor_mul, x, w, result));
	value_at(o, *result)->onnx = (hr_dims){2, {value_at(o, *result)->held.dim[0],
						   value_at(o, *result)->held.dim[1]}};
	return HR_OK;
}

static hr_status gemm(const on *o, unsigned *result)
{
	unsigned x, w, c;

	HR_TRY(operand(o, 0, true, &x));
	HR_TRY(operand(o, 1, true, &w));
	HR_TRY(operand(o, 2, false, &c));
	if (integer(o, "transA", 0))
		return REFUSE(o, "transA is set");
	if (real(o, "alpha", 1) != 1 || (c && real(o, "beta", 1) != 1))
		return REFUSE(o, "alpha or beta is not 1");
	HR_TRY(product(o, x, w, integer(o, "transB", 0), result));
	return c ? sum(o, *result, c, result) : HR_OK;
}

static hr_status matmul(const on *o, unsigned *result)
{
	unsigned x, w;

	HR_TRY(operand(o, 0, true, &x));
	HR_TRY(operand(o, 1, true, &w));
	return product(o, x, w, false, result);
}

/* --- others ------------------------------------------------------------------------------------- */

static hr_status batchnorm(const on *o, unsigned *result)
{
	import_step step = {.op = HR_H_tensor_batchnorm, .operand_count = 5};

	if (integer(o, "training_mode", 0) || o->node->n_output > 1)
		return REFUSE(o, "it is for training");
	for (unsigned i = 0; i < 5; i++)
		HR_TRY(operand(o, i, true, &step.operands[i]));
	step.epsilon = real(o, "epsilon", (double)1e-5f);
	HR_TRY(as_it_is(o, &step.operands[0]));
	for (unsigned i = 1; i < 5; i++)
		HR_TRY(as_row(o, &step.operands[i]));
	return add_step(o, step, result);
}

static hr_status softmax(const on *o, unsigned *result)
{
	int64_t axis = integer(o, "axis", o->model->opset < 13 ? 1 : -1);
	unsigned x, rank;

	HR_TRY(operand(o, 0, true, &x));
	rank = value_at(o, x)->onnx.rank;
	if (axis < 0)
		axis += rank;
	if (axis != 1 || (o->model->opset < 13 && rank != 2))
		return REFUSE(o, "its axis is not the second, or it is of several");
	HR_TRY(as_it_is(o, &x));
	return unary(o, HR_H_tensor_softmax, x, result);
}

static bool bound_is(const on *o, const char *name, size_t input, float wanted)
{
	unsigned value = input < o->node->n_input ? import_find(o->model, o->node->input[input]) : 0;

	if (value)
		return value_at(o, value)->data && import_count(value_at(o, value)) == 1 &&
		       value_at(o, value)->data[0] == wanted;
	return real(o, name, -1) == (double)wanted;
}

static hr_status clip(const on *o, unsigned *result)
{
	unsigned x;

	HR_TRY(operand(o, 0, true, &x));
	if (!bound_is(o, "min", 1, 0) || !bound_is(o, "max", 2, 6))
		return REFUSE(o, "it is not from 0 to 6");
	return unary(o, HR_H_tensor_clipped_relu, x, result);
}

static hr_status sum_of_all(const on *o, unsigned *result)
{
	unsigned other;

	HR_TRY(operand(o, 0, true, result));
	if (o->node->n_input < 2)
		return REFUSE(o, "it has one operand");
	for (size_t i = 1; i < o->node->n_input; i++) {
		HR_TRY(operand(o, i, true, &other));
		HR_TRY(sum(o, *result, other, result));
	}
	return HR_OK;
}

/* The same values with ONNX's shape SHAPE. */
static hr_status reshaped(const on *o, unsigned x, const hr_dims *shape, unsigned *result)
{
	import_value copy;

	if (value_at(o, x)->kind == IMPORT_INPUT && !value_at(o, x)->used)
		HR_TRY(as_it_is(o, &x));
	copy = *value_at(o, x);
	if (hr_dims_count(shape) != import_count(&copy))
		return REFUSE(o, "the shape is not of as many values");
	if (copy.kind == IMPORT_INPUT)
		copy.same = copy.same ? copy.same : x;
	if (copy.kind == IMPORT_WEIGHT)
		copy.used = false; /* it is held as the next one wants it */
	copy.onnx = *shape;
	copy.name = "";
	HR_PUSH(&o->model->values, copy);
	*result = (unsigned)o->model->values.count - 1;
	return HR_OK;
}

static hr_status flatten(const on *o, unsigned *result)
{
	hr_dims shape = {2, {1, 1}};
	const hr_dims *x;
	unsigned from;

	HR_TRY(operand(o, 0, true, &from));
	x = &value_at(o, from)->onnx;
	if (integer(o, "axis", 1) != 1 || x->rank < 1)
		return REFUSE(o, "its axis is not 1");
	shape.dim[0] = x->dim[0];
	for (unsigned i = 1; i < x->rank; i++)
		shape.dim[1] *= x->dim[i];
	return reshaped(o, from, &shape, result);
}

/* Whose first dimension stays. */
static hr_status reshape(const on *o, unsigned *result)
{
	hr_dims shape = {0};
	const import_value *to;
	uint64_t known = 1, all;
	int left = -1;
	unsigned from, wanted;

	HR_TRY(operand(o, 0, true, &from));
	HR_TRY(operand(o, 1, true, &wanted));
	to = value_at(o, wanted);
	all = hr_dims_count(&value_at(o, from)->onnx);
	if (!to->integers || import_count(to) > HR_TENSOR_DIMS || to->onnx.rank != 1)
		return REFUSE(o, "its shape is not known, or has more than %d dimensions", HR_TENSOR_DIMS);
	shape.rank = (unsigned)import_count(to);
	for (unsigned i = 0; i < shape.rank; i++) {
		int64_t dim = to->integers[i];

		shape.dim[i] = dim == 0 && i < value_at(o, from)->onnx.rank ? value_at(o, from)->onnx.dim[i] : (uint64_t)dim;
		if (dim == -1)
			left = (int)i;
		else
			known *= shape.dim[i];
	}
	if (left >= 0)
		shape.dim[left] = known ? all / known : 0;
	if (hr_dims_count(&shape) != all)
		return REFUSE(o, "the shape is not of as many values");
	if (value_at(o, from)->kind != IMPORT_WEIGHT && shape.dim[0] != value_at(o, from)->onnx.dim[0])
		return REFUSE(o, "the first dimension becomes another");
	return reshaped(o, from, &shape, result);
}

/* Nobody gives the second output of a Dropout, so that who uses it is refused. */
static hr_status pass_on(const on *o, unsigned *result)
{
	unsigned x;

	HR_TRY(operand(o, 0, true, &x));
	return reshaped(o, x, &value_at(o, x)->onnx, result);
}

static hr_status activation(const on *o, hr_hpvm op, unsigned *result)
{
	unsigned x;

	HR_TRY(operand(o, 0, true, &x));
	return unary(o, op, x, result);
}

static hr_status translate(const on *o, unsigned *result)
{
	const char *op = o->node->op_type;
#define IS(name) (strcmp(op, name) == 0)

	if (o->node->domain && *o->node->domain && strcmp(o->node->domain, "ai.onnx") != 0)
		return REFUSE(o, "it is of the domain '%s'", o->node->domain);
	if (IS("Conv")) return convolution(o, result);
	if (IS("Gemm")) return gemm(o, result);
	if (IS("MatMul")) return matmul(o, result);
	if (IS("Add") || IS("Sum")) return sum_of_all(o, result);
	if (IS("Relu")) return activation(o, HR_H_tensor_relu, result);
	if (IS("Tanh")) return activation(o, HR_H_tensor_tanh, result);
	if (IS("Sigmoid")) return activation(o, HR_H_tensor_sigmoid, result);
	if (IS("Clip")) return clip(o, result);
	if (IS("Softmax")) return softmax(o, result);
	if (IS("BatchNormalization")) return batchnorm(o, result);
	if (IS("MaxPool")) return pool(o, HR_H_tensor_pool_max, false, result);
	if (IS("AveragePool")) return pool(o, HR_H_tensor_pool_mean, false, result);
	if (IS("GlobalMaxPool")) return pool(o, HR_H_tensor_pool_max, true, result);
	if (IS("GlobalAveragePool")) return pool(o, HR_H_tensor_pool_mean, true, result);
	if (IS("Flatten")) return flatten(o, result);
	if (IS("Reshape")) return reshape(o, result);
	if (IS("Identity") || IS("Dropout")) return pass_on(o, result);
#undef IS
	return REFUSE(o, "tensor operations do not have it");
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
