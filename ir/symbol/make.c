/* ir/symbol/make.c -- arithmetic on extents, in normal form (X2).
 *
 * a mod b is a - b * floor(a / b), and ceil(a / b) is floor((a - 1) / b) + 1: only floor is an atom.
 *
 * Invariant: operands have the equalities that are known put in; a result in normal form hangs on
 *            nothing but its operands.
 * Not here:  the tables (symbol.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/symbol_private.h"
#include "src/base/mix.h"

int64_t hr_sym_floor(int64_t number, int64_t by)
{
	return number / by - (number % by < 0);
}

uint64_t hr_sym_gcd(uint64_t a, uint64_t b)
{
	while (b) {
		const uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static uint64_t magnitude(int64_t number)
{
	return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

/* --- sums and products ------------------------------------------------------------------------ */

hr_sym hr_sym_combine(hr_symbols *symbols, hr_sym a, int64_t factor_a, hr_sym b, int64_t factor_b)
{
	const hr_sym operands[] = {a, b};
	const int64_t factors[] = {factor_a, factor_b};
	hr_sym_term terms[2 * HR_SYM_TERMS];
	unsigned count = 0;

	if (!a || !b)
		return HR_SYM_NONE;
	for (unsigned k = 0; k < 2; k++) {
		const hr_sym_sum *sum = hr_sym_sum_of(symbols, operands[k]);

		for (unsigned i = 0; i < sum->count; i++) {
			terms[count] = sum->terms[i];
			if (__builtin_mul_overflow(terms[count].factor, factors[k],
						   &terms[count].factor))
				return HR_SYM_NONE;
			count++;
		}
	}
	return hr_sym_sum_of_terms(symbols, terms, count);
}

/* Return the product of two monomials; UINT32_MAX if its degree is too large. */
static uint32_t monomial_product(hr_symbols *symbols, uint32_t a, uint32_t b)
{
	const hr_sym_monomial one = symbols->monomials.data[a], other = symbols->monomials.data[b];
	uint32_t atoms[2 * HR_SYM_DEGREE];
	unsigned i = 0, k = 0, count = 0;

	while (i < one.count || k < other.count)
		atoms[count++] =
			k == other.count || (i < one.count && one.atoms[i] < other.atoms[k])
				? one.atoms[i++]
				: other.atoms[k++];
	return hr_sym_monomial_of(symbols, atoms, count);
}

static hr_sym product(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	const hr_sym_sum one = *hr_sym_sum_of(symbols, a), other = *hr_sym_sum_of(symbols, b);
	hr_sym_term terms[HR_SYM_TERMS * HR_SYM_TERMS];
	unsigned count = 0;

	for (unsigned i = 0; i < one.count; i++)
		for (unsigned k = 0; k < other.count; k++) {
			hr_sym_term *term = &terms[count++];

			term->monomial = monomial_product(symbols, one.terms[i].monomial,
							  other.terms[k].monomial);
			if (term->monomial == UINT32_MAX ||
			    __builtin_mul_overflow(one.terms[i].factor, other.terms[k].factor,
						   &term->factor))
				return HR_SYM_NONE;
		}
	return hr_sym_sum_of_terms(symbols, terms, count);
}

/* --- quotients -------------------------------------------------------------------------------- */

/* Return monomial A without the atoms of B, or UINT32_MAX if B does not divide it. */
static uint32_t monomial_quotient(hr_symbols *symbols, uint32_t a, uint32_t b)
{
	const hr_sym_monomial one = symbols->monomials.data[a], other = symbols->monomials.data[b];
	uint32_t atoms[HR_SYM_DEGREE];
	unsigned k = 0, count = 0;

	for (unsigned i = 0; i < one.count; i++)
		if (k < other.count && one.atoms[i] == other.atoms[k])
			k++;
		else
			atoms[count++] = one.atoms[i];
	return k < other.count ? UINT32_MAX : hr_sym_monomial_of(symbols, atoms, count);
}

/* Return the atoms that A and B have in common. */
static uint32_t monomial_common(hr_symbols *symbols, uint32_t a, uint32_t b)
{
	const hr_sym_monomial one = symbols->monomials.data[a], other = symbols->monomials.data[b];
	uint32_t atoms[HR_SYM_DEGREE];
	unsigned i = 0, k = 0, count = 0;

	while (i < one.count && k < other.count)
		if (one.atoms[i] == other.atoms[k])
			atoms[count++] = one.atoms[i++], k++;
		else if (one.atoms[i] < other.atoms[k])
			i++;
		else
			k++;
	return hr_sym_monomial_of(symbols, atoms, count);
}

void hr_sym_common(hr_symbols *symbols, hr_sym sym, uint64_t *factor, uint32_t *monomial)
{
	for (unsigned i = 0; i < hr_sym_sum_of(symbols, sym)->count; i++) {
		const hr_sym_term term = hr_sym_sum_of(symbols, sym)->terms[i];

		*monomial = *factor ? monomial_common(symbols, *monomial, term.monomial)
				    : term.monomial;
		*factor = hr_sym_gcd(*factor, magnitude(term.factor));
	}
}

hr_sym hr_sym_without(hr_symbols *symbols, hr_sym sym, int64_t factor, uint32_t monomial)
{
	hr_sym_term terms[HR_SYM_TERMS];
	unsigned count = 0;

	for (; count < hr_sym_sum_of(symbols, sym)->count; count++) {
		terms[count] = hr_sym_sum_of(symbols, sym)->terms[count];
		terms[count].factor /= factor;
		terms[count].monomial = monomial_quotient(symbols, terms[count].monomial, monomial);
	}
	return hr_sym_sum_of_terms(symbols, terms, count);
}

static hr_sym quotient(hr_symbols *symbols, hr_sym a, hr_sym b);

/* Return floor(a / by): whole multiples of BY are taken out, what is left is cancelled. */
static hr_sym quotient_by_number(hr_symbols *symbols, hr_sym a, int64_t by)
{
	hr_sym_term whole[HR_SYM_TERMS], rest[HR_SYM_TERMS];
	unsigned wholes = 0, rests = 0;
	uint64_t common = (uint64_t)by;
	hr_sym left, outer;
	uint32_t atom;
	int64_t number = 0, inner, both, more;

	for (unsigned i = 0; i < hr_sym_sum_of(symbols, a)->count; i++) {
		const hr_sym_term term = hr_sym_sum_of(symbols, a)->terms[i];
		const int64_t times = hr_sym_floor(term.factor, by);
		const int64_t over = term.factor % by + (term.factor % by < 0 ? by : 0);

		whole[wholes++] = (hr_sym_term){times, term.monomial};
		if (term.monomial)
			rest[rests++] = (hr_sym_term){over, term.monomial};
		else
			number = over;
		if (term.monomial)
			common = hr_sym_gcd(common, (uint64_t)over);
	}
	outer = hr_sym_sum_of_terms(symbols, whole, wholes);
	for (unsigned i = 0; i < rests; i++)
		rest[i].factor /= (int64_t)common;
	by /= (int64_t)common;
	number /= (int64_t)common;
	left = hr_sym_sum_of_terms(symbols, rest, rests);
	if (!left || !outer)
		return HR_SYM_NONE;
	atom = hr_sym_lone_atom(symbols, left);
	left = hr_sym_combine(symbols, left, 1, hr_sym_number(symbols, number), 1);
	if (!left)
		return HR_SYM_NONE;
	if (by == 1)
		return hr_sym_combine(symbols, outer, 1, left, 1);
	/* floor((floor(x / k) + n) / by) is floor((x + n * k) / (k * by)). */
	if (atom && hr_sym_atom_of(symbols, atom)->kind == HR_ATOM_QUOTIENT &&
	    hr_sym_is_number(symbols, hr_sym_atom_of(symbols, atom)->args[1], &inner) &&
	    !__builtin_mul_overflow(number, inner, &more) &&
	    !__builtin_mul_overflow(by, inner, &both)) {
		left = hr_sym_combine(symbols, hr_sym_atom_of(symbols, atom)->args[0], 1,
				      hr_sym_number(symbols, more), 1);
		left = left ? quotient_by_number(symbols, left, both) : HR_SYM_NONE;
	} else {
		left = hr_sym_atom_make(symbols, HR_ATOM_QUOTIENT,
					(const hr_sym[]){left, hr_sym_number(symbols, by)}, 2);
	}
	return hr_sym_combine(symbols, outer, 1, left, 1);
}

/* Return the exact quotient of A and B, sums that have no common factor; HR_SYM_NONE if there is none. */
static hr_sym exact_quotient(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	hr_sym result = hr_sym_number(symbols, 0);

	for (unsigned step = 0; step < HR_SYM_TERMS && a; step++) {
		const hr_sym_sum *one = hr_sym_sum_of(symbols, a);
		const hr_sym_term divisor = hr_sym_sum_of(symbols, b)->terms[0];
		hr_sym_term term;
		hr_sym part;

		if (!one->count)
			return result;
		term = one->terms[0];
		if (term.factor % divisor.factor || divisor.factor == -1)
			return HR_SYM_NONE;
		term.factor /= divisor.factor;
		term.monomial = monomial_quotient(symbols, term.monomial, divisor.monomial);
		if (term.monomial == UINT32_MAX)
			return HR_SYM_NONE;
		part = hr_sym_sum_of_terms(symbols, &term, 1);
		result = hr_sym_combine(symbols, result, 1, part, 1);
		part = part ? product(symbols, part, b) : HR_SYM_NONE;
		a = hr_sym_combine(symbols, a, 1, part, -1);
	}
	return HR_SYM_NONE;
}

/* Return floor(a / b) where B is one term that is no number: terms that it divides are taken out. */
static hr_sym quotient_by_term(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	const hr_sym_term divisor = hr_sym_sum_of(symbols, b)->terms[0];
	hr_sym_term whole[HR_SYM_TERMS], rest[HR_SYM_TERMS];
	unsigned wholes = 0, rests = 0;
	hr_sym outer, left;

	for (unsigned i = 0; i < hr_sym_sum_of(symbols, a)->count; i++) {
		const hr_sym_term term = hr_sym_sum_of(symbols, a)->terms[i];
		const uint32_t part = monomial_quotient(symbols, term.monomial, divisor.monomial);

		if (part != UINT32_MAX && term.factor % divisor.factor == 0)
			whole[wholes++] = (hr_sym_term){term.factor / divisor.factor, part};
		else
			rest[rests++] = term;
	}
	outer = hr_sym_sum_of_terms(symbols, whole, wholes);
	left = hr_sym_sum_of_terms(symbols, rest, rests);
	if (!outer || !left)
		return HR_SYM_NONE;
	if (!rests)
		return outer;
	left = wholes ? quotient(symbols, left, b)
		      : hr_sym_atom_make(symbols, HR_ATOM_QUOTIENT, (const hr_sym[]){left, b}, 2);
	return hr_sym_combine(symbols, outer, 1, left, 1);
}

static hr_sym quotient(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	const hr_sym none = hr_sym_number(symbols, 0);
	uint64_t factor = 0;
	uint32_t monomial = 0;
	int64_t number;
	hr_sym exact;

	if (a == none)
		return none;
	if (hr_sym_is_number(symbols, b, &number))
		return number > 0 ? quotient_by_number(symbols, a, number) : HR_SYM_NONE;
	hr_sym_common(symbols, b, &factor, &monomial);
	hr_sym_common(symbols, a, &factor, &monomial);
	if (factor > INT64_MAX)
		return HR_SYM_NONE;
	if (factor > 1 || monomial) {
		a = hr_sym_without(symbols, a, (int64_t)factor, monomial);
		b = hr_sym_without(symbols, b, (int64_t)factor, monomial);
		return a && b ? quotient(symbols, a, b) : HR_SYM_NONE;
	}
	if (hr_sym_sum_of(symbols, b)->count == 1 && hr_sym_sum_of(symbols, b)->terms[0].factor > 0)
		return quotient_by_term(symbols, a, b);
	exact = exact_quotient(symbols, a, b);
	return exact ? exact
		     : hr_sym_atom_make(symbols, HR_ATOM_QUOTIENT, (const hr_sym[]){a, b}, 2);
}

/* --- minimum and maximum ---------------------------------------------------------------------- */

typedef struct choice_list {
	hr_sym_atom_kind kind;
	hr_sym list[2 * HR_SYM_CHOICES];
	unsigned count;
} choice_list;

/* Return true if ONE can be dropped, since OTHER is chosen wherever it would be. */
static bool is_beaten(hr_symbols *symbols, hr_sym_atom_kind kind, hr_sym one, hr_sym other)
{
	return hr_sym_never_negative(symbols, kind == HR_ATOM_MIN
						      ? hr_sym_combine(symbols, one, 1, other, -1)
						      : hr_sym_combine(symbols, other, 1, one, -1));
}

static void add_choice(hr_symbols *symbols, choice_list *of, hr_sym sym)
{
	unsigned kept = 0, at;

	for (unsigned i = 0; i < of->count; i++)
		if (is_beaten(symbols, of->kind, sym, of->list[i]))
			return;
	for (unsigned i = 0; i < of->count; i++)
		if (!is_beaten(symbols, of->kind, of->list[i], sym))
			of->list[kept++] = of->list[i];
	for (at = kept; at && of->list[at - 1] > sym; at--)
		of->list[at] = of->list[at - 1];
	of->list[at] = sym;
	of->count = kept + 1;
}

static hr_sym choose(hr_symbols *symbols, hr_sym_atom_kind kind, hr_sym a, hr_sym b)
{
	const hr_sym operands[] = {a, b};
	choice_list of = {.kind = kind};

	for (unsigned k = 0; k < 2; k++) {
		const hr_sym_atom atom =
			*hr_sym_atom_of(symbols, hr_sym_lone_atom(symbols, operands[k]));

		if (atom.kind != kind)
			add_choice(symbols, &of, operands[k]);
		for (unsigned i = 0; atom.kind == kind && i < atom.arg_count; i++)
			add_choice(symbols, &of, atom.args[i]);
	}
	if (of.count > HR_SYM_CHOICES)
		return HR_SYM_NONE;
	return of.count == 1 ? of.list[0] : hr_sym_atom_make(symbols, kind, of.list, of.count);
}

/* --- all -------------------------------------------------------------------------------------- */

hr_sym hr_sym_try(hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b)
{
	hr_sym made;

	switch (op) {
	case HR_SYM_ADD:
	case HR_SYM_SUB: return hr_sym_combine(symbols, a, 1, b, op == HR_SYM_ADD ? 1 : -1);
	case HR_SYM_MUL: return product(symbols, a, b);
	case HR_SYM_DIV: return quotient(symbols, a, b);
	case HR_SYM_CEIL:
		a = hr_sym_combine(symbols, a, 1, hr_sym_number(symbols, 1), -1);
		made = a ? quotient(symbols, a, b) : HR_SYM_NONE;
		return hr_sym_combine(symbols, made, 1, hr_sym_number(symbols, 1), 1);
	case HR_SYM_MOD:
		made = quotient(symbols, a, b);
		made = made ? product(symbols, made, b) : HR_SYM_NONE;
		return hr_sym_combine(symbols, a, 1, made, -1);
	case HR_SYM_MIN: return choose(symbols, HR_ATOM_MIN, a, b);
	case HR_SYM_MAX: return choose(symbols, HR_ATOM_MAX, a, b);
	}
	return HR_SYM_NONE;
}

/* Return the range of OP of A and B, for the symbol that stands for it. */
static hr_sym_range range_of(const hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b)
{
	const hr_sym_range one = hr_sym_sum_of(symbols, a)->range;
	const hr_sym_range other = hr_sym_sum_of(symbols, b)->range;
	const hr_sym operands[] = {a, b};
	hr_sym_range range;

	switch (op) {
	case HR_SYM_ADD: return hr_sym_range_add(one, other);
	case HR_SYM_SUB:
		range = hr_sym_range_mul(other, (hr_sym_range){-1, -1});
		return hr_sym_range_add(one, range);
	case HR_SYM_MUL: return hr_sym_range_mul(one, other);
	case HR_SYM_DIV: return hr_sym_range_atom(symbols, HR_ATOM_QUOTIENT, operands, 2);
	case HR_SYM_CEIL:
		range = hr_sym_range_atom(symbols, HR_ATOM_QUOTIENT, operands, 2);
		return hr_sym_range_add(range, (hr_sym_range){0, 1});
	case HR_SYM_MOD: return (hr_sym_range){0, other.most};
	case HR_SYM_MIN: return hr_sym_range_atom(symbols, HR_ATOM_MIN, operands, 2);
	case HR_SYM_MAX: return hr_sym_range_atom(symbols, HR_ATOM_MAX, operands, 2);
	}
	return (hr_sym_range){INT64_MIN, INT64_MAX};
}

static bool is_undefined(const hr_symbols *symbols, hr_sym_op op, hr_sym b)
{
	return (op == HR_SYM_DIV || op == HR_SYM_CEIL || op == HR_SYM_MOD) &&
	       hr_sym_sum_of(symbols, b)->range.most <= 0;
}

hr_sym hr_sym_make(hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b)
{
	uint64_t hash, at = 0;
	hr_sym made;

	a = hr_sym_simplify(symbols, a);
	b = hr_sym_simplify(symbols, b);
	if (!a || !b || is_undefined(symbols, op, b))
		return HR_SYM_NONE;
	hash = hr_mix(hr_mix((uint64_t)a << 32 | b) + op);
	hr_map_get(&symbols->made_of, hash, &at);
	for (uint32_t i = (uint32_t)at; i; i = symbols->made.data[i].next) {
		const hr_sym_made *is = &symbols->made.data[i];

		if (is->a == a && is->b == b && is->op == op)
			return hr_sym_simplify(symbols, is->result);
	}
	made = hr_sym_try(symbols, op, a, b);
	if (!made)
		made = hr_sym_fresh(symbols, range_of(symbols, op, a, b));
	HR_PUSH(&symbols->made, (hr_sym_made){a, b, made, op, (uint32_t)at});
	hr_map_put(&symbols->made_of, hash, symbols->made.count - 1);
	return made;
}
