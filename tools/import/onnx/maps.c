/* tools/import/onnx/maps.c -- operators that work element by element, and constants.
 *
 * Not here:  activation functions (activation.c). */
#include <float.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- rows ------------------------------------------------------------------------------------- */

hr_tv op_map_1(onnx_node *o)
{
	return hr_t_1(o->program, (hr_row)o->argument, o->in[0]);
}

hr_tv op_map_2(onnx_node *o)
{
	return hr_t_2(o->program, (hr_row)o->argument, o->in[0], o->in[1]);
}

/* Report operands that are not of bool. */
static bool are_bool(const onnx_node *o)
{
	for (unsigned i = 0; i < o->in_count; i++)
		if (onnx_type(o, o->in[i]) != HR_E_BOOL) {
			onnx_node_invalid(o, "operand %u is %s, not bool", i,
					  hr_t_text(o->program, o->in[i]));
			return false;
		}
	return true;
}

hr_tv op_logic_1(onnx_node *o)
{
	return are_bool(o) ? op_map_1(o) : 0;
}

hr_tv op_logic_2(onnx_node *o)
{
	return are_bool(o) ? op_map_2(o) : 0;
}

/* Report operands that are not integers. */
static bool are_integers(const onnx_node *o)
{
	for (unsigned i = 0; i < o->in_count; i++)
		if (!hr_elem_is_integer(onnx_type(o, o->in[i]))) {
			onnx_node_invalid(o, "operand %u is %s, not of integers", i,
					  hr_t_text(o->program, o->in[i]));
			return false;
		}
	return true;
}

hr_tv op_bits_1(onnx_node *o)
{
	return are_integers(o) ? op_map_1(o) : 0;
}

hr_tv op_bits_2(onnx_node *o)
{
	return are_integers(o) ? op_map_2(o) : 0;
}

/* A shift of a signed integer to the right by a negative number, or by all its bits, leaves its sign. */
static hr_tv shift_right(const onnx_node *o, hr_tv a, hr_tv by)
{
	const hr_elem elem = onnx_type(o, a);
	hr_tv most = t_scalar(o, elem, (double)(8 * hr_elem_bytes(elem) - 1));

	if (hr_elem_is_signed(elem))
		by = t_where(o, t_less(o, by, t_scalar(o, elem, 0)), most, t_min(o, by, most));
	return hr_t_2(o->program, HR_R_shift_right, a, by);
}

hr_tv op_bit_shift(onnx_node *o)
{
	const int direction = onnx_choice(o, "direction", "LEFT RIGHT");

	if (direction < 0 || !are_integers(o))
		return 0;
	return direction ? shift_right(o, o->in[0], o->in[1])
			 : hr_t_2(o->program, HR_R_shift_left, o->in[0], o->in[1]);
}

/* Greater and GreaterOrEqual. */
hr_tv op_greater(onnx_node *o)
{
	return hr_t_2(o->program, (hr_row)o->argument, o->in[1], o->in[0]);
}

hr_tv op_reciprocal(onnx_node *o)
{
	return t_div(o, t_like(o, o->in[0], 1), o->in[0]);
}

hr_tv op_is_inf(onnx_node *o)
{
	return hr_t_call(o->program, HR_R_is_inf, o->in, 1, "positive=%d negative=%d",
			 onnx_int(o, "detect_positive", 1) != 0,
			 onnx_int(o, "detect_negative", 1) != 0);
}

hr_tv op_mod(onnx_node *o)
{
	const bool dividend = onnx_int(o, "fmod", 0) != 0;

	if (!dividend && o->opset < 28 && hr_elem_is_real(onnx_type(o, o->in[0])))
		return onnx_node_invalid(o, "fmod must be 1, since the operands are real");
	return hr_t_call(o->program, HR_R_mod, o->in, 2, "sign=%s",
			 dividend ? "dividend" : "divisor");
}

hr_tv op_where(onnx_node *o)
{
	return t_where(o, o->in[0], o->in[1], o->in[2]);
}

/* --- any number of operands -------------------------------------------------------------------- */

/* Max and Min. */
hr_tv op_fold(onnx_node *o)
{
	hr_tv result = o->in[0];

	for (unsigned i = 1; i < o->in_count; i++)
		result = hr_t_2(o->program, (hr_row)o->argument, result, o->in[i]);
	return result;
}

/* Sum, and Mean if the argument is 1: rounded once. */
hr_tv op_sum(onnx_node *o)
{
	hr_tv result = t_widen(o, o->in[0]);

	if (o->in_count == 1)
		return o->in[0];
	for (unsigned i = 1; i < o->in_count; i++)
		result = t_add(o, result, o->in[i]);
	if (o->argument)
		result = t_div(o, result, t_wide(o, o->in[0], o->in_count));
	return t_narrow(o, result);
}

/* --- bounds ------------------------------------------------------------------------------------ */

/* Return the bound NAME, or operand I from operator set 11 on; 0 if there is none. No finite number
 * exceeds the default of the attribute, which is none. */
static hr_tv clip_bound(const onnx_node *o, const char *name, unsigned i)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	if (!a)
		return t_as_scalar(o, onnx_in(o, i));
	if (strcmp(name, "max") == 0 ? a->f >= FLT_MAX : a->f <= -FLT_MAX)
		return 0;
	return t_like(o, o->in[0], (double)a->f);
}

hr_tv op_clip(onnx_node *o)
{
	const hr_tv least = clip_bound(o, "min", 1), most = clip_bound(o, "max", 2);
	hr_tv result = o->in[0];

	if (least)
		result = t_max(o, result, least);
	return most ? t_min(o, result, most) : result;
}

/* --- types ------------------------------------------------------------------------------------- */

/* Return the type with ONNX's number TYPE; HR_E_NONE after an error. */
static hr_elem wanted_type(const onnx_node *o, int64_t type)
{
	const int32_t number = type > 0 && type < INT32_MAX ? (int32_t)type : 0;

	if (!onnx_elem(number))
		onnx_node_refuse(o, "the type %s is not supported",
				 onnx_type_name(o->model, number));
	return onnx_elem(number);
}

hr_tv op_cast(onnx_node *o)
{
	const hr_elem to = wanted_type(o, onnx_int(o, "to", 0));

	return to ? t_cast(o, o->in[0], to) : 0;
}

hr_tv op_cast_like(onnx_node *o)
{
	return t_cast(o, o->in[0], onnx_type(o, o->in[1]));
}

hr_tv op_bit_cast(onnx_node *o)
{
	const hr_elem to = wanted_type(o, onnx_int(o, "to", 0));

	return to ? hr_t_call(o->program, HR_R_bitcast, o->in, 1, "to=%s", hr_elem_name(to)) : 0;
}

/* --- constants --------------------------------------------------------------------------------- */

/* Return a constant of ELEM with the COUNT numbers of an attribute; a scalar if it is not a LIST. */
static hr_tv numbers(const onnx_node *o, hr_elem elem, const void *data, size_t count, bool list)
{
	const uint64_t extent = count;

	return hr_t_constant(o->program, "", elem, list ? 1 : 0, &extent, data);
}

hr_tv op_constant(onnx_node *o)
{
	const Onnx__AttributeProto *a = o->attribute_count ? o->attributes[0].value : NULL;
	const char *name = a ? o->attributes[0].name : "";

	if (o->attribute_count != 1)
		return onnx_node_invalid(o, "it has %zu attributes, but must have one",
					 o->attribute_count);
	if (strcmp(name, "value") == 0 && a->t)
		return onnx_tensor(o->model, o->program, o->name, o->what, a->t);
	if (strcmp(name, "value_int") == 0)
		return numbers(o, HR_E_I64, &a->i, 1, false);
	if (strcmp(name, "value_ints") == 0)
		return hr_t_integers(o->program, a->ints, a->n_ints);
	if (strcmp(name, "value_float") == 0)
		return numbers(o, HR_E_F32, &a->f, 1, false);
	if (strcmp(name, "value_floats") == 0)
		return numbers(o, HR_E_F32, a->floats ? a->floats : &a->f, a->n_floats, true);
	return onnx_node_refuse(o, "constants with the attribute '%s' are not supported", name);
}

hr_tv op_constant_of_shape(onnx_node *o)
{
	const Onnx__AttributeProto *a = onnx_attr(o, "value");
	hr_tv value = a && a->t ? onnx_tensor(o->model, o->program, o->name, o->what, a->t)
				: t_scalar(o, HR_E_F32, 0);

	return value ? t_full(o, t_as_scalar(o, value), o->in[0]) : 0;
}

hr_tv op_range(onnx_node *o)
{
	return hr_t_3(o->program, HR_R_range, t_as_scalar(o, o->in[0]), t_as_scalar(o, o->in[1]),
		      t_as_scalar(o, o->in[2]));
}

/* --- operators of training that do nothing ------------------------------------------------------ */

hr_tv op_identity(onnx_node *o)
{
	return o->in[0];
}

/* Return true if VALUE is a constant of 0. */
static bool is_zero(const onnx_node *o, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);

	return of->kind == HR_TV_CONSTANT && hr_elem_is_real(of->elem) && of->rank == 0 &&
	       hr_elem_real(of->elem, of->data, 0) == 0;
}

/* Training drops elements at random, unless the ratio is 0. */
hr_tv op_dropout(onnx_node *o)
{
	const hr_elem mask = o->opset < 10 ? onnx_type(o, o->in[0]) : HR_E_BOOL;
	int64_t training = 0;

	if (onnx_in(o, 2) && !hr_t_known(o->program, o->in[2], 0, &training))
		return onnx_node_refuse(o,
					"training_mode is not known at import: give it with --fix");
	if (training && !is_zero(o, onnx_in(o, 1)))
		return onnx_node_refuse(o, "training_mode is not supported: its result is random");
	if (o->out_count > 1)
		o->out[1] = t_full(o, t_scalar(o, mask, 1), t_shape(o, o->in[0]));
	return o->in[0];
}
