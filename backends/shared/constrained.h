/* backends/shared/constrained.h -- constrained floating-point operations as ordinary ones. */
#ifndef HR_CONSTRAINED_H
#define HR_CONSTRAINED_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Return true if the rounding mode of the call AT is to nearest, or dynamic, which is always to nearest here. */
bool hr_rounds_to_nearest(LLVMValueRef at);
/* Return the instruction that computes what AT does, a call of llvm.experimental.constrained.NAME that rounds to nearest, built
 * with BUILDER; NULL if NAME is a function rather than an operation. */
LLVMValueRef hr_plain_float(LLVMBuilderRef builder, LLVMValueRef at, const char *name);

#endif
