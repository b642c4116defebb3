#!/bin/sh
# run-tensor-values.sh -- values of tensor programs by name: hpvm-run --save.
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
}

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
