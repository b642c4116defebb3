/* ir/program/copy.h -- copies of the program's module with selected function bodies. */
#ifndef HR_COPY_H
#define HR_COPY_H

#include "ir/program/program.h"

/* Return a copy (LLVMModuleRef) in the program's context, owned by the caller. Functions whose id
 * is not WANTED have no body in the copy, unless a constant has the address of one of their labels.
 * No other thread may use the program's module during the call. */
void *hr_module_copy(const hr_program *program, const bool *wanted);
/* The same as bitcode (LLVMMemoryBufferRef, owned by the caller), with debug information if LINES.
 * Other threads may be lowering during the call. */
void *hr_module_bitcode(const hr_program *program, const bool *wanted, bool lines);
/* Return true if a constant has the address of a label of FUNCTION (LLVMValueRef), whose body must
 * exist then. */
bool hr_has_label_address(void *function);

#endif
