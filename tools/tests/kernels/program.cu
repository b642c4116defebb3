// A whole program of CUDA, with all headers and calls of the host that such programs usually have.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <math.h>
#include <cstdint>
#include <iostream>
#include <vector>
#include <chrono>
#include <algorithm>
#include <random>
#include <string>

#define CHECK(call) do { cudaError_t err = call; if (err != cudaSuccess) { fprintf(stderr, "CUDA error at %s:%d: %s %s\n", __FILE__, __LINE__, cudaGetErrorString(err), cudaGetErrorName(err)); exit(EXIT_FAILURE); } } while (0)

__constant__ float scale[4] = {1, 2, 3, 4};
__device__ int counter;
__managed__ int managed = 3;

__global__ void __launch_bounds__(256) vectorAdd(const float *__restrict__ A, const float *B, float *C, int numElements) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < numElements) { C[i] = __ldg(&A[i]) + B[i] + 0.0f; atomicAdd(&counter, 1); }
  assert(i >= 0);
  if (i == 5)
		printf("%d %.1f %d\n", i, scale[i & 3], managed);
}

int main(void) {
  int n = 50000; size_t size = n * sizeof(float);
  std::vector<float> h(n); std::mt19937 gen(1); std::sort(h.begin(), h.end());
  float *h_A = (float *)malloc(size), *d_A = NULL, *d_B, *d_C;
  CHECK(cudaMalloc((void **)&d_A, size)); CHECK(cudaMalloc(&d_B, size)); cudaMalloc(&d_C, size);
  cudaMallocHost(&h_A, size); cudaHostAlloc((void**)&h_A, size, cudaHostAllocDefault);
  CHECK(cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice));
  cudaMemcpyToSymbol(scale, h_A, 16); cudaMemcpyFromSymbol(h_A, scale, 16);
  int t = 256, b = (n + t - 1) / t; dim3 grid(b, 1), block(t);
  cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); std::cout << prop.name << prop.multiProcessorCount << prop.major << std::endl;
  cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t e; cudaEventCreate(&e);
  vectorAdd<<<grid, block, 0, s>>>(d_A, d_B, d_C, n);
  vectorAdd<<<b, t>>>(d_A, d_B, d_C, n);
  cudaError_t err = cudaGetLastError();
  auto t0 = std::chrono::high_resolution_clock::now();
  cudaOccupancyMaxPotentialBlockSize(&b, &t, vectorAdd, 0, 0);
  cudaFuncSetAttribute(vectorAdd, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
  cudaLaunchKernel((void*)vectorAdd, grid, block, nullptr, 0, 0);
  cudaDeviceSynchronize(); cudaFree(d_A); cudaFreeHost(h_A);
  for (int i = 0; i < n; ++i) if (fabs(h_A[i]) > 1e-5) exit(1);
  printf("Test PASSED\n"); int dev; checkCudaErrors(cudaGetDevice(&dev)); findCudaDevice(0, nullptr); auto name = std::string("x") + std::to_string(n); cudaGetDeviceCount(&dev); cudaMemset(d_A, 0, 4); cudaMemPrefetchAsync(d_A, 4, 0, s); cudaDeviceReset();
  return 0;
}
