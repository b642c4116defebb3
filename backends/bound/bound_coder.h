/* backends/bound/bound_coder.h -- declarations shared by the files that generate code which carries
 * bounds.
 *
 * Private to code.c, bound_coder.c, unstable.c, memory.c and operations.c. */
#ifndef HR_BOUND_CODER_H
#define HR_BOUND_CODER_H

#include <llvm-c/Core.h>

#include "backends/bound/bound.h"
#include "src/base/map.h"

/* The values carried with a float: the fields of its hr_bound_state. */
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
	LLVMValueRef zero, one, instance; /* instance: number of the running instance */
	hr_map numbers;                   /* maps values to indices of `beside` */
	HR_VEC(coder_carried) beside;
	/* Maps conditions to an i32 that is not 0 if the condition is unstable, or to NULL. */
	hr_map unstable;
	HR_VEC(LLVMValueRef) phis;
	const char *why;            /* why no bounds can be computed, or NULL */
	char text[HR_BACKEND_TEXT]; /* storage for WHY */
} coder;

/* --- code.c ----------------------------------------------------------------------------- */

/* Return what is carried with the float VALUE; generate it on first use. The builder's position is
 * unchanged. */
coder_carried coder_beside(coder *self, LLVMValueRef value);

/* --- bound_coder.c ---------------------------------------------------------------------------- */

/* Return true for float and double; other types are not supported. */
bool coder_is_float(LLVMValueRef value);
hr_bound_kind coder_kind_of(LLVMValueRef value);
/* Return VALUE as an i32 constant. */
LLVMValueRef coder_number(const coder *self, int value);
LLVMValueRef coder_kind_number(const coder *self, LLVMValueRef value);
/* Return VALUE converted to double. */
LLVMValueRef coder_real(coder *self, LLVMValueRef value);
/* Return the name of the function that AT calls, or "" if it has none. */
const char *coder_called(LLVMValueRef at);
/* NAMES ends with NULL. */
bool coder_is_one_of(const char *name, const char *const *names);
/* Record that there are no bounds because AT does WHAT with a value of TYPE (may be NULL). */
void coder_give_up(coder *self, LLVMValueRef at, const char *what, LLVMTypeRef type);
/* Call coder_give_up() if TYPE contains floats of an unsupported type. */
void coder_look_at_type(coder *self, LLVMValueRef at, LLVMTypeRef type);
/* Build a call of the function NAME of state.c. CALL is a shorthand that takes the arguments after
 * TYPE. */
LLVMValueRef coder_call(coder *self, const char *name, LLVMTypeRef type, LLVMValueRef *arguments,
			unsigned count);
/* Return a string constant. */
LLVMValueRef coder_text(coder *self, const char *name);
/* Return an i64: the address POINTER; the number of bytes that a store of TYPE writes. */
LLVMValueRef coder_address_of(coder *self, LLVMValueRef pointer);
LLVMValueRef coder_bytes_of(const coder *self, LLVMTypeRef type);
/* Operations on doubles. */
LLVMValueRef coder_absolute(coder *self, LLVMValueRef value);
LLVMValueRef coder_larger(coder *self, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef coder_add(coder *self, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef coder_multiply(coder *self, LLVMValueRef left, LLVMValueRef right);
/* Return the bound for the error of VALUE. */
LLVMValueRef coder_off(coder *self, LLVMValueRef value);
/* Return the state of a value that may be off by DRIFT, regardless of how it was computed. */
coder_carried coder_settled(coder *self, LLVMValueRef value, LLVMValueRef drift);

#define CALL(self, name, type, ...)                                                                \
	coder_call(self, "hpvm_bound_" name, type, (LLVMValueRef[]){__VA_ARGS__},                  \
		   sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

/* --- operations.c ----------------------------------------------------------------------- */

/* Return what is carried with AT: LEFT + RIGHT or LEFT - RIGHT, */
coder_carried coder_of_sum(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right);
/* LEFT * RIGHT, */
coder_carried coder_of_product(coder *self, LLVMValueRef at, LLVMValueRef left, LLVMValueRef right);
/* a quotient of its operands, */
coder_carried coder_of_quotient(coder *self, LLVMValueRef at);
/* the result of a function, */
coder_carried coder_of_call(coder *self, LLVMValueRef at);
/* frem of its operands. */
coder_carried coder_of_remainder(coder *self, LLVMValueRef at);

/* --- unstable.c: branches and selections that rounding may change -------------------------- */

/* Generate code that records at AT that control flow may depend on rounding: if IS, an i32, is not
 * 0; or if VALUE may be off. */
void coder_unstable(coder *self, LLVMValueRef at, LLVMValueRef is);
void coder_unstable_if_off(coder *self, LLVMValueRef at, LLVMValueRef value);
/* Return true if VALUE is an i1. */
bool coder_is_condition(LLVMValueRef value);
/* Generate code that computes whether AT may have a different result: a comparison of floats, or an
 * operation on conditions. */
void coder_look_at_comparison(coder *self, LLVMValueRef at);
void coder_combine_unstable(coder *self, LLVMValueRef at);
/* Return what is carried with AT, a select of floats. */
coder_carried coder_of_select(coder *self, LLVMValueRef at);

/* --- memory.c --------------------------------------------------------------------------- */

/* Return what is carried with AT, a load of a float. */
coder_carried coder_of_load(coder *self, LLVMValueRef at);
/* Generate calls that update the table of bounds in memory if AT accesses memory in another way, or
 * is a call that does. */
void coder_look_at_memory(coder *self, LLVMValueRef at);
void coder_look_at_call(coder *self, LLVMValueRef at);

#endif
