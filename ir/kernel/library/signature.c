/* ir/kernel/library/signature.c -- reads names of functions as C++ mangles them (Itanium C++ ABI, 5.1), as far as
 * device functions need it.
 *
 * Invariant: reads nothing behind the end of the name.
 * Not here:  what is done with the types (adapt.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/kernel/library/device_signature.h"

enum { MOST_PARTS = 40 };

typedef struct type_part {
	char text[HR_SIGNATURE_TYPE];
	char space; /* the address space of its qualifiers, a digit */
} type_part;

typedef struct name_reader {
	const char *at;
	type_part parts[MOST_PARTS]; /* what substitutions refer to */
	unsigned count;
	unsigned depth;
} name_reader;

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static bool skip(name_reader *r, const char *text)
{
	if (!starts(r->at, text))
		return false;
	r->at += strlen(text);
	return true;
}

static bool number(name_reader *r, size_t *value)
{
	char *end;

	if (*r->at < '0' || *r->at > '9')
		return false;
	*value = strtoul(r->at, &end, 10);
	r->at = end;
	return true;
}

/* Read a length and that many characters. */
static bool word(name_reader *r, const char **text, size_t *length)
{
	if (!number(r, length) || strnlen(r->at, *length) < *length)
		return false;
	*text = r->at;
	r->at += *length;
	return true;
}

static bool keep(name_reader *r, const type_part *p)
{
	if (r->count == MOST_PARTS)
		return false;
	r->parts[r->count++] = *p;
	return true;
}

static bool put(type_part *p, const char *before, const char *text)
{
	int length = snprintf(p->text, sizeof(p->text), "%s%s", before, text);

	return length >= 0 && (size_t)length < sizeof(p->text);
}

/* Read an address space: a number, as targets with address spaces have them, or the name that clang gives it otherwise. */
static bool space(name_reader *r, type_part *p)
{
	static const char *const names[] = {"CLprivate", "CLglobal", "CLconstant", "CLlocal",
					    "CLgeneric"};
	const char *text;
	size_t length;

	if (!word(r, &text, &length))
		return false;
	if (length == 3 && starts(text, "AS")) {
		p->space = text[2];
		return true;
	}
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (length == strlen(names[i]) && starts(text, names[i])) {
			p->space = (char)('0' + i);
			return true;
		}
	return false;
}

static bool type(name_reader *r, type_part *p);

static bool substitution(name_reader *r, type_part *p)
{
	size_t index = 0;

	if (!skip(r, "_")) {
		for (; *r->at && *r->at != '_'; r->at++)
			index = index * 36 +
				(size_t)(*r->at <= '9' ? *r->at - '0' : *r->at - 'A' + 10);
		if (!skip(r, "_"))
			return false;
		index++;
	}
	if (index >= r->count)
		return false;
	*p = r->parts[index];
	return true;
}

static bool qualified(name_reader *r, type_part *p)
{
	char where = '0';

	for (;; where = p->space) {
		p->space = where;
		if (!starts(r->at, "U7_Atomic") && skip(r, "U")) {
			if (!space(r, p))
				return false;
		} else if (!skip(r, "V") && !skip(r, "K") && !skip(r, "r")) {
			break;
		}
	}
	if (!type(r, p))
		return false;
	p->space = where;
	return keep(r, p);
}

static bool vector(name_reader *r, type_part *p)
{
	char before[24];
	type_part element;
	size_t lanes;

	if (!number(r, &lanes) || lanes > 16 || !skip(r, "_") || !type(r, &element))
		return false;
	snprintf(before, sizeof(before), "v%zu", lanes);
	return put(p, before, element.text) && keep(r, p);
}

static bool named(name_reader *r, type_part *p)
{
	const char *text;
	size_t length;
	char name[HR_SIGNATURE_TYPE], *access;

	if (!word(r, &text, &length) || length >= sizeof(name) - 2)
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)length, text);
	if (!strcmp(name, "memory_order") || !strcmp(name, "memory_scope"))
		return put(p, "i", "") && keep(r, p);
	if (!strcmp(name, "ocl_event")) /* memory.cl */
		return put(p, "P0v", "") && keep(r, p);
	if (!strcmp(name, "ocl_sampler")) /* image.cl, as is: */
		return put(p, "P2j", "") && keep(r, p);
	if (starts(name, "ocl_image") && strlen(access = strrchr(name, '_')) == 3) {
		*access = 0; /* _ro, _wo or _rw */
		return put(p, "P1=", name) && keep(r, p);
	}
	return put(p, "=", name) && keep(r, p);
}

static bool plain_type(name_reader *r, type_part *p)
{
	type_part inner;

	if (skip(r, "S"))
		return substitution(r, p);
	if (skip(r, "P")) {
		char before[] = "P0";
		bool bare = !*r->at || !strchr("VKrU", *r->at) || starts(r->at, "U7_Atomic");

		/* Without a qualifier, SPIR has that of the private address space, which is not written but counts. */
		if (!type(r, &inner) || (bare && !keep(r, &inner)))
			return false;
		before[1] = inner.space;
		return put(p, before, inner.text) && keep(r, p);
	}
	if (skip(r, "Dv"))
		return vector(r, p);
	if (skip(r, "Dh") || skip(r, "DF16_"))
		return put(p, "H", "");
	if (skip(r, "U7_Atomic"))
		return type(r, p) && keep(r, p);
	if (*r->at >= '1' && *r->at <= '9')
		return named(r, p);
	if (*r->at && strchr("chstijlmfdbvaxyz", *r->at)) {
		char letter[] = {*r->at++, 0};

		return put(p, letter[0] == 'x' ? "l" : letter[0] == 'y' ? "m" : letter, "");
	}
	return false;
}

static bool type(name_reader *r, type_part *p)
{
	bool good;

	if (++r->depth > 16)
		return false;
	p->space = '0';
	if (*r->at && strchr("VKrU", *r->at) && !starts(r->at, "U7_Atomic"))
		good = qualified(r, p);
	else
		good = plain_type(r, p);
	r->depth--;
	return good;
}

bool hr_signature_read(hr_signature *s, const char *mangled)
{
	name_reader r = {.at = mangled};
	const char *name;
	size_t length;

	if (!skip(&r, "_Z") || !word(&r, &name, &length) || length >= sizeof(s->name))
		return false;
	snprintf(s->name, sizeof(s->name), "%.*s", (int)length, name);
	for (s->count = 0; *r.at; s->count++) {
		type_part p;

		if (s->count == HR_SIGNATURE_MOST || !type(&r, &p))
			return false;
		strcpy(s->types[s->count], p.text);
	}
	return s->count > 0;
}

unsigned hr_signature_lanes(const char *t)
{
	while (*t == 'P')
		t += 2;
	return *t == 'v' && t[1] ? (unsigned)strtoul(t + 1, NULL, 10) : 1;
}

void hr_signature_elements(hr_signature *s, unsigned lanes)
{
	char digits[12], *found;
	size_t length = (size_t)snprintf(digits, sizeof(digits), "%u", lanes);

	for (unsigned i = 0; i < s->count; i++) {
		char *t = s->types[i];

		if (hr_signature_lanes(t) != lanes)
			continue;
		while (*t == 'P')
			t += 2;
		memmove(t, t + 1 + length, strlen(t + 1 + length) + 1);
	}
	if (starts(s->name, "convert_") && (found = strpbrk(s->name, "0123456789")) &&
	    starts(found, digits))
		memmove(found, found + length, strlen(found + length) + 1);
}

bool hr_signature_default_rounding(hr_signature *s)
{
	char *last = strrchr(s->name, '_');

	if (!last || !starts(last, "_rt") || strlen(last) != 4)
		return false;
	*last = 0;
	return true;
}

void hr_signature_print(const hr_signature *s, char *text, size_t size)
{
	size_t at = (size_t)snprintf(text, size, "%s", s->name);

	for (unsigned i = 0; i < s->count && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%c%s", i ? ',' : '(', s->types[i]);
}
