#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>
#define CHECK(x) do { hipError_t e = (x); if (e != hipSuccess) { fprintf(stderr, "%s\n", hipGetErrorString(e)); exit(1); } } while (0)

__global__ void reduce(const float *x, float *out, int n)
{
	__shared__ float part[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? x[i] : 0;
	for (int d = warpSize / 2; d > 0; d /= 2)
		v += __shfl_down(v, d);
	if (threadIdx.x % warpSize == 0)
		part[threadIdx.x / warpSize] = v;
	__syncthreads();
	if (threadIdx.x < blockDim.x / warpSize) {
		v = part[threadIdx.x];
		for (int k = 1; k < (int)(blockDim.x / warpSize); k++)
			if (threadIdx.x == 0) v += part[k];
		if (threadIdx.x == 0)
			atomicAdd(out, v);
	}
}

template <int T> __global__ void transpose(const float *in, float *out, int w, int h)
{
	__shared__ float tile[T][T + 1];
	int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
	if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
	__syncthreads();
	x = blockIdx.y * T + threadIdx.x; y = blockIdx.x * T + threadIdx.y;
	if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}
template __global__ void transpose<16>(const float *, float *, int, int);

__global__ void histogram(const unsigned *x, unsigned *bins, int n)
{
	extern __shared__ unsigned local[];
	for (int i = threadIdx.x; i < 16; i += blockDim.x) local[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[x[i] % 16], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 16; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

__global__ void scan(int *x)
{
	int lane = __lane_id(), v = x[threadIdx.x];
	for (int d = 1; d < warpSize; d *= 2) {
		int o = __shfl_up(v, d);
		if (lane >= d) v += o;
	}
	x[threadIdx.x] = v;
}
__global__ void say(float4 a, double *o, unsigned long long *m)
{
	float4 b = a + a * make_float4(1, 2, 3, 4);
	o[threadIdx.x] = sqrt(b.x) + fmaf(b.y, 2, sinf(b.z)) + __shfl_xor((double)threadIdx.x, 1) + pow(2.0, b.w) + tgamma(3.0);
	m[threadIdx.x] = __ballot(threadIdx.x & 1) + __popcll(__ballot(1)) + __any(threadIdx.x == 3) + __all(1) + __syncthreads_count(threadIdx.x < 7);
	if (threadIdx.x == 0) printf("block %d of %d: %f %s\n", blockIdx.x, gridDim.x, b.y, "done");
	assert(threadIdx.x < 64);
	m[threadIdx.x] += __ballot_sync(~0ull, 1) & 1;
	int *p = (int *)malloc(16);
	p[threadIdx.x % 4] = 3;
	free(p);
}
__device__ unsigned done;
__global__ void last(const int *x, int *part, int *out)
{
	__shared__ bool is_last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = x[blockIdx.x];
		__threadfence();
		is_last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (is_last && threadIdx.x == 0) {
		__threadfence();
		int s = 0;
		for (unsigned i = 0; i < gridDim.x; i++) s += part[i];
		*out = s;
	}
}
int main()
{
	int n = 1000;
	std::vector<float> h(n, 1.f);
	float *x, *o;
	CHECK(hipMalloc(&x, n * sizeof(float)));
	CHECK(hipMalloc((void **)&o, sizeof(float)));
	CHECK(hipMemcpy(x, h.data(), n * sizeof(float), hipMemcpyHostToDevice));
	CHECK(hipMemset(o, 0, 4));
	reduce<<<dim3(4), dim3(256), 0, 0>>>(x, o, n);
	hipLaunchKernelGGL(reduce, dim3(4), dim3(256), 0, 0, x, o, n);
	CHECK(hipGetLastError());
	hipDeviceProp_t p; CHECK(hipGetDeviceProperties(&p, 0));
	CHECK(hipDeviceSynchronize());
	CHECK(hipFree(x));
	return 0;
}
