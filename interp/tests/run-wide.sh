#!/bin/sh
# run-wide.sh [PROGRAMS] [FIRST] -- random leaves at every width and instruction set give the same bytes.
#
# The seeds in wide/seeds come first: what was wrong once.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree). Each program has five leaves.
set -u
programs=${1:-${WIDE_PROGRAMS:-2}} first=${2:-1}
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

ones=$(seq "$first" $((first + programs - 1)))
old=$(sed 's/[[:space:]].*//' "$src/interp/tests/wide/seeds")
for seed in $old $ones; do
	level=$((seed % 3))
	"$python" "$src/interp/tests/wide/generate.py" $seed 5 >"$folder/p.c" || exit 99
	"$clang" -w -O$level -I"$src/src" -emit-llvm -c "$folder/p.c" -o "$folder/p.bc" || exit 99
	timeout 120 "$run" --width 1 "$folder/p.bc" >"$folder/expected" 2>&1 || {
		echo "seed $seed -O$level: fails at width 1"
		failed=1
	}
	for set in base v3 v4; do
		for width in 8 16 50 64 256 512; do
			[ $set != base ] || [ $width = 64 ] || continue
			HPVM_RUN_ISA=$set timeout 120 "$run" --width $width "$folder/p.bc" \
				>"$folder/got" 2>&1
			cmp -s "$folder/expected" "$folder/got" && continue
			echo "seed $seed -O$level: width $width, $set differs from width 1"
			diff "$folder/expected" "$folder/got" | head -5
			failed=1
		done
	done
done
[ $failed = 0 ] && echo "$programs programs agree, and $(echo "$old" | wc -l) that once did not"
exit $failed
