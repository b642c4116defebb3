/* cuda.h -- what the kernels of these tests need of the headers of CUDA. */
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
struct dim3 { unsigned x, y, z; };
#define __syncthreads() __nvvm_bar_sync(0)
struct T_ { __declspec(property(get=gx)) unsigned x; __declspec(property(get=gy)) unsigned y; __declspec(property(get=gz)) unsigned z;
 __device__ static unsigned gx() { return __nvvm_read_ptx_sreg_tid_x(); } __device__ static unsigned gy() { return __nvvm_read_ptx_sreg_tid_y(); } __device__ static unsigned gz() { return __nvvm_read_ptx_sreg_tid_z(); } };
struct B_ { __declspec(property(get=gx)) unsigned x; __declspec(property(get=gy)) unsigned y;
 __device__ static unsigned gx() { return __nvvm_read_ptx_sreg_ctaid_x(); } __device__ static unsigned gy() { return __nvvm_read_ptx_sreg_ctaid_y(); } };
struct D_ { __declspec(property(get=gx)) unsigned x; __declspec(property(get=gy)) unsigned y;
 __device__ static unsigned gx() { return __nvvm_read_ptx_sreg_ntid_x(); } __device__ static unsigned gy() { return __nvvm_read_ptx_sreg_ntid_y(); } };
extern const __device__ T_ threadIdx; extern const __device__ B_ blockIdx; extern const __device__ D_ blockDim;

