/* src/arith/expression.h -- the operations of integer expressions, and the value of each.
 *
 * Widths are 1 to 64 bits; values are zero-extended in a uint64_t.
 * Not here: expressions as trees (ir/graph/expr.h), as steps on a stack
 *           (backends/unit/local_size.h). */
#ifndef HR_EXPRESSION_H
#define HR_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

typedef enum hr_expr_op {
#define EXPR_LEAF(id)                                                   HR_X_##id,
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) HR_X_##id,
#define EXPR_EXTREME(id, ident, sign, predicate, text)                  HR_X_##id,
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       HR_X_##id,
#define EXPR_CAST(id, ident, sign, opcode)                              HR_X_##id,
#define EXPR_CHOICE(id)                                                 HR_X_##id,
#include "src/arith/expr.def"
	HR_X_COUNT
} hr_expr_op;

/* The low BITS of VALUE. */
uint64_t hr_expr_cut(uint64_t value, unsigned bits);
/* VALUE of width BITS, its sign extended to 64 bits. */
uint64_t hr_expr_widen(uint64_t value, unsigned bits);
/* Return 0 and set *VALUE to what OP gives for the operands V, which have the width FROM (of a
 * choice: operands 1 and 2), in the width TO. Otherwise return a diagnostic's id + 1 (hr_trap): OP
 * has no value for them (H4); *VALUE is unchanged. OP is neither HR_X_CONST nor HR_X_INPUT. */
uint32_t hr_expr_apply(hr_expr_op op, unsigned from, unsigned to, const uint64_t *v,
		       uint64_t *value);

#endif
