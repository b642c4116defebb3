#!/bin/sh
# run-kernel-assembly.sh -- inline assembly as CUDA's headers write it: constants as operands, forms that few use.
#
# Not here: what each instruction computes (kernels/ptx.py).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once

# --- constants, each call with its own
cat >"$work/constants.cu" <<-'END'
	template <int TABLE> static __device__ unsigned logic(unsigned a, unsigned b, unsigned c)
	{
		unsigned r;

		asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
		return r;
	}
	extern "C" __global__ void constants(unsigned *a)
	{
		a[3] = logic<0x96>(a[0], a[1], a[2]);
		a[4] = logic<0x80>(a[0], a[1], a[2]);
		a[5] = logic<0xfe>(a[0], a[1], a[2]);
	}
	/* Subnormal halves are zeros. */
	extern "C" __global__ void flushed(unsigned *a)
	{
		unsigned short h;

		asm("add.ftz.f16 %0, %1, %2;" : "=h"(h) : "h"((unsigned short)a[0]), "h"((unsigned short)0x8002));
		a[1] = h;
		asm("add.f16 %0, %1, %2;" : "=h"(h) : "h"((unsigned short)a[0]), "h"((unsigned short)2));
		a[2] = h;
		asm("fma.rn.ftz.f16x2 %0, %1, %2, %3;" : "=r"(a[3]) : "r"(0x3c003c00), "r"(0x03ff0400), "r"(0));
		asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(a[4]) : "r"(0x00010000), "r"(0x00010000));
	}
	extern "C" __global__ void divide(int *a)
	{
		asm("div.s32 %0, %1, 0;" : "=r"(a[1]) : "r"(a[0]));
	}
	extern "C" __global__ void rest(unsigned *a)
	{
		asm("rem.u32 %0, %1, %2;" : "=r"(a[1]) : "r"(a[0]), "r"(0));
	}
END
for level in 0 1 3; do
	$CLANG -w -g -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -O$level \
		-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h -emit-llvm -c "$work/constants.cu" -o "$work/constants.bc" ||
		exit 99
	args 'args: [{values: [12, 10, 7, 0, 0, 0], type: u32, expect: [12, 10, 7, 1, 0, 15]}]'
	kernel constants --grid 1 --block 1 --check=all "$work/constants.bc"; label="-O$level $label"; clean
	args 'args: [{values: [1, 0, 0, 0, 0], type: u32, expect: [1, 0x0000, 3, 0x0400, 0x20000]}]'
	kernel flushed --grid 1 --block 1 --check=all "$work/constants.bc"; label="-O$level $label"; clean
	args 'args: [{values: [12, 0], type: u32}]'
	for name in divide rest; do
		kernel $name --grid 1 --block 1 "$work/constants.bc"; label="-O$level $label"; expect 121 '[div-by-zero]' 'constants.cu:'
	done
done

# --- special registers
cat >"$work/registers.cu" <<-'END'
	#define READ(n, name)                                                                          \
		{                                                                                      \
			unsigned v;                                                                    \
			asm volatile("mov.u32 %0, %" name ";" : "=r"(v));                              \
			o[n] = v;                                                                      \
		}
	extern "C" __global__ void registers(unsigned *o)
	{
		extern __shared__ int d[];
		__shared__ int s[10];

		s[threadIdx.x] = d[threadIdx.x] = 1;
		__syncthreads();
		o[19] = s[o[19]] + d[o[19]];
		READ(0, "%smid") READ(1, "%nsmid") READ(2, "%gridid") READ(3, "%dynamic_smem_size") READ(4, "%total_smem_size")
		READ(5, "%cluster_ctarank") READ(6, "%cluster_nctarank") READ(7, "%cluster_nctaid.y") READ(8, "%nclusterid.x")
		READ(9, "%clusterid.x") READ(10, "%warpid") READ(11, "%nwarpid") READ(12, "%laneid") READ(13, "%lanemask_ge")
		READ(14, "%clock_hi") READ(15, "%globaltimer_hi") o[16] = warpSize; READ(17, "%ntid.x") READ(18, "%current_graph_exec")
	}
	extern "C" __global__ void driver(unsigned *o) { READ(0, "%envreg2") }
END
args 'args: [{zeros: 20, type: u32, expect: [0, 1, 0, 64, 104, 0, 1, 1, 1, 0, 0, 1, 0, 0xffffffff, 0, 0, 32, 1, 0, 2]}]'
for way in --check=all --width=1; do
	kernel registers --grid 1 --block 1 --shared 64 $way "$work/registers.cu"; clean
done
kernel driver --grid 1 --block 1 "$work/registers.cu"; expect 123 'sreg.envreg2'
cat >"$work/cluster.ll" <<-'END'
	target triple = "nvptx64-nvidia-cuda"
	define ptx_kernel void @two() "nvvm.cluster_dim"="2,1,1" {
	  ret void
	}
	define ptx_kernel void @one() "nvvm.cluster_dim"="1,1,1" {
	  ret void
	}
END
run --kernel two --grid 2 --block 1 "$work/cluster.ll"; expect 123 'clusters of several blocks'
run --kernel one --grid 2 --block 1 "$work/cluster.ll"; clean

# --- ordered accesses of vectors, words of doubles, collectives from before sm_70
cat >"$work/more.cu" <<-'END'
	extern "C" __global__ void vectors(unsigned *o)
	{
		unsigned a, b;

		asm volatile("ld.acquire.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(o));
		asm volatile("st.release.gpu.v2.u32 [%0], {%1, %2};" :: "l"(o + 2), "r"(b), "r"(a));
		asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" :: "l"(o + 4), "r"(a + b));
		asm volatile("{ .reg .u64 p; cvta.param.u64 p, %0; st.u32 [p], 9; }" :: "l"(o + 5));
	}
	__device__ int low(double x) __asm__("llvm.nvvm.d2i.lo");
	__device__ int high(double x) __asm__("llvm.nvvm.d2i.hi");
	__device__ double both(int low, int high) __asm__("llvm.nvvm.lohi.i2d");
	extern "C" __global__ void words(double *d, int *o)
	{
		o[0] = low(d[0]);
		o[1] = high(d[0]);
		d[1] = both(o[0], o[1]);
	}
	extern "C" __global__ void collect(unsigned *o)
	{
		unsigned r;

		asm volatile("shfl.bfly.b32 %0, %1, 1, 31;" : "=r"(r) : "r"(threadIdx.x * 3));
		o[threadIdx.x] = r;
		asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 2; vote.ballot.b32 %0, p; }" : "=r"(r) : "r"(threadIdx.x));
		o[threadIdx.x] += 100 * r;
	}
	extern "C" __global__ void stop(unsigned *o) { asm volatile("brkpt;"); }
END
for way in --check=all --width=1; do
	args 'args: [{values: [5, 6, 0, 0, 0, 0], type: u32, expect: [5, 6, 6, 5, 11, 9]}]'
	kernel vectors --grid 1 --block 1 $way "$work/more.cu"; clean
	args 'args: [{values: [-1.7, 0], type: f64, expect: -1.7}, {zeros: 2, type: u32, expect: [0x33333333, 0xbffb3333]}]'
	kernel words --grid 1 --block 1 $way "$work/more.cu"; clean
done
args 'args: [{zeros: 4, type: u32, expect: [403, 400, 409, 406]}]'
kernel collect --grid 1 --block 4 "$work/more.cu"; clean
kernel stop --grid 1 --block 4 "$work/more.cu"; expect 121 '[trap-called]'
# What is not known is refused by name.
for one in 'tex.1d.v4.f32.s32 {a, b, c, d}, [t, {e}];' 'cp.async.bulk.commit_group;' 'multimem.red.add.u32 [a], b;' 'exit;'; do
	printf 'extern "C" __global__ void k() { asm volatile("%s"); }\n' "$one" >"$work/one.cu"
	run --kernel k --grid 1 --block 1 "$work/one.cu"; expect 123 "PTX instruction '${one%%[ ;]*}'"
done
finish
