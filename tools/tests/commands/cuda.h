/* cuda.h -- the keywords of CUDA that reverse.cu needs, as docs/kernels.md writes them. */
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
