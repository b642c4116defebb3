#!/bin/sh
# run-globals.sh [NAME...] -- modules with every kind of global value (global_values.py), which no leaf uses: the
# interpreter, interpreted host code, the cpu backend with and without a worker, hpvm-diff and --emit agree; then random modules
# with several kinds each: GLOBALS of them (default 12) from SEED (default 0) on. NAME: a kind, or seed-N.
. "${srcdir:-.}/tools/tests/lib.sh"
PYTHON3=${PYTHON3:-python3}
real=$HPVM_RUN

says() { # the output of the module
	[ "$(cat "$work/stdout")" = "9 $result" ] || fail "prints '$(cat "$work/stdout")', not '9 $result'"
}

"$PYTHON3" "$srcdir/backends/tests/global_values.py" "$work" >"$work/list" || exit 99
"$PYTHON3" "$srcdir/backends/tests/global_values.py" "$work" "${SEED:-0}" "${GLOBALS:-12}" >>"$work/list" || exit 99
[ $# -eq 0 ] || printf '^%s \n' "$@" >"$work/chosen"
while read -r name result; do
	[ $# -eq 0 ] || echo "$name " | grep -qf "$work/chosen" || continue
	module=$work/$name.ll second=
	if [ -f "$work/$name.second" ]; then
		second=$work/$name-2.ll
		mv "$work/$name.second" "$second"
	fi
	for form in llvm opencl ptx; do
		run --emit $form "$module" $second; expect 0
	done
	case $name in emit-*) continue ;; esac
	for options in '' '--host interp' '--check=all' '--backend cpu' '--worker --backend cpu'; do
		run $options "$module" $second; expect 0; says
	done
	HPVM_RUN=${HPVM_DIFF:-./hpvm-diff}
	run --backends cpu "$module" $second
	[ $status -eq 0 ] || fail "exit status $status, expected 0"
	prints 'Root/A' 'Root/B' '1 same'
	HPVM_RUN=$real
done <"$work/list"
finish
