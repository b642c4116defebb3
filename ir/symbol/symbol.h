/* ir/symbol/symbol.h -- extents as expressions over named symbols (X2).
 *
 * Expressions are interned: equal expressions in normal form have equal numbers. Symbols stand for
 * integers of at least 0. */
#ifndef HR_SYMBOL_H
#define HR_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/status.h"

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
/* Return a new symbol that is at most BOUND, an extent that data decide; BOUND may be unknown. */
hr_sym hr_sym_bounded(hr_symbols *symbols, hr_sym bound);
/* Return the bound of SYM, a symbol made by hr_sym_bounded(), or HR_SYM_NONE. */
hr_sym hr_sym_bound(const hr_symbols *symbols, hr_sym sym);
/* Return OP of A and B. A quotient holds where the divisor is positive: (a*b)/b is a. A new symbol
 * stands for a result that is too large. */
hr_sym hr_sym_make(hr_symbols *symbols, hr_sym_op op, hr_sym a, hr_sym b);
/* Return true and set *NUMBER if the expression is a number. */
bool hr_sym_is_number(const hr_symbols *symbols, hr_sym sym, int64_t *number);
/* Set the range of SYM, as far as it can be shown: INT64_MIN, INT64_MAX: no limit. */
void hr_sym_limits(const hr_symbols *symbols, hr_sym sym, int64_t *least, int64_t *most);
/* Return true if A and B are equal for all values of the symbols that meet the constraints so far. */
bool hr_sym_equal(hr_symbols *symbols, hr_sym a, hr_sym b);
/* Return true if it can be shown that A is at most B, always. */
bool hr_sym_at_most(hr_symbols *symbols, hr_sym a, hr_sym b);
/* Return SYM with the equalities that are known so far put in. */
hr_sym hr_sym_simplify(hr_symbols *symbols, hr_sym sym);
/* Return the text of SYM, "2*s0 + 1" ("?" if unknown); valid until the table is freed. */
const char *hr_sym_text(hr_symbols *symbols, hr_sym sym);
/* Read what hr_sym_text() writes; symbols are made as needed. Set *END to the first character that is no
 * part of it. Return HR_SYM_NONE if TEXT begins with no expression, or with one too large. */
hr_sym hr_sym_read(hr_symbols *symbols, const char *text, const char **end);

/* A constraint that no proof removed: what an operation needs, checked when the program runs. */
typedef enum hr_need_kind { HR_NEED_EQUAL, HR_NEED_LESS_EQUAL, HR_NEED_DIVIDES } hr_need_kind;
typedef struct hr_need {
	hr_need_kind kind; /* A = B, A <= B, A divides B */
	hr_sym a, b;
	const char *who;  /* label of the operation, borrowed */
	bool conditional; /* of an operation in a body, which may not run */
} hr_need;
/* Record what WHO needs. Return false if it can never be: both are numbers and do not meet it. An
 * equality with a symbol on one side makes the symbol stand for the other side from now on. */
bool hr_sym_need(hr_symbols *symbols, hr_need_kind kind, hr_sym a, hr_sym b, const char *who)
	HR_MUST_CHECK;
/* The constraints in order; *COUNT is set. */
const hr_need *hr_sym_needs(const hr_symbols *symbols, unsigned *count);
/* Return how many constraints, not between two numbers, were proved and so not recorded. */
unsigned hr_sym_proved(const hr_symbols *symbols);

/* What is needed between these two calls holds only if a body runs: at the end, equalities that it gave
 * are forgotten, and its constraints become conditional. May be nested. */
typedef struct hr_sym_scope {
	size_t needs, equated, atoms;
} hr_sym_scope;
hr_sym_scope hr_sym_enter(const hr_symbols *symbols);
void hr_sym_leave(hr_symbols *symbols, hr_sym_scope scope);
/* Return true if SYM was there when SCOPE was entered, with all its symbols. */
bool hr_sym_before(const hr_symbols *symbols, hr_sym sym, hr_sym_scope scope);
/* Forget what was needed since SCOPE, of an operation that failed; then judge what is needed, and record
 * nothing, until the next call with JUDGING false. */
void hr_sym_forget(hr_symbols *symbols, hr_sym_scope scope, bool judging);

/* --- values of symbols, when a program runs ---------------------------------------------------- */

/* Begins as zero bytes: no value is known. */
typedef struct hr_sym_values {
	int64_t *numbers;     /* owns, as the next; by symbol */
	unsigned char *known; /* 1 where there is a number */
	size_t count;
} hr_sym_values;

void hr_sym_values_free(hr_sym_values *values);
/* Return true and set *NUMBER to the value of SYM; false if a symbol has none, or it is undefined. */
bool hr_sym_evaluate(const hr_symbols *symbols, hr_sym sym, const hr_sym_values *values,
		     int64_t *number);
typedef enum hr_sym_bound_to { HR_BIND_DONE, HR_BIND_LATER, HR_BIND_DIFFERS } hr_sym_bound_to;
/* Let SYM be NUMBER: a symbol gets its value, and so does the only symbol without one in a sum. LATER:
 * symbols have no values yet. DIFFERS: SYM has another value, which evaluation gives, or no value of its
 * symbol makes it NUMBER. */
hr_sym_bound_to hr_sym_bind(const hr_symbols *symbols, hr_sym sym, int64_t number,
			    hr_sym_values *values);
/* Return true if NEED is met, or hangs on symbols without values (then *KNOWN is false). */
bool hr_need_met(const hr_symbols *symbols, const hr_need *need, const hr_sym_values *values,
		 bool *known);
/* Return the text of NEED, "s0 = s1", "3 <= s0", "12 divides s0*s1"; valid until the table is freed. */
const char *hr_need_text(hr_symbols *symbols, const hr_need *need);

#endif
