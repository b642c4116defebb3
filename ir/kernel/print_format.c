/* ir/kernel/print_format.c -- conversions in the format of a device's printf().
 *
 *	%[flags][width][.precision][vector][length]conversion     OpenCL C 3.0, 6.15.14; CUDA C++, 10.35
 *
 * CUDA has no vectors. "ll", "z", "j" and "t", which neither language lists, are widely used and have C's
 * meaning in both.
 *
 * Clauses:   K7. */
#include "ir/kernel/print_format.h"

#include <string.h>

/* Skip a number or '*'. */
static const char *skip_number(const char *at, unsigned *stars)
{
	if (*at == '*') {
		++*stars;
		return at + 1;
	}
	return at + strspn(at, "0123456789");
}

static const char *read_lanes(const char **at, hr_print_conversion *c)
{
	static const unsigned allowed[] = {16, 2, 3, 4, 8};

	if (**at != 'v')
		return NULL;
	for (size_t i = 0; i < sizeof(allowed) / sizeof(*allowed); i++) {
		const bool two = allowed[i] > 9;

		if ((*at)[1] != (two ? '1' : (char)('0' + allowed[i])) || (two && (*at)[2] != '6'))
			continue;
		c->lanes = allowed[i];
		*at += two ? 3 : 2;
		return NULL;
	}
	return "a vector has 2, 3, 4, 8 or 16 elements";
}

static const char *read_size(const char **at, hr_print_conversion *c)
{
	static const struct {
		const char *text;
		hr_print_size size;
	} sizes[] = {{"hh", HR_PRINT_CHAR}, {"hl", HR_PRINT_SINGLE}, {"h", HR_PRINT_SHORT},
		     {"ll", HR_PRINT_LONG}, {"l", HR_PRINT_LONG},    {"z", HR_PRINT_LONG},
		     {"j", HR_PRINT_LONG},  {"t", HR_PRINT_LONG}};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		if (!strncmp(*at, sizes[i].text, strlen(sizes[i].text))) {
			c->size = sizes[i].size;
			*at += strlen(sizes[i].text);
			break;
		}
	return c->size == HR_PRINT_SINGLE && !c->lanes ? "the length 'hl' is for vectors" : NULL;
}

static const char *check_letter(const hr_print_conversion *c)
{
	if (!c->letter)
		return "the conversion has no end";
	if (!strchr("diouxXaAeEfFgGcsp", c->letter))
		return c->letter == 'n' ? "a device's printf has no conversion 'n'"
					: "there is no such conversion";
	if (!strchr("csp", c->letter))
		return NULL;
	if (c->lanes)
		return "only numbers can be vectors";
	return c->size ? "this conversion has no length" : NULL;
}

const char *hr_print_read(const char *text, bool vectors, hr_print_conversion *c)
{
	const char *at = text + 1, *wrong;

	*c = (hr_print_conversion){.text = text};
	at += strspn(at, "-+ #0");
	at = skip_number(at, &c->stars);
	if (*at == '.')
		at = skip_number(at + 1, &c->stars);
	c->front = (size_t)(at - text);
	wrong = vectors ? read_lanes(&at, c) : NULL;
	if (!wrong)
		wrong = read_size(&at, c);
	c->letter = *at;
	at += *at != '\0';
	c->length = (size_t)(at - text);
	c->back = c->length - c->front;
	if (wrong || (c->letter == '%' && c->length == 2))
		return wrong;
	return check_letter(c);
}

bool hr_print_is_float(const hr_print_conversion *c)
{
	return c->letter && strchr("aAeEfFgG", c->letter);
}

bool hr_print_is_signed(const hr_print_conversion *c)
{
	return c->letter == 'd' || c->letter == 'i';
}
