#!/bin/sh
# run-viewer.sh -- the pages of traces of all examples and of a wrong backend, tested in headless
# Chromium.
. "${srcdir:-.}/tools/tests/lib.sh"
: "${HPVM_TRACE:=./hpvm-trace}" "${HPVM_DIFF:=./hpvm-diff}" "${CLANGXX:=clang++}"
for program in "$HPVM_TRACE" "$HPVM_DIFF"; do
	[ -x "$program" ] || { echo "no $program" >&2; exit 99; }
done
need_clang
export HPVM_TRACE srcdir CLANG
python=${PYTHON3:-python3}
"$python" -B "$srcdir/traces/viewer/browser.py" >&2 || exit 77

page() { # make the page of a trace, and remember both
	label="the page of $1" count=$((count + 1))
	name=$1
	shift
	"$HPVM_TRACE" export --format html "$@" -o "$work/$name.html" "$work/$name.hrt" 2>"$work/stderr" || fail "exit status $?"
	set -- "$work/$name.html" "$work/$name.hrt"
	pages="$pages $*"
}

pages=
for source in "$srcdir"/examples/*/*.c "$srcdir"/examples/*/*.cpp; do
	case $source in */examples/library/*) continue ;; esac # an application
	name=$(basename "${source%.*}")
	case $source in */backend/* | */embed/*) continue ;; esac # not programs for hpvm-run alone
	case $source in *.cpp) compiler=$CLANGXX ;; *) compiler=$CLANG ;; esac
	"$compiler" -w -O1 -g -I"$srcdir/src" -emit-llvm -c "$source" -o "$work/$name.bc" || exit 99
	run --trace "$work/$name.hrt" --trace-level instance,memory --trace-buffers whole:4096 "$work/$name.bc" -- "$srcdir/examples/$name"
	[ $status -eq 0 ] || fail "exit status $status"
	page "$name"
done

compile "$srcdir/tools/tests/trace/chain.c" "$work/chain.bc"
if ${CC:-cc} --version >/dev/null 2>&1; then
	sed -e 's/\.name = "clang"/.name = "short"/' -e 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/' \
		"$srcdir/examples/backend/backend-clang.c" >"$work/short.c"
	${CC:-cc} -w -shared -fPIC -DBACKEND_INCLUDE="\"$(cd "$srcdir/backends" && pwd)\"" -I"$srcdir/backends" \
		-o "$work/backend-short.so" "$work/short.c" -ldl || exit 99
	timeout 60 "$HPVM_DIFF" --backends short --backend-path "$work" --trace "$work/differs.hrt" \
		"$work/chain.bc" >/dev/null 2>&1
	page differs
fi
run --trace "$work/clock.hrt" --trace-clock operations --trace-level instance,memory "$work/chain.bc"
page clock
compile "$srcdir/tools/tests/trace/outputs.c" "$work/outputs.bc"
run --trace "$work/outputs.hrt" --trace-buffers hash --trace-level instance,memory "$work/outputs.bc"
page outputs

# a run that hangs and is killed
compile "$srcdir/tools/tests/trace/hangs.c" "$work/hangs.bc"
kill_hung "$work/killed.hrt" "$work/hangs.bc" 3 Root/Leaf
"$HPVM_TRACE" export --format html "$work/killed.hrt" >"$work/killed.html" 2>"$work/stderr"
pages="$pages $work/killed.html $work/killed.hrt"

# a stream that a backend runs as one unit
compile "$srcdir/tools/tests/graph/stream.c" "$work/stream.bc"
run --backend cpu --trace "$work/whole.hrt" "$work/stream.bc"
[ $status -eq 0 ] || fail "exit status $status"
"$HPVM_TRACE" export --format html -o "$work/whole.html" "$work/whole.hrt" 2>"$work/stderr" || fail "exit status $?"
pages="$pages $work/whole.html $work/whole.hrt"

# a warning after other findings
compile "$srcdir/spec-tests/S/S5-unpopped.c" "$work/warned.bc" -I"$srcdir/spec-tests"
run --backend cpu --trace "$work/warned.hrt" "$work/warned.bc"
[ $status -eq 0 ] || fail "exit status $status"
page warned

# executions in several orders
run --check=order --schedules 3 --trace "$work/orders.hrt" "$work/chain.bc"; expect 0
page orders

# a short grid that waits for a long one
compile "$srcdir/tools/tests/trace/bottleneck.c" "$work/bottleneck.bc"
run --trace-clock operations --trace "$work/bottleneck.hrt" "$work/bottleneck.bc"; expect 0
page bottleneck

# 400 nodes
awk -v groups=20 -v leaves=19 -f "$srcdir/tools/tests/trace/many.awk" >"$work/many.c"
compile "$work/many.c" "$work/many.bc"
run --trace "$work/many.hrt" "$work/many.bc"
page many

# shellcheck disable=SC2086
timeout 500 "$python" "$srcdir/tools/tests/viewer.py" $pages 2>"$work/stderr"
status=$?
[ $status -eq 77 ] && exit 77
label='the browser'
[ $status -eq 0 ] || fail "exit status $status"
finish
