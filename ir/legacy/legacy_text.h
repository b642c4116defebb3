/* ir/legacy/legacy_text.h -- between the files that rewrite assembly of older dialects. */
#ifndef HR_LEGACY_TEXT_H
#define HR_LEGACY_TEXT_H

#include <stdint.h>

#include "ir/legacy/legacy.h"

typedef enum hr_token_kind {
	HR_TOKEN_END,
	HR_TOKEN_WORD,   /* keywords and numbers */
	HR_TOKEN_LABEL,  /* NAME: of a block, or of a field of metadata */
	HR_TOKEN_LOCAL,  /* %NAME */
	HR_TOKEN_GLOBAL, /* @NAME */
	HR_TOKEN_META,   /* !NAME, #NUMBER, ^NUMBER */
	HR_TOKEN_STRING,
	HR_TOKEN_PUNCT, /* one character */
} hr_token_kind;

typedef struct hr_token {
	size_t start;
	uint32_t length;
	uint8_t kind;
} hr_token;

typedef HR_VEC(hr_token) hr_tokens;

/* One rewriting. Positions (at, next) are indices of tokens; the last token is HR_TOKEN_END. */
typedef struct hr_rewriter {
	const char *text;
	hr_tokens tokens;           /* owns */
	hr_bytes out;               /* owns */
	hr_bytes pointee;           /* owns; what the type read last points to; empty: no pointer */
	hr_bytes hoisted;           /* owns; instructions for the start of the function */
	unsigned hoists;            /* in this module */
	size_t entry;               /* in a body: where in OUT its first instruction belongs */
	size_t plain_until;         /* no constant expression before here has to be hoisted */
	hr_legacy_refusal *refusal; /* borrows */
} hr_rewriter;

/* --- token.c: what the text consists of --------------------------------------------------
 */

void hr_tokenise(const char *text, size_t size, hr_tokens *tokens);

bool hr_token_is(const hr_rewriter *rewriter, size_t at, const char *text);
/* TEXT as a keyword. */
bool hr_token_is_word(const hr_rewriter *rewriter, size_t at, const char *text);
/* WORDS ends with NULL. */
bool hr_token_is_one_of(const hr_rewriter *rewriter, size_t at, const char *const *words);
/* "inrange" at an index of getelementptr, which LLVM now says of the whole expression, with
 * numbers. It is a promise that an optimiser may use, so it is dropped. */
bool hr_legacy_promise_at(const hr_rewriter *rewriter, size_t at);

void hr_put(hr_bytes *out, const char *text, size_t length);
void hr_put_text(hr_bytes *out, const char *text);
/* Nothing, if it is such a promise. */
void hr_put_token(const hr_rewriter *rewriter, size_t at, hr_bytes *out);
/* What lies between the token before AT and AT: spaces, comments. */
void hr_put_gap(const hr_rewriter *rewriter, size_t at, hr_bytes *out);

/* HR_UNSUPPORTED, at the line of a token. */
hr_status hr_legacy_refuse(hr_rewriter *rewriter, size_t at, const char *format, ...)
	HR_PRINTF(3, 4);

/* --- type.c: types -----------------------------------------------------------------------
 */

/* Rewrites the longest type at AT to OUT and returns the token after it; AT: there is no type.
 * Sets rewriter->pointee if there is one. */
size_t hr_legacy_type(hr_rewriter *rewriter, size_t at, hr_bytes *out);

/* --- constant.c: constant expressions that LLVM no longer has ----------------------------
 */

bool hr_legacy_removed_at(const hr_rewriter *rewriter, size_t at);
/* If there is a constant expression at *at that needs it, appends instructions for it to
 * rewriter->hoisted and the name of the result to OUT, and moves *at behind it. */
hr_status hr_legacy_hoist(hr_rewriter *rewriter, size_t *at, hr_bytes *out) HR_MUST_CHECK;

#endif
