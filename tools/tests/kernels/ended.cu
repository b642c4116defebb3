// threads that exit before others reach a barrier
extern "C" __global__ void early(int *a, int n) { __shared__ int s[64]; int t = threadIdx.x, g = blockIdx.x * 64 + t; s[t] = 0; if (g >= n) return; s[t] = a[g]; __syncthreads(); a[g] = s[t ^ 1]; __syncthreads(); if (t & 1) return; s[t] = a[g] + a[g + 1]; __syncthreads(); for (int k = 2; k < 64; k *= 2) { if (t & k) return; if (g + k < n) s[t] += s[t + k]; __syncthreads(); } a[g] = s[0]; }
extern "C" __global__ void other(int *a) { if (threadIdx.x < 32) { if (threadIdx.x & 1) __syncthreads(); else { a[threadIdx.x] = 1; __syncthreads(); } } }
