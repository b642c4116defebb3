/* ir/legacy/constant.c -- turns constant expressions that LLVM has removed into instructions.
 *
 * A constant has the same value everywhere, so its instruction can be at the start of the function,
 * even if a phi uses it. Expressions that can trap, and those in initialisers, cannot become
 * instructions.
 *
 * Invariant: an expression that LLVM still supports, and none of whose operands had to be hoisted,
 *            is written unchanged.
 * Owns:      nothing; hoisted instructions are the rewriter's.
 * Not here:  where hoisted instructions are put (text.c). */
#include <stdio.h>
#include <string.h>

#include "ir/legacy/legacy_text.h"

enum { DEPTH_LIMIT = 200 };

typedef enum expression_shape {
	NO_EXPRESSION,
	KEEPS,    /* the operands of the instruction are those of the expression */
	ONE_TYPE, /* the instruction names the type of its first operand only */
	TRAPS,    /* as ONE_TYPE, but may trap */
} expression_shape;

static const char *const kept[] = {
	"getelementptr", "bitcast", "addrspacecast", "ptrtoint", "inttoptr", "trunc", NULL};
static const char *const kept_one_type[] = {"add", "sub", "xor", NULL};
static const char *const removed[] = {
	"select",        "zext",         "sext",           "fptrunc",
	"fpext",         "fptoui",       "fptosi",         "uitofp",
	"sitofp",        "fneg",         "extractelement", "insertelement",
	"shufflevector", "extractvalue", "insertvalue",    NULL};
static const char *const removed_one_type[] = {"icmp", "fcmp", "mul",  "shl",  "lshr",
					       "ashr", "and",  "or",   "fadd", "fsub",
					       "fmul", "fdiv", "frem", NULL};
static const char *const trapping[] = {"udiv", "sdiv", "urem", "srem", NULL};

static expression_shape form_of(const hr_rewriter *rewriter, size_t at)
{
	if (hr_token_is_one_of(rewriter, at, kept) || hr_token_is_one_of(rewriter, at, removed))
		return KEEPS;
	if (hr_token_is_one_of(rewriter, at, kept_one_type) ||
	    hr_token_is_one_of(rewriter, at, removed_one_type))
		return ONE_TYPE;
	return hr_token_is_one_of(rewriter, at, trapping) ? TRAPS : NO_EXPRESSION;
}

/* Return the parenthesis of the expression whose operation is at AT; AT if it is an instruction. */
static size_t parenthesis(const hr_rewriter *rewriter, size_t at)
{
	static const char *const between[] = {"nuw", "nsw", "exact", "inbounds", "nneg", "disjoint",
					      "eq",  "ne",  "ugt",   "uge",      "ult",  "ule",
					      "sgt", "sge", "slt",   "sle",      "oeq",  "ogt",
					      "oge", "olt", "ole",   "one",      "ord",  "ueq",
					      "une", "uno", "true",  "false",    NULL};
	size_t next = at + 1;

	while (hr_token_is_one_of(rewriter, next, between))
		next++;
	return hr_token_is(rewriter, next, "(") ? next : at;
}

static bool is_expression(const hr_rewriter *rewriter, size_t at)
{
	return rewriter->tokens.data[at].kind == HR_TOKEN_WORD &&
	       form_of(rewriter, at) != NO_EXPRESSION && parenthesis(rewriter, at) != at;
}

bool hr_legacy_removed_at(const hr_rewriter *rewriter, size_t at)
{
	return (hr_token_is_one_of(rewriter, at, removed) ||
		hr_token_is_one_of(rewriter, at, removed_one_type) ||
		hr_token_is_one_of(rewriter, at, trapping)) &&
	       parenthesis(rewriter, at) != at;
}

static bool opens(const hr_rewriter *rewriter, size_t at)
{
	return rewriter->tokens.data[at].length == 1 &&
	       strchr("([{<", rewriter->text[rewriter->tokens.data[at].start]);
}

static bool closes(const hr_rewriter *rewriter, size_t at)
{
	return rewriter->tokens.data[at].length == 1 &&
	       strchr(")]}>", rewriter->text[rewriter->tokens.data[at].start]);
}

/* Return true if something in the expression at AT must be hoisted; otherwise record the end of
 * what need not be. */
static bool needs_hoisting(hr_rewriter *rewriter, size_t at)
{
	size_t next = parenthesis(rewriter, at), depth = 0;

	if (at < rewriter->plain_until)
		return false;
	if (hr_legacy_removed_at(rewriter, at))
		return true;
	do {
		if (rewriter->tokens.data[next].kind == HR_TOKEN_END)
			break;
		if (opens(rewriter, next))
			depth++;
		else if (closes(rewriter, next))
			depth--;
		else if (hr_legacy_removed_at(rewriter, next))
			return true;
		next++;
	} while (depth);
	rewriter->plain_until = next;
	return false;
}

/* --- hoisting --------------------------------------------------------------------------------- */

static hr_status malformed(hr_rewriter *rewriter, size_t at)
{
	return hr_legacy_refuse(rewriter, at, "a constant expression that cannot be parsed");
}

static hr_status hoist(hr_rewriter *rewriter, size_t *at, hr_bytes *out, bool *hoisted,
		       unsigned depth);

/* Copy a constant that is not an expression, up to the following comma, parenthesis or "to". */
static hr_status copy_constant(hr_rewriter *rewriter, size_t *at, hr_bytes *out)
{
	size_t depth = 0, next;

	for (;; *at = next) {
		if (rewriter->tokens.data[*at].kind == HR_TOKEN_END)
			return malformed(rewriter, *at);
		if (!depth && (closes(rewriter, *at) || hr_token_is(rewriter, *at, ",") ||
			       hr_token_is_word(rewriter, *at, "to")))
			return HR_OK;
		if (hr_legacy_removed_at(rewriter, *at))
			return hr_legacy_refuse(
				rewriter, *at,
				"a constant expression of '%.*s' within a constant aggregate",
				(int)rewriter->tokens.data[*at].length,
				rewriter->text + rewriter->tokens.data[*at].start);
		hr_put_gap(rewriter, *at, out);
		next = hr_legacy_type(rewriter, *at, out);
		if (next != *at)
			continue;
		depth += opens(rewriter, *at);
		depth -= closes(rewriter, *at);
		hr_put_token(rewriter, *at, out);
		next = *at + 1;
	}
}

static hr_status copy_operand(hr_rewriter *rewriter, size_t *at, hr_bytes *out, bool typed,
			      bool *hoisted, unsigned depth)
{
	size_t before = out->count, next;

	hr_put_gap(rewriter, *at, out);
	next = hr_legacy_type(rewriter, *at, out);
	/* An index of extractvalue has no type. */
	if (next != *at && !typed)
		out->count = before;
	*at = next;
	/* The source type of getelementptr has no value. */
	if (is_expression(rewriter, *at)) {
		hr_put_text(out, " ");
		return hoist(rewriter, at, out, hoisted, depth + 1);
	}
	return copy_constant(rewriter, at, out);
}

/* Copy the operands, without the parentheses around them, and "to TYPE" if present. */
static hr_status copy_operands(hr_rewriter *rewriter, size_t *at, hr_bytes *out,
			       expression_shape form, bool *hoisted, unsigned depth)
{
	bool typed = true;

	for (;;) {
		HR_TRY(copy_operand(rewriter, at, out, typed, hoisted, depth));
		if (!hr_token_is(rewriter, *at, ","))
			break;
		hr_put_text(out, ",");
		++*at;
		typed = form == KEEPS;
	}
	if (hr_token_is_word(rewriter, *at, "to")) {
		hr_put_text(out, " to ");
		*at = hr_legacy_type(rewriter, *at + 1, out);
	}
	if (!hr_token_is(rewriter, *at, ")"))
		return malformed(rewriter, *at);
	++*at;
	return HR_OK;
}

static void put_name(unsigned number, hr_bytes *out)
{
	char name[40];

	/* No compiler creates a name with spaces. */
	snprintf(name, sizeof(name), "%%\"constant expression %u\"", number);
	hr_put_text(out, name);
}

/* Write the words of the expression up to its parenthesis. */
static void put_head(hr_rewriter *rewriter, size_t at, size_t end, hr_bytes *out)
{
	for (; at < end; at++) {
		hr_put_token(rewriter, at, out);
		hr_put_text(out, " ");
	}
}

/* Process the expression at *at, which is_expression(). Set *hoisted if it became an
 * instruction. */
static hr_status hoist(hr_rewriter *rewriter, size_t *at, hr_bytes *out, bool *hoisted,
		       unsigned depth)
{
	size_t start = *at, open = parenthesis(rewriter, start);
	expression_shape form = form_of(rewriter, start);
	bool instruction = hr_legacy_removed_at(rewriter, start);
	hr_bytes operands = {0};
	hr_status status;

	if (depth > DEPTH_LIMIT)
		return malformed(rewriter, start);
	if (form == TRAPS)
		return hr_legacy_refuse(rewriter, start, "a constant expression of '%.*s'",
					(int)rewriter->tokens.data[start].length,
					rewriter->text + rewriter->tokens.data[start].start);
	*at = open + 1;
	status = copy_operands(rewriter, at, &operands, form, &instruction, depth);
	if (status == HR_OK && instruction) {
		hr_put_text(&rewriter->hoisted, " ");
		put_name(rewriter->hoists, &rewriter->hoisted);
		hr_put_text(&rewriter->hoisted, " = ");
		put_head(rewriter, start, open, &rewriter->hoisted);
		hr_put(&rewriter->hoisted, operands.data, operands.count);
		hr_put_text(&rewriter->hoisted, "\n");
		put_name(rewriter->hoists++, out);
		*hoisted = true;
	} else if (status == HR_OK) {
		/* Nothing in it was hoisted: copy the tokens, with the types of all operands. */
		for (size_t i = start, next; i < *at; i = next) {
			hr_put_gap(rewriter, i, out);
			next = hr_legacy_type(rewriter, i, out);
			if (next != i)
				continue;
			hr_put_token(rewriter, i, out);
			next = i + 1;
		}
	}
	HR_VEC_FREE(&operands);
	return status;
}

hr_status hr_legacy_hoist(hr_rewriter *rewriter, size_t *at, hr_bytes *out)
{
	bool hoisted = false;

	if (!is_expression(rewriter, *at) || !needs_hoisting(rewriter, *at))
		return HR_OK;
	return hoist(rewriter, at, out, &hoisted, 0);
}
