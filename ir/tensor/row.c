/* ir/tensor/row.c -- rows of the table of tensor operations, and their attributes as text.
 *
 * Invariant: the text of an attribute has no white space.
 * Not here:  which operands an operation takes (shape.c), what it computes (interp/row/). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/tensor_row.h"
#include "src/base/vec.h"

#define ANY HR_ROW_ANY
static const hr_row_about rows[HR_R_COUNT] = {
	[HR_R_NONE] = {.name = "none"},
#define R(ident, kind, least, most, types, attributes)                                             \
	[HR_R_##ident] = {#ident, HR_ROW_##kind, least, most, HR_TYPES_##types, attributes},
#include "ir/tensor/tensor.def"
#undef R
};
#undef ANY

const hr_row_about *hr_row_of(hr_row row)
{
	return &rows[row];
}

hr_row hr_row_named(const char *name, size_t length)
{
	for (hr_row row = HR_R_NONE + 1; row < HR_R_COUNT; row++)
		if (strncmp(rows[row].name, name, length) == 0 && !rows[row].name[length])
			return row;
	return HR_R_NONE;
}

/* --- reading ---------------------------------------------------------------------------------- */

static size_t word_length(const char *text)
{
	return strcspn(text, " ");
}

/* Read the numbers of AT's text, if it is a list of them. */
static void read_numbers(hr_arena *arena, hr_attribute *at)
{
	size_t count = 1;
	int64_t *integers;
	double *reals;
	const char *text = at->text;

	for (const char *c = text; *c; c++)
		count += *c == ',';
	integers = hr_arena_array(arena, count, sizeof(*integers));
	reals = hr_arena_array(arena, count, sizeof(*reals));
	for (size_t i = 0; i < count; i++) {
		char *end, *whole_end;
		long long whole = strtoll(text, &whole_end, 10);

		reals[i] = strtod(text, &end);
		if (end == text || (*end != ',' && *end))
			return;
		integers[i] = whole_end == end                            ? (int64_t)whole
			      : reals[i] >= -0x1p62 && reals[i] <= 0x1p62 ? (int64_t)reals[i]
									  : 0;
		text = end + 1;
	}
	at->count = count;
	at->integers = integers;
	at->reals = reals;
}

/* Read the attribute at TEXT, "name=text" of LENGTH bytes. */
static hr_attribute read_one(hr_arena *arena, const char *text, size_t length)
{
	hr_attribute at = {0};
	const char *equals = memchr(text, '=', length);
	size_t name = equals ? (size_t)(equals - text) : length;

	at.name = hr_arena_strndup(arena, text, name);
	at.text = equals ? hr_arena_strndup(arena, equals + 1, length - name - 1) : "";
	read_numbers(arena, &at);
	return at;
}

/* Return the place of attribute NAME in the row's list, or NULL. */
static const char *declared(hr_row row, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = rows[row].attributes; *at;) {
		size_t word = word_length(at);

		if (word >= length && strncmp(at, name, length) == 0 &&
		    (word == length || at[length] == '='))
			return at;
		at += word;
		at += *at == ' ';
	}
	return NULL;
}

/* Append the defaults of the row that LIST lacks. */
static void add_defaults(hr_arena *arena, hr_row row, hr_attribute *list, unsigned *count)
{
	unsigned given = *count;

	for (const char *at = rows[row].attributes; *at;) {
		size_t word = word_length(at);

		if (memchr(at, '=', word)) {
			hr_attribute made = read_one(arena, at, word);
			bool has = false;

			for (unsigned i = 0; i < given; i++)
				has |= strcmp(list[i].name, made.name) == 0;
			if (!has)
				list[(*count)++] = made;
		}
		at += word;
		at += *at == ' ';
	}
}

bool hr_attributes_read(hr_arena *arena, const char *text, hr_attributes *out, const char **why)
{
	size_t length = word_length(text), words = 1;
	hr_attribute *list;

	*out = (hr_attributes){.row = hr_row_named(text, length)};
	if (!out->row) {
		*why = hr_arena_printf(arena, "there is no tensor operation '%.*s'",
				       (int)(length < 60 ? length : 60), text);
		return false;
	}
	for (const char *c = text; *c; c++)
		words += *c == ' ';
	for (const char *c = rows[out->row].attributes; *c; c++)
		words += *c == ' ';
	out->list = list = hr_arena_array(arena, words + 1, sizeof(*list));
	for (const char *at = text + length; *at; at += word_length(at)) {
		if (*at == ' ') {
			at++;
			if (!*at)
				break;
		}
		list[out->count] = read_one(arena, at, word_length(at));
		if (!declared(out->row, list[out->count].name)) {
			*why = hr_arena_printf(arena,
					       "the tensor operation %s has no attribute '%.60s'",
					       rows[out->row].name, list[out->count].name);
			return false;
		}
		out->count++;
	}
	add_defaults(arena, out->row, list, &out->count);
	return true;
}

/* --- asking ----------------------------------------------------------------------------------- */

const hr_attribute *hr_attribute_of(const hr_attributes *of, const char *name)
{
	for (unsigned i = 0; i < of->count; i++)
		if (strcmp(of->list[i].name, name) == 0)
			return &of->list[i];
	return NULL;
}

int64_t hr_attribute_at(const hr_attributes *of, const char *name, unsigned i, int64_t otherwise)
{
	const hr_attribute *at = hr_attribute_of(of, name);

	return at && i < at->count ? at->integers[i] : otherwise;
}

int64_t hr_attribute_integer(const hr_attributes *of, const char *name, int64_t otherwise)
{
	return hr_attribute_at(of, name, 0, otherwise);
}

double hr_attribute_real(const hr_attributes *of, const char *name, double otherwise)
{
	const hr_attribute *at = hr_attribute_of(of, name);

	return at && at->count ? at->reals[0] : otherwise;
}

bool hr_attribute_is(const hr_attributes *of, const char *name, const char *text)
{
	const hr_attribute *at = hr_attribute_of(of, name);

	return at && strcmp(at->text, text) == 0;
}
