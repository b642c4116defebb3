/* tools/import/stablehlo/maps.c -- operations element by element.
 *
 * Where StableHLO leaves a result to the implementation, it is XLA's: integers divided by 0 give -1, and the
 * dividend as remainder; a real number that no integer type holds becomes the nearest one, NaN 0. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- rows as they are -------------------------------------------------------------------------------- */

hr_tv hlo_op_map(hlo_op *o)
{
	return hr_t_call(o->program, (hr_row)o->argument, o->in, o->in_count, "%s", "");
}

hr_tv hlo_op_same(hlo_op *o)
{
	if (o->in_count != o->out_count)
		return hlo_invalid(o, "it has %u operands and %u results", o->in_count,
				   o->out_count);
	if (o->in_count)
		memcpy(o->out, o->in, o->in_count * sizeof(*o->in));
	return o->out[0];
}

/* Addition and multiplication; of bool: or, and. */
hr_tv hlo_op_add_mul(hlo_op *o)
{
	hr_row row = (hr_row)o->argument;

	if (hlo_elem(o, o->in[0]) == HR_E_BOOL)
		row = row == HR_R_add ? HR_R_or : HR_R_and;
	return hr_t_2(o->program, row, o->in[0], o->in[1]);
}

/* --- composites of real operands ---------------------------------------------------------------------- */

hr_tv hlo_op_rsqrt(hlo_op *o)
{
	const hr_tv root = h_sqrt(o, h_widen(o, o->in[0]));

	return h_narrow(o, h_div(o, h_like(o, root, 1), root));
}

hr_tv hlo_op_cbrt(hlo_op *o)
{
	const hr_tv x = h_widen(o, o->in[0]);

	return h_narrow(o, h_mul(o, h_sign(o, x), h_pow(o, h_abs(o, x), h_like(o, x, 1.0 / 3))));
}

hr_tv hlo_op_erfc(hlo_op *o)
{
	const hr_tv e = hr_t_1(o->program, HR_R_erf, h_widen(o, o->in[0]));

	return h_narrow(o, h_sub(o, h_like(o, e, 1), e));
}

hr_tv hlo_op_square(hlo_op *o)
{
	return h_mul(o, o->in[0], o->in[0]);
}

/* Round to the nearest integer, ties away from 0. */
hr_tv hlo_op_round_away(hlo_op *o)
{
	const hr_tv x = o->in[0], whole = h_trunc(o, x);
	const hr_tv rest = h_abs(o, h_sub(o, x, whole)); /* exact */

	return h_where(o, h_less_equal(o, h_like(o, x, .5), rest), h_add(o, whole, h_sign(o, x)),
		       whole);
}

hr_tv hlo_op_is_finite(hlo_op *o)
{
	return h_not(o, h_or(o, h_is_nan(o, o->in[0]), h_is_inf(o, o->in[0])));
}

/* chlo's: of any sign, or of one. */
hr_tv hlo_op_is_inf(hlo_op *o)
{
	return hr_t_call(o->program, HR_R_is_inf, o->in, 1, "positive=%d negative=%d",
			 o->argument >= 0, o->argument <= 0);
}

/* --- integers ------------------------------------------------------------------------------------------- */

/* Return true if all elements of VALUE are numbers known not to be 0. */
static bool is_never_zero(const hlo_op *o, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);

	for (size_t i = 0; i < of->known_count; i++) {
		int64_t least, most;

		hr_sym_limits(o->model->symbols, of->known[i], &least, &most);
		if (!of->known[i] || (least <= 0 && most >= 0))
			return false;
	}
	return of->known_count > 0;
}

static hr_tv is_zero(const hlo_op *o, hr_tv value)
{
	return h_equal(o, value, h_like(o, value, 0));
}

hr_tv hlo_op_divide(hlo_op *o)
{
	const hr_tv quotient = h_div(o, o->in[0], o->in[1]);

	if (hr_elem_is_real(hlo_elem(o, o->in[0])) || is_never_zero(o, o->in[1]))
		return quotient;
	return h_where(o, is_zero(o, o->in[1]), h_like(o, quotient, -1), quotient);
}

hr_tv hlo_op_remainder(hlo_op *o)
{
	const bool real = hr_elem_is_real(hlo_elem(o, o->in[0]));
	const bool safe = real || is_never_zero(o, o->in[1]);
	const hr_tv zero = safe ? 0 : is_zero(o, o->in[1]);
	const hr_tv by = safe ? o->in[1] : h_where(o, zero, h_like(o, o->in[1], 1), o->in[1]);
	const hr_tv rest =
		hr_t_call(o->program, HR_R_mod, (const hr_tv[]){o->in[0], by}, 2, "sign=dividend");

	return safe ? rest : h_where(o, zero, o->in[0], rest);
}

/* A power of integers with a negative exponent is 0, but of 1 and -1. */
hr_tv hlo_op_power(hlo_op *o)
{
	const hr_tv x = o->in[0], y = o->in[1], one = h_like(o, x, 1);
	hr_tv inverse, negative;

	if (!hr_elem_is_signed(hlo_elem(o, x)))
		return h_pow(o, x, y);
	negative = h_less(o, y, h_like(o, y, 0));
	inverse = h_where(o, h_equal(o, h_abs(o, x), one), h_pow(o, x, h_and(o, y, one)),
			  h_like(o, x, 0));
	return h_where(o, negative, inverse, h_pow(o, x, h_max(o, y, h_like(o, y, 0))));
}

static unsigned bits_of(const hlo_op *o, hr_tv value)
{
	return (unsigned)hr_elem_bytes(hlo_elem(o, value)) * 8;
}

/* Return X shifted to the right by Y, with zeros: the row shifts signed types with their sign. */
static hr_tv logical_shift(const hlo_op *o, hr_tv x, hr_tv y)
{
	const hr_tv one = h_like(o, y, 1), zero = h_like(o, y, 0), shifted = h_shift_right(o, x, y);
	const int64_t most = (int64_t)(UINT64_MAX >> (65 - bits_of(o, x)));
	hr_tv greatest, mask;

	if (!hr_elem_is_signed(hlo_elem(o, x)))
		return shifted;
	greatest = h_cast(o, h_integer(o, most), hlo_elem(o, x));
	mask = h_shift_right(o, greatest, h_sub(o, h_max(o, y, one), one));
	return h_where(o, h_equal(o, y, zero), x, h_and(o, shifted, mask));
}

hr_tv hlo_op_shift_right(hlo_op *o)
{
	const hr_tv last = h_like(o, o->in[1], bits_of(o, o->in[1]) - 1), y = o->in[1];

	if (!o->argument)
		return logical_shift(o, o->in[0], y);
	if (!hr_elem_is_signed(hlo_elem(o, y)))
		return h_shift_right(o, o->in[0], h_min(o, y, last));
	/* a negative number of places is a large one */
	return h_shift_right(o, o->in[0],
			     h_where(o, h_less(o, y, h_like(o, y, 0)), last, h_min(o, y, last)));
}

/* The number of bits that are 1, or that are 0 before the first 1: the bits are shifted out one by one. */
hr_tv hlo_op_count_bits(hlo_op *o)
{
	const hr_tv x = o->in[0], zero = h_like(o, x, 0), one = h_like(o, x, 1);
	hr_tv count = zero, shifted, counted;

	for (unsigned i = 0; i < bits_of(o, x); i++) {
		shifted = i && o->argument ? logical_shift(o, x, h_like(o, x, i))
			  : i              ? h_shift_right(o, x, h_like(o, x, i))
					   : x;
		counted = o->argument ? h_where(o, h_equal(o, shifted, zero), one, zero)
				      : h_and(o, shifted, one);
		count = h_add(o, count, counted);
	}
	return count;
}

/* --- comparison and choice ------------------------------------------------------------------------------ */

hlo_direction hlo_direction_of(const mlir_op *op, bool *total)
{
	static const char names[][3] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
	const mlir_attr *attr = mlir_attr_of(op, "comparison_direction");
	const mlir_attr *type = mlir_attr_of(op, "compare_type");

	attr = attr ? attr : mlir_attr_of(op, "word");
	type = type ? type : mlir_attr_of(op, "word_2");
	*total = type && type->text && strcmp(type->text, "TOTALORDER") == 0;
	for (unsigned i = 0; attr && attr->text && i < HLO_NO; i++)
		if (strcmp(attr->text, names[i]) == 0)
			return (hlo_direction)i;
	return HLO_NO;
}

/* Return integers that are ordered as the total order of the real X: -NaN, -inf, ..., -0, 0, ..., inf, NaN. */
static hr_tv total_order(const hlo_op *o, hr_tv x)
{
	static const hr_elem integers[] = {[2] = HR_E_I16, [4] = HR_E_I32, [8] = HR_E_I64};
	const hr_elem to = integers[hr_elem_bytes(hlo_elem(o, x))];
	const int64_t most = INT64_MAX >> (64 - 8 * hr_elem_bytes(to));
	const hr_tv bits = hr_t_call(o->program, HR_R_bitcast, &x, 1, "to=%s", hr_elem_name(to));
	const hr_tv turned = hr_t_2(o->program, HR_R_xor, bits, h_cast(o, h_integer(o, most), to));

	return h_where(o, h_less(o, bits, h_like(o, bits, 0)), turned, bits);
}

hr_tv hlo_op_compare(hlo_op *o)
{
	hr_tv a = o->in[0], b = o->in[1];
	bool total;
	const hlo_direction direction = hlo_direction_of(o->op, &total);

	if (total && hr_elem_is_real(hlo_elem(o, a)) && hlo_elem(o, a) == hlo_elem(o, b)) {
		a = total_order(o, a);
		b = total_order(o, b);
	}
	switch (direction) {
	case HLO_EQ: return h_equal(o, a, b);
	case HLO_NE: return h_not(o, h_equal(o, a, b));
	case HLO_LT: return h_less(o, a, b);
	case HLO_LE: return h_less_equal(o, a, b);
	case HLO_GT: return h_less(o, b, a);
	case HLO_GE: return h_less_equal(o, b, a);
	case HLO_NO: break;
	}
	return hlo_invalid(o, "the direction of the comparison is missing");
}

/* Return true if operand I has the shape of operand OF, or is a scalar. */
static bool fits(hlo_op *o, unsigned i, unsigned of)
{
	return hlo_rank(o, o->in[i]) == 0 || hlo_rank(o, o->in[i]) == hlo_rank(o, o->in[of]) ||
	       hlo_invalid(o, "operand %u is %s, but operand %u is %s", i,
			   hr_t_text(o->program, o->in[i]), of, hr_t_text(o->program, o->in[of]));
}

hr_tv hlo_op_select(hlo_op *o)
{
	return fits(o, 0, 1) ? h_where(o, o->in[0], o->in[1], o->in[2]) : 0;
}

hr_tv hlo_op_clamp(hlo_op *o)
{
	if (!fits(o, 0, 1) || !fits(o, 2, 1))
		return 0;
	return h_min(o, h_max(o, o->in[1], o->in[0]), o->in[2]);
}

/* --- types ------------------------------------------------------------------------------------------------ */

hr_tv hlo_op_convert(hlo_op *o)
{
	return h_cast(o, o->in[0], o->op->types[0].elem);
}

hr_tv hlo_op_bitcast(hlo_op *o)
{
	const hr_elem to = o->op->types[0].elem;

	if (hr_elem_bytes(to) != hr_elem_bytes(hlo_elem(o, o->in[0])))
		return hlo_refuse(o, "types of different sizes are not supported");
	return hr_t_call(o->program, HR_R_bitcast, o->in, 1, "to=%s", hr_elem_name(to));
}

/* A type whose precision is that of EXPONENT and MANTISSA bits, or HR_E_NONE. */
static hr_elem precision(int64_t exponent, int64_t mantissa)
{
	return exponent == 8 && mantissa == 23    ? HR_E_F32
	       : exponent == 8 && mantissa == 7   ? HR_E_BF16
	       : exponent == 11 && mantissa == 52 ? HR_E_F64
						  : HR_E_NONE;
}

hr_tv hlo_op_reduce_precision(hlo_op *o)
{
	const mlir_attr *format = mlir_attr_of(o->op, "format");
	const char *e = format && format->text ? strchr(format->text, 'e') : NULL;
	const char *m = e ? strchr(e, 'm') : NULL;
	int64_t exponent = hlo_int(o, "exponent_bits", 0),
		mantissa = hlo_int(o, "mantissa_bits", 0);
	hr_elem to;

	if (m) {
		exponent = strtoll(e + 1, NULL, 10);
		mantissa = strtoll(m + 1, NULL, 10);
	}
	to = precision(exponent, mantissa);
	if (!to)
		return hlo_refuse(o,
				  "%lld bits of exponent and %lld of mantissa are not supported; "
				  "8 and 23, 8 and 7, 11 and 52 are",
				  (long long)exponent, (long long)mantissa);
	return h_cast(o, h_cast(o, o->in[0], to), hlo_elem(o, o->in[0]));
}
