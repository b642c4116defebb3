/* tools/import/stablehlo/mlir_text.c -- tokens of MLIR text.
 *
 * Invariant: the text ends with a zero byte, which is part of no token.
 * Not here:  what tokens form (mlir_type.c, mlir_attribute.c, mlir_read.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/stablehlo/mlir_private.h"

void mlir_place(mlir_reader *r, const char *at, size_t *line, size_t *column)
{
	if (at < r->counted) {
		r->counted = r->line_start = r->text;
		r->line = 1;
	}
	for (; r->counted < at; r->counted++)
		if (*r->counted == '\n') {
			r->line++;
			r->line_start = r->counted + 1;
		}
	*line = r->line;
	*column = (size_t)(at - r->line_start) + 1;
}

bool mlir_fail(mlir_reader *r, const char *at, const char *format, ...)
{
	char text[300];
	size_t line, column;
	va_list args;

	if (r->error)
		return false;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	mlir_place(r, at ? at : r->at, &line, &column);
	r->error = hr_arena_printf(r->arena, "line %zu, column %zu: %s", line, column, text);
	return false;
}

bool mlir_enter(mlir_reader *r)
{
	return ++r->depth <= MLIR_MOST_DEPTH ||
	       mlir_fail(r, NULL, "more than %d brackets are in one another", MLIR_MOST_DEPTH);
}

/* --- words and signs --------------------------------------------------------------------------- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	       c == '$' || c == '.';
}

void mlir_space(mlir_reader *r)
{
	for (;;) {
		r->at += strspn(r->at, " \t\r\n");
		if (r->at[0] != '/' || r->at[1] != '/')
			return;
		r->at += strcspn(r->at, "\n");
	}
}

bool mlir_next_is(mlir_reader *r, const char *token)
{
	const size_t length = strlen(token);

	mlir_space(r);
	return strncmp(r->at, token, length) == 0 &&
	       !(is_word(token[length - 1]) && is_word(r->at[length]));
}

bool mlir_accept(mlir_reader *r, const char *token)
{
	if (!mlir_next_is(r, token))
		return false;
	r->at += strlen(token);
	return true;
}

bool mlir_expect(mlir_reader *r, const char *token)
{
	return mlir_accept(r, token) || mlir_fail(r, NULL, "'%s' is missing here", token);
}

const char *mlir_word(mlir_reader *r)
{
	const char *from;

	mlir_space(r);
	from = r->at;
	if (!is_word(*from) || is_digit(*from) || *from == '.')
		return NULL;
	while (is_word(*r->at))
		r->at++;
	return hr_arena_strndup(r->arena, from, (size_t)(r->at - from));
}

const char *mlir_signed_name(mlir_reader *r, char sign)
{
	const char *from;

	mlir_space(r);
	if (*r->at != sign) {
		mlir_fail(r, NULL, "a name that begins with '%c' is missing here", sign);
		return NULL;
	}
	from = ++r->at;
	if (*from == '"')
		return mlir_string(r);
	while (is_word(*r->at) || *r->at == '-')
		r->at++;
	if (r->at == from) {
		mlir_fail(r, NULL, "there is no name after '%c'", sign);
		return NULL;
	}
	return hr_arena_strndup(r->arena, from, (size_t)(r->at - from));
}

/* --- strings ----------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
	return is_digit(c)            ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* Return the character that the escape at *AT stands for, and set *AT to its last one. */
static char escaped(const char **at)
{
	const int high = hex_digit((*at)[1]), low = high < 0 ? -1 : hex_digit((*at)[2]);

	if (low >= 0) {
		*at += 2;
		return (char)(high * 16 + low);
	}
	++*at;
	return **at == 'n' ? '\n' : **at == 't' ? '\t' : **at;
}

/* Return the end of the string at AT, its second quote; NULL if there is none. */
static const char *string_end(const char *at)
{
	for (at++; *at && *at != '"' && *at != '\n'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at == '"' ? at : NULL;
}

const char *mlir_string(mlir_reader *r)
{
	const char *end;
	char *made;
	size_t length = 0;

	mlir_space(r);
	end = *r->at == '"' ? string_end(r->at) : NULL;
	if (!end) {
		mlir_fail(r, NULL, "%s",
			  *r->at == '"' ? "the string does not end" : "a string is missing here");
		return NULL;
	}
	made = hr_arena_alloc(r->arena, (size_t)(end - r->at) + 1);
	for (const char *at = r->at + 1; at < end; at++) {
		const char c = *at == '\\' ? escaped(&at) : *at;

		/* A zero byte would end a name. */
		made[length++] = c ? c : '?';
	}
	r->at = end + 1;
	return made;
}

/* --- what is passed over ----------------------------------------------------------------------- */

/* Return the character that closes bracket C, or 0. */
static char closing(char c)
{
	switch (c) {
	case '(': return ')';
	case '[': return ']';
	case '{': return '}';
	case '<': return '>';
	default: return 0;
	}
}

bool mlir_skip_brackets(mlir_reader *r)
{
	char open[MLIR_MOST_DEPTH];
	unsigned depth = 0;
	const char *from;

	mlir_space(r);
	from = r->at;
	do {
		const char c = *r->at;

		if (!c)
			return mlir_fail(r, from, "the bracket is not closed");
		if (c == '"' && !(r->at = string_end(r->at))) {
			r->at = from;
			return mlir_fail(r, NULL, "a string in these brackets does not end");
		}
		if (c == '-' && r->at[1] == '>')
			r->at++;
		else if (closing(c) && depth == MLIR_MOST_DEPTH)
			return mlir_fail(r, NULL, "more than %d brackets are in one another",
					 MLIR_MOST_DEPTH);
		else if (closing(c))
			open[depth++] = closing(c);
		else if (strchr(")]}>", c) && (!depth || open[--depth] != c))
			return mlir_fail(r, NULL, "'%c' closes no bracket", c);
		r->at++;
	} while (depth);
	return true;
}

bool mlir_location(mlir_reader *r)
{
	if (!mlir_next_is(r, "loc"))
		return true;
	r->at += 3;
	return mlir_next_is(r, "(") ? mlir_skip_brackets(r) : mlir_expect(r, "(");
}
