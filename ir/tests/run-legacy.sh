#!/bin/sh
# ir/tests/run-legacy.sh -- assembly of older dialects: HPVM 1.0's, and that of clang 14 to 16.
#
# Files of legacy/ contain their expectations:
#	; graph| TEXT         a line of the printed graphs; all of them, in order; legacy_graph.py, which
#	                      reads the file independently, must print the same
#	; host: TEXT          standard output of the program, with both values of --host
#	; hosts: jit          only with this value
#	; expect: ID LINE     the file is refused, with this diagnostic at this line
# Programs of examples/ and interp/tests/host, as assembly with typed pointers, must give the same graphs as
# their bitcode, and those of interp/tests/host must have the same output and exit status.
srcdir=${srcdir:-.}
run=${HPVM_RUN:-./hpvm-run}
[ -x "$run" ] || { echo "no $run"; exit 99; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0 count=0

fail() {
	echo "FAIL: $1"
	shift
	[ $# = 0 ] || cat "$@"
	failed=1
}

check_graph() { # FILE
	sed -n 's/^; graph| //p' "$1" >"$work/expected"
	[ -s "$work/expected" ] || return
	count=$((count + 1))
	"$run" --print-graph "$1" >"$work/whole" 2>"$work/messages" ||
		fail "$1: no graph" "$work/messages"
	sed '/^struct of /,/^  };$/d' "$work/whole" >"$work/got" # the structures follow from the graph
	cmp -s "$work/expected" "$work/got" ||
		{ fail "$1: another graph"; diff "$work/expected" "$work/got"; }
	command -v "${PYTHON3:=python3}" >/dev/null || return
	count=$((count + 1))
	"$PYTHON3" -B "$srcdir/ir/tests/legacy_graph.py" "$1" >"$work/read" 2>&1
	cmp -s "$work/expected" "$work/read" ||
		{ fail "$1: it describes another graph"; diff "$work/expected" "$work/read"; }
}

check_host() { # FILE
	expected=$(sed -n 's/^; host: //p' "$1")
	hosts=$(sed -n 's/^; hosts: //p' "$1")
	[ -n "$expected" ] || return
	for host in ${hosts:-jit interp}; do
		count=$((count + 1))
		got=$("$run" --host $host "$1" 2>"$work/messages" </dev/null) ||
			fail "$1: --host $host ends with $?" "$work/messages"
		[ "$got" = "$expected " ] || fail "$1: --host $host prints $got" "$work/messages"
	done
}

check_refusal() { # FILE
	expected=$(sed -n 's/^; expect: //p' "$1")
	[ -n "$expected" ] || return
	count=$((count + 1))
	if "$run" --print-graph "$1" >"$work/got" 2>"$work/messages"; then
		fail "$1: it is read"
	fi
	grep -q "^$1:${expected#* }:.*\[${expected% *}\]" "$work/messages" ||
		fail "$1: not ${expected}" "$work/messages"
}

for file in "$srcdir"/ir/tests/legacy/*.ll; do
	grep -q -e '^; graph|' -e '^; host:' -e '^; expect:' "$file" ||
		fail "$file: expects nothing"
	check_graph "$file"
	check_host "$file"
	check_refusal "$file"
done

same_graph() { # WHAT
	count=$((count + 1))
	"$run" --print-graph=yaml "$work/program.bc" >"$work/expected" 2>"$work/messages" ||
		fail "$1: bitcode" "$work/messages"
	"$run" --print-graph=yaml "$work/program.ll" >"$work/got" 2>"$work/messages" ||
		fail "$1: assembly" "$work/messages"
	cmp -s "$work/expected" "$work/got" || fail "$1: another graph"
}

same_run() { # WHAT
	"$run" "$work/program.bc" a b </dev/null >"$work/expected" 2>/dev/null
	status=$?
	"$run" "$work/program.ll" a b </dev/null >"$work/got" 2>"$work/messages"
	[ $? = $status ] || fail "$1: status is not $status" "$work/messages"
	cmp -s "$work/expected" "$work/got" || fail "$1: other output" "$work/messages"
}

# Compiles $2 with the clang in $clang and its options in $typed, to both forms.
compile() { # LEVEL SOURCE
	case $2 in *.c) language=c ;; *) language=c++ ;; esac
	"$clang" -x $language $typed -w -g "$1" -S -emit-llvm -I"$srcdir/src" -I"$srcdir/examples" "$2" \
		-o "$work/program.ll" 2>"$work/messages" &&
		"$clang" -x ir $typed -Xclang -disable-llvm-passes -w -c -emit-llvm "$work/program.ll" \
			-o "$work/program.bc" 2>"$work/messages"
}

for clang in clang-14 clang-15 clang-16; do
	command -v $clang >/dev/null 2>&1 || continue
	typed= levels="-O0 -O2"
	[ $clang = clang-14 ] || { typed="-Xclang -no-opaque-pointers" levels=-O1; }
	for source in "$srcdir"/examples/*/*.c "$srcdir"/examples/*/*.cpp; do
		for level in $levels; do
			compile $level "$source" && same_graph "$clang $level $source"
		done
	done
	[ $clang = clang-14 ] || continue
	for source in "$srcdir"/interp/tests/host/*.c "$srcdir"/interp/tests/host/*.cc; do
		for level in $levels; do
			compile $level "$source" || continue
			grep -q '\*' "$work/program.ll" || continue
			count=$((count + 1))
			same_run "$clang $level $source"
		done
	done
done
echo "$count checks"
exit $failed
