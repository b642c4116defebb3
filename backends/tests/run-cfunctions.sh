#!/bin/sh
# run-cfunctions.sh -- each function of src/arith/cfunction.def in a leaf: batches have the same
# results as single instances, and each backend has the same results or refuses the function for the
# reason in the table.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
[ -x src/test-cfunction ] || { echo 'src/test-cfunction is not built'; exit 77; }
src/test-cfunction --list >"$work/list" || exit 99

functions() { # ARGUMENT...: runs cfunctions.py
	"$PYTHON3" "$srcdir/backends/tests/cfunctions.py" "$@"
}
compile() { # NAME WHAT [BACKEND]: compiles a program
	name=$1 what=$2
	shift 2
	functions "$what" "$work/list" "$@" >"$work/$name.c" &&
		"$CLANG" -w -O1 -fno-builtin -I"$srcdir/src" -emit-llvm -c "$work/$name.c" -o "$work/$name.bc" || exit 99
}
agrees() { # ARGUMENT...
	functions "$@" >"$work/said" || fail "$(head -20 "$work/said")"
	cat "$work/said"
}
has() { # BACKEND: succeeds if it is ready
	grep -q "^$1  *ready" "$work/backends"
}

compile all program
run "$work/all.bc"; expect 0
cp "$work/stdout" "$work/batches"
[ "$(wc -l <"$work/batches")" -gt 500 ] || fail 'too few functions'
run --width 1 "$work/all.bc"; expect 0
cmp -s "$work/stdout" "$work/batches" || fail "batches give something else: $(diff "$work/stdout" "$work/batches" | head -6)"

"$HPVM_RUN" --backends >"$work/backends" 2>&1
for on in cpu opencl; do
	has $on || continue
	compile taken taken $on
	count=$((count + 1)) label="functions that $on has"
	timeout 600 "$HPVM_DIFF" --leaves --backends $on "$work/taken.bc" >"$work/stdout" 2>"$work/stderr"
	agrees compared "$work/list" "$work/stdout" $on
done
compile refused refused cpu
count=$((count + 1)) label='functions that cpu refuses'
timeout 600 "$HPVM_DIFF" --leaves --backends cpu "$work/refused.bc" >"$work/stdout" 2>"$work/stderr"
agrees compared "$work/list" "$work/stdout" cpu

emit() { # WHAT PROGRAM
	count=$((count + 1)) label="--emit $1"
	timeout 600 "$HPVM_RUN" --emit "$1" "$2" >"$work/stdout" 2>"$work/stderr"
	status=$?
}
emit opencl "$work/all.bc"; expect 0
agrees emitted "$work/list" "$work/stdout" opencl
HPVM_LIBDEVICE=/nowhere
export HPVM_LIBDEVICE
compile plain program ptx
emit ptx "$work/plain.bc"
if grep -q 'makes no code for NVIDIA' "$work/stderr"; then
	echo 'LLVM has no NVPTX'
elif grep -q "not translated: .*'sin'" "$work/stdout"; then
	echo 'hpvm-run was built without clang: it has no functions of its own'
else
	expect 0
	agrees emitted "$work/list" "$work/stdout" ptx
fi
finish
