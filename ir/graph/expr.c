/* ir/graph/expr.c -- integer expressions of grids (G2, G7): construction, normalisation,
 * evaluation, printing.
 *
 * Optimisers write one computation in many ways. To give the same program the same graph at every
 * optimisation level, an expression is folded when it is made, shifts become multiplications and
 * divisions, subtractions of constants become additions, and the operands of commutative operations
 * are sorted.
 *
 * Invariant: as a tree, an expression has at most SIZE_LIMIT parts, so every walk is bounded.
 * Owns:      nothing; expressions lie in the arena they were made in.
 * Not here:  what an operation gives (src/arith/expr.def, expression.h), which instructions become
 *            expressions (ir/lift/internal.c). */
#include "ir/graph/expr.h"

#include <inttypes.h>
#include <string.h>

enum { SIZE_LIMIT = 4096 };

/* The allocation behind every hr_expr. */
typedef struct sized {
	hr_expr expr;
	unsigned size;
} sized;

static unsigned size_of(const hr_expr *expr)
{
	return expr ? ((const sized *)expr)->size : 0;
}

/* --- values ----------------------------------------------------------------------------------- */

static uint64_t read_input(const hr_port *port, const uint8_t *image)
{
	uint64_t value = 0;
	size_t bytes = (port->type->bits + 7) / 8;

	/* The machine and the module's layout are little-endian. */
	memcpy(&value, image + port->offset, bytes > sizeof(value) ? sizeof(value) : bytes);
	return value;
}

bool hr_expr_value(const hr_expr *expr, const hr_port *ports, const uint8_t *image, uint64_t *value,
		   const char **why)
{
	uint64_t operands[3] = {0};
	uint32_t trap;

	if (expr->op == HR_X_CONST) {
		*value = expr->value;
		return true;
	}
	if (expr->op == HR_X_INPUT) {
		*value = hr_expr_cut(read_input(&ports[expr->value], image), expr->bits);
		return true;
	}
	/* Only the chosen operand of a select must have a value. */
	for (unsigned i = 0; i < 3 && expr->operand[i]; i++) {
		if (expr->op == HR_X_SELECT && i && (i == 1) != (operands[0] != 0))
			continue;
		if (!hr_expr_value(expr->operand[i], ports, image, &operands[i], why))
			return false;
	}
	trap = hr_expr_apply(expr->op, expr->operand[0]->bits, expr->bits, operands, value);
	if (trap)
		*why = hr_diag_words((hr_diag_id)(trap - 1));
	return !trap;
}

/* --- construction ----------------------------------------------------------------------------- */

static const hr_expr *build(hr_arena *arena, hr_expr_op op, unsigned bits, uint64_t value,
			    const hr_expr *a, const hr_expr *b, const hr_expr *c)
{
	unsigned size = 1 + size_of(a) + size_of(b) + size_of(c);
	sized *made;

	if (size > SIZE_LIMIT)
		return NULL;
	made = HR_ARENA_NEW(arena, sized);
	made->expr = (hr_expr){.op = op, .bits = bits, .value = value, .operand = {a, b, c}};
	made->size = size;
	return &made->expr;
}

const hr_expr *hr_expr_const(hr_arena *arena, unsigned bits, uint64_t value)
{
	return build(arena, HR_X_CONST, bits, hr_expr_cut(value, bits), NULL, NULL, NULL);
}

const hr_expr *hr_expr_input(hr_arena *arena, unsigned bits, uint64_t port)
{
	return build(arena, HR_X_INPUT, bits, port, NULL, NULL, NULL);
}

/* Compare expressions by structure, in a total order. */
static int order(const hr_expr *a, const hr_expr *b)
{
	int found = 0;

	if (a == b)
		return 0;
	if (!a || !b)
		return a ? 1 : -1;
	if ((a->op == HR_X_CONST) != (b->op == HR_X_CONST))
		return a->op == HR_X_CONST ? 1 : -1;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->bits != b->bits)
		return a->bits < b->bits ? -1 : 1;
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	for (unsigned i = 0; i < 3 && !found; i++)
		found = order(a->operand[i], b->operand[i]);
	return found;
}

static bool commutes(hr_expr_op op)
{
	enum { ORDERED, COMMUTES };
	static const bool rows[HR_X_COUNT] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) [HR_X_##id] = order,
#define EXPR_EXTREME(id, ident, sign, predicate, text)                  [HR_X_##id] = COMMUTES,
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       [HR_X_##id] = order,
#include "src/arith/expr.def"
	};

	return rows[op];
}

static bool is_power_of_two(uint64_t value)
{
	return value && !(value & (value - 1));
}

/* Return A op C, C constant, in normal form; NULL if it is in normal form already. */
static const hr_expr *with_constant(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a,
				    const hr_expr *c)
{
	uint64_t value = c->value;
	const hr_expr *inner = a->operand[1];
	bool repeats = a->op == op && inner && inner->op == HR_X_CONST;

	if (op == HR_X_SUB)
		return hr_expr_make(arena, HR_X_ADD, bits, a, hr_expr_const(arena, bits, 0 - value),
				    NULL);
	if ((op == HR_X_SHL || op == HR_X_LSHR) && value < bits)
		return hr_expr_make(arena, op == HR_X_SHL ? HR_X_MUL : HR_X_UDIV, bits, a,
				    hr_expr_const(arena, bits, UINT64_C(1) << value), NULL);
	if (op == HR_X_AND && is_power_of_two(hr_expr_cut(value + 1, bits)))
		return hr_expr_make(arena, HR_X_UREM, bits, a,
				    hr_expr_const(arena, bits, value + 1), NULL);
	if (op == HR_X_AND && value && is_power_of_two(hr_expr_cut(0 - value, bits)))
		return hr_expr_make(arena, HR_X_MUL, bits,
				    hr_expr_make(arena, HR_X_UDIV, bits, a,
						 hr_expr_const(arena, bits, 0 - value), NULL),
				    hr_expr_const(arena, bits, 0 - value), NULL);
	if ((op == HR_X_ADD && !value) || ((op == HR_X_MUL || op == HR_X_UDIV) && value == 1) ||
	    (op == HR_X_SDIV && value == 1 && bits > 1)) /* an i1 that is 1 is -1 */
		return a;
	if (repeats && (op == HR_X_ADD || op == HR_X_MUL))
		return hr_expr_make(arena, op, bits, a->operand[0],
				    hr_expr_make(arena, op, bits, inner, c, NULL), NULL);
	if (repeats && op == HR_X_UDIV && value && inner->value <= UINT32_MAX &&
	    value <= UINT32_MAX && hr_expr_cut(value * inner->value, bits) == value * inner->value)
		return hr_expr_make(arena, op, bits, a->operand[0],
				    hr_expr_const(arena, bits, value * inner->value), NULL);
	return NULL;
}

/* Combine a cast of a cast into one cast or none; NULL if that is impossible. */
static const hr_expr *cast(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a)
{
	const hr_expr *inner = a->operand[0];
	bool extended = a->op == HR_X_ZEXT || a->op == HR_X_SEXT;

	if (bits == a->bits)
		return a;
	if (op == HR_X_TRUNC && extended && bits <= inner->bits)
		return hr_expr_make(arena, HR_X_TRUNC, bits, inner, NULL, NULL);
	if (op == HR_X_TRUNC && extended)
		return hr_expr_make(arena, a->op, bits, inner, NULL, NULL);
	if ((op == HR_X_ZEXT || op == HR_X_SEXT) && a->op == HR_X_ZEXT)
		return hr_expr_make(arena, HR_X_ZEXT, bits, inner, NULL, NULL);
	if ((op == HR_X_SEXT && a->op == HR_X_SEXT) || (op == HR_X_TRUNC && a->op == HR_X_TRUNC))
		return hr_expr_make(arena, op, bits, inner, NULL, NULL);
	return NULL;
}

static const hr_expr *simplify(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a,
			       const hr_expr *b, const hr_expr *c)
{
	if (op == HR_X_TRUNC || op == HR_X_ZEXT || op == HR_X_SEXT)
		return cast(arena, op, bits, a);
	if (op == HR_X_SELECT)
		return a->op == HR_X_CONST ? (a->value ? b : c) : NULL;
	if (b->op == HR_X_CONST)
		return with_constant(arena, op, bits, a, b);
	if (op == HR_X_ADD && !order(a, b) && bits > 1)
		return hr_expr_make(arena, HR_X_MUL, bits, a, hr_expr_const(arena, bits, 2), NULL);
	return NULL;
}

const hr_expr *hr_expr_make(hr_arena *arena, hr_expr_op op, unsigned bits, const hr_expr *a,
			    const hr_expr *b, const hr_expr *c)
{
	hr_expr all = {.op = op, .bits = bits, .operand = {a, b, c}};
	const hr_expr *simple;
	const char *why;
	uint64_t value;
	bool constant;

	if (!a) /* it was too large */
		return NULL;
	constant =
		a->op == HR_X_CONST && (!b || b->op == HR_X_CONST) && (!c || c->op == HR_X_CONST);

	if (constant && hr_expr_value(&all, NULL, NULL, &value, &why))
		return hr_expr_const(arena, bits, value);
	if (commutes(op) && order(a, b) > 0)
		return hr_expr_make(arena, op, bits, b, a, c);
	simple = simplify(arena, op, bits, a, b, c);
	return simple ? simple : build(arena, op, bits, 0, a, b, c);
}

const hr_expr *hr_expr_extent(hr_arena *arena, const hr_expr *expr)
{
	return expr->bits == 64 ? expr : hr_expr_make(arena, HR_X_SEXT, 64, expr, NULL, NULL);
}

/* --- printing --------------------------------------------------------------------------------- */

typedef struct spelling {
	const char *text;
	int binds; /* precedence; 0: written as a call */
} spelling;

static const spelling spellings[HR_X_COUNT] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) [HR_X_##id] = {text, binds},
#define EXPR_EXTREME(id, ident, sign, predicate, text)                  [HR_X_##id] = {text, 0},
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       [HR_X_##id] = {text, binds},
#include "src/arith/expr.def"
};

enum { BINDS_SELECT = 1, BINDS_UNARY = 10 };

static void print(const hr_expr *expr, const hr_port *ports, int outside, FILE *stream);

static void print_leaf(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	if (expr->op == HR_X_CONST)
		fprintf(stream, "%" PRId64, (int64_t)hr_expr_widen(expr->value, expr->bits));
	else if (ports && *ports[expr->value].name)
		fputs(ports[expr->value].name, stream);
	else
		fprintf(stream, "in%" PRIu64, expr->value);
}

static void print_call(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	fprintf(stream, "%s(", spellings[expr->op].text);
	print(expr->operand[0], ports, 0, stream);
	fputs(", ", stream);
	print(expr->operand[1], ports, 0, stream);
	fputc(')', stream);
}

static void print_infix(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	const spelling *how = &spellings[expr->op];
	const hr_expr *right = expr->operand[1];
	bool less = expr->op == HR_X_ADD && right->op == HR_X_CONST &&
		    (int64_t)hr_expr_widen(right->value, right->bits) < 0;

	print(expr->operand[0], ports, how->binds, stream);
	if (less) {
		fprintf(stream, " - %" PRIu64, 0 - hr_expr_widen(right->value, right->bits));
		return;
	}
	fprintf(stream, " %s ", how->text);
	print(right, ports, how->binds + 1, stream);
}

static void print_select(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	print(expr->operand[0], ports, BINDS_SELECT + 1, stream);
	fputs(" ? ", stream);
	print(expr->operand[1], ports, BINDS_SELECT + 1, stream);
	fputs(" : ", stream);
	print(expr->operand[2], ports, BINDS_SELECT, stream);
}

/* OUTSIDE is the precedence of the enclosing operator; print parentheses if it is higher. */
static void print(const hr_expr *expr, const hr_port *ports, int outside, FILE *stream)
{
	int binds;

	switch (expr->op) {
	case HR_X_CONST:
	case HR_X_INPUT: print_leaf(expr, ports, stream); return;
	case HR_X_ZEXT: /* the value is the same */
		print(expr->operand[0], ports, outside, stream);
		return;
	case HR_X_SEXT:
	case HR_X_TRUNC:
		fprintf(stream, "(i%u)", expr->bits);
		print(expr->operand[0], ports, BINDS_UNARY, stream);
		return;
	default: break;
	}
	binds = expr->op == HR_X_SELECT ? BINDS_SELECT : spellings[expr->op].binds;
	if (!binds) {
		print_call(expr, ports, stream);
		return;
	}
	if (binds < outside)
		fputc('(', stream);
	if (expr->op == HR_X_SELECT)
		print_select(expr, ports, stream);
	else
		print_infix(expr, ports, stream);
	if (binds < outside)
		fputc(')', stream);
}

void hr_expr_print(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	print(expr, ports, 0, stream);
}
