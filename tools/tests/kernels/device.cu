// Functions of the device: its heap, assert(), the clock. Lines of faults are in run-kernel-cuda.sh.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
struct N { int v; N *next; __device__ N(int v, N *n) : v(v), next(n) {} };
extern "C" __global__ void list(int *a) { N *head = nullptr; for (int i = 0; i < 4; i++) head = new N(i + threadIdx.x, head); int s = 0; while (head) { s += head->v; N *n = head->next; delete head; head = n; } a[threadIdx.x] = s; }
extern "C" __global__ void heap(int *a) { int *p = (int *)malloc(10 * sizeof(int)); if (!p) return; memset(p, 0, 40); p[3] = threadIdx.x; int q[4]; memcpy(q, p, 16); a[threadIdx.x] = q[3]; free(p); int *r = new int[5]; r[4] = 1; a[threadIdx.x] += r[4]; }
extern "C" __global__ void oob(int *a) { int *p = (int *)malloc(10 * sizeof(int)); p[10 + a[0]] = 1; a[0] = p[10 + a[0]]; }
extern "C" __global__ void uaf(int *a) { int *p = new int[3]; p[0] = 1; delete[] p; a[0] = p[0]; }
extern "C" __global__ void twice(int *a) { int *p = new int[3]; p[0] = 1; delete[] p; delete[] p; }
extern "C" __global__ void uninit(int *a) { int *p = (int*)malloc(16); a[threadIdx.x] = p[1]; free(p); }
extern "C" __global__ void check(int *a) { assert(threadIdx.x < 3 && "small"); a[threadIdx.x] = 1; }
extern "C" __global__ void trap(int *a) { if (threadIdx.x == 2) __trap(); a[threadIdx.x] = 1; }
extern "C" __global__ void brkpt(int *a) { if (threadIdx.x == 2) __brkpt(); a[threadIdx.x] = 1; }
extern "C" __global__ void wait(int *a) { long long t = clock64(); clock_t c = clock(); while (clock64() - t < 1000000) {} __nanosleep(100); a[threadIdx.x] = clock() > c; }
extern "C" __global__ void timer(int *a) { unsigned long long t; t = __builtin_readcyclecounter(); a[threadIdx.x] = t > 0; }
extern "C" __global__ void kept(int *a) { __shared__ int *p; if (!threadIdx.x) { p = (int *)malloc(64); p[3] = 4; } __syncthreads(); a[threadIdx.x] = p[3]; __syncthreads(); if (!threadIdx.x) free(p); }
__noinline__ __device__ long long now() { return clock64(); }
extern "C" __global__ void noinl(int *a) { long long t = now(); while (now() - t < 1000000) {} a[threadIdx.x] = now() > t; }
extern "C" __global__ void atom(int *a) { atomicAdd(a, 1); a[0] = 3; }
extern "C" __global__ void full(int *a) { while (char *p = (char *)malloc(1000)) { p[0] = 1; ++a[0]; } for (int i = 0; i < 1000; i++) { char *p = (char *)malloc(100); if (!p) break; p[1] = 2; free(p); ++a[1]; } }
