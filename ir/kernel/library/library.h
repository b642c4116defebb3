/* ir/kernel/library/library.h -- the device functions of languages of kernels, which are linked into a kernel's module.
 *
 * Invariant: a function is found by its name in its language and by the types in it; what the library lacks stays a
 *            declaration.
 * Not here:  work-item functions, barriers and printf(), which the rewriting of the kernel replaces. */
#ifndef HR_KERNEL_LIBRARY_H
#define HR_KERNEL_LIBRARY_H

#include "src/diag/diag.h"

typedef enum hr_kernel_language {
	HR_KERNEL_OPENCL,
	HR_KERNEL_CUDA,
	HR_KERNEL_HIP, /* kernels for AMDGPU but those of OpenCL C */
} hr_kernel_language;

/* A header for sources in CUDA C++. */
typedef struct hr_kernel_header {
	const char *name;
	const unsigned char *text;
	size_t bytes;
} hr_kernel_header;

/* hpvm_cuda.h first, and the headers of a toolkit that stand for it; ends with a name of NULL. */
extern const hr_kernel_header hr_cuda_headers[];

/* Return the language of kernels for the target TRIPLE. */
hr_kernel_language hr_kernel_language_of(const char *triple);

/* The attribute of a declaration that is a function of the C library, which the library calls. A declaration of the
 * same name that the module had before is another function, and has HR_KERNEL_NOT_C behind its name. */
#define HR_KERNEL_C_FUNCTION "hpvm-c-function"
#define HR_KERNEL_NOT_C      ".device"

/* Define the functions of LANGUAGE that MODULE (an LLVMModuleRef) declares, and what these call. They are internal, have
 * the calling convention of C, and the short ones are inlined. */
hr_status hr_kernel_link_library(void *module, hr_kernel_language language, hr_diags *diags)
	HR_MUST_CHECK;

#endif
