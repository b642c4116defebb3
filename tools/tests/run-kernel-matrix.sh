#!/bin/sh
# run-kernel-matrix.sh -- matrix instructions of warps, mma and ldmatrix (W5).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
command -v "${PYTHON3:=python3}" >/dev/null || exit 77

"$PYTHON3" -B "$tests/matrix.py" "$work" || exit 99
for way in --check=all --width=1 --width=8 -j4; do
	rm -f "$work/result.raw"
	run --kernel matrix --grid 1 --block 32 "$way" --args "$work/matrix.yaml" "$work/matrix.cu"; expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
	"$PYTHON3" -B "$tests/matrix.py" "$work" "$work/result.raw" >"$work/stderr" || fail 'wrong results'
done

# The lanes of a warp meet; a row outside of shared memory; forms that are not known.
cat >"$work/bad.cu" <<-'END'
	#define SHARED(p) ((__attribute__((address_space(3))) unsigned short *)(p))
	extern "C" __global__ void half_warp(unsigned *o)
	{
		unsigned d0, d1, i = threadIdx.x;
		if (i < 16) {
			asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%2, %2};" : "=r"(d0), "=r"(d1) : "r"(i));
			o[i] = d0;
		}
	}
	extern "C" __global__ void outside(unsigned *o)
	{
		__shared__ __align__(16) unsigned short s[60];
		unsigned d, i = threadIdx.x;
		s[i] = s[i + 28] = 0;
		__syncthreads();
		asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(d) : "l"(SHARED(&s[8 * (i % 8)])) : "memory");
		o[i] = d;
	}
	extern "C" __global__ void unknown(unsigned *o)
	{
		unsigned d, i = threadIdx.x;
		asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %0}, {%1}, {%1}, {%1, %1};" : "=r"(d) : "r"(i));
		o[i] = d;
	}
END
echo 'args: [{zeros: 32, type: i32}]' >"$work/args.yaml"
bad() { # KERNEL
	run --kernel "$1" --grid 1 --block 32 --args "$work/args.yaml" "$work/bad.cu"
}
bad half_warp; expect 121 '[warp-divergence]' 'bad.cu:6'
bad outside; expect 121 '[out-of-bounds]' 'bad.cu:16'
bad unknown; expect 123 'mma.sync.aligned.m8n8k128' '[kernel-needs]'
finish
