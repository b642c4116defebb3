/* ir/program/hpvm_names.h -- identifies calls of HPVM operations and their operands.
 *
 * This is the only place that knows HPVM's names (hpvm_names.def). */
#ifndef HR_HPVM_NAMES_H
#define HR_HPVM_NAMES_H

#include "src/base/status.h"
#include "src/diag/near.h"

typedef enum hr_hpvm {
	HR_H_NONE, /* not an HPVM operation */
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) HR_H_##ident,
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	HR_H_COUNT,
	/* has the prefix of one (__hpvm__*, llvm.hpvm.*), or of an operation of HPVM's predecessor
	 * (__visc__*, llvm.visc.*), but is not in the table */
	HR_H_UNKNOWN = HR_H_COUNT,
} hr_hpvm;

typedef enum hr_hpvm_class {
	HR_HC_NONE,
	HR_HC_GRAPH,
	HR_HC_NODE,
	HR_HC_QUERY,
	HR_HC_MEMORY,
	HR_HC_TENSOR,
	HR_HC_HOST,
} hr_hpvm_class;

/* Return the operation with the name of the called function. Set *c_form (may be NULL) if NAME is
 * the HPVM-C name, not the intrinsic. */
hr_hpvm hr_hpvm_by_name(const char *name, bool *c_form);
/* Return TEXT: "; did you mean '__hpvm__launch'?" for a NAME that is similar to an operation's, or
 * "". */
const char *hr_hpvm_near(const char *name, char text[HR_NEAR_TEXT]);
hr_hpvm_class hr_hpvm_class_of(hr_hpvm op);
bool hr_hpvm_is_wrapper(hr_hpvm op);     /* a tensor operation that combines several */
const char *hr_hpvm_c_name(hr_hpvm op);  /* "__hpvm__launch", or NULL */
const char *hr_hpvm_ir_name(hr_hpvm op); /* "launch", or NULL */
unsigned hr_hpvm_operands(hr_hpvm op);   /* number of fixed operands */
/* Return which operand of the call is operand I of the table. */
unsigned hr_hpvm_position(hr_hpvm op, bool c_form, unsigned i);

/* A call of an HPVM operation in the IR. */
typedef struct hr_hpvm_call {
	hr_hpvm op;
	bool c_form;
	void *instruction;       /* LLVMValueRef of the call */
	const char *name;        /* name of the callee */
	unsigned argument_count; /* arguments of the call, including variadic ones */
} hr_hpvm_call;

/* Return what INSTRUCTION (an LLVMValueRef) is; op is HR_H_NONE if it is not an HPVM call. Looks
 * through casts and aliases of the callee. */
hr_hpvm_call hr_hpvm_call_of(void *instruction);
/* Return the argument of the call (LLVMValueRef) that is operand I of the table, or NULL if there
 * are too few. */
void *hr_hpvm_operand(const hr_hpvm_call *call, unsigned i);
/* Return true if HANDLE (LLVMValueRef) is getNode() or getParentNode() of one, and set *LEVEL: it
 * is the *LEVEL-th ancestor's. Return false if the node is only known at run time. */
bool hr_hpvm_level(void *handle, uint32_t *level);

/* Attributes of the functions that a kernel of another language becomes (K1), from which messages
 * take their words. */
#define HR_KERNEL_NAMES_H

#define HR_KERNEL_NAME     "hpvm-kernel"          /* the name of the kernel */
#define HR_KERNEL_INSTANCE "hpvm-kernel-instance" /* a noun of hr_instance_noun() */
#define HR_KERNEL_LOCAL    "hpvm-kernel-local"    /* of a parameter: the size of local memory */
#define HR_KERNEL_OPAQUE   "hpvm-kernel-opaque" /* of a parameter: an image or sampler, its type */
#define HR_KERNEL_VARIABLE "hpvm-kernel-variable" /* of an allocation node: the shared variable */

/* The attribute of a parameter, a pointer, that is null if no argument is given. */
#define HR_OPTIONAL_INPUT "hpvm-optional"

#endif
