#!/bin/sh
# run-kernel-triton.sh -- kernels of Triton (docs/kernels.md): LLVM IR that kernels/triton/compile.py has made, and makes again
# where Triton is installed.
. "${srcdir:-.}/tools/tests/lib.sh"
tests=$srcdir/tools/tests/kernels/triton
ways='--check=all --width=1 --width=8 -j4 --schedule=reverse'

kernel() { # NAME OPTION...
	name=$1
	shift
	run --kernel "$name" --args "$work/args.yaml" "$@" "$folder/$name.ll"
}

check() { # FOLDER
	folder=$1
	for way in $ways; do
		args 'args: [{range: 300, type: f32}, {range: 300, type: f32}, {zeros: 300, type: f32, expect: {values: ['"$(seq -s, 0 2 598)"'], type: f32}}, 300]'
		kernel add --grid 2 "$way"; expect 0
		[ -s "$work/stderr" ] && fail 'it is not silent'
		args 'args: [{range: 323, type: f32}, {zeros: 323, type: f32, print: true}, 17, 19]'
		kernel transpose --grid 2,2 --shared 1024 "$way"; expect 0
		[ -s "$work/stderr" ] && fail 'it is not silent'
		prints "argument 1: 0 19 38 57 76 95 114 133 152 171 190 209 228 247 266 285 304 1 20 39 58"
		args 'args: [{values: [1, 1, 2, 3, 2, 1], type: i32}, {zeros: 4, type: i32, expect: [0, 3, 2, 1]}, 6]'
		kernel count --grid 1 --shared 0 "$way"; expect 0
		# each row: e^0, ..., e^4 over their sum
		args 'args: [{zeros: 10, type: f32, expect: {values: [0.0116562, 0.0316849, 0.0861285, 0.2341217, 0.6364086, 0.0116562, 0.0316849, 0.0861285, 0.2341217, 0.6364086], type: f32, tolerance: {abs: 1.0e-7}}}, {range: 10, type: f32}, 5]'
		kernel softmax --grid 2 --shared 16 "$way"; expect 0
		[ -s "$work/stderr" ] && fail 'it is not silent'
		# a of 2 x 40 with ones, and b of 40 x 3 with 2.0 and 0.5 in half precision
		if [ -s "$folder/dot.ll" ]; then
			args "args: [{values: [$(yes 15360 | head -n 80 | paste -sd,)], type: i16}, {values: [$(yes 16384,14336,16384 | head -n 40 | paste -sd,)], type: i16}, {zeros: 6, type: f32, expect: [80, 20, 80, 80, 20, 80]}, 2, 3, 40]"
			kernel dot --grid 1,1 --shared 4096 "$way"; expect 0
			[ -s "$work/stderr" ] && fail 'it is not silent'
		fi
		# erf + exp + log + rsqrt + floor + x/3
		args 'args: [{values: [0.5, 1.0, 2.5, 40.0], type: f32}, {zeros: 4, type: f32, expect: {values: [3.0569542, 5.89431595, 17.5641666, 2.35385267e+17], type: f32, tolerance: {rel: 5.0e-7}}}, 4]'
		kernel functions --grid 1 "$way"; expect 0
	done
	args 'args: [{range: 300, type: f32}, {zeros: 300, type: f32}, 300]'
	case $folder in
	*gfx*) ;; # there, the value is loaded where it is stored
	*) kernel no_mask --grid 2; expect 121 'kernels.py:16:9: error: ' '[out-of-bounds]' ;;
	esac
	args 'args: [{range: 10, type: f32}, {range: 9, type: f32}, 5]'
	kernel softmax --grid 2 --shared 16; expect 121 'kernels.py:46:' '[out-of-bounds]'
	! grep -q unresolved-symbol "$work/stderr" || fail 'shared memory is named as a missing symbol'
	case $folder in
	*gfx*) expected="kernel 'no_mask' allows at most 256 work-items in a group" most='allows groups of at most 256,1,1' ;;
	*) expected="kernel 'no_mask' requires groups of 128,1,1 work-items" most='requires groups of 128,1,1' ;;
	esac
	kernel no_mask --grid 1 --block 512; expect 124 "$expected"
	args 'args: [{range: 4, type: f32}, {range: 4, type: f32}, {zeros: 4, type: f32}]'
	kernel add --grid 1; expect 120 'argument 3 (i32) is missing'
	args 'args: [{range: 4, type: f32}, {range: 4, type: f32}, {zeros: 4, type: f32, expect: [0, 2, 4, 6]}, 4, null, null]'
	kernel add --grid 1; expect 0
	run --list-kernels "$folder/add.ll"; expect 0
	prints 'kernel add' 'argument 0: pointer to global memory' 'argument 4: pointer to global memory, not used; it may be left out' \
		"$most"
	run --list-kernels "$folder/transpose.ll"; expect 0; prints "shared memory 'global_smem': as many bytes as --shared says"
}

check "$tests"
check "$tests/gfx942"
if "${PYTHON3:=python3}" -c 'import triton' 2>/dev/null; then
	for architecture in 75 90 gfx942; do
		mkdir "$work/$architecture"
		"$PYTHON3" -B "$tests/compile.py" "$work/$architecture" $architecture 2>"$work/stderr" || fail 'Triton compiles nothing'
		rm -f "$work/90/dot.ll" # wgmma
		check "$work/$architecture"
	done
fi
finish
