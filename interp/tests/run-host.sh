#!/bin/sh
# run-host.sh -- host code, compiled and interpreted: every program of interp/tests/host.
#
# A program's first lines say what is expected of it:
#	//: hosts jit interp         hosts that run it (default: both)
#	//: options -lz              options of hpvm-run
#	//: library                  the program with -DLIBRARY is a shared library, which it uses
#	//: args a b                 arguments of the program
#	//: environment NAME=VALUE
#	//: in TEXT                  standard input
#	//: out TEXT                 a line of standard output; nothing else is printed
#	//: exit N                   exit status (default 0)
#	//: stderr TEXT              is part of standard error (jit-stderr, interp-stderr: of that host's)
#	//: last TEXT                is the end of the last line of standard error
#	//: ruins-heap               not for a tool built with sanitizers: they see the program's fault first
# Uses HPVM_RUN, CLANG, CLANGXX, srcdir; arguments: names of programs (default: all).
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}" "${CLANGXX:=clang++}"
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
command -v "$CLANG" >/dev/null || { echo "no clang" >&2; exit 77; }
here=$srcdir/interp/tests/host
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0 runs=0 sanitized=no
! nm "$HPVM_RUN" 2>/dev/null | grep -q __asan_init || sanitized=yes

directive() { # FILE KEY
	sed -n "s|^[/;]*: $2 \{0,1\}||p" "$1"
}

fail() { # WHAT
	failures=$((failures + 1))
	echo "FAIL: $label: $1"
	sed 's/^/    stderr: /' "$work/stderr"
}

compile() { # SOURCE LEVEL
	case $1 in
	*.ll) "$CLANG" -w "$2" -emit-llvm -c "$1" -o "$work/program.bc" ;;
	*.c) "$CLANG" -w "$2" -I"$srcdir/src" -emit-llvm -c "$1" -o "$work/program.bc" ;;
	*) "$CLANGXX" -w "$2" -I"$srcdir/src" -emit-llvm -c "$1" -o "$work/program.bc" ;;
	esac
}

check_stderr() { # SOURCE KEY
	directive "$1" "$2" | while IFS= read -r text; do
		grep -qF -- "$text" "$work/stderr" || echo "$text"
	done >"$work/missing"
	[ ! -s "$work/missing" ] || fail "standard error lacks: $(cat "$work/missing")"
}

check() { # SOURCE HOST STATUS
	expected=$(directive "$1" exit)
	[ "$3" -eq "${expected:-0}" ] || fail "exit status $3, expected ${expected:-0}"
	directive "$1" out >"$work/expected"
	# A last line without a line end is the same line.
	[ "$(cat "$work/stdout")" = "$(cat "$work/expected")" ] ||
		fail "standard output: $(diff "$work/expected" "$work/stdout")"
	check_stderr "$1" stderr
	check_stderr "$1" "$2-stderr"
	last=$(directive "$1" last)
	case $(tail -n 1 "$work/stderr") in
	*"$last") ;;
	*) fail "the last line is not '$last'" ;;
	esac
}

# Compile the library that -lprogram links.
library() { # SOURCE
	grep -q '^//: library' "$1" || return 0
	"$CLANG" -w -O1 -fno-optimize-sibling-calls -shared -fPIC -DLIBRARY -I"$srcdir/src" "$1" \
		-o "$work/libprogram.so" -lpthread
}

run() { # SOURCE HOST
	eval "set -- \"\$1\" \"\$2\" $(directive "$1" args)"
	source=$1 host=$2
	shift 2
	directive "$source" in >"$work/stdin"
	# shellcheck disable=SC2046
	env HR_TEST=1 $(directive "$source" environment) timeout 60 "$HPVM_RUN" --host "$host" \
		$(directive "$source" options) \
		$(grep -q '^//: library' "$source" && echo "-L$work -lprogram") "$work/program.bc" -- "$@" \
		<"$work/stdin" >"$work/stdout" 2>"$work/stderr"
	check "$source" "$host" $?
	runs=$((runs + 1))
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls *.c *.cc *.ll)
for name in "$@"; do
	! grep -q '^//: ruins-heap' "$here/$name" || [ $sanitized = no ] || continue
	hosts=$(directive "$here/$name" hosts)
	label=$name
	library "$here/$name" 2>"$work/stderr" || fail "its library does not compile"
	for level in -O0 -O2; do
		label="$name $level"
		compile "$here/$name" "$level" 2>"$work/stderr" || { fail "does not compile"; continue; }
		for host in ${hosts:-jit interp}; do
			case " ${HR_HOSTS:-jit interp} " in *" $host "*) ;; *) continue ;; esac
			label="$name $level $host"
			run "$here/$name" "$host"
		done
	done
done
echo "$runs runs, $failures failures"
[ "$failures" -eq 0 ]
