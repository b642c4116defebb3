#!/bin/sh
# run-values.sh -- the results of the builtin functions of OpenCL C, compared with references of their own.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
tests=$srcdir/ir/kernel/library/tests

# --- element by element: each line of values.py is a category or a failure
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE CLANG
for label in integers packed conversions halves relational exact_math maths geometric; do
	count=$((count + 1))
	: >"$work/stderr"
	"$PYTHON3" "$tests/values.py" "$HPVM_RUN" "$work" "$label" >"$work/stdout" 2>"$work/stderr" || fail "$(cat "$work/stdout")"
	grep -q "^$label: [1-9][0-9]* cases, [0-9]* values, 0 failed$" "$work/stdout" || fail 'has no cases'
done

# --- functions of a group, of groups of odd sizes
cp "$tests/group_values.cl" "$work/group.cl"
# group KERNEL SIZES ARGS: the buffers are as expected, and no check of memory fails
group() {
	kernel=$1 sizes=$2
	printf 'args:\n%s\n' "$3" >"$work/group.yaml"
	# shellcheck disable=SC2086
	run --kernel "$kernel" $sizes --check=all --args "$work/group.yaml" "$work/group.cl"
	expect 0
}
for block in 1 3 5,3 4,2,3 64; do
	group collectives "--grid 2 --block $block" '  wrong: {zeros: 128, type: i32, expect: 0}'
	group copies "--grid 1 --block $block" '  in: {range: 4096, type: i32}
  out: {zeros: 4096, type: i32}
  wrong: {zeros: 128, type: i32, expect: 0}'
done
group atomics '--grid 3 --block 5' '  ints:
    {values: [0, 0, 0, 0, 9, 0, -1, 0, 21845, 0, 0, 0, -1, 0, 0, 0], type: i32,
     expect: [15, -120, 15, -15, -5, 14, -32768, 32767, 10922, 30, 45, -2147483634, -2147483648, 1, 1, -14]}
  longs: {zeros: 4, type: i64, expect: [16492674416640, 15393162788864, -15393162788864, -562949953421312]}
  olds: {zeros: 30, type: i32, expect: 1}
  wrong: {zeros: 128, type: i32, expect: 0}'
group float_atomics '--grid 3 --block 5' '  floats: {values: [0, 0, 0, 0, 7], type: f32, expect: [7.5, -105, -14, 3.5, 7]}
  doubles: {values: [0, 0, 0, 9], type: f64, expect: [1.3642420526593924e-11, 14, -3, 9]}
  wrong: {zeros: 128, type: i32, expect: 0}'
finish
