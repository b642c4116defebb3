#!/bin/sh
# run-library.sh -- the library of device functions has every overload of every builtin function of OpenCL C but those that are
# known to be refused, and the functions of libdevice that ordinary kernels of CUDA C++ use.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
link_library=${HPVM_RUN%hpvm-run}ir/link-library
tests=$srcdir/ir/kernel/library/tests

# all_overloads NAME CLANG FLAG...
all_overloads() {
	label=$1 compiler=$2
	count=$((count + 1))
	shift 2
	headers=$("$compiler" -print-resource-dir)/include
	"$compiler" -x cl "$@" -cl-no-stdinc -E -P -include "$headers/opencl-c.h" /dev/null -o "$work/header" 2>"$work/stderr" || fail 'no header'
	"$PYTHON3" "$tests/builtins.py" "$work/header" "$work/refused.cl" >"$work/calls.cl" 2>"$work/stderr" || fail 'no calls'
	[ "$(wc -l <"$work/calls.cl")" -gt 5000 ] || fail 'too few overloads'
	for program in calls refused; do
		"$compiler" -x cl "$@" -cl-no-stdinc -include "$headers/opencl-c.h" -w -O1 -Xclang -disable-llvm-passes -emit-llvm -c "$work/$program.cl" -o "$work/$program.bc" 2>"$work/stderr" ||
			fail 'does not compile'
		"$link_library" opencl "$work/$program.bc" >"$work/missing.$program" 2>"$work/stderr" || fail 'does not link'
	done
	# Work-item functions, barriers, clocks and fences are the kernel's.
	grep -vE '_Z(7barrierj|1[234]get_local_(id|size)j|19get_local_linear_idv|2[12]get_(sub_group_local_id|max_sub_group_size)v|22atomic_work_item_fence.*|[0-9]*clock_read_(device|work_group|sub_group)v)$|^__hpvm__(warp|trap_if)$' \
		"$work/missing.calls" >"$work/stdout"
	[ ! -s "$work/stdout" ] || fail "lacks $(head -n 5 "$work/stdout" | tr '\n' ' ')"
	[ "$(grep -c call_ "$work/refused.cl")" -eq "$(wc -l <"$work/missing.refused")" ] || fail 'has functions that are said to be refused'
}
all_overloads spir64 "$CLANG" -cl-std=CL3.0 -target spir64
all_overloads spir64-1.2 "$CLANG" -cl-std=CL1.2 -target spir64
all_overloads host "$CLANG" -cl-std=CL3.0 -target x86_64 -Xclang -ffake-address-space-map -Xclang -cl-ext=+all

# --- CUDA C++ without a toolkit
label=cuda count=$((count + 1))
"$CLANGXX" -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -include "$srcdir/ir/kernel/library/cuda/hpvm_cuda.h" \
	-O1 -g -w -emit-llvm -c "$tests/cuda_all.cu" -o "$work/all.bc" 2>"$work/stderr" || fail 'does not compile'
"$link_library" cuda "$work/all.bc" >"$work/missing" 2>"$work/stderr" || fail 'does not link'
# Barriers and ids are the kernel's.
grep -vxE 'vprintf|__assertfail|_Z7barrierj|_Z19get_local_linear_idv' "$work/missing" >"$work/stdout"
[ ! -s "$work/stdout" ] || fail "lacks $(tr '\n' ' ' <"$work/stdout")"
finish
