/* ir/graph/expr.c -- integer expressions of grids (G2, G7): construction, normalisation,
 * evaluation, printing.
 *
 * Optimisers write one computation in many ways. To give the same program the same graph at every
 * optimisation level, an expression is folded when it is made, shifts become multiplications and
 * divisions, subtractions of constants become additions, and the operands of commutative operations
 * are sorted.
 *
 * Invariant: as a tree, an expression has at most SIZE_LIMIT nodes, so every traversal is bounded.
 * Owns:      nothing; expressions are in the arena that they were made in.
 * Not here:  which instructions become expressions (ir/lift/internal.c). */
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

/* --- arithmetic ------------------------------------------------------------------------------- */

static uint64_t clip(uint64_t value, unsigned bits)
{
	return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

/* Return VALUE of width BITS sign-extended to 64 bits. */
static uint64_t widen(uint64_t value, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);

	return (clip(value, bits) ^ sign) - sign;
}

/* Compare in signed order of 64-bit two's complement. */
static bool less_signed(uint64_t a, uint64_t b)
{
	uint64_t flip = UINT64_C(1) << 63;

	return (a ^ flip) < (b ^ flip);
}

static bool divide_signed(hr_expr_op op, uint64_t a, uint64_t b, unsigned bits, uint64_t *value,
			  const char **why)
{
	bool a_negative = less_signed(a, 0), b_negative = less_signed(b, 0);
	uint64_t magnitude_a = a_negative ? 0 - a : a, magnitude_b = b_negative ? 0 - b : b;
	uint64_t quotient, rest;

	if (a == widen(UINT64_C(1) << (bits - 1), bits) && b == UINT64_MAX) {
		*why = "the quotient does not fit";
		return false;
	}
	quotient = magnitude_a / magnitude_b;
	rest = magnitude_a % magnitude_b;
	if (op == HR_X_SDIV)
		*value = a_negative != b_negative ? 0 - quotient : quotient;
	else
		*value = a_negative ? 0 - rest : rest;
	return true;
}

static bool divide(hr_expr_op op, uint64_t a, uint64_t b, unsigned bits, uint64_t *value,
		   const char **why)
{
	if (!b) {
		*why = "division by zero";
		return false;
	}
	if (op == HR_X_UDIV)
		*value = a / b;
	else if (op == HR_X_UREM)
		*value = a % b;
	else
		return divide_signed(op, widen(a, bits), widen(b, bits), bits, value, why);
	return true;
}

static bool shift(hr_expr_op op, uint64_t a, uint64_t b, unsigned bits, uint64_t *value,
		  const char **why)
{
	uint64_t sign;

	if (b >= bits) {
		*why = "the shift amount is not less than the width of the value";
		return false;
	}
	if (op == HR_X_SHL) {
		*value = a << b;
	} else if (op == HR_X_LSHR) {
		*value = a >> b;
	} else {
		sign = less_signed(widen(a, bits), 0) ? UINT64_MAX : 0;
		*value = b ? widen(a, bits) >> b | sign << (64 - b) : a;
	}
	return true;
}

static uint64_t compare(hr_expr_op op, uint64_t a, uint64_t b, unsigned bits)
{
	uint64_t sa = widen(a, bits), sb = widen(b, bits);

	switch (op) {
	case HR_X_EQ: return a == b;
	case HR_X_NE: return a != b;
	case HR_X_UGT: return a > b;
	case HR_X_UGE: return a >= b;
	case HR_X_ULT: return a < b;
	case HR_X_ULE: return a <= b;
	case HR_X_SGT: return less_signed(sb, sa);
	case HR_X_SGE: return !less_signed(sa, sb);
	case HR_X_SLT: return less_signed(sa, sb);
	default: return !less_signed(sb, sa);
	}
}

static uint64_t combine(hr_expr_op op, uint64_t a, uint64_t b, unsigned bits)
{
	bool less = less_signed(widen(a, bits), widen(b, bits));

	switch (op) {
	case HR_X_ADD: return a + b;
	case HR_X_SUB: return a - b;
	case HR_X_MUL: return a * b;
	case HR_X_AND: return a & b;
	case HR_X_OR: return a | b;
	case HR_X_XOR: return a ^ b;
	case HR_X_UMIN: return a < b ? a : b;
	case HR_X_UMAX: return a < b ? b : a;
	case HR_X_SMIN: return less ? a : b;
	case HR_X_SMAX: return less ? b : a;
	default: hr_bug("operation %d of an expression has no value", (int)op);
	}
}

/* Apply EXPR's operation to values of its operands, each within its width. */
static bool apply(const hr_expr *expr, const uint64_t *v, uint64_t *value, const char **why)
{
	unsigned from = expr->operand[0]->bits;

	switch (expr->op) {
	case HR_X_UDIV:
	case HR_X_SDIV:
	case HR_X_UREM:
	case HR_X_SREM: return divide(expr->op, v[0], v[1], from, value, why);
	case HR_X_SHL:
	case HR_X_LSHR:
	case HR_X_ASHR: return shift(expr->op, v[0], v[1], from, value, why);
	case HR_X_TRUNC:
	case HR_X_ZEXT: *value = v[0]; return true;
	case HR_X_SEXT: *value = widen(v[0], from); return true;
	case HR_X_SELECT: *value = v[0] ? v[1] : v[2]; return true;
	default:
		*value = expr->op >= HR_X_EQ && expr->op <= HR_X_SLE
				 ? compare(expr->op, v[0], v[1], from)
				 : combine(expr->op, v[0], v[1], from);
		return true;
	}
}

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
	uint64_t operands[3] = {0}, result;

	if (expr->op == HR_X_CONST) {
		*value = expr->value;
		return true;
	}
	if (expr->op == HR_X_INPUT) {
		*value = clip(read_input(&ports[expr->value], image), expr->bits);
		return true;
	}
	/* Only the chosen operand of a select must have a value. */
	for (unsigned i = 0; i < 3 && expr->operand[i]; i++) {
		if (expr->op == HR_X_SELECT && i && (i == 1) != (operands[0] != 0))
			continue;
		if (!hr_expr_value(expr->operand[i], ports, image, &operands[i], why))
			return false;
	}
	if (!apply(expr, operands, &result, why))
		return false;
	*value = clip(result, expr->bits);
	return true;
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
	return build(arena, HR_X_CONST, bits, clip(value, bits), NULL, NULL, NULL);
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
	switch (op) {
	case HR_X_ADD:
	case HR_X_MUL:
	case HR_X_AND:
	case HR_X_OR:
	case HR_X_XOR:
	case HR_X_UMIN:
	case HR_X_UMAX:
	case HR_X_SMIN:
	case HR_X_SMAX:
	case HR_X_EQ:
	case HR_X_NE: return true;
	default: return false;
	}
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
	if (op == HR_X_AND && is_power_of_two(value + 1))
		return hr_expr_make(arena, HR_X_UREM, bits, a,
				    hr_expr_const(arena, bits, value + 1), NULL);
	if (op == HR_X_AND && value && is_power_of_two(clip(0 - value, bits)))
		return hr_expr_make(arena, HR_X_MUL, bits,
				    hr_expr_make(arena, HR_X_UDIV, bits, a,
						 hr_expr_const(arena, bits, 0 - value), NULL),
				    hr_expr_const(arena, bits, 0 - value), NULL);
	if ((op == HR_X_ADD && !value) ||
	    ((op == HR_X_MUL || op == HR_X_UDIV || op == HR_X_SDIV) && value == 1))
		return a;
	if (repeats && (op == HR_X_ADD || op == HR_X_MUL))
		return hr_expr_make(
			arena, op, bits, a->operand[0],
			hr_expr_const(arena, bits, combine(op, inner->value, value, bits)), NULL);
	if (repeats && op == HR_X_UDIV && value && inner->value <= UINT32_MAX &&
	    value <= UINT32_MAX && clip(value * inner->value, bits) == value * inner->value)
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

/* Operators are the unsigned operations; the signed ones are written by name. */
static const spelling spellings[] = {
	[HR_X_ADD] = {"+", 8},     [HR_X_SUB] = {"-", 8},     [HR_X_MUL] = {"*", 9},
	[HR_X_UDIV] = {"/", 9},    [HR_X_SDIV] = {"sdiv", 0}, [HR_X_UREM] = {"%", 9},
	[HR_X_SREM] = {"srem", 0}, [HR_X_SHL] = {"<<", 7},    [HR_X_LSHR] = {">>", 7},
	[HR_X_ASHR] = {"ashr", 0}, [HR_X_AND] = {"&", 4},     [HR_X_OR] = {"|", 2},
	[HR_X_XOR] = {"^", 3},     [HR_X_UMIN] = {"min", 0},  [HR_X_UMAX] = {"max", 0},
	[HR_X_SMIN] = {"smin", 0}, [HR_X_SMAX] = {"smax", 0}, [HR_X_EQ] = {"==", 5},
	[HR_X_NE] = {"!=", 5},     [HR_X_UGT] = {">", 6},     [HR_X_UGE] = {">=", 6},
	[HR_X_ULT] = {"<", 6},     [HR_X_ULE] = {"<=", 6},    [HR_X_SGT] = {"sgt", 0},
	[HR_X_SGE] = {"sge", 0},   [HR_X_SLT] = {"slt", 0},   [HR_X_SLE] = {"sle", 0},
};

enum { BINDS_SELECT = 1, BINDS_UNARY = 10 };

static void print(const hr_expr *expr, const hr_port *ports, int outside, FILE *stream);

static void print_leaf(const hr_expr *expr, const hr_port *ports, FILE *stream)
{
	if (expr->op == HR_X_CONST)
		fprintf(stream, "%" PRId64, (int64_t)widen(expr->value, expr->bits));
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
		    less_signed(widen(right->value, right->bits), 0);

	print(expr->operand[0], ports, how->binds, stream);
	if (less) {
		fprintf(stream, " - %" PRIu64, 0 - widen(right->value, right->bits));
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
