#!/bin/sh
# run-onednn.sh -- leaves of tensor operations on backends: each operation, merged operations, a
# network; refusals; weights that change; and that a result beyond its bound is found.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
tests=$srcdir/backends/tests/tensor

for name in operations slices weights; do
	"$CLANG" -w -O1 -g -I"$srcdir/src" -emit-llvm -c "$tests/$name.c" -o "$work/$name.bc" || exit 99
done
printf '%s\n' 144 144 288 432 288 576 720 >"$work/weights"

# --- a backend of this test: results are judged by bounds
tanh="--backend-path backends/tests/.libs --backends tensors $work/operations.bc -Wno-tensor-overwritten"
HPVM_RUN_KEPT=$HPVM_RUN HPVM_DIFF_KEPT=${HPVM_DIFF:-./hpvm-diff} HPVM_RUN=${HPVM_DIFF:-./hpvm-diff}
export HPVM_TEST_ULPS
# shellcheck disable=SC2086
for ulps in 0 3; do
	HPVM_TEST_ULPS=$ulps
	run $tanh; expect 0
	grep -q 'Tanh_root/Tanh .* bounded: \|Tanh_root/Tanh .* same' "$work/stdout" || fail "$ulps ULP: no verdict"
	grep -q 'Relu_root/Relu .* refused: unsupported tensor operation' "$work/stdout" || fail 'relu is not refused'
done
HPVM_TEST_ULPS=40
# shellcheck disable=SC2086
run $tanh; expect 121 '[backend-differs]' 'output 0, a tensor of (2, 3, 4, 5)' 'ULP where' \
	'of 120 elements differ'
run $tanh --cases "$work/cases"; expect 121
case=$work/cases/Tanh_root.Tanh.tensors
run --backend-path backends/tests/.libs "$case"; expect 121 "'Case/Tanh'" 'of 120 elements differ'
HPVM_RUN=$HPVM_RUN_KEPT
run "$case"; expect 0 "replayed 1 instances of 'Tanh_root/Tanh': they end without an error"
# An error in one element is reproduced by a single element.
small() { # CASE SHAPE...: the reduced case has these shapes
	HPVM_RUN=$(dirname "$HPVM_RUN_KEPT")/hpvm-reduce
	run -q --backend-path backends/tests/.libs "$1" -o "$work/reduced"; expect 0
	shift
	for shape in "$@"; do
		grep -aqF "'shape': $shape" "$work/reduced"/memory*.npy || fail "no tensor of $shape is left"
	done
	HPVM_RUN=$HPVM_DIFF_KEPT
	run --backend-path backends/tests/.libs "$work/reduced"; expect 121 'of 1 elements differ'
	rm -r "$work/reduced"
}
small "$case" '(1, 1, 1, 1)'
run $tanh --trace "$work/trace"; expect 121
"$(dirname "$HPVM_RUN")/hpvm-trace" query "$work/trace" 2>/dev/null | grep -q 'element (0, 0, 0, 0) of output 0' ||
	fail 'the trace does not tell of it'
run $tanh --in-process; expect 121 '[backend-differs]'
# Rounded operands are found, unless the backend declares them.
HPVM_TEST_ULPS=0
export HPVM_TEST_CUT=silent
for options in '' --in-process; do
	# shellcheck disable=SC2086
	HPVM_TEST_CUT=silent; run $tanh $options; expect 121 '[backend-differs]' "'Mul_root/Mul'"
	# shellcheck disable=SC2086
	HPVM_TEST_CUT=told; run $tanh $options; expect 0
	grep -q 'Mul_root/Mul .* bounded: ' "$work/stdout" || fail 'no product is compared'
done
HPVM_TEST_CUT=silent
# shellcheck disable=SC2086
run $tanh --cases "$work/cases"; expect 121
run --backend-path backends/tests/.libs "$work/cases/Mul_root.Mul.tensors"; expect 121 'a tensor of (2, 10, 1, 1)'
unset HPVM_TEST_CUT

# --- oneDNN
"$HPVM_RUN_KEPT" --list-backends >"$work/backends" 2>&1
if ! grep -q 'onednn  *ready' "$work/backends"; then
	grep onednn "$work/backends" || echo 'the onednn backend is not built'
	finish
	exit
fi
for options in '' --in-process; do
	# shellcheck disable=SC2086
	run --backends onednn $options -Wno-tensor-overwritten "$work/operations.bc"; expect 0
	for verdict in 'Layer_root/Layer .* bounded: [0-9]* ULP' 'Add_root/Add .* same' 'Shared_root/Shared .* bounded' \
		'Residual_root/Residual .* refused: add: oneDNN does not implement it'; do
		grep -q "$verdict" "$work/stdout" || fail "no row of '$verdict'"
	done
	grep -q '2[01] [a-z]*, 1 refused' "$work/stdout" || grep -q '[0-9]* same, [0-9]* bounded, 1 refused' "$work/stdout" ||
		fail "$(tail -n 1 "$work/stderr")"
	# shellcheck disable=SC2086
	run --backends onednn $options -Wno-tensor-overwritten "$work/operations.bc" -- odd; expect 0
	for why in 'Relu_root/Relu .* refused: a NaN for a relu, which oneDNN loses' \
		'Max_root/Max .* refused: a NaN or an infinity for a pool of extremes, which oneDNN loses' \
		'Sigmoid_root/Sigmoid .* \(same\|bounded\)' 'Mean_root/Mean .* \(same\|bounded\)' \
		'Tanh_root/Tanh .* refused: an empty tensor' \
		'Batchnorm_root/Batchnorm .* refused: a variance that has no square root'; do
		grep -q "$why" "$work/stdout" || fail "no row of '$why'"
	done
done
run --backends onednn "$work/weights.bc"; expect 0
# A batch that is computed in slices, of which the last is smaller, has the same results as the
# whole.
run --backends onednn -Wno-tensor-overwritten "$work/slices.bc"; expect 0
grep -q '1 same, 5 bounded' "$work/stdout" || fail "slices: $(cat "$work/stdout")"
if [ -f examples/lenet/lenet.bc ]; then
	run --backends onednn examples/lenet/lenet.bc -- "$srcdir/examples/lenet"; expect 0
	grep -q '7 same, 7 bounded' "$work/stdout" || fail "lenet: $(tail -n 1 "$work/stdout")"
fi
for name in residual mobilenet; do
	[ -f examples/$name/$name.bc ] || continue
	run --backends onednn examples/$name/$name.bc -- "$srcdir/examples/$name"; expect 0
	tail -n 1 "$work/stdout" | grep -q '^[0-9]* same, [0-9]* bounded$' || fail "$name: $(tail -n 1 "$work/stdout")"
done
HPVM_RUN=$HPVM_RUN_KEPT

run -Wno-tensor-overwritten "$work/operations.bc"; expect 0
cp "$work/stdout" "$work/operations"
for options in '' --worker '--jobs 1'; do
	# shellcheck disable=SC2086
	run --stats --backend onednn $options -Wno-tensor-overwritten "$work/operations.bc"; expect 0
	cmp -s "$work/stdout" "$work/operations" || fail "prints $(diff "$work/operations" "$work/stdout")"
	[ "$(grep -c 'backend onednn' "$work/stderr")" -ge 20 ] || fail 'most nodes are interpreted'
	# shellcheck disable=SC2086
	run --backend onednn $options "$work/weights.bc"; expect 0
	cmp -s "$work/stdout" "$work/weights" || fail "weights: $(diff "$work/weights" "$work/stdout")"
done
ONEDNN_VERBOSE=1 "$HPVM_RUN" --backend onednn -Wno-tensor-overwritten "$work/slices.bc" >"$work/slices" 2>/dev/null
for slice in 3 1; do
	grep -q "exec,cpu,convolution.*mb${slice}_ic8oc8" "$work/slices" || fail "no slice of $slice images"
done
run -Wno-tensor-overwritten "$work/operations.bc" -- odd; expect 0
cp "$work/stdout" "$work/odd"
run --backend onednn -Wno-tensor-overwritten "$work/operations.bc" -- odd
expect 0 '[backend-refuses]' 'a NaN for a relu, which oneDNN loses' 'an empty tensor'
cmp -s "$work/stdout" "$work/odd" || fail "odd: $(diff "$work/odd" "$work/stdout")"
# Only the interpreter computes bounds: if a backend has run, none are invented.
for i in 1 2 3 4 5; do printf '%s\n' '  - {tensor: {values: [[-1, 2]]}}' '  - auto'; done >"$work/inputs"
{ echo 'args:'; cat "$work/inputs"; echo 'results:'; echo '  - {tensor: [1, 2], shape: 2, expect: [0, 2], save: r.npy, bounds: b.npy}'; } >"$work/relu.yaml"
run --root Relu_root --args "$work/relu.yaml" "$work/operations.bc"; expect 0
[ -f "$work/b.npy" ] || fail 'no bounds are saved'
grep -aqF "'shape': (2,)" "$work/r.npy" || fail 'the shape is not the one that is wanted'
run --root Relu_root --args "$work/relu.yaml" --backend onednn "$work/operations.bc"
expect 120 "only the interpreter computes bounds, but a backend has run"
sed -i 's/, shape: 2, expect: .0, 2., save: r.npy, bounds: b.npy/, shape: [3]/' "$work/relu.yaml"
run --root Relu_root --args "$work/relu.yaml" "$work/operations.bc"; expect 120 'the shape has 3 elements, but 2'
# Few operations may take long.
"$CLANG" -w -O1 -DLARGE=8 -I"$srcdir/src" -emit-llvm -c "$tests/weights.c" -o "$work/large.bc" || exit 99
run "$work/large.bc"; expect 0
cp "$work/stdout" "$work/large"
until_said 'backend onednn' run --backend auto --stats "$work/large.bc"
expect 0 'backend onednn' ' ns on onednn, '
cmp -s "$work/stdout" "$work/large" || fail "auto: $(diff "$work/large" "$work/stdout")"
run --backend hint --stats "$work/weights.bc"; expect 0 'backend onednn'
finish
