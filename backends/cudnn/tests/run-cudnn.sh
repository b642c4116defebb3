#!/bin/sh
# run-cudnn.sh -- hpvm-run with the cudnn backend on the mock: checks which calls a program makes,
# in this process and in workers. The mock computes nothing, so values are not checked.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
mock=$PWD/backends/nvidia/.libs/nvidia-mock.so
[ -f "$mock" ] || { echo 'the mock is not built'; exit 99; }
tests=$srcdir/backends/tests/tensor
for name in operations weights both; do
	"$CLANG" -w -O1 -g -I"$srcdir/src" -emit-llvm -c "$tests/$name.c" -o "$work/$name.bc" || exit 99
done

# --- without a driver, or with parts of it missing
unset HPVM_CUDNN HPVM_CUBLASLT
HPVM_CUDA_DRIVER=/nowhere/libcuda.so; export HPVM_CUDA_DRIVER
run --list-backends; expect 0
prints 'cudnn      unavailable: the CUDA driver: cannot load /nowhere/libcuda.so (named by an option)'
run --backend cudnn "$work/weights.bc"
expect 123 "backend 'cudnn'" 'cannot load /nowhere/' '[backend-out]'
run --backend cudnn --tune "$work/weights.bc"; expect 123 '[backend-out]'
! grep -q 'option-unserved' "$work/stderr" || fail 'the reason is said twice'
for options in '' '--backend interp' '--backend hint' '--map Relu=hint' '--backend auto'; do
	# shellcheck disable=SC2086
	run $options --tune --cudnn-math tf32 "$work/both.bc"
	[ $status -eq 0 ] || grep -q 'hint-unserved' "$work/stderr" || fail "exit status $status"
	for option in --tune --cudnn-math; do
		grep -q "warning: $option has no effect: backend 'cudnn' is unavailable: the CUDA driver: cannot load /nowhere/.* \\[option-unserved\\]" "$work/stderr" ||
			fail "nobody says so of $option with '$options'"
	done
	[ "$(grep -c 'option-unserved' "$work/stderr")" -eq 2 ] || fail 'it is not said once for each option'
done
count=$((count + 1)) label='hpvm-diff --tune'
timeout 60 "${HPVM_DIFF:-./hpvm-diff}" --in-process --tune --backends cpu "$work/both.bc" >"$work/stdout" 2>"$work/stderr"
grep -q "warning: --tune has no effect: backend 'cudnn' is unavailable: .* \\[option-unserved\\]" "$work/stderr" || fail 'nobody says so'
count=$((count + 1)) label='hpvm-diff --tune --bisect'
timeout 60 "${HPVM_DIFF:-./hpvm-diff}" --bisect --tune --backends cpu "$work/both.bc" >"$work/stdout" 2>"$work/stderr"
[ "$(grep -c "warning: --tune has no effect: backend 'cudnn' is unavailable: .* \\[option-unserved\\]" "$work/stderr")" -eq 1 ] || fail 'nobody says so'
prints 'the program gives the same result on cpu as in the interpreter'

# --- an installation without the module: a command searches beside itself first
mkdir -p "$work/without/backends/.libs"
cp "$HPVM_RUN" "${HPVM_DIFF:-./hpvm-diff}" "$work/without/"
cp backends/.libs/backend-cpu.so "$work/without/backends/.libs/"
whole=$HPVM_RUN HPVM_RUN=$work/without/hpvm-run
lacks="no backend-cudnn.so in $work/without/backends/.libs"
run --list-backends; expect 0; prints 'cpu        ready'
! grep -q '^cudnn' "$work/stdout" || fail 'it is found elsewhere'
run --backend cudnn "$work/both.bc"; expect 120 "unknown backend 'cudnn': $lacks [no-backend]"
run --map Relu=cudnn "$work/both.bc"; expect 120 "unknown backend 'cudnn': $lacks [no-backend]"
run --tune --cudnn-math tf32 "$work/both.bc"
expect 0 "--tune has no effect: backend 'cudnn' is unavailable: $lacks [option-unserved]" "--cudnn-math has no effect: backend 'cudnn' is unavailable: $lacks"
run --backend hint "$work/both.bc"; expect 0 "so it is interpreted: cudnn is unavailable: $lacks; " '[hint-unserved]'
count=$((count + 1)) label='hpvm-diff without the module'
timeout 60 "$work/without/hpvm-diff" --backends cpu,cudnn "$work/both.bc" >"$work/stdout" 2>"$work/stderr"
status=$?
expect 120 "unknown backend 'cudnn': $lacks [no-backend]"
HPVM_RUN=$whole

# --- the mock
HPVM_CUDA_DRIVER=$mock HPVM_CUDNN=$mock HPVM_CUBLASLT=$mock HPVM_MOCK_LOG=$work/log
HPVM_MOCK_LEAKS=yes # objects that are not destroyed break a rule
export HPVM_CUDNN HPVM_CUBLASLT HPVM_MOCK_LOG HPVM_MOCK_LEAKS
calls() { # NAME: prints how often it was called
	grep -c "^[0-9]* $1 " "$work/log"
}

run --list-backends; expect 0
prints 'device: Recording mock 0, sm_90, 4 processors, driver of CUDA 13.0, cuDNN 91900, cuBLASLt 130000, FP32'
for options in '' '--worker' '--jobs 1'; do
	rm -f "$work/log"
	# shellcheck disable=SC2086
	run --stats --backend cudnn $options -Wno-tensor-overwritten "$work/operations.bc"
	expect 0 "'Residual_root/Residual', which is interpreted instead: add: both operands broadcast, which cuDNN does not support"
	[ "$(grep -c 'backend cudnn' "$work/stderr")" -ge 20 ] || fail 'most nodes are interpreted'
	for name in cudnnOpTensor cudnnActivationForward cudnnSoftmaxForward cudnnBatchNormalizationForwardInference \
		cudnnPoolingForward cudnnTransformTensor cudnnBackendExecute cublasLtMatmul; do
		[ "$(calls $name)" -ge 1 ] || fail "no call of $name"
	done
	! grep -q BROKEN "$work/log" || fail "$(grep BROKEN "$work/log")"
done

# Parameters of the calls: the deterministic maximum, a mean that does not count padding, NaN
# propagation, accurate softmax over channels.
count=$((count + 1)) label='what calls say of operations.bc'
says() { # LEAST PATTERN WRONG: at least LEAST calls match PATTERN, and none matches only WRONG
	[ "$(grep -c "$2" "$work/log")" -ge "$1" ] || fail "few calls are: $2"
	! grep "$3" "$work/log" | grep -v "$2" >"$work/stderr" || fail "others than: $2"
}
says 8 'cudnnSetPooling2dDescriptor .*, mode [23], nan 1, ' cudnnSetPooling2dDescriptor
says 3 'cudnnSetPooling2dDescriptor .*, mode 2, ' 'Pooling2dDescriptor .*, mode [^3]'
says 5 'cudnnSetPooling2dDescriptor .*, mode 3, ' 'Pooling2dDescriptor .*, mode [^2]'
says 10 'cudnnSetActivationDescriptor [^,]*, [0-3], 1, ' cudnnSetActivationDescriptor
says 6 'cudnnSetOpTensorDescriptor [^,]*, 0, 0, 1$' cudnnSetOpTensorDescriptor
says 3 'cudnnSoftmaxForward 1, 1, ' cudnnSoftmaxForward
says 5 'cublasLtMatmulDescCreate compute 68, scale 0$' cublasLtMatmulDescCreate
[ "$(grep -c 'SetAttribute .*, 2, type 10, 1$' "$work/log")" -eq "$(grep -c 'SetAttribute .*, 3, type 5, 1$' "$work/log")" ] ||
	fail 'a relu in an operation graph does not say what becomes of NaN'
for math in tf32:77 fp16:74; do
	rm -f "$work/log"
	run --backend cudnn --cudnn-math ${math%:*} -Wno-tensor-overwritten "$work/operations.bc"; expect 0
	says 5 "cublasLtMatmulDescCreate compute ${math#*:}, scale 0\$" cublasLtMatmulDescCreate
done

# The choice among the engines that the mock proposes: 0 and 1 are of mode B, 0 not deterministic, 1
# with rounded operands; 2 and 3 use Winograd and half floats; 4 and 5 need workspace, 4 more than
# available; 6 is a fallback.
for wish in ORDER=:5 ORDER=any:0 MATH=tf32:1 MATH=fp16:1 WORKSPACE=65536:5 WORKSPACE=65535:6; do
	rm -f "$work/log"
	export "HPVM_CUDNN_${wish%:*}"
	run --backend cudnn "$work/weights.bc"; expect 0
	unset "HPVM_CUDNN_${wish%%=*}"
	[ "$(grep -c '^    engine ' "$work/log")" -ge 7 ] || fail "few engines with ${wish%:*}"
	! grep '^    engine ' "$work/log" | grep -v " ${wish##*:}\$" >"$work/stderr" || fail "another engine with ${wish%:*}"
done

# The selected device, as for the cuda backend.
for wanted in '1|Recording mock 1, sm_90' 'MOCK 1|Recording mock 1, sm_90' '|Recording mock 0, sm_90' \
	"7|unavailable: none of 2 NVIDIA devices matches '7' (option 'device')"; do
	HPVM_MOCK=devices=2 HPVM_CUDA_DEVICE=${wanted%%|*} run --list-backends; expect 0
	grep -A1 '^cudnn' "$work/stdout" | grep -qF "${wanted#*|}" ||
		fail "HPVM_CUDA_DEVICE=${wanted%%|*}: $(grep -A1 '^cudnn' "$work/stdout")"
done
rm -f "$work/log"
HPVM_MOCK=devices=2 HPVM_CUDA_DEVICE=1 run --backend cudnn "$work/weights.bc"; expect 0
grep -q '^[0-9]* cuDevicePrimaryCtxRetain 1' "$work/log" || fail 'device 1 is not used'
! grep -q '^[0-9]* cuDevicePrimaryCtxRetain 0' "$work/log" || fail 'device 0 is used'

# Options for the backend have an effect only where it may be used.
run --tune "$work/both.bc"; expect 0 "warning: --tune has no effect: no leaf runs on backend 'cudnn' [option-unserved]"
for options in '--backend cudnn' '--backend hint' '--map Relu=cudnn'; do
	# shellcheck disable=SC2086
	run --tune $options "$work/both.bc"
	! grep -q 'option-unserved' "$work/stderr" || fail "$options: it is for that"
done

# What --tune has found is reused by the next process with the same cache; without a cache it is
# timed again.
executions() { # OPTION...: counts executions
	rm -f "$work/log"
	run --backend cudnn "$@" "$work/weights.bc"
	[ $status -eq 0 ] || fail "exit status $status"
	executed=$(calls cudnnBackendExecute)
}
executions; untimed=$executed
for again in first second; do
	executions --tune
	[ "$executed" -gt "$untimed" ] || fail "nothing is timed in the $again process"
done
executions --tune --cache-dir "$work/cache"
[ "$executed" -gt "$untimed" ] || fail 'nothing is timed'
executions --tune --cache-dir "$work/cache"
[ "$executed" -eq "$untimed" ] || fail "$executed executions, $untimed without timing"

# Weights are copied when they change, and only then.
rm -f "$work/log"
run --backend cudnn "$work/weights.bc"; expect 0
copies=$(calls cuMemcpyHtoDAsync_v2) runs=$(calls cudnnBackendExecute)
[ "$runs" -ge 7 ] && [ "$copies" -lt $((2 * runs)) ] || fail "$copies copies for $runs convolutions of two operands"

# Within an execution nothing is copied back before its end, and results on the device are not
# copied there again.
if [ -f examples/lenet/lenet.bc ]; then
	rm -f "$work/log"
	run --backend cudnn examples/lenet/lenet.bc -- "$srcdir/examples/lenet"
	back=$(grep -n 'cuMemcpyDtoHAsync_v2' "$work/log" | head -n 1 | cut -d: -f1)
	last=$(grep -n ' cudnnSoftmaxForward ' "$work/log" | head -n 1 | cut -d: -f1)
	[ "${back:-0}" -gt "${last:-0}" ] || fail "a copy back in line $back, the softmax in line $last"
	back=$(calls cuMemcpyDtoHAsync_v2) last=$(calls cudnnSoftmaxForward)
	[ "$back" -eq "$last" ] || fail "$back copies back for $last results that somebody sees"
fi

# --- together with the cuda backend in one process, which initialises the driver there
run --list-backends; expect 0
takes_gpu=true
! grep -q '^cuda .* unavailable: .*makes no code' "$work/stdout" || takes_gpu=false
for options in '--backend hint' '--map Scale=cuda --map Relu=cudnn' '--backend hint --worker' '--backend auto'; do
	rm -f "$work/log"
	# shellcheck disable=SC2086
	run --stats $options "$work/both.bc"
	! grep BROKEN "$work/log" || fail 'a rule of the driver is broken'
	# For this it is enough that all backends are loaded.
	[ "$options" = '--backend auto' ] && { expect 0; continue; }
	$takes_gpu || continue
	expect 0
	grep -q 'Root/Scale .* backend cuda' "$work/stderr" || fail 'Scale is not run by cuda'
	grep -q 'Root/Relu .* backend cudnn' "$work/stderr" || fail 'Relu is not run by cudnn'
	[ "$(calls cuLaunchKernel)" -ge 1 ] || fail 'no launch'
	[ "$(calls cudnnActivationForward)" -ge 1 ] || fail 'no call of cuDNN'
done

rm -f "$work/log"
count=$((count + 1)) label='hpvm-diff --in-process'
timeout 60 "${HPVM_DIFF:-./hpvm-diff}" --in-process --backends cuda,cudnn "$work/both.bc" >"$work/stdout" 2>"$work/stderr"
! grep BROKEN "$work/log" || fail 'a rule of the driver is broken'
grep -q 'Root/Relu *cudnn *1 ' "$work/stdout" || fail "Relu is not run by cudnn: $(cat "$work/stdout")"

# --- errors
HPVM_MOCK_FAIL=cudnnBackendExecute:1=5000; export HPVM_MOCK_FAIL
run --backend cudnn "$work/weights.bc"
expect 123 "cuDNN reports CUDNN_STATUS_EXECUTION_FAILED (5000)" '[backend-failed]'
run --backend cudnn --worker "$work/weights.bc"
expect 0 "cuDNN reports CUDNN_STATUS_EXECUTION_FAILED (5000)" '[worker-failed]'
HPVM_MOCK_FAIL=cuStreamSynchronize:1=719
run --backend cudnn "$work/weights.bc"; expect 123 'CUDA_ERROR_LAUNCH_FAILED' '[backend-failed]'
HPVM_MOCK_FAIL='*:1=100'
run --backend cudnn "$work/weights.bc"; expect 123 'no NVIDIA device' '[backend-out]'
unset HPVM_MOCK_FAIL

# --- the newest cuBLASLt is used: the older ones here are other libraries
mkdir "$work/libraries"
ln -s "$mock" "$work/libraries/libcublasLt.so.13"
ln -s "$PWD/backends/.libs/backend-cudnn.so" "$work/libraries/libcublasLt.so.12"
ln -s "$PWD/backends/.libs/backend-cudnn.so" "$work/libraries/libcublasLt.so.11"
(
	unset HPVM_CUBLASLT
	LD_LIBRARY_PATH=$work/libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	export LD_LIBRARY_PATH
	"$HPVM_RUN" --list-backends
) >"$work/stdout" 2>"$work/stderr"
count=$((count + 1)) label='the newest cuBLASLt'
prints 'cudnn      ready'

# --- settings
for wish in 'MATH=fp64|HPVM_CUDNN_MATH takes fp32, tf32, fp16, not .fp64.' \
	'WORKSPACE=1e6|HPVM_CUDNN_WORKSPACE takes a number from 0 to 9223372036854775807, not .1e6.' \
	'WORKSPACE=9223372036854775808|HPVM_CUDNN_WORKSPACE takes a number from 0 to' 'WORKSPACE=0|ready' \
	'TUNE=maybe|HPVM_CUDNN_TUNE takes no, yes, not .maybe.' 'ORDER=|ready'; do
	export "HPVM_CUDNN_${wish%%|*}"
	run --list-backends; expect 0
	grep -A1 '^cudnn' "$work/stdout" | grep -q "${wish#*|}" || fail "${wish%%|*}: $(grep -A1 ^cudnn "$work/stdout")"
	unset "HPVM_CUDNN_${wish%%=*}"
done
finish
