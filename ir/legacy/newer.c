/* ir/legacy/newer.c -- assembly in the form that all versions of LLVM read.
 *
 * Floating-point constants of LLVM 23 and newer are hexadecimal as well, in another form:
 *
 *	f0x3F800000            the bits of a value of the type before it
 *	+inf, -inf             infinity
 *	+qnan, -qnan           the preferred NaN
 *	+nan(0x1), +snan(0x1)  a quiet and a signalling NaN with that payload
 *	0x1.8p3                a hexadecimal number, as in C
 *	1.000000e-01           a decimal number, rounded to its type: for older readers it was exact in float
 *
 * The older form is hexadecimal: a float has the bits of the double of its value, other types have a letter and their
 * own bits.
 *
 * The locations target_mem and target_mem0 of memory() are dropped: they are registers of the target.
 *
 * The calling convention of kernels has one name in debug information up to LLVM 20, and another one since: its number is
 * read by all.
 *
 * Source:    LLVM's Language Reference, "Simple Constants" and "Function Attributes", of versions 22 and 23.
 * Not here:  constant expressions (constant.c).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/legacy/legacy_text.h"

typedef struct float_type {
	const char *name, *prefix; /* of the older form */
	unsigned bits,
		fraction; /* fraction: bits after the point, of x86_fp80 without the leading one */
} float_type;

static const float_type types[] = {
	{"double", "0x", 64, 52},     {"float", "0x", 32, 23},     {"half", "0xH", 16, 10},
	{"bfloat", "0xR", 16, 7},     {"x86_fp80", "0xK", 80, 63}, {"fp128", "0xL", 128, 112},
	{"ppc_fp128", "0xM", 128, 0},
};

/* The bits of one constant. */
typedef struct float_bits {
	uint64_t high, low;
} float_bits;

static float_bits shift_left(uint64_t value, unsigned by)
{
	if (!by)
		return (float_bits){0, value};
	if (by >= 64)
		return (float_bits){value << (by - 64), 0};
	return (float_bits){value >> (64 - by), value << by};
}

static float_bits either(float_bits a, float_bits b)
{
	return (float_bits){a.high | b.high, a.low | b.low};
}

/* --- special values --------------------------------------------------------------------------- */

/* The bits of sign and of an exponent of ones, and with x86_fp80 of the leading one. */
static float_bits special(const float_type *type, bool negative)
{
	bool wide = strcmp(type->name, "x86_fp80") == 0;
	unsigned exponent = type->bits - type->fraction - 1 - wide;
	float_bits made = shift_left((UINT64_C(1) << exponent) - 1, type->fraction + wide);

	if (wide)
		made = either(made, shift_left(1, type->fraction));
	return negative ? either(made, shift_left(1, type->bits - 1)) : made;
}

/* Read NAME, and the payload behind it, of a special value of TYPE. */
static bool read_special(const float_type *type, bool negative, const char *name, size_t length,
			 float_bits *bits)
{
	float_bits quiet = shift_left(1, type->fraction - 1), payload = {0};
	size_t word = strcspn(name, "(");

	if (!type->fraction) /* ppc_fp128 is a pair of doubles */
		return false;
	if (word < length)
		payload.low = strtoull(name + word + 1, NULL, 0);
	*bits = either(special(type, negative), payload);
	if (!strncmp(name, "qnan", 4) || !strncmp(name, "nan", 3))
		*bits = either(*bits, quiet);
	return true;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static float_bits bits_of_double(double value)
{
	float_bits bits = {0};

	memcpy(&bits.low, &value, sizeof(value));
	return bits;
}

/* Return the double of the float, half or bfloat BITS: exact. */
static double widened(const float_type *type, uint64_t bits)
{
	unsigned exponents = type->bits - type->fraction - 1;
	uint64_t fraction = bits & ((UINT64_C(1) << type->fraction) - 1);
	uint64_t exponent = bits >> type->fraction & ((UINT64_C(1) << exponents) - 1);
	uint64_t sign = bits >> (type->bits - 1) << 63, made;
	double value;

	if (exponent == (UINT64_C(1) << exponents) - 1) {
		made = sign | UINT64_C(0x7FF) << 52 | fraction << (52 - type->fraction);
	} else {
		int bias = (1 << (exponents - 1)) - 1;
		int shift = (exponent ? (int)exponent : 1) - bias - (int)type->fraction;
		double scale = 1;

		for (; shift > 0; shift--)
			scale *= 2;
		for (; shift < 0; shift++)
			scale /= 2;
		value = (double)(fraction | (uint64_t)(exponent != 0) << type->fraction) * scale;
		memcpy(&made, &value, sizeof(made));
		made |= sign;
	}
	memcpy(&value, &made, sizeof(value));
	return value;
}

/* Return the bits of TYPE, of 16 bits, that are nearest to VALUE, to even between two. The bits are in the order of
 * the values, so that a search finds them. */
static uint64_t narrowed(const float_type *type, double value)
{
	bool negative = value < 0;
	double magnitude = negative ? -value : value;
	uint64_t below = 0, above = special(type, false).low;

	while (above - below > 1) {
		uint64_t middle = (above + below) / 2;

		if (widened(type, middle) <= magnitude)
			below = middle;
		else
			above = middle;
	}
	if (above < special(type, false).low) {
		double down = magnitude - widened(type, below);
		double up = widened(type, above) - magnitude;

		if (up < down || (up == down && below % 2))
			below = above;
	}
	return below | (uint64_t)negative << (type->bits - 1);
}

/* Read the decimal or hexadecimal number TEXT; false: the older form is TEXT itself, or there is none. */
static bool read_number(const float_type *type, const char *text, float_bits *bits)
{
	bool hexadecimal = strpbrk(text, "xX") != NULL;
	double value = strtod(text, NULL);

	*bits = bits_of_double(value);
	if (strcmp(type->name, "double") == 0)
		return hexadecimal;
	if (strcmp(type->name, "float") == 0) {
		float rounded = strtof(text, NULL);

		*bits = bits_of_double((double)rounded);
		return hexadecimal || (double)rounded != value;
	}
	if (type->bits == 16) {
		uint64_t rounded = narrowed(type, value);

		*bits = (float_bits){0, rounded};
		return hexadecimal || widened(type, rounded) != value;
	}
#if defined(__x86_64__) || defined(__i386__)
	if (type->bits == 80) {
		long double wide = strtold(text, NULL);
		uint16_t head;

		memcpy(&bits->low, &wide, sizeof(bits->low));
		memcpy(&head, (char *)&wide + sizeof(bits->low), sizeof(head));
		bits->high = head;
		return true;
	}
#endif
	return false;
}

/* --- the text --------------------------------------------------------------------------------- */

enum { LONGEST = 64 }; /* a constant; LLVM writes at most 40 bytes */

static void write_bits(const float_type *type, float_bits bits, char text[LONGEST])
{
	unsigned long long high = bits.high, low = bits.low;

	if (type->bits <= 64)
		snprintf(text, LONGEST, "%s%0*llX", type->prefix, type->bits == 16 ? 4 : 16, low);
	else if (type->bits == 80)
		snprintf(text, LONGEST, "%s%04llX%016llX", type->prefix, high, low);
	else /* the older form has the low half first */
		snprintf(text, LONGEST, "%s%016llX%016llX", type->prefix, low, high);
}

/* Return the length of the constant at AT, which may have several tokens. */
static size_t constant_length(const char *at)
{
	size_t length = strspn(at, "+-");

	while (isalnum((unsigned char)at[length]) || at[length] == '.' ||
	       ((at[length] == '+' || at[length] == '-') && length &&
		strchr("eEpP", at[length - 1])))
		length++;
	if (at[length] == '(')
		length += strcspn(at + length, ")\n") + 1;
	return length;
}

static bool is_special(const char *text)
{
	static const char *const names[] = {"inf", "qnan", "nan(", "snan("};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(text + 1, names[i], strlen(names[i])))
			return *text == '+' || *text == '-';
	return false;
}

/* Set OLDER to the older form of the constant of TYPE at TEXT and return its length in TEXT; 0: it has that form. */
static size_t rewrite(const float_type *type, const char *text, char older[LONGEST])
{
	char own[LONGEST];
	float_bits bits = {0};
	size_t length;

	if (!isdigit((unsigned char)*text) && !strchr("f+-", *text))
		return 0;
	length = constant_length(text);
	if (length >= sizeof(own))
		return 0;
	memcpy(own, text, length);
	own[length] = 0;
	if (!strncmp(own, "f0x", 3) && length <= 3 + type->bits / 4) {
		size_t digits = length - 3, tail = digits < 16 ? digits : 16;

		bits.low = strtoull(own + length - tail, NULL, 16);
		own[length - tail] = 0;
		bits.high = digits > tail ? strtoull(own + 3, NULL, 16) : 0;
		if (strcmp(type->name, "float") == 0)
			bits = bits_of_double(widened(type, bits.low));
	} else if (is_special(own)) {
		if (!read_special(type, *own == '-', own + 1, length - 1, &bits))
			return 0;
		if (strcmp(type->name, "float") == 0)
			bits = bits_of_double(widened(type, bits.low));
	} else if (!strpbrk(own, ".pP") || !isdigit((unsigned char)own[strspn(own, "+-")]) ||
		   !read_number(type, own, &bits)) {
		return 0;
	}
	write_bits(type, bits, older);
	return length;
}

static const float_type *type_at(const hr_rewriter *rewriter, size_t at)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (hr_token_is_word(rewriter, at, types[i].name))
			return &types[i];
	return NULL;
}

/* Return the length of the constant at token AT whose type came before, and set OLDER; 0: it stays. */
static size_t constant_at(const hr_rewriter *rewriter, size_t at, const float_type *type,
			  char older[LONGEST])
{
	const hr_token *token = &rewriter->tokens.data[at];
	const char *text = rewriter->text + token->start;

	return type && (token->kind == HR_TOKEN_WORD || *text == '+') ? rewrite(type, text, older)
								      : 0;
}

/* Return true if the token at AT is a location that older versions do not know; its comma and value go as well. */
static bool is_target_memory(const hr_rewriter *rewriter, size_t at)
{
	const hr_token *token = &rewriter->tokens.data[at];

	return token->kind == HR_TOKEN_LABEL && at > 0 &&
	       !strncmp(rewriter->text + token->start, "target_mem", 10) &&
	       (hr_token_is(rewriter, at - 1, ",") || hr_token_is(rewriter, at - 1, "("));
}

/* Set the part of the text to drop, from token AT on. */
static void drop_location(const hr_rewriter *rewriter, size_t at, size_t *start, size_t *end)
{
	const hr_token *tokens = rewriter->tokens.data;
	bool first = hr_token_is(rewriter, at - 1, "(");

	*start = tokens[first ? at : at - 1].start;
	*end = tokens[at + 1].start + tokens[at + 1].length;
	if (first && hr_token_is(rewriter, at + 2, ","))
		*end = tokens[at + 2].start + tokens[at + 2].length;
}

/* Return true if the token at AT is a name of DW_CC_LLVM_DeviceKernel. */
static bool is_kernel_convention(const hr_rewriter *rewriter, size_t at)
{
	static const char *const names[] = {"DW_CC_LLVM_OpenCLKernel", "DW_CC_LLVM_DeviceKernel",
					    NULL};

	return hr_token_is_one_of(rewriter, at, names);
}

/* Set OLDER to the number that TOKEN, such a name, stands for. Return its length in the text. */
static size_t number_of_convention(const hr_token *token, char older[LONGEST])
{
	snprintf(older, LONGEST, "%d", 0xc7);
	return token->length;
}

bool hr_legacy_newer(const hr_rewriter *rewriter, hr_bytes *out)
{
	const float_type *type = NULL;
	size_t copied = 0;

	for (size_t i = 0; rewriter->tokens.data[i].kind != HR_TOKEN_END; i++) {
		const float_type *named = type_at(rewriter, i);
		size_t start = rewriter->tokens.data[i].start, end = start;
		char older[LONGEST] = "";

		if (named)
			type = named;
		else if (start < copied)
			continue;
		else if (is_target_memory(rewriter, i))
			drop_location(rewriter, i, &start, &end);
		else if (is_kernel_convention(rewriter, i))
			end += number_of_convention(&rewriter->tokens.data[i], older);
		else
			end += constant_at(rewriter, i, type, older);
		if (end == rewriter->tokens.data[i].start)
			continue;
		hr_put(out, rewriter->text + copied, start - copied);
		hr_put_text(out, older);
		copied = end;
	}
	if (!copied)
		return false;
	hr_put(out, rewriter->text + copied,
	       rewriter->tokens.data[rewriter->tokens.count - 1].start - copied);
	hr_put(out, "", 1);
	out->count--;
	return true;
}
