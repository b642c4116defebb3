/* bench/kernels/kernel.h -- one source of a kernel for every peer.
 *
 * A kernel is one file. It defines KERNEL_DIMS (1 to 3), KERNEL_PARAMETERS(BUFFER, VALUE), the list
 * of its parameters except the last, which is always `size_t n`, KERNEL_ATTRIBUTES in the form of
 * HPVM-C, and KERNEL_RESULT, the buffer that is compared; then it includes this file, defines the
 * body, for hosts also prepare() and advance(), and ends by including main.h. The body is
 *
 *	BODY(size_t z, size_t y, size_t x, size_t nz, size_t ny, size_t nx, parameters..., size_t n)
 *
 * for the instance (z, y, x) of an nz x ny x nx grid; neighbours along x are neighbours in memory,
 * and missing dimensions of the grid have one instance.
 *
 * With KERNEL_TILE, instances are in groups of KERNEL_TILE x KERNEL_TILE that share KERNEL_LOCAL
 * floats, `shared`, and meet at barriers. x and y count within the group; group_x and group_y are
 * the group. Code between barriers is in EACH_INSTANCE, and a variable that lives across a barrier
 * is PRIVATE and accessed by MINE(): plain C has loops and an array there, the other forms nothing.
 *
 * Compilers for devices (BENCH_DEVICE) process only the body.
 *
 * Not here:  HPVM graphs, loops over instances, calls of OpenCL and of the CUDA driver (main.h). */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
#define BENCH_DEVICE
#endif

#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#define GLOBAL                     __global
#define LOCAL                      __local
#define INLINE                     static inline
#define ATOMIC_ADD(address, value) atomic_add(address, value)
#define BARRIER()                  barrier(CLK_LOCAL_MEM_FENCE)
#define sqrtf                      sqrt
#define expf                       exp
#define logf                       log
#define fabsf                      fabs
#elif defined(__CUDACC__)
#define GLOBAL
#define LOCAL
#define INLINE                     static __device__ __forceinline__
#define ATOMIC_ADD(address, value) atomicAdd(address, value)
#define BARRIER()                  __syncthreads()
typedef unsigned char uchar;
#else
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#define GLOBAL
#define LOCAL
#define INLINE static inline __attribute__((always_inline))
typedef unsigned char uchar;
typedef unsigned int uint;
#ifdef BENCH_HPVM
#include <hpvm.h>
/* The body becomes part of the leaf. It calls the functions of hpvm.h by other names, because clang
 * inlines no helper that calls them by their own names (G10). */
int bench_atomic_add(int *, int) __asm__("__hpvm__atomic_add");
void bench_barrier(void) __asm__("__hpvm__barrier") __attribute__((convergent, noduplicate));
#define ATOMIC_ADD(address, value) bench_atomic_add(address, value)
#define BARRIER()                  bench_barrier()
#else
/* An atomic operation is atomic in every form. BENCH_PLAIN_ATOMICS is for lli, which has no atomic
 * instructions, and for measuring their cost. */
#ifdef BENCH_PLAIN_ATOMICS
#define ATOMIC_ADD(address, value) (*(address) += (value))
#else
#define ATOMIC_ADD(address, value) __atomic_fetch_add(address, value, __ATOMIC_RELAXED)
#endif
#define BARRIER() ((void)0)
#endif
#endif

#define BENCH_FORMAL_BUFFER(type, name) GLOBAL type *name,
#define BENCH_FORMAL_VALUE(type, name)  type name,
#define BENCH_FORMAL                    KERNEL_PARAMETERS(BENCH_FORMAL_BUFFER, BENCH_FORMAL_VALUE)
#define BENCH_ACTUAL_EACH(type, name)   name,
#define BENCH_ACTUAL                    KERNEL_PARAMETERS(BENCH_ACTUAL_EACH, BENCH_ACTUAL_EACH)

#ifdef KERNEL_TILE
#define BODY                                                                                       \
	INLINE void body(size_t group_y, size_t group_x, size_t y, size_t x, LOCAL float *shared,  \
			 BENCH_FORMAL size_t n)
#if defined(BENCH_DEVICE) || defined(BENCH_HPVM)
#define EACH_INSTANCE
#define PRIVATE(type, name) type name
#define MINE(name)          name
#else
#define EACH_INSTANCE                                                                              \
	for (y = 0; y != KERNEL_TILE; y++)                                                         \
		for (x = 0; x != KERNEL_TILE; x++)
#define PRIVATE(type, name) type name[KERNEL_TILE * KERNEL_TILE]
#define MINE(name)          name[y * KERNEL_TILE + x]
#endif
#else
#define BODY                                                                                       \
	INLINE void body(size_t z, size_t y, size_t x, size_t nz, size_t ny, size_t nx,            \
			 BENCH_FORMAL size_t n)
#endif

#ifndef BENCH_DEVICE
/* The arguments of a launch: the root's arguments in HPVM's packed form. For groups, ny and nx
 * count groups. */
#define BENCH_FIELD_BUFFER(type, name)                                                             \
	type *name;                                                                                \
	size_t name##_bytes;
#define BENCH_FIELD_VALUE(type, name) type name;
struct __attribute__((packed)) launch {
	KERNEL_PARAMETERS(BENCH_FIELD_BUFFER, BENCH_FIELD_VALUE)
	size_t n, nz, ny, nx;
};

/* Create a buffer of the launch and return it, cleared, so that no measured loop touches a new
 * page. */
#define NEW_BUFFER(launch, name, count)                                                            \
	((launch)->name##_bytes = (count) * sizeof *(launch)->name,                                \
	 (void *)((launch)->name = bench_buffer((launch)->name##_bytes)))

void *bench_buffer(size_t bytes);

/* The same numbers in every form: 32 bits of a multiplicative generator, and a float in [0, 1). */
static inline uint random_bits(unsigned long *state)
{
	*state = *state * 6364136223846793005UL + 1442695040888963407UL;
	return (uint)(*state >> 32);
}

static inline float random_float(unsigned long *state)
{
	return (float)(random_bits(state) >> 8) * 0x1p-24f;
}
#endif
#endif
