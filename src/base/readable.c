/* src/base/readable.c -- text of programs, such as names, without characters that a person cannot
 * read.
 *
 * Owns:      nothing. */
#include "src/base/readable.h"

#include <stdio.h>
#include <string.h>

#include "src/base/arena.h"

/* Overlong forms, surrogates and values beyond U+10FFFF are invalid. */
size_t hr_utf8_length(const char *text, size_t left)
{
	const unsigned char *at = (const unsigned char *)text;
	unsigned low = 0x80, high = 0xbf;
	size_t length;

	if (left == 0)
		return 0;
	if (at[0] < 0x80)
		return 1;
	if (at[0] < 0xc2 || at[0] > 0xf4)
		return 0;
	length = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (left < length)
		return 0;
	if (at[0] == 0xe0)
		low = 0xa0;
	else if (at[0] == 0xed)
		high = 0x9f;
	else if (at[0] == 0xf0)
		low = 0x90;
	else if (at[0] == 0xf4)
		high = 0x8f;
	if (at[1] < low || at[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if (at[i] < 0x80 || at[i] > 0xbf)
			return 0;
	return length;
}

unsigned hr_utf8_character(const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)text;

	switch (length) {
	case 1: return at[0];
	case 2: return (at[0] & 0x1fu) << 6 | (at[1] & 0x3fu);
	case 3: return (at[0] & 0xfu) << 12 | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
	default:
		return (at[0] & 7u) << 18 | (at[1] & 0x3fu) << 12 | (at[2] & 0x3fu) << 6 |
		       (at[3] & 0x3fu);
	}
}

bool hr_is_unreadable(unsigned character)
{
	static const struct {
		unsigned first, last;
	} ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
		      {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
		      {0xfff9, 0xfffb}, {0xfffe, 0xffff}};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (character >= ranges[i].first && character <= ranges[i].last)
			return true;
	return false;
}

size_t hr_readable(const char *text, size_t left, char escape[HR_ESCAPE])
{
	size_t length = hr_utf8_length(text, left);
	unsigned character = length ? hr_utf8_character(text, length) : 0;

	escape[0] = '\0';
	if (!length)
		snprintf(escape, HR_ESCAPE, "\\x%02x", (unsigned)(unsigned char)*text);
	else if (character == '\n' || character == '\t' || character == '\r')
		snprintf(escape, HR_ESCAPE, "\\%c",
			 character == '\n'   ? 'n'
			 : character == '\t' ? 't'
					     : 'r');
	else if (hr_is_unreadable(character))
		snprintf(escape, HR_ESCAPE, character < 0x100 ? "\\x%02x" : "\\u%04x", character);
	return length ? length : 1;
}

/* A backslash at the end of a line would continue a comment, and two question marks with a slash
 * are a trigraph for it. */
size_t hr_readable_in_comment(const char *text, size_t left, char escape[HR_ESCAPE])
{
	if (*text != '\\' && *text != '*' && *text != '?')
		return hr_readable(text, left, escape);
	snprintf(escape, HR_ESCAPE, "\\x%02x", (unsigned)*text);
	return 1;
}

const char *hr_arena_readable(hr_arena *arena, const char *text)
{
	size_t length = strlen(text), escapes = 0;
	char escape[HR_ESCAPE], *copy, *to;

	for (size_t at = 0; at < length;) {
		at += hr_readable(text + at, length - at, escape);
		escapes += *escape != '\0';
	}
	if (!escapes)
		return text;
	to = copy = hr_arena_alloc(arena, length + escapes * HR_ESCAPE + 1);
	for (size_t at = 0; at < length;) {
		size_t step = hr_readable(text + at, length - at, escape);
		const char *from = *escape ? escape : text + at;
		size_t count = *escape ? strlen(escape) : step;

		memcpy(to, from, count);
		to += count;
		at += step;
	}
	return copy;
}
