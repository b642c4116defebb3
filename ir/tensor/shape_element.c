/* ir/tensor/shape_element.c -- maps of known elements, which are numbers or extents (X2).
 *
 * Elements that are numbers wrap in their type. An expression is taken to fit i64, i32 and u32; in a
 * smaller type it is known only if its range fits.
 *
 * Not here: which elements a row combines (shape_known.c). */
#include <stdlib.h>

#include "ir/tensor/shape_private.h"

/* --- types ------------------------------------------------------------------------------------ */

static int64_t wrapped(hr_elem elem, int64_t number)
{
	uint64_t room = 0;

	hr_elem_set_integer(elem, &room, 0, number);
	return hr_elem_integer(elem, &room, 0);
}

hr_sym hr_sh_fit(hr_infer *in, hr_elem elem, hr_sym sym)
{
	int64_t number, least, most;

	if (hr_sh_is_number(in, sym, &number))
		return hr_sh_number(in, wrapped(elem, number));
	hr_sym_limits(in->symbols, sym, &least, &most);
	if (elem == HR_E_BOOL)
		return sym && least > 0 ? hr_sh_number(in, 1) : HR_SYM_NONE;
	if (elem == HR_E_I64 || elem == HR_E_I32 || elem == HR_E_U32)
		return sym;
	return wrapped(elem, least) == least && wrapped(elem, most) == most ? sym : HR_SYM_NONE;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static int64_t quotient(int64_t a, int64_t b)
{
	return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

/* Set *OUT to A modulo B; false if B is 0. */
static bool modulo(const hr_infer *in, int64_t a, int64_t b, int64_t *out)
{
	if (b == 0)
		return false;
	*out = b == -1 ? 0 : a % b;
	if (*out && (*out < 0) != (b < 0) &&
	    hr_attribute_is(&in->call->attributes, "sign", "divisor"))
		*out += b;
	return true;
}

static bool power(int64_t a, int64_t b, int64_t *out)
{
	uint64_t base = (uint64_t)a, result = 1;

	if (b < 0)
		return false;
	for (uint64_t rest = (uint64_t)b; rest; rest >>= 1) {
		result *= rest & 1 ? base : 1;
		base *= base;
	}
	*out = (int64_t)result;
	return true;
}

/* Set *OUT to ROW of the numbers A and B, not yet wrapped; false if it is not known here. */
static bool map_numbers(const hr_infer *in, hr_row row, int64_t a, int64_t b, int64_t *out)
{
	const bool logical = hr_sh_operand(in, 0)->elem == HR_E_BOOL;
	bool known = true;

	switch (row) {
	case HR_R_neg: *out = (int64_t)(0 - (uint64_t)a); break;
	case HR_R_abs: *out = a < 0 ? (int64_t)(0 - (uint64_t)a) : a; break;
	case HR_R_sign: *out = (a > 0) - (a < 0); break;
	case HR_R_not: *out = logical ? !a : ~a; break;
	case HR_R_add: *out = (int64_t)((uint64_t)a + (uint64_t)b); break;
	case HR_R_sub: *out = (int64_t)((uint64_t)a - (uint64_t)b); break;
	case HR_R_mul: *out = (int64_t)((uint64_t)a * (uint64_t)b); break;
	case HR_R_div: *out = quotient(a, b); break;
	case HR_R_mod: known = modulo(in, a, b, out); break;
	case HR_R_pow: known = power(a, b, out); break;
	case HR_R_max: *out = a > b ? a : b; break;
	case HR_R_min: *out = a < b ? a : b; break;
	case HR_R_and: *out = a & b; break;
	case HR_R_or: *out = a | b; break;
	case HR_R_xor: *out = a ^ b; break;
	case HR_R_equal: *out = a == b; break;
	case HR_R_less: *out = a < b; break;
	case HR_R_less_equal: *out = a <= b; break;
	default: known = false;
	}
	return known;
}

/* --- expressions ------------------------------------------------------------------------------ */

/* Return A / B rounded to 0; B is positive. */
static hr_sym truncated(hr_infer *in, hr_sym a, hr_sym b)
{
	const hr_sym zero = hr_sh_number(in, 0);
	const hr_sym above = hr_sh_op(in, HR_SYM_MAX, a, zero);
	const hr_sym below = hr_sh_op(in, HR_SYM_MAX, hr_sh_op(in, HR_SYM_SUB, zero, a), zero);

	return hr_sh_op(in, HR_SYM_SUB, hr_sh_op(in, HR_SYM_DIV, above, b),
			hr_sh_op(in, HR_SYM_DIV, below, b));
}

/* A quotient by 0 is no expression: that the divisor is positive is needed. */
static hr_sym divide(hr_infer *in, hr_row row, hr_sym a, hr_sym b)
{
	int64_t least, most;

	hr_sym_limits(in->symbols, b, &least, &most);
	if (least < 0 ||
	    !hr_sym_need(in->symbols, HR_NEED_LESS_EQUAL, hr_sh_number(in, 1), b, in->label))
		return HR_SYM_NONE;
	if (row == HR_R_div)
		return truncated(in, a, b);
	if (hr_attribute_is(&in->call->attributes, "sign", "divisor"))
		return hr_sh_op(in, HR_SYM_MOD, a, b);
	return hr_sh_op(in, HR_SYM_SUB, a, hr_sh_op(in, HR_SYM_MUL, truncated(in, a, b), b));
}

/* Return 1 if A <= B always, 0 if never, else HR_SYM_NONE. */
static hr_sym at_most(hr_infer *in, hr_sym a, hr_sym b)
{
	if (hr_sym_at_most(in->symbols, a, b))
		return hr_sh_number(in, 1);
	if (hr_sym_at_most(in->symbols, hr_sh_op_number(in, HR_SYM_ADD, b, 1), a))
		return hr_sh_number(in, 0);
	return HR_SYM_NONE;
}

static hr_sym equal(hr_infer *in, hr_sym a, hr_sym b)
{
	const hr_sym no = hr_sh_number(in, 0);

	if (hr_sym_equal(in->symbols, a, b))
		return hr_sh_number(in, 1);
	return at_most(in, a, b) == no || at_most(in, b, a) == no ? no : HR_SYM_NONE;
}

static hr_sym less(hr_infer *in, hr_sym a, hr_sym b)
{
	const hr_sym not = at_most(in, b, a);

	return not ? hr_sh_number(in, not== hr_sh_number(in, 0)) : HR_SYM_NONE;
}

static hr_sym map_symbols(hr_infer *in, hr_row row, hr_sym a, hr_sym b)
{
	const hr_sym zero = hr_sh_number(in, 0);

	switch (row) {
	case HR_R_neg: return hr_sh_op(in, HR_SYM_SUB, zero, a);
	case HR_R_abs: return hr_sh_op(in, HR_SYM_MAX, a, hr_sh_op(in, HR_SYM_SUB, zero, a));
	case HR_R_sign:
		return less(in, zero, a) == hr_sh_number(in, 1) ? hr_sh_number(in, 1) : HR_SYM_NONE;
	case HR_R_add: return hr_sh_op(in, HR_SYM_ADD, a, b);
	case HR_R_sub: return hr_sh_op(in, HR_SYM_SUB, a, b);
	case HR_R_mul: return hr_sh_op(in, HR_SYM_MUL, a, b);
	case HR_R_div:
	case HR_R_mod: return divide(in, row, a, b);
	case HR_R_max: return hr_sh_op(in, HR_SYM_MAX, a, b);
	case HR_R_min: return hr_sh_op(in, HR_SYM_MIN, a, b);
	case HR_R_equal: return equal(in, a, b);
	case HR_R_less: return less(in, a, b);
	case HR_R_less_equal: return at_most(in, a, b);
	default: return HR_SYM_NONE;
	}
}

/* --- all -------------------------------------------------------------------------------------- */

hr_sym hr_sh_element_op(hr_infer *in, hr_row row, hr_sym a, hr_sym b)
{
	const bool two = hr_row_of(row)->most == 2;
	int64_t x, y = 0, number;
	hr_sym made;

	if (!a || (two && !b))
		return HR_SYM_NONE;
	if (hr_sh_is_number(in, a, &x) && (!two || hr_sh_is_number(in, b, &y)))
		made = map_numbers(in, row, x, y, &number) ? hr_sh_number(in, number) : HR_SYM_NONE;
	else
		made = map_symbols(in, row, a, b);
	return hr_sh_fit(in, in->out->elem, made);
}

bool hr_sh_maps_elements(hr_row row)
{
	return hr_row_of(row)->kind == HR_ROW_MAP && row != HR_R_bitcast;
}

hr_sym hr_sh_map_element(hr_infer *in, hr_sym a, hr_sym b, hr_sym c)
{
	int64_t chosen;

	switch (in->call->row) {
	case HR_R_widen:
	case HR_R_cast: return hr_sh_fit(in, in->out->elem, a);
	case HR_R_where:
		if (hr_sh_is_number(in, a, &chosen))
			return chosen ? b : c;
		return hr_sym_equal(in->symbols, b, c) ? b : HR_SYM_NONE;
	default: return hr_sh_element_op(in, in->call->row, a, b);
	}
}
