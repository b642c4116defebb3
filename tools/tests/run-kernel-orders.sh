#!/bin/sh
# run-kernel-orders.sh -- kernels: what barriers, fences and atomic operations order, and for whom they wait
# (docs/kernels.md).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

silent() {
	expect 0
	[ ! -s "$work/stderr" ] || fail 'it is not silent'
}
ways='--width=1 --width=8 --width=512 -j1 -j4 --schedule=reverse --schedule=random:1 --schedules=4'

# --- work-items that have ended (K5)
for way in $ways; do
	args 'args: [{zeros: 128, type: i32}]'
	kernel early --grid 2 --block 64 --check=all "$way" "$tests/ended.cl"
	expect 121 'has completed while' '[barrier-divergence]'
	kernel early --grid 2 --block 64 --check=all --sem=ended-at-barrier=arrived "$way" "$tests/ended.cl"; silent
	args 'args: [{values: [0,1,2,3,4,5,6,7,8,9], type: i32, expect: [45,0,3,2,5,4,7,6,9,8]}, 10]'
	kernel early --grid 1 --block 64 --check=all "$way" "$tests/ended.cu"; silent
	kernel early --grid 1 --block 64 --sem ended-at-barrier=error "$way" "$tests/ended.cu"
	expect 121 'has completed while' '[barrier-divergence]'
	args 'args: [{zeros: 64, type: i32}]'
	kernel other --grid 1 --block 64 "$way" "$tests/ended.cu"
	expect 121 'waits at another barrier' '[barrier-divergence]'
done
args 'args: [{zeros: 64, type: i32}]'
kernel other --grid 1 --block 64 --sem ended-at-barrier=arive "$tests/ended.cu"
expect 124 'the choice has no such value'

# --- what a barrier orders (M8)
for way in $ways; do
	args 'args: [{zeros: 128, type: i32}]'
	kernel through_global --grid 2 --block 64 --check=race "$way" "$tests/flags.cl"
	expect 121 'flags.cl:6:11' '[data-race]' 'flags.cl:5:3 orders local memory only'
	kernel through_local --grid 2 --block 64 --check=race "$way" "$tests/flags.cl"
	expect 121 'flags.cl:13:25' '[data-race]' 'flags.cl:12:3 orders global memory only'
	kernel neither --grid 2 --block 64 --check=race "$way" "$tests/flags.cl"
	expect 121 'flags.cl:19' '[data-race]' 'flags.cl:18:3 orders no memory'
	kernel by_call --grid 2 --block 64 --check=race "$way" "$tests/flags.cl"
	expect 121 'flags.cl:28' '[data-race]' 'flags.cl:22:3 orders local memory only'
	args 'args: [{zeros: 256, type: i32}, {range: 256, type: i32}, 256]'
	kernel right --grid 4 --block 64 --check=all "$way" "$tests/flags.cl"; silent
done
# --- releases, acquisitions and fences (M8)
for way in --width=1 --width=8 -j1 -j4; do
	args 'args: [{zeros: 4, type: i32}, {zeros: 4, type: i32}, {zeros: 4, type: i32, expect: [0,42,42,42]}]'
	for each in flag by_fence chain; do
		kernel $each --grid 4 --block 1 --check=race "$way" "$tests/fences.cl"; silent
	done
	for each in relaxed:3:128 late:4:201 one_fence:6:130 group_scope:7:132 local_flags:8:132 is_volatile:9:134; do
		kernel ${each%%:*} --grid 4 --block 1 --check=race "$way" "$tests/fences.cl"
		expect 121 '[data-race]' "the other access is at $tests/fences.cl:${each#*:} by"
	done
	args 'args: [{zeros: 32, type: i32}, {zeros: 1, type: i32, expect: [10]}]'
	for each in last alone; do
		kernel $each --grid 4 --block 8 --check=race "$way" "$tests/fences.cu"; silent
	done
	for each in unfenced:4 block_fence:5 late:6; do
		kernel ${each%:*} --grid 4 --block 8 --check=race "$way" "$tests/fences.cu"
		expect 121 "fences.cu:${each#*:}:" '[data-race]' 'nothing orders the blocks'
	done
	kernel sizes --grid 4 --block 1 --check=race "$way" "$tests/fences.cu"
	expect 121 'an atomic access' 'and an atomic access' '[data-race]'
	args 'args: [{zeros: 3200, type: i32}, {zeros: 1, type: i32, expect: [3200]}]'
	kernel all_write --grid 100 --block 32 --check=race "$way" "$tests/fences.cu"; silent
done
for clang in clang-14 clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	for level in 0 1 3; do
		$clang -x cl -cl-std=CL2.0 -target spir64 -Xclang -finclude-default-header -g -O$level -emit-llvm -c \
			"$tests/flags.cl" -o "$work/flags.bc" || continue
		args 'args: [{zeros: 128, type: i32}]'
		kernel by_call --grid 2 --block 64 --check=race "$work/flags.bc"
		label="$clang -O$level: $label"
		expect 121 'flags.cl:28' '[data-race]' 'flags.cl:22:3 orders local memory only'
		args 'args: [{zeros: 256, type: i32}, {range: 256, type: i32}, 256]'
		kernel right --grid 4 --block 64 --check=all "$work/flags.bc"
		label="$clang -O$level: $label"
		silent
	done
done
finish
