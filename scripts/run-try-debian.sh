#!/bin/sh
# run-try-debian.sh -- the command line of try-debian. Running its variants takes hours and is done by hand.
: "${srcdir:=.}"
command -v bash >/dev/null || { echo 'no bash'; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0
try() { # STATUS TEXT ARGUMENT...
	wanted=$1 text=$2
	shift 2
	bash "$srcdir/scripts/try-debian" "$@" >"$work/said" 2>&1 </dev/null
	status=$?
	if [ $status -eq "$wanted" ] && grep -qF -- "$text" "$work/said"; then return; fi
	failures=$((failures + 1))
	echo "FAIL: try-debian $*: exit status $status, expected $wanted, with '$text'"
	sed 's/^/    /' "$work/said"
}
try 0 'scripts/try-debian [OPTION]... [RELEASE | VARIANT]...' -h
try 0 'make dist, make distcheck' -l
try 124 "there is no release or variant 'nowhere'" -d "$work/roots" 12 nowhere
try 124 "there is no release or variant '11'" -d "$work/roots" 11
try 124 'scripts/try-debian' -x
[ ! -e "$work/roots" ] || { failures=$((failures + 1)); echo 'FAIL: wrong use makes a folder'; }
echo "$failures failures"
[ $failures -eq 0 ]
