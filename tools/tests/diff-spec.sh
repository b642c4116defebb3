#!/bin/sh
# diff-spec.sh -- hpvm-diff of the examples and of the conformance tests: no backend may be reported
# for a program without errors. Not part of `make check`, since it takes some minutes. Arguments:
# names of backends (default: cpu).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
HPVM_RUN=$(dirname "$HPVM_RUN")/hpvm-diff
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
backends=$(echo "${*:-cpu}" | tr ' ' ',')
compared=0

clean() { # the last run reported no backend
	compared=$((compared + $(sed -n 's/.* \([0-9][0-9]*\)  *\([0-9][0-9]*\)  *0  *-  same$/\1/p' "$work/stdout" | wc -l)))
	! grep -q '\[backend-\(differs\|fault\)\]' "$work/stderr" || fail 'a backend is blamed'
	[ $status -lt 125 ] || fail "exit status $status"
}

for program in examples/*/*.bc; do
	for units in '' --leaves; do
		run $units --backends "$backends" "$program" -- "$srcdir/examples/$(basename "$program" .bc)"
		[ $status -eq 0 ] || fail "exit status $status"
		clean
	done
	for backend in $(echo "$backends" | tr ',' ' '); do # also with nodes as wholes
		run --bisect --backends "$backend" "$program" -- "$srcdir/examples/$(basename "$program" .bc)"
		[ $status -eq 0 ] || fail "exit status $status: $(cat "$work/stdout")"
	done
done
for test in "$srcdir"/spec-tests/*/*.c "$srcdir"/spec-tests/*/*.ll; do
	grep -q '^[/;/]*: *positive' "$test" || continue
	program=$test
	sem=$(sed -n '1,5s/^[/;]*: *options .*\(--sem [^ ]*\).*/\1/p' "$test") # the semantics that the test's program requires
	case $test in *.c) program=$work/test.bc; compile "$test" "$program" -I"$srcdir/spec-tests" ;; esac
	for units in '' --leaves; do
		run $units $sem --backends "$backends" "$program"
		clean
	done
	for backend in $(echo "$backends" | tr ',' ' '); do
		run --bisect $sem --backends "$backend" "$program"
		[ $status -eq 0 ] || fail "exit status $status: $(cat "$work/stdout")"
	done
done
echo "$compared leaves compared"
[ $compared -gt 0 ] || fail 'nothing was compared'
finish
