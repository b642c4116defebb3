/* ir/symbol/symbol.c -- the tables of extents: symbols, atoms, monomials, sums (X2).
 *
 * Invariant: two entries of a table differ, and none changes but in what equalities put in its place.
 * Owns:      all expressions and their texts.
 * Not here:  arithmetic (make.c), ranges (range.c), equalities (need.c), text
 *            (text.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/symbol_private.h"
#include "src/base/hash.h"
#include "src/base/mix.h"

hr_symbols *hr_symbols_new(void)
{
	hr_symbols *symbols = hr_alloc_zero(sizeof(*symbols));

	hr_arena_init(&symbols->arena);
	HR_PUSH(&symbols->atoms, (hr_sym_atom){0});
	HR_PUSH(&symbols->sums, (hr_sym_sum){0});
	HR_PUSH(&symbols->made, (hr_sym_made){0});
	HR_PUSH(&symbols->monomials, (hr_sym_monomial){0});
	return symbols;
}

void hr_symbols_free(hr_symbols *symbols)
{
	if (!symbols)
		return;
	HR_VEC_FREE(&symbols->atoms);
	HR_VEC_FREE(&symbols->monomials);
	HR_VEC_FREE(&symbols->sums);
	HR_VEC_FREE(&symbols->made);
	HR_VEC_FREE(&symbols->needs);
	HR_VEC_FREE(&symbols->equated);
	hr_map_free(&symbols->atom_of);
	hr_map_free(&symbols->monomial_of);
	hr_map_free(&symbols->sum_of);
	hr_map_free(&symbols->made_of);
	hr_map_free(&symbols->need_of);
	hr_strmap_free(&symbols->named);
	hr_arena_free(&symbols->arena);
	hr_free(symbols);
}

/* --- monomials -------------------------------------------------------------------------------- */

uint32_t hr_sym_monomial_of(hr_symbols *symbols, const uint32_t *atoms, unsigned count)
{
	uint64_t hash = hr_mix(hr_hash(HR_HASH_FIRST, atoms, count * sizeof(*atoms))), at = 0;
	uint32_t *copy;

	if (!count)
		return 0;
	if (count > HR_SYM_DEGREE)
		return UINT32_MAX;
	hr_map_get(&symbols->monomial_of, hash, &at);
	for (uint32_t i = (uint32_t)at; i; i = symbols->monomials.data[i].next)
		if (symbols->monomials.data[i].count == count &&
		    !memcmp(symbols->monomials.data[i].atoms, atoms, count * sizeof(*atoms)))
			return i;
	copy = hr_arena_array(&symbols->arena, count, sizeof(*copy));
	memcpy(copy, atoms, count * sizeof(*copy));
	HR_PUSH(&symbols->monomials, (hr_sym_monomial){copy, count, (uint32_t)at});
	hr_map_put(&symbols->monomial_of, hash, symbols->monomials.count - 1);
	return (uint32_t)symbols->monomials.count - 1;
}

int hr_sym_monomial_order(const hr_symbols *symbols, uint32_t a, uint32_t b)
{
	const hr_sym_monomial *one = &symbols->monomials.data[a];
	const hr_sym_monomial *other = &symbols->monomials.data[b];

	if (one->count != other->count)
		return one->count > other->count ? -1 : 1;
	for (unsigned i = 0; i < one->count; i++)
		if (one->atoms[i] != other->atoms[i])
			return one->atoms[i] < other->atoms[i] ? -1 : 1;
	return 0;
}

/* --- sums ------------------------------------------------------------------------------------- */

/* Add TERM to the COUNT sorted terms at TERMS. Return the new count; UINT_MAX at an overflow. */
static unsigned insert_term(const hr_symbols *symbols, hr_sym_term *terms, unsigned count,
			    hr_sym_term term)
{
	unsigned low = 0, high = count;

	while (low < high) {
		const unsigned middle = (low + high) / 2;

		if (hr_sym_monomial_order(symbols, terms[middle].monomial, term.monomial) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < count && terms[low].monomial == term.monomial) {
		if (__builtin_add_overflow(terms[low].factor, term.factor, &terms[low].factor))
			return UINT32_MAX;
		if (!terms[low].factor) {
			memmove(terms + low, terms + low + 1, (count - low - 1) * sizeof(*terms));
			count--;
		}
		return count;
	}
	memmove(terms + low + 1, terms + low, (count - low) * sizeof(*terms));
	terms[low] = term;
	return count + 1;
}

/* Set the range, depth and size of SUM. */
static void measure(const hr_symbols *symbols, hr_sym_sum *sum)
{
	for (unsigned i = 0; i < sum->count; i++) {
		const hr_sym_monomial *of = &symbols->monomials.data[sum->terms[i].monomial];
		hr_sym_range range = {sum->terms[i].factor, sum->terms[i].factor};

		for (unsigned k = 0; k < of->count; k++) {
			const hr_sym_atom *atom = hr_sym_atom_of(symbols, of->atoms[k]);

			range = hr_sym_range_mul(range, atom->range);
			sum->depth = atom->depth > sum->depth ? atom->depth : sum->depth;
			sum->size += atom->size;
		}
		sum->range = i ? hr_sym_range_add(sum->range, range) : range;
		sum->size++;
	}
}

static hr_sym intern_sum(hr_symbols *symbols, const hr_sym_term *terms, unsigned count)
{
	uint64_t hash = HR_HASH_FIRST, at = 0;
	hr_sym_sum made = {.count = count};
	hr_sym_term *copy;

	for (unsigned i = 0; i < count; i++) {
		hash = hr_mix(hash ^ (uint64_t)terms[i].factor);
		hash = hr_mix(hash + terms[i].monomial);
	}
	hr_map_get(&symbols->sum_of, hash, &at);
	for (hr_sym i = (hr_sym)at; i; i = symbols->sums.data[i].next) {
		const hr_sym_sum *sum = hr_sym_sum_of(symbols, i);
		unsigned same = 0;

		while (sum->count == count && same < count &&
		       sum->terms[same].factor == terms[same].factor &&
		       sum->terms[same].monomial == terms[same].monomial)
			same++;
		if (sum->count == count && same == count)
			return i;
	}
	made.terms = terms;
	measure(symbols, &made);
	if (made.depth > HR_SYM_DEPTH || made.size > HR_SYM_SIZE)
		return HR_SYM_NONE;
	copy = hr_arena_array(&symbols->arena, count + 1, sizeof(*copy));
	if (count)
		memcpy(copy, terms, count * sizeof(*copy));
	made.terms = copy;
	made.next = (uint32_t)at;
	HR_PUSH(&symbols->sums, made);
	hr_map_put(&symbols->sum_of, hash, symbols->sums.count - 1);
	return (hr_sym)symbols->sums.count - 1;
}

hr_sym hr_sym_sum_of_terms(hr_symbols *symbols, hr_sym_term *terms, unsigned count)
{
	unsigned sorted = 0;

	for (unsigned i = 0; i < count; i++) {
		const hr_sym_term term = terms[i];

		if (!term.factor)
			continue;
		sorted = insert_term(symbols, terms, sorted, term);
		if (sorted == UINT32_MAX)
			return HR_SYM_NONE;
	}
	return sorted > HR_SYM_TERMS ? HR_SYM_NONE : intern_sum(symbols, terms, sorted);
}

hr_sym hr_sym_number(hr_symbols *symbols, int64_t number)
{
	hr_sym_term term = {number, 0};

	return hr_sym_sum_of_terms(symbols, &term, 1);
}

bool hr_sym_is_number(const hr_symbols *symbols, hr_sym sym, int64_t *number)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);

	if (!sym || sum->count > 1 || (sum->count && sum->terms[0].monomial))
		return false;
	*number = sum->count ? sum->terms[0].factor : 0;
	return true;
}

void hr_sym_limits(const hr_symbols *symbols, hr_sym sym, int64_t *least, int64_t *most)
{
	const hr_sym_range range =
		sym ? hr_sym_sum_of(symbols, sym)->range : (hr_sym_range){INT64_MIN, INT64_MAX};

	*least = range.least;
	*most = range.most;
}

/* --- atoms ------------------------------------------------------------------------------------ */

hr_sym hr_sym_of_atom(hr_symbols *symbols, uint32_t atom)
{
	hr_sym_term term = {1, hr_sym_monomial_of(symbols, &atom, 1)};

	return hr_sym_sum_of_terms(symbols, &term, 1);
}

uint32_t hr_sym_lone_atom(const hr_symbols *symbols, hr_sym sym)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);

	if (sum->count != 1 || sum->terms[0].factor != 1 ||
	    symbols->monomials.data[sum->terms[0].monomial].count != 1)
		return 0;
	return symbols->monomials.data[sum->terms[0].monomial].atoms[0];
}

hr_sym hr_sym_atom_make(hr_symbols *symbols, hr_sym_atom_kind kind, const hr_sym *args,
			unsigned count)
{
	hr_sym_atom made = {.kind = kind, .arg_count = count, .size = 1};
	uint64_t hash = hr_mix(hr_hash(kind, args, count * sizeof(*args))), at = 0;
	hr_sym *copy;

	made.range = hr_sym_range_atom(symbols, kind, args, count);
	if (made.range.least == made.range.most)
		return hr_sym_number(symbols, made.range.least);
	hr_map_get(&symbols->atom_of, hash, &at);
	for (uint32_t i = (uint32_t)at; i; i = symbols->atoms.data[i].next) {
		const hr_sym_atom *atom = hr_sym_atom_of(symbols, i);

		if (atom->kind == kind && atom->arg_count == count &&
		    !memcmp(atom->args, args, count * sizeof(*args)))
			return hr_sym_of_atom(symbols, i);
	}
	for (unsigned i = 0; i < count; i++) {
		const hr_sym_sum *sum = hr_sym_sum_of(symbols, args[i]);

		made.depth = sum->depth + 1 > made.depth ? sum->depth + 1 : made.depth;
		made.size += sum->size;
	}
	if (made.depth > HR_SYM_DEPTH || made.size > HR_SYM_SIZE)
		return HR_SYM_NONE;
	copy = hr_arena_array(&symbols->arena, count, sizeof(*copy));
	memcpy(copy, args, count * sizeof(*copy));
	made.args = copy;
	made.next = (uint32_t)at;
	HR_PUSH(&symbols->atoms, made);
	hr_map_put(&symbols->atom_of, hash, symbols->atoms.count - 1);
	return hr_sym_of_atom(symbols, (uint32_t)symbols->atoms.count - 1);
}

/* --- symbols ---------------------------------------------------------------------------------- */

static hr_sym add_symbol(hr_symbols *symbols, const char *name, hr_sym_range range)
{
	const uint32_t atom = (uint32_t)symbols->atoms.count;

	HR_PUSH(&symbols->atoms, (hr_sym_atom){.kind = HR_ATOM_SYMBOL,
					       .name = hr_arena_strdup(&symbols->arena, name),
					       .range = range,
					       .size = 1});
	hr_strmap_put(&symbols->named, name, atom);
	return hr_sym_of_atom(symbols, atom);
}

hr_sym hr_sym_fresh(hr_symbols *symbols, hr_sym_range range)
{
	const char *name;
	uint64_t taken;

	do
		name = hr_arena_printf(&symbols->arena, "s%u", symbols->unnamed++);
	while (hr_strmap_get(&symbols->named, name, &taken));
	return add_symbol(symbols, name, range);
}

hr_sym hr_sym_symbol(hr_symbols *symbols, const char *name)
{
	const hr_sym_range extent = {0, INT64_MAX};
	uint64_t atom;

	if (!name)
		return hr_sym_fresh(symbols, extent);
	if (hr_strmap_get(&symbols->named, name, &atom))
		return hr_sym_of_atom(symbols, (uint32_t)atom);
	return add_symbol(symbols, name, extent);
}

hr_sym hr_sym_bounded(hr_symbols *symbols, hr_sym bound)
{
	const int64_t most = bound ? hr_sym_sum_of(symbols, bound)->range.most : INT64_MAX;
	const hr_sym made = hr_sym_fresh(symbols, (hr_sym_range){0, most < 0 ? 0 : most});

	symbols->atoms.data[hr_sym_lone_atom(symbols, made)].bound = bound;
	return made;
}

hr_sym hr_sym_bound(const hr_symbols *symbols, hr_sym sym)
{
	return hr_sym_atom_of(symbols, hr_sym_lone_atom(symbols, sym))->bound;
}
