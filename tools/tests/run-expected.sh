#!/bin/sh
# run-expected.sh -- every diagnostic of src/diag/diag.def is expected by a test, by its name.
#
# An expectation is one of
#	expect 121 '[div-by-zero]'              in a test script
#	//: stderr [div-by-zero]                in a whole program (also jit-stderr, interp-stderr)
#	//: diagnostic div-by-zero              in a test of a clause
#	#if ... // 1: 121, text [div-by-zero]    in hetero/errors.cpp
#	; expect: div-by-zero                   in a graph or an old file
#	=== NAME host 121 sandbox-violation     in sandbox/hostile.txt, where it is the only word
#	define void @trap_div_by_zero.x(        in a case of interp/test-ir
#	expect(HR_D_div_by_zero, ...)           in a unit test; is_refused(), ck_count() and
#	ck_assert_uint_eq(hr_diags_count(...), N) as well, unless N is 0
# Comments, `no-stderr`, known failures, and src/diag/test_diag.c, which reports arbitrary
# diagnostics, do not count.
: "${srcdir:=.}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

files() { # NAME PATTERN...
	find "$srcdir/src" "$srcdir/ir" "$srcdir/interp" "$srcdir/backends" "$srcdir/tools" \
		"$srcdir/spec-tests" \
		-name "$1" -type f ! -path '*/src/diag/test_diag.c' -exec grep -L ': known-failure' {} + |
		xargs cat
}

bracketed() { grep -o '\[[a-z][a-z0-9-]*\]' | tr -d '[]'; }
identifiers() { sed -n 's/.*HR_D_\([a-z0-9_]*\).*/\1/p' | tr _ -; }

{
	find "$srcdir/interp" "$srcdir/ir" "$srcdir/backends" "$srcdir/tools" -name 'run-*.sh' \
		-exec cat {} + | grep -v '^[[:space:]]*#' | bracketed
	# hetero/errors.cpp: "#if CASE == 1 // 1: 120, text [hetero-pair]"
	sed -n 's|^#.* // [0-9]*: ||p' "$srcdir/tools/tests/hetero/errors.cpp" | bracketed
	sed -n 's/^=== [^ ]* [a-z]* [0-9|]* \([a-z-]*\)$/\1/p' "$srcdir/tools/tests/sandbox/hostile.txt"
	for kind in '*.c' '*.cc' '*.ll'; do
		files "$kind" | grep -E '^(//|;): (jit-|interp-)?stderr ' | bracketed
		files "$kind" | sed -n 's/^\(\/\/\|;\): diagnostic \([a-z0-9-]*\).*/\2/p'
	done
	files '*.ll' | sed -n 's/^; expect: //p' | tr ' ' '\n'
	files '*.ll' | sed -n 's/^define void @trap_\([a-z0-9_]*\).*/\1/p' | tr _ -
	files 'test_*.c' | grep -E '^[[:space:]]*(expect|is_refused|ck_assert_uint_eq)\(' |
		grep -v ', 0);' | identifiers
	files 'test_*.c' | sed -n 's/^[[:space:]]*ck_count([^,]*, \([a-z0-9_]*\), [^0].*/\1/p' | tr _ -
} | sort -u >"$work/expected"

sed -n 's/^X([a-z0-9_]*, "\([a-z0-9-]*\)".*/\1/p' "$srcdir/src/diag/diag.def" | sort -u >"$work/all"
comm -23 "$work/all" "$work/expected" >"$work/missing"
all=$(wc -l <"$work/all")
[ "$all" -gt 50 ] || { echo "FAIL: only $all diagnostics in src/diag/diag.def"; exit 1; }
sed 's/^/FAIL: no test expects /' "$work/missing"
echo "$all diagnostics, $(wc -l <"$work/missing") without a test"
[ ! -s "$work/missing" ]
