/* ir/symbol/symbol_private.h -- the normal form of extents, which the files symbol*.c share.
 *
 * An expression is a sum of terms; a term is a number times a monomial; a monomial is a product of
 * atoms; an atom is a symbol, a quotient rounded down, or the least or greatest of expressions. All are
 * interned in tables of their own, and a number refers to each. */
#ifndef HR_SYMBOL_PRIVATE_H
#define HR_SYMBOL_PRIVATE_H

#include "ir/symbol/symbol.h"
#include "src/base/arena.h"
#include "src/base/map.h"
#include "src/base/vec.h"

/* Limits of an expression; beyond them a new symbol stands for it. */
enum {
	HR_SYM_TERMS = 24,  /* of a sum */
	HR_SYM_DEGREE = 12, /* of a monomial */
	HR_SYM_DEPTH = 12,  /* of atoms in atoms */
	HR_SYM_SIZE = 200,  /* atoms and terms, all together */
	HR_SYM_CHOICES = 8, /* of a minimum or maximum */
};

/* All integers from LEAST to MOST; INT64_MIN as LEAST and INT64_MAX as MOST: no limit. */
typedef struct hr_sym_range {
	int64_t least, most;
} hr_sym_range;

typedef enum hr_sym_atom_kind {
	HR_ATOM_SYMBOL,
	HR_ATOM_QUOTIENT, /* of two expressions, rounded down */
	HR_ATOM_MIN,
	HR_ATOM_MAX,
} hr_sym_atom_kind;

typedef struct hr_sym_atom {
	hr_sym_atom_kind kind;
	const char *name;  /* of a symbol */
	hr_sym stands_for; /* of a symbol: what an equality put in its place, or 0 */
	hr_sym bound;      /* of a symbol: an expression that it does not exceed, or 0 */
	const hr_sym *args;
	unsigned arg_count;
	hr_sym_range range;
	unsigned depth, size;
	uint32_t next; /* atom with the same hash */
} hr_sym_atom;

/* Atoms in ascending order, repeated for powers. Monomial 0 is the empty product. */
typedef struct hr_sym_monomial {
	const uint32_t *atoms;
	unsigned count;
	uint32_t next;
} hr_sym_monomial;

typedef struct hr_sym_term {
	int64_t factor; /* not 0 */
	uint32_t monomial;
} hr_sym_term;

/* Terms in the order of hr_sym_monomial_order(); the number, if there is one, is last. */
typedef struct hr_sym_sum {
	const hr_sym_term *terms;
	unsigned count;
	hr_sym_range range;
	unsigned depth, size;
	uint32_t next;
	hr_sym simplified; /* valid if EQUALITIES is the table's */
	uint64_t equalities;
	const char *text;
} hr_sym_sum;

typedef struct hr_sym_made {
	hr_sym a, b, result;
	hr_sym_op op;
	uint32_t next;
} hr_sym_made;

struct hr_symbols {
	hr_arena arena;
	HR_VEC(hr_sym_atom) atoms;         /* atom 0 is none */
	HR_VEC(hr_sym_monomial) monomials; /* monomial 0 is 1 */
	HR_VEC(hr_sym_sum) sums;           /* sum 0 is unknown */
	HR_VEC(hr_sym_made) made;          /* results of hr_sym_make(); 0 is none */
	hr_map atom_of, monomial_of, sum_of, made_of, need_of;
	hr_strmap named;
	HR_VEC(hr_need) needs;
	HR_VEC(uint32_t) equated; /* symbols that stand for something, oldest first */
	uint64_t equalities; /* changes whenever a symbol begins or ceases to stand for something */
	unsigned proved, unnamed;
	bool judging;     /* needs are judged and not recorded */
	unsigned nesting; /* of calls of hr_sym_simplify() */
};

static inline const hr_sym_sum *hr_sym_sum_of(const hr_symbols *symbols, hr_sym sym)
{
	return &symbols->sums.data[sym];
}

static inline const hr_sym_atom *hr_sym_atom_of(const hr_symbols *symbols, uint32_t atom)
{
	return &symbols->atoms.data[atom];
}

/* --- symbol.c: tables ------------------------------------------------------------------------- */

/* Return the monomial of COUNT atoms in ascending order, or UINT32_MAX if it has too many. */
uint32_t hr_sym_monomial_of(hr_symbols *symbols, const uint32_t *atoms, unsigned count);
/* Compare as qsort does: greater degrees first, then older atoms. */
int hr_sym_monomial_order(const hr_symbols *symbols, uint32_t a, uint32_t b);
/* Return the sum of COUNT terms in any order, which are changed; HR_SYM_NONE if it is too large. */
hr_sym hr_sym_sum_of_terms(hr_symbols *symbols, hr_sym_term *terms, unsigned count);
/* Return an atom as an expression; HR_SYM_NONE if it is too large. */
hr_sym hr_sym_atom_make(hr_symbols *symbols, hr_sym_atom_kind kind, const hr_sym *args,
			unsigned count);
/* Return the expression that is atom ATOM. */
hr_sym hr_sym_of_atom(hr_symbols *symbols, uint32_t atom);
/* Return a new symbol with RANGE. */
hr_sym hr_sym_fresh(hr_symbols *symbols, hr_sym_range range);
/* Return the atom that SYM is, or 0. */
uint32_t hr_sym_lone_atom(const hr_symbols *symbols, hr_sym sym);

/* --- range.c --------------------------------------------------------------------------- */

hr_sym_range hr_sym_range_add(hr_sym_range a, hr_sym_range b);
hr_sym_range hr_sym_range_mul(hr_sym_range a, hr_sym_range b);
hr_sym_range hr_sym_range_atom(const hr_symbols *symbols, hr_sym_atom_kind kind, const hr_sym *args,
			       unsigned count);
/* Return true if SYM is at least 0 for all values of its symbols, as far as that can be shown. */
bool hr_sym_never_negative(hr_symbols *symbols, hr_sym sym);

/* --- make.c ---------------------------------------------------------------------------- */

/* Return a * FACTOR_A + b * FACTOR_B; HR_SYM_NONE if it is too large. */
hr_sym hr_sym_combine(hr_symbols *symbols, hr_sym a, int64_t factor_a, hr_sym b, int64_t factor_b);
/* Put what all terms of SYM have in common into *FACTOR and *MONOMIAL, which hold what terms of other
 * sums have in common; *FACTOR is 0 if there are none. */
void hr_sym_common(hr_symbols *symbols, hr_sym sym, uint64_t *factor, uint32_t *monomial);
/* Return SYM divided by a factor and a monomial that divide all its terms. */
hr_sym hr_sym_without(hr_symbols *symbols, hr_sym sym, int64_t factor, uint32_t monomial);
/* As hr_sym_make(), with no new symbol: HR_SYM_NONE if the result is too large. */
hr_sym hr_sym_try(hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b);
/* Return NUMBER / BY rounded down; BY is positive. */
int64_t hr_sym_floor(int64_t number, int64_t by);
uint64_t hr_sym_gcd(uint64_t a, uint64_t b);

#endif
