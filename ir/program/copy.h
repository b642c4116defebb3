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

/* Return the functions that LEAF needs, with itself, as an array indexed by function of the program;
 * the caller owns it. */
typedef bool *hr_needed(const hr_program *program, const hr_function *leaf);
/* Return a module (LLVMModuleRef, owned by the caller) in CONTEXT (LLVMContextRef) with the bodies
 * of what NEEDED says of LEAF and with what these refer to. Other threads may be lowering during
 * the call, which takes as long for a program of many leaves as for one of few. NEEDED must give the
 * same answers each time. */
void *hr_leaf_copy(const hr_program *program, const hr_function *leaf, hr_needed *needed,
		   bool lines, void *context);
/* Make and free what hr_leaf_copy() keeps of PROGRAM, whose module must not change in between. */
void hr_copies_new(hr_program *program);
void hr_copies_free(hr_program *program);

/* Return true if a constant has the address of a label of FUNCTION (LLVMValueRef), whose body must
 * exist then. */
bool hr_has_label_address(void *function);

#endif
