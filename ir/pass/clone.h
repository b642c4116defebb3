/* ir/pass/clone.h -- the body of a function once more. LLVM alone. */
#ifndef HR_CLONE_H
#define HR_CLONE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Copies the blocks of FROM into TO, which has none, and whose first parameters are those of FROM.
 * What only debuggers read stays out; lines are kept. False: FROM has the address of a block
 * somewhere, and nothing was done. */
bool hr_clone_body(LLVMValueRef from, LLVMValueRef to);

#endif
