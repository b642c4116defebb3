/* A constant variable of the device behind a generic pointer, an abstract class, halves as integers (run-kernel-calls.sh). */
#include <cuda_fp16.h>

__device__ const float weights[4] = {1, 2, 3, 4};
__global__ void constant(float *o)
{
	o[threadIdx.x] = __ldg(&weights[threadIdx.x & 3]);
}

struct base {
	int id;

	__device__ __noinline__ base(int i) : id(i)
	{
	}
	virtual __device__ float of(float x) const = 0;
};
struct derived : base {
	__device__ derived() : base(3)
	{
	}
	__device__ float of(float x) const override
	{
		return id * x;
	}
};
__global__ void abstract(float *o)
{
	derived a;
	base *volatile b = &a;

	o[threadIdx.x] = b->of(threadIdx.x);
}

__global__ void integers(float *o)
{
	__half h = __float2half(o[threadIdx.x]);

	o[threadIdx.x] = (short)h + (int)h;
}
