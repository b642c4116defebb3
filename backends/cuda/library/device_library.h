/* backends/cuda/library/device_library.h -- the math library for devices (library.c, near*.c) as
 * LLVM bitcode, which is compiled when the module is built. */
#ifndef HR_DEVICE_LIBRARY_H
#define HR_DEVICE_LIBRARY_H

#include <stddef.h>

typedef struct cuda_library_part {
	const unsigned char *bitcode;
	size_t bytes;
} cuda_library_part;

extern const cuda_library_part cuda_library[];
extern const unsigned cuda_library_count; /* 0 if no clang was available */

#endif
