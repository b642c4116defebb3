/* ir/tensor/symbol.h -- extents as expressions over named symbols (X2).
 *
 * Expressions are interned: equal expressions in normal form have equal numbers. Symbols stand for
 * integers of at least 0. */
#ifndef HR_SYMBOL_H
#define HR_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hr_symbols hr_symbols;
typedef uint32_t
	hr_sym; /* an expression; 0 (HR_SYM_NONE): unknown, and operations on it are unknown */
enum { HR_SYM_NONE = 0 };

typedef enum hr_sym_op {
	HR_SYM_ADD,
	HR_SYM_SUB,
	HR_SYM_MUL,
	HR_SYM_DIV,  /* rounded down; by 0 or less: unknown */
	HR_SYM_CEIL, /* quotient, rounded up */
	HR_SYM_MOD,
	HR_SYM_MIN,
	HR_SYM_MAX,
} hr_sym_op;

hr_symbols *hr_symbols_new(void);
void hr_symbols_free(hr_symbols *symbols);
hr_sym hr_sym_number(hr_symbols *symbols, int64_t number);
/* Return the symbol NAME, which is made if it is new. NAME NULL: a new symbol s0, s1, ... */
hr_sym hr_sym_symbol(hr_symbols *symbols, const char *name);
hr_sym hr_sym_make(hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b);
/* Return true and set *NUMBER if the expression is a number. */
bool hr_sym_is_number(const hr_symbols *symbols, hr_sym sym, int64_t *number);
/* Return true if A and B are equal for all values of the symbols that meet the constraints so far. */
bool hr_sym_equal(hr_symbols *symbols, hr_sym a, hr_sym b);
/* Return SYM with the equalities that are known so far put in. */
hr_sym hr_sym_simplify(hr_symbols *symbols, hr_sym sym);
/* Return the text of SYM, "2*s0 + 1" ("?" if unknown); valid until the table is freed. */
const char *hr_sym_text(hr_symbols *symbols, hr_sym sym);

/* A constraint that no proof removed: what an operation needs, checked when the program runs. */
typedef enum hr_need_kind { HR_NEED_EQUAL, HR_NEED_LESS_EQUAL, HR_NEED_DIVIDES } hr_need_kind;
typedef struct hr_need {
	hr_need_kind kind; /* A = B, A <= B, A divides B */
	hr_sym a, b;
	const char *who; /* label of the operation, borrowed */
} hr_need;
/* Record what WHO needs. Return false if it can never be: both are numbers and do not meet it. An
 * equality with a symbol on one side makes the symbol stand for the other side from now on. */
bool hr_sym_need(hr_symbols *symbols, hr_need_kind kind, hr_sym a, hr_sym b, const char *who);
/* The constraints in order; *COUNT is set. */
const hr_need *hr_sym_needs(const hr_symbols *symbols, unsigned *count);

#endif
