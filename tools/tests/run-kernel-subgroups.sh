#!/bin/sh
# run-kernel-subgroups.sh -- functions of sub-groups of OpenCL C (W1 to W4): values against those that warps.py computes
# and against loops over shared memory, for all types, several sizes, targets and compilers; faults at their lines.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
source=$tests/subgroups.cl
python=${PYTHON3:-python3}
command -v "$python" >/dev/null || exit 77
silent() {
	expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
}
at() { # TEXT: its place in the source
	echo "subgroups.cl:$(grep -nF -- "$1" "$source" | head -n 1 | cut -d: -f1):"
}

# --- values
tables() { # FILE OPTION...
	file=$1
	shift
	for k in subgroups shuffled; do
		args "$("$python" "$tests/warps.py" $k)"
		kernel $k --grid 1 --block 64 --warp 32 "$@" "$file"; silent
	done
}
for way in --check=all --width=1 -j4 --schedules=3; do
	tables "$source" $way
done
zeros='args: [{zeros: 1000, type: i32, expect: 0}]'
args "$zeros"
types=$tests/subgroup_types.cl
kernel types --grid 2 --block 64 "$types"; silent
kernel types --grid 2 --block 5,3 --warp 8 --width 1 "$types"; silent
kernel small_types --grid 1 --block 61 --warp 7 --check=all "$types"; silent
kernel floats --grid 1 --block 64 --warp 64 "$types"; silent
kernel floats --grid 1 --block 7 --warp 1 --width 1 "$types"; silent
for way in '--grid 2 --block 64 --warp 64' '--grid 1 --block 61 --width 1' '--global 21 --block 9 --warp 4 --check=all'; do
	# shellcheck disable=SC2086
	kernel masks $way "$types"; silent
done
kernel vectors --grid 1 --block 32 --warp 8 --check=all "$source"; silent
blocks='args: [{zeros: 1000, type: i32, expect: 0}, {range: 128, type: u32}]'
args "$blocks"
kernel intel --grid 1 --block 32 --check=all "$source"; silent
kernel intel --grid 1 --block 32 --width 1 --warp 8 "$source"; silent
kernel intel --grid 1 --block 32 --warp 16 "$source"
expect 124 "--warp: kernel 'intel' requires sub-groups of 8 work-items"
run --list-kernels "$source"; expect 0
prints '  requires sub-groups of 8'

# --- other targets and compilers: code that is not optimised, and small vectors as x86-64 passes them
compiled() { # SOURCE CLANG FLAG...
	file=$1 compiler=$2
	shift 2
	readable_clang "$compiler" || return
	count=$((count + 1)) label="$compiler $*"
	"$compiler" -x cl -cl-std=CL3.0 "$@" -g -cl-kernel-arg-info -include opencl-c.h -emit-llvm -c "$file" \
		-o "$work/subgroups.bc" 2>"$work/stderr" || fail 'does not compile'
}
host='-target x86_64-unknown-linux-gnu -Xclang -ffake-address-space-map -Xclang -cl-ext=+all'
for way in 'clang-14 -target spir64 -O3' 'clang-19 -target spir64 -O0' "clang-22 $host -O2"; do
	# shellcheck disable=SC2086
	compiled "$source" $way || continue
	tables "$work/subgroups.bc"
	args "$zeros"
	kernel vectors --grid 1 --block 32 --warp 8 "$work/subgroups.bc"; silent
	args "$blocks"
	kernel intel --grid 1 --block 32 --warp 8 "$work/subgroups.bc"; silent
done
args "$zeros"
# shellcheck disable=SC2086
if compiled "$types" clang-22 $host -O0; then
	kernel floats --grid 1 --block 32 --warp 8 "$work/subgroups.bc"; silent
	kernel small_types --grid 1 --block 32 --warp 8 "$work/subgroups.bc"; silent
fi

# --- faults
args 'args: [{zeros: 64, type: i32}]'
for k in ordered right_flags; do
	kernel $k --grid 1 --block 64 --check=all "$source"; silent
done
fault() { # KERNEL TEXT...
	k=$1
	shift
	kernel "$k" --grid 1 --block 64 --check=all "$source"
	expect 121 "$@"
}
fault unordered "$(at 's[t] = a[t];')" '[data-race]' "shared variable 's'"
fault wrong_flags "$(at 'a[t ^ 1] = 5;')" '[data-race]' "argument 'a'"
fault other_sub_group "$(at 'a[63 - t] = 5;')" '[data-race]'
fault inactive "$(at 'if (v > 3)')" '[poison-used]' 'value of a lane that takes no part in the collective' "$(at 'int v = sub_group_shuffle')"
for way in --width=1 --width=64; do
	kernel diverged --grid 1 --block 64 $way "$source"
	expect 121 "$(at 'a[t] = sub_group_reduce_add(t);')" 'lane 1 waits at a reduction for lane 0' '[warp-divergence] (W2)'
	kernel early --grid 1 --block 64 $way "$source"
	expect 121 'lane 0 waits at a barrier of the warp for lane 3' '[warp-divergence] (W2)'
done
finish
