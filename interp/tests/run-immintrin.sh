#!/bin/sh
# run-immintrin.sh -- programs with the operations of immintrin.h compute in leaves, and in interpreted host code, what
# the processor does, or, for AVX-512, what loops do: at every width, without and with optimisation.
#
# Each program of immintrin/ compares and prints a hash.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree).
set -u
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
if ! command -v "$clang" >/dev/null || [ "$(uname -m)" != x86_64 ]; then
	echo "no $clang, or no x86-64; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0

try() { # PROGRAM LEVEL OPTION...
	program=$1 level=$2
	shift 2
	"$run" "$@" "$folder/p.bc" >"$folder/out" 2>&1 && [ "$(wc -l <"$folder/out")" = 1 ] &&
		{ [ -f "$folder/$program" ] || cp "$folder/out" "$folder/$program"; } &&
		cmp -s "$folder/out" "$folder/$program" && return
	echo "$program -O$level $*:"
	head -20 "$folder/out"
	failed=1
}

for program in avx2 avx512; do
	if [ $program = avx2 ] && ! grep -q ' avx2 .* bmi2 ' /proc/cpuinfo; then
		echo "no AVX2; skipping $program"
		continue
	fi
	for level in 0 2; do
		"$clang" -w -O$level -ffp-contract=off -I"$src/src" -emit-llvm -c \
			"$src/interp/tests/immintrin/$program.c" -o "$folder/p.bc" || exit 99
		try $program $level
		try $program $level --width 1
		try $program $level --width 8
		[ $level = 0 ] || try $program $level --check=uninit
		try $program $level --host interp
	done
done
exit $failed
