/* ir/load/ifunc.h -- functions that are chosen at load time. */
#ifndef HR_IFUNC_H
#define HR_IFUNC_H

struct LLVMOpaqueModule;
/* Replace each ifunc in MODULE by a function that calls what its resolver returns, before the program is tabulated.
 * An ifunc with variadic arguments stays. */
void hr_settle_ifuncs(struct LLVMOpaqueModule *module);

#endif
