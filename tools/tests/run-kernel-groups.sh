#!/bin/sh
# run-kernel-groups.sh -- cooperative groups of CUDA (cooperative_groups.h and the headers in its folder).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
command -v "${PYTHON3:=python3}" >/dev/null || { echo 'no python' >&2; exit 77; }

build() { # COMPILER LEVEL
	"$1" -w -g -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version -O"$2" \
		-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h -emit-llvm -c "$tests/groups.cu" -o "$work/groups.bc" || exit 99
}
all() { # WAY: every kernel has its results
	for name in tiles32 tiles16 tiles4 nested partitions aggregated copies; do
		"$PYTHON3" -B "$tests/groups.py" $name >"$work/args.yaml" || exit 99
		kernel $name --grid 1 --block 64 "$1" "$work/groups.bc"; label="$compiler: $label"; clean
	done
	for block in 64,1,1 8,4,2; do
		"$PYTHON3" -B "$tests/groups.py" blocks $block >"$work/args.yaml" || exit 99
		kernel blocks --grid 2 --block $block "$1" "$work/groups.bc"; label="$compiler: $label"; clean
	done
}

compiler=$CLANG
build "$CLANG" 1
for way in --check=all --width=8; do
	all $way
done
if readable_clang clang-19; then
	compiler=clang-19
	build clang-19 0
	all --width=1
fi

# --- the whole grid
args "$("$PYTHON3" -c 'out = [10 * ((i + 4) % 12) + 10 * ((i + 8) % 12) for i in range(12)]
print("args: [{zeros: 12, type: i32, expect: %s}]" % out)')"
for way in --check=race --width=1 -j2; do
	kernel whole_grid --grid 3 --block 4 $way "$tests/groups.cu"; clean
done

# --- faults, from source
args 'args: [{range: 64, type: i32}, {zeros: 64, type: i32}]'
kernel early --grid 1 --block 64 --check=race "$tests/groups.cu"; expect 121 '[data-race]' 'groups.cu:138:'
args 'args: [{zeros: 64, type: i32}]'
kernel skipped --grid 2 --block 1 "$tests/groups.cu"; expect 121 '[no-progress]'
kernel clusters --grid 2 --block 32 "$tests/groups.cu"; expect 123 'cooperative_groups::this_cluster'
# A block that is no multiple of the tile reads lanes that do not exist.
kernel tiles32 --grid 1 --block 20 --check=poison "$tests/groups.cu"; expect 121
printf '#include <cooperative_groups.h>\n__global__ void k() { cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block()).sync(); }\n' >"$work/big.cu"
run --kernel k --grid 1 --block 64 "$work/big.cu"; expect 120 'hpvm-run has tiles of 1, 2, 4, 8, 16 and 32 threads'
finish
