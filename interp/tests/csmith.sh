#!/bin/sh
# interp/tests/csmith.sh PROGRAMS [FIRST_SEED] -- compare random C programs, interpreted and native.
#
# Each seed gives one program, compiled by $CLANG at -O0 and at -O2 to bitcode; `hpvm-run --host
# interp` must print what the native program prints. Seeds are used in sequence until PROGRAMS
# programs have been compared at both levels, so two runs with the same arguments compare the same
# programs.
# A program that does not end natively within NATIVE_LIMIT seconds is skipped, and the next seed
# takes its place (csmith occasionally generates endless loops). If that happens at -O0, -O2 is
# skipped, too, since an endless loop without effects is undefined and the optimiser's replacement
# (an llvm.assume that is false) is rightly reported. The test fails if it needs more than SEEDS
# seeds.
# The last line is printed even if the test is interrupted: `N passed, N failed, N skipped; N
# programs judged of N seeds`. Programs that differ are kept in $KEEP.
set -u
programs=${1:-200} first=${2:-1}
: "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang-19}" "${CSMITH:=csmith}" "${KEEP:=csmith-failed}"
: "${CSMITH_INCLUDE:=/usr/include/csmith}" "${NATIVE_LIMIT:=5}" "${INTERP_LIMIT:=300}"
: "${SEEDS:=$((programs * 2 + 20))}"

command -v "$CSMITH" >/dev/null 2>&1 || { echo "csmith is not installed (bootstrap --peers)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'exit 1' INT TERM
trap 'say_counts; rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0 judged=0 seed=$first

say_counts() {
	[ -t 2 ] && printf '\r' >&2
	echo "$passed passed, $failed failed, $skipped skipped; $judged programs judged of $((seed - first)) seeds"
}

fail() {
	failed=$((failed + 1))
	mkdir -p "$KEEP"
	cp "$work/p.c" "$KEEP/$seed.c"
	echo "seed $seed $level: $1"
}

# Run the native program at $level and write its output to $work/expected. Return 1 if it has no
# result.
native() {
	"$CLANG" -w -I"$CSMITH_INCLUDE" "$level" "$work/p.c" -o "$work/native" || return 1
	timeout "$NATIVE_LIMIT" "$work/native" >"$work/expected" 2>/dev/null && return 0
	echo "seed $seed $level: does not end natively in $NATIVE_LIMIT s, passed over"
	return 1
}

judge() {
	"$CLANG" -w -I"$CSMITH_INCLUDE" "$level" -emit-llvm -c "$work/p.c" -o "$work/p.bc" ||
		{ fail "does not compile to bitcode"; return; }
	# csmith takes addresses of members of packed structures, which may be misaligned
	timeout "$INTERP_LIMIT" "$HPVM_RUN" --host interp -Wno-misaligned "$work/p.bc" \
		>"$work/actual" 2>"$work/errors"
	status=$?
	if [ $status -ne 0 ]; then
		fail "exit status $status: $(head -n 1 "$work/errors")"
	elif cmp -s "$work/expected" "$work/actual"; then
		passed=$((passed + 1))
	else
		fail "prints '$(head -n 1 "$work/actual")', native '$(head -n 1 "$work/expected")'"
	fi
}

# Compare the program of $seed at both levels, or skip a level without native result.
try_seed() {
	(cd "$work" && "$CSMITH" --seed "$seed") >"$work/p.c" # csmith writes platform.info here
	level=-O0
	native || { skipped=$((skipped + 2)); return; }
	judge
	level=-O2
	native || { skipped=$((skipped + 1)); return; }
	judge
	judged=$((judged + 1))
}

while [ $judged -lt "$programs" ] && [ $((seed - first)) -lt "$SEEDS" ]; do
	try_seed
	[ -t 2 ] && printf '\r%d of %d' $judged "$programs" >&2
	seed=$((seed + 1))
done
[ $failed -eq 0 ] && [ $judged -eq "$programs" ]
