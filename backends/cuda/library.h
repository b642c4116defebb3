/* backends/cuda/library.h -- functions of numbers in LLVM bitcode (library.c), as it was compiled with the module. */
#ifndef HR_CUDA_LIBRARY_H
#define HR_CUDA_LIBRARY_H

#include <stddef.h>

extern const unsigned char cuda_library[];
extern const size_t cuda_library_bytes;   /* 0: no clang was there to compile it */

#endif
