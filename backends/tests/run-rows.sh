#!/bin/sh
# run-rows.sh -- every instruction and intrinsic in OpenCL C: translated, with correct results on a
# device, or refused by name. ROWS_OPTIONS=--classes or --all runs more of them.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
: "${LLVM_BINDIR:=/usr/bin}"
[ -x "$LLVM_BINDIR/llvm-link" ] || { echo "no $LLVM_BINDIR/llvm-link"; exit 77; }
[ -x interp/test-ir ] || { echo 'interp/test-ir is not built'; exit 77; }
mkdir "$work/cases" "$work/rows"
HPVM_IR_CASES=$work/cases timeout 300 interp/test-ir >"$work/stdout" 2>&1 || { cat "$work/stdout"; exit 99; }
"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
on=
grep -q 'opencl  *ready' "$work/backends" || on=--emit
label='rows of instruction.def and intrinsic.def'
HPVM_RUN=$HPVM_RUN HPVM_DIFF=$HPVM_DIFF CLANG=$CLANG LLVM_BINDIR=$LLVM_BINDIR srcdir=$srcdir timeout 3000 \
	"$PYTHON3" "$srcdir/backends/tests/rows.py" $on $ROWS_OPTIONS "$work/cases" "$work/rows" >"$work/stdout" 2>&1 ||
	fail "$(head -20 "$work/stdout")"
cat "$work/stdout"
grep -Eq '[1-9][0-9]{3} translated' "$work/stdout" || fail 'too few are translated'
finish
