/* tools/import/values.c -- attributes and operands of a node, the shapes of tensors, and weights
 * derived from others.
 *
 * Invariant: a tensor has one shape from its first use on; other shapes of ONNX are names for it
 *            (`same`).
 * Not here:  the meaning of operators (ops.c, window.c, product.c). */
#include <stdio.h>
#include <string.h>

#include "tools/import/import_node.h"

/* --- attributes ------------------------------------------------------------------------------- */

const Onnx__AttributeProto *on_attribute(const on *o, const char *name)
{
	for (size_t i = 0; i < o->node->n_attribute; i++)
		if (strcmp(o->node->attribute[i]->name, name) == 0)
			return o->node->attribute[i];
	return NULL;
}

int64_t on_integer(const on *o, const char *name, int64_t otherwise)
{
	const Onnx__AttributeProto *a = on_attribute(o, name);

	return a ? a->i : otherwise; /* writers may omit a 0 */
}

double on_real(const on *o, const char *name, double otherwise)
{
	const Onnx__AttributeProto *a = on_attribute(o, name);

	return a ? (double)a->f : otherwise;
}

hr_status on_integers(const on *o, const char *name, int64_t *to, size_t count, int64_t otherwise)
{
	const Onnx__AttributeProto *a = on_attribute(o, name);

	for (size_t i = 0; i < count; i++)
		to[i] = otherwise;
	if (!a)
		return HR_OK;
	if (a->n_ints != count)
		return INVALID(o, "'%s' has %zu numbers, but %zu are required", name, a->n_ints,
			       count);
	for (size_t i = 0; i < count; i++) {
		to[i] = a->ints[i];
		if (to[i] < 0 || to[i] > INT32_MAX)
			return REFUSE(o, "'%s' has the number %lld", name, (long long)to[i]);
	}
	return HR_OK;
}

/* --- operands --------------------------------------------------------------------------------- */

hr_status on_operand(const on *o, size_t i, bool wanted, unsigned *value)
{
	*value = i < o->node->n_input ? import_find(o->model, o->node->input[i]) : 0;
	if (*value || !wanted)
		return HR_OK;
	return INVALID(o, "it lacks operand %zu, counted from 0", i);
}

hr_status on_constant_operand(const on *o, size_t i, const char *name, unsigned *value)
{
	HR_TRY(on_operand(o, i, false, value));
	if (!*value || value_at(o, *value)->integers)
		return HR_OK;
	return REFUSE(o, "its %s, '%s', is not a constant of integers", name, o->node->input[i]);
}

hr_status on_axes(const on *o, unsigned rank, bool marks[2 * HR_TENSOR_DIMS], bool *said)
{
	const Onnx__AttributeProto *a = on_attribute(o, "axes");
	const int64_t *axes = a ? a->ints : NULL;
	size_t count = a ? a->n_ints : 0;
	unsigned operand;

	HR_TRY(on_constant_operand(o, 1, "axes", &operand));
	if (operand) {
		axes = value_at(o, operand)->integers;
		count = import_count(value_at(o, operand));
	}
	*said = a || operand;
	for (size_t i = 0; i < count; i++) {
		int64_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];

		if (axis < 0 || axis >= rank || marks[axis])
			return INVALID(o, "it has the axis %lld", (long long)axes[i]);
		marks[axis] = true;
	}
	return HR_OK;
}

bool on_same(const hr_dims *a, const hr_dims *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, a->rank * sizeof(*a->dim)) == 0;
}

hr_dims on_padded(const hr_dims *dims, unsigned first)
{
	hr_dims held = {HR_TENSOR_DIMS, {1, 1, 1, 1}};

	memcpy(held.dim + first, dims->dim, dims->rank * sizeof(*dims->dim));
	return held;
}

/* Return the value whose tensor VALUE shares. */
static import_value *owner_of(const on *o, unsigned value)
{
	import_value *of = value_at(o, value);

	return of->same ? value_at(o, of->same) : of;
}

bool on_settled(const on *o, unsigned value)
{
	const import_value *owner = owner_of(o, value);
	bool settled = owner->used || owner->kind == IMPORT_RESULT;

	if (settled)
		value_at(o, value)->held = owner->held;
	return settled;
}

hr_status on_hold(const on *o, unsigned *value, const hr_dims *held)
{
	import_value *of = value_at(o, *value), *owner = owner_of(o, *value);
	char is[HR_DIMS_TEXT], wanted[HR_DIMS_TEXT];

	if (of->integers)
		return REFUSE(o, "'%s' contains integers; tensors contain floats", of->name);
	if (!on_settled(o, *value))
		owner->held = *held;
	owner->used = of->used = true;
	of->held = owner->held;
	if (on_same(&of->held, held))
		return HR_OK;
	if (of->kind == IMPORT_WEIGHT) {
		import_value copy = *of;

		copy.held = *held;
		copy.name = hr_arena_printf(&o->model->arena, "%s.%zu", of->name,
					    o->model->values.count);
		HR_PUSH(&o->model->values, copy);
		*value = (unsigned)o->model->values.count - 1;
		return HR_OK;
	}
	return REFUSE(
		o,
		"'%s' is a tensor of %s but must be one of %s, and there is no reshape operation",
		of->name, hr_dims_text(&of->held, is), hr_dims_text(held, wanted));
}

hr_status on_as_it_is(const on *o, unsigned *value)
{
	hr_dims held = on_padded(&value_at(o, *value)->onnx, 0);

	return on_hold(o, value, &held);
}

hr_status on_settle(const on *o, unsigned *value)
{
	hr_dims held;

	if (!on_settled(o, *value))
		return on_as_it_is(o, value);
	held = value_at(o, *value)->held;
	return on_hold(o, value, &held);
}

hr_status on_as_row(const on *o, unsigned *value)
{
	const hr_dims held = {4, {1, import_count(value_at(o, *value)), 1, 1}};

	return on_hold(o, value, &held);
}

hr_status on_reshaped(const on *o, unsigned x, const hr_dims *shape, unsigned *result)
{
	import_value copy = *value_at(o, x);

	if (hr_dims_count(shape) != import_count(&copy))
		return INVALID(o, "the shape has another number of values");
	if (copy.kind == IMPORT_INPUT)
		copy.same = copy.same ? copy.same : x;
	if (copy.kind == IMPORT_WEIGHT)
		copy.used = false; /* the next use determines its shape */
	copy.onnx = *shape;
	HR_PUSH(&o->model->values, copy);
	*result = (unsigned)o->model->values.count - 1;
	return HR_OK;
}

/* --- weights derived from others -------------------------------------------------------------- */

const float *on_data(const on *o, unsigned value)
{
	return value_at(o, value)->kind == IMPORT_WEIGHT ? value_at(o, value)->data : NULL;
}

unsigned on_weight(const on *o, const char *name, const char *suffix, const hr_dims *shape,
		   float **data)
{
	uint64_t count = hr_dims_count(shape);
	unsigned made;

	if (count > SIZE_MAX / sizeof(float) - 1)
		hr_bug("a weight of %llu numbers", (unsigned long long)count);
	*data = hr_arena_alloc(&o->model->arena, count * sizeof(float) + 1);
	made = import_add(o->model, hr_arena_printf(&o->model->arena, "%s.%s", name, suffix),
			  IMPORT_WEIGHT, shape);
	value_at(o, made)->data = *data;
	return made;
}

unsigned on_permuted(const on *o, unsigned value, const unsigned perm[HR_TENSOR_DIMS])
{
	const import_value from = *value_at(o, value);
	uint64_t steps[HR_TENSOR_DIMS], all = 1, at[HR_TENSOR_DIMS] = {0},
					count = import_count(&from);
	hr_dims shape = {.rank = from.onnx.rank};
	unsigned made;
	float *data;

	for (unsigned i = from.onnx.rank; i-- > 0; all *= from.onnx.dim[i])
		steps[i] = all;
	for (unsigned i = 0; i < shape.rank; i++)
		shape.dim[i] = from.onnx.dim[perm[i]];
	made = on_weight(o, from.name, "T", &shape, &data);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t place = 0;

		for (unsigned d = 0; d < shape.rank; d++)
			place += at[d] * steps[perm[d]];
		data[i] = from.data[place];
		for (unsigned d = shape.rank; d-- > 0 && ++at[d] == shape.dim[d];)
			at[d] = 0;
	}
	return made;
}

hr_status on_scaled(const on *o, unsigned *value, double factor, const char *what)
{
	const import_value from = *value_at(o, *value);
	uint64_t count = import_count(&from);
	float *data;

	if (!on_data(o, *value))
		return REFUSE(
			o,
			"%s is %g, but '%s' is not a weight, and there is no multiplication by a constant",
			what, factor, from.name);
	*value = on_weight(o, from.name, what, &from.onnx, &data);
	for (uint64_t i = 0; i < count; i++)
		data[i] = (float)(factor * (double)from.data[i]);
	return HR_OK;
}

/* --- steps ------------------------------------------------------------------------------------ */

hr_status on_step(const on *o, import_step step, unsigned *result)
{
	const hr_tensor_step numbers = {
		.op = step.op, .operand_count = step.operand_count, .epsilon = step.epsilon};
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
	step.label = hr_arena_printf(&o->model->arena, "%s_%zu", o->node->op_type,
				     o->model->steps.count);
	step.result = *result;
	HR_PUSH(&o->model->steps, step);
	return HR_OK;
}

hr_status on_unary(const on *o, hr_hpvm op, unsigned x, unsigned *result)
{
	HR_TRY(on_settle(o, &x));
	return on_step(o, (import_step){.op = op, .operands = {x}, .operand_count = 1}, result);
}

hr_status on_binary(const on *o, hr_hpvm op, unsigned x, unsigned other, unsigned *result)
{
	return on_step(o, (import_step){.op = op, .operands = {x, other}, .operand_count = 2},
		       result);
}
