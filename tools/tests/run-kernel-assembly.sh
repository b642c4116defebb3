#!/bin/sh
# run-kernel-assembly.sh -- inline assembly as CUDA's headers write it: constants as operands, forms that few use.
#
# Not here: what each instruction computes (kernels/ptx.py).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
export CLANG

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
finish
