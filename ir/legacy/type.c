/* ir/legacy/type.c -- rewrites types with typed pointers to types with opaque pointers.
 *
 * The reader tries to parse a type; whatever does not parse is unchanged. That suffices, because a
 * star occurs only after a type, and a value that looks like a type is not followed by a star.
 *
 * Invariant: OUT is unchanged if there is no type.
 * Owns:      nothing.
 * Not here:  attributes that now need the pointee type (text.c). */
#include <string.h>

#include "ir/legacy/legacy_text.h"

/* No compiler writes types that are nested deeper. */
enum { DEPTH_LIMIT = 200 };

static size_t read_type(hr_rewriter *rewriter, size_t at, hr_bytes *out, unsigned depth);

static bool is_primitive(const hr_rewriter *rewriter, size_t at)
{
	static const char *const names[] = {"void",    "half",     "bfloat", "float",
					    "double",  "x86_fp80", "fp128",  "ppc_fp128",
					    "x86_mmx", "x86_amx",  "label",  "metadata",
					    "token",   "ptr",      NULL};
	const hr_token *token = &rewriter->tokens.data[at];
	const char *text = rewriter->text + token->start;

	if (token->kind != HR_TOKEN_WORD)
		return false;
	if (token->length > 1 && *text == 'i') {
		for (uint32_t i = 1; i < token->length; i++)
			if (text[i] < '0' || text[i] > '9')
				return false;
		return true;
	}
	return hr_token_is_one_of(rewriter, at, names);
}

/* If TEXT is at AT, copy it with the gap before it. */
static bool copy(hr_rewriter *rewriter, size_t *at, const char *text, hr_bytes *out)
{
	if (!hr_token_is(rewriter, *at, text))
		return false;
	hr_put_gap(rewriter, *at, out);
	hr_put_token(rewriter, *at, out);
	++*at;
	return true;
}

static bool copy_number(hr_rewriter *rewriter, size_t *at, hr_bytes *out)
{
	const hr_token *token = &rewriter->tokens.data[*at];
	const char *text = rewriter->text + token->start;

	if (token->kind != HR_TOKEN_WORD)
		return false;
	for (uint32_t i = 0; i < token->length; i++)
		if (text[i] < '0' || text[i] > '9')
			return false;
	hr_put_gap(rewriter, *at, out);
	hr_put_token(rewriter, *at, out);
	++*at;
	return true;
}

static bool copy_type(hr_rewriter *rewriter, size_t *at, hr_bytes *out, unsigned depth)
{
	size_t before = out->count, next;

	hr_put_gap(rewriter, *at, out);
	next = read_type(rewriter, *at, out, depth + 1);
	if (next == *at) {
		out->count = before;
		return false;
	}
	*at = next;
	return true;
}

/* Copy TYPE, TYPE, ... CLOSE; with DOTS, the last may be "...". */
static bool copy_list(hr_rewriter *rewriter, size_t *at, hr_bytes *out, const char *close,
		      bool dots, unsigned depth)
{
	if (copy(rewriter, at, close, out))
		return true;
	do {
		if (dots && copy(rewriter, at, "...", out))
			return copy(rewriter, at, close, out);
		if (!copy_type(rewriter, at, out, depth))
			return false;
	} while (copy(rewriter, at, ",", out));
	return copy(rewriter, at, close, out);
}

/* Copy N x TYPE CLOSE, after the bracket. */
static bool copy_sequence(hr_rewriter *rewriter, size_t *at, hr_bytes *out, const char *close,
			  unsigned depth)
{
	if (*close == '>' && copy(rewriter, at, "vscale", out) && !copy(rewriter, at, "x", out))
		return false;
	return copy_number(rewriter, at, out) && copy(rewriter, at, "x", out) &&
	       copy_type(rewriter, at, out, depth) && copy(rewriter, at, close, out);
}

/* Read a type without its suffixes. */
static size_t read_base(hr_rewriter *rewriter, size_t at, hr_bytes *out, unsigned depth)
{
	size_t next = at + 1;
	bool good = true;

	if (is_primitive(rewriter, at) || rewriter->tokens.data[at].kind == HR_TOKEN_LOCAL) {
		hr_put_token(rewriter, at, out);
		return next;
	}
	if (rewriter->tokens.data[at].kind != HR_TOKEN_PUNCT)
		return at;
	hr_put_token(rewriter, at, out);
	if (hr_token_is(rewriter, at, "{"))
		good = copy_list(rewriter, &next, out, "}", false, depth);
	else if (hr_token_is(rewriter, at, "["))
		good = copy_sequence(rewriter, &next, out, "]", depth);
	else if (!hr_token_is(rewriter, at, "<"))
		good = false;
	else if (copy(rewriter, &next, "{", out))
		good = copy_list(rewriter, &next, out, "}", false, depth) &&
		       copy(rewriter, &next, ">", out);
	else
		good = copy_sequence(rewriter, &next, out, ">", depth);
	return good ? next : at;
}

/* Return the token after addrspace(N) at AT; AT if there is none. */
static size_t address_space(const hr_rewriter *rewriter, size_t at)
{
	if (!hr_token_is_word(rewriter, at, "addrspace") || !hr_token_is(rewriter, at + 1, "("))
		return at;
	if (rewriter->tokens.data[at + 2].kind == HR_TOKEN_END ||
	    !hr_token_is(rewriter, at + 3, ")"))
		return at;
	return at + 4;
}

/* OUT from MARK on is a type, and a pointer to it was read; the token SPACE starts its address
 * space. */
static void make_pointer(hr_rewriter *rewriter, hr_bytes *out, size_t mark, size_t space,
			 size_t star, unsigned depth)
{
	if (!depth) {
		rewriter->pointee.count = 0;
		hr_put(&rewriter->pointee, out->data + mark, out->count - mark);
	}
	out->count = mark;
	hr_put_text(out, "ptr");
	if (space == star)
		return;
	hr_put_text(out, " addrspace(");
	hr_put_token(rewriter, space + 2, out);
	hr_put_text(out, ")");
}

static bool read_parameters(hr_rewriter *rewriter, size_t *at, hr_bytes *out, unsigned depth)
{
	size_t before = out->count, next = *at;

	if (copy(rewriter, &next, "(", out) && copy_list(rewriter, &next, out, ")", true, depth)) {
		*at = next;
		return true;
	}
	out->count = before;
	return false;
}

static size_t read_type(hr_rewriter *rewriter, size_t at, hr_bytes *out, unsigned depth)
{
	size_t mark = out->count, next, star;

	if (depth > DEPTH_LIMIT)
		return at;
	next = read_base(rewriter, at, out, depth);
	if (next == at) {
		out->count = mark;
		return at;
	}
	if (hr_token_is(rewriter, at, "ptr") && address_space(rewriter, next) != next)
		for (star = address_space(rewriter, next); next < star; next++) {
			hr_put_gap(rewriter, next, out);
			hr_put_token(rewriter, next, out);
		}
	for (;;) {
		star = address_space(rewriter, next);
		if (hr_token_is(rewriter, star, "*")) {
			make_pointer(rewriter, out, mark, next, star, depth);
			next = star + 1;
		} else if (!read_parameters(rewriter, &next, out, depth)) {
			return next;
		} else if (!depth) {
			rewriter->pointee.count = 0;
		}
	}
}

size_t hr_legacy_type(hr_rewriter *rewriter, size_t at, hr_bytes *out)
{
	size_t kept = rewriter->pointee.count, next;

	rewriter->pointee.count = 0;
	next = read_type(rewriter, at, out, 0);
	/* An attribute that is not a type may be followed by one that needs the previous type. */
	if (next == at)
		rewriter->pointee.count = kept;
	return next;
}
