// cuda_all.cu -- what ordinary kernels use of CUDA C++; compiled with hpvm_cuda.h.
#include <cassert>
#include <cstdio>
#include <vector>

__constant__ float weights[4];
__device__ int total;
struct Pair { float a, b; };

template <typename T> __global__ void __launch_bounds__(256, 2) generic(T *out, const T *in, Pair p, int n)
{
	__shared__ T tile[256];
	extern __shared__ float more[];
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	tile[threadIdx.x] = __ldg(in + i) * (T)weights[i & 3] + (T)p.a;
	more[threadIdx.x] = p.b;
	__syncthreads();
	out[i] = tile[threadIdx.x ^ 1] + (T)more[0];
}
template __global__ void generic<float>(float *, const float *, Pair, int);
template __global__ void generic<double>(double *, const double *, Pair, int);

extern "C" __global__ void all(int *a, unsigned *u, unsigned long long *l, float *f, double *d, float4 *v, uchar4 *c)
{
	int t = threadIdx.x + threadIdx.y * blockDim.x + blockIdx.z * gridDim.y;
	dim3 g(1, 2);
	uint3 where = threadIdx;
	atomicAdd(a, 1); atomicSub(a, 1); atomicMin(a, t); atomicMax(a, t); atomicExch(a, t); atomicCAS(a, 1, 2);
	atomicAnd(a, 1); atomicOr(a, 1); atomicXor(a, 1); atomicAdd_block(a, 1); atomicMax_system(a, 1);
	atomicInc(u, 5); atomicDec(u, 5); atomicAdd(u, 1u); atomicAdd(l, 1ull); atomicCAS(l, 1ull, 2ull);
	atomicAdd(f, 1.0f); atomicAdd(d, 1.0); atomicExch(f, 1.0f); atomicAdd(&total, g.y + where.x);
	int count = __syncthreads_count(t > 3) + __syncthreads_and(t) + __syncthreads_or(t);
	__threadfence(); __threadfence_block(); __threadfence_system(); __syncwarp();
	f[t] = sinf(f[t]) + expf(f[t]) + powf(f[t], 2) + __expf(f[t]) + __sinf(f[t]) + rsqrtf(f[t]) + fminf(f[t], 2) + __fdividef(f[t], 3) +
	       fmaf(f[t], 2, 3) + sqrtf(f[t]) + tanhf(f[t]) + erff(f[t]) + floorf(f[t]) + __powf(f[t], 2) + __logf(f[t]) + cospif(f[t]) + fabsf(f[t]) +
	       __saturatef(f[t]) + normcdff(f[t]) + rcbrtf(f[t]) + __fmaf_rn(f[t], 2, 3) + __frcp_rn(f[t]) + __fsqrt_rn(f[t]) + truncf(f[t]);
	d[t] = sin(d[t]) + exp(d[t]) + pow(d[t], 2.0) + rsqrt(d[t]) + fma(d[t], 2.0, 3.0) + max(d[t], 1.0) + hypot(d[t], 2.0) + cbrt(d[t]) + sinpi(d[t]) +
	       std::sqrt(d[t]) + __dadd_rn(d[t], 1.0) + __ddiv_rn(d[t], 3.0);
	float s, k; sincosf(f[t], &s, &k);
	double whole; f[t] += s + k + (float)modf(d[t], &whole);
	int v1 = __shfl_sync(0xffffffff, t, 0) + __shfl_up_sync(0xffffffff, t, 1) + __shfl_down_sync(0xffffffff, t, 1) + __shfl_xor_sync(0xffffffff, t, 1, 16);
	double v2 = __shfl_sync(0xffffffff, d[t], 0);
	unsigned b = __ballot_sync(0xffffffff, t & 1) + __any_sync(0xffffffff, t) + __all_sync(0xffffffff, t) + __activemask() + __match_any_sync(0xffffffff, t);
	u[t] = __popc(b) + __clz(t) + __ffs(t) + __brev(b) + __byte_perm(b, t, 0x3210) + __umulhi(b, 3) + __popcll(l[t]) + __clzll(l[t]) + __mul24(t, 3) +
	       __float_as_int(f[t]) + __float2int_rn(f[t]) + __double2int_rz(d[t]) + (unsigned)clock() + (unsigned)clock64() + __funnelshift_l(b, b, 3) + warpSize;
	a[t] = min(v1, count) + max(t, 3) + abs(t) + __sad(1, 2, 3u) + (int)v2 + __float2uint_rz(f[t]) + __hadd(t, 3) + (int)__fadd_rn(f[t], 1);
	float4 x = make_float4(1, 2, 3, 4), y = v[t];
	v[t] = make_float4(x.x + y.x, x.y, x.z, x.w);
	c[t] = make_uchar4(1, 2, 3, 4);
	int2 pair = make_int2(1, 2);
	if (t == 0) printf("%d %f %s\n", pair.x, f[0], "text");
	assert(t >= 0);
}

int main()
{
	std::vector<float> h(16);
	float *p;
	cudaMalloc(&p, 64);
	generic<float><<<1, 16, 64>>>(p, p, Pair{1, 2}, 16);
	cudaMemcpy(h.data(), p, 64, cudaMemcpyDeviceToHost);
	return cudaDeviceSynchronize() != cudaSuccess;
}
