/* ir/kernel/ptx/ptx.h -- PTX instructions in modules for NVPTX: inline assembly, and llvm.nvvm intrinsics that stand for
 * one instruction.
 *
 * Source: NVIDIA's "PTX ISA", 8.7. */
#ifndef HR_PTX_H
#define HR_PTX_H

/* The name of a declaration that stands for an instruction without a meaning here begins with this. */
#define HR_PTX_UNKNOWN "PTX instruction '"

/* Replace inline assembly in MODULE (an LLVMModuleRef), and llvm.nvvm intrinsics that stand for an instruction, by LLVM's
 * instructions. What is not known becomes a call of an undefined function named after it, or stays. */
void hr_ptx_replace(void *module);

#endif
