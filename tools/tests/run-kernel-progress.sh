#!/bin/sh
# run-kernel-progress.sh -- work-items and groups that wait for each other in loops (M8): they let others run; where none
# can go on, it is reported who waits for what; and loops that do not wait stay in batches.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
args 'args: [{zeros: 9000, type: i32}, {zeros: 8, type: i32, print: true}]'

gives() { # OUT...
	expect 0
	prints ": $*"
}
silent() {
	[ -s "$work/stderr" ] && fail 'it is not silent'
}
cuda() { # LEVEL BITCODE
	"$CLANG" -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version \
		-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h "-O$1" -g -emit-llvm -c "$tests/progress.cu" \
		-o "$2" || exit 99
}
cl() { # LEVEL BITCODE
	"$CLANG" -x cl -cl-std=CL3.0 -target spir64 "-O$1" -g -Xclang -finclude-default-header -emit-llvm -c \
		"$tests/progress.cl" -o "$2" || exit 99
}

# --- collectives and barriers in loops that wait; tries when they may succeed; what is counted down in memory
for level in 0 1; do
	"$CLANG" -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version \
		-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h -O$level -g -emit-llvm -c "$tests/waits.cu" \
		-o "$work/waits.bc" || exit 99
	kernel readers --grid 2 --block 4 "$work/waits.bc"; gives 7 7 7 7 7 7 7 7; silent
	for k in voted shuffled shared counted; do
		kernel $k --grid 8 --block 32 "$work/waits.bc"; gives 8 7 6 5 4 3 2 1; silent
	done
	kernel gives_up --grid 1 --block 8 "$work/waits.bc"; gives -1 -1 -1 -1 -1 -1 -1 -1; silent
done

# --- they end
for level in 0 1 3; do
	cuda $level "$work/cuda$level.bc"
	cl $level "$work/cl$level.bc"
	for way in --width=64 --check=all; do
		cu=$work/cuda$level.bc cl=$work/cl$level.bc
		for k in spin backoff; do
			kernel $k --grid 8 --block 4 $way "$cu"; gives 32 0 0 0 0 0 0 0; silent
		done
		kernel ticket --grid 8 --block 4 $way "$cu"; gives 24 25 26 27 28 29 30 31; silent
		kernel meet --grid 8 --block 4 $way "$cu"; gives 12 12 12 12 12 12 12 12; silent
		kernel active --grid 1 --block 8 $way "$cu"; gives 0 1 1 1 1 1 1 1; silent
		kernel spin --grid 8 --block 4 $way "$cl"; gives 32 0 0 0 0 0 0 0; silent
		kernel local_lock --grid 8 --block 4 $way "$cl"; gives 4 4 4 4 4 4 4 4; silent
		kernel backwards --grid 8 --block 1 $way "$cl"; gives 8 7 6 5 4 3 2 1; silent
	done
	kernel backwards --grid 8 --block 4 "$cu"; gives 8 7 6 5 4 3 2 1; silent
	kernel lanes --grid 1 --block 2 "$cu"; gives 8 0 0 0 0 0 0 0; silent
	kernel scan --grid 8 --block 1 "$cu"; gives 0 1 3 6 10 15 21 28; silent
done
# in other orders, on several threads, with a last group that is smaller
cu=$work/cuda1.bc cl=$work/cl1.bc
for way in --schedule=reverse --schedule=random:5 --schedule=depth-first --schedules=3 -j2 --width=1; do
	kernel meet --grid 8 --block 4 --check=race $way "$cu"; gives 12 12 12 12 12 12 12 12; silent
	kernel scan --grid 8 --block 1 $way "$cu"; gives 0 1 3 6 10 15 21 28; silent
	kernel spin --global 30 --block 4 $way "$cl"; gives 30 0 0 0 0 0 0 0; silent
done
# a thousand blocks in flight
args 'args: [{zeros: 1, type: i32}, {zeros: 1000, type: i32}]'
kernel meet --grid 1000 --block 32 "$cu"; expect 0; silent
args 'args: [{zeros: 9000, type: i32}, {zeros: 8, type: i32, print: true}]'

# memory changes as long as registers and variables stay the same
kernel count --grid 1 --block 1 "$cu"; gives 5000000 0 0 0 0 0 0 0; silent

# --- these do not wait
for k in retry queue compact; do
	kernel $k --grid 8 --block 64 --width=64 --stats "$cu"; expect 0
	grep -q 'width 64' "$work/stderr" || fail "$k does not run in batches"
done
for k in add queue; do
	kernel $k --grid 8 --block 64 --width=64 --stats "$cl"; expect 0
	grep -q 'width 64' "$work/stderr" || fail "$k does not run in batches"
done
kernel spin --grid 8 --block 64 --width=64 --stats "$cl"; expect 0 'width 1: its instances wait for others in loops'

# --- these do not end: who waits for what
cu=$tests/progress.cu
for way in --check=all --schedules=2 --keep-going; do
	kernel forgotten --grid 2 --block 2 $way "$cu"
	expect 121 'progress.cu:8:9: error: 3 threads wait in loops that nobody can end [no-progress] (M8)' \
		"at kernel 'forgotten', thread (1, 0, 0) in block (0, 0, 0)" \
		'thread (1, 0, 0) in block (0, 0, 0) waits at ' \
		"byte 4 of tracked memory of 36000 bytes (tracked as argument 'state' (" 'holds 1'
done
kernel crossed --grid 2 --block 1 "$cu"
expect 121 'error: 2 threads wait in loops that nobody can end' \
	'note: thread (0, 0, 0) in block (0, 0, 0) waits at ' 'byte 4 of tracked memory' \
	'note: thread (0, 0, 0) in block (1, 0, 0) waits at ' 'byte 0 of tracked memory'
kernel barrier --grid 2 --block 4 "$cu"
expect 121 'error: 2 threads wait in loops that nobody can end, and 6 at barriers or collectives' \
	'note: thread (1, 0, 0) in block (0, 0, 0) waits at the barrier at '
kernel many --grid 9000 --block 1 "$cu"
expect 121 'error: 8192 threads wait in loops' 'note: 808 blocks have not begun: more wait than a device can hold at once'
kernel forgotten --grid 2 --block 2 "$tests/progress.cl"
expect 121 'progress.cl:70:9: error: 3 work-items wait in loops that nobody can end' \
	'note: work-item (1, 0, 0) in group (0, 0, 0) waits at '
finish
