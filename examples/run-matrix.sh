#!/bin/sh
# examples/run-matrix.sh [EXAMPLE...] -- runs examples compiled by every installed clang from 14 to
# 22, at -O0 to -O3, as C and as C++, by JIT; each checks its own result. Default: a small matmul.
#
# Bitcode of a clang newer than our LLVM may be unreadable for our LLVM; it must then be refused as
# newer-file. Uses HPVM_RUN, srcdir; CLANGS and LEVELS select fewer. Exit 77: no clang.
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${LEVELS:=-O0 -O1 -O2 -O3}"
: "${CLANGS:=clang-14 clang-15 clang-16 clang-17 clang-18 clang-19 clang-20 clang-21 clang-22}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0 passed=0 refused=0

# A C file is compiled as both.
languages() { # SOURCE
	case $1 in
	*.c) echo c c++ ;;
	*) echo c++ ;;
	esac
}

# In C++, hpvm.h declares its names in a namespace.
wrap() { # LANGUAGE SOURCE
	[ "$1 ${2##*.}" != "c++ c" ] || printf '#include <hpvm.h>\nusing namespace hpvm;\n'
	printf '#include "%s"\n' "$2"
}

try() { # CLANG LANGUAGE LEVEL SOURCE ARGUMENT...
	what="$1 -x $2 $3 $4" clang=$1 language=$2 level=$3 source=$4
	shift 4
	wrap "$language" "$source" >"$work/p"
	"$clang" -w -x "$language" "$level" -I"$srcdir/src" -I. -emit-llvm -c "$work/p" -o "$work/p.bc" || {
		echo "FAIL: $what: does not compile"
		failed=$((failed + 1))
		return
	}
	timeout 300 "$HPVM_RUN" --progress never "$work/p.bc" -- "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
	if [ $status -eq 0 ] && [ -s "$work/stdout" ]; then
		passed=$((passed + 1))
	elif [ $status -eq 120 ] && grep -qF '[newer-file]' "$work/stderr"; then
		refused=$((refused + 1))
		echo "$what: newer than our LLVM"
	else
		failed=$((failed + 1))
		echo "FAIL: $what: exit status $status"
		sed 's/^/    /' "$work/stdout" "$work/stderr"
	fi
}

if [ $# -eq 0 ]; then
	set -- matmul
	size=40
fi
for clang in $CLANGS; do
	command -v "$clang" >/dev/null || continue
	for example; do
		for source in "$srcdir/examples/$example/$example".c*; do
			for language in $(languages "$source"); do
				for level in $LEVELS; do
					try "$clang" "$language" "$level" "$source" \
						"$srcdir/examples/$example" ${size:+"$size"}
				done
			done
		done
	done
done
echo "$passed passed, $failed failed, $refused refused"
[ $failed -eq 0 ] || exit 1
[ $passed -gt 0 ] || exit 77
