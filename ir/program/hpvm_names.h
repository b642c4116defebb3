/* ir/program/hpvm_names.h -- is this call an HPVM operation, which, and where are its operands?
 *
 * The one place that knows HPVM's names (hpvm_names.def). */
#ifndef HR_HPVM_NAMES_H
#define HR_HPVM_NAMES_H

#include "src/base/status.h"

typedef enum hr_hpvm {
	HR_H_NONE, /* no HPVM operation */
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) HR_H_##ident,
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	HR_H_COUNT,
	HR_H_UNKNOWN = HR_H_COUNT, /* named like one (__hpvm__*, llvm.hpvm.*), but there is none */
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

/* By name of the called function. *c_form: the HPVM-C name, not the intrinsic; may be NULL. */
hr_hpvm hr_hpvm_by_name(const char *name, bool *c_form);
hr_hpvm_class hr_hpvm_class_of(hr_hpvm op);
bool hr_hpvm_is_wrapper(hr_hpvm op);     /* a tensor operation that does several */
const char *hr_hpvm_c_name(hr_hpvm op);  /* "__hpvm__launch", or NULL */
const char *hr_hpvm_ir_name(hr_hpvm op); /* "launch", or NULL */
unsigned hr_hpvm_operands(hr_hpvm op);   /* fixed operands */
/* Which operand of the call is operand I of the table. */
unsigned hr_hpvm_position(hr_hpvm op, bool c_form, unsigned i);

/* A call in the IR, as an HPVM operation. */
typedef struct hr_hpvm_call {
	hr_hpvm op;
	bool c_form;
	void *instruction;       /* LLVMValueRef of the call */
	const char *name;        /* as called */
	unsigned argument_count; /* of the call, variadic ones included */
} hr_hpvm_call;

/* What INSTRUCTION (an LLVMValueRef) is; op is HR_H_NONE for anything but an HPVM call. Looks
 * through casts and aliases of the callee. */
hr_hpvm_call hr_hpvm_call_of(void *instruction);
/* Argument of the call (LLVMValueRef) that is operand I of the table, or NULL: too few. */
void *hr_hpvm_operand(const hr_hpvm_call *call, unsigned i);
/* HANDLE (LLVMValueRef) is getNode() or getParentNode of such: that of the *LEVEL-th ancestor.
 * False: it is known at run time only. */
bool hr_hpvm_level(void *handle, uint32_t *level);

#endif
