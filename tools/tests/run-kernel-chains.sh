#!/bin/sh
# run-kernel-chains.sh -- --check=race where order is passed on: by barriers of warps, fences before barriers, chains of
# atomic operations (M8, W3).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
args 'args: [{zeros: 8, type: i32}, {zeros: 80, type: i32}]'
"$CLANG" -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version \
	-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h -O1 -g -emit-llvm -c "$tests/chains.cu" \
	-o "$work/chains.bc" || exit 99

for way in --check=race '--check=race --schedule=reverse' '--check=race,poison --width=32'; do
	for k in met passed fails last_after last_before; do
		kernel $k --grid 2 --block 32 $way "$work/chains.bc"; expect 0
		[ -s "$work/stderr" ] && fail 'it is not silent'
	done
done
for k in kept succeeds last_unfenced last_one; do
	kernel $k --grid 2 --block 32 --check=race "$work/chains.bc"; expect 121 'data race'
done
for k in unmet partly; do
	kernel $k --grid 2 --block 32 --check=race "$work/chains.bc"
	expect 121 'data race' 'by thread (5, 0, 0) in block (0, 0, 0)'
done
# more blocks than an address remembers, and warps
for k in last_after last_before; do
	args 'args: [{zeros: 8, type: i32}, {zeros: 4098, type: i32, print: true}]'
	kernel $k --grid 32 --block 128 --check=race "$work/chains.bc"; expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
	prints ': 4096 0 1 1'
done
finish
