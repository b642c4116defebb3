/* hpvm_cuda.h -- what CUDA C++ needs of a toolkit, for kernels on a machine without one:
 *
 *	clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -include hpvm_cuda.h -emit-llvm -c FILE
 *
 * Attributes and memory of the device are here, vector types in hpvm_vectors.h, atomic functions in hpvm_atomics.h; clang's own headers
 * have the mathematical functions, which call libdevice (libdevice.c), shuffles and votes; hpvm_cuda_host.h has what
 * the host's code of a program calls. A source that includes headers of a toolkit (cuda_runtime.h) needs the option
 * -isystem with the folder where this one is installed.
 * Not here: textures, surfaces; cooperative groups (cooperative_groups.h). */
#ifndef HPVM_CUDA_H
#define HPVM_CUDA_H
#ifndef __CUDA__
#error "hpvm_cuda.h is for clang -x cuda"
#endif

#define CUDA_VERSION           12000
#define CUDART_VERSION         12000
#define __CUDACC__             1
#define __CUDACC_VER_MAJOR__   12
#define __CUDACC_VER_MINOR__   0
#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((device)) /* clang has managed variables for HIP alone */
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__      __attribute__((grid_constant))
#define __forceinline__        __inline__ __attribute__((always_inline))
#define __align__(n)           __attribute__((aligned(n)))
#define __builtin_align__(n)   __align__(n)
#define HPVM_BOTH              static __inline__ __host__ __device__ __attribute__((always_inline, nodebug))
#define HPVM_DEVICE            static __inline__ __device__ __attribute__((always_inline, nodebug))

#include <__clang_cuda_math_forward_declares.h>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hpvm_vectors.h"

/* --- device functions --------------------------------------------------------------------------- */

typedef unsigned cuuint32_t;
/* The order matters. */
/* clang-format off */
#include "__clang_cuda_builtin_vars.h"
#define HPVM_MEMBER __device__ inline __attribute__((always_inline, nodebug))
HPVM_MEMBER __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
HPVM_MEMBER __cuda_builtin_threadIdx_t::operator uint3() const { return {x, y, z}; }
HPVM_MEMBER __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
HPVM_MEMBER __cuda_builtin_blockIdx_t::operator uint3() const { return {x, y, z}; }
HPVM_MEMBER __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
HPVM_MEMBER __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
#include <__clang_cuda_libdevice_declares.h>
/* clang has these in PTX. */
#define __trap  hpvm_ptx_trap
#define __brkpt hpvm_ptx_brkpt
#include <__clang_cuda_device_functions.h>
#undef __trap
#undef __brkpt
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>
/* Of later architectures this header needs a toolkit's. */
#pragma push_macro("__CUDA_ARCH__")
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 620
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("__CUDA_ARCH__")
/* clang-format on */

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define HPVM_MATCH(type, word, bits)                                                               \
	HPVM_DEVICE unsigned __match_any_sync(unsigned mask, type x)                               \
	{                                                                                          \
		return __nvvm_match_any_sync_i##bits(mask, (word)x);                               \
	}                                                                                          \
	HPVM_DEVICE unsigned __match_all_sync(unsigned mask, type x, int *all)                     \
	{                                                                                          \
		return __nvvm_match_all_sync_i##bits##p(mask, (word)x, all);                       \
	}
HPVM_MATCH(int, unsigned, 32)
HPVM_MATCH(unsigned, unsigned, 32)
HPVM_MATCH(long long, unsigned long long, 64)
HPVM_MATCH(unsigned long long, unsigned long long, 64)
HPVM_DEVICE void __nanosleep(unsigned)
{
}
#endif
/* For every architecture; those before sm_80 lack the instruction. */
#ifdef __CUDA_ARCH__
#define HPVM_REDUCE(type, name, intrinsic)                                                         \
	extern "C" __device__ __attribute__((convergent)) int hpvm_reduce_##intrinsic(             \
		int x, int mask) __asm__("llvm.nvvm.redux.sync." #intrinsic);                      \
	HPVM_DEVICE type __reduce_##name##_sync(unsigned mask, type x)                             \
	{                                                                                          \
		return (type)hpvm_reduce_##intrinsic((int)x, (int)mask);                           \
	}
HPVM_REDUCE(int, add, add)
HPVM_REDUCE(unsigned, add, add)
HPVM_REDUCE(int, min, min)
HPVM_REDUCE(unsigned, min, umin)
HPVM_REDUCE(int, max, max)
HPVM_REDUCE(unsigned, max, umax)
HPVM_REDUCE(unsigned, and, and)
HPVM_REDUCE(unsigned, or, or)
HPVM_REDUCE(unsigned, xor, xor)
#endif

#include "hpvm_atomics.h"

#define HPVM_LIMITS(type)                                                                          \
	HPVM_BOTH type min(type x, type y)                                                         \
	{                                                                                          \
		return y < x ? y : x;                                                              \
	}                                                                                          \
	HPVM_BOTH type max(type x, type y)                                                         \
	{                                                                                          \
		return x < y ? y : x;                                                              \
	}
/* clang's headers have those of other types for the device. */
HPVM_LIMITS(long)
HPVM_LIMITS(unsigned long)

/* Round to odd, so that a number of fewer digits that is made of it is rounded once. */
#define HPVM_ODD(type)                                                                             \
	HPVM_BOTH double hpvm_odd(type x)                                                          \
	{                                                                                          \
		bool minus = x < 0;                                                                \
		unsigned long long n = minus ? 0 - (unsigned long long)x : (unsigned long long)x;  \
		if (n >> 53)                                                                       \
			n = (n >> 11 | ((n & 2047) != 0)) << 11;                                   \
		return minus ? -(double)n : (double)n;                                             \
	}
HPVM_ODD(long)
HPVM_ODD(unsigned long)
HPVM_ODD(long long)
HPVM_ODD(unsigned long long)

#include "hpvm_cuda_device.h"
#include "hpvm_cuda_host.h"

/* --- memory of the device ----------------------------------------------------------------------- */

extern "C" {
__device__ void *malloc(size_t bytes);
__device__ void free(void *memory);
}
/* clang's header of that name has the operators of the device. */
#include <new>

/* --- printf and assert of the device ------------------------------------------------------------ */

extern "C" {
__device__ int printf(const char *format, ...);
__device__ int vprintf(const char *format, const char *arguments);
__device__ __attribute__((noreturn)) void
__assertfail(const char *what, const char *file, unsigned line, const char *function, size_t size);
}
HPVM_DEVICE __attribute__((noreturn)) void __assert_fail(const char *what, const char *file,
							 unsigned line, const char *function)
{
	__assertfail(what, file, line, function, 1);
}
/* Where a generic pointer points, and its address there. */
HPVM_DEVICE unsigned __isGlobal(const void *p)
{
	return __nvvm_isspacep_global(p);
}
HPVM_DEVICE unsigned __isShared(const void *p)
{
	return __nvvm_isspacep_shared(p);
}
HPVM_DEVICE unsigned __isConstant(const void *p)
{
	return __nvvm_isspacep_const(p);
}
HPVM_DEVICE unsigned __isLocal(const void *p)
{
	return __nvvm_isspacep_local(p);
}
HPVM_DEVICE size_t __cvta_generic_to_global(const void *p)
{
	return (size_t)(const __attribute__((address_space(1))) void *)p;
}
HPVM_DEVICE size_t __cvta_generic_to_shared(const void *p)
{
	return (size_t)(const __attribute__((address_space(3))) void *)p;
}
HPVM_DEVICE size_t __cvta_generic_to_constant(const void *p)
{
	return (size_t)(const __attribute__((address_space(4))) void *)p;
}
HPVM_DEVICE size_t __cvta_generic_to_local(const void *p)
{
	return (size_t)(const __attribute__((address_space(5))) void *)p;
}
HPVM_DEVICE void __trap()
{
	__builtin_trap();
}
/* What a call of a pure virtual function calls. */
extern "C" __device__ __attribute__((weak)) void __cxa_pure_virtual()
{
	__trap();
}
HPVM_DEVICE void __brkpt()
{
	__builtin_debugtrap();
}

#endif
