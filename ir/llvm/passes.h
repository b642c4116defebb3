/* ir/llvm/passes.h -- LLVM's passes on a program's module. */
#ifndef HR_PASSES_H
#define HR_PASSES_H

/* Run PASSES, in the form of opt's --passes, on MODULE (LLVMModuleRef); it is a bug if LLVM lacks one. */
void hr_run_passes(void *module, const char *passes);
/* Let the pass always-inline inline all calls of FUNCTION (LLVMValueRef). */
void hr_mark_inline(void *function);

#endif
