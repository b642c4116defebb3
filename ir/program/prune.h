/* ir/program/prune.h -- remove what the function bodies of a module do not refer to. */
#ifndef HR_PRUNE_H
#define HR_PRUNE_H

/* Delete every variable, function, alias and ifunc of MODULE (LLVMModuleRef) that no function body refers to, directly
 * or through initializers, and make each function without a body a declaration that LLVM accepts. An alias cannot be
 * deleted by LLVM's C interface: one that is left over is internal, unnamed and unused. An ifunc that is referred to
 * becomes a declaration of a function: its resolver has no body. Assembly of the module is removed. */
void hr_module_prune(void *module);

#endif
