/* hpvm_cuda_device.h -- functions of the device that clang's headers lack: accesses with hints for caches, dot products of
 * bytes, three operands, textures.
 *
 * Textures and surfaces are declared only, so that a kernel that uses one is refused by name.
 * Not here: what every kernel needs (hpvm_cuda.h, which includes this file). */
#ifndef HPVM_CUDA_DEVICE_H
#define HPVM_CUDA_DEVICE_H

/* --- memory ------------------------------------------------------------------------------------- */

template <typename T> HPVM_DEVICE T hpvm_load(const T *p)
{
	return *p;
}
template <typename T> HPVM_DEVICE void hpvm_store(T *p, T x)
{
	*p = x;
}
#define __ldcg(p)    hpvm_load(p)
#define __ldca(p)    hpvm_load(p)
#define __ldcs(p)    hpvm_load(p)
#define __ldlu(p)    hpvm_load(p)
#define __ldcv(p)    hpvm_load(p)
#define __stcg(p, x) hpvm_store(p, x)
#define __stcs(p, x) hpvm_store(p, x)
#define __stwb(p, x) hpvm_store(p, x)
#define __stwt(p, x) hpvm_store(p, x)

/* --- integers ----------------------------------------------------------------------------------- */

#define __assume(condition) __builtin_assume(condition)

#define HPVM_DOT(type, name, vector4, instruction)                                                 \
	HPVM_DEVICE type name(type a, type b, type c)                                              \
	{                                                                                          \
		asm(instruction " %0, %1, %2, %3;" : "=r"(c) : "r"(a), "r"(b), "r"(c));            \
		return c;                                                                          \
	}                                                                                          \
	template <typename V> HPVM_DEVICE type name(V a, vector4 b, type c)                        \
	{                                                                                          \
		static_assert(sizeof(V) == 4, "a vector of 32 bits is expected");                  \
		return name(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c);          \
	}
HPVM_DOT(int, __dp4a, char4, "dp4a.s32.s32")
HPVM_DOT(unsigned, __dp4a, uchar4, "dp4a.u32.u32")
HPVM_DOT(int, __dp2a_lo, char4, "dp2a.lo.s32.s32")
HPVM_DOT(unsigned, __dp2a_lo, uchar4, "dp2a.lo.u32.u32")
HPVM_DOT(int, __dp2a_hi, char4, "dp2a.hi.s32.s32")
HPVM_DOT(unsigned, __dp2a_hi, uchar4, "dp2a.hi.u32.u32")

/* min and max with a third operand, a sum before, or at least 0, of words. */
#define HPVM_LIMIT3(type, name, op, suffix)                                                        \
	HPVM_BOTH type __vi##name##3_##suffix(type a, type b, type c)                              \
	{                                                                                          \
		return op(op(a, b), c);                                                            \
	}                                                                                          \
	HPVM_BOTH type __viadd##name##_##suffix(type a, type b, type c)                            \
	{                                                                                          \
		return op((type)((unsigned)a + (unsigned)b), c);                                   \
	}
#define HPVM_LEAST(a, b) ((b) < (a) ? (b) : (a))
#define HPVM_MOST(a, b)  ((a) < (b) ? (b) : (a))
HPVM_LIMIT3(int, min, HPVM_LEAST, s32)
HPVM_LIMIT3(int, max, HPVM_MOST, s32)
HPVM_LIMIT3(unsigned, min, HPVM_LEAST, u32)
HPVM_LIMIT3(unsigned, max, HPVM_MOST, u32)
#define HPVM_RELU(name, op)                                                                        \
	HPVM_BOTH int __vi##name##_s32_relu(int a, int b)                                          \
	{                                                                                          \
		return HPVM_MOST(op(a, b), 0);                                                     \
	}                                                                                          \
	HPVM_BOTH int __vi##name##3_s32_relu(int a, int b, int c)                                  \
	{                                                                                          \
		return HPVM_MOST(op(op(a, b), c), 0);                                              \
	}                                                                                          \
	HPVM_BOTH int __viadd##name##_s32_relu(int a, int b, int c)                                \
	{                                                                                          \
		return HPVM_MOST(__viadd##name##_s32(a, b, c), 0);                                 \
	}
HPVM_RELU(min, HPVM_LEAST)
HPVM_RELU(max, HPVM_MOST)

/* --- textures and surfaces ---------------------------------------------------------------------- */

#define HPVM_READ(name)                                                                            \
	extern "C" __device__ void hpvm_##name() __asm__(#name);                                   \
	template <typename T, typename... P> HPVM_DEVICE T name(P...)                              \
	{                                                                                          \
		hpvm_##name();                                                                     \
		return T();                                                                        \
	}                                                                                          \
	template <typename T, typename... P> HPVM_DEVICE void name(T *, unsigned long long, P...)  \
	{                                                                                          \
		hpvm_##name();                                                                     \
	}
#define HPVM_WRITE(name)                                                                           \
	extern "C" __device__ void hpvm_##name() __asm__(#name);                                   \
	template <typename T, typename... P> HPVM_DEVICE void name(T, P...)                        \
	{                                                                                          \
		hpvm_##name();                                                                     \
	}
HPVM_READ(tex1Dfetch)
HPVM_READ(tex1D)
HPVM_READ(tex1DLod)
HPVM_READ(tex1DGrad)
HPVM_READ(tex1DLayered)
HPVM_READ(tex2D)
HPVM_READ(tex2DLod)
HPVM_READ(tex2DGrad)
HPVM_READ(tex2DLayered)
HPVM_READ(tex2Dgather)
HPVM_READ(tex3D)
HPVM_READ(tex3DLod)
HPVM_READ(tex3DGrad)
HPVM_READ(texCubemap)
HPVM_READ(texCubemapLayered)
HPVM_READ(surf1Dread)
HPVM_READ(surf1DLayeredread)
HPVM_READ(surf2Dread)
HPVM_READ(surf2DLayeredread)
HPVM_READ(surf3Dread)
HPVM_READ(surfCubemapread)
HPVM_WRITE(surf1Dwrite)
HPVM_WRITE(surf1DLayeredwrite)
HPVM_WRITE(surf2Dwrite)
HPVM_WRITE(surf2DLayeredwrite)
HPVM_WRITE(surf3Dwrite)
HPVM_WRITE(surfCubemapwrite)
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

#endif
