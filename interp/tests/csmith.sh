#!/bin/sh
# interp/tests/csmith.sh PROGRAMS [FIRST_SEED] -- random C programs, interpreted and native, agree.
#
# Each seed gives one program, compiled by $CLANG at -O0 and at -O2 to bitcode; `hpvm-run --host
# interp` must print what the native program prints. Seeds are drawn one after the other until
# PROGRAMS programs were judged at both levels, so two runs with the same arguments judge the same.
# A program that does not end within NATIVE_LIMIT seconds natively is passed over, with the next seed
# in its place (csmith makes endless loops now and then). When that is at -O0, so is -O2, for an
# endless loop without effects is undefined and the optimiser's answer to it (an llvm.assume that is
# false) is rightly diagnosed. If more than SEEDS seeds are needed, that is a failure, for then
# something else is wrong.
# The last line counts, also when the test is stopped: `N passed, N failed, N skipped; N
# programs judged of N seeds`. Programs that differ stay in $KEEP.
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

# Whether there is something to compare with at $level, in $work/expected.
native() {
	"$CLANG" -w -I"$CSMITH_INCLUDE" "$level" "$work/p.c" -o "$work/native" || return 1
	timeout "$NATIVE_LIMIT" "$work/native" >"$work/expected" 2>/dev/null && return 0
	echo "seed $seed $level: does not end natively in $NATIVE_LIMIT s, passed over"
	return 1
}

judge() {
	"$CLANG" -w -I"$CSMITH_INCLUDE" "$level" -emit-llvm -c "$work/p.c" -o "$work/p.bc" ||
		{ fail "does not compile to bitcode"; return; }
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
}

# Judges the program of $seed at both levels, or skips what has no native result.
try_seed() {
	(cd "$work" && "$CSMITH" --seed "$seed") >"$work/p.c" # it leaves platform.info behind
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
