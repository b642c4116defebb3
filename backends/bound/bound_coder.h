/* backends/bound/bound_coder.h -- what the parts share that write code which carries bounds.
 *
 * Private to code.c, bound_coder.c, unstable.c, memory.c and operations.c. */
#ifndef HR_BOUND_CODER_H
#define HR_BOUND_CODER_H

#include <llvm-c/Core.h>

#include "backends/bound/bound.h"
#include "src/base/map.h"

/* Beside a float: the fields of its hr_bound_state. */
typedef struct coder_carried {
	LLVMValueRef magnitude, drift, sums, products;
} coder_carried;

typedef struct coder {
	const hr_liberties *liberties;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMValueRef unit;
	LLVMBuilderRef builder;
	LLVMTypeRef real, integer, pointer, nothing;
	LLVMValueRef zero, one, instance; /* instance: its number */
	hr_map numbers;                   /* of values: of what is carried beside them */
	HR_VEC(coder_carried) beside;
	hr_map unstable; /* of conditions: a value, or NULL */
	HR_VEC(LLVMValueRef) phis;
	const char *why;            /* nothing can be said */
	char text[HR_BACKEND_TEXT]; /* of that */
} coder;

/* --- code.c ----------------------------------------------------------------------------- */

/* What is carried beside VALUE, a float; made where it is first asked for. Leaves
 * the builder where it is. */
coder_carried coder_beside(coder *self, LLVMValueRef value);

/* --- bound_coder.c ---------------------------------------------------------------------------- */

/* float or double; others are not followed. */
bool coder_is_float(LLVMValueRef value);
hr_bound_kind coder_kind_of(LLVMValueRef value);
/* As an i32. */
LLVMValueRef coder_number(const coder *self, int value);
LLVMValueRef coder_kind_number(const coder *self, LLVMValueRef value);
/* VALUE as a double. */
LLVMValueRef coder_real(coder *self, LLVMValueRef value);
/* The name of the function that the call AT calls; "": it has none. */
const char *coder_called(LLVMValueRef at);
/* NAMES ends with NULL. */
bool coder_is_one_of(const char *name, const char *const *names);
/* No bounds, because AT does WHAT, with TYPE or without. */
void coder_give_up(coder *self, LLVMValueRef at, const char *what, LLVMTypeRef type);
/* Gives up if TYPE is one of floats that are not followed. */
void coder_look_at_type(coder *self, LLVMValueRef at, LLVMTypeRef type);
/* A call of the function NAME of state.c; CALL: with the arguments behind TYPE. */
LLVMValueRef coder_call(coder *self, const char *name, LLVMTypeRef type, LLVMValueRef *arguments,
			unsigned count);
/* A constant string. */
LLVMValueRef coder_text(coder *self, const char *name);
/* As i64: an address, and how many bytes a store of TYPE takes. */
LLVMValueRef coder_address_of(coder *self, LLVMValueRef pointer);
LLVMValueRef coder_bytes_of(const coder *self, LLVMTypeRef type);
/* Of doubles. */
LLVMValueRef coder_absolute(coder *self, LLVMValueRef value);
LLVMValueRef coder_larger(coder *self, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef coder_add(coder *self, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef coder_multiply(coder *self, LLVMValueRef left, LLVMValueRef right);
/* By how much VALUE may be off. */
LLVMValueRef coder_off(coder *self, LLVMValueRef value);
/* A value that may be off by DRIFT, whatever it was made of. */
coder_carried coder_settled(coder *self, LLVMValueRef value, LLVMValueRef drift);

#define CALL(self, name, type, ...)                                                                \
	coder_call(self, "hpvm_bound_" name, type, (LLVMValueRef[]){__VA_ARGS__},                  \
		   sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

/* --- operations.c ----------------------------------------------------------------------- */

/* What is carried beside AT: LEFT + RIGHT or LEFT - RIGHT, */
coder_carried coder_of_sum(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right);
/* LEFT * RIGHT, */
coder_carried coder_of_product(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right);
/* a quotient of its operands, */
coder_carried coder_of_quotient(coder *self, LLVMValueRef at);
/* the result of a function, */
coder_carried coder_of_call(coder *self, LLVMValueRef at);
/* frem of its operands. */
coder_carried coder_of_remainder(coder *self, LLVMValueRef at);

/* --- unstable.c --------------------------------------------------------------------------- */

/* At AT the instance goes on as it might not, if IS, an i32, is not 0; if VALUE is off. */
void coder_unstable(coder *self, LLVMValueRef at, LLVMValueRef is);
void coder_unstable_if_off(coder *self, LLVMValueRef at, LLVMValueRef value);
/* i1 */
bool coder_is_condition(LLVMValueRef value);
/* Notes for AT, a comparison of floats, or made of conditions, where it may come out otherwise. */
void coder_look_at_comparison(coder *self, LLVMValueRef at);
void coder_combine_unstable(coder *self, LLVMValueRef at);
/* What is carried beside AT, one of two floats. */
coder_carried coder_of_select(coder *self, LLVMValueRef at);

/* --- memory.c --------------------------------------------------------------------------- */

/* What is carried beside AT, a float that is loaded. */
coder_carried coder_of_load(coder *self, LLVMValueRef at);
/* Tells the table, if AT changes or reads memory otherwise; if the call AT does. */
void coder_look_at_memory(coder *self, LLVMValueRef at);
void coder_look_at_call(coder *self, LLVMValueRef at);

#endif
