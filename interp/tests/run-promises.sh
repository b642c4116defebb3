#!/bin/sh
# run-promises.sh -- promises of calls, and calls that are undefined: each file of interp/tests/promises, whose function @t runs as
# interpreted host code, and in leaves of 1 and 300 instances at several widths, with the default checkers and with all.
#
# The first line of a file says what is expected:
#	; accept              nothing is reported
#	; report: ID...       one of these diagnostics ends the run
#	; leaf-report: ID...  the same in leaves; as host code it is not run, because no checker observes that
#	; all-report: ID...   the same in leaves with --check=all
# Uses HPVM_RUN, srcdir; arguments: names of files without ".ll" (default: all).
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}"
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
here=$srcdir/interp/tests/promises
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0 runs=0

check() { # OPTION...
	timeout 60 "$HPVM_RUN" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
	runs=$((runs + 1))
	if [ "$ids" ]; then
		for id in $ids; do
			[ $status -ne 121 ] || ! grep -q "error: .*\[$id\]" "$work/stderr" || return
		done
	elif [ $status -eq 0 ] && [ ! -s "$work/stderr" ]; then
		return
	fi
	failures=$((failures + 1))
	echo "FAIL: $*: exit status $status, expected ${ids:-nothing}"
	sed 's/^/    stderr: /' "$work/stderr"
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls | sed -n '/^leaf\.ll$/d; s/\.ll$//p')
for name; do
	read -r first <"$here/$name.ll"
	case $first in
	'; accept') ids= ;;
	'; report: '* | '; leaf-report: '* | '; all-report: '*) ids=${first#*: } ;;
	*) echo "FAIL: $name does not say what is expected" && exit 1 ;;
	esac
	sed 's/@main()/@alone()/' "$here/$name.ll" >"$work/t.ll"
	for checks in '' --check=all; do
		case $first$checks in
		'; all-report: '*--check=all | '; leaf'*) ;;
		'; all-report: '*) continue ;;
		*) check $checks --host interp "$here/$name.ll" ;;
		esac
		check $checks --width 1 "$here/leaf.ll" "$work/t.ll" -- 1
		for width in 8 64; do
			check $checks --width $width "$here/leaf.ll" "$work/t.ll" -- 300
		done
	done
done
echo "run-promises.sh: $runs runs, $failures failures"
[ $failures -eq 0 ] && [ $runs -gt 0 ]
