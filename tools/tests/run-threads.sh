#!/bin/sh
# run-threads.sh -- programs with several host threads: what is printed hangs on the program and the options, not on
# which thread comes first. THREADS_TIMES: how often each run is repeated (default 4).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
: "${THREADS_TIMES:=4}"
compile "$srcdir/interp/tests/host/host_threads.cc" "$work/threads.bc"

# Times and the numbers of executions in flight are the only things that may differ.
said() {
	cat "$work/stdout"
	sed -E 's/ +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+%/ time/; s/, at most .*//; s/built in [0-9.]+ ms/built/' "$work/stderr"
}

for options in '' --check=all '--check=all --host interp' --check=none '--width 8' '--schedule random:7'; do
	for jobs in 1 4; do
		# shellcheck disable=SC2086
		run --stats -j $jobs $options "$work/threads.bc" -- 6
		expect 0
		said >"$work/first"
		for repeated in $(seq 2 "$THREADS_TIMES"); do
			# shellcheck disable=SC2086
			run --stats -j $jobs $options "$work/threads.bc" -- 6
			said | cmp -s - "$work/first" || fail "run $repeated differs: $(said | diff "$work/first" -)"
		done
	done
done

# Graphs are listed in the program's order, and not in that of their launches.
run --stats "$work/threads.bc" -- 2
[ "$(sed -n 's/^\(R[123]\) .*/\1/p' "$work/stderr" | tr '\n' ' ')" = 'R1 R2 R3 ' ] || fail 'the graphs are not in order'

# What is reported at the end is in the order of the source.
compile "$srcdir/tools/tests/threads/findings.cc" "$work/findings.bc"
for options in '' --check=all; do
	for repeated in $(seq 1 "$THREADS_TIMES"); do
		# shellcheck disable=SC2086
		run --keep-going $options "$work/findings.bc"
		expect 121 '[out-of-bounds]'
		sed -n 's/0x[0-9a-f]*//; s/.*findings.cc:\([0-9]*\):.* error: .*/\1/p' "$work/stderr" >"$work/lines"
		[ "$(wc -l <"$work/lines")" -ge 4 ] || fail 'there are not four errors'
		sort -n "$work/lines" | cmp -s - "$work/lines" || fail "run $repeated: the order is $(tr '\n' ' ' <"$work/lines")"
	done
done

# Ctrl-C stops all threads, and is reported once.
compile "$srcdir/tools/tests/threads/endless.cc" "$work/endless.bc"
for options in '--host jit' '--host jit --check=none'; do
	label="Ctrl-C, $options"
	: >"$work/stdout"
	# shellcheck disable=SC2086
	timeout -s KILL 120 "$HPVM_RUN" $options "$work/endless.bc" >"$work/stdout" 2>"$work/stderr" </dev/null &
	interrupt $! "$work/stdout"
	count=$((count + 1))
	expect 122 '[interrupted]'
	[ "$(grep -c '\[interrupted\]' "$work/stderr")" -eq 1 ] || fail 'it is reported more than once'
done
finish
