#!/bin/sh
# run-graphs.sh -- internal nodes that run as one unit have the interpreter's results; those that
# cannot run as one run leaf by leaf, and --stats reports this.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
program=$srcdir/backends/tests/graphs.c

for level in 0 1 2; do
	compile "$program" "$work/graphs.bc" -w -O$level
	"$HPVM_RUN" "$work/graphs.bc" >"$work/expected" 2>/dev/null
	for options in '-j 1' '-j 2' '-j 5' '--host interp'; do
		run --backend cpu --stats $options "$work/graphs.bc"
		[ $status -eq 0 ] || fail "exit status $status"
		cmp -s "$work/stdout" "$work/expected" ||
			fail "-O$level: prints $(diff "$work/expected" "$work/stdout")"
		! grep -q 'not as one' "$work/stderr" || fail 'something is not one'
		! grep -q '\[backend-' "$work/stderr" || fail 'something is refused'
	done
done

# says TEXT...: each is a line of --stats, ignoring spaces
says() {
	for text; do
		tr -s ' ' <"$work/stderr" | grep -q "^$text" || fail "--stats lacks '$text'"
	done
}
run --backend cpu --stats -j 2 "$work/graphs.bc"
says 'Chain/Change 2040 0 0.000 0.0% backend cpu, in Chain' \
	'Fan/Join 1824 .*backend cpu, in Fan' \
	'Nested/Outer/Middle/Deep 2992 .*backend cpu, in Nested/Outer' \
	'Passed/Group/Double 1424 .*backend cpu, in Passed/Group' \
	'Gangs/Gang/Turn 916 .*backend cpu, in Gangs/Gang' \
	'Kept/Keeper/Local 112 .*backend cpu, in Kept'

# One leaf is chosen for another backend: all are run one by one.
run --backend cpu --map Chain/Change=interp --stats "$work/graphs.bc"
[ $status -eq 0 ] || fail "exit status $status"
cmp -s "$work/stdout" "$work/expected" || fail 'prints something else'
! grep -q 'in Chain' "$work/stderr" || fail 'runs with an interpreted leaf as one'

# The interpreter must warn about a single value taken of several, and about empty grids.
compile "$program" "$work/warns.bc" -w -O1 -DWARNS
"$HPVM_RUN" "$work/warns.bc" >"$work/expected" 2>/dev/null
run --backend cpu --stats "$work/warns.bc"
expect 121 '[edge-value-ambiguous]' '[zero-extent]' '[edge-no-value]' \
	'not as one on cpu: unsupported argument: instances of Ambiguous/Number may return different values'
cmp -s "$work/stdout" "$work/expected" || fail 'prints something else'

# Instances that do not meet at a barrier.
compile "$program" "$work/apart.bc" -w -O1 -DDIVERGES
run --backend cpu "$work/apart.bc"
expect 121 '[barrier-divergence]'

# --- streams: small ones are one call for each push, costly ones a thread for each node
for rounds in 5 20000; do
	compile "$srcdir/backends/tests/streams.c" "$work/streams.bc" "-DROUNDS=$rounds"
	"$HPVM_RUN" "$work/streams.bc" >"$work/expected" 2>/dev/null
	for options in '-j 1' '-j 2' '--host interp -j 3' '--sem stream-capacity=150 -j 2'; do
		for window in 0 3 120; do
			run --backend cpu --stats $options "$work/streams.bc" -- $window
			expect 0 '[stream-unpopped]'
			cmp -s "$work/stdout" "$work/expected" || fail 'prints something else'
			says 'Root/Left 600 '
			case $rounds$options in
			5* | *'-j 1') ! grep -q '4 threads' "$work/stderr" || fail 'has threads' ;;
			*) says 'stream Root: 600 pushes, .* in flight, 4 threads' ;;
			esac
		done
	done
done
compile "$srcdir/backends/tests/streams.c" "$work/leaves.bc" -DLEAVES
run --backend cpu -j 2 "$work/leaves.bc"
expect 3
run --backend cpu -j 2 --sem stream-capacity=10 "$work/streams.bc" -- 11
expect 121 '[stream-full]'
finish
