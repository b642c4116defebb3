/* ir/x86/x86.h -- the meaning of intrinsics of x86-64 (llvm.x86.*).
 *
 * A row of x86.def gives the meaning of some intrinsics as operations on the elements of their
 * operands. Code is made by functions of the caller, so nothing here depends on LLVM. */
#ifndef HR_X86_H
#define HR_X86_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/code/op_info.h"
#include "src/arith/arith.h"

#define HR_X86_NO_REG UINT32_MAX

/* An element of a vector, or a scalar. */
typedef struct hr_x86_element {
	uint32_t reg;
	uint32_t poison; /* a register that is 1 if it is poison, or HR_X86_NO_REG */
	uint8_t con, bits;
} hr_x86_element;

typedef struct hr_x86_operand {
	const hr_x86_element *elements;
	uint32_t count;
	bool is_constant; /* a scalar integer that is constant */
	uint64_t constant;
} hr_x86_operand;

/* How code is made. */
typedef struct hr_x86_build {
	uint32_t (*reg)(void *lower, unsigned size);
	uint32_t (*constant)(void *lower, unsigned size, hr_u128 bits);
	void (*emit)(void *lower, hr_op op, const uint32_t *operands, unsigned count);
	uint32_t (*resize)(void *lower, uint32_t reg, unsigned from, unsigned to, bool is_signed);
	/* for i1; HR_X86_NO_REG counts as 0 */
	uint32_t (*either)(void *lower, uint32_t a, uint32_t b);
	uint32_t (*select)(void *lower, unsigned size, uint32_t condition, uint32_t a, uint32_t b);
	/* Load or store an element of container CON at ADDRESS if CONDITION, which may be
	 * HR_X86_NO_REG: always. A load returns OTHERWISE if it is not done. */
	uint32_t (*load)(void *lower, uint32_t condition, uint32_t address, uint8_t con,
			 uint32_t otherwise);
	void (*store)(void *lower, uint32_t condition, uint32_t address, uint8_t con,
		      uint32_t value);
	void (*need)(void *lower, uint32_t flag);     /* the intrinsic is refused unless FLAG */
	void (*effect)(void *lower, uint32_t poison); /* it must not be poison */
} hr_x86_build;

enum { HR_X86_OPERANDS = 8 };

typedef struct hr_x86_call {
	const char *name; /* without llvm.x86. */
	const hr_x86_build *build;
	void *lower;
	uint32_t operand_count;
	hr_x86_operand operands[HR_X86_OPERANDS];
	uint32_t count;
	hr_x86_element *results; /* con and bits are given, reg and poison are set */
	bool refused;            /* set if these constants have no meaning here */
	/* while a meaning is built */
	bool has_once;
	hr_x86_element once;
} hr_x86_call;

typedef struct hr_x86_row {
	const char *names;               /* see x86.def */
	void (*meaning)(hr_x86_call *x); /* NULL: refused */
	const char *note;
} hr_x86_row;

extern const hr_x86_row hr_x86_rows[];
extern const unsigned hr_x86_row_count;

/* Return the row for NAME, an intrinsic's name without llvm.x86., or NULL. */
const hr_x86_row *hr_x86_find(const char *name);

#endif
