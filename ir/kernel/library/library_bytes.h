/* ir/kernel/library/library_bytes.h -- the library of device functions as LLVM bitcode, compiled when the project is built. */
#ifndef HR_KERNEL_LIBRARY_BYTES_H
#define HR_KERNEL_LIBRARY_BYTES_H

#include <stddef.h>

typedef struct hr_kernel_library_part {
	const unsigned char *bitcode;
	size_t bytes;
} hr_kernel_library_part;

/* Each ends with a part of 0 bytes, and is empty if no clang was available. */
extern const hr_kernel_library_part hr_opencl_library[], hr_sub_group_library[], hr_cuda_library[],
	hr_amdgpu_library[], hr_openmp_library[];

#endif
