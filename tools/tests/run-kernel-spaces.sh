#!/bin/sh
# run-kernel-spaces.sh -- address spaces (K2): accesses in a space where the pointer does not lie, writes to constant
# memory, and functions that say where a pointer lies, for SPIR, NVPTX and AMDGPU.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
silent() {
	expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
}
at() { # FILE TEXT: its place in the source
	echo "$1:$(grep -nF -- "$2" "$tests/$1" | head -n 1 | cut -d: -f1):"
}
args 'args: [{zeros: 64, type: i32}]'
fault() { # FILE KERNEL PLACE TEXT...
	file=$1 k=$2 place=$3
	shift 3
	for way in --width=1 --width=64 --check=bounds,uninit; do
		kernel "$k" --grid 1 --block 64 $way "${compiled:-$tests/$file}"
		expect 121 "$place" '[address-space] (K2)' "$@"
	done
}

# --- OpenCL C
opencl() {
	fault spaces.cl global_as_local "$(at spaces.cl '*l = 1;')" "points to local memory, and the address lies in global memory: memory tracked as argument 'a'"
	fault spaces.cl local_as_global "$(at spaces.cl '*g = 1;')" "points to global memory, and the address lies in local memory: shared variable 's'"
	fault spaces.cl private_as_local "$(at spaces.cl '= *l;')" "points to local memory, and the address lies in private memory: the variable 'own'"
	fault spaces.cl local_as_private "$(at spaces.cl '= *own;')" 'points to private memory, and the address lies in local memory'
	fault spaces.cl number_as_local "$(at spaces.cl '*(local int *)number')" 'points to local memory, and the address lies in global memory'
	kernel guarded --grid 1 --block 64 --check=all "${compiled:-$tests/spaces.cl}"; silent
}
compiled=
opencl
if readable_clang clang-19; then
	compiled=$work/spaces.bc
	clang-19 -x cl -cl-std=CL2.0 -target spir64 -O0 -g -Xclang -finclude-default-header -emit-llvm -c "$tests/spaces.cl" \
		-o "$compiled" 2>"$work/stderr" || fail 'does not compile'
	opencl
	compiled=
fi
answers() { # what work-item t stores, by t % 3: where its pointer lies, what is there, and what the fence is
	args "args: [{zeros: 64, type: i32, expect: {values: [$(seq 0 63 | awk '{ n = $1 % 3 == 0 ? 1 : $1 % 3 == 1 ? 2 + 1024 : 4 + 8 * $1; printf "%s%d", (NR > 1 ? ", " : ""), n + $1 % 4 + 1 }')], type: i32}}, {zeros: 1, type: i32}]"
}
answers
for way in --width=1 --width=64 -j3 --check=all; do
	kernel questions --grid 1 --block 64 $way "$tests/spaces.cl"; silent
done
kernel questions --grid 1 --block 64 --check=none "$tests/spaces.cl"
expect 123 'the address space of a pointer with --check=none'

# --- CUDA
args "args: [{zeros: 64, type: i32, expect: {values: [$(seq 0 63 | awk '{ printf "%s%d", (NR > 1 ? ", " : ""), 16 + 2 ^ ($1 % 3) }')], type: i32}}]"
for way in --width=1 --width=64 --check=all; do
	kernel questions --grid 1 --block 64 $way "$tests/spaces.cu"; silent
done
args 'args: [{zeros: 64, type: i32}]'
fault spaces.cu constant_written "$(at spaces.cu '*(volatile int *)&numbers')" "the address lies in constant memory: variable 'numbers'"
fault spaces.cu shared_as_global "$(at spaces.cu 'st.global.u32')" 'points to global memory, and the address lies in shared memory'
fault spaces.cu global_as_shared "$(at spaces.cu 'ld.shared.u32')" 'points to shared memory, and the address lies in global memory'
kernel right --grid 1 --block 64 --check=all "$tests/spaces.cu"; silent

# --- addresses of 32 bits
kernel narrow_outside --grid 1 --block 64 "$tests/spaces.cu"
expect 121 "$(at spaces.cu '::"r"(at), "r"(1)')" '[out-of-bounds]' "shared variable 's'"
args "args: [{zeros: 64, type: i32, expect: {values: [$(seq 63 -1 0 | paste -sd,)], type: i32}}]"
for way in --width=1 --width=64 --check=all -j2; do
	kernel narrow --grid 1 --block 64 $way "$tests/spaces.cu"; silent
done
args 'args: [{zeros: 64, type: i32}]'

# --- AMDGPU, whose numbers are others
if readable_clang clang-22; then
	count=$((count + 1)) label=amdgpu
	clang-22 -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O1 -g -emit-llvm -c "$tests/spaces.cl" \
		-o "$work/amdgpu.bc" 2>"$work/stderr" || fail 'does not compile'
	compiled=$work/amdgpu.bc
	fault spaces.cl global_as_local "$(at spaces.cl '*l = 1;')" 'points to local memory, and the address lies in global memory'
	fault spaces.cl local_as_private "$(at spaces.cl '= *own;')" 'points to private memory, and the address lies in local memory'
	answers
	kernel questions --grid 1 --block 64 "$compiled"; silent
fi
finish
