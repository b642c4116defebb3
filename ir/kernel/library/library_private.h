/* ir/kernel/library/library_private.h -- shared by library.c and adapt.c. */
#ifndef HR_KERNEL_LIBRARY_PRIVATE_H
#define HR_KERNEL_LIBRARY_PRIVATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/kernel/library/device_signature.h"

/* Let DECLARATION call FUNCTION, a declaration of the library in the same module: once, or, if LANES is not 0, for each
 * element of vectors of LANES elements: a parameter that is such a vector, or points to one, has the type of its
 * elements in ELEMENTS, others have NULL there. The parameters of the
 * declaration may be coerced as C's convention on x86-64 does it. */
void hr_kernel_adapt(LLVMValueRef declaration, LLVMValueRef function, unsigned lanes,
		     const LLVMTypeRef *elements);

#endif
