#!/bin/sh
# tsan.sh -- `make check-tsan`: runs the examples, the tests of streams, hpvm-diff, hpvm-spec and programs with several
# host threads in a build with --enable-tsan. No process may report a data race. It takes minutes.
# TSAN_ROUNDS: how often host threads launch (default 20); TSAN_KEEP: a folder for the reports.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
: "${TSAN_ROUNDS:=20}"
tools=$(dirname "$HPVM_RUN")
nm "$HPVM_RUN" 2>/dev/null | grep -q __tsan_init || { echo 'configure with --enable-tsan' >&2; exit 99; }
suppressions=$(cd "$srcdir" && pwd)/tools/tests/tsan.suppressions
reports=${TSAN_KEEP:-$work/reports}
mkdir -p "$reports"
# A worker is a fork of a process with several threads, and may start some.
TSAN_OPTIONS="suppressions=$suppressions log_path=$reports/report exitcode=0 die_after_fork=0 $TSAN_OPTIONS"
export TSAN_OPTIONS

clean() { # the processes since the last call have reported nothing
	for report in "$reports"/report.*; do
		[ -f "$report" ] || continue
		grep -q ThreadSanitizer "$report" || { rm "$report"; continue; }
		failures=$((failures + 1))
		echo "FAIL: $label:"
		cat "$report"
		mv "$report" "$reports/seen.${report##*.}"
	done
}

ends() { # STATUS: of the last run
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	clean
}

tool() { # NAME ARGUMENT...
	command=$1 count=$((count + 1)) label=$*
	shift
	timeout 900 "$tools/$command" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

# --- several host threads
compile "$srcdir/interp/tests/host/host_threads.cc" "$work/host.bc"
compile "$srcdir/interp/tests/host/threads.cc" "$work/threads.bc"
compile "$srcdir/backends/tests/late-threads.c" "$work/late.bc"
while read -r options; do
	for jobs in 1 4; do
		# shellcheck disable=SC2086
		run -j $jobs $options "$work/host.bc" -- "$TSAN_ROUNDS"
		ends 0
		cmp -s "$work/stdout" "$work/first" || [ ! -f "$work/first" ] || fail "prints $(cat "$work/stdout")"
		[ -f "$work/first" ] || cp "$work/stdout" "$work/first"
	done
done <<END
--check=bounds,attributes,race
--check=none
--check=all
--check=all --schedule random:3
--host interp
--host interp --check=all
--check=poison
--width 1
--width 8
--keep-going --check=race
--progress always --stats
--memory split
--backend cpu
--backend cpu --check=none
--backend cpu --worker
--backend auto --check=none
--map Add=cpu --check=all
--trace $work/trace.hrt
--trace $work/trace.hrt --trace-level instance --backend cpu
END
if "$HPVM_RUN" --list-backends 2>/dev/null | grep -q 'opencl  *ready'; then
	for options in '' --check=none --stats; do
		# shellcheck disable=SC2086
		run --backend opencl $options "$work/host.bc" -- "$TSAN_ROUNDS"
		ends 0
	done
fi
for options in '' '-j 4' '--backend cpu'; do
	# shellcheck disable=SC2086
	run $options "$work/threads.bc"
	ends 0
	for arguments in '' stream; do
		# shellcheck disable=SC2086
		run $options "$work/late.bc" -- $arguments
		ends 0
		# shellcheck disable=SC2086
		run $options --backend-path backends/tests/.libs --backend late "$work/late.bc" -- $arguments
		ends 0
	done
done

compile "$srcdir/tools/tests/threads/findings.cc" "$work/findings.bc"
for options in '' --check=all --keep-going '--keep-going --check=all -j 4'; do
	# shellcheck disable=SC2086
	run $options "$work/findings.bc"
	ends 121
done
compile "$srcdir/tools/tests/threads/endless.cc" "$work/endless.bc"
for options in '' --check=none --check=all; do
	label="Ctrl-C, $options" count=$((count + 1))
	: >"$work/stdout"
	# shellcheck disable=SC2086
	timeout --foreground -s KILL 120 "$HPVM_RUN" $options "$work/endless.bc" >"$work/stdout" 2>"$work/stderr" </dev/null &
	interrupt $! "$work/stdout"
	ends 122
done

# --- examples
for program in examples/*/*.bc; do
	name=$(basename "$program" .bc)
	for options in '-j 4' '-j 4 --check=none' '--backend cpu'; do
		# shellcheck disable=SC2086
		tool hpvm-run $options "$program" -- "$srcdir/examples/$name"
		ends 0
	done
done

# --- streams
compile "$srcdir/backends/tests/streams.c" "$work/streams.bc"
for options in '-j 4' '--check=all' '--backend cpu' '--backend cpu -j 4 --check=none'; do
	# shellcheck disable=SC2086
	run $options "$work/streams.bc"
	clean
done
if [ -x interp/test-stream ]; then
	label=interp/test-stream count=$((count + 1))
	CK_FORK=no interp/test-stream >"$work/stdout" 2>"$work/stderr" || fail "$(tail -n 20 "$work/stdout")"
	clean
fi

# --- hpvm-diff and hpvm-spec
tool hpvm-diff --backends cpu "$work/host.bc" -- 2
ends 0
for name in matmul histogram edges; do
	tool hpvm-diff --backends cpu "examples/$name/$name.bc" -- "$srcdir/examples/$name"
	ends 0
done
tool hpvm-spec --quick -j 4 --timeout 600 "$srcdir/spec-tests"
[ $status -eq 0 ] || fail "exit status $status: $(grep -i fail "$work/stdout" | head -n 20)"
clean
finish
