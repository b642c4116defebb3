#!/bin/sh
# tools/tests/run-hetero.sh -- Hetero-C++ (docs/hetero.md), compiled by every installed clang++ at every level.
#
# hetero/forms.cpp and examples/hetero must give their results at every level, with and without -g, with all checkers, at several widths
# and in other orders. hetero/errors.cpp has one error for each CASE, which must be reported at -O0 and -O1.
# heterocc.h must compile as C and C++, before and after hpvm.h.
run=${HPVM_RUN:-./hpvm-run} srcdir=${srcdir:-.}
here=$srcdir/tools/tests/hetero
work=${TMPDIR:-/tmp}/hr-hetero.$$
failed=0 count=0
mkdir "$work" || exit 99
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*"; failed=1; }

[ -n "$CLANGXX" ] && [ -n "$CLANG" ] || { echo 'no clang'; exit 77; }

# compile OUTPUT SOURCE [option...]
compile() {
	output=$1 source=$2
	shift 2
	"$compiler" -I"$srcdir/src" -w -emit-llvm -c "$@" "$source" -o "$output" 2>"$work/said" ||
		{ cat "$work/said"; fail "$compiler $* $source"; return 1; }
}

# expect EXPECTED WHAT [option...]: the program prints EXPECTED and nothing else.
expect() {
	expected=$1 what=$2
	shift 2
	"$run" "$@" "$work/p.bc" >"$work/got" 2>&1
	cmp -s "$work/got" "$expected" || { fail "$what $*"; diff "$expected" "$work/got" | head -20; }
	count=$((count + 1))
}

echo 'hetero 3x20x33: ok (max error 0 vs C, no NumPy data for this size)' >"$work/example"
for compiler in "$CLANGXX" clang++-19; do
	command -v "$compiler" >/dev/null 2>&1 || continue
	for level in 0 1 2 3; do
		for debug in '' -g; do
			# shellcheck disable=SC2086
			compile "$work/p.bc" "$here/forms.cpp" -O$level $debug &&
				expect "$here/forms.expected" "forms, $compiler -O$level $debug" --check=all
			# shellcheck disable=SC2086
			compile "$work/p.bc" "$srcdir/examples/hetero/hetero.cpp" -O$level $debug &&
				expect "$work/example" "example, $compiler -O$level $debug" --check=all
		done
	done
done
compiler=$CLANGXX
for level in 0 2; do
	compile "$work/p.bc" "$here/forms.cpp" -O$level || continue
	for width in 1 8 64 512; do
		expect "$here/forms.expected" "forms -O$level" --width $width
	done
	expect "$here/forms.expected" "forms -O$level" --memory split
	expect "$here/forms.expected" "forms -O$level" --host interp
	expect "$here/forms.expected" "forms -O$level" --schedules 3
done

# The graph: nodes, grids and edges.
compile "$work/p.bc" "$srcdir/examples/hetero/hetero.cpp" -O0 -g
"$run" --print-graph "$work/p.bc" | grep -E '^[a-z_0-9]*:|edge|leaf|internal' >"$work/got"
cmp -s "$work/got" "$here/example.graph" ||
	{ fail 'graph of the example'; diff "$here/example.graph" "$work/got"; }

# Errors.
sed -n 's|^#.* // \([0-9]*: .*\)|\1|p' "$here/errors.cpp" >"$work/cases"
while IFS=' ' read -r case status text; do
	case=${case%:} status=${status%,}
	diagnostic=${text##* } words=${text% *}
	[ "$text" = "$diagnostic" ] && words=
	for level in 0 1; do
		compile "$work/p.bc" "$here/errors.cpp" -O$level "-DCASE=$case" || continue
		"$run" --check=all "$work/p.bc" >"$work/got" 2>&1
		got=$?
		[ $got = "$status" ] || { fail "case $case -O$level: status $got, not $status"; cat "$work/got"; }
		pattern=$(printf '%s\n' "$words" | sed 's/{[.][*]}/.*/g')
		if [ -n "$text" ] && ! grep -F "$diagnostic" "$work/got" | grep -q -- "$pattern"; then
			fail "case $case -O$level: no '$text'"
			cat "$work/got"
		fi
		count=$((count + 1))
	done
done <"$work/cases"

# The header.
for order in 'heterocc.h' 'heterocc.h hpvm.h' 'hpvm.h heterocc.h'; do
	for header in $order; do
		echo "#include <$header>"
	done >"$work/h.cpp"
	compiler=$CLANGXX
	compile "$work/h.bc" "$work/h.cpp" -Wall -Wextra -Werror -pedantic
	[ "$order" = 'heterocc.h hpvm.h' ] && continue # both define enum Target in C
	cp "$work/h.cpp" "$work/h.c"
	compiler=$CLANG
	compile "$work/h.bc" "$work/h.c" -std=c11 -Wall -Wextra -Werror -pedantic
done

[ $failed = 0 ] && echo "$count runs agree"
exit $failed
