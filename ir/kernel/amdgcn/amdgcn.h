/* ir/kernel/amdgcn/amdgcn.h -- llvm.amdgcn intrinsics that move values between lanes, multiply matrices, or access memory
 * by buffer resources. */
#ifndef HR_AMDGCN_H
#define HR_AMDGCN_H

/* Replace these in MODULE (an LLVMModuleRef) by LLVM's instructions and calls of the library's functions. A form that is not known stays. */
void hr_amdgcn_replace(void *module);

#endif
