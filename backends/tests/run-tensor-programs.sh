#!/bin/sh
# run-tensor-programs.sh -- leaves of tensor programs on backends: every operation within its bound at two
# shapes, results without the reference, workers, libraries; and faults in kernels are found, and the node,
# its operator and the operation are named.
. "${srcdir:-.}/tools/tests/lib.sh"
here=$srcdir/backends/tests/model
run_program=$HPVM_RUN diff_program=${HPVM_DIFF:-./hpvm-diff}
[ -x "$diff_program" ] || { echo "no $diff_program" >&2; exit 99; }
sed -e '/1.5, 2, 2.5/!s/, \[-1, 1, -2.*4.5\]//' -e 's/, \[0.1, -0.7.*4.5\]//' "$here/model.yaml" >"$work/one.yaml"
model="--root Model $here/model.ll"

# The row of NODE has this verdict.
verdict() { # NODE BACKEND VERDICT
	grep -q "^Model/$1  *$2 .*  $3" "$work/stdout" || fail "$1 on $2: $(grep "^Model/$1  *$2 " "$work/stdout")"
}

# --- compared, at two shapes
HPVM_RUN=$diff_program
for args in "$here/model.yaml" "$work/one.yaml"; do
	# shellcheck disable=SC2086
	run --backends cpu --args "$args" $model; expect 0
	for node in Scale Norm Product Turn Soft Pick Count Join Choose; do
		verdict $node cpu '\(same\|bounded: [0-9]* ULP allowed\)$'
	done
done
"$run_program" --list-backends >"$work/backends" 2>&1
for name in opencl onednn; do
	grep -q "$name  *ready" "$work/backends" || continue
	# shellcheck disable=SC2086
	run --backends $name --args "$here/model.yaml" $model; expect 0
	verdict Product $name '\(same\|bounded\)'
	[ $name = opencl ] || verdict Scale $name 'refused: mul: no such operation$'
done

# --- a library of this test, which has tanh only
HPVM_TEST_ULPS=40
export HPVM_TEST_ULPS
# shellcheck disable=SC2086
run --backends tensors --backend-path backends/tests/.libs --args "$here/model.yaml" $model
expect 121 "'Model/Choose' differently" "If: operation 3 of 3, 'tanh', is the first outside its bound" \
	"of output 0, 'chosen', a tensor of f32 (3, 8)"
verdict Choose tensors 'differs: '
verdict Product tensors 'refused: dot: '
HPVM_TEST_ULPS=0

# --- instead of the reference, also in workers: the values are within the bounds of the reference
HPVM_RUN=$run_program
for how in '' --worker; do
	# shellcheck disable=SC2086
	run --backend cpu $how --stats --save '*' --save-to "$work/values.npz" --args "$here/model.yaml" $model; expect 0
	grep -q 'Model/Norm .*backend cpu, 8 operations, 3 copies$' "$work/stderr" || fail 'no statistics of Norm'
	HPVM_RUN=$diff_program
	# shellcheck disable=SC2086
	run --against "$work/values.npz" $model; clean
	HPVM_RUN=$run_program
done

# --- printed, where types are said
run --emit opencl "$here/model.ll"; expect 0
prints '__kernel void mul_f32_' '/* Model/Norm: not translated: unsupported tensor operation: the types of its operands are known only at run time'
[ "$(grep -c '^__kernel' "$work/stdout")" -eq 1 ] || fail 'it has other kernels'

# --- faults: MUTATION KERNEL NODE OPERATOR OPERATION
HPVM_RUN=$diff_program
while read -r MUTANT MUTANT_UNIT node operator operation; do
	export MUTANT MUTANT_UNIT
	# shellcheck disable=SC2086
	run --in-process -j 1 --backends mutant --backend-path backends/tests/.libs --args "$here/model.yaml" $model
	label="$MUTANT in $MUTANT_UNIT"
	expect 121 "[backend-differs]"
	grep -q "'mutant' computes 'Model/$node' differently.* $operator: operation [0-9]* of [0-9]*, '$operation'" "$work/stderr" ||
		fail "not blamed on $node ($operator), $operation"
	! grep '\[backend-differs\]' "$work/stderr" | grep -qv "'$operation', is the first outside its bound" ||
		fail 'another operation is blamed'
done <<END
coarse-floats mul_f32 Scale Mul mul
drop-store add_i64 Count Add add
swapped-sub sub_f32 Norm LayerNormalization sub
few-instances move Turn Transpose transpose
lost-tail dot_f32 Product MatMul dot
byte-swapped exp_f32 Soft Softmax exp
swapped-numbers sum_f32 Norm LayerNormalization sum
swapped-ids move Turn Transpose transpose
swapped-select where_f32 Pick Where where
coarse-floats sqrt_f32 Norm LayerNormalization sqrt
drop-store div_f32 Soft Softmax div
coarse-floats tanh_f32 Choose If tanh
END
unset MUTANT MUTANT_UNIT
finish
