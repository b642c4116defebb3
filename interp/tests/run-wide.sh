#!/bin/sh
# run-wide.sh [PROGRAMS] [FIRST] [OPTION...] -- random leaves at every width and instruction set give the same
# bytes; the sets that are asked for are those that run.
#
# The OPTIONs are those of wide/compare.py. `make check-wide` runs 60 programs, examples and spec-tests.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree), WIDE_ALL (not only --quick). Each program
# has five leaves.
set -u
programs=${1:-${WIDE_PROGRAMS:-4}} first=${2:-1}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
python=${PYTHON3:-python3}
if ! command -v "$clang" >/dev/null; then
	echo "no $clang; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0

# The set that is asked for runs, as far as the processor has it.
expect_set() {
	"$run" --width 64 --stats "$folder/p.bc" 2>&1 | grep -q "width 64 ($2)" && return
	echo "HPVM_RUN_ISA='$1': --stats does not say 'width 64 ($2)'"
	failed=1
}
best=base
if [ "$(uname -m)" = x86_64 ] && [ -r /proc/cpuinfo ]; then
	grep -q ' avx2 ' /proc/cpuinfo && best=v3
	grep -q ' avx512vl ' /proc/cpuinfo && best=v4
fi
"$python" "$src/interp/tests/wide/generate.py" "$first" 5 >"$folder/p.c" &&
	"$clang" -w -O1 -I"$src/src" -emit-llvm -c "$folder/p.c" -o "$folder/p.bc" || exit 99
expect_set '' $best
for set in base v3 v4; do
	case $set$best in
	v4v3 | v[34]base) continue ;;
	esac
	HPVM_RUN_ISA=$set
	export HPVM_RUN_ISA
	expect_set $set $set
done
unset HPVM_RUN_ISA

quick=--quick
[ "${WIDE_ALL:-}" ] && quick=
"$python" "$src/interp/tests/wide/compare.py" --programs "$programs" --first "$first" $quick "$@" || failed=1
exit $failed
