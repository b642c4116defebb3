/* ir/rowkernel/rowkernel_code.h -- the language in which kernels are written, and its translation to LLVM IR.
 *
 * A kernel is a text of statements:
 *
 *	name = expression;              sets a variable, or makes one in this block
 *	array[index] = expression;      stores, rounded or wrapped to the array's type
 *	if (condition) { ... } else { ... }
 *	while (condition) { ... }
 *	for (name, first, end) { ... }  name is first, ..., end - 1
 *
 * Expressions have the operators of C. A value is an integer of 64 bits, which wraps; a real number, all
 * of one type; a truth value; or a vector of HR_RK_LANES real numbers. An element of an array is an integer,
 * sign- or zero-extended (of bool: 0 or 1), or a real number, exactly. What differs from C:
 *   - all operands of `?:`, `&&` and `||` are computed, so what loads is in an `if`;
 *   - `/` and `%` of integers take them as unsigned, and the second one must not be 0; div() and rem()
 *     are the signed ones of tensor.def;
 *   - shifts take the count modulo 64;
 *   - a number and an integer literal of the other kind agree, variables do not: real(i), int(x).
 *
 * vector(x, i) is the vector of elements of x from i on, splat(r) one of equal numbers; storing a vector stores
 * all of it. Other functions are those of the C library on real numbers, and those of the table in
 * code_expression.c.
 *
 * g0, g1, g2 are the index of the instance. A name with a dot, "x.0" or "stride.1", is a number that the
 * kernel gets as a parameter; it becomes one where it is first used. rowkernel.c gives it its value.
 *
 * An error in a kernel's text is an internal error. */
#ifndef HR_ROWKERNEL_CODE_H
#define HR_ROWKERNEL_CODE_H

#include "ir/tensor/element.h"
#include "src/base/arena.h"

enum { HR_RK_LANES = 16, HR_RK_ARRAYS = 9, HR_RK_NUMBERS = 96 };

typedef struct hr_rk_array {
	const char *name;
	hr_elem elem; /* in memory */
} hr_rk_array;

typedef struct hr_rk_source {
	const char *text;
	hr_elem real;  /* HR_E_F32 or HR_E_F64: the type of real values */
	unsigned dims; /* of the grid */
	unsigned array_count;
	hr_rk_array arrays[HR_RK_ARRAYS]; /* the result, then the operands */
} hr_rk_source;

typedef struct hr_rk_code {
	/* In the arena: parameters, the body in braces, and declarations, as LLVM IR. */
	const char *parameters, *body, *declarations;
	const char **numbers; /* their names, in order; in the arena */
	unsigned number_count;
} hr_rk_code;

void hr_rk_translate(hr_arena *arena, const hr_rk_source *source, hr_rk_code *out);

#endif
