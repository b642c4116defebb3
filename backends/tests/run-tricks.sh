#!/bin/sh
# run-tricks.sh [--all] [TRICK...] -- hpvm-run --worker: whatever a module does to its process (tricks.c), in build and in run,
# the program prints what it prints interpreted, a warning says what happened, and no process is left.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
modules=backends/tests/.libs
[ -f "$modules/backend-rogue.so" ] || { echo "no $modules/backend-rogue.so" >&2; exit 99; }
compile "$srcdir/backends/tests/worker.c" "$work/worker.bc"
run "$work/worker.bc"; expect 0
cp "$work/stdout" "$work/expected"
# at release the module has run, and its grids compute nothing
run --worker --backend-path $modules --map Fill=remote "$work/worker.bc"; expect 0
cp "$work/stdout" "$work/computed-nothing"
whens='run build release goes-on'
[ "$1" != --all ] || { whens="$whens before after"; shift; }
[ $# -gt 0 ] || set -- $(sed -n 's/.*TRICK(\([a-z_0-9]*\)).*/&/p' "$srcdir/backends/tests/tricks.c" | grep -o 'TRICK([a-z_0-9]*)' | sed 's/TRICK(\(.*\))/\1/; /^name$/d')

run_marked() {
	count=$((count + 1)) label=$*
	env TRICK="$TRICK" TRICK_WHEN="$TRICK_WHEN" TRICK_MARK="$TRICK_MARK" timeout 60 "$HPVM_RUN" "$@" \
		>"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

left() { # Print the processes with this mark that are left, and kill them.
	grep -lzxF "TRICK_MARK=$TRICK_MARK" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ process _; do
		state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$process/status" 2>/dev/null)
		case $state in Z | '') continue ;; esac
		echo "$process $(tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null)"
	done
}

for TRICK; do
	for when in $whens; do
		for backend in rogue remote; do
			expected=$work/expected TRICK_WHEN=$when
			unset TRICK_GOES_ON
			case $when in goes-on | before | after) TRICK_GOES_ON=1; export TRICK_GOES_ON ;; esac
			[ $when != goes-on ] || TRICK_WHEN=build # and the build succeeds
			if [ $TRICK_WHEN = release ]; then
				[ $backend = remote ] || continue # the other is released in hpvm-run
				expected=$work/computed-nothing
			fi
			TRICK_MARK=$work/$count
			# only the run has the mark in its environment
			run_marked --worker --backend-time-limit 0.5 --backend-path $modules --map "Fill=$backend" "$work/worker.bc"
			label="$TRICK in $when: $label"
			[ $status -eq 0 ] || fail "exit status $status"
			cmp -s "$work/stdout" "$expected" || fail "prints $(cat "$work/stdout")"
			case $when in
			run | build) grep -q '\[worker-[a-z]*\]$\|\[backend-refuses\]$' "$work/stderr" || fail 'nothing is said' ;;
			esac
			for wait in 1 2 3 4 5 6 7 8 9 10; do
				left >"$work/left"
				[ -s "$work/left" ] || break
				sleep 0.1
			done
			[ ! -s "$work/left" ] || fail "processes are left: $(cat "$work/left")"
			while read -r process _; do kill -9 "$process"; done <"$work/left"
		done
	done
done
finish
