// hip.hip -- kernels of HIP, compiled for AMDGPU without ROCm.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define I __builtin_amdgcn_workitem_id_x()
#define SYNC                                                                                       \
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(),       \
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")

extern "C" __device__ float __ocml_sqrt_f32(float);
extern "C" __device__ float __ocml_frexp_f32(float, __attribute__((address_space(5))) int *);
extern "C" __device__ double __ocml_lgamma_f64(double);
extern "C" __device__ double __ocml_pow_f64(double, double);
extern "C" __device__ unsigned long __ockl_get_global_id(unsigned);

struct pair {
	int a;
	float b[5];
};

extern "C" __global__ void reverse(float *o, const float *x, pair s, int n)
{
	__shared__ float t[64];
	int i = __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + I;

	t[I] = x[i] * s.b[2];
	SYNC;
	if (i < n)
		o[i] = t[63 - I] + s.a + __builtin_amdgcn_grid_size_x();
}

extern "C" __global__ void ids(int *o)
{
	int y = __builtin_amdgcn_workgroup_id_y() * 2 + __builtin_amdgcn_workitem_id_y();
	int z = __builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workitem_id_z();

	o[(z * 4 + y) * 3 + I] = 100 * z + 10 * y + I + 1000 * __builtin_amdgcn_workgroup_size_y();
}

extern "C" __global__ void functions(float *o)
{
	int exponent;
	float mantissa = __ocml_frexp_f32(o[I], (__attribute__((address_space(5))) int *)&exponent);

	o[__ockl_get_global_id(0)] = __ocml_sqrt_f32(o[I]) + __ocml_pow_f64(o[I], 2) + mantissa + exponent +
				     __ocml_lgamma_f64(o[I]) / __ocml_lgamma_f64(4);
}

extern "C" __global__ void race(int *o)
{
	*o = I;
}

extern "C" __global__ void no_barrier(float *o)
{
	__shared__ float t[64];

	t[I] = o[I];
	o[I] = t[63 - I];
}

extern "C" __global__ void outside(int *o)
{
	o[I + 1] = 1;
}

extern "C" __global__ void lanes(int *o)
{
	o[I] = __builtin_amdgcn_s_getreg(1);
}
