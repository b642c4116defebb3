/* ir/legacy/text.c -- rewrites assembly of LLVM 9 to 16, of LLVM 23, and of HPVM 1.0, to the form of LLVM 22.
 *
 * Most of a text is copied unchanged. What changes: types (typed pointers to opaque ones),
 * attributes that now name the pointee type, the attributes in, out and inout (to strings),
 * constant expressions that LLVM has removed (to instructions). LLVM's own reader upgrades names of
 * intrinsics and old attributes.
 *
 * Invariant: text without any of these is unchanged.
 * Owns:      nothing after return; the new text is the caller's.
 * Not here:  types (type.c), constant expressions (constant.c). */
#include <string.h>

#include "ir/legacy/legacy_text.h"

typedef struct text_state {
	size_t parentheses;     /* number of open parentheses */
	size_t braces;          /* number of open braces in a body */
	bool header, body;      /* position in a function that is defined */
	bool after_type;        /* the last token ended a type */
	bool after_entry;       /* the body has begun, and a label of its first block may follow */
	size_t constraints;     /* token of the constraints of inline assembly; 0: none */
	size_t asm_parentheses; /* number of open parentheses before its operands */
	unsigned operand;       /* number of the operand of inline assembly */
} text_state;

/* --- classification --------------------------------------------------------------------------- */

static bool is_direction(const hr_rewriter *rewriter, size_t at)
{
	static const char *const words[] = {"in", "out", "inout", NULL};

	return hr_token_is_one_of(rewriter, at, words);
}

static bool is_legacy(const hr_rewriter *rewriter)
{
	for (size_t i = 0; rewriter->tokens.data[i].kind != HR_TOKEN_END; i++)
		if (hr_token_is(rewriter, i, "*") || is_direction(rewriter, i) ||
		    hr_legacy_removed_at(rewriter, i) || hr_legacy_promise_at(rewriter, i))
			return true;
	return false;
}

/* --- inline assembly -------------------------------------------------------------------------- */

/* Return true if operand NUMBER is memory, which is passed by its address, according to the string
 * of constraints: items separated by commas; "=": a result, "*": its address is passed, "~" and
 * "!": not an operand. */
static bool is_indirect(const hr_rewriter *rewriter, size_t constraints, unsigned number)
{
	const hr_token *token = &rewriter->tokens.data[constraints];
	const char *text = rewriter->text + token->start + 1, *end = text + token->length - 2;

	while (text < end) {
		const char *comma = memchr(text, ',', (size_t)(end - text));
		const char *next = comma ? comma : end, *item = text;
		bool result = false;

		for (; item < next && (*item == '=' || *item == '&' || *item == '%'); item++)
			result |= *item == '=';
		if (item == next || (*item != '~' && *item != '!')) {
			bool indirect = item < next && *item == '*';

			if ((!result || indirect) && !number--)
				return indirect;
		}
		text = next + 1;
	}
	return false;
}

/* An operand's attributes end at the following comma or parenthesis. */
static bool has_element_type(const hr_rewriter *rewriter, size_t at)
{
	for (;; at++) {
		const hr_token *token = &rewriter->tokens.data[at];

		if (token->kind == HR_TOKEN_END || hr_token_is(rewriter, at, ",") ||
		    hr_token_is(rewriter, at, ")"))
			return false;
		if (hr_token_is_word(rewriter, at, "elementtype"))
			return true;
	}
}

static void put_pointee(hr_rewriter *rewriter)
{
	hr_put_text(&rewriter->out, "(");
	hr_put(&rewriter->out, rewriter->pointee.data, rewriter->pointee.count);
	hr_put_text(&rewriter->out, ")");
}

/* Add elementtype after the type of an operand, if it is needed. */
static void complete_asm_operand(hr_rewriter *rewriter, const text_state *place, size_t at)
{
	if (!place->constraints || place->parentheses != place->asm_parentheses + 1 ||
	    !rewriter->pointee.count ||
	    !is_indirect(rewriter, place->constraints, place->operand) ||
	    has_element_type(rewriter, at))
		return;
	hr_put_text(&rewriter->out, " elementtype");
	put_pointee(rewriter);
}

static void watch_asm(const hr_rewriter *rewriter, text_state *place, size_t at)
{
	const hr_token *tokens = rewriter->tokens.data;

	if (hr_token_is_word(rewriter, at, "asm")) {
		while (tokens[at].kind == HR_TOKEN_WORD)
			at++;
		/* The assembly, a comma, the constraints, the operands. */
		if (tokens[at].kind == HR_TOKEN_STRING && hr_token_is(rewriter, at + 1, ",") &&
		    tokens[at + 2].kind == HR_TOKEN_STRING && tokens[at + 2].length >= 2) {
			place->constraints = at + 2;
			place->asm_parentheses = place->parentheses;
			place->operand = 0;
		}
	} else if (place->constraints && place->parentheses == place->asm_parentheses + 1) {
		place->operand += hr_token_is(rewriter, at, ",");
		if (hr_token_is(rewriter, at, ")"))
			place->constraints = 0;
	}
}

/* --- functions -------------------------------------------------------------------------------- */

static void end_body(hr_rewriter *rewriter)
{
	size_t more = rewriter->hoisted.count, entry = rewriter->entry;

	if (more) {
		HR_RESERVE(&rewriter->out, more);
		memmove(rewriter->out.data + entry + more, rewriter->out.data + entry,
			rewriter->out.count - entry);
		for (size_t i = 0; i < more; i++) /* keep the line numbers */
			rewriter->out.data[entry + i] =
				rewriter->hoisted.data[i] == '\n' ? ' ' : rewriter->hoisted.data[i];
		rewriter->out.count += more;
	}
	rewriter->hoisted.count = 0;
}

static void watch_brace(hr_rewriter *rewriter, text_state *place, size_t at)
{
	bool open = hr_token_is(rewriter, at, "{");

	if (!open && !hr_token_is(rewriter, at, "}"))
		return;
	if (place->body) {
		place->braces += open ? 1 : -(size_t)1;
		if (!place->braces) {
			place->body = false;
			end_body(rewriter);
		}
	} else if (open && place->header && !place->parentheses && !place->after_type) {
		/* After a type it would be a constant of prefix data. */
		*place = (struct text_state){.body = true, .braces = 1, .after_entry = true};
		rewriter->entry = rewriter->out.count + 1;
	}
}

/* Called before the token at AT is written. */
static void watch(hr_rewriter *rewriter, text_state *place, size_t at)
{
	bool named = rewriter->tokens.data[at].kind == HR_TOKEN_LABEL;

	if (place->after_entry && named)
		rewriter->entry = rewriter->out.count + rewriter->tokens.data[at].length;
	place->after_entry = false;
	if (!place->body && hr_token_is_word(rewriter, at, "define"))
		place->header = true;
	watch_asm(rewriter, place, at);
	watch_brace(rewriter, place, at);
	if (hr_token_is(rewriter, at, "("))
		place->parentheses++;
	else if (hr_token_is(rewriter, at, ")") && place->parentheses)
		place->parentheses--;
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* Write a word that must change; return true if it did. */
static bool put_attribute(hr_rewriter *rewriter, const text_state *place, size_t at)
{
	static const char *const typed[] = {"byval", "sret", "inalloca", NULL};

	if (!place->parentheses)
		return false;
	if (is_direction(rewriter, at)) {
		hr_put_text(&rewriter->out, "\"");
		hr_put_token(rewriter, at, &rewriter->out);
		hr_put_text(&rewriter->out, "\"");
		return true;
	}
	if (!hr_token_is_one_of(rewriter, at, typed) || hr_token_is(rewriter, at + 1, "(") ||
	    !rewriter->pointee.count)
		return false;
	hr_put_token(rewriter, at, &rewriter->out);
	put_pointee(rewriter);
	return true;
}

static hr_status rewrite_token(hr_rewriter *rewriter, text_state *place, size_t *at)
{
	hr_bytes *out = &rewriter->out;
	size_t start = *at, next;

	hr_put_gap(rewriter, start, out);
	if (place->body) {
		HR_TRY(hr_legacy_hoist(rewriter, at, out));
		if (*at != start) {
			place->after_type = place->after_entry = false;
			return HR_OK;
		}
	} else if (hr_legacy_removed_at(rewriter, start)) {
		return hr_legacy_refuse(rewriter, start,
					"a constant expression of '%.*s' outside functions",
					(int)rewriter->tokens.data[start].length,
					rewriter->text + rewriter->tokens.data[start].start);
	}
	/* The name of a value is not a type, and does not change the pointee of the previous
	 * type. */
	next = hr_legacy_type(rewriter, start, out);
	if (next != start) {
		place->after_type = true;
		place->after_entry = false;
		complete_asm_operand(rewriter, place, next);
		*at = next;
		return HR_OK;
	}
	watch(rewriter, place, start);
	if (!put_attribute(rewriter, place, start))
		hr_put_token(rewriter, start, out);
	place->after_type = false;
	*at = start + 1;
	return HR_OK;
}

static hr_status rewrite(hr_rewriter *rewriter)
{
	text_state place = {0};
	size_t at = 0;

	while (rewriter->tokens.data[at].kind != HR_TOKEN_END)
		HR_TRY(rewrite_token(rewriter, &place, &at));
	hr_put_gap(rewriter, at, &rewriter->out);
	hr_put(&rewriter->out, "", 1);
	rewriter->out.count--;
	return HR_OK;
}

hr_status hr_legacy_text(const char *text, size_t size, hr_bytes *out, bool *changed,
			 hr_legacy_refusal *refusal)
{
	hr_rewriter rewriter = {.text = text, .refusal = refusal};
	hr_status status = HR_OK;
	hr_bytes newer = {0};
	bool legacy;

	hr_tokenise(text, size, &rewriter.tokens);
	if (hr_legacy_newer(&rewriter, &newer)) {
		rewriter.text = newer.data;
		rewriter.tokens.count = 0;
		hr_tokenise(newer.data, newer.count, &rewriter.tokens);
	}
	legacy = is_legacy(&rewriter);
	if (legacy)
		status = rewrite(&rewriter);
	HR_VEC_FREE(&rewriter.tokens);
	HR_VEC_FREE(&rewriter.pointee);
	HR_VEC_FREE(&rewriter.hoisted);
	if (status == HR_OK) {
		*changed = legacy || newer.count;
		*out = legacy ? rewriter.out : newer;
	}
	if (status != HR_OK || !legacy)
		HR_VEC_FREE(&rewriter.out);
	if (status != HR_OK || legacy)
		HR_VEC_FREE(&newer);
	return status;
}
