#!/bin/sh
# run-kernel-cuda.sh -- whole programs of CUDA, with the host's code, and functions of the device: its heap, assert(),
# traps, the clock.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

silent() {
	[ -s "$work/stderr" ] && fail "it is not silent: $(head -2 "$work/stderr")"
}
compilers=
for clang in clang-19 clang-22; do
	command -v $clang >/dev/null && compilers="$compilers $clang"
done
ways='--check=all --width=1 --width=8 -j1 -j4 --schedules=3'

# --- a whole program
args 'args: [{range: 8, type: f32}, {range: 8, type: f32}, {zeros: 8, type: f32, expect: [0,2,4,6,8,10,0,0]}, 6]'
for compiler in $compilers; do
	LIB_CLANG=$compiler
	for way in --check=all -j4; do
		kernel vectorAdd --grid 2 --block 4 "$way" "$tests/program.cu"; expect 0
		[ "$(cat "$work/stdout")" = '5 2.0 3' ] || fail "it prints $(cat "$work/stdout")"
		silent
	done
	run --list-kernels "$tests/program.cu"; expect 0
	prints 'kernel _Z9vectorAddPKfS0_Pfi' 'allows groups of at most 256,1,1'
	grep -q needs "$work/stdout" && fail 'something is missing'
done
kernel vectorAdd --grid 1 --block 257 "$tests/program.cu"; expect 124 'allows at most 256 work-items'
# Each header of a toolkit alone.
for header in builtin_types.h cuda.h cuda_runtime.h cuda_runtime_api.h device_functions.h device_launch_parameters.h driver_types.h \
	helper_cuda.h helper_functions.h host_defines.h math_functions.h vector_functions.h vector_types.h; do
	printf '#include <%s>\n__global__ void k(int *a) { a[threadIdx.x] = max(1, 2) + (int)sqrtf(4.f); }\n' $header >"$work/one.cu"
	args 'args: [{zeros: 2, type: i32, expect: [4, 4]}]'
	kernel k --grid 1 --block 2 "$work/one.cu"
	label="$header: $label"
	expect 0; silent
done

# --- the heap
for way in $ways; do
	args 'args: [{zeros: 4, type: i32, expect: [6, 10, 14, 18]}]'
	kernel list --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
	args 'args: [{zeros: 4, type: i32, expect: [1, 2, 3, 4]}]'
	kernel heap --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
	args 'args: [{zeros: 4, type: i32, expect: [4, 4, 4, 4]}]'
	kernel kept --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
	args 'args: [{zeros: 4, type: i32, expect: [1, 1, 1, 1]}]'
	kernel wait --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
	kernel timer --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
	kernel noinl --grid 1 --block 4 "$way" "$tests/device.cu"; expect 0; silent
done
args 'args: [{zeros: 4, type: i32, expect: [8388, 1000, 0, 0]}]' # 8 MiB
for way in --check=none --check=bounds --check=all --schedules=2; do
	kernel full --grid 1 --block 1 $way "$tests/device.cu"; expect 0; silent
done
args 'args: [{zeros: 4, type: i32, expect: [65, 1000, 0, 0]}]'
kernel full --grid 1 --block 1 --heap-limit 64K "$tests/device.cu"; expect 0; silent
args 'args: [{zeros: 4, type: i32}]'
for way in '' --width=1 --width=8; do
	# shellcheck disable=SC2086
	{
		kernel oob --grid 1 --block 4 $way "$tests/device.cu"; expect 121 'device.cu:8:' '[out-of-bounds]' 'memory from malloc (40 bytes'
		kernel uaf --grid 1 --block 4 $way "$tests/device.cu"; expect 121 'device.cu:9:' '[use-after-free]'
		kernel twice --grid 1 --block 4 $way "$tests/device.cu"; expect 121 '[use-after-free]' 'freed by'
		kernel uninit --grid 1 --block 4 --check=uninit $way "$tests/device.cu"; expect 121 'device.cu:11:' '[uninitialised]'
		kernel check --grid 1 --block 4 $way "$tests/device.cu"
		expect 121 'device.cu:12:' "assertion 'threadIdx.x < 3 && \"small\"' failed" '[assertion-failed]'
		kernel trap --grid 1 --block 4 $way "$tests/device.cu"; expect 121 'device.cu:13:' '[trap-called]'
		kernel brkpt --grid 1 --block 4 $way "$tests/device.cu"; expect 121 'device.cu:14:' '[trap-called]'
		kernel atom --grid 1 --block 4 --check=race $way "$tests/device.cu"; expect 121 'device.cu:20:' '[data-race]'
	}
done

# --- half precision and bfloat16: each operation exact and rounded once
"$PYTHON3" "$srcdir/tools/tests/half_values.py" 1500 >"$work/half.yaml" || fail 'half_values.py'
for compiler in $compilers; do
	LIB_CLANG=$compiler
	sed "s|half.out|$work/half.out|" "$work/half.yaml" >"$work/args.yaml"
	kernel all --grid 24 --block 64 "$tests/half.cu"; expect 0; silent
	"$PYTHON3" "$srcdir/tools/tests/half_values.py" 1500 "$work/half.out" >"$work/differ" || fail "$(cat "$work/differ")"
	args 'args: [{values: [1, 2, 3, 4], type: f16, expect: [2.5, 4, 6, 6]}, {values: [1, 2, 2, 2], type: f16}, 0.5, {zeros: 1, type: f16, expect: [18.5]}, 2]'
	kernel axpy --grid 1 --block 2 --check=all "$tests/half.cu"; expect 0
done

# --- other compilers and levels
echo '#include "hpvm_cuda.h"' >"$work/cuda_runtime.h"
for compiler in $compilers; do
	for level in 0 1 2 3; do
		$compiler -w -g -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version -O$level \
			-isystem "$work" -isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h \
			-emit-llvm -c "$tests/device.cu" -o "$work/device.bc" || continue
		for name in list:6,10,14,18 heap:1,2,3,4 kept:4,4,4,4 wait:1,1,1,1 noinl:1,1,1,1; do
			args "args: [{zeros: 4, type: i32, expect: [${name#*:}]}]"
			kernel ${name%:*} --grid 1 --block 4 --check=all "$work/device.bc"
			label="$compiler -O$level: $label"
			expect 0; silent
		done
		args 'args: [{zeros: 4, type: i32}]'
		kernel check --grid 1 --block 4 "$work/device.bc"; expect 121 'device.cu:12' '[assertion-failed]'
		kernel trap --grid 1 --block 4 "$work/device.bc"; expect 121 'device.cu:13' '[trap-called]'
	done
done

# A function of OpenCL C that has such a name is another one.
printf 'void *malloc(size_t n);\n__kernel void k(__global int *a) { a[0] = (int)(long)malloc(4); }\n' >"$work/heap.cl"
kernel k --grid 1 --block 1 "$work/heap.cl"; expect 123 'needs what hpvm-run does not have' 'malloc'
finish
