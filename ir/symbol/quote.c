/* ir/symbol/quote.c -- names from a model, which are any bytes, in text that is read again.
 *
 * Invariant: a name that is written is read as it was. */
#include "ir/symbol/quote.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Return the length of the unquoted name that TEXT begins with. */
static size_t plain_length(const char *text, const char *plain)
{
	size_t length = 0;

	if (!isalpha((unsigned char)*text) && *text != '_' && !(*text && strchr(plain, *text)))
		return 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '.' ||
	       (text[length] && strchr(plain, text[length])))
		length++;
	return length;
}

void hr_quote_write(const char *name, const char *plain, FILE *out)
{
	if (*name && plain_length(name, plain) == strlen(name)) {
		fputs(name, out);
		return;
	}
	fputc('\'', out);
	for (; *name; name++) {
		const unsigned byte = (unsigned char)*name;

		if (byte < 32 || byte == '\'' || byte == '\\')
			fprintf(out, "\\%02x", byte);
		else
			fputc(*name, out);
	}
	fputc('\'', out);
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *hr_quote_read(const char *text, const char *plain, char *name)
{
	const size_t length = plain_length(text, plain);

	if (length) {
		memcpy(name, text, length);
		name[length] = '\0';
		return text + length;
	}
	if (*text != '\'')
		return NULL;
	for (text++; *text && *text != '\''; text++) {
		int byte = (unsigned char)*text;

		if (byte == '\\') {
			if (hex_digit(text[1]) < 0 || hex_digit(text[2]) < 0)
				return NULL;
			byte = hex_digit(text[1]) * 16 + hex_digit(text[2]);
			text += 2;
		}
		if (!byte)
			return NULL;
		*name++ = (char)byte;
	}
	*name = '\0';
	return *text ? text + 1 : NULL;
}
