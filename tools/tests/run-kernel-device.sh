#!/bin/sh
# run-kernel-device.sh -- functions of CUDA's devices that hpvm_cuda_device.h, clang's headers and libdevice have: bits, SIMD
# within a word, dot products, roundings, accesses with hints, atomic functions of other scopes.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once

cat >"$work/device.cu" <<-'END'
	#include <cuda_bf16.h>
	#include <cuda_fp16.h>
	#include <cuda_pipeline.h>
	#define KERNEL extern "C" __global__ void
	KERNEL dots(int *a, unsigned *u)
	{
		a[4] = __dp4a(a[0], a[1], a[2]);
		a[5] = __dp2a_lo(a[0], a[1], a[2]);
		a[6] = __dp2a_hi(a[0], a[1], a[2]);
		a[7] = __dp4a(make_char4(1, -2, 3, 4), make_char4(5, 6, 7, -8), 100);
		u[4] = __dp4a(u[0], u[1], u[2]);
		u[5] = __dp2a_lo(make_ushort2(1000, 2), make_uchar4(3, 4, 5, 6), 7u);
		u[6] = __dp2a_hi(u[0], u[1], u[2]);
		u[7] = __byte_perm(0x33221100, 0x77665544, 0x7210) + __funnelshift_l(1, 1, 31) + __funnelshift_rc(5, 9, 40);
	}
	KERNEL simd(unsigned *u)
	{
		unsigned a = u[0], b = u[1];

		u[2] = __vadd4(a, b);
		u[3] = __vaddus4(a, b);
		u[4] = __vsub2(a, b);
		u[5] = __vabsdiffu4(a, b);
		u[6] = __vmaxs2(a, b);
		u[7] = __vcmpgtu4(a, b);
		u[8] = __vsadu4(a, b);
		u[9] = __vavgu4(a, b);
		u[10] = __vseteq4(a, b);
		u[11] = __vneg4(a);
	}
	KERNEL limits(int *a)
	{
		a[0] = __vimax3_s32(-1, 5, 3);
		a[1] = __vimin_s32_relu(-4, 3);
		a[2] = __viaddmax_s32(3, 4, 6);
		a[3] = __viaddmin_u32(3, 4, 6);
		a[4] = __fns(0x58, 0, 2);
		a[5] = __fns(0x58, 31, -1);
		a[6] = __fns(0x58, 4, 0);
		a[7] = __fns(0x58, 0, 4);
	}
	KERNEL memory(float *f, float4 *v)
	{
		f[4] = __ldg(f) + __ldcg(f + 1) + __ldcs(f + 2) + __ldca(f + 3) + __ldlu(f) + __ldcv(f);
		__stcg(f + 5, 1.f);
		__stcs(f + 6, 2.f);
		__stwb(f + 7, 3.f);
		__stwt(v, make_float4(1, 2, 3, 4));
		__builtin_assume(f[0] > 0);
		__nanosleep(10);
		__prof_trigger(0);
	}
	KERNEL roundings(float *f, double *d)
	{
		f[4] = __fadd_rd(f[0], f[1]);
		f[5] = __fadd_ru(f[0], f[1]);
		f[6] = __fmul_rz(f[0], f[0]);
		f[7] = __fdiv_ru(f[0], f[2]);
		f[8] = __fmaf_rd(f[0], f[2], f[1]);
		f[9] = __int2float_rz(16777217);
		f[10] = __int2float_ru(16777217);
		f[11] = __double2float_rd(d[0]);
		f[12] = __fsqrt_ru(f[3]);
		f[13] = norm3df(1, 2, 2) + norm4df(1, 1, 1, 1);
		d[1] = __dadd_ru(d[0], 0x1p-60);
		d[2] = __ll2double_rd(9007199254740993);
		d[3] = __frcp_rz(3.f);
	}
	KERNEL atomics(unsigned *u, double *d, float *f)
	{
		atomicInc(u, 2);
		atomicInc_block(u + 1, 100);
		atomicDec_system(u + 2, 5);
		atomicAdd(d, 0.5);
		atomicAdd_system(d + 1, 0.25);
		atomicAdd_block(f, 1.5f);
		atomicCAS_system(u + 3, 0, 8);
	}
	KERNEL halves(__half2 *h, __half *s, __nv_bfloat162 *b)
	{
		atomicAdd(h, __floats2half2_rn(1.f, 2.f));
		atomicAdd(s, __float2half(.5f));
		atomicAdd(b, __floats2bfloat162_rn(1.f, 3.f));
	}
	KERNEL pipeline(const int *in, int *out)
	{
		__shared__ int s[64];

		__pipeline_memcpy_async(s + 4 * threadIdx.x, in + 4 * threadIdx.x, 16, threadIdx.x == 0 ? 4 : 0);
		__pipeline_commit();
		__pipeline_wait_prior(0);
		__syncthreads();
		for (int i = 0; i < 4; i++)
			out[4 * threadIdx.x + i] = s[63 - 4 * threadIdx.x - i];
	}
	KERNEL texture(float *f, cudaTextureObject_t t) { f[0] = tex2D<float>(t, 1.f, 2.f); }
	KERNEL fetch(float *f, cudaTextureObject_t t) { f[0] = tex1Dfetch<float4>(t, 3).x; }
	KERNEL surface(float *f, cudaSurfaceObject_t s) { surf2Dwrite(f[0], s, 4, 5, cudaBoundaryModeClamp); }
	KERNEL read(float *f, cudaSurfaceObject_t s) { surf2Dread(f, s, 4, 5); }
END
cuda() { # NAME OPTION...
	name=$1
	shift
	kernel "$name" --grid 1 "$@" "$work/device.cu"
}
for way in --check=all --width=1; do
	args "$("${PYTHON3:=python3}" - <<-'END'
		def part(x, n, bits, signed):
		    v = x >> n * bits & (1 << bits) - 1
		    return v - (1 << bits) if signed and v >> bits - 1 else v
		def dp4a(a, b, c, s): return c + sum(part(a, n, 8, s) * part(b, n, 8, s) for n in range(4))
		def dp2a(a, b, c, h, s): return c + sum(part(a, n, 16, s) * part(b, n + 2 * h, 8, s) for n in range(2))
		a, b, c = 0x01FF0280, 0x7F80FF02, 1000
		M = 0xFFFFFFFF
		first = [a, b, c, 0, dp4a(a, b, c, True), dp2a(a, b, c, 0, True), dp2a(a, b, c, 1, True), 100 + 5 - 12 + 21 - 32]
		perm = 0x77221100
		second = [a, b, c, 0, dp4a(a, b, c, False), 7 + 3000 + 8, dp2a(a, b, c, 1, False), perm + 0x80000000 + 9 & M]
		print("args: [%s]" % ", ".join("{values: [%d, %d, %d, 0, 0, 0, 0, 0], type: u32, expect: %s}" % (a, b, c, [x & M for x in row])
		                              for row in (first, second)))
	END
	)"
	cuda dots --block 1 $way; clean
	args 'args: [{values: [0x01ff7f80, 0x02018001, 0,0,0,0,0,0,0,0,0,0], type: u32, expect: [0x01ff7f80, 0x02018001,
		0x0300ff81, 0x03ffff81, 0xfffeff7f, 0x01fe017f, 0x02017f80, 0x00ff00ff, 383, 0x02808041, 0, 0xff018180]}]'
	cuda simd --block 1 $way; clean
	args 'args: [{zeros: 8, type: i32, expect: [5, 0, 7, 6, 4, 6, 4, -1]}]'
	cuda limits --block 1 $way; clean
	args 'args: [{values: [1, 2, 3, 4, 0, 0, 0, 0], type: f32, expect: [1, 2, 3, 4, 12, 1, 2, 3]}, {zeros: 4, type: f32, expect: [1, 2, 3, 4]}]'
	cuda memory --block 1 $way; clean
	args 'args: [{values: [1, 0x1p-30, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], type: f32, expect:
		[1, 0x1p-30, 3, 2, 1, 0x1.000002p0, 1, 0x1.555556p-2, 3, 16777216, 16777218, 0x1.99999ap-4, 0x1.6a09e8p0, 5]},
		{values: [0.1000000015, 0, 0, 0], type: f64, expect: [0.1000000015, 0.10000000150000002, 9007199254740992, 0x1.555554p-2]}]'
	cuda roundings --block 1 $way; clean
	args 'args: [{zeros: 4, type: u32, expect: [2, 8, 4, 8]}, {zeros: 2, type: f64, expect: [4, 2]}, {zeros: 1, type: f32, expect: 12}]'
	cuda atomics --block 8 $way; clean
	args 'args: [{zeros: 2, type: f16, expect: [8, 16]}, {zeros: 2, type: f16, expect: [4, 0]}, {zeros: 2, type: u16, expect: [0x4100, 0x41c0]}]'
	cuda halves --block 8 $way; clean
	args 'args: [{range: 64, type: i32}, {zeros: 64, type: i32, print: true}]'
	cuda pipeline --block 16 $way; clean; prints "argument 'out': 63 62 61" ' 5 4 0 2 1 0'
done
# Textures and surfaces are refused by name.
args 'args: [{zeros: 4, type: f32}, 0]'
for one in texture:tex2D fetch:tex1Dfetch surface:surf2Dwrite read:surf2Dread; do
	cuda ${one%:*} --block 1; expect 123 "${one#*:}"
done
finish
