/* ir/graph/expr.h -- construction of the expressions of grids (G2, G7).
 *
 * Every expression is folded and normalised, independent of the optimiser. The functions return
 * NULL if it is too large. */
#ifndef HR_EXPR_H
#define HR_EXPR_H

#include "ir/graph/graph.h"
#include "src/base/arena.h"

/* Return a constant, the value of the parent's input PORT, or OP of the operands A, B and C (NULL
 * if unused); the result has width BITS. */
const hr_expr *hr_expr_const(hr_arena *arena, unsigned bits, uint64_t value);
const hr_expr *hr_expr_input(hr_arena *arena, unsigned bits, uint64_t port);
const hr_expr *hr_expr_make(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a,
			    const hr_expr *b, const hr_expr *c);
/* Return an extent of any width as an i64: sign-extended. */
const hr_expr *hr_expr_extent(hr_arena *arena, const hr_expr *expr);

#endif
