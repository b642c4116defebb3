/* ir/lower/intrinsic.h -- the interface between the dispatch of intrinsics and the files that lower
 * them. */
#ifndef HR_INTRINSIC_H
#define HR_INTRINSIC_H

#include "ir/lower/lower_private.h"

typedef struct hr_intrinsic hr_intrinsic;
typedef void hr_intrinsic_handler(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row);

struct hr_intrinsic {
	const char *name;
	const char *handler_name;
	hr_intrinsic_handler *handler;
	hr_op op;
	int how;
	const char *note;
};

/* Every handler that intrinsic.def names. */
#define INTRINSIC(name, handler, op, how, note) hr_intrinsic_handler hr_it_##handler;
#include "ir/lower/intrinsic.def"
#undef INTRINSIC

/* intrinsic_float.c: what the code around an operation keeps. Registers, or HR_NO_REG. */
typedef struct hr_lw_environment {
	hr_vreg rounding, raised;
} hr_lw_environment;
/* Emit what lets the operation of CALL run with the rounding mode that it names. Return false if the
 * processor lacks that mode. */
bool hr_lw_environment_begin(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row,
			     hr_lw_environment *environment);
void hr_lw_environment_end(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row,
			   const hr_lw_environment *environment);

/* Return the row for NAME, or NULL. */
const hr_intrinsic *hr_intrinsic_find(const char *name);
/* True if the result of CALL, of an intrinsic, may be poison although no operand is. */
bool hr_intrinsic_makes_poison(LLVMValueRef call);
extern const hr_intrinsic hr_intrinsics[];
extern const unsigned hr_intrinsic_count;

#endif
