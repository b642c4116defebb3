#!/bin/sh
# run-tensor-values.sh -- values of tensor programs by name: hpvm-run --save, hpvm-diff --against.
. "${srcdir:-.}/tools/tests/lib.sh"
values=$srcdir/tools/tests/values
model="--root Model --args $values/model.yaml $values/model.ll"
cd "$work" || exit 99
case $HPVM_RUN in /*) ;; *) HPVM_RUN=$OLDPWD/$HPVM_RUN ;; esac
case $values in /*) ;; *) values=$OLDPWD/$values model="--root Model --args $values/model.yaml $values/model.ll" ;; esac

# The names of the files in a folder, sorted.
holds() { # FOLDER NAME...
	folder=$1
	shift
	got=$(cd "$folder" && LC_ALL=C ls | tr '\n' ' ')
	[ "$got" = "$* " ] || fail "$folder has '$got' instead of '$* '"
}
# The bytes after the header of an NPY file, in hexadecimal.
data() { # FILE BYTES
	tail -c "$2" "$1" | od -An -tx1 | tr -d ' \n'
}
is() { # FILE HEADER DATA
	grep -aqF "$2" "$1" || fail "$1 is not $2"
	got=$(data "$1" $((${#3} / 2)))
	[ "$got" = "$3" ] || fail "$1 has $got"
}

# --- a folder: names of files, types, rank 0, no elements
# shellcheck disable=SC2086
{
run $model --save '*' --save-to all; clean
holds all Model_Cast_4.npy 'a_b[0]_é.npy' empty.npy ids.npy layer1_sum_output.npy layer1_twice-2.npy layer1_twice.npy \
	layer2_exp.npy mask.npy x.npy
is all/x.npy "'<f4', 'fortran_order': False, 'shape': (2, 3)" 0000803f00000040000040400000003f000080bf00000000
is all/mask.npy "'|b1', 'fortran_order': False, 'shape': (2, 3)" 000101000000
is all/ids.npy "'<i8'" 070000000000000036000000000000009301000000000000040000000000000002000000000000001400000000000000
is all/Model_Cast_4.npy "'<f2'" 003c00448048003800c00000
is 'all/a_b[0]_é.npy' "'<V2'" 803f80401041003f00c00000
is all/layer1_twice-2.npy "'<i4', 'fortran_order': False, 'shape': ()" 07000000
is all/empty.npy "'<i4', 'fortran_order': False, 'shape': (0, 3)" ''

# --- patterns: names, paths, with and without the root; a name that is no pattern
run $model --save 'layer1/*' --save-to layer; clean
holds layer layer1_sum_output.npy layer1_twice.npy
for pattern in 'layer2/*' Model/Exp_1 Exp_1 'Exp_?'; do
	rm -rf one
	run $model --save "$pattern" --save-to one; clean
	holds one layer2_exp.npy
done
run $model --save 'a:b[0] é' --save mask --save-to some; clean
holds some 'a_b[0]_é.npy' mask.npy
run $model --save layer1/sum.1 --save-to second; clean
holds second layer1_twice.npy
run $model --save 'layer1/sum_outpt' --save 'no/*' --save mask --save-to none
expect 120 "matches 'layer1/sum_outpt'; did you mean 'layer1/sum_output'? [no-such-value]" "matches 'no/*'"
[ ! -e none ] || fail 'there is a folder'

# --- bounds
run $model --save ids --save layer2/exp --save-bounds --save-to bounds; clean
holds bounds ids.bound.npy ids.npy layer2_exp.bound.npy layer2_exp.npy
is bounds/ids.bound.npy "'<f4', 'fortran_order': False, 'shape': (2, 3)" 000000000000000000000000000000000000000000000000
[ "$(data bounds/layer2_exp.bound.npy 24)" != 000000000000000000000000000000000000000000000000 ] || fail 'exp is exact'

# --- an archive, with the names of the model; an older one is replaced
echo old >run.npz
run $model --save '*' --save-bounds --save-to run.npz; clean
if python3 -c 'import zipfile' 2>/dev/null; then
	python3 - run.npz all >stdout 2>stderr <<'END' || fail 'the archive is wrong'
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
names = ['x', 'layer1/sum_output', 'layer1/twice', 'layer2/exp', 'ids', 'mask', 'Model/Cast_4', 'a:b[0] \u00e9', 'layer1_twice', 'empty']
assert archive.namelist() == [name + end + '.npy' for name in names for end in ('', '.bound')], archive.namelist()
for entry, file in (('layer1/twice.npy', 'layer1_twice.npy'), ('mask.npy', 'mask.npy'), ('empty.npy', 'empty.npy')):
    assert archive.read(entry) == open(sys.argv[2] + '/' + file, 'rb').read(), entry
END
fi
cp run.npz again.npz
run $model --save '*' --save-bounds --save-to run.npz; clean
cmp -s run.npz again.npz || fail 'the archive depends on more than the values'

# --- the same with other ways to run
for how in '--jobs 4' '--backend auto' '--passes fuse-tensor-nodes,wrapper-api' '--check all' '--schedule depth-first' '--schedule random:7' \
	'--host interp'; do
	rm -rf other
	run $how $model --save '*' --save-to other; expect 0
	diff -r all other >/dev/null || fail 'other values'
done
# Each execution.
sed '/bindIn\|bindOut\|__edge/s/, i32 0)$/, i32 1)/' "$values/model.ll" >stream.ll
printf 'pushes:\n- args: [{tensor: {values: [[1, 2, 3], [0.5, -1, 0]]}}]\n- args: [{tensor: {values: [[3, 2, 1]]}}]\n' >pushes.yaml
run --root Model --args pushes.yaml stream.ll --save ids --save mask --save-to pushed; clean
holds pushed 'ids#2.npy' ids.npy 'mask#2.npy' mask.npy
cmp -s pushed/ids.npy all/ids.npy || fail 'other values of the first execution'
is 'pushed/mask#2.npy' "'shape': (1, 3)" 000101
# What a program has computed before an error.
run $model --save '*' --save-to part --step-limit 1 ; expect 122
[ -s part/x.npy ] && [ ! -e part/empty.npy ] || fail 'not what was computed before the error'

# --- operators in bodies: the values of each iteration, and errors
printf 'args: [{tensor: {values: [[1, 2], [3, 4], [5, 6]]}}]\n' >three.yaml
printf 'args: [{tensor: {values: [[1, 2], [3, 4]]}}]\n' >two.yaml
run --root Model --args three.yaml "$values/parts.ll" --save '*' --save-to parts; clean
holds parts 'Model_walk_pick#2.npy' 'Model_walk_pick#3.npy' Model_walk_pick.npy 'next#2.npy' 'next#3.npy' next.npy x.npy y.npy
cmp -s 'parts/next#3.npy' parts/y.npy || fail 'the last state is another one'
is 'parts/Model_walk_pick#2.npy' "'shape': (2,)" 0000404000008040
for pattern in walk/body/twice Model/walk/pick 'walk/*'; do
	rm -rf one
	run --root Model --args three.yaml "$values/parts.ll" --save "$pattern" --save-to one; clean
done
run --root Model --args two.yaml "$values/parts.ll" --save '*' --save-to half
expect 121 "'gather' of f32 (2, 2) and i64 () in 'Model/walk/pick' (Gather, iteration 2) is undefined: index 2" '[tensor-index]'
holds half 'Model_walk_pick#2.npy' Model_walk_pick.npy 'next#2.npy' 'next#3.npy' next.npy x.npy
run --print-graph "$values/parts.ll"; expect 0; prints '  in 0 x: ptr in, f32 (n, 2)'; prints '    out 0: ptr, f32 (n, 2)'; prints '    in 0 x: ptr in, f32 (n, 2)'
run --root Model --args three.yaml --trace parts.hrt "$values/parts.ll"; clean
grep -aqF 'ptr, f32 (n, 2)' parts.hrt || fail 'the trace has no shapes'

# --- places that cannot be written
run $model --save x --save-to "$values/model.ll"; expect 124 'would overwrite'
run $model --save x --save-to missing/folder; expect 120 "missing/folder': No such file or directory [not-written]"
run $model --save x --save-to missing/run.npz; expect 120 "missing/run.npz': No such file or directory [not-written]"
mkdir -p full/x.npy
run $model --save x --save-to full; expect 120 "full/x.npy': Is a directory [not-written]"
for place in small small.npz; do
	count=$((count + 1)) label="$place: a disk that is full"
	(
		trap '' XFSZ
		ulimit -f 1
		"$HPVM_RUN" $model --save '*' --save-bounds --save-to $place
	) >"$work/stdout" 2>"$work/stderr"
	status=$?
	if [ $place = small ]; then clean; else expect 120 'File too large [not-written]'; fi
	[ ! -e small.npz ] || fail 'an archive that is not complete'
done

# --- wrong use
run $model --save x; expect 124 '--save needs --save-to PATH'
run $model --save-to x; expect 124 '--save-to needs --save PATTERN'
run $model --save-bounds; expect 124 '--save-bounds needs --save PATTERN'
run $model --save x --save-to d --save-bounds --backend auto; expect 124 'only the interpreter computes bounds'
run $model --save x --save-to d --sandbox; expect 124 '--save cannot be given with --sandbox'
run $model --save x --save-to -; expect 124 'cannot write to standard output'

# --- by operator (--stats): calls, elements, bytes, bounds
run --stats $model; expect 0
awk '$1 == "operator" { on = 1; next } on { $3 = $4 = "-"; print }' "$work/stderr" >operators
printf '%s\n' 'Add 1 - - 12 48 5.3e-08' 'Exp 1 - - 6 24 4.9e-07' 'Cast 3 - - 18 72 0.0035' 'Less 1 - - 6 6 0 2 elements without a bound' \
	'Constant 1 - - 1 4 0' | cmp -s - operators || fail "operators: $(cat operators)"
}

# --- another runtime: the same program, or one that computes something else
lib_tool=hpvm-diff
HPVM_RUN_KEPT=$HPVM_RUN HPVM_DIFF=${HPVM_DIFF:-./hpvm-diff}
case $HPVM_DIFF in /*) ;; *) HPVM_DIFF=$OLDPWD/$HPVM_DIFF ;; esac
runs() { # NPZ FILE [ARGUMENT...]: save what FILE computes
	npz=$1 file=$2
	shift 2
	HPVM_RUN=$HPVM_RUN_KEPT
	run --root Model --args "$values/model.yaml" "$file" --save-to "$npz" "$@"; clean
	HPVM_RUN=$HPVM_DIFF
}
lists() { # LINE...: standard output has these lines; blanks may be any number
	tr -s ' ' <"$work/stdout" >table
	for line; do grep -qxF -- "$line" table || fail "there is no line '$line'"; done
}
program=$values/model.ll
runs same.npz "$program" --save '*'
run --against same.npz "$program"; clean; prints 'values: 10 same'
run --against same.npz --args "$values/model.yaml" --root Model -o report "$program"; clean
grep -qx 'values: 10 same' report || fail 'no report in the file'

# One operator is wrong: it alone is named, although what follows has other values, too.
sed 's/c"exp\\00"/c"neg\\00"/' "$program" >wrong.ll
runs wrong.npz wrong.ll --save '*'
run --against wrong.npz "$program"
expect 121 "'layer2/exp' (Exp of 'Model/Exp_1') is computed differently by the other runtime: element (0, 0) is -2 instead of 7.38905621" '[values-differ]'
lists "first difference: Model/Exp_1 (Exp), value 'layer2/exp', f32 (2, 3), element (0, 0)" ' wrong.npz -2' ' reference 7.38905621' \
	'values: 9 same, 1 differs'
run --against wrong.npz --all "$program"; expect 121
lists 'Model/Exp_1 Exp layer2/exp f32 (2, 3) 6 6 6.11e+06 differs' 'Model/Cast_2 Cast ids i64 (2, 3) 6 0 0 same' \
	'Model/Constant_6 Constant empty i32 (0, 3) 0 0 0 same' 'Model input x f32 (2, 3) 6 0 0 same'
# Without the wrong value, the next operator is judged with the reference's own.
runs part.npz wrong.ll --save x --save ids
run --against part.npz "$program"
expect 121 "'ids' (Cast of 'Model/Cast_2')" 'element (0, 0) is -2 instead of 7, with the bound 0'
lists "8 values are not in part.npz: 'layer1/sum_output', 'layer1/twice', 'layer2/exp', 'mask', 'Model/Cast_4' and 3 more"

# An operator that is computed in another way, in other roundings.
awk '{ print } /^@text.0 /{ print "@half = private constant [36 x i8] c\"constant type=f32 shape= values=0.5\\00\"" }' "$program" |
	sed 's/^  %e = .*/  %f = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @half, i32 0)\
  %g = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 2, ptr %s, ptr %f)\
  %h = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.3, i32 1, ptr %g)\
  %e = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 2, ptr %h, ptr %h)/' >near.ll
runs near.npz near.ll --save '*'
run --against near.npz "$program"; clean; prints 'values: 9 same, 1 within its bound'

# An operator in a body is judged in each iteration; values in bodies that the archive lacks are not listed.
sed 's/add\\00/mul\\00/' "$values/parts.ll" >mul.ll
HPVM_RUN=$HPVM_RUN_KEPT
run --root Model --args three.yaml "$values/parts.ll" --save '*' --save-to parts.npz; clean
run --root Model --args three.yaml mul.ll --save next --save-to mul.npz; clean
HPVM_RUN=$HPVM_DIFF
run --against parts.npz --args three.yaml "$values/parts.ll"; clean; prints 'values: 8 same'
run --against mul.npz --args three.yaml --all "$values/parts.ll"
expect 121 "'next' (Add of 'Model/walk/body/twice') is computed differently by the other runtime: element (0, 0) is 1 instead of 2"
lists 'Model/walk/body/twice Add next#2 f32 (3, 2) 6 6 3.21e+08 differs' "2 values are not in mul.npz: 'x', 'y'"

# Other types and shapes.
sed 's/cast to=i64/cast to=i32/; s/shape=0,3 values=0/shape=0,4 values=0/' "$program" >types.ll
runs types.npz types.ll --save '*'
run --against types.npz --all "$program"; expect 121 "'ids' (Cast of 'Model/Cast_2')" 'its elements are i32 instead of i64'
lists 'Model/Cast_2 Cast ids i64 (2, 3) 6 - - other type: i32' 'Model/Constant_6 Constant empty i32 (0, 3) 0 - - other shape: (0, 4)' \
	"first difference: Model/Cast_2 (Cast), value 'ids', i64 (2, 3): types.npz has i32 (2, 3)" 'values: 8 same, 1 other type, 1 other shape'
# Arrays that the program does not have, and other inputs.
runs bounds.npz "$program" --save '*' --save-bounds
run --against bounds.npz "$program"; clean
prints 'values: 10 same'
echo 'args: [{tensor: {values: [[1, 2, 3], [0.5, -1, 7]]}}]' >other.yaml
run --against same.npz --args other.yaml "$program"; expect 121 "'x' (input of 'Model')" 'element (1, 2) is 0 instead of 7, with the bound 0'
# An archive of other values, and an empty one.
python3 - <<'END'
import zipfile
with zipfile.ZipFile("same.npz") as old, zipfile.ZipFile("renamed.npz", "w") as new:
    for name in old.namelist():
        new.writestr("other_" + name, old.read(name))
zipfile.ZipFile("none.npz", "w").close()
END
run --against renamed.npz --args "$values/model.yaml" --root Model "$program"
expect 120 "matches 'other_x', nor any other array of the archive [no-such-value]"
run --against none.npz "$program"; expect 120 "cannot read 'none.npz': it has no arrays"
# What cannot be read; wrong use.
runs inputless.npz "$program" --save ids
run --against inputless.npz "$program"; expect 124 "'inputless.npz' has no input 'x': --against needs --args FILE"
run --against no.npz "$program"; expect 120 "cannot read 'no.npz': No such file or directory"
run --against "$program" "$program"; expect 120 'it is not an NPZ file [unreadable-file]'
LC_ALL=C sed 's/fortran_order/fortran_0rder/' same.npz >broken.npz
run --against broken.npz --args "$values/model.yaml" "$program"; expect 120 "'layer2/exp' is malformed: its checksum is wrong"
run --against same.npz --root Nothing "$program"; expect 124 "'Nothing' is not the root of a graph"
run --against same.npz --backends cpu "$program"; expect 124 '--against cannot be combined with --backends'
run --all "$program"; expect 124 '--all needs --against FILE'
HPVM_RUN=$HPVM_RUN_KEPT lib_tool=

# --- values that a leaf frees, and files that a module may not name
keeps() { # RESULT...: the leaf keeps these
	awk -v n=$# -v kept="$(printf ', ptr %%%s' "$@")" '/^  %c =/ { print "  %mark = call i64 @__hpvm__tensor_mark()" }
		/^  %t =/ { printf "  call void (i64, i32, ...) @__hpvm__tensor_keep(i64 %%mark, i32 %d%s)\n", n, kept }
		/^declare ptr @__hpvm__tensor_op/ { print "declare i64 @__hpvm__tensor_mark()\ndeclare void @__hpvm__tensor_keep(i64, i32, ...)" }
		{ print }' "$program" >keeps.ll
	run --root Model --args "$values/model.yaml" keeps.ll
}
keeps s c; clean
keeps s x; expect 121 "operand 1 of 'mul'" 'freed by __hpvm__tensor_keep()' '[tensor-handle]'
for file in /etc/passwd a/../../b ..; do
	sed "s|\[53 x i8\] c\"constant type=f32 shape=3 values=.*|[$((32 + ${#file})) x i8] c\"constant type=f32 shape=3 file=$file\\\\00\"|" "$program" >named.ll
	run --root Model --args "$values/model.yaml" named.ll
	expect 120 "'$file': it is not in the folder of the program" '[unreadable-file]'
done

# --- leaves that are no tensor program, on a backend
if command -v "$CLANG" >/dev/null; then
	cd "$OLDPWD" || exit 99
	"$CLANG" -w -O1 -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/tensor/operations.c" -o "$work/operations.bc" || exit 99
	tanh="-Wno-tensor-overwritten $work/operations.bc --save Tanh"
	# shellcheck disable=SC2086
	run $tanh --save-to "$work/interpreted"; expect 0
	export HPVM_TEST_ULPS=40
	if [ -e backends/tests/.libs/backend-tensors.so ]; then
		# shellcheck disable=SC2086
		run $tanh --save-to "$work/computed" --backend-path backends/tests/.libs --map Tanh=tensors; expect 0
		cd "$work" || exit 99
		[ "$(ls interpreted)" = "$(ls computed)" ] || fail 'other files'
		! cmp -s interpreted/Tanh_root_Tanh.npy computed/Tanh_root_Tanh.npy || fail "it is not the backend's value"
		cd "$OLDPWD" || exit 99
	fi
fi
finish
