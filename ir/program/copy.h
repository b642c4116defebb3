/* ir/program/copy.h -- copies of the program's module with the bodies that are wanted. */
#ifndef HR_COPY_H
#define HR_COPY_H

#include "ir/program/program.h"

/* A copy (LLVMModuleRef) in the program's context, owned by the caller. Functions whose id is not
 * WANTED have no body there, unless a constant has the address of one of their labels. Nobody else
 * may use the program's module meanwhile. */
void *hr_module_copy(const hr_program *program, const bool *wanted);
/* The same as bitcode (LLVMMemoryBufferRef, owned by the caller), while other threads may be
 * lowering; with debug information, if LINES. */
void *hr_module_bitcode(const hr_program *program, const bool *wanted, bool lines);
/* Whether a constant has the address of a label of FUNCTION (LLVMValueRef): then its block must be
 * there. */
bool hr_has_label_address(void *function);

#endif
