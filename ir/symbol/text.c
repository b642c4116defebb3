/* ir/symbol/text.c -- extents and needs as text, and extents read from text (X2).
 *
 * "2*s0*s1 - floor((s0 + 1)/2) + min(s0, 5)". A name that is no identifier is quoted (quote.h).
 *
 * Invariant: what is written is read as the same expression.
 * Not here:  needs of a whole program (needs.c). */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/quote.h"
#include "ir/symbol/symbol_private.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void write_sum(const hr_symbols *symbols, hr_sym sym, FILE *out);

/* An operand of a quotient: a sum of several terms, or a product below the line, needs parentheses. */
static void write_part(const hr_symbols *symbols, hr_sym sym, bool divisor, FILE *out)
{
	int64_t number;
	const bool plain = hr_sym_is_number(symbols, sym, &number) ||
			   hr_sym_lone_atom(symbols, sym) ||
			   (!divisor && hr_sym_sum_of(symbols, sym)->count == 1);

	fputs(plain ? "" : "(", out);
	write_sum(symbols, sym, out);
	fputs(plain ? "" : ")", out);
}

static void write_atom(const hr_symbols *symbols, uint32_t number, FILE *out)
{
	const hr_sym_atom *atom = hr_sym_atom_of(symbols, number);

	switch (atom->kind) {
	case HR_ATOM_SYMBOL: hr_quote_write(atom->name, "", out); return;
	case HR_ATOM_QUOTIENT:
		fputs("floor(", out);
		write_part(symbols, atom->args[0], false, out);
		fputc('/', out);
		write_part(symbols, atom->args[1], true, out);
		break;
	case HR_ATOM_MIN:
	case HR_ATOM_MAX:
		fputs(atom->kind == HR_ATOM_MIN ? "min(" : "max(", out);
		for (unsigned i = 0; i < atom->arg_count; i++) {
			fputs(i ? ", " : "", out);
			write_sum(symbols, atom->args[i], out);
		}
	}
	fputc(')', out);
}

static void write_term(const hr_symbols *symbols, hr_sym_term term, bool first, FILE *out)
{
	const hr_sym_monomial *of = &symbols->monomials.data[term.monomial];
	const uint64_t factor = term.factor < 0 ? 0 - (uint64_t)term.factor : (uint64_t)term.factor;

	fputs(first ? (term.factor < 0 ? "-" : "") : term.factor < 0 ? " - " : " + ", out);
	if (factor != 1 || !of->count)
		fprintf(out, "%" PRIu64 "%s", factor, of->count ? "*" : "");
	for (unsigned i = 0; i < of->count; i++) {
		fputs(i ? "*" : "", out);
		write_atom(symbols, of->atoms[i], out);
	}
}

/* The first term with a positive factor goes first. */
static void write_sum(const hr_symbols *symbols, hr_sym sym, FILE *out)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);
	unsigned first = 0;

	if (!sym || !sum->count)
		fputs(sym ? "0" : "?", out);
	while (first < sum->count && sum->terms[first].factor < 0)
		first++;
	first = first < sum->count ? first : 0;
	if (sum->count)
		write_term(symbols, sum->terms[first], true, out);
	for (unsigned i = 0; i < sum->count; i++)
		if (i != first)
			write_term(symbols, sum->terms[i], false, out);
}

const char *hr_sym_text(hr_symbols *symbols, hr_sym sym)
{
	hr_sym_sum *sum = &symbols->sums.data[sym];
	char *text = NULL;
	size_t length;
	FILE *out;

	if (sum->text)
		return sum->text;
	out = open_memstream(&text, &length);
	if (!out)
		hr_alloc_failed(1);
	write_sum(symbols, sym, out);
	fclose(out);
	sum->text = hr_arena_strdup(&symbols->arena, text);
	free(text);
	return sum->text;
}

const char *hr_need_text(hr_symbols *symbols, const hr_need *need)
{
	static const char *const between[] = {" = ", " <= ", " divides "};

	return hr_arena_printf(&symbols->arena, "%s%s%s", hr_sym_text(symbols, need->a),
			       between[need->kind], hr_sym_text(symbols, need->b));
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct sym_reader {
	hr_symbols *symbols;
	const char *at;
	unsigned depth;
} sym_reader;

static hr_sym read_sum(sym_reader *in);

static bool accept(sym_reader *in, const char *word)
{
	const char *at = in->at + strspn(in->at, " ");

	if (strncmp(at, word, strlen(word)) != 0)
		return false;
	in->at = at + strlen(word);
	return true;
}

static hr_sym read_name(sym_reader *in)
{
	char *name = hr_alloc(strlen(in->at) + 1);
	const char *end = hr_quote_read(in->at, "", name);
	hr_sym made = HR_SYM_NONE;

	if (end) {
		made = hr_sym_symbol(in->symbols, name);
		in->at = end;
	}
	hr_free(name);
	return made;
}

static hr_sym read_number(sym_reader *in)
{
	char *end;
	long long number;

	errno = 0;
	number = strtoll(in->at, &end, 10);
	in->at = end;
	return errno ? HR_SYM_NONE : hr_sym_number(in->symbols, number);
}

/* Read what follows a parenthesis: operands of OP with BETWEEN in between; BETWEEN NULL: one. */
static hr_sym read_call(sym_reader *in, hr_sym_op op, const char *between)
{
	hr_sym made = read_sum(in);

	while (made && between && accept(in, between)) {
		const hr_sym next = read_sum(in);

		made = next ? hr_sym_make(in->symbols, op, made, next) : HR_SYM_NONE;
	}
	return accept(in, ")") ? made : HR_SYM_NONE;
}

static hr_sym read_factor(sym_reader *in)
{
	const char first = in->at[strspn(in->at, " ")];

	if (in->depth > 64)
		return HR_SYM_NONE;
	if (accept(in, "("))
		return read_call(in, HR_SYM_ADD, NULL);
	if (accept(in, "floor("))
		return read_call(in, HR_SYM_DIV, "/");
	if (accept(in, "min("))
		return read_call(in, HR_SYM_MIN, ",");
	if (accept(in, "max("))
		return read_call(in, HR_SYM_MAX, ",");
	in->at += strspn(in->at, " ");
	if (isdigit((unsigned char)first))
		return read_number(in);
	return read_name(in);
}

static hr_sym read_product(sym_reader *in)
{
	hr_sym made = read_factor(in);

	while (made && accept(in, "*")) {
		const hr_sym next = read_factor(in);

		made = next ? hr_sym_make(in->symbols, HR_SYM_MUL, made, next) : HR_SYM_NONE;
	}
	return made;
}

static hr_sym read_sum(sym_reader *in)
{
	const hr_sym none = hr_sym_number(in->symbols, 0);
	hr_sym made, next;
	bool more = true;

	in->depth++;
	made = accept(in, "-") ? hr_sym_make(in->symbols, HR_SYM_SUB, none, read_product(in))
			       : read_product(in);
	while (made && more) {
		if (accept(in, "+")) {
			next = read_product(in);
			made = hr_sym_make(in->symbols, HR_SYM_ADD, made, next);
		} else if (accept(in, "-")) {
			next = read_product(in);
			made = hr_sym_make(in->symbols, HR_SYM_SUB, made, next);
		} else {
			more = false;
		}
	}
	in->depth--;
	return made;
}

hr_sym hr_sym_read(hr_symbols *symbols, const char *text, const char **end)
{
	sym_reader in = {symbols, text, 0};
	const hr_sym made = read_sum(&in);

	*end = in.at;
	return made;
}
