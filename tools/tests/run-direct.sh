#!/bin/sh
# run-direct.sh -- --root and --args: every kind of argument, result and error.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile "$srcdir/tools/tests/direct/roots.c" "$work/roots.bc"

# try ROOT [OPTION...], with the arguments' file on standard input
try() {
	root=$1
	shift
	cat >"$work/args.yaml"
	run --root "$root" --args "$work/args.yaml" "$@" "$work/roots.bc"
	label="$root: $(cat "$work/args.yaml")"
}

# --- correct files
count=$((count + 1)) label='--args -'
timeout 60 "$HPVM_RUN" --root Scale --args - "$work/roots.bc" >"$work/stdout" 2>"$work/stderr" <<'END'
args: [{range: 8, type: f32}, auto, {zeros: 8, type: f32, expect: [0, 2, 4, 6, 8, 10, 12, 14], print: true}, auto, 2, 0, 8]
END
status=$?
expect 0; prints "argument 'b': 0 2 4 6 8 10 12 14"
try Scale <<'END'
args:
  - {range: 8, type: f32}
  - auto
  - {zeros: 8, type: f32, expect: [3, 5, 7, 9, 11, 13, 15, 17], save: b.npy, print: true}
  - {bytes: auto}
  - 2
  - 3
  - 8
results:
  - {expect: 32, save: result.npy, print: true}
END
expect 0; prints "argument 'b': 3 5 7 9 11 13 15 17" 'result 0: 32'
[ "$(wc -c <"$work/b.npy")" -eq 160 ] || fail 'b.npy has another size'
try Scale <<'END'
args:                   # by name, or by place as a number; sizes left to us
  a: {npy: b.npy}
  b: {alloc: 32, type: f32, expect: {npy: b.npy}, save: b.raw}
  factor: 1.0
  5: 0
  count: 8
results: [{expect: {npy: result.npy}}]
END
expect 0
try Scale --host interp --stats --schedule reverse <<'END'
args:
  - {raw: b.raw, type: f32, bytes: auto}
  - {zeros: [2, 4], type: f32, bytes: 32, expect: {values: [[3, 5, 7, 9], [11, 13, 15, 17]]}}
  - 1e0
  - -0x0
  - 8
END
expect 0 Scale
try Scale <<'END'
args:
  a: {random: 7, shape: [4], type: f32, min: -1, max: 1}
  b: {zeros: 4, type: f32, expect: {random: 7, shape: [4], min: -1, max: 1}}
  factor: 1
  offset: 0
  count: 4
END
expect 0
try Scale <<'END'
args:
  a: {values: [1, 2.5, .inf, nan], type: f32}
  b: {zeros: 4, type: f32, expect: [1.0001, 2.5, .inf, .nan], tolerance: {abs: 0.001}}
  factor: 1
  offset: 0
  count: 4
END
expect 0
for tolerance in 'rel: 1e-6' 'ulp: 1' 'abs: 2e-7'; do
	try Scale <<END
args:
  a: {values: [1, -1], type: f32}
  b: {zeros: 2, type: f32, expect: {values: [1.00000012, -1.00000012], tolerance: {$tolerance}}}
  factor: 1
  offset: 0
  count: 2
END
	expect 0
done
try Numbers <<'END'
args: [true, -128, 65535, -9223372036854775808, 0x1p-1074, 65504]
results:
  - {expect: 1}
  - {expect: -128}
  - {expect: 65535, print: true}
  - {expect: -9223372036854775808}
  - {expect: 0x1p-1073}
  - {expect: 65504.0}
END
expect 0; prints 'result 2: 65535'
try Vector <<'END'
args:
  out: {zeros: 4, type: f32, expect: [2, 4, 6, 8]}
  v: [1, 2, 3, 4]
END
expect 0
try Sum <<'END'
args: {values: {range: [10, 0, -2], type: i32}, start: 5}
results: [{expect: 35}]
END
expect 0
try Sum <<'END'
args: {values: null, start: 5}
results: [{expect: 5}]
END
expect 0

try Scale --check=bounds <<'END'
args:
  a: {range: 8, type: f32}
  b: {zeros: 7, type: f32}
  factor: 1
  offset: 0
  count: 8
END
expect 121 '[out-of-bounds]' "tracked with 28 bytes as argument 'b' ($work/args.yaml:3)"
try Scale --check=race <<'END'
pushes:
  - {args: {a: {range: 8, type: f32}, b: {zeros: 8, type: f32}, factor: 1, offset: 0, count: 8}}
END
expect 0

# --- streams
try Sum <<'END'
args: {values: {values: [1, 2, 3], type: i32}, start: 0}
pushes:
  - results: [{expect: 6}]
  - {args: {start: 10}, results: [{expect: 16}]}
  - {args: {values: {zeros: 2, type: i32}}, results: [{expect: 0}]}
  - {args: [{range: 5, type: i32}, auto, 100], results: [{expect: 110, print: true}]}
in-flight: 3
END
expect 0; prints 'push 3, result 0: 110'
try Sum --sem stream-capacity=1 <<'END'
pushes:
  - {args: [{range: 5, type: i32}, auto, 1], results: [{expect: 11}]}
  - {args: {start: 3}, results: [{expect: 13}]}
END
expect 0
try Sum <<'END'
pushes:
  - {args: {start: 3}}
END
expect 120 "args.yaml:2: push 0, argument 'values' (ptr) is missing"
try Sum <<'END'
pushes:
  - {args: [{range: 5, type: i32}, auto, 1], results: [{expect: 12}]}
END
expect 121 '[result-differs]' 'push 0, result 0 differs' 'element 0 is 11, expected 12 (1 of 1 elements differ)'
try Sum <<'END'
pushes: []
END
expect 120 'args.yaml:1: pushes must be a list'
try Sum <<'END'
pushes: [{args: [null, 0, 1], what: 2}]
END
expect 120 "args.yaml:1: unknown key 'what'"
try Sum <<'END'
args: [null, 0, 1]
results: [{expect: 1}]
pushes: [{}]
END
expect 120 "args.yaml:2: the results of a stream must be given with its pushes"
try Sum <<'END'
args: [null, 0, 1]
in-flight: 4
END
expect 120 "args.yaml:2: 'in-flight' applies only to streams"
try Sum <<'END'
args: [null, 0, 1]
pushes: [{}]
in-flight: 0
END
expect 120 "args.yaml:3: 'in-flight' must be a number of at least 1"

# --- results that differ
try Scale <<'END'
args:
  a: {range: 4, type: f32}
  b: {zeros: 4, type: f32, expect: [0, 2, 5, 7]}
  factor: 2
  offset: 0
  count: 4
results: [{expect: 17}]
END
expect 121 '[result-differs]' "argument 'b' differs" 'element 2 is 4, expected 5 (2 of 4 elements differ)' \
	'result 0 differs' 'element 0 is 16, expected 17 (1 of 1 elements differ)'
for tolerance in 'rel: 1e-8' 'ulp: 0' 'abs: 1e-8'; do
	try Scale <<END
args:
  a: {values: [1, -1], type: f32}
  b: {zeros: 2, type: f32, expect: [1.00000012, -1], tolerance: {$tolerance}}
  factor: 1
  offset: 0
  count: 2
END
	expect 121 'element 0 is 1, expected 1.00000012 (1 of 2 elements differ)'
done

# --- traps and refusals at launch
try Scale <<'END'
args: {a: null, b: {zeros: 4, type: f32}, factor: 1, offset: 0, count: 4}
END
expect 121 '[bad-access]' 'null pointer' 'at node Scale/Scale_leaf, instance (0)'
try Nothing </dev/null
expect 120 '[no-such-function]'
try Scale_leaf </dev/null
expect 121 '[bad-launch]' "'Scale_leaf' is not the root of a graph"
run --root Sum --args "$work/missing.yaml" "$work/roots.bc"
expect 120 "missing.yaml:0: No such file"

# --- errors in the file: only the argument of SUM matters
bad() { # LINE-AND-TEXT, with the arguments' file on standard input
	try Sum
	expect 120 '[bad-args-file]' "args.yaml:$1"
}
bad '2: ' <<'END'
args: [
END
bad "2: key 'start' occurs twice" <<'END'
args: {values: null, start: 1,
  start: 2}
END
bad '1: anchors and tags' <<'END'
args: &a [null, 0, 1]
END
bad '1: a map with ' <<'END'
- 1
END
bad "2: unknown key 'argz'" <<'END'
args: [null, 0, 1]
argz: 2
END
bad "2: 'Sum' has no parameter 'stop'" <<'END'
args: {values: null, start: 1,
  stop: 2}
END
bad "1: 'Sum' has no parameter '3'" <<'END'
args: {values: null, 3: 1}
END
bad '1: parameter 2 is given twice' <<'END'
args: {values: null, start: 1, 2: 2}
END
bad "1: argument 'start' (i32) is missing" <<'END'
args: [null, 0]
END
bad "1: argument 'values' (ptr) is missing" <<'END'
args: {start: 0}
END
bad "1: argument 'values' (ptr) is missing" </dev/null
bad "1: argument 'bytes' (i64) is missing" <<'END'
args: [{zeros: 1, type: i32}]
END
bad '3: there are more arguments' <<'END'
args: [null, 0,
  1,
  2]
END
bad '1: arguments must be a list or a map' <<'END'
args: 3
END
bad "1: argument 'values' is a pointer" <<'END'
args: [1, 0, 1]
END
bad "1: unknown key 'shap'" <<'END'
args: [{zeros: 1, type: i32, shap: 3}, auto, 1]
END
bad '1: no source of the data is given' <<'END'
args: [{type: i32}, auto, 1]
END
bad "1: 'zeros' and 'alloc' both" <<'END'
args: [{zeros: 1, alloc: 4, type: i32}, auto, 1]
END
bad "1: 'zeros' needs a 'type'" <<'END'
args: [{zeros: 1}, auto, 1]
END
bad '1: a type is expected' <<'END'
args: [{zeros: 1, type: float}, auto, 1]
END
bad "1: 'zeros' takes no 'shape'" <<'END'
args: [{zeros: 1, shape: [1], type: i32}, auto, 1]
END
bad "1: 'random' needs a 'shape'" <<'END'
args: [{random: 1, type: i32}, auto, 1]
END
bad '1: max is less than min' <<'END'
args: [{random: 1, shape: 2, type: i32, min: 3, max: 2}, auto, 1]
END
bad "1: 'auto' is not a number" <<'END'
args: [{random: 1, shape: 2, type: i32, min: auto}, auto, 1]
END
bad "1: '-1' is negative" <<'END'
args: [{zeros: -1, type: i32}, auto, 1]
END
bad '1: the array is too large' <<'END'
args: [{zeros: [9223372036854775807, 9223372036854775807], type: i32}, auto, 1]
END
bad "1: the range's step is 0" <<'END'
args: [{range: [0, 1, 0], type: i32}, auto, 1]
END
bad '1: the range exceeds its type' <<'END'
args: [{range: 300, type: u8}, auto, 1]
END
bad "1: the shape does not hold the range's 6 elements" <<'END'
args: [{range: 6, shape: [2, 2], type: i32}, auto, 1]
END
bad '1: 6 bytes are not a multiple of 4' <<'END'
args: [{alloc: 6, type: i32}, auto, 1]
END
bad '2: a list of 2 values' <<'END'
args: [{values: [[1, 2],
  [3]], type: i32}, auto, 1]
END
bad '1: a single value is expected' <<'END'
args: [{values: [1, [2]], type: i32}, auto, 1]
END
bad "1: '3.5' is not an integer, but i32 is expected" <<'END'
args: [{values: [3.5], type: i32}, auto, 1]
END
bad "1: '1.5' is not an integer, but i32 is expected" <<'END'
args: [null, 0, 1.5]
END
bad "1: '.inf' is not an integer" <<'END'
args: [null, 0, .inf]
END
bad "1: 'x' is not a number" <<'END'
args: [null, 0, x]
END
bad "1: '1' is text" <<'END'
args: [null, 0, '1']
END
bad "1: 'true' is a boolean, but i32 is expected" <<'END'
args: [null, 0, true]
END
bad "1: '4294967296' does not fit i32" <<'END'
args: [null, 0, 4294967296]
END
bad "1: '-2147483649' does not fit i32" <<'END'
args: [null, 0, -2147483649]
END
bad "1: '-1' does not fit u8" <<'END'
args: [{values: [-1], type: u8}, auto, 1]
END
bad "1: '1e39' does not fit f32" <<'END'
args: [{values: [1e39], type: f32}, auto, 1]
END
bad '1: the size is given twice' <<'END'
args: {values: {zeros: 1, type: i32, bytes: auto}, bytes: 4, start: 1}
END
bad "1: '$work/missing.npy': No such file" <<'END'
args: [{npy: missing.npy}, auto, 1]
END
bad "1: '$work/missing.raw': No such file" <<'END'
args: [{raw: missing.raw}, auto, 1]
END
bad "1: '$work/args.yaml': it is not an NPY file" <<'END'
args: [{npy: args.yaml}, auto, 1]
END
head -c 130 "$work/b.npy" >"$work/cut.npy"
bad "1: '$work/cut.npy': it is truncated" <<'END'
args: [{npy: cut.npy}, auto, 1]
END
sed 's/False,/True, /' "$work/b.npy" >"$work/fortran.npy"
bad "1: '$work/fortran.npy': it is in Fortran order" <<'END'
args: [{npy: fortran.npy}, auto, 1]
END
sed 's/<f4/<c8/' "$work/b.npy" >"$work/complex.npy"
bad "1: '$work/complex.npy': its element type is not supported" <<'END'
args: [{npy: complex.npy}, auto, 1]
END
sed 's/(8,), }/(9999999999999999999,), }/; s/              //' "$work/b.npy" >"$work/huge.npy"
bad "1: '$work/huge.npy': " <<'END'
args: [{npy: huge.npy}, auto, 1]
END
bad '1: a file name is expected' <<'END'
args: [{npy: [a]}, auto, 1]
END
bad "1: 'print' must be true or false" <<'END'
args: [{zeros: 1, type: i32, print: maybe}, auto, 1]
END
bad "1: argument 'values' has 2 elements, but 3 are expected" <<'END'
args: [{zeros: 2, type: i32, expect: [1, 2, 3]}, auto, 1]
END
bad "1: argument 'values' and its expected value have different types" <<'END'
args: [{zeros: 8, type: i32, expect: {npy: b.npy}}, auto, 1]
END
bad "1: argument 'values' needs a 'type'" <<'END'
args: [{alloc: 8, expect: 0}, auto, 1]
END
bad '1: a tolerance must be a map' <<'END'
args: [{zeros: 1, type: i32, expect: 0, tolerance: 3}, auto, 1]
END
bad '1: integers support only the tolerance abs' <<'END'
args: [{zeros: 1, type: i32, expect: 0, tolerance: {ulp: 3}}, auto, 1]
END
bad '1: a tolerance must be a finite number' <<'END'
args: [{zeros: 1, type: f32, expect: 0, tolerance: {abs: -3}}, auto, 1]
END
bad '1: a tolerance needs an expected value' <<'END'
args: [{zeros: 1, type: i32, tolerance: {abs: 3}}, auto, 1]
END
bad '1: the tolerance is given twice' <<'END'
args: [{zeros: 1, type: i32, tolerance: {abs: 3}, expect: {zeros: 1, tolerance: {abs: 1}}}, auto, 1]
END
bad "2: 'Sum' has only 1 outputs" <<'END'
args: [null, 0, 1]
results: [null, {expect: 3}]
END
bad '2: results must be a list' <<'END'
args: [null, 0, 1]
results: {expect: 3}
END
bad '2: a map with expect' <<'END'
args: [null, 0, 1]
results: [3]
END
bad "2: '1.5' is not an integer" <<'END'
args: [null, 0, 1]
results: [{expect: 1.5}]
END
bad "2: '$work/nowhere/x.npy': No such file" <<'END'
args: [null, 0, 1]
results: [{save: nowhere/x.npy}]
END
try Vector <<'END'
args: {out: {zeros: 4, type: f32}, v: [1, 2, 3]}
END
expect 120 'args.yaml:1: <4 x float> is expected: a list of 4 values'
# --- tensors
try Network <<'END'
args:
  - {tensor: {values: [[[[1, -2], [3, -4]]]]}}
  - auto
  - {tensor: {range: [10, 11], shape: [1, 1, 1, 1]}, bytes: auto}
results:
  - {tensor: [1, 1, 2, 2], expect: [11, 8, 13, 6], save: tensor.npy, print: true}
END
expect 0; prints 'result 0: 11 8 13 6'
try Network <<'END'
args: {x: {tensor: tensor.npy}, b: {tensor: {npy: tensor.npy}}}
results: [{tensor: [1, 1, 2, 2], expect: {values: [[22, 16], [26, 12]]}}]
END
expect 0
try Network <<'END'
args: {x: {tensor: tensor.npy}, b: {tensor: {zeros: 1}}}
END
expect 121 "'tensor.add' of (1, 1, 2, 2) and (1) in 'Network/Add': one has 4 dimensions, the other 1" '[tensor-shape] (T1)'
for test in T2-inner T3-channels T4-divide T5-padding-alone T6-channels; do # each diagnostic names the clause of the operation
	compile "$srcdir/spec-tests/T/$test.c" "$work/shape.bc" -I"$srcdir/spec-tests"
	run "$work/shape.bc"; expect 121 "[tensor-shape] (${test%%-*})"
done
try Network <<'END'
args: {x: {tensor: tensor.npy}, b: {tensor: tensor.npy}}
results: [{tensor: [4], expect: 0}]
END
expect 120 'args.yaml:2: result 0 is a tensor of shape (1, 1, 2, 2), not (4)'
try Network <<'END'
args: {x: {tensor: {zeros: [1, 1, 1, 1, 1]}}, b: {tensor: tensor.npy}}
END
expect 120 'args.yaml:1: a tensor must have 1 to 4 dimensions, not 5'
try Network <<'END'
args: {x: {tensor: {zeros: 4, type: f64}}, b: {tensor: tensor.npy}}
END
expect 120 'args.yaml:1: the elements of a tensor must have type f32, not f64'
try Network <<'END'
args: {x: {tensor: tensor.npy, source-shape: [1, 1, 2, 2], shape: [2, 2]}, b: {tensor: {zeros: [2, 2]}, source-shape: [2, 2]}}
results: [{tensor: [2, 2], expect: {values: [[11, 8], [13, 6]]}}]
END
expect 0
try Network <<'END'
args: {x: {tensor: tensor.npy, source-shape: [4]}, b: {tensor: tensor.npy}}
END
expect 120 'args.yaml:1: tensor.npy has the shape (1, 1, 2, 2), but must have (4,)'
try Network <<'END'
args: {x: {tensor: {zeros: 4}, source-shape: [2, 2], shape: [2, 2]}, b: {tensor: tensor.npy}}
END
expect 120 'args.yaml:1: the source of the tensor has the shape (4,), but must have (2, 2)'
try Network <<'END'
args: {x: {tensor: no-such-file.npy}, b: {tensor: tensor.npy}}
END
expect 120 "no-such-file.npy': No such file"
try Network <<'END'
args: {x: {tensor: tensor.npy, save: x.npy}, b: {tensor: tensor.npy}}
END
expect 120 "unknown key 'save'"
try Network <<'END'
args: {x: {tensor: tensor.npy}, b: {tensor: tensor.npy}}
results: [{expect: 0}]
END
expect 120 "or give its shape as a 'tensor'"
# Shapes are inferred from the arguments.
cat >"$work/args.yaml" <<'END'
args: {x: {tensor: tensor.npy}, b: {tensor: {zeros: [1, 1, 1, 2]}}}
END
for form in text yaml; do
	label="--print-graph=$form"
	run --root Network --args "$work/args.yaml" --print-graph=$form "$work/roots.bc"
	expect 0
	[ "$(grep -c 'tensor (1, 1, 2, 2)' "$work/stdout")" -eq 4 ] || fail 'shapes of x and the results'
	[ "$(grep -c 'tensor (1, 1, 1, 2)' "$work/stdout")" -eq 2 ] || fail 'shapes of b'
done
run --root Network --args "$work/args.yaml" --print-graph=dot "$work/roots.bc"; expect 0
shapes=$(sed 's/\\//g' "$work/stdout" | grep -o 'ntensor (1, 1, 2, 2)' | wc -l)
[ "$shapes" -eq 4 ] || fail "$shapes shapes of x and the results"
finish
