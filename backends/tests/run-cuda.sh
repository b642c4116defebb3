#!/bin/sh
# run-cuda.sh -- the cuda backend without a card: what kernels compute, on this machine (backends/cuda/emulator); how the driver is
# called, by a double that knows its rules (backends/nvidia/double), and what happens when it fails.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
HPVM_LIBDEVICE=/nowhere # its functions need a card
export HPVM_LIBDEVICE
modules=backends/tests/.libs
double=$(pwd)/backends/nvidia/.libs/nvidia-double.so

"$HPVM_RUN" --backends >"$work/backends" 2>&1
if grep -q 'cuda .*makes no code for NVIDIA' "$work/backends"; then
	echo 'LLVM has no NVPTX'
	finish
	exit
fi

# --- what kernels compute
same() { # PROGRAM [ARGUMENT...]: hpvm-diff finds nothing, and nothing is refused
	program=$1
	shift
	count=$((count + 1)) label="$program $block"
	timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$program" "$@" >"$work/stdout" 2>"$work/stderr" ||
		fail "hpvm-diff: $(cat "$work/stdout")"
	grep -q ' same$' "$work/stdout" || fail 'nothing is compared'
	! grep -q 'refused' "$work/stdout" || fail "refused: $(cat "$work/stdout")"
}

block=
for name in histogram matmul spmv transpose; do
	same "examples/$name/$name.bc" -- "$srcdir/examples/$name"
done
for name in barrier_in_loop edge_all_to_all edge_one_to_one; do
	compile "$graph/$name.c" "$work/$name.bc"
	same "$work/$name.bc"
done
for name in loops entries places fixed; do
	compile "$srcdir/backends/tests/opencl/$name.c" "$work/$name.bc"
done
same "$work/loops.bc"
same "$work/entries.bc"
for what in one written many; do # pointers that overlap, and that do not
	same "$work/fixed.bc" -- $what
done
for block in '' 64 8,8 5,3,2 1024; do # threads beyond the end of grids
	HPVM_CUDA_BLOCK=$block
	export HPVM_CUDA_BLOCK
	same "$work/places.bc"
done
unset HPVM_CUDA_BLOCK
random_leaves() { # SEED...
	for seed; do
		"$PYTHON3" "$srcdir/backends/tests/leaves.py" $seed 4 |
			sed 's/\bsinf(/floorf(/g;s/\bexpf(/ceilf(/g;s/\bcos(/trunc(/g;s/long double/double/g' >"$work/random.c" ||
			exit 99
		"$CLANG" -w -O$((seed % 3)) -I"$srcdir/src" -emit-llvm -c "$work/random.c" -o "$work/random.bc" || exit 99
		count=$((count + 1)) label="seed $seed"
		timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$work/random.bc" >"$work/stdout" 2>"$work/stderr" ||
			fail "$(cat "$work/stdout")"
		grep -q ' same$' "$work/stdout" || fail 'nothing is compared'
	done
}
random_leaves 1 2 3 4 5 6

# --- the cache: what is in it is used, and nothing else
files() { find "$work/cache" -name 'cuda-*' | wc -l; }
cached() { # FILES FROM: that many are there then, and so many leaves came from there
	run --stats --backend-path "$modules" --backend emulated --cache-dir "$work/cache" examples/histogram/histogram.bc -- \
		"$srcdir/examples/histogram"
	expect 0; prints 'histogram 1024x768: ok'
	[ "$(files)" -eq $1 ] || fail "$(files) files are in the cache"
	[ "$(grep -c 'from the cache' "$work/stderr")" -eq $2 ] || fail 'another number of leaves comes from the cache'
}
cached 3 0
cached 3 3
for file in "$work"/cache/cuda-*; do # cut short
	head -c 3000 "$file" >"$work/cut" && cp "$work/cut" "$file"
	break
done
cached 3 2

# --- what is refused
for wrong in 0 8x 1,2,3,4 100000 -1; do
	HPVM_CUDA_BLOCK=$wrong run --backend-path "$modules" --backends
	prints "emulated   out: HPVM_CUDA_BLOCK=$wrong is no size of blocks"
done
HPVM_CUDA_DEVICE=nothing run --backend-path "$modules" --backends
prints "emulated   out: none of 1 NVIDIA devices is like 'nothing' (HPVM_CUDA_DEVICE)"
compile "$srcdir/backends/tests/opencl/large.c" "$work/large.bc"
run --backend-path "$modules" --stats --backend emulated "$work/large.bc" -- 32768
expect 0 '[backend-refuses]' 'a block of 32768x1x1 threads with 0 bytes is too large' '32768 instances that meet at barriers, of 1024 at most'
grep -q 'Root/Group/Work .* backend emulated' "$work/stderr" || fail 'the leaf of large groups is interpreted'

# --- without a driver, and with one that is out
HPVM_CUDA_DRIVER=/nowhere/libcuda.so run --backends; prints 'cuda       out: the CUDA driver: /nowhere/libcuda.so'
if [ ! -f "$double" ]; then
	echo 'the double of the driver is not built'
	finish
	exit
fi
HPVM_CUDA_DRIVER=$double
export HPVM_CUDA_DRIVER
run --backends; prints 'cuda       ready' 'without libdevice'
HPVM_DOUBLE=devices=0 run --backends; prints 'cuda       out: no NVIDIA device'
HPVM_DOUBLE=driver=11000 run --backends; prints 'cuda       out: the CUDA driver is too old: it is of CUDA 11.0'
HPVM_DOUBLE=capability=52 run --backends; prints 'has compute capability 5.2, and 6.0 is the least'
for capability in 60 70 75 90 120; do
	HPVM_DOUBLE=capability=$capability run --backend cuda "$work/edge_one_to_one.bc"
	[ $status -eq 0 ] || [ $status -eq 1 ] || fail "exit status $status"
	! grep -q 'error\|warning' "$work/stderr" || fail 'something is said'
done
HPVM_DOUBLE=memory=100000 run --backend cuda examples/matmul/matmul.bc -- "$srcdir/examples/matmul"; expect 122 '[memory-limit]' cuda

# --- every call in turn fails: the program ends as it should, and no rule of the driver is broken
compile "$srcdir/backends/tests/opencl/chain.c" "$work/chain.bc"
HPVM_DOUBLE_LOG=$work/log
export HPVM_DOUBLE_LOG
run --backend cuda "$work/chain.bc"; expect 0
unset HPVM_DOUBLE_LOG
calls=$(sed -n 's/^\([0-9][0-9]*\) cu.*/\1/p' "$work/log" | tail -n 1)
[ "$calls" -gt 60 ] || fail "only $calls calls"
for code in 2 701 719; do # no memory, too large a launch, one that fails
	said=0 call=1
	while [ $call -le $calls ]; do
		HPVM_DOUBLE_FAIL="*:$call=$code" run --backend cuda "$work/chain.bc"
		case $status in
		0 | 122 | 123) ;;
		*) fail "call $call = $code: exit status $status" ;;
		esac
		! grep -q 'breaks the rule' "$work/stderr" || fail "call $call = $code"
		said=$((said + $(grep -c 'error\|warning' "$work/stderr")))
		call=$((call + 3))
	done
	[ $said -gt 15 ] || fail "of error $code little is said: $said"
done
HPVM_DOUBLE_FAIL='cuLaunchKernel:1=719' run --backend cuda "$work/chain.bc"
expect 123 '[backend-failed]' 'a launch: ' '; all that was on the device is lost, and its context is made anew'
HPVM_DOUBLE_FAIL='cuLaunchKernel:1=719' run --worker --backend cuda "$work/chain.bc"
expect 0 '[worker-failed]' 'its context is made anew'
finish
