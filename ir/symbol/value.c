/* ir/symbol/value.c -- values of extents and of what is needed of them, when a program runs (X2).
 *
 * Invariant: a value that does not fit 64 bits is unknown.
 * Owns:      the arrays of values. */
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/symbol_private.h"

void hr_sym_values_free(hr_sym_values *values)
{
	hr_free(values->numbers);
	hr_free(values->known);
	*values = (hr_sym_values){0};
}

static void set_value(const hr_symbols *symbols, hr_sym_values *values, uint32_t atom,
		      int64_t number)
{
	const size_t count = symbols->atoms.count;

	if (values->count < count) {
		values->numbers = hr_resize_array(values->numbers, count, sizeof(*values->numbers));
		values->known = hr_resize(values->known, count);
		memset(values->known + values->count, 0, count - values->count);
		values->count = count;
	}
	values->numbers[atom] = number;
	values->known[atom] = 1;
}

static bool evaluate_atom(const hr_symbols *symbols, uint32_t number, const hr_sym_values *values,
			  int64_t *out)
{
	const hr_sym_atom *atom = hr_sym_atom_of(symbols, number);
	int64_t next;

	if (atom->kind == HR_ATOM_SYMBOL) {
		if (number >= values->count || !values->known[number])
			return false;
		*out = values->numbers[number];
		return true;
	}
	if (!hr_sym_evaluate(symbols, atom->args[0], values, out))
		return false;
	for (unsigned i = 1; i < atom->arg_count; i++) {
		if (!hr_sym_evaluate(symbols, atom->args[i], values, &next))
			return false;
		if (atom->kind == HR_ATOM_QUOTIENT && next <= 0)
			return false;
		if (atom->kind == HR_ATOM_QUOTIENT)
			*out = hr_sym_floor(*out, next);
		else if ((atom->kind == HR_ATOM_MIN) == (next < *out))
			*out = next;
	}
	return true;
}

bool hr_sym_evaluate(const hr_symbols *symbols, hr_sym sym, const hr_sym_values *values,
		     int64_t *number)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);
	int64_t total = 0;

	if (!sym)
		return false;
	for (unsigned i = 0; i < sum->count; i++) {
		const hr_sym_monomial *of = &symbols->monomials.data[sum->terms[i].monomial];
		int64_t part = sum->terms[i].factor, atom;

		for (unsigned k = 0; k < of->count; k++)
			if (!evaluate_atom(symbols, of->atoms[k], values, &atom) ||
			    __builtin_mul_overflow(part, atom, &part))
				return false;
		if (__builtin_add_overflow(total, part, &total))
			return false;
	}
	*number = total;
	return true;
}

/* Return the only symbol in SYM that has no value, if it is in one term, alone and in no atom; *FACTOR is
 * that of the term, *REST the value of the other terms. Else 0. */
static uint32_t only_unknown(const hr_symbols *symbols, hr_sym sym, const hr_sym_values *values,
			     int64_t *factor, int64_t *rest)
{
	const hr_sym_sum *sum = hr_sym_sum_of(symbols, sym);
	uint32_t found = 0;

	*rest = 0;
	for (unsigned i = 0; i < sum->count; i++) {
		const hr_sym_monomial *of = &symbols->monomials.data[sum->terms[i].monomial];
		int64_t part = sum->terms[i].factor, atom;
		uint32_t unknown = 0;

		for (unsigned k = 0; k < of->count; k++) {
			const uint32_t at = of->atoms[k];

			if (!evaluate_atom(symbols, at, values, &atom)) {
				if (unknown || hr_sym_atom_of(symbols, at)->kind != HR_ATOM_SYMBOL)
					return 0;
				unknown = at;
			} else if (__builtin_mul_overflow(part, atom, &part)) {
				return 0;
			}
		}
		if (unknown && found)
			return 0;
		if (unknown) {
			found = unknown;
			*factor = part;
		} else if (__builtin_add_overflow(*rest, part, rest)) {
			return 0;
		}
	}
	return found;
}

hr_sym_bound_to hr_sym_bind(const hr_symbols *symbols, hr_sym sym, int64_t number,
			    hr_sym_values *values)
{
	int64_t value, factor = 0, rest;
	uint32_t atom;

	if (!sym)
		return HR_BIND_LATER;
	if (hr_sym_evaluate(symbols, sym, values, &value))
		return value == number ? HR_BIND_DONE : HR_BIND_DIFFERS;
	atom = only_unknown(symbols, sym, values, &factor, &rest);
	if (!atom || !factor || factor == -1 || __builtin_sub_overflow(number, rest, &value))
		return HR_BIND_LATER;
	if (value % factor || value / factor < hr_sym_atom_of(symbols, atom)->range.least ||
	    value / factor > hr_sym_atom_of(symbols, atom)->range.most)
		return HR_BIND_DIFFERS;
	set_value(symbols, values, atom, value / factor);
	return HR_BIND_DONE;
}

bool hr_need_met(const hr_symbols *symbols, const hr_need *need, const hr_sym_values *values,
		 bool *known)
{
	int64_t a, b;

	*known = hr_sym_evaluate(symbols, need->a, values, &a) &&
		 hr_sym_evaluate(symbols, need->b, values, &b);
	if (!*known)
		return true;
	switch (need->kind) {
	case HR_NEED_EQUAL: return a == b;
	case HR_NEED_LESS_EQUAL: return a <= b;
	case HR_NEED_DIVIDES: return a != 0 && a != -1 ? b % a == 0 : a != 0;
	}
	return false;
}
