/* interp/args/scalar.c -- one element of an array or argument: from text, to text, compared.
 *
 * Integers are decimal, hexadecimal, octal or binary; floats decimal or hexadecimal.
 *
 * Invariant: a value that does not fit its type is an error, never converted.
 * Not here:  arrays (array.c), tolerances (check.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "src/arith/arith.h"

/* The C library defines these for every compiler but declares them only for some. */
__float128 strtof128(const char *restrict text, char **restrict end);
int strfromf128(char *restrict text, size_t size, const char *restrict format, __float128 value);

hr_element hr_element_of_npy(hr_npy_kind kind, unsigned bytes)
{
	hr_element element = {HR_C_I8, bytes * 8, HR_SIGN_UNSIGNED};

	switch (bytes) {
	case 2:
		element.con = kind == HR_NPY_FLOAT  ? HR_C_F16
			      : kind == HR_NPY_BF16 ? HR_C_B16
						    : HR_C_I16;
		break;
	case 4: element.con = kind == HR_NPY_FLOAT ? HR_C_F32 : HR_C_I32; break;
	case 8: element.con = kind == HR_NPY_FLOAT ? HR_C_F64 : HR_C_I64; break;
	default: break;
	}
	if (kind == HR_NPY_BOOL)
		element.bits = 1;
	if (kind == HR_NPY_INT)
		element.sign = HR_SIGN_SIGNED;
	return element;
}

bool hr_element_is_float(hr_element element)
{
	return element.con >= HR_C_F16;
}

/* --- from text -------------------------------------------------------------------------------- */

static const char *type_text(hr_element element, char text[16])
{
	if (hr_element_is_float(element))
		snprintf(text, 16, "%s", hr_con_name(element.con));
	else
		snprintf(text, 16, "%c%u",
			 element.sign == HR_SIGN_UNSIGNED && element.bits > 1 ? 'u' : 'i',
			 element.bits);
	return text;
}

static bool in_range(bool negative, hr_u128 magnitude, hr_element element)
{
	hr_u128 half = (hr_u128)1 << (element.bits - 1), last = half - 1 + half;

	if (negative)
		return element.sign != HR_SIGN_UNSIGNED && magnitude <= half;
	return magnitude <= (element.sign == HR_SIGN_SIGNED ? half - 1 : last);
}

static hr_status read_integer(hr_direct *direct, const hr_yaml *node, hr_element element,
			      uint8_t *out)
{
	bool negative, overflow, truth;
	hr_u128 magnitude, mask;
	const char *digits;
	char type[16];

	if (hr_yaml_bool(node, &truth)) {
		if (element.bits != 1)
			return hr_direct_bad(direct, node,
					     "'%.40s' is a boolean, but %s is expected", node->text,
					     type_text(element, type));
		*out = truth;
		return HR_OK;
	}
	if (!hr_yaml_int(node, &negative, &magnitude, &overflow))
		return hr_direct_bad(direct, node,
				     hr_yaml_float(node, &digits)
					     ? "'%.40s' is not an integer, but %s is expected"
					     : "'%.40s' is not a number, but %s is expected",
				     node->text, type_text(element, type));
	if (overflow || !in_range(negative, magnitude, element))
		return hr_direct_bad(direct, node, "'%.40s' does not fit %s", node->text,
				     type_text(element, type));
	if (negative)
		magnitude = -magnitude;
	mask = element.bits == 128 ? ~(hr_u128)0 : ((hr_u128)1 << element.bits) - 1;
	magnitude &= mask;
	memcpy(out, &magnitude, hr_con_size(element.con));
	return HR_OK;
}

/* Round DIGITS once if the C library can; a half is rounded from binary128. */
static void store_digits(const char *digits, hr_con con, uint8_t *out)
{
	__float128 widest = strtof128(digits, NULL);
	uint16_t half =
		con == HR_C_B16 ? hr_a_fpconv_f128_b16(widest) : hr_a_fpconv_f128_f16(widest);
	float single = strtof(digits, NULL);
	double wide = strtod(digits, NULL);
	long double extended = strtold(digits, NULL);

	switch (con) {
	case HR_C_F32: memcpy(out, &single, 4); break;
	case HR_C_F64: memcpy(out, &wide, 8); break;
	case HR_C_F80:
		memset(out, 0, 16);
		memcpy(out, &extended, 10);
		break;
	case HR_C_F128: memcpy(out, &widest, 16); break;
	default: memcpy(out, &half, 2); break;
	}
}

static hr_status read_float(hr_direct *direct, const hr_yaml *node, hr_element element,
			    uint8_t *out)
{
	const char *digits;
	char type[16];

	if (!hr_yaml_float(node, &digits))
		return hr_direct_bad(direct, node, "'%.40s' is not a number, but %s is expected",
				     node->text, type_text(element, type));
	store_digits(digits, element.con, out);
	if (isinf(hr_element_value(out, element)) && !strchr(digits, 'n'))
		return hr_direct_bad(direct, node, "'%.40s' does not fit %s", node->text,
				     type_text(element, type));
	return HR_OK;
}

hr_status hr_element_read(hr_direct *direct, const hr_yaml *node, hr_element element, uint8_t *out)
{
	if (node->kind != HR_YAML_SCALAR)
		return hr_direct_bad(direct, node, "a single value is expected here");
	if (!node->plain)
		return hr_direct_bad(direct, node, "'%.40s' is text, but a number is expected",
				     node->text);
	if (hr_element_is_float(element))
		return read_float(direct, node, element, out);
	return read_integer(direct, node, element, out);
}

void hr_element_store(double value, hr_element element, uint8_t *out)
{
	uint16_t half;
	float single;

	switch (element.con) {
	case HR_C_F16:
		half = hr_a_fpconv_f64_f16(value);
		memcpy(out, &half, 2);
		break;
	case HR_C_F32:
		single = (float)value;
		memcpy(out, &single, 4);
		break;
	case HR_C_F64: memcpy(out, &value, 8); break;
	default: hr_bug("not a NumPy type");
	}
}

/* --- to text ---------------------------------------------------------------------------------- */

static hr_u128 load_bits(const uint8_t *data, hr_element element)
{
	hr_u128 value = 0;

	memcpy(&value, data, hr_con_size(element.con));
	if (!hr_element_is_float(element) && element.bits < 128)
		value &= ((hr_u128)1 << element.bits) - 1;
	return value;
}

static bool is_negative(hr_u128 value, hr_element element)
{
	return element.sign != HR_SIGN_UNSIGNED && element.bits > 1 &&
	       (value >> (element.bits - 1) & 1);
}

/* Return the magnitude of a negative value with the element's number of bits. */
static hr_u128 negated(hr_u128 value, hr_element element)
{
	hr_u128 mask = element.bits == 128 ? ~(hr_u128)0 : ((hr_u128)1 << element.bits) - 1;

	return -value & mask;
}

static void print_integer(const uint8_t *data, hr_element element, char text[HR_DIRECT_TEXT])
{
	hr_u128 value = load_bits(data, element);
	bool negative = is_negative(value, element);
	char digits[HR_DIRECT_TEXT];
	size_t at = sizeof(digits) - 1;

	if (negative)
		value = negated(value, element);
	digits[at] = '\0';
	do
		digits[--at] = (char)('0' + (int)(value % 10));
	while (value /= 10);
	if (negative)
		digits[--at] = '-';
	memcpy(text, digits + at, sizeof(digits) - at);
}

void hr_element_print(const uint8_t *data, hr_element element, char text[HR_DIRECT_TEXT])
{
	static const char *const formats[HR_C_COUNT] = {
		[HR_C_F16] = "%.5g",  [HR_C_B16] = "%.4g",  [HR_C_F32] = "%.9g",
		[HR_C_F64] = "%.17g", [HR_C_F80] = "%.21g", [HR_C_F128] = "%.36g",
	};

	if (hr_element_is_float(element) && isnan(hr_element_value(data, element)))
		strcpy(text, "nan"); /* the sign is not printed */
	else if (hr_element_is_float(element))
		strfromf128(text, HR_DIRECT_TEXT, formats[element.con],
			    hr_element_value(data, element));
	else
		print_integer(data, element, text);
}

/* --- compared --------------------------------------------------------------------------------- */

__float128 hr_element_value(const uint8_t *data, hr_element element)
{
	hr_u128 value = load_bits(data, element);
	uint16_t half = (uint16_t)value;
	float single;
	double wide;
	long double extended = 0;
	__float128 widest;

	switch (element.con) {
	case HR_C_F16: return hr_a_fpconv_f16_f128(half);
	case HR_C_B16: return hr_a_fpconv_b16_f128(half);
	case HR_C_F32: memcpy(&single, data, 4); return single;
	case HR_C_F64: memcpy(&wide, data, 8); return wide;
	case HR_C_F80: memcpy(&extended, data, 10); return extended;
	case HR_C_F128: memcpy(&widest, data, 16); return widest;
	default:
		return is_negative(value, element) ? -(__float128)negated(value, element)
						   : (__float128)value;
	}
}

bool hr_element_equal(const uint8_t *a, const uint8_t *b, hr_element element)
{
	__float128 left, right;

	if (!hr_element_is_float(element))
		return load_bits(a, element) == load_bits(b, element);
	left = hr_element_value(a, element);
	right = hr_element_value(b, element);
	return left == right || (left != left && right != right);
}

/* Return the position of a float among all floats of its format: neighbours differ by 1, and -0 is
 * 0. */
static hr_s128 rank(const uint8_t *data, hr_element element)
{
	unsigned bits = hr_con_size(element.con) * 8;
	hr_s128 value = 0;

	memcpy(&value, data, bits / 8);
	if (value >> (bits - 1) & 1)
		return -(value & (((hr_s128)1 << (bits - 1)) - 1));
	return value;
}

uint64_t hr_element_ulps(const uint8_t *a, const uint8_t *b, hr_element element)
{
	__float128 left = hr_element_value(a, element), right = hr_element_value(b, element);
	hr_s128 distance;

	if (element.con > HR_C_F64 || left != left || right != right)
		return HR_ULP_FAR;
	distance = rank(a, element) - rank(b, element);
	return (uint64_t)(distance < 0 ? -distance : distance);
}
