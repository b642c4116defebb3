/* ir/graph/expr.h -- making the expressions of grids (G2, G7).
 *
 * Every expression is folded and brought into one form, whatever an optimiser did. NULL: it is too
 * large. */
#ifndef HR_EXPR_H
#define HR_EXPR_H

#include "ir/graph/graph.h"
#include "src/base/arena.h"

const hr_expr *hr_expr_const(hr_arena *arena, unsigned bits, uint64_t value);
const hr_expr *hr_expr_input(hr_arena *arena, unsigned bits, uint64_t port);
const hr_expr *hr_expr_make(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a,
			    const hr_expr *b, const hr_expr *c);
/* An i64 from an extent of any width: sign-extended. */
const hr_expr *hr_expr_extent(hr_arena *arena, const hr_expr *expr);

#endif
