#!/bin/sh
# interp/tests/csmith.sh COUNT [FIRST_SEED] -- random C programs, interpreted and native, agree.
#
# Each seed gives one program, compiled by $CLANG at -O0 and at -O2 to bitcode; `hpvm-run --host
# interp` must print what the native program prints. A program that does not end within NATIVE_LIMIT
# seconds natively is passed over (csmith makes endless loops now and then) and said so; when that is
# at -O0, so is -O2, for an endless loop without effects is undefined and the optimiser's answer to it
# (an llvm.assume that is false) is rightly diagnosed.
# The last line counts: `N passed, N failed, N skipped`. Programs that differ stay in $KEEP.
set -u
count=${1:-200} first=${2:-1}
: "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang-19}" "${CSMITH:=csmith}" "${KEEP:=csmith-failed}"
: "${CSMITH_INCLUDE:=/usr/include/csmith}" "${NATIVE_LIMIT:=5}" "${INTERP_LIMIT:=300}"

command -v "$CSMITH" >/dev/null 2>&1 || { echo "csmith is not installed (bootstrap --peers)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
passed=0 failed=0 skipped=0

fail() {
	failed=$((failed + 1))
	mkdir -p "$KEEP"
	cp "$work/p.c" "$KEEP/$seed.c"
	echo "seed $seed $level: $1"
}

seed=$first
while [ $seed -lt $((first + count)) ]; do
	(cd "$work" && "$CSMITH" --seed $seed) >"$work/p.c" # it leaves platform.info behind
	for level in -O0 -O2; do
		"$CLANG" -w -I"$CSMITH_INCLUDE" $level "$work/p.c" -o "$work/native" ||
			{ skipped=$((skipped + 1)); continue; }
		timeout "$NATIVE_LIMIT" "$work/native" >"$work/expected" 2>/dev/null
		if [ $? -ne 0 ]; then
			skipped=$((skipped + 1))
			echo "seed $seed $level: does not end natively in $NATIVE_LIMIT s, passed over"
			[ $level = -O2 ] || { skipped=$((skipped + 1)); break; }
			continue
		fi
		"$CLANG" -w -I"$CSMITH_INCLUDE" $level -emit-llvm -c "$work/p.c" -o "$work/p.bc" ||
			{ fail "does not compile to bitcode"; continue; }
		timeout "$INTERP_LIMIT" "$HPVM_RUN" --host interp "$work/p.bc" \
			>"$work/actual" 2>"$work/errors"
		status=$?
		if [ $status -ne 0 ]; then
			fail "exit status $status: $(head -n 1 "$work/errors")"
		elif cmp -s "$work/expected" "$work/actual"; then
			passed=$((passed + 1))
		else
			fail "prints '$(head -n 1 "$work/actual")', native '$(head -n 1 "$work/expected")'"
		fi
	done
	[ -t 2 ] && printf '\r%d of %d' $((seed - first + 1)) "$count" >&2
	seed=$((seed + 1))
done
[ -t 2 ] && printf '\r' >&2
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
