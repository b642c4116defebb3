/* ir/legacy/legacy_text.h -- shared by the files that rewrite assembly of older dialects. */
#ifndef HR_LEGACY_TEXT_H
#define HR_LEGACY_TEXT_H

#include <stdint.h>

#include "ir/legacy/legacy.h"

typedef enum hr_token_kind {
	HR_TOKEN_END,
	HR_TOKEN_WORD,   /* keywords and numbers */
	HR_TOKEN_LABEL,  /* NAME: of a block, or of a metadata field */
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

/* The state of one rewriting. Positions (at, next) are token indices; the last token is
 * HR_TOKEN_END. */
typedef struct hr_rewriter {
	const char *text;
	hr_tokens tokens;   /* owns */
	hr_bytes out;       /* owns */
	hr_bytes pointee;   /* owns; what the last type points to; empty: not a pointer */
	hr_bytes hoisted;   /* owns; instructions for the start of the function */
	unsigned hoists;    /* number of hoisted instructions in this module */
	size_t entry;       /* in a body: position in OUT for its first instruction */
	size_t plain_until; /* no constant expression before this position has to be hoisted */
	hr_legacy_refusal *refusal; /* borrows */
} hr_rewriter;

/* --- token.c: tokens --------------------------------------------------------------------- */

/* Append the tokens of TEXT; the last one is HR_TOKEN_END. */
void hr_tokenise(const char *text, size_t size, hr_tokens *tokens);

/* Return true if the token at AT is TEXT. */
bool hr_token_is(const hr_rewriter *rewriter, size_t at, const char *text);
/* Return true if the token at AT is the keyword TEXT. */
bool hr_token_is_word(const hr_rewriter *rewriter, size_t at, const char *text);
/* WORDS ends with NULL. */
bool hr_token_is_one_of(const hr_rewriter *rewriter, size_t at, const char *const *words);
/* Return true if there is "inrange" at an index of getelementptr. LLVM now has it on the whole
 * expression, with numbers. It is a promise that an optimiser may use, so it is dropped. */
bool hr_legacy_promise_at(const hr_rewriter *rewriter, size_t at);

/* Append TEXT to OUT. */
void hr_put(hr_bytes *out, const char *text, size_t length);
void hr_put_text(hr_bytes *out, const char *text);
/* Append the token at AT, unless it is such a promise. */
void hr_put_token(const hr_rewriter *rewriter, size_t at, hr_bytes *out);
/* Append the text between the previous token and the one at AT: spaces, comments. */
void hr_put_gap(const hr_rewriter *rewriter, size_t at, hr_bytes *out);

/* Set the refusal, at the line of the token at AT, and return HR_UNSUPPORTED. */
hr_status hr_legacy_refuse(hr_rewriter *rewriter, size_t at, const char *format, ...)
	HR_PRINTF(3, 4);

/* --- type.c: types ----------------------------------------------------------------------- */

/* Rewrite the longest type at AT to OUT and return the token after it; AT if there is no type. Sets
 * rewriter->pointee if there is one. */
size_t hr_legacy_type(hr_rewriter *rewriter, size_t at, hr_bytes *out);

/* --- newer.c: assembly of newer versions of LLVM ------------------------------------------- */

/* Append the rewriter's text to OUT in the form that LLVM 22 and older read. Return false, and leave
 * OUT empty, if the text has that form. */
bool hr_legacy_newer(const hr_rewriter *rewriter, hr_bytes *out);

/* --- constant.c: constant expressions that LLVM has removed ------------------------------- */

/* Return true if the token at AT is the operation of a constant expression that LLVM has
 * removed. */
bool hr_legacy_removed_at(const hr_rewriter *rewriter, size_t at);
/* If the constant expression at *at must be hoisted, append instructions for it to
 * rewriter->hoisted and the name of the result to OUT, and move *at past it. */
hr_status hr_legacy_hoist(hr_rewriter *rewriter, size_t *at, hr_bytes *out) HR_MUST_CHECK;

#endif
