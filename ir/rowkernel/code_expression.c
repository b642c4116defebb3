/* ir/rowkernel/code_expression.c -- expressions of kernels in LLVM IR: operators, functions, loads and stores.
 *
 * Nothing here is poison or undefined for any operands: shifts are taken modulo 64, and conversions to
 * integers wrap.
 * Not here:  statements (code.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/rowkernel/code_private.h"

/* --- conversions ------------------------------------------------------------------------------ */

static hr_rk_value real_number(const hr_rk_translator *t, double number)
{
	hr_rk_value value = {.type = HR_RK_REAL};
	uint64_t bits;

	if (t->source->real == HR_E_F32)
		number = (double)(float)number;
	memcpy(&bits, &number, sizeof(bits));
	snprintf(value.text, sizeof(value.text), "0x%016llX", (unsigned long long)bits);
	return value;
}

static hr_rk_value integer_number(int64_t number)
{
	hr_rk_value value = {.type = HR_RK_INT, .literal = true};

	snprintf(value.text, sizeof(value.text), "%lld", (long long)number);
	return value;
}

hr_rk_value hr_rk_as(hr_rk_translator *t, hr_rk_value value, hr_rk_type type)
{
	if (value.type == type)
		return value;
	if (value.literal && type == HR_RK_REAL)
		return real_number(t, strtod(value.text, NULL));
	if (value.type == HR_RK_BOOL && type == HR_RK_INT)
		return hr_rk_line(t, type, "zext i1 %s to i64", value.text);
	hr_rk_wrong(t, "a value of the wrong type");
}

/* Give both the type of the one that is no literal. */
static void agree(hr_rk_translator *t, hr_rk_value *one, hr_rk_value *other)
{
	if (one->literal || (one->type == HR_RK_BOOL && other->type == HR_RK_INT))
		*one = hr_rk_as(t, *one, other->type == HR_RK_BOOL ? HR_RK_INT : other->type);
	*other = hr_rk_as(t, *other, one->type);
}

/* --- memory ----------------------------------------------------------------------------------- */

const char *hr_rk_memory_text(hr_elem elem)
{
	switch (elem) {
	case HR_E_F16: return "half";
	case HR_E_BF16: return "bfloat";
	case HR_E_F32: return "float";
	case HR_E_F64: return "double";
	case HR_E_I16:
	case HR_E_U16: return "i16";
	case HR_E_I32:
	case HR_E_U32: return "i32";
	case HR_E_I64: return "i64";
	default: return "i8";
	}
}

hr_rk_value hr_rk_address(hr_rk_translator *t, const hr_rk_array *array, hr_rk_value index)
{
	index = hr_rk_as(t, index, HR_RK_INT);
	return hr_rk_line(t, HR_RK_INT, "getelementptr %s, ptr %%%s, i64 %s",
			  hr_rk_memory_text(array->elem), array->name, index.text);
}

static hr_rk_value load(hr_rk_translator *t, const hr_rk_array *array, hr_rk_value index)
{
	const char *memory = hr_rk_memory_text(array->elem);
	bool is_real = hr_elem_is_real(array->elem);
	hr_rk_type type = is_real ? HR_RK_REAL : HR_RK_INT;
	hr_rk_value at = hr_rk_address(t, array, index), value;

	value = hr_rk_line(t, type, "load %s, ptr %s, align %zu", memory, at.text,
			   hr_elem_bytes(array->elem));
	if (array->elem == HR_E_BOOL) {
		value = hr_rk_line(t, HR_RK_BOOL, "icmp ne i8 %s, 0", value.text);
		return hr_rk_as(t, value, HR_RK_INT);
	}
	if (is_real && array->elem != t->source->real)
		return hr_rk_line(t, type, "fpext %s %s to %s", memory, value.text,
				  hr_rk_type_text(t, type));
	if (!is_real && array->elem != HR_E_I64)
		return hr_rk_line(t, type, "%s %s %s to i64",
				  hr_elem_is_signed(array->elem) ? "sext" : "zext", memory,
				  value.text);
	return value;
}

void hr_rk_store(hr_rk_translator *t, const hr_rk_array *array, hr_rk_value index,
		 hr_rk_value value)
{
	const char *memory = hr_rk_memory_text(array->elem);
	hr_rk_value at = hr_rk_address(t, array, index);

	if (value.type == HR_RK_VECTOR) {
		hr_rk_append(&t->lines, "  store %s %s, ptr %s, align %zu\n",
			     hr_rk_type_text(t, value.type), value.text, at.text,
			     hr_elem_bytes(array->elem));
		return;
	}
	if (hr_elem_is_real(array->elem)) {
		value = hr_rk_as(t, value, HR_RK_REAL);
		if (array->elem != t->source->real)
			value = hr_rk_line(t, HR_RK_REAL, "fptrunc %s %s to %s",
					   hr_rk_type_text(t, HR_RK_REAL), value.text, memory);
	} else if (array->elem == HR_E_BOOL) {
		if (value.type == HR_RK_INT)
			value = hr_rk_line(t, HR_RK_BOOL, "icmp ne i64 %s, 0", value.text);
		value = hr_rk_line(t, HR_RK_INT, "zext i1 %s to i8", value.text);
	} else {
		value = hr_rk_as(t, value, HR_RK_INT);
		if (array->elem != HR_E_I64)
			value = hr_rk_line(t, HR_RK_INT, "trunc i64 %s to %s", value.text, memory);
	}
	hr_rk_append(&t->lines, "  store %s %s, ptr %s, align %zu\n", memory, value.text, at.text,
		     hr_elem_bytes(array->elem));
}

/* --- operators -------------------------------------------------------------------------------- */

typedef struct operator
{
	const char *text;
	unsigned binds;
	const char *integer, *real, *truth; /* instructions; NULL: not for these */
	bool tests;
}
operator;

/* Those that begin with another one come before it. */
static const operator operators[] = {
	{"||", 1, NULL, NULL, "or", false},
	{"&&", 2, NULL, NULL, "and", false},
	{"==", 6, "icmp eq", "fcmp oeq", "icmp eq", true},
	{"!=", 6, "icmp ne", "fcmp une", "icmp ne", true},
	{"<<", 8, "shl", NULL, NULL, false},
	{">>", 8, "ashr", NULL, NULL, false},
	{"<=", 7, "icmp sle", "fcmp ole", NULL, true},
	{">=", 7, "icmp sge", "fcmp oge", NULL, true},
	{"<", 7, "icmp slt", "fcmp olt", NULL, true},
	{">", 7, "icmp sgt", "fcmp ogt", NULL, true},
	{"|", 3, "or", NULL, NULL, false},
	{"^", 4, "xor", NULL, NULL, false},
	{"&", 5, "and", NULL, NULL, false},
	{"+", 9, "add", "fadd", NULL, false},
	{"-", 9, "sub", "fsub", NULL, false},
	{"*", 10, "mul", "fmul", NULL, false},
	{"/", 10, "udiv", "fdiv", NULL, false},
	{"%", 10, "urem", NULL, NULL, false},
};

static const operator* next_operator(hr_rk_translator *t)
{
	hr_rk_skip(t);
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (strncmp(t->at, operators[i].text, strlen(operators[i].text)) == 0)
			return &operators[i];
	return NULL;
}

static bool is_zero(hr_rk_value x)
{
	return x.literal && strcmp(x.text, "0") == 0;
}

static hr_rk_value apply(hr_rk_translator *t, const operator* o, hr_rk_value x, hr_rk_value y)
{
	const char *instruction;

	if (*o->text == '+' && is_zero(x) && y.type == HR_RK_INT)
		return y;
	if (*o->text == '+' && is_zero(y) && x.type == HR_RK_INT)
		return x;
	agree(t, &x, &y);
	instruction = x.type == HR_RK_INT ? o->integer : x.type == HR_RK_BOOL ? o->truth : o->real;
	if (!instruction)
		hr_rk_wrong(t, "an operator of the wrong type");
	if (o->binds == 8)
		y = hr_rk_line(t, HR_RK_INT, "and i64 %s, 63", y.text);
	return hr_rk_line(t, o->tests ? HR_RK_BOOL : x.type, "%s %s %s, %s", instruction,
			  hr_rk_type_text(t, x.type), x.text, y.text);
}

/* --- functions -------------------------------------------------------------------------------- */

/* Functions of the C library, with the suffix f for float. */
static const char *const functions1[] = {"fabs", "floor", "ceil",  "trunc", "rint", "sqrt",
					 "exp",  "log",   "log1p", "expm1", "sin",  "cos",
					 "tan",  "asin",  "acos",  "atan",  "sinh", "cosh",
					 "tanh", "asinh", "acosh", "atanh", "erf"};
static const char *const functions2[] = {"fmod", "pow", "atan2"};

/* Functions in the language itself; their parameters have one letter each. */
static const struct {
	const char *name, *parameters, *value;
} formulas[] = {
	/* integers, as in tensor.def: 0 for a division by 0 */
	{"divisor", "y", "y == 0 || y == -1 ? 1 : y"},
	{"div", "xy", "y == 0 ? 0 : y == -1 ? 0 - x : sdiv(x, divisor(y))"},
	{"rem", "xy", "srem(x, divisor(y))"},
	/* x modulo y, not negative; 0 if y is 0 */
	{"cycle", "xy", "srem(srem(x, divisor(y)) + y, divisor(y))"},
	/* NaN if one is */
	{"max", "xy", "isnan(x) ? x : isnan(y) || y > x ? y : x"},
	{"min", "xy", "isnan(x) ? x : isnan(y) || y < x ? y : x"},
	{"least", "xy", "y < x ? y : x"},
	{"most", "xy", "y > x ? y : x"},
	{"isnan", "x", "x != x"},
	{"isinf", "x", "fabs(x) == inf"},
	{"isfinite", "x", "fabs(x) < inf"},
	/* A real number modulo 2^64, as a signed number; 0 for NaN and infinities. */
	{"modulo", "x", "isfinite(x) ? x - trunc(x * 0x1p-64) * 0x1p64 : 0.0"},
	{"centred", "x", "x >= 0x1p63 ? x - 0x1p64 : x < -0x1p63 ? x + 0x1p64 : x"},
	{"int", "x", "fptosi(centred(modulo(x)))"},
};

static hr_rk_value argument(hr_rk_translator *t)
{
	hr_rk_value value = hr_rk_expression(t);

	if (!hr_rk_accept(t, ","))
		hr_rk_expect(t, ")");
	return value;
}

static hr_rk_value call_library(hr_rk_translator *t, const char *name, unsigned count)
{
	const char *type = hr_rk_type_text(t, HR_RK_REAL);
	const char *suffix = t->source->real == HR_E_F32 ? "f" : "";
	char line[80];
	hr_rk_value x = hr_rk_as(t, argument(t), HR_RK_REAL), y;

	snprintf(line, sizeof(line), "declare %s @%s%s(%s%s%s)", type, name, suffix, type,
		 count > 1 ? ", " : "", count > 1 ? type : "");
	hr_rk_declare(t, line);
	if (count == 1)
		return hr_rk_line(t, HR_RK_REAL, "call %s @%s%s(%s %s)", type, name, suffix, type,
				  x.text);
	y = hr_rk_as(t, argument(t), HR_RK_REAL);
	return hr_rk_line(t, HR_RK_REAL, "call %s @%s%s(%s %s, %s %s)", type, name, suffix, type,
			  x.text, type, y.text);
}

static hr_rk_value call_formula(hr_rk_translator *t, const char *parameters, const char *text)
{
	unsigned outer = t->variable_count;
	hr_rk_value arguments[4], value;
	const char *after;

	for (unsigned i = 0; parameters[i]; i++)
		arguments[i] = argument(t);
	for (unsigned i = 0; parameters[i]; i++)
		hr_rk_push(t, (hr_rk_name){&parameters[i], 1}, arguments[i]);
	after = t->at;
	t->at = text;
	value = hr_rk_expression(t);
	t->at = after;
	t->variable_count = outer;
	return value;
}

/* Load a vector: vector(array, index). */
static hr_rk_value load_vector(hr_rk_translator *t)
{
	const hr_rk_array *array = hr_rk_array_of(t, hr_rk_read_name(t));
	hr_rk_value at;

	hr_rk_expect(t, ",");
	if (!array)
		hr_rk_wrong(t, "no array");
	at = hr_rk_address(t, array, argument(t));
	return hr_rk_line(t, HR_RK_VECTOR, "load %s, ptr %s, align %zu",
			  hr_rk_type_text(t, HR_RK_VECTOR), at.text, hr_elem_bytes(array->elem));
}

static hr_rk_value splat(hr_rk_translator *t, hr_rk_value x)
{
	const char *type = hr_rk_type_text(t, HR_RK_VECTOR);
	hr_rk_value one;

	x = hr_rk_as(t, x, HR_RK_REAL);
	one = hr_rk_line(t, HR_RK_VECTOR, "insertelement %s zeroinitializer, %s %s, i32 0", type,
			 hr_rk_type_text(t, HR_RK_REAL), x.text);
	return hr_rk_line(t, HR_RK_VECTOR,
			  "shufflevector %s %s, %s zeroinitializer, <16 x i32> zeroinitializer",
			  type, one.text, type);
}

/* Call an instruction by its name. */
static bool call_instruction(hr_rk_translator *t, hr_rk_name name, hr_rk_value *value)
{
	hr_rk_value x;

	if (hr_rk_is(name, "vector")) {
		*value = load_vector(t);
		return true;
	}
	if (hr_rk_is(name, "splat")) {
		*value = splat(t, argument(t));
		return true;
	}
	if (hr_rk_is(name, "real")) {
		x = hr_rk_as(t, argument(t), HR_RK_INT);
		*value = hr_rk_line(t, HR_RK_REAL, "sitofp i64 %s to %s", x.text,
				    hr_rk_type_text(t, HR_RK_REAL));
		return true;
	}
	if (hr_rk_is(name, "fptosi")) {
		x = argument(t);
		*value = hr_rk_line(t, HR_RK_INT, "fptosi %s %s to i64",
				    hr_rk_type_text(t, HR_RK_REAL), x.text);
		return true;
	}
	if (hr_rk_is(name, "sdiv") || hr_rk_is(name, "srem")) {
		x = hr_rk_as(t, argument(t), HR_RK_INT);
		*value = hr_rk_as(t, argument(t), HR_RK_INT);
		*value = hr_rk_line(t, HR_RK_INT, "%.4s i64 %s, %s", name.at, x.text, value->text);
		return true;
	}
	return false;
}

static hr_rk_value call(hr_rk_translator *t, hr_rk_name name)
{
	hr_rk_value value;

	if (call_instruction(t, name, &value))
		return value;
	for (size_t i = 0; i < sizeof(functions1) / sizeof(*functions1); i++)
		if (hr_rk_is(name, functions1[i]))
			return call_library(t, functions1[i], 1);
	for (size_t i = 0; i < sizeof(functions2) / sizeof(*functions2); i++)
		if (hr_rk_is(name, functions2[i]))
			return call_library(t, functions2[i], 2);
	for (size_t i = 0; i < sizeof(formulas) / sizeof(*formulas); i++)
		if (hr_rk_is(name, formulas[i].name))
			return call_formula(t, formulas[i].parameters, formulas[i].value);
	hr_rk_wrong(t, "an unknown function");
}

/* --- primary expressions ---------------------------------------------------------------------- */

static hr_rk_value parameter(hr_rk_translator *t, hr_rk_name name)
{
	hr_rk_value value = {.type = HR_RK_INT};
	unsigned i = 0;

	while (i < t->number_count && !hr_rk_is(name, t->numbers[i]))
		i++;
	if (i == HR_RK_NUMBERS || name.length + 2 > sizeof(value.text))
		hr_rk_wrong(t, "too many numbers");
	if (i == t->number_count)
		t->numbers[t->number_count++] = hr_arena_strndup(t->arena, name.at, name.length);
	snprintf(value.text, sizeof(value.text), "%%%s", t->numbers[i]);
	return value;
}

static hr_rk_value named(hr_rk_translator *t, hr_rk_name name)
{
	const hr_rk_array *array;
	hr_rk_variable *variable;
	hr_rk_value index;

	if (hr_rk_accept(t, "("))
		return call(t, name);
	if (hr_rk_accept(t, "[")) {
		array = hr_rk_array_of(t, name);
		if (!array)
			hr_rk_wrong(t, "no array");
		index = hr_rk_expression(t);
		hr_rk_expect(t, "]");
		return load(t, array, index);
	}
	variable = hr_rk_find(t, name);
	if (variable)
		return variable->value;
	if (hr_rk_is(name, "inf"))
		return real_number(t, INFINITY);
	if (hr_rk_is(name, "nan"))
		return real_number(t, NAN);
	if (!memchr(name.at, '.', name.length))
		hr_rk_wrong(t, "an unknown name");
	return parameter(t, name);
}

static hr_rk_value number(hr_rk_translator *t)
{
	char *real_end, *integer_end;
	double real = strtod(t->at, &real_end);
	uint64_t integer = strtoull(t->at, &integer_end, 0);

	if (real_end == t->at)
		hr_rk_wrong(t, "no expression");
	t->at = real_end;
	return real_end > integer_end ? real_number(t, real) : integer_number((int64_t)integer);
}

static hr_rk_value unary(hr_rk_translator *t)
{
	hr_rk_name name;
	hr_rk_value x;

	if (hr_rk_accept(t, "-")) {
		x = unary(t);
		if (x.literal)
			return integer_number(-strtoll(x.text, NULL, 10));
		return x.type == HR_RK_INT ? hr_rk_line(t, x.type, "sub i64 0, %s", x.text)
					   : hr_rk_line(t, x.type, "fneg %s %s",
							hr_rk_type_text(t, x.type), x.text);
	}
	if (hr_rk_accept(t, "!"))
		return hr_rk_line(t, HR_RK_BOOL, "xor i1 %s, true", unary(t).text);
	if (hr_rk_accept(t, "~"))
		return hr_rk_line(t, HR_RK_INT, "xor i64 %s, -1", unary(t).text);
	if (hr_rk_accept(t, "(")) {
		x = hr_rk_expression(t);
		hr_rk_expect(t, ")");
		return x;
	}
	name = hr_rk_read_name(t);
	return name.length ? named(t, name) : number(t);
}

static hr_rk_value binary(hr_rk_translator *t, unsigned least)
{
	hr_rk_value x = unary(t);

	for (const operator* o = next_operator(t); o && o->binds >= least; o = next_operator(t)) {
		t->at += strlen(o->text);
		x = apply(t, o, x, binary(t, o->binds + 1));
	}
	return x;
}

hr_rk_value hr_rk_expression(hr_rk_translator *t)
{
	hr_rk_value condition = binary(t, 1), x, y;

	if (!hr_rk_accept(t, "?"))
		return condition;
	x = hr_rk_expression(t);
	hr_rk_expect(t, ":");
	y = hr_rk_expression(t);
	agree(t, &x, &y);
	if (condition.type != HR_RK_BOOL)
		hr_rk_wrong(t, "a condition is no truth value");
	return hr_rk_line(t, x.type, "select i1 %s, %s %s, %s %s", condition.text,
			  hr_rk_type_text(t, x.type), x.text, hr_rk_type_text(t, y.type), y.text);
}
