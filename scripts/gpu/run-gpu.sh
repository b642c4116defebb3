#!/bin/sh
# run-gpu.sh -- the bundle for machines with an NVIDIA device: that it runs from an empty folder, alone; that it says politely when there is
# no device; and that what differs is found, with the recording double as a device that computes nothing.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
command -v zstd >/dev/null || { echo 'no zstd'; exit 77; }
[ -f examples/matmul/matmul.bc ] || { echo 'the examples have not been compiled'; exit 77; }
double=$PWD/backends/nvidia/.libs/nvidia-double.so
label=gpu-bundle
: >"$work/stderr"
sh "$srcdir/scripts/gpu-bundle" -q -z 1 -o "$work/bundle" >"$work/stdout" 2>"$work/stderr" || fail "exit status $?"
prints 'programs, needs GLIBC_'
mkdir "$work/empty"
zstd -q -d -c "$work/bundle" | tar -C "$work/empty" -xf - || fail 'cannot be unpacked'
cd "$work/empty/hpvm-gpu" || exit 99

alone() { # VARIABLE=VALUE... COMMAND ARGUMENT...
	count=$((count + 1)) label=$*
	env -i PATH=/usr/bin:/bin HPVM_CUDA_DRIVER=/nowhere/libcuda.so.1 "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
}

for command in run-check run-bench; do
	alone ./$command -b cuda,cudnn 2>/dev/null
	[ $command = run-check ] || alone ./$command
	[ $status -eq 77 ] || fail "exit status $status"
	prints 'without cudnn: the CUDA driver: /nowhere/libcuda.so.1' 'nothing to do here: no backend is ready'
done
alone ./run-check -b cpu tensors examples
[ $status -eq 0 ] || fail "exit status $status: $(tail -n 3 "$work/stdout")"
prints 'cpu: ' ' 0 runs wrong'
[ "$(sed -n 's/.*runs, \([0-9]*\) leaves.*/\1/p' results/check.txt)" -ge 10 ] || fail 'few leaves are compared'
alone HPVM_CUDA_DRIVER="$double" HPVM_CUDNN="$double" HPVM_CUBLASLT="$double" ./run-check -b cudnn tensors
[ $status -eq 1 ] || fail "exit status $status: what a double gives counts as right"
prints 'cudnn: Recording double' 'WRONG: weights'
alone HPVM_CUDA_DRIVER="$double" HPVM_DOUBLE_FAIL=cuLinkComplete:1=218 ./run-check -b cuda tensors examples
[ $status -eq 1 ] || fail "exit status $status: what the driver's compiler refuses counts as right"
prints 'what is made of it is no code for the device' 'CUDA_ERROR_INVALID_PTX'
alone ./run-check -b cpu,cuda tensors
[ $status -eq 77 ] || fail "exit status $status: the processor stands for the card"
prints 'without cuda: ' 'nothing to do here: no NVIDIA backend is ready'
alone ./run-check nonsense
[ $status -eq 77 ] || [ $status -eq 124 ] || fail "exit status $status"
finish
