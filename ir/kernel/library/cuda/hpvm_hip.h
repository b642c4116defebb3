/* hpvm_hip.h -- what HIP C++ needs of ROCm, for kernels on a machine without it:
 *
 *	clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -fno-builtin-printf -include hpvm_hip.h -emit-llvm -c FILE
 *
 * Attributes, ids, barriers, shuffles, votes and functions of integers are here; clang's own headers have the mathematical functions,
 * which call __ocml_* (library/library.c); hpvm_hip_host.inc has what the host's code of a program calls.
 * Not here:  textures, cooperative groups, half precision. */
#ifndef HPVM_HIP_H
#define HPVM_HIP_H
#ifndef __HIP__
#error "hpvm_hip.h is for clang -x hip"
#endif

#define __HIPCC__                1
#define __HIP_PLATFORM_AMD__     1
#define HIP_VERSION_MAJOR        6
#define HIP_VERSION_MINOR        0
#define __launch_bounds__(...)   __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__          __inline__ __attribute__((always_inline))
#define __align__(n)             __attribute__((aligned(n)))
#define HIP_DYNAMIC_SHARED(T, x) extern __shared__ T x[];
#define HIP_KERNEL_NAME(...)     __VA_ARGS__
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
	kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)
#define HPVM_BOTH                                                                                  \
	static __inline__ __attribute__((host, device)) __attribute__((always_inline, nodebug))
#define HPVM_DEVICE                                                                                \
	static __inline__ __attribute__((device)) __attribute__((always_inline, nodebug))

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdlib.h>
/* The device has those of a library (ir/kernel/device.c). */
#define malloc hpvm_unused_malloc
#define free   hpvm_unused_free
#include <__clang_hip_runtime_wrapper.h>
#undef malloc
#undef free
#include "hpvm_vectors.h"

#define HPVM_OPERATOR(V, op, ...)                                                                  \
	HPVM_BOTH V operator op(V a, V b)                                                          \
	{                                                                                          \
		return {__VA_ARGS__};                                                              \
	}                                                                                          \
	HPVM_BOTH V &operator op##=(V & a, V b)                                                    \
	{                                                                                          \
		return a = a op b;                                                                 \
	}
#define HPVM_OPERATORS(T, op)                                                                      \
	HPVM_OPERATOR(T##2, op, T(a.x op b.x), T(a.y op b.y))                                      \
	HPVM_OPERATOR(T##3, op, T(a.x op b.x), T(a.y op b.y), T(a.z op b.z))                       \
	HPVM_OPERATOR(T##4, op, T(a.x op b.x), T(a.y op b.y), T(a.z op b.z), T(a.w op b.w))
#define HPVM_ARITHMETIC(T)                                                                         \
	HPVM_OPERATORS(T, +)                                                                       \
	HPVM_OPERATORS(T, -)                                                                       \
	HPVM_OPERATORS(T, *)                                                                       \
	HPVM_OPERATORS(T, /)
typedef unsigned uint;
HPVM_ARITHMETIC(int)
HPVM_ARITHMETIC(uint)
HPVM_ARITHMETIC(float)
HPVM_ARITHMETIC(double)

/* --- ids ---------------------------------------------------------------------------------------- */

extern "C" {
__device__ size_t __ockl_get_local_size(unsigned), __ockl_get_num_groups(unsigned);
}
#define HPVM_INDEX(name, x_value, y_value, z_value)                                                \
	struct hpvm_##name {                                                                       \
		__declspec(property(get = get_x)) unsigned x;                                      \
		__declspec(property(get = get_y)) unsigned y;                                      \
		__declspec(property(get = get_z)) unsigned z;                                      \
		HPVM_MEMBER unsigned get_x() const                                                 \
		{                                                                                  \
			return (unsigned)x_value;                                                  \
		}                                                                                  \
		HPVM_MEMBER unsigned get_y() const                                                 \
		{                                                                                  \
			return (unsigned)y_value;                                                  \
		}                                                                                  \
		HPVM_MEMBER unsigned get_z() const                                                 \
		{                                                                                  \
			return (unsigned)z_value;                                                  \
		}                                                                                  \
		HPVM_MEMBER operator dim3() const                                                  \
		{                                                                                  \
			return dim3(x, y, z);                                                      \
		}                                                                                  \
	};                                                                                         \
	extern const __device__ __attribute__((weak)) hpvm_##name name;
#define HPVM_MEMBER __device__ inline __attribute__((always_inline, nodebug))
HPVM_INDEX(threadIdx, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
	   __builtin_amdgcn_workitem_id_z())
HPVM_INDEX(blockIdx, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
	   __builtin_amdgcn_workgroup_id_z())
HPVM_INDEX(blockDim, __ockl_get_local_size(0), __ockl_get_local_size(1), __ockl_get_local_size(2))
HPVM_INDEX(gridDim, __ockl_get_num_groups(0), __ockl_get_num_groups(1), __ockl_get_num_groups(2))
struct hpvm_warpSize {
	HPVM_MEMBER operator int() const
	{
		return (int)__builtin_amdgcn_wavefrontsize();
	}
};
extern const __device__ __attribute__((weak)) hpvm_warpSize warpSize;

/* --- barriers and fences ------------------------------------------------------------------------ */

extern "C" {
__device__ __attribute__((convergent)) unsigned hpvm_barrier0_popc(unsigned);
__device__ __attribute__((convergent)) unsigned hpvm_barrier0_and(unsigned);
__device__ __attribute__((convergent)) unsigned hpvm_barrier0_or(unsigned);
__device__ __attribute__((convergent)) void hpvm_wave_sync(unsigned long);
__device__ __attribute__((convergent)) unsigned long hpvm_wave_shuffle(unsigned long, unsigned long,
								       unsigned);
__device__ __attribute__((convergent)) unsigned long hpvm_wave_ballot(unsigned long, bool);
}
HPVM_DEVICE void __syncthreads()
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
HPVM_DEVICE int __syncthreads_count(int truth)
{
	return (int)hpvm_barrier0_popc(truth != 0);
}
HPVM_DEVICE int __syncthreads_and(int truth)
{
	return (int)hpvm_barrier0_and(truth != 0);
}
HPVM_DEVICE int __syncthreads_or(int truth)
{
	return (int)hpvm_barrier0_or(truth != 0);
}
HPVM_DEVICE void __threadfence_block()
{
	__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
HPVM_DEVICE void __threadfence()
{
	__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}
HPVM_DEVICE void __threadfence_system()
{
	__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
}

/* --- votes and shuffles ------------------------------------------------------------------------- */

HPVM_DEVICE unsigned __lane_id()
{
	return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}
HPVM_DEVICE unsigned long long __ballot(int truth)
{
	return __builtin_amdgcn_uicmp((unsigned)truth, 0u, 33 /* unequal */);
}
HPVM_DEVICE unsigned long long __activemask()
{
	return __ballot(1);
}
HPVM_DEVICE int __any(int truth)
{
	return __ballot(truth) != 0;
}
HPVM_DEVICE int __all(int truth)
{
	return __ballot(!truth) == 0;
}
HPVM_DEVICE unsigned long long __ballot_sync(unsigned long long mask, int truth)
{
	return hpvm_wave_ballot(mask, truth != 0);
}
HPVM_DEVICE int __any_sync(unsigned long long mask, int truth)
{
	return __ballot_sync(mask, truth) != 0;
}
HPVM_DEVICE int __all_sync(unsigned long long mask, int truth)
{
	return __ballot_sync(mask, !truth) == 0;
}
HPVM_DEVICE void __syncwarp(unsigned long long mask = ~0ull)
{
	hpvm_wave_sync(mask);
}

/* Apply READ to each word of a value. */
template <typename T, typename F> HPVM_DEVICE T hpvm_words(T x, F read)
{
	struct hpvm_word_array {
		int word[(sizeof(T) + 3) / 4];
	} all = {};
	__builtin_memcpy(&all, &x, sizeof(T));
	for (unsigned i = 0; i < sizeof(all) / 4; i++)
		all.word[i] = read(all.word[i]);
	__builtin_memcpy(&x, &all, sizeof(T));
	return x;
}
HPVM_DEVICE int hpvm_from(int from, int width)
{
	int own = (int)__lane_id();
	return (from & (width - 1)) + (own & ~(width - 1));
}
HPVM_DEVICE int hpvm_from_up(unsigned by, int width)
{
	int own = (int)__lane_id(), from = own - (int)by;
	return from < (own & ~(width - 1)) ? own : from;
}
HPVM_DEVICE int hpvm_from_down(unsigned by, int width)
{
	int own = (int)__lane_id();
	return (own & (width - 1)) + (int)by >= width ? own : own + (int)by;
}
HPVM_DEVICE int hpvm_from_xor(int mask, int width)
{
	int own = (int)__lane_id(), from = own ^ mask;
	return from >= ((own + width) & ~(width - 1)) ? own : from;
}
#define HPVM_SHUFFLE(name, P, from_function)                                                       \
	template <typename T> HPVM_DEVICE T name(T x, P by, int width = warpSize)                  \
	{                                                                                          \
		int from = from_function(by, width);                                               \
		return hpvm_words(x, [=](int word) __attribute__((device, always_inline)) {        \
			return __builtin_amdgcn_ds_bpermute(from << 2, word);                      \
		});                                                                                \
	}                                                                                          \
	template <typename T>                                                                      \
	HPVM_DEVICE T name##_sync(unsigned long long mask, T x, P by, int width = warpSize)        \
	{                                                                                          \
		int from = from_function(by, width);                                               \
		return hpvm_words(x, [=](int word) __attribute__((device, always_inline)) {        \
			return (int)hpvm_wave_shuffle(mask, (unsigned)word, (unsigned)from);       \
		});                                                                                \
	}
HPVM_SHUFFLE(__shfl, int, hpvm_from)
HPVM_SHUFFLE(__shfl_up, unsigned, hpvm_from_up)
HPVM_SHUFFLE(__shfl_down, unsigned, hpvm_from_down)
HPVM_SHUFFLE(__shfl_xor, int, hpvm_from_xor)

/* --- bits and integers -------------------------------------------------------------------------- */

#define HPVM_FUNCTION(R, name, P, value)                                                           \
	HPVM_DEVICE R name(P x)                                                                    \
	{                                                                                          \
		return (R)(value);                                                                 \
	}
HPVM_FUNCTION(int, __popc, unsigned, __builtin_popcount(x))
HPVM_FUNCTION(int, __popcll, unsigned long long, __builtin_popcountll(x))
HPVM_FUNCTION(int, __clz, int, x ? __builtin_clz((unsigned)x) : 32)
HPVM_FUNCTION(int, __clzll, long long, x ? __builtin_clzll((unsigned long long)x) : 64)
HPVM_FUNCTION(int, __ffs, int, __builtin_ffs(x))
HPVM_FUNCTION(int, __ffs, unsigned, __builtin_ffs((int)x))
HPVM_FUNCTION(int, __ffsll, long long, __builtin_ffsll(x))
HPVM_FUNCTION(int, __ffsll, unsigned long long, __builtin_ffsll((long long)x))
HPVM_FUNCTION(unsigned, __brev, unsigned, __builtin_bitreverse32(x))
HPVM_FUNCTION(unsigned long long, __brevll, unsigned long long, __builtin_bitreverse64(x))
HPVM_FUNCTION(int, __float_as_int, float, __builtin_bit_cast(int, x))
HPVM_FUNCTION(unsigned, __float_as_uint, float, __builtin_bit_cast(unsigned, x))
HPVM_FUNCTION(float, __int_as_float, int, __builtin_bit_cast(float, x))
HPVM_FUNCTION(float, __uint_as_float, unsigned, __builtin_bit_cast(float, x))
HPVM_FUNCTION(long long, __double_as_longlong, double, __builtin_bit_cast(long long, x))
HPVM_FUNCTION(double, __longlong_as_double, long long, __builtin_bit_cast(double, x))
HPVM_FUNCTION(int, __float2int_rn, float, __builtin_rintf(x))
HPVM_FUNCTION(int, __float2int_rz, float, x)
HPVM_FUNCTION(int, __float2int_rd, float, __builtin_floorf(x))
HPVM_FUNCTION(int, __float2int_ru, float, __builtin_ceilf(x))
HPVM_FUNCTION(unsigned, __float2uint_rz, float, x)
HPVM_FUNCTION(float, __int2float_rn, int, x)
HPVM_FUNCTION(float, __uint2float_rn, unsigned, x)
HPVM_DEVICE int __mul24(int x, int y)
{
	return ((x << 8) >> 8) * ((y << 8) >> 8);
}
HPVM_DEVICE unsigned __umul24(unsigned x, unsigned y)
{
	return (x & 0xffffff) * (y & 0xffffff);
}
HPVM_DEVICE int __mulhi(int x, int y)
{
	return (int)((long long)x * y >> 32);
}
HPVM_DEVICE unsigned __umulhi(unsigned x, unsigned y)
{
	return (unsigned)((unsigned long long)x * y >> 32);
}
HPVM_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
	return (unsigned long long)((unsigned __int128)x * y >> 64);
}
HPVM_DEVICE long long clock64()
{
	return (long long)__builtin_readcyclecounter();
}
HPVM_DEVICE long long wall_clock64()
{
	return (long long)__builtin_readcyclecounter();
}
HPVM_DEVICE long long clock()
{
	return clock64();
}
template <typename T> HPVM_DEVICE T __ldg(const T *p)
{
	return *p;
}

#include "hpvm_atomics.h"
HPVM_ATOMIC_SCOPES(float, Min, fetch_min)
HPVM_ATOMIC_SCOPES(float, Max, fetch_max)
HPVM_ATOMIC_SCOPES(double, Min, fetch_min)
HPVM_ATOMIC_SCOPES(double, Max, fetch_max)
template <typename T> HPVM_DEVICE T unsafeAtomicAdd(T *p, T x)
{
	return atomicAdd(p, x);
}

#include "hpvm_hip_host.inc"
typedef hipDeviceProp hipDeviceProp_t;
#define hipHostMallocDefault 0
template <typename T> hipError_t hipHostMalloc(T **memory, size_t bytes, unsigned flags = 0)
{
	return hipHostAlloc((void **)memory, bytes, flags);
}
hipError_t hipHostFree(void *memory);

/* --- memory, printf and assert of the device ---------------------------------------------------- */

extern "C" {
__device__ void *malloc(size_t bytes);
__device__ void free(void *memory);
__device__ int printf(const char *format, ...);
__device__ __attribute__((noreturn)) void __assert_fail(const char *what, const char *file,
							unsigned line, const char *function);
}
HPVM_DEVICE void __trap()
{
	__builtin_trap();
}

#endif
