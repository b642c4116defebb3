/* ir/rowkernel/map.c -- kernels of maps: element by element, with broadcasting.
 *
 * Not here:  div(), int() and other functions of formulas (code_expression.c). */
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

/* The formula of each map for real numbers and for integers; NULL: of the others, or none. `bits` are
 * those of operand 0's type, 1 of bool. A text that ends with a semicolon sets r by statements. */
static const struct {
	const char *real, *integer;
} formulas[HR_R_COUNT] = {
	[HR_R_neg] = {"-x", "-x"},
	[HR_R_abs] = {"fabs(x)", "x < 0 ? -x : x"},
	[HR_R_sign] = {"x > 0 ? 1.0 : x < 0 ? -1.0 : x", "x > 0 ? 1 : x < 0 ? -1 : 0"},
	[HR_R_floor] = {"floor(x)", NULL},
	[HR_R_ceil] = {"ceil(x)", NULL},
	[HR_R_round] = {"rint(x)", NULL},
	[HR_R_trunc] = {"trunc(x)", NULL},
	[HR_R_sqrt] = {"sqrt(x)", NULL},
	[HR_R_exp] = {"exp(x)", NULL},
	[HR_R_log] = {"log(x)", NULL},
	[HR_R_log1p] = {"log1p(x)", NULL},
	[HR_R_expm1] = {"expm1(x)", NULL},
	[HR_R_sin] = {"sin(x)", NULL},
	[HR_R_cos] = {"cos(x)", NULL},
	[HR_R_tan] = {"tan(x)", NULL},
	[HR_R_asin] = {"asin(x)", NULL},
	[HR_R_acos] = {"acos(x)", NULL},
	[HR_R_atan] = {"atan(x)", NULL},
	[HR_R_sinh] = {"sinh(x)", NULL},
	[HR_R_cosh] = {"cosh(x)", NULL},
	[HR_R_tanh] = {"tanh(x)", NULL},
	[HR_R_asinh] = {"asinh(x)", NULL},
	[HR_R_acosh] = {"acosh(x)", NULL},
	[HR_R_atanh] = {"atanh(x)", NULL},
	[HR_R_erf] = {"erf(x)", NULL},
	[HR_R_sigmoid] = {"1.0 / (1.0 + exp(-x))", NULL},
	[HR_R_not] = {NULL, "bits == 1 ? 1 - x : ~x"},
	[HR_R_is_nan] = {"isnan(x)", "0"},
	[HR_R_is_inf] = {"isinf(x) && (x > 0 ? positive.0 : negative.0) != 0", "0"},
	[HR_R_add] = {"x + y", "x + y"},
	[HR_R_sub] = {"x - y", "x - y"},
	[HR_R_mul] = {"x * y", "x * y"},
	[HR_R_div] = {"x / y", "div(x, y)"},
	[HR_R_mod] = {"p = fmod(x, y);"
		      "r = v.0 == 0 && p != 0 && (p < 0) != (y < 0) ? p + y : p;",
		      "p = rem(x, y); r = v.0 == 0 && p != 0 && (p < 0) != (y < 0) ? p + y : p;"},
	[HR_R_atan2] = {"atan2(x, y)", NULL},
	[HR_R_max] = {"max(x, y)", "most(x, y)"},
	[HR_R_min] = {"min(x, y)", "least(x, y)"},
	[HR_R_and] = {NULL, "x & y"},
	[HR_R_or] = {NULL, "x | y"},
	[HR_R_xor] = {NULL, "x ^ y"},
	[HR_R_shift_left] = {NULL, "y >= 0 && y < bits ? x << y : 0"},
	[HR_R_shift_right] = {NULL, "y >= 0 && y < bits ? x >> y : 0"},
	[HR_R_equal] = {"x == y", "x == y"},
	[HR_R_less] = {"x < y", "x < y"},
	[HR_R_less_equal] = {"x <= y", "x <= y"},
	[HR_R_where] = {"x != 0 ? y : z", "x != 0 ? y : z"},
};

/* q is x raised to n by squaring, from ONE, which is 1. */
#define POWER(one)                                                                                 \
	"q = " one "; b = x;"                                                                      \
	"while (n > 0) { if ((n & 1) == 1) { q = q * b; } b = b * b; n = n >> 1; }"

static const char integer_power[] = "n = most(y, 0);" POWER(
	"1") "r = y >= 0 ? q : x == 1 ? 1 : x == -1 ? ((y & 1) == 1 ? -1 : 1) : 0;";
/* An integer raised to a real number: a whole power is exact. */
static const char real_power_of_integer[] =
	"whole = fabs(y) < 0x1p31 && rint(y) == y; n = whole ? int(fabs(y)) : 0;" POWER(
		"1.0") "p = !whole ? pow(x, y) : y < 0 ? 1 / q : q; r = isfinite(p) ? int(p) : v.1;";

static const hr_rowkernel_type *operand(const hr_rk_writer *w, unsigned i)
{
	return &w->kernel->operands[i];
}

/* --- conversions ------------------------------------------------------------------------------ */

/* v.1 and v.2 are the least and the greatest integer. */
static const char *cast_formula(const hr_rk_writer *w)
{
	const hr_rowkernel_type *from = operand(w, 0), *to = w->kernel->result;

	if (hr_rk_is_real(to))
		return hr_rk_is_real(from) ? "x" : "real(x)";
	if (!hr_rk_is_real(from))
		return "x";
	if (to->elem == HR_E_BOOL)
		return "x != 0";
	if (hr_attribute_integer(w->kernel->attributes, "saturate", 0) == 0)
		return "isfinite(x) ? int(x) : v.1";
	/* the number after the greatest is a power of two, and so is the least */
	return "isnan(x) ? 0 : trunc(x) < real(v.1) ? v.1 : trunc(x) >= real(v.2) ? v.2 : int(x)";
}

static bool is_copy(const hr_rk_writer *w)
{
	hr_row row = w->kernel->attributes->row;

	if (row == HR_R_bitcast)
		return true;
	return (row == HR_R_cast || row == HR_R_widen || row == HR_R_narrow) &&
	       hr_rk_storage(operand(w, 0)) == hr_rk_storage(w->kernel->result);
}

/* --- powers ----------------------------------------------------------------------------------- */

/* Return true if a power of these types is computed with real numbers. */
static bool is_real_power(const hr_rk_writer *w)
{
	return hr_rk_is_real(operand(w, 0)) || hr_rk_is_real(operand(w, 1));
}

static const char *power_formula(const hr_rk_writer *w)
{
	if (!is_real_power(w))
		return integer_power;
	return hr_rk_is_real(operand(w, 0)) ? "pow(x, y)" : real_power_of_integer;
}

/* Integers are exact in binary64 as far as they are in the reference. */
static void choose_real(hr_rk_writer *w)
{
	if (w->kernel->attributes->row == HR_R_pow && is_real_power(w) &&
	    !(hr_rk_is_real(operand(w, 0)) && hr_rk_is_real(operand(w, 1))))
		w->source.real = HR_E_F64;
}

/* --- the kernel ------------------------------------------------------------------------------- */

static const char *formula_of(const hr_rk_writer *w)
{
	hr_row row = w->kernel->attributes->row;
	/* of `where`, operand 0 is a truth value */
	bool is_real = hr_rk_is_real(operand(w, w->count - 1));

	switch (row) {
	case HR_R_cast:
	case HR_R_widen:
	case HR_R_narrow: return cast_formula(w);
	case HR_R_pow: return power_formula(w);
	default: return is_real ? formulas[row].real : formulas[row].integer;
	}
}

/* Set x, y and z to the operands' elements. */
static void load_operands(hr_rk_writer *w, unsigned rank)
{
	bool as_real = w->kernel->attributes->row == HR_R_pow && is_real_power(w);

	for (unsigned i = 0; i < w->count; i++) {
		const char *name = i == 0 ? "x" : i == 1 ? "y" : "z";
		bool converts = as_real && !hr_rk_is_real(operand(w, i));

		hr_rk_say(w, "%s = %s%s[", name, converts ? "real(" : "", name);
		hr_rk_offset(w, name, operand(w, i)->rank, rank);
		hr_rk_say(w, "]%s;\n", converts ? ")" : "");
	}
}

void hr_rk_write_map(hr_rk_writer *w)
{
	const char *formula = formula_of(w);
	hr_elem elem = operand(w, 0)->elem;
	unsigned rank = w->kernel->result->rank;
	size_t bits = elem == HR_E_BOOL ? 1 : 8 * hr_elem_bytes(elem);

	if (is_copy(w)) {
		hr_rk_copy(w);
		return;
	}
	if (!formula) {
		hr_rk_host(w);
		return;
	}
	for (unsigned i = 0; i < w->count; i++)
		hr_rk_data(w, i);
	choose_real(w);
	hr_rk_coordinates(w, rank);
	load_operands(w, rank);
	if (!hr_elem_is_real(elem))
		hr_rk_say(w, "bits = %zu;\n", bits);
	if (formula[strlen(formula) - 1] == ';')
		hr_rk_say(w, "%s\n", formula);
	else
		hr_rk_say(w, "r = %s;\n", formula);
	hr_rk_say(w, "out[at] = r;\n");
}

void hr_rk_measure_map(hr_rk_launch *l)
{
	hr_elem elem = l->kernel->result->elem;

	l->value[0] = hr_attribute_is(l->kernel->attributes, "sign", "dividend");
	if (!hr_elem_is_real(elem)) {
		l->value[1] = hr_rk_least_integer(elem);
		l->value[2] = hr_rk_greatest_integer(elem);
	}
	hr_rk_spread(l, l->kernel->operand_count);
	hr_rk_join(l, l->kernel->operand_count);
	hr_rk_grid(l);
}
