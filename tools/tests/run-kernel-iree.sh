#!/bin/sh
# run-kernel-iree.sh -- --kernel with dispatches of IREE for CPUs (docs/kernels.md, "IREE").
#
# kernels/iree-add.ll is what iree-compile 3.13 wrote for
#	func.func @add(%a: tensor<1000xf32>, %b: tensor<1000xf32>) -> tensor<1000xf32> {
#	  %0 = arith.addf %a, %b : tensor<1000xf32>
#	  return %0 : tensor<1000xf32>
#	}
# with --iree-hal-dump-executable-intermediates-to; kernels/iree-scale.ll is written by hand.
. "${srcdir:-.}/tools/tests/lib.sh"
kernels=$srcdir/tools/tests/kernels
add=add_dispatch_0_elementwise_1000_f32

args() { # TEXT
	printf 'args: %s\n' "$1" >"$work/args.yaml"
}
silent() {
	[ -s "$work/stderr" ] && fail 'it is not silent'
}

run --list-kernels "$kernels/iree-add.ll"
expect 0; prints "kernel $add" "argument 2 'binding2': pointer to global memory" 'requires groups of 1,1,1'
args "[{range: 1000, type: f32}, {range: 1000, type: f32}, {zeros: 1000, type: f32, expect: {values: [$(seq -s, 0 2 1998)], type: f32}}]"
for option in --check=all --width=1 -j2; do
	kernel $add --grid 1 "$option" "$kernels/iree-add.ll"; expect 0; silent
done
kernel $add --grid 1 --block 64 "$kernels/iree-add.ll"
expect 124 "kernel '$add' requires groups of 1,1,1 work-items"
args '[{range: 1000, type: f32}, {range: 1000, type: f32}, {zeros: 998, type: f32}]'
kernel $add --grid 1 "$kernels/iree-add.ll"
expect 121 '[out-of-bounds]' "argument 'binding2'"
args '[{range: 1000, type: f32}, {alloc: 4000, type: f32}, {zeros: 1000, type: f32}]'
kernel $add --grid 1 --check=uninit "$kernels/iree-add.ll"
expect 121 '[uninitialised]'

# Constants, workgroups and local memory.
sed 's/IMPORTS/zeroinitializer/' "$kernels/iree-scale.ll" >"$work/scale.ll"
run --list-kernels "$work/scale.ll"
expect 0; prints "argument 3 'constant1': i32" "shared memory 'local_memory': 4096 bytes"
args '{binding0: {range: 12, type: i32}, binding1: {zeros: 12, type: i32, expect: {values: [0,3,6,9,12,15,18,21,24,27,30,33], type: i32}}, constant0: 3, constant1: 4}'
for option in --check=all --width=1 -j2 --schedule=reverse; do
	kernel scale --grid 3 "$option" "$work/scale.ll"; expect 0; silent
done
args '[{range: 12, type: i32}, {zeros: 12, type: i32}, 3, 13]'
kernel scale --grid 1 "$work/scale.ll"
expect 121 '[out-of-bounds]' "argument 'binding0'"
args '[{range: 2000, type: i32}, {zeros: 2000, type: i32}, 3, 1025]'
kernel scale --grid 1 "$work/scale.ll"
expect 121 '[out-of-bounds]' 'local_memory'

# A status that is not 0, and imports.
run --kernel fails --grid 1 "$work/scale.ll"
expect 121 'llvm.trap'
sed 's/IMPORTS/{ i32 1, ptr @imports }/' "$kernels/iree-scale.ll" >"$work/import.ll"
run --list-kernels "$work/import.ll"
expect 0; prints "needs 'notify', which hpvm-run does not have"
args '[{zeros: 12, type: i32}]'
kernel imports_notify --grid 1 "$work/import.ll"
expect 123 'what hpvm-run does not have: notify [kernel-needs]'

finish
