/* ir/legacy/token.c -- splits LLVM assembly into tokens, and writes tokens.
 *
 * Invariant: tokens and the gaps between them are the whole text, in order.
 * Owns:      nothing.
 * Not here:  the meaning of the tokens (type.c, text.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/legacy/legacy_text.h"

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '.' || c == '_' || c == '$' || c == '-' || c == '\\';
}

static size_t skip_gap(const char *text, size_t size, size_t at)
{
	while (at < size) {
		if (text[at] == ';')
			while (at < size && text[at] != '\n')
				at++;
		else if (text[at] && strchr(" \t\n\v\f\r", text[at]))
			at++;
		else
			break;
	}
	return at;
}

static size_t skip_name(const char *text, size_t size, size_t at)
{
	while (at < size && is_name(text[at]))
		at++;
	return at;
}

/* Strings have no escaped quote: LLVM writes \22. */
static size_t skip_string(const char *text, size_t size, size_t at)
{
	const char *end = memchr(text + at + 1, '"', size - at - 1);

	return end ? (size_t)(end - text) + 1 : size;
}

static size_t skip_sigil(const char *text, size_t size, size_t at)
{
	if (at + 1 < size && text[at + 1] == '"' && text[at] != '!')
		return skip_string(text, size, at + 1);
	return skip_name(text, size, at + 1);
}

/* A word or string directly followed by a colon names a block. */
static size_t end_label(const char *text, size_t size, size_t end, uint8_t *kind)
{
	if (end >= size || text[end] != ':')
		return end;
	*kind = HR_TOKEN_LABEL;
	return end + 1;
}

static size_t skip_token(const char *text, size_t size, size_t at, uint8_t *kind)
{
	char c = text[at];

	if (c == '%' || c == '@') {
		*kind = c == '%' ? HR_TOKEN_LOCAL : HR_TOKEN_GLOBAL;
		return skip_sigil(text, size, at);
	}
	if (c == '!' || c == '#' || c == '^') {
		*kind = HR_TOKEN_META;
		return skip_sigil(text, size, at);
	}
	if (c == '"') {
		*kind = HR_TOKEN_STRING;
		return end_label(text, size, skip_string(text, size, at), kind);
	}
	if (is_name(c)) {
		*kind = HR_TOKEN_WORD;
		return end_label(text, size, skip_name(text, size, at), kind);
	}
	*kind = HR_TOKEN_PUNCT;
	return at + 1;
}

void hr_tokenise(const char *text, size_t size, hr_tokens *tokens)
{
	size_t at = 0;

	while ((at = skip_gap(text, size, at)) < size) {
		hr_token token = {.start = at};
		size_t end = skip_token(text, size, at, &token.kind);

		/* No token of interest is this long. */
		while (end - at > UINT32_MAX) {
			token.length = UINT32_MAX;
			HR_PUSH(tokens, token);
			at += UINT32_MAX;
			token.start = at;
		}
		token.length = (uint32_t)(end - at);
		HR_PUSH(tokens, token);
		at = end;
	}
	HR_PUSH(tokens, (hr_token){.start = size, .kind = HR_TOKEN_END});
}

bool hr_token_is(const hr_rewriter *rewriter, size_t at, const char *text)
{
	const hr_token *token = &rewriter->tokens.data[at];
	size_t length = strlen(text);

	return token->length == length && !memcmp(rewriter->text + token->start, text, length);
}

bool hr_token_is_word(const hr_rewriter *rewriter, size_t at, const char *text)
{
	return rewriter->tokens.data[at].kind == HR_TOKEN_WORD && hr_token_is(rewriter, at, text);
}

bool hr_token_is_one_of(const hr_rewriter *rewriter, size_t at, const char *const *words)
{
	if (rewriter->tokens.data[at].kind != HR_TOKEN_WORD)
		return false;
	for (; *words; words++)
		if (hr_token_is(rewriter, at, *words))
			return true;
	return false;
}

bool hr_legacy_promise_at(const hr_rewriter *rewriter, size_t at)
{
	return hr_token_is_word(rewriter, at, "inrange") && !hr_token_is(rewriter, at + 1, "(");
}

void hr_put(hr_bytes *out, const char *text, size_t length)
{
	if (!length)
		return;
	HR_RESERVE(out, length);
	memcpy(out->data + out->count, text, length);
	out->count += length;
}

void hr_put_text(hr_bytes *out, const char *text)
{
	hr_put(out, text, strlen(text));
}

void hr_put_token(const hr_rewriter *rewriter, size_t at, hr_bytes *out)
{
	const hr_token *token = &rewriter->tokens.data[at];

	if (!hr_legacy_promise_at(rewriter, at))
		hr_put(out, rewriter->text + token->start, token->length);
}

void hr_put_gap(const hr_rewriter *rewriter, size_t at, hr_bytes *out)
{
	const hr_token *token = &rewriter->tokens.data[at];
	size_t start = at ? token[-1].start + token[-1].length : 0;

	hr_put(out, rewriter->text + start, token->start - start);
}

hr_status hr_legacy_refuse(hr_rewriter *rewriter, size_t at, const char *format, ...)
{
	hr_legacy_refusal *refusal = rewriter->refusal;
	const char *text = rewriter->text, *end = text + rewriter->tokens.data[at].start;
	va_list arguments;

	refusal->line = 1;
	for (; text < end; text++)
		refusal->line += *text == '\n';
	va_start(arguments, format);
	vsnprintf(refusal->why, sizeof(refusal->why), format, arguments);
	va_end(arguments);
	return HR_UNSUPPORTED;
}
