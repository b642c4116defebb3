/* ir/symbol/range.c -- ranges of extents, and proofs that one is never negative (X2).
 *
 * Invariant: a range has every value that the expression takes; a proof holds for all values of symbols
 *            within their ranges.
 * Not here:  what equalities say (need.c). */
#include "ir/symbol/symbol_private.h"

/* --- ranges ----------------------------------------------------------------------------------- */

static int64_t add_least(int64_t a, int64_t b)
{
	int64_t sum;

	if (a == INT64_MIN || b == INT64_MIN)
		return INT64_MIN;
	if (__builtin_add_overflow(a, b, &sum))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

static int64_t add_most(int64_t a, int64_t b)
{
	int64_t sum;

	if (a == INT64_MAX || b == INT64_MAX)
		return INT64_MAX;
	if (__builtin_add_overflow(a, b, &sum))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

hr_sym_range hr_sym_range_add(hr_sym_range a, hr_sym_range b)
{
	return (hr_sym_range){add_least(a.least, b.least), add_most(a.most, b.most)};
}

/* INT64_MIN and INT64_MAX stand for infinities: their product with 0 is 0. */
static int64_t times(int64_t a, int64_t b)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
	return product;
}

hr_sym_range hr_sym_range_mul(hr_sym_range a, hr_sym_range b)
{
	const int64_t corners[] = {times(a.least, b.least), times(a.least, b.most),
				   times(a.most, b.least), times(a.most, b.most)};
	hr_sym_range range = {corners[0], corners[0]};

	for (unsigned i = 1; i < 4; i++) {
		range.least = corners[i] < range.least ? corners[i] : range.least;
		range.most = corners[i] > range.most ? corners[i] : range.most;
	}
	return range;
}

/* A quotient is defined where the divisor is at least 1. */
static hr_sym_range quotient_range(hr_sym_range a, hr_sym_range b)
{
	const int64_t least = b.least < 1 ? 1 : b.least, most = b.most < 1 ? 1 : b.most;
	hr_sym_range range;

	range.least = a.least == INT64_MIN ? INT64_MIN
		      : a.least < 0        ? hr_sym_floor(a.least, least)
		      : most == INT64_MAX  ? 0
					   : a.least / most;
	range.most = a.most == INT64_MAX ? INT64_MAX
		     : a.most >= 0       ? a.most / least
		     : most == INT64_MAX ? -1
					 : hr_sym_floor(a.most, most);
	return range;
}

hr_sym_range hr_sym_range_atom(const hr_symbols *symbols, hr_sym_atom_kind kind, const hr_sym *args,
			       unsigned count)
{
	hr_sym_range range = hr_sym_sum_of(symbols, args[0])->range;

	if (kind == HR_ATOM_QUOTIENT)
		return quotient_range(range, hr_sym_sum_of(symbols, args[1])->range);
	for (unsigned i = 1; i < count; i++) {
		const hr_sym_range next = hr_sym_sum_of(symbols, args[i])->range;
		const bool least =
			kind == HR_ATOM_MIN ? next.least < range.least : next.least > range.least;
		const bool most =
			kind == HR_ATOM_MIN ? next.most < range.most : next.most > range.most;

		range.least = least ? next.least : range.least;
		range.most = most ? next.most : range.most;
	}
	return range;
}

/* --- proofs ----------------------------------------------------------------------------------- */

/* A proof that TIMES * SYM is at least -SLACK, in at most STEPS steps. */
typedef struct proof {
	hr_symbols *symbols;
	unsigned steps;
} proof;

static bool at_least(proof *of, hr_sym sym, int64_t slack);

/* Return SYM, in which FACTOR times ATOM is a term, with BY in ATOM's place. */
static hr_sym replaced(hr_symbols *symbols, hr_sym sym, uint32_t atom, int64_t factor, hr_sym by)
{
	if (factor == INT64_MIN || !by)
		return HR_SYM_NONE;
	sym = hr_sym_combine(symbols, sym, 1, hr_sym_of_atom(symbols, atom), -factor);
	return hr_sym_combine(symbols, sym, 1, by, factor);
}

/* floor(x / k) is from (x - k + 1) / k to x / k: with it, k * SYM is bounded from below. */
static bool by_quotient(proof *of, hr_sym sym, int64_t slack, uint32_t atom, int64_t factor)
{
	hr_symbols *symbols = of->symbols;
	const hr_sym x = hr_sym_atom_of(symbols, atom)->args[0];
	int64_t k, wide;
	hr_sym rest;

	if (!hr_sym_is_number(symbols, hr_sym_atom_of(symbols, atom)->args[1], &k) ||
	    factor == INT64_MIN || __builtin_mul_overflow(slack, k, &wide) ||
	    __builtin_add_overflow(wide, k - 1, &wide))
		return false;
	rest = hr_sym_combine(symbols, sym, 1, hr_sym_of_atom(symbols, atom), -factor);
	rest = hr_sym_combine(symbols, rest, k, x, factor);
	if (factor > 0)
		rest = hr_sym_combine(symbols, rest, 1, hr_sym_number(symbols, k - 1), -factor);
	return at_least(of, rest, wide);
}

static bool by_choice(proof *of, hr_sym sym, int64_t slack, uint32_t atom, int64_t factor)
{
	hr_symbols *symbols = of->symbols;
	const hr_sym_atom at = *hr_sym_atom_of(symbols, atom);
	/* The atom adds at least what each, or else some, of the choices adds. */
	const bool any = (at.kind == HR_ATOM_MAX) == (factor > 0);

	for (unsigned i = 0; i < at.arg_count; i++)
		if (at_least(of, replaced(symbols, sym, atom, factor, at.args[i]), slack) == any)
			return any;
	return !any;
}

static bool at_least(proof *of, hr_sym sym, int64_t slack)
{
	hr_symbols *symbols = of->symbols;
	bool shown;

	if (!sym || !of->steps)
		return false;
	of->steps--;
	if (hr_sym_sum_of(symbols, sym)->range.least >= -slack)
		return true;
	for (unsigned i = 0; i < hr_sym_sum_of(symbols, sym)->count; i++) {
		const hr_sym_term term = hr_sym_sum_of(symbols, sym)->terms[i];
		const hr_sym_monomial monomial = symbols->monomials.data[term.monomial];
		const hr_sym_atom *atom;

		if (monomial.count != 1)
			continue;
		atom = hr_sym_atom_of(symbols, monomial.atoms[0]);
		if (atom->kind == HR_ATOM_QUOTIENT)
			shown = by_quotient(of, sym, slack, monomial.atoms[0], term.factor);
		else if (atom->kind != HR_ATOM_SYMBOL)
			shown = by_choice(of, sym, slack, monomial.atoms[0], term.factor);
		else
			shown = atom->bound && term.factor < 0 &&
				at_least(of,
					 replaced(symbols, sym, monomial.atoms[0], term.factor,
						  atom->bound),
					 slack);
		if (shown)
			return true;
	}
	return false;
}

bool hr_sym_never_negative(hr_symbols *symbols, hr_sym sym)
{
	proof of = {symbols, 32};

	return at_least(&of, sym, 0);
}
