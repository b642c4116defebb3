#!/bin/sh
# run-graphs.sh -- whole programs: every C file of tools/tests/graph, compiled and run.
#
# A program's first lines say what is expected of it:
#	//: options --sem strict     options of hpvm-run
#	//: runs -O1:jit             levels and hosts (default: -O0:interp -O2:jit)
#	//: out TEXT                 a line of standard output; nothing else is printed
#	//: exit N                   exit status (default 0)
#	//: stderr TEXT              is part of standard error
#	//: no-stderr TEXT           is not
#	//: last TEXT                is the end of the last line of standard error
# A program that ended without errors must have nothing on standard error unless its first lines say
# so. Uses HPVM_RUN, CLANG, srcdir, RUN_OPTIONS (for every run); arguments: names of programs
# (default: all).
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}" "${RUN_OPTIONS:=}"
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
command -v "$CLANG" >/dev/null || { echo "no clang" >&2; exit 77; }
here=$srcdir/tools/tests/graph
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0 count=0

directive() { # FILE KEY
	sed -n "s|^//: $2 \{0,1\}||p" "$1"
}

fail() { # WHAT
	failures=$((failures + 1))
	echo "FAIL: $label: $1"
	sed 's/^/    stderr: /' "$work/stderr"
}

check_stderr() { # SOURCE
	directive "$1" stderr | while IFS= read -r text; do
		grep -qF -- "$text" "$work/stderr" || echo "lacks: $text"
	done >"$work/wrong"
	directive "$1" no-stderr | while IFS= read -r text; do
		grep -qF -- "$text" "$work/stderr" && echo "has: $text"
	done >>"$work/wrong"
	[ ! -s "$work/wrong" ] || fail "standard error $(cat "$work/wrong")"
}

check() { # SOURCE STATUS
	expected=$(directive "$1" exit)
	[ "$2" -eq "${expected:-0}" ] || fail "exit status $2, expected ${expected:-0}"
	if [ -z "$expected" ] || grep -q '^//: out' "$1"; then
		directive "$1" out >"$work/expected"
		cmp -s "$work/expected" "$work/stdout" ||
			fail "standard output: $(diff "$work/expected" "$work/stdout")"
	fi
	check_stderr "$1"
	last=$(directive "$1" last)
	case $(tail -n 1 "$work/stderr") in
	*"$last") ;;
	*) fail "the last line does not end with '$last'" ;;
	esac
	if [ -z "$expected" ] && ! grep -q '^//: \(no-\)\{0,1\}stderr' "$1" && [ -s "$work/stderr" ]; then
		fail "standard error is not empty"
	fi
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls *.c)
for name in "$@"; do
	source=$here/$name
	runs=$(directive "$source" runs)
	for run in ${runs:--O0:interp -O2:jit}; do
		label="$name $run"
		"$CLANG" -w -g "${run%:*}" -I"$srcdir/src" -emit-llvm -c "$source" \
			-o "$work/program.bc" 2>"$work/stderr" || { fail "does not compile"; continue; }
		# shellcheck disable=SC2046
		timeout 60 "$HPVM_RUN" $RUN_OPTIONS --host "${run#*:}" $(directive "$source" options) \
			"$work/program.bc" >"$work/stdout" 2>"$work/stderr" </dev/null
		check "$source" $?
		count=$((count + 1))
	done
done
echo "$count runs, $failures failures"
[ "$failures" -eq 0 ]
