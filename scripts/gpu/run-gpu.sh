#!/bin/sh
# run-gpu.sh -- the bundle for machines with an NVIDIA device: it runs from an empty folder without the tree; it reports when there
# is no device; and it detects differences, with the mock driver as a device that computes nothing.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
command -v zstd >/dev/null || { echo 'no zstd'; exit 77; }
[ -f examples/matmul/matmul.bc ] || { echo 'the examples have not been compiled'; exit 77; }
mock=$PWD/backends/nvidia/.libs/nvidia-mock.so
label=gpu-bundle
: >"$work/stderr"
sh "$srcdir/scripts/gpu-bundle" -q -z 1 -o "$work/bundle" >"$work/stdout" 2>"$work/stderr" || fail "exit status $?"
prints 'programs, needs GLIBC_'
mkdir "$work/empty"
tar -C "$work/empty" -xf "$work/bundle" || fail 'cannot be unpacked'
cd "$work/empty/hpvm-gpu" || exit 99

alone() { # VARIABLE=VALUE... COMMAND ARGUMENT...
	count=$((count + 1)) label=$*
	env -i PATH=/usr/bin:/bin HPVM_CUDA_DRIVER=/nowhere/libcuda.so.1 "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
}

mkdir "$work/tools" # no decompressor, only tar
for tool in $(ls /usr/bin /bin | grep -v 'zstd\|^xz\|^gzip\|^python\|^clang\|^llvm' | sort -u); do
	ln -sf "$(command -v "$tool")" "$work/tools/$tool" 2>/dev/null
done
for command in run-check run-bench run-all; do
	alone PATH="$work/tools" ./$command
	[ $status -eq 77 ] || fail "exit status $status"
	prints 'without cudnn: the CUDA driver: cannot load /nowhere/libcuda.so.1' 'nothing to do here: no '
	[ ! -e results ] || fail 'results of nothing'
done
for wrong in 'run-bench -r 0' 'run-bench -t x' 'run-bench nonsense' 'run-check -j 0' 'run-check -t 0' 'run-check nonsense' 'run-all -x'; do
	# shellcheck disable=SC2086
	alone sh $wrong
	[ $status -eq 124 ] || fail "exit status $status"
done
is_json() { # FILE PATTERN...: FILE is JSON with these patterns
	"${PYTHON3:-python3}" -m json.tool "$1" >"$work/stdout" 2>"$work/stderr" || fail "$1 is no JSON"
	shift
	prints "$@"
}
alone ./run-check -b cpu tensors examples
[ $status -eq 0 ] || fail "exit status $status: $(tail -n 3 "$work/stdout")"
prints 'cpu: ' ' 0 runs wrong'
is_json results/check.json '"backends": "cpu"' '"wrong": 0' '"left_out": 0'
leaves=$(sed -n 's/.*runs, \([0-9]*\) leaves.*/\1/p' results/check.txt)
[ "$leaves" -ge 10 ] || fail 'few leaves are compared'
[ "$leaves" = "$(sed -n 's/.*compared: cpu \([0-9]*\)$/\1/p' results/check.txt)" ] || fail 'what is no leaf counts as one'
[ "$leaves" = "$(sed -n 's/.*: \([0-9]*\) the same or within bounds, .*/\1/p' results/check.log | awk '{ sum += $1 } END { print sum }')" ] ||
	fail 'what is no leaf counts as one in check.log'
alone HPVM_CUDA_DRIVER="$mock" HPVM_CUDNN="$mock" HPVM_CUBLASLT="$mock" ./run-check -b cudnn tensors
[ $status -eq 1 ] || fail "exit status $status: what a double gives counts as right"
prints 'cudnn: Recording mock' 'WRONG: weights'
alone HPVM_CUDA_DRIVER="$mock" HPVM_MOCK_FAIL=cuLinkComplete:1=218 ./run-check -b cuda tensors examples
[ $status -eq 1 ] || fail "exit status $status: what the driver's compiler refuses counts as right"
prints 'what is made of it is no code for the device' 'CUDA_ERROR_INVALID_PTX'
# A machine that has only the commands that common.sh requires, and one that lacks some of them.
mkdir "$work/few"
asked=$(sed -n 's/^for tool in \(.*\) \$tools; do$/\1/p' common.sh)
[ -n "$asked" ] || fail 'common.sh asks for no tools'
for tool in $asked sh; do
	ln -s "$(command -v "$tool")" "$work/few/$tool"
done
alone PATH="$work/few" HPVM_CUDA_DRIVER="$mock" HPVM_CUDNN="$mock" HPVM_CUBLASLT="$mock" ./run-check -b cudnn tensors
[ $status -eq 1 ] || fail "exit status $status: without find wrong runs are not counted"
prints 'WRONG: weights'
! grep -q ' 0 runs wrong' "$work/stdout" || fail 'wrong runs are counted as none'
! grep -qi 'not found' "$work/stderr" || fail 'a tool is used that common.sh does not ask for'
for tool in uniq paste sed; do
	rm "$work/few/$tool"
	alone PATH="$work/few" ./run-check -b cpu tensors
	[ $status -eq 99 ] || fail "exit status $status without $tool"
	grep -q "run-check cannot run without what this machine lacks:.* $tool" "$work/stderr" || fail "nothing says that $tool lacks"
done
ln -s "$(command -v sed)" "$work/few/sed"
alone PATH="$work/few" ./run-bench
[ $status -eq 99 ] || fail "exit status $status without cmp"
grep -q 'run-bench cannot run without .* cmp' "$work/stderr" || fail 'nothing says that cmp lacks'
# A device that does not work: nothing is compared on it, whatever other backends do.
alone HPVM_CUDA_DRIVER="$mock" HPVM_MOCK_FAIL="$(seq -f 'cuDevicePrimaryCtxRetain:%g=46' -s , 1 31)" ./run-check -b cuda,cpu tensors examples
[ $status -eq 1 ] || fail "exit status $status: the processor stands for a card that does not work"
prints 'WRONG: ' 'its device does not work' 'nothing was compared on cuda' 'compared: cuda 0, cpu '
alone ./run-check -b cpu,cuda tensors
[ $status -eq 77 ] || fail "exit status $status: the processor stands for the card"
prints 'without cuda: ' 'nothing to do here: no NVIDIA backend is ready'
# Speeds: a device that computes nothing has wrong results; and the time limit can be too short.
rm bench/resnet18.bc # a network that fails does not affect layers
alone HPVM_CUDA_DRIVER="$mock" HPVM_CUDNN="$mock" HPVM_CUBLASLT="$mock" ./run-bench -r 1 -o speeds sobel histogram tiled launches tensors
[ $status -eq 1 ] || fail "exit status $status: what a double gives counts as right"
! grep -q 'not on cuda' "$work/stdout" || fail 'a kernel is no kernel of the card'
! grep -q '^geometric mean' "$work/stdout" || fail 'speeds of wrong results count'
prints 'FAILS: resnet18' 'mean: unfused / fused' 'WRONG: sobel' 'the driver alone, one of those as a CUDA graph: ' 'graph of 16, CUDA graphs always: '
is_json speeds/bench.json '"name": "sobel"' '"remark": "ours not as plain C' '"launches": [' '"wrong": ['
alone HPVM_CUDA_DRIVER="$mock" ./run-check -b cuda -t 1 -j 1 -o short
[ $status -eq 1 ] || fail "exit status $status: half of the programs count as all"
prints 'LEFT OUT, no time: '
# An early end loses only the remaining runs: each run is written as a line as soon as it ends.
label='run-check, ended by a signal' count=$((count + 1))
env -i PATH=/usr/bin:/bin HPVM_CUDA_DRIVER="$mock" ./run-check -b cuda -j 1 -o cut examples tensors >"$work/stdout" 2>"$work/stderr" &
check=$! tries=0
until [ -s cut/check.log ] || [ $tries -ge 600 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
kill $check
wait $check
status=$?
[ $status -eq 1 ] || fail "exit status $status"
prints 'LEFT OUT, no time: weights' 'runs left out'
grep -q ': WRONG: exit status 121$' cut/check.log || fail "a line for each run: $(cat cut/check.log)"
is_json cut/check.json '"wrong_runs": [' '"WRONG: '
[ "$(wc -l <cut/check.log)" -eq "$(sed -n 's/.*"runs": \([0-9]*\),.*/\1/p' cut/check.json)" ] || fail 'runs that were ended count as runs'
# Math functions: NVIDIA's, which are in the bundle, and our own.
label='functions of numbers' count=$((count + 1))
alone HPVM_CUDA_DRIVER="$mock" ./run-check -b cuda -o numbers numbers
[ $status -eq 1 ] || fail "exit status $status: what a double gives counts as right"
grep -q '^math-0, our own functions: WRONG: exit status 121$' numbers/check.log || fail "$(cat numbers/check.log)"
if [ -f lib/libdevice.10.bc ]; then
	prints 'cuda: Recording mock 0, compute capability 9.0, driver of CUDA 13.0, with libdevice'
	alone HPVM_LIBDEVICE=/nowhere HPVM_CUDA_DRIVER="$mock" ./run-check -b cuda -t 1 -o numbers numbers
	prints 'without libdevice'
fi
alone HPVM_CUDA_DRIVER="$mock" ./run-all -t 2 -o both
[ $status -eq 1 ] || fail "exit status $status"
for file in check.txt check.json bench.txt bench.json gpu-results.md; do
	[ -s both/$file ] || fail "no $file"
done
finish
