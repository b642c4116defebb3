#!/bin/sh
# run-watch.sh -- hpvm-run --watch: the table on a terminal of 80 by 24, and that nothing of it is
# left.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
compile "$srcdir/bench/stream.c" "$work/stream.bc" "-I$srcdir/bench"
compile "$srcdir/tools/tests/graph/assert_in_leaf.c" "$work/fails.bc" -I"$srcdir/tools/tests/graph"
compile "$srcdir/tools/tests/trace/chain.c" "$work/chain.bc"

run --watch "$work/chain.bc"; expect 0 '[watch-off]'; prints 307
run --watch -Wno-watch-off "$work/chain.bc"; expect 0
[ ! -s "$work/stderr" ] || fail 'it says something'

watches() { # ARGUMENT-OF-CHECK... -- COMMAND...
	count=$((count + 1)) label="$*"
	timeout 120 python3 "$srcdir/tools/tests/check-watch.py" "$@" >"$work/stdout" 2>"$work/stderr" ||
		fail "$(cat "$work/stdout")"
}
watches 24 80 0 'Root/Minus' "$HPVM_RUN" --watch "$work/stream.bc" -- 3000000
watches 24 80 0 'Root/Minus' "$HPVM_RUN" --watch --trace "$work/s.hrt" "$work/stream.bc" -- 1500000
watches 9 40 0 'Root/' "$HPVM_RUN" --watch "$work/stream.bc" -- 3000000
watches 24 80 121 '' "$HPVM_RUN" --watch "$work/fails.bc"
finish
