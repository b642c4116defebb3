/* ir/symbol/need.c -- what operations need of extents: proofs, equalities, scopes (X2).
 *
 * An equality that can be solved for a symbol makes the symbol stand for the solution, the newest one
 * first: inputs are made before what is computed from them, so that results are shown in the symbols of
 * inputs.
 *
 * Invariant: no symbol stands for an expression in which it occurs.
 * Not here:  values of symbols when a program runs (value.c). */
#include <stdlib.h>

#include "ir/symbol/symbol_private.h"
#include "src/base/mix.h"

/* Symbols that stand for symbols that stand for ... : from here on, they are left as they are. */
enum { NESTING_MOST = 100 };

/* --- putting equalities in -------------------------------------------------------------------- */

static hr_sym simplified_atom(hr_symbols *symbols, uint32_t number)
{
	const hr_sym_atom atom = *hr_sym_atom_of(symbols, number);
	hr_sym made;

	if (atom.kind == HR_ATOM_SYMBOL)
		return atom.stands_for ? hr_sym_simplify(symbols, atom.stands_for)
				       : hr_sym_of_atom(symbols, number);
	made = hr_sym_simplify(symbols, atom.args[0]);
	for (unsigned i = 1; i < atom.arg_count && made; i++)
		made = hr_sym_try(symbols,
				  atom.kind == HR_ATOM_QUOTIENT ? HR_SYM_DIV
				  : atom.kind == HR_ATOM_MIN    ? HR_SYM_MIN
								: HR_SYM_MAX,
				  made, hr_sym_simplify(symbols, atom.args[i]));
	return made;
}

static hr_sym simplified_sum(hr_symbols *symbols, hr_sym sym)
{
	const hr_sym_sum sum = *hr_sym_sum_of(symbols, sym);
	hr_sym made = hr_sym_number(symbols, 0);

	for (unsigned i = 0; i < sum.count && made; i++) {
		const hr_sym_monomial of = symbols->monomials.data[sum.terms[i].monomial];
		hr_sym part = hr_sym_number(symbols, sum.terms[i].factor);

		for (unsigned k = 0; k < of.count && part; k++) {
			const hr_sym atom = simplified_atom(symbols, of.atoms[k]);

			part = atom ? hr_sym_try(symbols, HR_SYM_MUL, part, atom) : HR_SYM_NONE;
		}
		made = hr_sym_combine(symbols, made, 1, part, 1);
	}
	return made ? made : sym;
}

hr_sym hr_sym_simplify(hr_symbols *symbols, hr_sym sym)
{
	hr_sym_sum *sum = &symbols->sums.data[sym];
	hr_sym made;

	if (!sym || !symbols->equated.count || symbols->nesting == NESTING_MOST)
		return sym;
	if (sum->simplified && sum->equalities == symbols->equalities)
		return sum->simplified;
	symbols->nesting++;
	made = simplified_sum(symbols, sym);
	symbols->nesting--;
	sum = &symbols->sums.data[sym];
	sum->simplified = made;
	sum->equalities = symbols->equalities;
	return made;
}

bool hr_sym_equal(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	a = hr_sym_simplify(symbols, a);
	return a && a == hr_sym_simplify(symbols, b);
}

bool hr_sym_at_most(hr_symbols *symbols, hr_sym a, hr_sym b)
{
	a = hr_sym_simplify(symbols, a);
	b = hr_sym_simplify(symbols, b);
	return hr_sym_never_negative(symbols, hr_sym_combine(symbols, b, 1, a, -1));
}

/* --- equalities ------------------------------------------------------------------------------- */

/* Return true if ATOM occurs in SYM, also in atoms. */
static bool occurs(const hr_symbols *symbols, uint32_t atom, hr_sym sym)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);

	for (unsigned i = 0; i < sum->count; i++) {
		const hr_sym_monomial *of = &symbols->monomials.data[sum->terms[i].monomial];

		for (unsigned k = 0; k < of->count; k++) {
			const hr_sym_atom *at = hr_sym_atom_of(symbols, of->atoms[k]);

			if (of->atoms[k] == atom)
				return true;
			for (unsigned n = 0; n < at->arg_count; n++)
				if (occurs(symbols, atom, at->args[n]))
					return true;
		}
	}
	return false;
}

/* Solve 0 = SYM for the newest symbol for which that is possible. */
static void solve(hr_symbols *symbols, hr_sym sym)
{
	const hr_sym_sum sum = *hr_sym_sum_of(symbols, sym);
	uint32_t best = 0;
	hr_sym solution = HR_SYM_NONE;

	for (unsigned i = 0; i < sum.count; i++) {
		const hr_sym_monomial of = symbols->monomials.data[sum.terms[i].monomial];
		const int64_t factor = sum.terms[i].factor;
		hr_sym rest;

		if (of.count != 1 || of.atoms[0] < best || (factor != 1 && factor != -1) ||
		    hr_sym_atom_of(symbols, of.atoms[0])->kind != HR_ATOM_SYMBOL)
			continue;
		rest = hr_sym_combine(symbols, sym, -factor, hr_sym_of_atom(symbols, of.atoms[0]),
				      1);
		if (!rest || occurs(symbols, of.atoms[0], rest))
			continue;
		best = of.atoms[0];
		solution = rest;
	}
	if (!best)
		return;
	symbols->atoms.data[best].stands_for = solution;
	HR_PUSH(&symbols->equated, best);
	symbols->equalities++;
}

/* Return SYM divided by the greatest number that divides all its terms but the last, a number; if it
 * does not divide that one, *POSSIBLE is false: SYM is never 0. */
static hr_sym reduced(hr_symbols *symbols, hr_sym sym, bool *possible)
{
	const hr_sym_sum sum = *hr_sym_sum_of(symbols, sym);
	uint64_t common = 0, all = 0;
	uint32_t monomial = 0;
	int64_t number = 0;
	hr_sym rest = sym;

	if (sum.count && !sum.terms[sum.count - 1].monomial) {
		number = sum.terms[sum.count - 1].factor;
		rest = hr_sym_combine(symbols, sym, 1, hr_sym_number(symbols, number), -1);
	}
	if (!rest)
		return sym;
	hr_sym_common(symbols, rest, &common, &monomial);
	all = hr_sym_gcd(common, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
	if (all != common)
		*possible = false;
	return common < 2 || common > INT64_MAX || all != common
		       ? sym
		       : hr_sym_without(symbols, sym, (int64_t)common, 0);
}

/* --- needs ------------------------------------------------------------------------------------ */

typedef enum judgement { MAY_BE, ALWAYS, NEVER } judgement;

static judgement judge_equal(hr_symbols *symbols, hr_sym a, hr_sym b, hr_sym *difference)
{
	bool possible = true;
	hr_sym_range range;

	if (a == b)
		return ALWAYS;
	*difference = hr_sym_combine(symbols, a, 1, b, -1);
	if (!*difference)
		return MAY_BE;
	range = hr_sym_sum_of(symbols, *difference)->range;
	*difference = reduced(symbols, *difference, &possible);
	return possible && range.least <= 0 && range.most >= 0 ? MAY_BE : NEVER;
}

static judgement judge(hr_symbols *symbols, hr_need_kind kind, hr_sym a, hr_sym b,
		       hr_sym *difference)
{
	hr_sym sym;
	int64_t number;

	*difference = HR_SYM_NONE;
	switch (kind) {
	case HR_NEED_EQUAL: return judge_equal(symbols, a, b, difference);
	case HR_NEED_LESS_EQUAL:
		sym = hr_sym_combine(symbols, b, 1, a, -1);
		if (!sym)
			return MAY_BE;
		if (hr_sym_never_negative(symbols, sym))
			return ALWAYS;
		return hr_sym_sum_of(symbols, sym)->range.most < 0 ? NEVER : MAY_BE;
	case HR_NEED_DIVIDES:
		if (hr_sym_sum_of(symbols, a)->range.most <= 0)
			return NEVER;
		sym = hr_sym_try(symbols, HR_SYM_MOD, b, a);
		if (!sym || !hr_sym_is_number(symbols, sym, &number))
			return MAY_BE;
		return number ? NEVER : ALWAYS;
	}
	return MAY_BE;
}

/* Of FACTOR * x + number >= 0: return x + number / FACTOR, rounded down, which is as much; SYM else. */
static hr_sym without_factor(hr_symbols *symbols, hr_sym sym)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);
	const bool two = sum->count == 2 && !sum->terms[1].monomial;
	hr_sym_term terms[2];

	if ((sum->count != 1 && !two) || sum->terms[0].factor < 1)
		return sym;
	terms[0] = (hr_sym_term){1, sum->terms[0].monomial};
	terms[1] = (hr_sym_term){two ? hr_sym_floor(sum->terms[1].factor, sum->terms[0].factor) : 0,
				 0};
	return hr_sym_sum_of_terms(symbols, terms, 2);
}

/* Move terms of A <= B to the side where their factors are positive. */
static void move_terms(hr_symbols *symbols, hr_sym *a, hr_sym *b)
{
	const hr_sym difference = without_factor(symbols, hr_sym_combine(symbols, *b, 1, *a, -1));
	hr_sym_term left[HR_SYM_TERMS], right[HR_SYM_TERMS];
	unsigned lefts = 0, rights = 0;

	for (unsigned i = 0; i < hr_sym_sum_of(symbols, difference)->count; i++) {
		const hr_sym_term term = hr_sym_sum_of(symbols, difference)->terms[i];

		if (term.factor == INT64_MIN)
			return;
		if (term.factor < 0)
			left[lefts++] = (hr_sym_term){-term.factor, term.monomial};
		else
			right[rights++] = term;
	}
	if (!difference)
		return;
	*a = hr_sym_sum_of_terms(symbols, left, lefts);
	*b = hr_sym_sum_of_terms(symbols, right, rights);
}

/* Divide the sides of A = B by the greatest number that divides all their terms. */
static void divide_sides(hr_symbols *symbols, hr_sym *a, hr_sym *b)
{
	uint64_t common = 0;
	uint32_t monomial = 0;

	hr_sym_common(symbols, *a, &common, &monomial);
	hr_sym_common(symbols, *b, &common, &monomial);
	if (common < 2 || common > INT64_MAX)
		return;
	*a = hr_sym_without(symbols, *a, (int64_t)common, 0);
	*b = hr_sym_without(symbols, *b, (int64_t)common, 0);
}

/* Return true if the need is recorded already; else note that it is. */
static bool is_recorded(hr_symbols *symbols, hr_need need)
{
	const uint64_t key = hr_mix(hr_mix((uint64_t)need.a << 32 | need.b) + need.kind);
	uint64_t at;

	if (hr_map_get(&symbols->need_of, key, &at) && at < symbols->needs.count) {
		const hr_need *old = &symbols->needs.data[at];

		if (old->kind == need.kind && old->a == need.a && old->b == need.b &&
		    !old->conditional)
			return true;
	}
	hr_map_put(&symbols->need_of, key, symbols->needs.count);
	return false;
}

bool hr_sym_need(hr_symbols *symbols, hr_need_kind kind, hr_sym a, hr_sym b, const char *who)
{
	int64_t number;
	hr_sym difference;

	a = hr_sym_simplify(symbols, a);
	b = hr_sym_simplify(symbols, b);
	if (!a || !b)
		return true;
	switch (judge(symbols, kind, a, b, &difference)) {
	case ALWAYS:
		symbols->proved += !symbols->judging && !(hr_sym_is_number(symbols, a, &number) &&
							  hr_sym_is_number(symbols, b, &number));
		return true;
	case NEVER: return false;
	case MAY_BE: break;
	}
	if (symbols->judging)
		return true;
	if (kind == HR_NEED_LESS_EQUAL)
		move_terms(symbols, &a, &b);
	if (kind == HR_NEED_EQUAL)
		divide_sides(symbols, &a, &b);
	if (kind == HR_NEED_EQUAL && hr_sym_is_number(symbols, a, &number)) {
		const hr_sym swapped = a;

		a = b;
		b = swapped;
	}
	if (is_recorded(symbols, (hr_need){.kind = kind, .a = a, .b = b})) {
		symbols->proved++;
		return true;
	}
	HR_PUSH(&symbols->needs, (hr_need){kind, a, b, who, false});
	if (difference)
		solve(symbols, difference);
	return true;
}

const hr_need *hr_sym_needs(const hr_symbols *symbols, unsigned *count)
{
	*count = (unsigned)symbols->needs.count;
	return symbols->needs.data;
}

unsigned hr_sym_proved(const hr_symbols *symbols)
{
	return symbols->proved;
}

/* --- scopes ----------------------------------------------------------------------------------- */

hr_sym_scope hr_sym_enter(const hr_symbols *symbols)
{
	return (hr_sym_scope){symbols->needs.count, symbols->equated.count, symbols->atoms.count};
}

bool hr_sym_before(const hr_symbols *symbols, hr_sym sym, hr_sym_scope scope)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);

	for (unsigned i = 0; i < sum->count; i++) {
		const hr_sym_monomial *of = &symbols->monomials.data[sum->terms[i].monomial];

		for (unsigned k = 0; k < of->count; k++) {
			const hr_sym_atom *at = hr_sym_atom_of(symbols, of->atoms[k]);

			if (at->kind == HR_ATOM_SYMBOL && of->atoms[k] >= scope.atoms)
				return false;
			for (unsigned n = 0; n < at->arg_count; n++)
				if (!hr_sym_before(symbols, at->args[n], scope))
					return false;
		}
	}
	return true;
}

static void forget_equalities(hr_symbols *symbols, hr_sym_scope scope)
{
	while (symbols->equated.count > scope.equated) {
		symbols->atoms.data[HR_LAST(&symbols->equated)].stands_for = HR_SYM_NONE;
		symbols->equated.count--;
		symbols->equalities++;
	}
}

void hr_sym_leave(hr_symbols *symbols, hr_sym_scope scope)
{
	for (size_t i = scope.needs; i < symbols->needs.count; i++)
		symbols->needs.data[i].conditional = true;
	forget_equalities(symbols, scope);
}

void hr_sym_forget(hr_symbols *symbols, hr_sym_scope scope, bool judging)
{
	symbols->needs.count = scope.needs;
	forget_equalities(symbols, scope);
	symbols->judging = judging;
}
