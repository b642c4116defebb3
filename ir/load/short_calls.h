/* ir/load/short_calls.h -- calls of HPVM that are replaced by instructions and intrinsics of LLVM
 * when a module is loaded. */
#ifndef HR_SHORT_CALLS_H
#define HR_SHORT_CALLS_H

struct LLVMOpaqueModule;
/* Replace the calls in MODULE, before the program is tabulated. */
void hr_settle_short_calls(struct LLVMOpaqueModule *module);

#endif
