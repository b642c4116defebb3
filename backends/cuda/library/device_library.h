/* backends/cuda/library/device_library.h -- functions of numbers in LLVM bitcode (library.c,
 * near*.c), as they were compiled with the module. */
#ifndef HR_DEVICE_LIBRARY_H
#define HR_DEVICE_LIBRARY_H

#include <stddef.h>

typedef struct cuda_library_part {
	const unsigned char *bitcode;
	size_t bytes;
} cuda_library_part;

extern const cuda_library_part cuda_library[];
extern const unsigned cuda_library_count; /* 0: no clang was there to compile it */

#endif
