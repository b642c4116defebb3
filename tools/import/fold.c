/* tools/import/fold.c -- constants, and integers that are computed at import: the shapes, indices and
 * axes that exporters compute from the shape of a tensor, as view(x.size(0), -1) of PyTorch.
 *
 * All shapes are known, so Shape is a constant. An operation here has constant operands or is
 * refused; tensors of integers do not exist in the graph. Data is written in place of ONNX's types
 * as int64; INT32 is checked.
 *
 * Not here:  Reshape, Squeeze, Unsqueeze and Identity, which do not ask what a value contains
 *            (ops.c). */
#include <string.h>

#include "tools/import/import_node.h"

static const hr_dims scalar = {0};

/* --- making constants -------------------------------------------------------------------------- */

/* Add a constant of integers and set *DATA to its elements, which the caller fills in. */
static unsigned new_integers(const on *o, const hr_dims *shape, int32_t type, int64_t **data)
{
	unsigned made = import_add(o->model, o->node->output[0], IMPORT_WEIGHT, shape);

	*data = hr_arena_array(&o->model->arena, hr_dims_count(shape) + 1, sizeof(int64_t));
	value_at(o, made)->type = type;
	value_at(o, made)->integers = *data;
	return made;
}

static hr_dims row_of(uint64_t count)
{
	return (hr_dims){.rank = 1, .dim = {count}};
}

static hr_status float_constant(const on *o, const hr_dims *shape, const float *from,
				unsigned *result)
{
	float *data;

	*result = on_weight(o, o->node->output[0], "value", shape, &data);
	for (uint64_t i = 0; i < hr_dims_count(shape); i++)
		data[i] = from[i];
	return HR_OK;
}

static hr_status integer_constant(const on *o, const hr_dims *shape, const int64_t *from,
				  unsigned *result)
{
	int64_t *data;

	*result = new_integers(o, shape, ONNX_INT64, &data);
	for (uint64_t i = 0; i < hr_dims_count(shape); i++)
		data[i] = from[i];
	return HR_OK;
}

hr_status on_constant(const on *o, unsigned *result)
{
	const Onnx__AttributeProto *a = o->node->n_attribute ? o->node->attribute[0] : NULL;
	hr_dims row;

	if (o->node->n_attribute != 1)
		return INVALID(o, "it has %zu values instead of one", o->node->n_attribute);
	if (strcmp(a->name, "value") == 0 && a->t)
		return import_tensor(o->model, o->name, o->what, a->t, result);
	if (strcmp(a->name, "value_float") == 0)
		return float_constant(o, &scalar, &a->f, result);
	if (strcmp(a->name, "value_int") == 0)
		return integer_constant(o, &scalar, &a->i, result);
	row = row_of(strcmp(a->name, "value_floats") == 0 ? a->n_floats : a->n_ints);
	if (strcmp(a->name, "value_floats") == 0)
		return float_constant(o, &row, a->floats, result);
	if (strcmp(a->name, "value_ints") == 0)
		return integer_constant(o, &row, a->ints, result);
	return REFUSE(o,
		      "its value is given as '%s'; only tensors, floats and integers are supported",
		      a->name);
}

/* Set *FILL to the value of ConstantOfShape, a tensor of one element; 0: none, which is 0.0. */
static hr_status fill_of(const on *o, unsigned *fill)
{
	const Onnx__AttributeProto *a = on_attribute(o, "value");

	*fill = 0;
	if (!a || !a->t)
		return HR_OK;
	HR_TRY(import_tensor(o->model, o->name, o->what, a->t, fill));
	return import_count(value_at(o, *fill)) == 1
		       ? HR_OK
		       : INVALID(o, "its value has %llu elements instead of one",
				 (unsigned long long)import_count(value_at(o, *fill)));
}

hr_status on_constant_of_shape(const on *o, unsigned *result)
{
	unsigned from, fill;
	int64_t *integers;
	uint64_t count;
	float *data;
	hr_dims shape;

	HR_TRY(on_constant_operand(o, 0, "shape", &from));
	HR_TRY(fill_of(o, &fill));
	if (value_at(o, from)->onnx.rank > 1 ||
	    !import_dims(&shape, value_at(o, from)->integers, import_count(value_at(o, from))))
		return REFUSE(o, "its shape has a negative number, or more than %d dimensions",
			      HR_TENSOR_DIMS);
	count = hr_dims_count(&shape);
	if (count > SIZE_MAX / sizeof(int64_t) - 1)
		return REFUSE(o, "it is too large");
	if (fill && value_at(o, fill)->integers) {
		*result = new_integers(o, &shape, value_at(o, fill)->type, &integers);
		for (uint64_t i = 0; i < count; i++)
			integers[i] = *value_at(o, fill)->integers;
		return HR_OK;
	}
	*result = on_weight(o, o->node->output[0], "value", &shape, &data);
	for (uint64_t i = 0; i < count; i++)
		data[i] = fill ? *value_at(o, fill)->data : 0;
	return HR_OK;
}

/* --- shapes ------------------------------------------------------------------------------------ */

/* Return INDEX, counted from the end if it is negative, within 0 to COUNT. */
static int64_t clamped(int64_t index, int64_t count)
{
	if (index < 0)
		index = index < -count ? 0 : index + count;
	return index > count ? count : index;
}

hr_status on_shape(const on *o, unsigned *result)
{
	int64_t *data, from, to;
	hr_dims dims, row;
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	dims = value_at(o, x)->onnx;
	from = clamped(on_integer(o, "start", 0), dims.rank);
	to = clamped(on_integer(o, "end", dims.rank), dims.rank);
	row = row_of(to > from ? (uint64_t)(to - from) : 0);
	*result = new_integers(o, &row, ONNX_INT64, &data);
	for (int64_t i = from; i < to; i++)
		data[i - from] = (int64_t)dims.dim[i];
	return HR_OK;
}

hr_status on_size(const on *o, unsigned *result)
{
	int64_t *data;
	unsigned x;

	HR_TRY(on_operand(o, 0, true, &x));
	*result = new_integers(o, &scalar, ONNX_INT64, &data);
	*data = (int64_t)import_count(value_at(o, x));
	return HR_OK;
}

/* --- operations on integers -------------------------------------------------------------------- */

bool on_has_integers(const on *o, size_t i)
{
	return i < o->node->n_input &&
	       value_at(o, import_find(o->model, o->node->input[i]))->integers != NULL;
}

/* Set *VALUE to operand I, which must be integers: there is no tensor operation of this name. */
static hr_status integers(const on *o, size_t i, unsigned *value)
{
	HR_TRY(on_operand(o, i, true, value));
	if (value_at(o, *value)->integers)
		return HR_OK;
	return REFUSE(
		o,
		"there is no such tensor operation; only constants of integers are computed at import, and '%s' is none",
		o->node->input[i]);
}

/* The same for a list. */
static hr_status list(const on *o, size_t i, unsigned *value)
{
	HR_TRY(integers(o, i, value));
	if (value_at(o, *value)->onnx.rank == 1)
		return HR_OK;
	return REFUSE(o, "'%s' has %u dimensions; only lists of integers are computed at import",
		      o->node->input[i], value_at(o, *value)->onnx.rank);
}

/* Report an axis other than that of a list. */
static hr_status check_axis(const on *o, int64_t axis)
{
	return axis == 0 || axis == -1 ? HR_OK
				       : INVALID(o, "it has no dimension %lld", (long long)axis);
}

hr_status on_gather(const on *o, unsigned *result)
{
	unsigned from, at;
	const int64_t *data;
	int64_t *made, count;
	hr_dims shape;

	HR_TRY(list(o, 0, &from));
	HR_TRY(integers(o, 1, &at));
	HR_TRY(check_axis(o, on_integer(o, "axis", 0)));
	data = value_at(o, from)->integers;
	count = (int64_t)import_count(value_at(o, from));
	shape = value_at(o, at)->onnx;
	*result = new_integers(o, &shape, value_at(o, from)->type, &made);
	for (uint64_t i = 0; i < hr_dims_count(&shape); i++) {
		int64_t index = value_at(o, at)->integers[i];

		if (index < -count || index >= count)
			return INVALID(o, "it has the index %lld into %lld elements",
				       (long long)index, (long long)count);
		made[i] = data[index < 0 ? index + count : index];
	}
	return HR_OK;
}

hr_status on_concat(const on *o, unsigned *result)
{
	uint64_t count = 0;
	int64_t *made;
	hr_dims row;
	unsigned one;

	for (size_t i = 0; i < o->node->n_input; i++) {
		HR_TRY(list(o, i, &one));
		count += import_count(value_at(o, one));
	}
	HR_TRY(check_axis(o, on_integer(o, "axis", 1)));
	row = row_of(count);
	*result = new_integers(o, &row, ONNX_INT64, &made);
	for (size_t i = 0; i < o->node->n_input; i++) {
		const import_value *of = value_at(o, import_find(o->model, o->node->input[i]));

		memcpy(made, of->integers, import_count(of) * sizeof(*made));
		made += import_count(of);
		value_at(o, *result)->type = of->type;
	}
	return HR_OK;
}

/* Set *TO to the only number of an attribute before version 10, else of operand I. */
static hr_status one_number(const on *o, size_t i, const char *name, int64_t otherwise, int64_t *to)
{
	const Onnx__AttributeProto *a = on_attribute(o, name);
	unsigned operand;

	*to = otherwise;
	if (o->model->opset < 10) {
		if (a && a->n_ints != 1)
			return INVALID(o, "'%s' has %zu numbers for a list", name, a->n_ints);
		*to = a ? a->ints[0] : otherwise;
		return HR_OK;
	}
	HR_TRY(on_constant_operand(o, i, name, &operand));
	if (!operand)
		return HR_OK;
	if (import_count(value_at(o, operand)) != 1)
		return INVALID(o, "'%s' has %llu numbers for a list", name,
			       (unsigned long long)import_count(value_at(o, operand)));
	*to = *value_at(o, operand)->integers;
	return HR_OK;
}

hr_status on_slice(const on *o, unsigned *result)
{
	int64_t from, to, axis, step, count, *made;
	const int64_t *data;
	hr_dims row;
	unsigned x;

	HR_TRY(list(o, 0, &x));
	HR_TRY(one_number(o, 1, "starts", 0, &from));
	HR_TRY(one_number(o, 2, "ends", 0, &to));
	HR_TRY(one_number(o, 3, "axes", 0, &axis));
	HR_TRY(one_number(o, 4, "steps", 1, &step));
	HR_TRY(check_axis(o, axis));
	if (step != 1)
		return REFUSE(o, "its step is %lld; only 1 is supported", (long long)step);
	count = (int64_t)import_count(value_at(o, x));
	from = clamped(from, count);
	to = clamped(to, count);
	row = row_of(to > from ? (uint64_t)(to - from) : 0);
	data = value_at(o, x)->integers;
	*result = new_integers(o, &row, value_at(o, x)->type, &made);
	for (int64_t i = from; i < to; i++)
		made[i - from] = data[i];
	return HR_OK;
}

/* Compute one element. Return false if it has no value. */
static bool compute(const char *op, int64_t a, int64_t b, int64_t *result)
{
	if (strcmp(op, "Mul") == 0)
		return !__builtin_mul_overflow(a, b, result);
	if (strcmp(op, "Sub") == 0)
		return !__builtin_sub_overflow(a, b, result);
	if (strcmp(op, "Div") != 0) /* Add, Sum */
		return !__builtin_add_overflow(a, b, result);
	if (b == 0 || (a == INT64_MIN && b == -1))
		return false;
	*result = a / b;
	return true;
}

/* Add, Sub, Mul and Div of lists of one length, or of a list and a number. */
hr_status on_integer_operation(const on *o, unsigned *result)
{
	unsigned a, b;
	const int64_t *x, *y;
	uint64_t x_count, y_count;
	int64_t *made;
	hr_dims shape;

	if (o->node->n_input != 2)
		return REFUSE(o, "only two integers are added at import");
	HR_TRY(integers(o, 0, &a));
	HR_TRY(integers(o, 1, &b));
	x_count = import_count(value_at(o, a));
	y_count = import_count(value_at(o, b));
	if (value_at(o, a)->onnx.rank > 1 || value_at(o, b)->onnx.rank > 1)
		return REFUSE(o, "only lists of integers are computed at import");
	if (x_count != y_count && x_count != 1 && y_count != 1)
		return INVALID(o, "%llu and %llu integers cannot be broadcast",
			       (unsigned long long)x_count, (unsigned long long)y_count);
	if (value_at(o, a)->type != value_at(o, b)->type)
		return INVALID(o, "its operands have the types %s and %s",
			       import_type_name(o->model, value_at(o, a)->type),
			       import_type_name(o->model, value_at(o, b)->type));
	x = value_at(o, a)->integers;
	y = value_at(o, b)->integers;
	shape = value_at(o, x_count == 1 && value_at(o, b)->onnx.rank ? b : a)->onnx;
	*result = new_integers(o, &shape, value_at(o, a)->type, &made);
	for (uint64_t i = 0; i < hr_dims_count(&shape); i++)
		if (!compute(o->node->op_type, x[x_count == 1 ? 0 : i], y[y_count == 1 ? 0 : i],
			     &made[i]) ||
		    (value_at(o, *result)->type == ONNX_INT32 && made[i] != (int32_t)made[i]))
			return REFUSE(o, "element %llu of its result does not fit its type",
				      (unsigned long long)i);
	return HR_OK;
}

/* Set *TO to the type that Cast converts to; 0: one that is not supported. */
static void cast_type(const on *o, int32_t *to)
{
	const Onnx__AttributeProto *a = on_attribute(o, "to");
	const bool number = o->model->opset >= 6; /* before, the name of the type */

	*to = number && a->i == (int32_t)a->i ? (int32_t)a->i : 0;
	if (!number && a->s.len == 5 && memcmp(a->s.data, "FLOAT", 5) == 0)
		*to = ONNX_FLOAT;
}

/* Cast: to the same type nothing; integers to floats, or to integers in which they fit. */
hr_status on_cast(const on *o, unsigned *result)
{
	import_value of;
	int64_t *made;
	float *data;
	unsigned x;
	int32_t to;

	cast_type(o, &to);
	HR_TRY(on_operand(o, 0, true, &x));
	of = *value_at(o, x);
	if (of.type == to)
		return on_pass_on(o, result);
	if (!of.integers || (to != ONNX_INT32 && to != ONNX_INT64 && to != ONNX_FLOAT))
		return REFUSE(
			o,
			"it converts %s to %s; only constants of integers are converted, to INT32, INT64 or FLOAT",
			import_type_name(o->model, of.type), import_type_name(o->model, to));
	if (to == ONNX_FLOAT)
		*result = on_weight(o, o->node->output[0], "value", &of.onnx, &data);
	else
		*result = new_integers(o, &of.onnx, to, &made);
	for (uint64_t i = 0; i < import_count(&of); i++) {
		if (to == ONNX_INT32 && of.integers[i] != (int32_t)of.integers[i])
			return REFUSE(o, "%lld does not fit INT32", (long long)of.integers[i]);
		if (to == ONNX_FLOAT)
			data[i] = (float)of.integers[i];
		else
			made[i] = of.integers[i];
	}
	return HR_OK;
}
