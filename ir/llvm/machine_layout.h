/* ir/llvm/machine_layout.h -- the data layout of a machine. */
#ifndef HR_MACHINE_LAYOUT_H
#define HR_MACHINE_LAYOUT_H

/* Return the data layout (LLVMTargetDataRef), which the caller owns, of the machine TRIPLE, which is this
 * one's. */
void *hr_machine_layout(const char *triple);

#endif
