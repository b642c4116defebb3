#!/bin/sh
# run-graphs.sh -- whole programs: every C file of tools/tests/graph, compiled and run at the automatic width and in batches
# of eight instances.
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

expectations() { # SOURCE: what its first lines say
	options=$(directive "$1" options) wanted=$(directive "$1" exit) last=$(directive "$1" last)
	for key in out stderr no-stderr; do
		directive "$1" $key >"$work/expected-$key"
	done
	silent=no
	[ -n "$wanted" ] || [ -s "$work/expected-stderr" ] || [ -s "$work/expected-no-stderr" ] || silent=yes
}

check_stderr() {
	while IFS= read -r text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks: $text"
	done <"$work/expected-stderr"
	while IFS= read -r text; do
		! grep -qF -- "$text" "$work/stderr" || fail "standard error has: $text"
	done <"$work/expected-no-stderr"
}

check() { # STATUS
	[ "$1" -eq "${wanted:-0}" ] || fail "exit status $1, expected ${wanted:-0}"
	if [ -z "$wanted" ] || [ -s "$work/expected-out" ]; then
		cmp -s "$work/expected-out" "$work/stdout" ||
			fail "standard output: $(diff "$work/expected-out" "$work/stdout")"
	fi
	check_stderr
	[ -z "$last" ] || case $(tail -n 1 "$work/stderr") in
	*"$last") ;;
	*) fail "the last line does not end with '$last'" ;;
	esac
	[ $silent = no ] || [ ! -s "$work/stderr" ] || fail "standard error is not empty"
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls *.c)
for name in "$@"; do
	source=$here/$name
	expectations "$source"
	runs=$(directive "$source" runs)
	for run in ${runs:--O0:interp -O2:jit}; do
		label="$name $run"
		"$CLANG" -w -g "${run%:*}" -I"$srcdir/src" -emit-llvm -c "$source" \
			-o "$work/program.bc" 2>"$work/stderr" || { fail "does not compile"; continue; }
		for width in '' '--width 8'; do
			label="$name $run $width"
			# shellcheck disable=SC2086
			timeout 60 "$HPVM_RUN" $width $RUN_OPTIONS --host "${run#*:}" $options "$work/program.bc" \
				>"$work/stdout" 2>"$work/stderr" </dev/null
			check $?
			count=$((count + 1))
		done
	done
done
echo "$count runs, $failures failures"
[ "$failures" -eq 0 ]
