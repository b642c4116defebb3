// faults that the golden model should name
extern "C" __global__ void race(int *a) { __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; a[threadIdx.x] = s[(threadIdx.x + 1) % 64]; }
extern "C" __global__ void warprace(int *a) { volatile __shared__ int s[64]; int t = threadIdx.x; s[t] = a[t]; if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; } if (t == 0) a[0] = s[0]; }
extern "C" __global__ void divbar(int *a) { if (threadIdx.x < 32) __syncthreads(); a[threadIdx.x] = 1; }
extern "C" __global__ void uninit(int *a) { __shared__ int s[64]; if (threadIdx.x < 63) s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }
extern "C" __global__ void oob(int *a) { a[threadIdx.x + 1] = 1; }
// correct ones
extern "C" __global__ void good(int *a) { __shared__ int s[64]; extern __shared__ int d[]; int t = threadIdx.x; s[t] = t; d[t] = t + 1; __syncthreads(); a[blockIdx.x * blockDim.x + t] = s[63 - t] + d[63 - t]; }
extern "C" __global__ __attribute__((launch_bounds(64))) void bounded(int *a) { a[threadIdx.x] = 1; }
