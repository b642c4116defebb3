/* ir/pass/clone.h -- copies the body of a function. Depends on LLVM alone. */
#ifndef HR_CLONE_H
#define HR_CLONE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Copy the blocks of FROM into TO, which has none, and whose first parameters are those of FROM.
 * Debug information other than lines is dropped. Return false, without changes, if a constant
 * contains the address of a block of FROM. */
bool hr_clone_body(LLVMValueRef from, LLVMValueRef to);

#endif
